// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Our declarations against the real toolkit's, where one is installed.

#include "catalog/Catalog.h"
#include "command.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace cu2cl::catalog;

namespace {

std::string toolkitFolder() {
  const char *Named = std::getenv("CUDA_HOME");
  std::string Folder = Named ? Named : "/usr/local/cuda";
  return llvm::sys::fs::exists(Folder + "/include/cuda_runtime_api.h") ? Folder : "";
}

/// Preprocessed declarations of the toolkit, as one text without line breaks.
std::string declarations(const std::string &Folder,
                         const std::string &Header = "cuda_runtime_api.h") {
  CommandResult R = runOnText(
      {CU2CL_TEST_CLANG, "-E", "-P", "-x", "c", "-I", Folder + "/include", "-o", "-", "@"},
      "#include <" + Header + ">\n", "c");
  return R.Status == 0 ? R.Output : "";
}

// A function of the toolkit's header that we declare with another number of parameters would change
// how programs parse.
TEST(Toolkit, PrototypesAgree) {
  std::string Folder = toolkitFolder();
  if (Folder.empty())
    GTEST_SKIP() << "no CUDA toolkit (CUDA_HOME, /usr/local/cuda)";
  std::string Text = declarations(Folder);
  ASSERT_FALSE(Text.empty());
  unsigned Compared = 0;
  for (const HostFunction &F : hostFunctions()) {
    size_t At = Text.find(" " + F.Cuda.str() + "(");
    if (F.Family != "RuntimeApi" || At == std::string::npos)
      continue;
    ++Compared;
    size_t Open = Text.find('(', At), Close = Text.find(");", Open);
    llvm::StringRef Theirs(&Text[Open + 1], Close - Open - 1);
    // Changed from one version of the toolkit to the next; ours is the older form.
    if (F.Cuda == "cudaMemPrefetchAsync" || F.Cuda == "cudaMemAdvise" ||
        F.Cuda == "cudaStreamGetCaptureInfo" || F.Cuda == "cudaStreamUpdateCaptureDependencies" ||
        F.Cuda == "cudaGraphGetEdges" || F.Cuda == "cudaGraphNodeGetDependencies" ||
        F.Cuda == "cudaGraphNodeGetDependentNodes" || F.Cuda == "cudaGraphAddDependencies" ||
        F.Cuda == "cudaGraphRemoveDependencies" || F.Cuda == "cudaGraphAddNode")
      continue;
    EXPECT_EQ(Theirs.count(','), F.Parameters.count(',')) << F.prototype() << "\n" << Theirs.str();
  }
  EXPECT_GT(Compared, 90u);
}

// The driver API: each function of the toolkit has a row, and those of clrt take what theirs take.
TEST(Toolkit, DriverFunctionsHaveRows) {
  std::string Folder = toolkitFolder();
  if (Folder.empty())
    GTEST_SKIP() << "no CUDA toolkit (CUDA_HOME, /usr/local/cuda)";
  std::string Text = declarations(Folder, "cuda.h");
  unsigned Compared = 0;
  for (size_t At = 0; (At = Text.find("CUresult cu", At)) != std::string::npos;) {
    At += std::string("CUresult ").size();
    size_t Open = Text.find('(', At), Close = Text.find(");", Open);
    llvm::StringRef Name(&Text[At], Open - At), Theirs(&Text[Open + 1], Close - Open - 1);
    const HostFunction *F = findHostFunction(Name);
    // Programs meet the later versions of a function by its own name, which is a macro in cuda.h.
    if (!F && Name.size() > 3 && Name.drop_back().ends_with("_v"))
      F = findHostFunction(Name.drop_back(3));
    EXPECT_TRUE(F) << Name.str();
    if (!F || F->Parameters == "(...)")
      continue;
    ++Compared;
    EXPECT_EQ(Theirs.count(','), F->Parameters.count(',')) << F->prototype() << "\n"
                                                           << Theirs.str();
  }
  EXPECT_GT(Compared, 90u);
}

// Values of enumerators, checked by the compiler.
TEST(Toolkit, EnumeratorsAgree) {
  std::string Folder = toolkitFolder();
  if (Folder.empty())
    GTEST_SKIP() << "no CUDA toolkit (CUDA_HOME, /usr/local/cuda)";
  std::string Text = declarations(Folder);
  std::string Source = "#include <cuda_runtime_api.h>\n";
  for (const HostName &N : hostNames())
    if (N.Kind == NameKind::Enumerator && Text.find(" " + N.Cuda.str() + " =") != std::string::npos)
      Source += "_Static_assert((int)" + N.Cuda.str() + " == (int)" + N.Value.str() + ", \"" +
                N.Cuda.str() + "\");\n";
  ASSERT_GT(Source.size(), 5000u);
  CommandResult R = runOnText(
      {CU2CL_TEST_CLANG, "-x", "c", "-fsyntax-only", "-I", Folder + "/include", "@"}, Source, "c");
  EXPECT_EQ(R.Status, 0) << R.Output;
}

} // namespace
