// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Atomics, barriers that count, and memory functions: whole kernels.

#include "kernel_runner.h"
#include <gtest/gtest.h>
#include <numeric>

namespace {

TEST(Atomics, AddFloatAndDouble) {
  for (std::string Type : {"float", "double"}) {
    std::string Add = "clrt_atomic_add_" + Type;
    std::string Source = "#include \"atomic_" + Type + ".clh\"\n__kernel void test(__global " +
                         Type + " *sum) {\n  __local " + Type +
                         " part;\n  if (get_local_id(0) == 0) part = 0;\n"
                         "  barrier(CLK_LOCAL_MEM_FENCE);\n  " +
                         Add + "_l(&part, (" + Type +
                         ")0.5);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                         "  if (get_local_id(0) == 0) " +
                         Add + "_g(sum, part);\n}\n";
    std::vector<Bytes> Buffers = {Type == "float" ? toBytes(std::vector<float>{1})
                                                  : toBytes(std::vector<double>{1})};
    ASSERT_EQ(runKernel(Source, Buffers, 1024, 64), "");
    EXPECT_EQ(Type == "float" ? fromBytes<float>(Buffers[0])[0] : fromBytes<double>(Buffers[0])[0],
              513.0);
  }
}

TEST(Atomics, Wrap) {
  std::string Source = "#include \"atomic_wrap.clh\"\n"
                       "__kernel void test(__global uint *v, __global uint *seen) {\n"
                       "  seen[get_global_id(0)] = clrt_atomic_inc_g(v, 9u);\n"
                       "  clrt_atomic_dec_g(v + 1, 9u);\n}\n";
  std::vector<Bytes> Buffers = {toBytes(std::vector<unsigned>{0, 3}),
                                toBytes(std::vector<unsigned>(128))};
  ASSERT_EQ(runKernel(Source, Buffers, 128, 64), "");
  EXPECT_EQ(fromBytes<unsigned>(Buffers[0]), (std::vector<unsigned>{128 % 10, 5}));
  std::vector<unsigned> Seen = fromBytes<unsigned>(Buffers[1]);
  EXPECT_EQ(std::accumulate(Seen.begin(), Seen.end(), 0u), 12 * 45u + (0 + 7) * 8 / 2);
}

TEST(Atomics, SixtyFourBits) {
  std::string Source = "#include \"atomic_int64.clh\"\n"
                       "__kernel void test(__global ulong *v, __global long *m) {\n"
                       "  atom_add(v, 0x100000000UL);\n"
                       "  atom_min(m, -(long)get_global_id(0) - 0x100000000L);\n}\n";
  std::vector<Bytes> Buffers = {toBytes(std::vector<uint64_t>{5}),
                                toBytes(std::vector<int64_t>{5})};
  ASSERT_EQ(runKernel(Source, Buffers, 256, 64), "");
  EXPECT_EQ(fromBytes<uint64_t>(Buffers[0])[0], 0x10000000005u);
  EXPECT_EQ(fromBytes<int64_t>(Buffers[1])[0], -255 - 0x100000000L);
}

TEST(Barriers, CountAndOr) {
  std::string Source = "#include \"barrier_vote.clh\"\n"
                       "__kernel void test(__global int *out) {\n"
                       "  __local int scratch;\n  int i = get_local_id(0), g = get_group_id(0);\n"
                       "  int count = clrt_barrier_count(i < 10 * g, &scratch);\n"
                       "  int all = clrt_barrier_and(g == 1, &scratch);\n"
                       "  int any = clrt_barrier_or(i == 63 && g == 2, &scratch);\n"
                       "  out[get_global_id(0)] = count * 100 + all * 10 + any;\n}\n";
  std::vector<Bytes> Buffers = {toBytes(std::vector<int>(256))};
  ASSERT_EQ(runKernel(Source, Buffers, 256, 64), "");
  std::vector<int> Out = fromBytes<int>(Buffers[0]);
  for (int I = 0; I < 256; ++I)
    EXPECT_EQ(Out[I], I / 64 * 1000 + (I / 64 == 1) * 10 + (I / 64 == 2)) << I;
}

TEST(Memory, CopyAndSet) {
  std::string Source = "#include \"memory.clh\"\n"
                       "__kernel void test(__global uint *v) {\n"
                       "  uint p[2] = {1, 2};\n"
                       "  clrt_memcpy_gp(v, p, sizeof p);\n"
                       "  clrt_memset_g(v + 2, 0xab, 3);\n}\n";
  std::vector<Bytes> Buffers = {toBytes(std::vector<unsigned>(3))};
  ASSERT_EQ(runKernel(Source, Buffers, 1, 1), "");
  EXPECT_EQ(fromBytes<unsigned>(Buffers[0]), (std::vector<unsigned>{1, 2, 0xababab}));
}

TEST(Vectors, SizesAndAlignments) {
  std::string Structs, Checks;
  unsigned Number = 0;
  for (const auto &V : cu2cl::catalog::vectorTypes()) {
    std::string Id = std::to_string(Number++);
    Structs += "typedef struct { char c; " + V.OpenCl.str() + " v; } s" + Id + ";\n";
    Checks += "  out[" + Id + "] = sizeof(" + V.OpenCl.str() + ") * 1000 + __builtin_offsetof(s" +
              Id + ", v);\n";
  }
  std::vector<Bytes> Buffers = {toBytes(std::vector<int>(Number))};
  ASSERT_EQ(runKernel("#include \"vector_types.clh\"\n" + Structs +
                          "__kernel void test(__global int *out) {\n" + Checks + "}\n",
                      Buffers, 1, 1),
            "");
  std::vector<int> Out = fromBytes<int>(Buffers[0]);
  for (unsigned I = 0; I != Number; ++I) {
    const auto &V = cu2cl::catalog::vectorTypes()[I];
    EXPECT_EQ(Out[I], int(V.Size * 1000 + V.Align)) << V.Cuda.str();
  }
}

} // namespace
