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
  v[1] = b.n + static_cast<Derived &>(b).m; // CL: v[1] = b->n + (*(Derived *)b).m;
}

// A pointer that is evaluated only once is moved to or from a later base through a variable.
struct Other {
  int o;
};
struct Two : Base, Other {
  int t;
};
__device__ Other *other_of(Two *all, int &k) { return all + ++k; } // CL: return (value = all + ++*k, value ? &value->base_Other : 0);
__global__ void later(int *v) {
  Two all[2] = {};
  int k = 0;
  v[0] = static_cast<Two *>(other_of(all, k))->t;
  // CL: v[0] = (value = other_of(all, &k), value ? (Two *)((char *)value - 4) : 0)->t;
}
