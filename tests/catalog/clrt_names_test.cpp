// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every name that the catalog promises is declared by clrt, in C++ and in C.

#include "catalog/Catalog.h"
#include "command.h"
#include "llvm/ADT/StringRef.h"
#include <fstream>
#include <gtest/gtest.h>

using namespace cu2cl::catalog;

namespace {

/// The functions that keep CUDA's names: one use of each.
std::string useKept(bool Cxx) {
  std::string Source;
  for (const HostFunction &F : hostFunctions())
    if (F.Rule == HostRule::Keep || F.Rule == HostRule::Marker)
      Source +=
          Cxx ? "namespace kept { using ::" + F.Cuda.str() + "; }\n"
              : "void *kept_" + F.Cuda.str() + "(void) { return (void *)" + F.Cuda.str() + "; }\n";
  return Source;
}

/// One declaration for each type and constant.
std::string useNames(bool Cxx) {
  std::string Source;
  unsigned Number = 0;
  for (const HostName &N : hostNames()) {
    const bool IsTemplate = N.Cuda == "texture" || N.Cuda == "surface";
    const std::string Name = IsTemplate ? (Cxx ? N.Cxx + "<void, 1>" : "") : Cxx ? N.Cxx : N.C;
    if (Name.empty())
      continue;
    std::string Id = std::to_string(Number++);
    if (N.Kind != NameKind::Type)
      Source += "long long v" + Id + "(void) { return (long long)(" + Name + "); }\n";
    else if (Name.size() > 3 && Name.compare(Name.size() - 3, 3, "_st") == 0)
      Source += "extern struct " + Name + " *t" + Id + ";\n"; // known by its tag only
    else
      Source += "extern " + Name + " *t" + Id + ";\n";
  }
  return Source;
}

TEST(ClrtNames, Cxx) {
  std::string Source = "#include <clrt/clrt.hpp>\n#include <clrt/driver.h>\n#include "
                       "<clrt/nvml.h>\n#include <clrt/nvtx.h>\n";
  unsigned Number = 0;
  for (const HostFunction &F : hostFunctions())
    for (int Kind = 0; Kind <= 4 && !F.Cxx.empty(); ++Kind)
      Source += "namespace n" + std::to_string(Number++) + " { using " +
                copyFunction(F, CopyKind(Kind), true) + "; }\n";
  CommandResult R = runOnText({CU2CL_TEST_CLANG, "-x", "c++", "-std=c++11", "-fsyntax-only", "-I",
                               CU2CL_TEST_SOURCE "/clrt/include", "@"},
                              Source + useKept(true) + useNames(true), "cpp");
  EXPECT_EQ(R.Status, 0) << R.Output;
}

TEST(ClrtNames, C) {
  std::string Source = "#include <clrt/clrt.h>\n#include <clrt/driver.h>\n#include "
                       "<clrt/nvml.h>\n#include <clrt/nvtx.h>\n";
  unsigned Number = 0;
  for (const HostFunction &F : hostFunctions())
    for (int Kind = 0; Kind <= 4 && !F.C.empty(); ++Kind)
      Source += "void *p" + std::to_string(Number++) + "(void) { return (void *)" +
                copyFunction(F, CopyKind(Kind), false) + "; }\n";
  CommandResult R = runOnText(
      {CU2CL_TEST_CLANG, "-x", "c", "-fsyntax-only", "-I", CU2CL_TEST_SOURCE "/clrt/include", "@"},
      Source + useKept(false) + useNames(false), "c");
  EXPECT_EQ(R.Status, 0) << R.Output;
}

// A program may have a macro of any ordinary name, as `-Dtotal_bytes=4096`, before clrt's headers.
TEST(ClrtNames, NoMacroIsCaught) {
  std::ifstream Begin(CU2CL_TEST_SOURCE "/clrt/include/clrt/names_begin.h");
  std::string Macros, Line;
  unsigned Count = 0;
  while (std::getline(Begin, Line))
    if (llvm::StringRef(Line).starts_with("#undef ") && ++Count)
      Macros += "#define " + Line.substr(7) + " %\n";
  EXPECT_GT(Count, 1000u);
  const std::string Headers = "#include <clrt/clrt.h>\n#include <clrt/driver.h>\n#include "
                              "<clrt/nvml.h>\n#include <clrt/nvtx.h>\n";
  for (const char *Language : {"c", "c++"}) {
    std::string Source = Macros + Headers;
    if (llvm::StringRef(Language) == "c++")
      for (const char *Name : {"clrt", "driver", "cub", "cuda_atomic", "cuda_std"})
        Source += std::string("#include <clrt/") + Name + ".hpp>\n";
    // They are there again.
    Source +=
        "#define CU2CL_TEXT(x) #x\n#define CU2CL_SHOWN(x) CU2CL_TEXT(x)\n"
        "char cu2cl_shown[] = CU2CL_SHOWN(bytes) CU2CL_SHOWN(param_name) CU2CL_SHOWN(Param);\n"
        "char cu2cl_all[sizeof cu2cl_shown == 4 ? 1 : -1];\n";
    CommandResult R = runOnText({CU2CL_TEST_CLANG, "-x", Language, "-fsyntax-only", "-I",
                                 CU2CL_TEST_SOURCE "/clrt/include", "@"},
                                Source, Language[1] ? "cpp" : "c");
    EXPECT_EQ(R.Status, 0) << Language << "\n" << R.Output;
  }
}

} // namespace
