// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constructors return the object, methods take it, a base class is a member.
struct Base {
  int a;
  __device__ Base(int v) : a(v) {}
  // CL: Base make_Base(int v) { Base self; self.a = v; return self; }
  __device__ int twice() const { return 2 * a; }
  // CL: int Base_twice(const Base *self) { return 2 * self->a; }
};
struct Derived : Base {
  int b = 7;
  __device__ explicit Derived(int v) : Base(v + 1) { b += twice(); }
  // CL: typedef struct Derived { Base base; int b; } Derived;
  // CL: self.base = make_Base(v + 1); self.b = 7; self.b += Base_twice(&self.base); return self;
  __device__ Derived &add(int v) {
    b += v;
    return *this;
  }
  // CL: Derived *Derived_add(Derived *self, int v) {
};
// An inherited constructor has the parameters of the base's.
struct Heir : Derived {
  using Derived::Derived;
  int c = 9;
  // CL: Heir make_Heir(int v) { Heir self; self.base = make_Derived(v); self.c = 9; return self; }
};
__global__ void use(int *out) {
  Derived d(*out);
  // CL: Derived d = make_Derived(*out);
  d.add(1).add(2);
  // CL: Derived_add(Derived_add(&d, 1), 2);
  *out = d.a + d.b + Base(3).twice();
  // CL: *out = d.base.a + d.b + Base_twice((__private Base[1]){make_Base(3)});
  Heir h(4);
  // CL: Heir h = make_Heir(4);
  *out += h.c;
}
