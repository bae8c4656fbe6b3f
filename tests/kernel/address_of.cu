// Addresses of what is a pointer in the output, of components, of arrays that are handed in.

__device__ void set(float *p) { *p = 1; }
__device__ int *first(int &x) { return &x; }      // CL: return x;
__shared__ int table[8];
__device__ int last() { int(*all)[8] = &table; return (*all)[7]; } // CL: __local int(*all)[8] = (__local int (*)[8])table;

__global__ void addresses(float4 *v, int *n) {
  set(&v->y);                                     // CL: set(((__global float *)v + 1));
  int a = n[0], b = n[1];
  int *c = &(a ? a : b);                          // CL: int *c = (a ? &a : &b);
  n[2] = *first(a) + *c;
  table[threadIdx.x] = n[2];
  __syncthreads();
  n[3] = last();
}
