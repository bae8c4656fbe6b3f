// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operators: arithmetic, compound, comparison, unary, [], (), conversion, increment; as members and
// as functions; on classes and on CUDA's vector types.
#include "check.h"

struct V3 {
  float x, y, z;
  __host__ __device__ V3 operator-() const { return V3{-x, -y, -z}; }
  __host__ __device__ V3 &operator+=(const V3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  __host__ __device__ float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  __host__ __device__ bool operator==(const V3 &o) const {
    return x == o.x && y == o.y && z == o.z;
  }
};
__host__ __device__ V3 operator+(V3 a, const V3 &b) { return a += b; }
__host__ __device__ V3 operator*(float f, const V3 &v) { return {f * v.x, f * v.y, f * v.z}; }
__host__ __device__ float operator*(const V3 &a, const V3 &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
__host__ __device__ bool operator<(const V3 &a, const V3 &b) { return a * a < b * b; }

inline __host__ __device__ float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
inline __host__ __device__ float3 operator*(float3 a, float s) {
  return make_float3(a.x * s, a.y * s, a.z * s);
}
inline __host__ __device__ void operator+=(float4 &a, float4 b) {
  a.x += b.x;
  a.y += b.y;
  a.z += b.z;
  a.w += b.w;
}
inline __host__ __device__ float dot(float4 a, float4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

struct Fixed {
  int raw;
  __host__ __device__ Fixed(float f) : raw((int)(f * 256)) {}
  __host__ __device__ operator float() const { return raw / 256.0f; }
  __host__ __device__ explicit operator bool() const { return raw != 0; }
  __host__ __device__ Fixed &operator++() {
    raw += 256;
    return *this;
  }
  __host__ __device__ Fixed operator++(int) {
    Fixed old = *this;
    raw += 256;
    return old;
  }
};

struct Polynomial {
  float c[3];
  __host__ __device__ float operator()(float x) const { return c[0] + x * (c[1] + x * c[2]); }
  __host__ __device__ float &operator[](int i) { return c[i]; }
};

__host__ __device__ float work(int i) {
  V3 a{1, 2, (float)i}, b{0.5f, (float)i, 1};
  V3 s = a + 2.0f * b + -a;
  s += b;
  float3 f = make_float3(1, 2, 3) + make_float3(i, 0, 1) * 2.0f;
  float4 q = make_float4(i, 1, 2, 3);
  q += make_float4(1, 1, 1, 1);
  Fixed x = 1.5f;
  float old = x++;
  ++x;
  int whole = static_cast<int>(x) + (unsigned char)x * 3 + int(x); // a conversion, then another
  Polynomial p = {{1, 2, 3}};
  p[1] = i;
  p[2] += 0.5f;
  return s * a + s[1] + (a < b) + 10 * (a == a) + f.x + f.z + dot(q, q) + old + x + p(0.5f) +
         whole + (x ? 100 : 0) + (!(a == b) ? 1000 : 0);
}

// Assignments that no user wrote, called by their names: of bases, too, also of those that have no
// bytes.
struct Tag {};
struct Id {
  int id;
};
template <class T> struct Pair {
  T x, y;
};
struct Entity : Tag, Id, Pair<float> {
  int steps = 0;
  __host__ __device__ Entity &operator=(const Entity &o) {
    static_cast<Tag &>(*this) = o;
    Tag::operator=(o);
    steps = o.steps + id; // which is still its own
    Id::operator=(o);
    Pair<float>::operator=(o);
    return *this;
  }
};
template <class B> struct Counted : B {
  int n;
  __host__ __device__ Counted &operator=(const Counted &o) {
    B::operator=(o);
    n = o.n * 2;
    return *this;
  }
  __host__ __device__ Counted &operator=(const B &o) {
    this->B::operator=(o);
    return *this;
  }
};
__host__ __device__ float assigned(int i) {
  Entity a, b;
  a.id = i;
  a.x = 2;
  a.y = 1;
  a.steps = 4;
  b.id = 7;
  b = a;
  Id one{1}, two{i + 2}, *p = &one, chained;
  one.operator=(two);
  p->operator=(Id{one.id + 4});
  chained.operator=(one).id += 1;
  Counted<Id> c, d;
  c.id = 5;
  c.n = 4;
  d = c;
  d = Id{9};
  return b.id + b.steps * 20 + b.x * 300 + b.y * 1000 + one.id * 5000 + chained.id * 100000 +
         d.n * 7 + d.id * 11;
}

__global__ void run(float *out) { out[threadIdx.x] = work(threadIdx.x) + assigned(threadIdx.x); }

int main() {
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_NEAR(out[i], work(i) + assigned(i), 1e-2 + 1e-6 * out[i]);
  OK(cudaFree(d_out));
  return verdict();
}
