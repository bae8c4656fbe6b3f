// Casts that take const away. Nothing in such a program is passed by value instead of by a const
// reference: who has another way to the object may change it meanwhile.
struct Cache {
  int v;
  __device__ int next() const { return ++const_cast<Cache &>(*this).v; }
  // CL: int Cache_next(const Cache *self) { return ++(*(Cache *)self).v; }
};
__device__ void bump(const int &x) { const_cast<int &>(x)++; }  // CL: void bump(const int *x) { (*(int *)x)++; }
__device__ void more(const Cache &c) { ((Cache &)c).v += 5; }   // CL: void more(const Cache *c) { (*(Cache *)c).v += 5; }
__device__ int before(const int &a, const int *b) {             // CL: int before(const int *a, const int *b) {
  const_cast<int *>(b)[0]++;                                    // CL: ((int *)b)[0]++;
  return a;                                                     // CL: return *a;
}
__global__ void use(int *out) {
  Cache c{(int)threadIdx.x};
  int x = 4;
  bump(x);
  more(c);
  out[threadIdx.x] = x + c.next() + before(x, &x);
}
