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
// Copies of what has copies of its own; an object that has to end is passed as what it is made in.
struct Seen {
  int *log;
  __device__ Seen(int *log) : log(log) {}
  __device__ Seen(const Seen &o) : log(o.log) { ++*log; }
  __device__ ~Seen() { *log += 10; }
};
struct Parts {
  Seen seen[2];
  int n[4];
  // CL: Parts make_Parts(const Parts *other) { Parts self;
  // CL: for (int i = 0; i < 2; ++i) self.seen[i] = make_Seen_const_Seen(&other->seen[i]);
  // CL: for (int i = 0; i < 4; ++i) self.n[i] = other->n[i]; return self; }
};
__device__ int take(Seen s) { return *s.log; }
// CL: int take(Seen *s) { return *s->log; }
__device__ void parts(int *log) {
  Parts p{{log, log}};
  // CL: Parts p = {{make_Seen_int_p(log), make_Seen_int_p(log)}
  Parts q = p;
  // CL: Parts q = make_Parts(&p);
  take(q.seen[1]);
  // CL: take((temporary = (__private Seen[1]){make_Seen_const_Seen(&q.seen[1])}));
  // CL: Seen_destroy(temporary);
}
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
  int log = 0;
  parts(&log);
}
