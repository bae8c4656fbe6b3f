// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copy constructors, assignments and destructors with an effect: each runs as often, and when, as in C++.
#include "check.h"

// Writes down what happens to it.
struct Copied {
  int *log;
  int id;
  __host__ __device__ void note(int factor, int what) { *log = (*log * factor + what) % 100003; }
  __host__ __device__ Copied(int *log, int id) : log(log), id(id) { note(3, id); }
  __host__ __device__ Copied(const Copied &o) : log(o.log), id(o.id + 1) { note(5, 1); }
  __host__ __device__ Copied &operator=(const Copied &o) {
    id = o.id + 5;
    note(7, 2);
    return *this;
  }
};

struct Ended : Copied {
  __host__ __device__ Ended(int *log, int id) : Copied(log, id) {}
  __host__ __device__ ~Ended() { note(2, id); }
};

__host__ __device__ int by_value(Copied c) { return c.id += 10; }
__host__ __device__ int by_reference(const Copied &c) { return c.id; }
__host__ __device__ Copied make(int *log) { return Copied(log, 2); }
__host__ __device__ Copied passed(Copied c) { return c; }
__host__ __device__ Copied picked(bool first, const Copied &x, const Copied &y) { return first ? x : y; }

/// Braces around one value of the class itself are that value, or a copy of it.
struct InBraces {
  Copied of_value, of_object;
  __host__ __device__ InBraces(const Copied &c) : of_value{make(c.log)}, of_object{c} {}
};
__host__ __device__ Copied returned_in_braces(int *log) { return {make(log)}; }

const int cases = 24;
__host__ __device__ int work(int which, int i) {
  int log = 1;
  Copied x(&log, 4), y(&log, 5);
  int r = 0;
  switch (which) {
  case 0: {
    Copied z = Copied(x);
    return log + z.id;
  }
  case 1: {
    Copied z = static_cast<Copied>(x);
    return log + z.id;
  }
  case 2:
    r = by_value(x);
    return r * 100 + log;
  case 3:
    r = by_value(Copied(x));
    return r * 100 + log;
  case 4:
    r = by_value(make(&log));
    return r * 100 + log;
  case 5: {
    Copied z = passed(x);
    return log + z.id;
  }
  case 6: {
    Copied z = picked(i > 2, x, y);
    return log + z.id;
  }
  case 7:
    x = Copied(y);
    return log + x.id;
  case 8:
    x = y = x;
    return log + x.id * 3 + y.id;
  case 9: {
    Copied z = i > 2 ? Copied(&log, 1) : y;
    return log + z.id;
  }
  case 10: {
    const Copied &kept = Copied(x);
    return log + kept.id;
  }
  case 11:
    r = by_reference(Copied(y));
    return r * 10 + log;
  case 12: {
    auto captured = [x]() { return x.id; };
    r = captured();
    return r * 100 + log;
  }
  case 13: {
    Copied both[2] = {x, y};
    for (Copied c : both)
      r += c.id;
    return r * 10 + log;
  }
  case 14: {
    (void)Ended(&log, i);
    return log;
  }
  case 15: {
    r = (int)Ended(&log, i).id + (short)Ended(&log, 3).id;
    return r * 1000 + log % 1000;
  }
  case 16: {
    if (Ended last{&log, i}; last.id > 3)
      log += 100;
    return log;
  }
  case 17: {
    auto z = x;
    auto &same = z;
    same.id = i;
    return log + z.id;
  }
  case 18: {
    Ended a(&log, 1);
    Copied z = a;
    return log + z.id;
  }
  case 19: {
    Copied z{make(&log)};
    const Copied w{z};
    auto v{passed(w)};
    return log + z.id * 100 + w.id * 10 + v.id;
  }
  case 20:
    r = by_value({make(&log)}) + by_reference({returned_in_braces(&log)});
    return r * 100 + log;
  case 21: {
    InBraces b{x};
    return log + b.of_value.id * 10 + b.of_object.id;
  }
  case 22: {
    struct Two {
      Copied a, b;
    } two{{make(&log)}, {y}};
    Copied list[2]{{passed(x)}, y};
    return log + two.a.id + two.b.id * 10 + list[0].id * 100 + Copied{make(&log)}.id + list[1].id;
  }
  default:
    r = (x, y).id + Copied(x).id;
    return r * 1000 + log % 1000;
  }
}

__global__ void run(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = work(blockIdx.x, threadIdx.x); }

int main() {
  int out[cases][8], *d;
  OK(cudaMalloc(&d, sizeof out));
  run<<<cases, 8>>>(d);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  for (int which = 0; which < cases; which++)
    for (int i = 0; i < 8; i++)
      EXPECT_EQ(out[which][i], work(which, i));
  OK(cudaFree(d));
  return verdict();
}
