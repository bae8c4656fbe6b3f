// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Classes as parts of a launch's configuration and as its arguments: which of their conversions is
// taken depends on whether the expression is const and on whether it is a temporary.
#include "check.h"

__global__ void note_sizes(int *o) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  o[0] = gridDim.x, o[1] = blockDim.x, o[2] = tile[blockDim.x - 1];
}
static int *converted_out;
static int sizes_seen() {
  int h[3];
  OK(cudaMemcpy(h, converted_out, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[2], h[1] - 1);
  return h[0] * 100 + h[1];
}

struct BothSizes {
  operator dim3() const { return dim3(2); }
  operator dim3() { return dim3(3); }
};
struct QualifiedSize {
  operator dim3() const & { return dim3(4); }
  operator dim3() & { return dim3(5); }
  operator dim3() && { return dim3(6); }
};
struct OnlyTemporarySize {
  operator dim3() && { return dim3(7); }
};
struct TemplatedSize {
  template <class T> operator T() { return T(8); }
  template <class T> operator T() const { return T(9); }
};
struct DerivedSize : dim3 {
  using dim3::dim3;
};
static BothSizes made_both() { return {}; }
static const BothSizes made_const() { return {}; }
struct SomeSizes {
  unsigned grid : 4, block : 6;
  static const int one = 1;
  static constexpr unsigned long long two = 2;
  enum Some { three = 3 };
  volatile short four = 4;
};

static void of_sizes() {
  int *o = converted_out;
  BothSizes both;
  const BothSizes fixed{};
  note_sizes<<<both, fixed, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 302);
  note_sizes<<<fixed, both, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 203);
  note_sizes<<<made_both(), made_const(), 64>>>(o);
  EXPECT_EQ(sizes_seen(), 302);
  QualifiedSize q;
  const QualifiedSize k{};
  note_sizes<<<q, k, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 504);
  note_sizes<<<static_cast<QualifiedSize &&>(q), QualifiedSize(), 64>>>(o);
  EXPECT_EQ(sizes_seen(), 606);
  note_sizes<<<OnlyTemporarySize(), OnlyTemporarySize(), 64>>>(o);
  EXPECT_EQ(sizes_seen(), 707);
  DerivedSize derived(2, 3, 1);
  note_sizes<<<DerivedSize(4), derived, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 402);
  uint3 three = {5, 1, 1};
  note_sizes<<<three, make_uint3(6, 1, 1), 64>>>(o);
  EXPECT_EQ(sizes_seen(), 506);
  SomeSizes some = {7, 8};
  note_sizes<<<some.grid, some.block, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 708);
  note_sizes<<<SomeSizes::one, SomeSizes::two, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 102);
  note_sizes<<<SomeSizes::three, some.four, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 304);
  note_sizes<<<2.5, 'a' - 92, 64>>>(o);
  EXPECT_EQ(sizes_seen(), 205);
}

struct BothBytes {
  mutable int asked = 0;
  operator size_t() const { return asked += 1, 64; }
  operator size_t() { return asked += 10, 64; }
};
struct BothStreams {
  mutable int asked = 0;
  operator cudaStream_t() const & { return asked += 1, nullptr; }
  operator cudaStream_t() & { return asked += 10, nullptr; }
};
struct TemporaryStream {
  int *asked;
  operator cudaStream_t() && { return *asked += 100, nullptr; }
  operator cudaStream_t() const & { return *asked += 1, nullptr; }
};
struct NumberBytes {
  operator int() const { return 64; }
};
static constexpr cudaStream_t no_stream = nullptr;
struct OwnNumbers {
  static constexpr size_t bytes = 64;
  unsigned small : 7;
};

static void of_bytes_and_streams() {
  int *o = converted_out, asked = 0;
  BothBytes bytes;
  const BothBytes fixed{};
  note_sizes<<<1, 4, bytes>>>(o);
  note_sizes<<<1, 5, fixed>>>(o);
  EXPECT_EQ(sizes_seen(), 105);
  EXPECT(bytes.asked == 10 && fixed.asked == 1);
  BothStreams streams;
  const BothStreams same{};
  note_sizes<<<1, 6, bytes, streams>>>(o);
  note_sizes<<<1, 7, 64, same>>>(o);
  EXPECT_EQ(sizes_seen(), 107);
  EXPECT(bytes.asked == 20 && streams.asked == 10 && same.asked == 1);
  note_sizes<<<1, 8, NumberBytes(), TemporaryStream{&asked}>>>(o);
  EXPECT_EQ(asked, 100);
  TemporaryStream kept{&asked};
  OwnNumbers own = {64};
  note_sizes<<<1, 9, own.small, kept>>>(o);
  EXPECT_EQ(asked, 101);
  note_sizes<<<1, 10, OwnNumbers::bytes, no_stream>>>(o);
  EXPECT_EQ(sizes_seen(), 110);
}

__global__ void note_value(int *o, const int *from, int by) { o[0] = from[0] + by; }
struct BothPointers {
  int *p;
  operator int *() & { return p + 1; }
  operator const int *() const & { return p + 2; }
  operator int *() && { return p + 3; }
};
struct AnyPointer {
  int *p;
  template <class T> operator T *() { return p + 4; }
  template <class T> operator T *() const { return p + 5; }
};
struct BothNumbers {
  operator int() const & { return 10; }
  operator int() & { return 20; }
  operator int() && { return 30; }
};
static int value_seen() {
  int h;
  OK(cudaMemcpy(&h, converted_out, sizeof h, cudaMemcpyDeviceToHost));
  return h;
}
static void of_arguments() {
  int *o = converted_out, *d, h[] = {0, 1, 2, 3, 4, 5};
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  BothPointers p{d};
  const BothPointers fixed{d};
  BothNumbers n;
  const BothNumbers same{};
  note_value<<<1, 1>>>(o, p, n);
  EXPECT_EQ(value_seen(), 21);
  note_value<<<1, 1>>>(o, fixed, same);
  EXPECT_EQ(value_seen(), 12);
  note_value<<<1, 1>>>(o, BothPointers{d}, BothNumbers());
  EXPECT_EQ(value_seen(), 33);
  AnyPointer any{d};
  const AnyPointer any_fixed{d};
  note_value<<<1, 1>>>(o, any, 0);
  EXPECT_EQ(value_seen(), 4);
  note_value<<<1, 1>>>(o, any_fixed, 0);
  EXPECT_EQ(value_seen(), 5);
  OK(cudaFree(d));
}

// Objects: with device pointers in them, and without; the kernel itself as a value.
struct PlainPart {
  int a, b;
};
struct PointerPart {
  int *o;
  int a;
};
__global__ void note_plain(int *o, PlainPart part) { o[0] = part.a * 10 + part.b; }
__global__ void note_pointer(PointerPart part) { part.o[0] = part.a; }
struct PlainMaker {
  operator PlainPart() const & { return {1, 2}; }
  operator PlainPart() & { return {3, 4}; }
  operator PlainPart() && { return {5, 6}; }
};
struct PointerMaker {
  int *o;
  operator PointerPart() const & { return {o, 7}; }
  operator PointerPart() & { return {o, 8}; }
  operator PointerPart() && { return {o, 9}; }
};
struct PointerPartAndMore : PointerPart {
  int more;
};
template <class P> static void launch_parts(void (*kernel)(P), P) {
  PointerMaker maker{converted_out};
  BothSizes both;
  const BothSizes fixed{};
  kernel<<<1, both>>>(maker);
  EXPECT_EQ(value_seen(), 8);
  kernel<<<1, fixed>>>(PointerMaker{converted_out});
  EXPECT_EQ(value_seen(), 9);
}
static void of_objects() {
  int *o = converted_out;
  PlainMaker plain;
  const PlainMaker fixed{};
  note_plain<<<1, 1>>>(o, plain);
  EXPECT_EQ(value_seen(), 34);
  note_plain<<<1, 1>>>(o, fixed);
  EXPECT_EQ(value_seen(), 12);
  note_plain<<<1, 1>>>(o, PlainMaker());
  EXPECT_EQ(value_seen(), 56);
  PointerMaker maker{o};
  const PointerMaker kept{o};
  note_pointer<<<1, 1>>>(maker);
  EXPECT_EQ(value_seen(), 8);
  note_pointer<<<1, 1>>>(kept);
  EXPECT_EQ(value_seen(), 7);
  note_pointer<<<1, 1>>>(PointerMaker{o});
  EXPECT_EQ(value_seen(), 9);
  PointerPartAndMore more;
  more.o = o, more.a = 11, more.more = 12;
  note_pointer<<<1, 1>>>(more);
  EXPECT_EQ(value_seen(), 11);
  launch_parts(note_pointer, PointerPart());
}

int main() {
  OK(cudaMalloc(&converted_out, 3 * sizeof(int)));
  if (failure_count())
    return verdict();
  of_sizes();
  of_bytes_and_streams();
  of_arguments();
  of_objects();
  OK(cudaFree(converted_out));
  return verdict();
}
