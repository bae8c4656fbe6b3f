// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel_texts.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace clrt_impl;

namespace {

std::string names(const std::string &source) {
  std::string all;
  for (const KernelText &k : kernel_texts(source))
    all += (all.empty() ? "" : " ") + k.name + (k.separable ? "" : "!");
  return all;
}

std::string alone(const std::string &source, const char *name) {
  return with_one_kernel(source, kernel_texts(source), name);
}

long lines(const std::string &text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(KernelTexts, FindsKernels) {
  EXPECT_EQ("a b c d",
            names("__kernel void a(int x) { if (x) { x = 1; } }\n"
                  "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void b(void) {}\n"
                  "__kernel\nvoid __attribute__((vec_type_hint(float4)))\nc(__global int *p) {}\n"
                  "int helper(int x) { return x; }\n__kernel void d() {}"));
}

TEST(KernelTexts, FindsInstancesOfMacros) {
  EXPECT_EQ("sum_int sum_float plain",
            names("#define SUM(NAME, T) void NAME(__global T *p) { \\\n    *p += 1; }\n"
                  "__kernel SUM(sum_int, int)\n"
                  "__kernel __attribute__((reqd_work_group_size(64, 1, 1))) SUM(sum_float, float)\n"
                  "__kernel void plain() {}\n"));
}

TEST(KernelTexts, IgnoresWhatOnlyLooksLikeOne) {
  EXPECT_EQ("real", names("// __kernel void a() {}\n/* __kernel void b() {\n */\n"
                          "#define C __kernel void c() { \\\n }\n"
                          "__constant char text[] = \"__kernel void d() {\";\n"
                          "__kernel void real(int x);\n" // a declaration
                          "__constant float kernel_of[1] = {'}'};\n"
                          "__kernel void real(int x) { char c = '{'; /* } */ // }\n }\n"));
  EXPECT_EQ("", names(""));
  EXPECT_EQ("a", names("__kernel void a() {}\n__kernel void b() {"));
  EXPECT_EQ("", names("__kernel"));
  EXPECT_EQ("", names("__kernel void a("));
  EXPECT_EQ("", names("__kernel MACRO"));
}

TEST(KernelTexts, KeepsLinesAndDirectives) {
  const std::string source = "#define N 4\n"
                             "__kernel void a(__global int *p) {\n"
                             "#define M 5 // for all that follow\n"
                             "#if N == 4\n"
                             "  for (int i = 0; i < N; ++i) {\n"
                             "#else\n"
                             "  for (int i = 0; i < 2; ++i) {\n"
                             "#endif\n"
                             "    p[i] = M;\n"
                             "  }\n"
                             "}\n"
                             "__kernel void b(__global int *p) { *p = M; }\n";
  EXPECT_EQ("a b", names(source));
  EXPECT_EQ(
      "#define N 4\n\n#define M 5 // for all that follow\n#if N == 4\n\n#else\n\n#endif\n\n\n\n"
      "__kernel void b(__global int *p) { *p = M; }\n",
      alone(source, "b"));
  const std::string without_b = alone(source, "a");
  EXPECT_EQ(lines(source), lines(without_b));
  EXPECT_EQ(std::string::npos, without_b.find("void b"));
  EXPECT_EQ(source.substr(0, source.find("__kernel void b")) + "\n", without_b);
}

TEST(KernelTexts, LeavesWhatConditionsCut) {
  const std::string source = "#ifdef FAST\n"
                             "__kernel void a(int x) {\n"
                             "#else\n"
                             "__kernel void a(int x, int y) {\n"
                             "#endif\n"
                             "}\n"
                             "#if 1\n"
                             "__kernel void b() {}\n"
                             "#endif\n"
                             "__kernel void c() {}\n";
  const std::string only_c = alone(source, "c");
  EXPECT_NE(std::string::npos, only_c.find("void a(int x, int y)"));
  EXPECT_EQ(std::string::npos, only_c.find("void b"));
  EXPECT_NE(std::string::npos, only_c.find("#if 1\n\n#endif\n"));
}

TEST(KernelTexts, KeepsBothOfOneName) {
  const std::string source = "#ifdef FAST\n__kernel void a(int x) { x = 1; }\n#else\n"
                             "__kernel void a(int x) {}\n#endif\n__kernel void b() {}\n";
  EXPECT_EQ("a a b", names(source));
  EXPECT_EQ(source.substr(0, source.find("__kernel void b")) + "\n", alone(source, "a"));
  EXPECT_EQ(source, alone(source, "none"));
}

} // namespace
