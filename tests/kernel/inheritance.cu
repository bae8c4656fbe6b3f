// A base class is the member "base".

struct Base {
  int n;
  __device__ int twice() const { return n * 2; }
};
struct Derived : Base {
  int m;
};

__global__ void derived(int *v) {
  Derived d;
  d.n = v[0];               // CL: d.base.n = v[0];
  d.m = d.twice();          // CL: d.m = Base_twice(&d.base);
  Base &b = d;              // CL: Base *b = &d.base;
  v[1] = b.n + static_cast<Derived &>(b).m; // CL: v[1] = b->n + ((*(Derived *)b)).m;
}
