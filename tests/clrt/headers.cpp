// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a ported program may write. headers_test.sh compiles it with every compiler and standard,
// without a warning.

// Short macros of a user must not reach into clrt's headers.
#define A 1
#define B 2
#define C 3
#define D 4
#define E 5
#define F 6
#define G 7
#define H 8
#define I 9
#define J 10
#define K 11
#define L 12
#define M 13
#define N 14
#define O 15
#define P 16
#define Q 17
#define R 18
#define S 19
#define T 20
#define U 21
#define V 22
#define W 23
#define X 24
#define Y 25
#define Z 26
#include <clrt/clrt.hpp>
#undef A
#undef B
#undef C
#undef D
#undef E
#undef F
#undef G
#undef H
#undef I
#undef J
#undef K
#undef L
#undef M
#undef N
#undef O
#undef P
#undef Q
#undef R
#undef S
#undef T
#undef U
#undef V
#undef W
#undef X
#undef Y
#undef Z
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
using namespace std; // programs do

#define CHECK(CALL)                                                                                \
  do {                                                                                             \
    clrt::error error_ = (CALL);                                                                   \
    if (error_ != CLRT_SUCCESS)                                                                    \
      return int(error_);                                                                          \
  } while (0)

CLRT_PROGRAM(scale_cl);

struct Pair {
  int a;
  float b[2];
};
struct Single {
  int a;
};
static clrt::symbol<float> factor(2.0f);
static clrt::symbol<float[4]> table({1, 2, 3, 4});
static clrt::symbol<int[2][3]> matrix({{1, 2, 3}, {4, 5, 6}});
static clrt::symbol<Pair> pair_symbol({1, {2, 3}});
static clrt::symbol<Single> single({1});
static clrt::symbol<Pair[2]> pairs({{1, {2, 3}}, {4, {5, 6}}});
static clrt::symbol<const int> unchanged(3);
static clrt::symbol<float3> vector3({1, 2, 3});
static clrt::symbol<int> plain;
static clrt::managed<int> managed_count;
extern clrt::symbol<double[1024]> elsewhere;

namespace kernels {
CLRT_PROGRAM(other_cl);
static const clrt::kernel<clrt::global_at<float>, int>
    scale_float(other_cl, "scale_float", {clrt::dynamic_local(), clrt::constant(factor)});
} // namespace kernels
static const clrt::kernel<> nothing(scale_cl, "nothing");
static const clrt::kernel<clrt::global<const float>, clrt::global<float>, bool, Pair, float3>
    many(scale_cl, "many",
         {clrt::packed_constants({factor, table, matrix, pairs}), clrt::global_variable(plain)});

template <typename T> int launch_from_template(T *p, T n) {
  CHECK(clrt::launch(kernels::scale_float, {n / 2, 2 * n}, p, n));
  return clrt::launch(kernels::scale_float, {1, dim3(n, 1)}, p, n) != CLRT_SUCCESS;
}

struct Holder {
  float *a;
  int b;
  clrt::stream s;
};

int launches(int n, clrt::stream stream, cl_mem raw, float *d) {
  const float *c = d;
  if (n > 0)
    clrt::launch(kernels::scale_float, {(n + 255) / 256, 256, 256 * sizeof(float), stream}, d + 3,
                 n - 1);
  clrt::launch(kernels::scale_float, {(n + 255) / 256, 256}, raw, n * 2u);
  clrt::launch(kernels::scale_float, {dim3(1, 2), dim3(3), 0, 0}, 0, 1);
  clrt::launch(kernels::scale_float, {ceil(n / 256.0), sizeof(int), 0, nullptr}, NULL, 1);
  clrt::launch(nothing, {make_uint3(1, 1, 1), 1L, n, CLRT_STREAM_PER_THREAD});
  CHECK((clrt::launch(many, {{1, 2}, {3, 4}}, c, d, n > 1, {1, {2, 3}}, make_float3(1, 2, 3)),
         clrt::last_error()));
  return 0;
}

int copies(int n, clrt::stream stream, cl_mem raw, float *h, float *d) {
  cl_mem other = 0;
  CHECK(clrt::memcpy(d, h, 4, CLRT_MEMCPY_DEFAULT));
  CHECK(clrt::memcpy(raw, other, 4, CLRT_MEMCPY_DEFAULT));
  CHECK(clrt::memcpy(h, d + n, 4u, (clrt::memcpy_kind)n));
  CHECK(clrt::memcpy(h, NULL, 4u, CLRT_MEMCPY_DEFAULT));
  CHECK(clrt::memcpy(0, nullptr, 4u, CLRT_MEMCPY_DEFAULT));
  CHECK(clrt::write(d, h, 4));
  CHECK(clrt::read(h, raw, 4));
  CHECK(clrt::copy(d, raw, 4));
  CHECK(clrt::write_async(d, h, 4, stream));
  CHECK(clrt::write_2d(d, 1, h, 2, 3, 4));
  CHECK(clrt::memset(d, 0, 3));
  CHECK(clrt::write_symbol(table, h, 4));
  CHECK(clrt::read_symbol(h, table, 4, 4));
  CHECK(clrt::copy_to_symbol(table, d, 4));
  CHECK(clrt::copy_from_symbol(raw, table, 4, 8));
  CHECK(clrt::memcpy_to_symbol(table, h, 4));
  CHECK(clrt::memcpy_from_symbol(h, table, 4, 0, (clrt::memcpy_kind)n));
  CHECK(clrt::read_symbol(h, pair_symbol, sizeof(Pair)));
  CHECK(clrt::read_symbol(h, single, 4));
  CHECK(clrt::read_symbol(h, unchanged, 4));
  CHECK(clrt::read_symbol(h, vector3, sizeof(float3)));
  CHECK(clrt::read_symbol(h, elsewhere, 8));
  return 0;
}

// Classes of the program that hold a pointer or a buffer.
struct Vector {
  operator float *() const { return data; }
  float *data;
};
struct Untyped {
  template <typename T> operator T *() const { return static_cast<T *>(data); }
  void *data;
};
struct Handle {
  operator cl_mem() const { return mem; }
  cl_mem mem;
};
struct Base {
  int a;
};
struct Derived : Single, Base {};
static const clrt::kernel<clrt::global<Base>, clrt::global<const volatile void>> bases(scale_cl,
                                                                                       "bases");
int derived(Derived *d, const void *c) { return clrt::launch(bases, {1, 1}, d, c); }

int classes(const Vector &v, Untyped u, Handle h) {
  CHECK(clrt::write(v, u, 4));
  CHECK(clrt::copy(h, v, 4));
  CHECK(clrt::memset(h, 0, 4));
  CHECK(clrt::free(u));
  CHECK(clrt::free(v));
  CHECK(clrt::free(h));
  CHECK(clrt::launch(kernels::scale_float, {1, 1}, v, 1));
  CHECK(clrt::launch(kernels::scale_float, {1, 1}, h, 1));
  return clrt::launch(kernels::scale_float, {1, 1}, u, 1);
}

int shared(int *p, const volatile float *seen) {
  std::size_t pitch;
  CHECK(clrt::svm_malloc(&p, 4));
  CHECK(clrt::svm_malloc_pitch(&p, &pitch, 4, 4));
  CHECK(clrt::malloc_managed(&p, 4));
  CHECK(clrt::svm_symbol_address(&p, plain));
  CHECK(clrt::symbol_address(&p, plain));
  CHECK(clrt::host_get_device_pointer(&p, p));
  CHECK(clrt::read(p, seen, 4));
  *managed_count += 1;
  return clrt::mem(p) == nullptr && clrt::offset(seen) && clrt::address(clrt::mem(p)) == p;
}

int allocation(float *d, cl_mem m) {
  CHECK(clrt::malloc(&d, 4 * sizeof(float)));
  CHECK(clrt::malloc((void **)&d, 4));
  CHECK(clrt::malloc(&m, 4));
  CHECK(clrt::free(d));
  CHECK(clrt::free(0));
  CHECK(clrt::free(NULL));
  CHECK(clrt::free(nullptr));
  CHECK(clrt::free(m));
  float *pinned;
  CHECK(clrt::malloc_host(&pinned, 4));
  CHECK(clrt::malloc_host((void **)&pinned, 4));
  return clrt::host_alloc(&pinned, 4, CLRT_HOST_ALLOC_MAPPED | CLRT_HOST_ALLOC_PORTABLE);
}

int pointers(int n, float *d) {
  float *q = 0, *r = nullptr, *z = NULL;
  void *v = d;
  d = (float *)v;
  int *i = (int *)d;
  std::map<float *, int> ordered;
  std::unordered_map<float *, int> hashed;
  ordered[d] = hashed[d] = 1;
  if (d == 0 || d != NULL || d == nullptr || !d || d < q || 0 == d || (r && z))
    ++d;
  d += sizeof(int);
  d = 1 + d - 1;
  d = n ? d : 0;
  d = n ? d : nullptr;
  Holder holder = {d, 1, 0}, *from_malloc = (Holder *)malloc(sizeof(Holder));
  memset(from_malloc, 0, sizeof(Holder));
  free(from_malloc);
  switch (clrt::peek_last_error()) {
  case CLRT_SUCCESS:
  case CLRT_ERROR_MEMORY_ALLOCATION:
  case CLRT_ERROR_INVALID_VALUE:
    break;
  default:
    n += (i + 1) == (int *)d;
  }
  return holder.b + int(d - q) + n + launch_from_template(d, 3.0f);
}

// CUDA's host math beside that of the standard library.
double math(int n, float f, double x) {
  int a = min(3, n) + (int)max(1.0f, f) + (int)max(1u, 2u) + (int)min(1ull, 2ll);
  long long l = llmin(2, 3);
  return rsqrtf(f) + rsqrt(x) + std::max(a, 2) + abs(-2) + fabs(x) + abs(-1.5) + (double)l +
         max(x, f) + exp10(1.0) + sinpi(0.5) + cospif(1.0f) + erfinv(0.5) + normcdf(0.0) +
         rcbrt(8.0) + (double)umin(1, 2);
}

// CL/cl.h stays without the processor's vectors; programs that use them still can.
#ifdef __x86_64__
#if !defined(__SSE2__) || !defined(__MMX__)
#error "clrt/clrt.h took the processor's macros away"
#endif
#include <emmintrin.h>
double twice(double x) { return _mm_cvtsd_f64(_mm_add_sd(_mm_set_sd(x), _mm_set_sd(x))); }
#endif
