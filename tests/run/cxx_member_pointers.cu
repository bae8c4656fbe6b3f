// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers to members in device code: data and functions, known when compiling and not, in every
// kind of memory.
#include "check.h"

struct Base {
  short tag;
  int id;
};
struct Particle : Base {
  float x, y;
  double mass;
  float v[3];
  char kind;
  __device__ float sum(float w) const { return x + y * w; }
  __device__ float diff(float w) const { return x - y * w; }
  __device__ void move(float by) { x += by; }
  __device__ void lift(float by) { y += by; }
};
typedef float Particle::*Field;
typedef float (Particle::*Measure)(float) const;

// Known when compiling.
template <Field F> __device__ float get(const Particle &p) { return p.*F; }
template <class T, class M> __device__ M getOf(const T *p, M T::*m) { return p->*m; }
template <class T, class M, M T::*F> struct Getter {
  __device__ M operator()(const T &t) const { return t.*F; }
};
template <Measure M> __device__ float measure(const Particle *p, float w) { return (p->*M)(w); }

// Not.
__device__ Field choose(int i) { return i % 2 ? &Particle::x : &Particle::y; }
__device__ void add(Particle &p, Field f, float by) { p.*f += by; }
__device__ float apply(const Particle &p, Measure m, float w) { return (p.*m)(w); }
__device__ Measure chooseMeasure(int i) {
  return i % 3 == 0 ? &Particle::sum : i % 3 == 1 ? &Particle::diff : nullptr;
}
struct Swap {
  int a, b;
  __device__ void exchange(int Swap::*first, int Swap::*second) {
    int t = this->*first;
    this->*first = this->*second;
    this->*second = t;
  }
};

__global__ void data(float *out, Particle *all, Field host, int n) {
  int i = threadIdx.x;
  __shared__ Particle shared[8];
  Particle own = {{1, 2}, 10.f + i, 20.f, 3.0, {1, 2, 3}, 'k'};
  shared[i] = own;
  Field f = choose(i);
  float r = own.*f + shared[i].*f + all[i].*f + (&all[i])->*f;
  own.*f = 100 + i;
  shared[i].*f += 2;
  all[i].*host = i;
  add(own, f, 5);
  r += own.x + own.y + shared[i].x + shared[i].y;
  r += get<&Particle::y>(own) + getOf(&own, &Particle::x) + getOf(all + i, &Particle::mass);
  r += Getter<Particle, char, &Particle::kind>()(own) + own.*(&Particle::id);
  int Base::*id = &Base::id;
  r += own.*id + all[i].*id;
  float(Particle::*v)[3] = &Particle::v;
  r += (own.*v)[i % 3] + (all[i].*v)[2];
  Field none = nullptr;
  r += (none == nullptr) + 2 * (f == &Particle::x) + 4 * (f != nullptr) + 8 * !none + 16 * (f ? 1 : 0);
  float &where = shared[i].*f;
  where += 1;
  float *at = &(all[i].*f);
  *at += 1;
  r += shared[i].*f + all[i].*f;
  constexpr double Particle::*weight = &Particle::mass;
  r += own.*weight;
  Swap s = {i, 2 * i};
  s.exchange(&Swap::a, &Swap::b);
  r += s.a - s.b;
  auto lambda = [=](const Particle &p) { return p.*f; };
  out[i] = r + lambda(own);
}

static float expectedData(int i, const Particle &before, float &x, float &y) {
  float ox = 10 + i, oy = 20, sx = ox, sy = oy;
  bool odd = i % 2;
  float r = (odd ? ox : oy) * 2 + (odd ? before.x : before.y) * 2;
  (odd ? ox : oy) = 100 + i;
  (odd ? sx : sy) += 2;
  x = before.x;
  y = i;
  (odd ? ox : oy) += 5;
  r += ox + oy + sx + sy + oy + ox + float(before.mass) + 'k' + 2 + 2 + before.id;
  const float v[3] = {1, 2, 3};
  r += v[i % 3] + before.v[2];
  r += 1 + (odd ? 2 : 0) + 4 + 8 + 16;
  (odd ? sx : sy) += 1;
  (odd ? x : y) += 1;
  r += (odd ? sx : sy) + (odd ? x : y) + 3 + i;
  return r + (odd ? ox : oy);
}

__global__ void functions(float *out, int n) {
  int i = threadIdx.x;
  Particle p = {{0, 0}, 1.f * i, 2, 3, {4, 5, 6}, 0};
  Measure m = chooseMeasure(i);
  float r = measure<&Particle::sum>(&p, 2) + apply(p, &Particle::diff, 3);
  if (m)
    r += (p.*m)(4) + apply(p, m, 5);
  void (Particle::*change)(float) = i < n ? &Particle::move : &Particle::lift;
  (p.*change)(7);
  Particle *q = &p;
  (q->*change)(1);
  out[i] = r + p.x + 100 * p.y + (m == nullptr);
}

static float expectedFunction(int i, int n) {
  float x = i, y = 2;
  float r = x + y * 2 + x - y * 3;
  if (i % 3 == 0)
    r += x + y * 4 + x + y * 5;
  else if (i % 3 == 1)
    r += x - y * 4 + x - y * 5;
  (i < n ? x : y) += 8;
  return r + x + 100 * y + (i % 3 == 2);
}

int main() {
  const int N = 8;
  float *out, got[N];
  Particle *all, host[N];
  for (int i = 0; i < N; i++) {
    Particle p = {};
    p.id = 3 * i, p.x = 1 + i, p.y = 50 - i, p.mass = 0.5, p.v[2] = 6;
    host[i] = p;
  }
  OK(cudaMalloc(&out, sizeof got));
  OK(cudaMalloc(&all, sizeof host));
  OK(cudaMemcpy(all, host, sizeof host, cudaMemcpyHostToDevice));
  data<<<1, N>>>(out, all, &Particle::y, N);
  Particle after[N];
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(after, all, sizeof after, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++) {
    float x, y;
    EXPECT_EQ(got[i], expectedData(i, host[i], x, y));
    EXPECT_EQ(after[i].x, x);
    EXPECT_EQ(after[i].y, y);
  }
  functions<<<1, N>>>(out, 4);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++)
    EXPECT_EQ(got[i], expectedFunction(i, 4));
  OK(cudaFree(all));
  OK(cudaFree(out));
  return verdict();
}
