// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every device row compiles as OpenCL C 1.2, with every address space, and has the type it says.

#include "command.h"
#include "kernel_runner.h"
#include <gtest/gtest.h>
#include <set>

using namespace cu2cl::catalog;
using llvm::StringRef;

namespace {

const char *spaceName(char Letter) {
  switch (Letter) {
  case 'g':
    return "__global ";
  case 'l':
    return "__local ";
  case 'c':
    return "__constant ";
  default:
    return "__private ";
  }
}

/// The letters that make sense for a parameter; '-' if it is no pointer.
std::string spacesFor(const DeviceFunction &F, StringRef Type) {
  if (!Type.ends_with("*"))
    return "-";
  if (Type == "const char *")
    return "c";
  if (F.Family == "DeviceAtomics" || F.Cuda.starts_with("atomic"))
    return "gl";
  if (F.Family == "DevicePtx") // a variable of the translator's
    return "p";
  return Type.starts_with("const ") ? "glpc" : "glp";
}

std::vector<std::string> combinations(const DeviceFunction &F) {
  std::vector<std::string> All = {""};
  for (StringRef Type : F.parameterTypes()) {
    std::vector<std::string> Next;
    for (const std::string &Begin : All)
      for (char C : spacesFor(F, Type))
        Next.push_back(Begin + C);
    All = Next;
  }
  return All;
}

std::string parameter(StringRef Type, char Space, const std::string &Name) {
  if (!Type.consume_back("*"))
    return openClType(Type) + " " + Name;
  bool IsConst = Type.consume_front("const ");
  // In memory a bool is a byte.
  return std::string(spaceName(Space)) + (IsConst && Space != 'c' ? "const " : "") +
         (Type.trim() == "bool" ? "uchar" : openClType(Type.trim())) + " *" + Name;
}

/// A function whose body is the row's text. A pointer to a value of the text's type must be one to
/// the stated type.
std::string testFunction(const DeviceFunction &F, const std::string &Spaces, unsigned Number) {
  std::vector<std::string> Names;
  std::string List = "__local int *scratch, __local ulong *warp, __global int *fault";
  auto Types = F.parameterTypes();
  for (size_t I = 0; I < Types.size(); ++I) {
    Names.push_back("a" + std::to_string(I));
    List += ", " + parameter(Types[I], Spaces[I], Names.back());
  }
  std::string Text = expand(F.Text, Names, Spaces);
  std::string Result = openClType(F.Result);
  std::string Head = "// " + F.prototype() + "\n";
  if (F.Result == "void" || F.Result == "T" || F.Result.ends_with("*"))
    return Head + "void f" + std::to_string(Number) + "(" + List + ") { " + Text + "; }\n";
  return Head + Result + " f" + std::to_string(Number) + "(" + List + ") {\n  __typeof__(" + Text +
         ") value = " + Text + ";\n  " + Result + " *same = &value;\n  return *same;\n}\n";
}

TEST(Rows, EveryDeviceRowCompiles) {
  std::set<std::string> Helpers;
  std::string Functions;
  unsigned Number = 0;
  for (const DeviceFunction &F : deviceFunctions()) {
    if (F.Text.empty() || F.Text.contains("$T")) // EveryTextureRowCompiles
      continue;
    if (!F.Helper.empty())
      Helpers.insert(F.Helper.str());
    for (const std::string &Spaces : combinations(F))
      Functions += testFunction(F, Spaces, Number++);
  }
  ASSERT_GT(Number, 500u);
  std::string Source;
  for (const std::string &Helper : Helpers)
    Source += "#include \"" + Helper + ".clh\"\n";
  if (!Helpers.count("vector_types"))
    Source += "#include \"vector_types.clh\"\n";
  CommandResult R = runOnText({CU2CL_TEST_CLANG, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64",
                               "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Wall",
                               "-Wno-unused-function", "-Wno-unused-value", "-Werror",
                               "-ferror-limit=20", "-I", CU2CL_TEST_SOURCE "/clrt/device", "@"},
                              Source + Functions, "cl");
  EXPECT_EQ(R.Status, 0) << R.Output;
}

// What textures give is named by type, in all types that texels have.
TEST(Rows, EveryTextureRowCompiles) {
  std::string Source = "#include \"vector_types.clh\"\n#include \"surfaces.clh\"\n";
  unsigned Number = 0;
  for (const DeviceFunction &F : deviceFunctions()) {
    if (!F.Text.contains("$T"))
      continue;
    StringRef Digits = F.Cuda.drop_until([](char C) { return C >= '1' && C <= '3'; });
    bool IsSurface = F.Cuda.starts_with("surf");
    unsigned Count = F.Cuda == "tex1Dfetch" ? 1 : Digits.empty() ? 3 : Digits.front() - '0';
    std::vector<std::string> Arguments = {"t"};
    Arguments.insert(Arguments.end(), Count, IsSurface ? "layer" : "x");
    if (F.Cuda.contains("Layered"))
      Arguments.push_back("layer");
    if (F.Cuda.ends_with("Lod") || F.Cuda == "tex2Dgather")
      Arguments.push_back("0"); // the level, the component
    if (IsSurface)
      Arguments.push_back("CLRT_BOUNDARY_MODE_TRAP");
    if (F.Result == "void")
      Arguments.insert(Arguments.begin(), "v");
    for (const char *Channel : {"char", "uchar", "short", "ushort", "int", "uint", "float"})
      for (const char *Width : {"", "1", "2", "4"}) {
        std::string Type = (*Width == '1' ? "clrt_" : "") + std::string(Channel) + Width;
        std::string Text = F.Text.str();
        Text.replace(Text.find("$T"), 2, Type);
        std::string Call = expand(Text, Arguments, "");
        Source += Type + " f" + std::to_string(Number++) + "(clrt_texture t, " + Type +
                  " v, float x, int layer, __global int *fault) { " +
                  (F.Result == "void" ? Call + "; return v" : "return " + Call) + "; }\n";
      }
  }
  ASSERT_GT(Number, 100u);
  CommandResult R = runOnText({CU2CL_TEST_CLANG, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64",
                               "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Wall",
                               "-Werror", "-I", CU2CL_TEST_SOURCE "/clrt/device", "@"},
                              Source, "cl");
  EXPECT_EQ(R.Status, 0) << R.Output;
}

// The tests above must be able to fail.
TEST(Rows, WrongTypesAreFound) {
  DeviceFunction Wrong = *findDeviceFunction("__popc", {"unsigned int"});
  Wrong.Text = "popcount($0)"; // uint, not int
  CommandResult R =
      runOnText({CU2CL_TEST_CLANG, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64", "-Xclang",
                 "-finclude-default-header", "-fsyntax-only", "-Wall", "-Werror", "@"},
                testFunction(Wrong, "-", 0), "cl");
  EXPECT_NE(R.Status, 0);
}

TEST(Rows, EveryHelperCompilesAlone) {
  std::set<std::string> Helpers;
  for (const DeviceFunction &F : deviceFunctions())
    if (!F.Helper.empty())
      Helpers.insert(F.Helper.str());
  for (const std::string &Helper : Helpers) {
    CommandResult R =
        runOnText({CU2CL_TEST_CLANG, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64", "-Xclang",
                   "-finclude-default-header", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                   "-Wno-unused-function", "-I", CU2CL_TEST_SOURCE "/clrt/device", "@"},
                  "#include \"" + Helper + ".clh\"\n__kernel void k(void) {}\n", "cl");
    EXPECT_EQ(R.Status, 0) << Helper << "\n" << R.Output;
  }
}

// What only other vendors' compilers choose: NVIDIA's instructions, the float atomics of
// OpenCL 3.0, and AMD's target.
TEST(Rows, VendorPathsCompile) {
  std::string Source = R"(
#include "atomic_float.clh"
#include "atomic_double.clh"
#include "clock.clh"
__kernel void k(__global float *a, __global double *d, __global long *t) {
  __local float s;
  __local double ds;
  clrt_atomic_add_float_l(&s, 1.0f);
  clrt_atomic_add_double_l(&ds, 1.0);
  a[1] = clrt_atomic_add_float_g(a, s);
  clrt_atomic_add_double_g(d, ds);
  t[0] = clrt_clock();
}
)";
  using List = std::vector<std::string>;
  for (const List &Options :
       {List{"-cl-std=CL1.2", "-target", "nvptx64-nvidia-nvcl", "-D__NV_CL_C_VERSION=120"},
        List{"-cl-std=CL3.0", "-target", "spir64", "-Dcl_ext_float_atomics",
             "-D__opencl_c_ext_fp32_global_atomic_add=1",
             "-D__opencl_c_ext_fp32_local_atomic_add=1"},
        List{"-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa", "-nogpulib"}}) {
    List Arguments = {CU2CL_TEST_CLANG,
                      "-x",
                      "cl",
                      "-Xclang",
                      "-finclude-default-header",
                      "-fsyntax-only",
                      "-I",
                      CU2CL_TEST_SOURCE "/clrt/device"};
    Arguments.insert(Arguments.end(), Options.begin(), Options.end());
    Arguments.push_back("@");
    CommandResult R = runOnText(Arguments, Source, "cl");
    EXPECT_EQ(R.Status, 0) << R.Output;
  }
}

} // namespace
