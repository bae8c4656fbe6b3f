// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "assembly/InstanceMacro.h"
#include "gtest/gtest.h"

namespace cu2cl {
namespace {

using Arguments = std::vector<std::pair<std::string, std::string>>;

struct Case {
  std::string Name, Text;
  Arguments Values;
};

std::optional<SharedBody> share(const std::vector<Case> &Cases, std::string Taken = "") {
  std::vector<InstanceText> Instances;
  for (const Case &C : Cases)
    Instances.push_back({C.Name, C.Text, C.Values});
  return shareBody(Instances, "scale", [&](llvm::StringRef Name) { return Name == Taken; });
}

TEST(InstanceMacro, KeepsParameterNamesAndKernelAttributes) {
  auto Body = share({{"scale_float_2",
                      "__kernel __attribute__((x(64)))\nvoid scale_float_2(float *p) {\n"
                      "#pragma unroll\n  p[2] *= one_float(2); // twice\n}",
                      {{"T", "float"}, {"N", "2"}}},
                     {"scale_int_4",
                      "__kernel void scale_int_4(int *p) {\n"
                      "#pragma unroll\n  p[4] *= one_int(4); // twice\n}",
                      {{"T", "int"}, {"N", "4"}}}});
  ASSERT_TRUE(Body);
  EXPECT_EQ(Body->Macro, "#define SCALE(NAME, T, N, ONE) \\\n"
                         "void NAME(T *p) { \\\n"
                         "_Pragma(\"unroll\") \\\n"
                         "  p[N] *= ONE(N); /* twice */ \\\n"
                         "}");
  EXPECT_EQ(Body->Lines[0],
            "__kernel __attribute__((x(64)))\nSCALE(scale_float_2, float, 2, one_float)");
  EXPECT_EQ(Body->Lines[1], "__kernel SCALE(scale_int_4, int, 4, one_int)");
}

TEST(InstanceMacro, PragmasMayDifferByWords) {
  auto Body =
      share({{"scale_2", "void scale_2(int *p) {\n#pragma unroll 2\n  *p = 2;\n}", {{"N", "2"}}},
             {"scale_4", "void scale_4(int *p) {\n#pragma unroll 4\n  *p = 4;\n}", {{"N", "4"}}}});
  ASSERT_TRUE(Body);
  EXPECT_EQ(Body->Macro, "#define PRAGMA(TEXT) _Pragma(#TEXT)\n"
                         "#define SCALE(NAME, N) \\\n"
                         "void NAME(int *p) { \\\n"
                         "PRAGMA(unroll N) \\\n"
                         "  *p = N; \\\n"
                         "}");
  EXPECT_EQ(Body->Lines[1], "SCALE(scale_4, 4)");
  EXPECT_FALSE(share({{"a", "void a() {\n#pragma unroll 2\n}", {}}, {"b", "void b() {\n}", {}}}));
}

TEST(InstanceMacro, LinesThatEndInTwoCharactersAreContinued) {
  auto Body = share({{"f_1", "int f_1() {\r\n  return 1; // one\r\n}", {{"N", "1"}}},
                     {"f_2", "int f_2() {\r\n  return 2; // one\r\n}", {{"N", "2"}}}});
  ASSERT_TRUE(Body);
  EXPECT_EQ(Body->Macro.find('\r'), std::string::npos) << Body->Macro;
  EXPECT_NE(Body->Macro.find("{ \\\n  return N; /* one */ \\\n}"), std::string::npos)
      << Body->Macro;
}

TEST(InstanceMacro, ParametersNeverTakeNamesOfTheBody) {
  auto Body = share({{"scale_a", "int scale_a(int T) { return SCALE + 1 + T; }", {{"T", "1"}}},
                     {"scale_b", "int scale_b(int T) { return SCALE + 2 + T; }", {{"T", "2"}}}});
  ASSERT_TRUE(Body);
  EXPECT_EQ(Body->Macro, "#define SCALE_INSTANCE(NAME, T_) \\\n"
                         "int NAME(int T) { return SCALE + T_ + T; }");
  EXPECT_TRUE(llvm::StringRef(share({{"a", "int a;", {}}, {"b", "int b;", {}}}, "SCALE")->Macro)
                  .starts_with("#define SCALE_INSTANCE("));
}

TEST(InstanceMacro, OnlyWordsMayDiffer) {
  EXPECT_FALSE(share(
      {{"a", "int a(int x) { return x + 1; }", {}}, {"b", "int b(int x) { return x - 1; }", {}}}));
  EXPECT_FALSE(
      share({{"a", "int a(void) { return 1; }", {}}, {"b", "int b(void) { return -1; }", {}}}));
  EXPECT_FALSE(
      share({{"a", "int a() {\n#if X\n#endif\n}", {}}, {"b", "int b() {\n#if X\n#endif\n}", {}}}));
  EXPECT_FALSE(share({{"a", "f(\"a\") a;", {}}, {"b", "f(\"b\") b;", {}}}));
  EXPECT_FALSE(share({{"a", "int a; // one", {}}, {"b", "int b; // two", {}}}));
}

} // namespace
} // namespace cu2cl
