// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each tests/kernel/*.cu says in its comments what its device code becomes:
//   // CL: text       the output has this text, behind the one before (spaces count as one)
//   // CL-NOT: text   the output has it nowhere
//   // DIAG: number   this diagnostic is reported; errors and approximations not named here fail
// The output of every file without an expected error must compile as OpenCL C 1.2 without a
// warning.

#include "analysis/spaces/AddressSpaces.h"
#include "core/report/Diagnostics.h"
#include "core/source/FragmentRenderer.h"
#include "frontend/ParsedUnit.h"
#include "harness/Expectations.h"
#include "kernel/Repeat.h"
#include "kernel/driver/DevicePrinter.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

namespace cu2cl {
namespace {

std::string oneSpace(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text.trim())
    if (!isspace(C))
      Out += C;
    else if (!Out.empty() && Out.back() != ' ')
      Out += ' ';
  return Out;
}

/// The program of one unit as a user would get it.
std::string programOf(const ParsedSide &Device, const DeviceText &Text) {
  ExpansionIndex Index(Device);
  MacroPlan Plan;
  for (const DeviceDefinition &Item : Text.Items)
    Plan.observe(Index, Item.Text);
  KeptConditionals Kept(Device);
  FragmentRenderer Renderer(Index, Plan, Kept);
  std::string Body;
  std::set<std::string> Stems, Extensions;
  for (const DeviceDefinition &Item : Text.Items) {
    Body += Renderer.render(Item.Text) + "\n\n";
    Stems.insert(Item.HelperStems.begin(), Item.HelperStems.end());
    Extensions.insert(Item.Extensions.begin(), Item.Extensions.end());
  }
  std::string Out;
  for (const std::string &Name : Extensions)
    Out += "#pragma OPENCL EXTENSION " + Name + " : enable\n";
  for (const std::string &Stem : Stems)
    Out += "#include \"clrt/device/" + Stem + ".clh\"\n";
  for (const clang::MacroInfo *Info : Renderer.usedMacros())
    Out += Renderer.definition(Info) + "\n";
  return Out + Body;
}

bool compiles(const std::string &Program) {
  return clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<clang::SyntaxOnlyAction>(), Program,
      {"-xcl", "-cl-std=CL1.2", "-DCLRT_MASKED_WARPS", "-DCLRT_CONCURRENT_GROUPS", "-Xclang",
       "-finclude-default-header", "-Wall", "-Werror",
       // Words like `not` and constants, for which the assembly adds these to a file.
       "-include", CU2CL_TEST_SOURCE_ROOT "/clrt/device/operator_names.clh", "-include",
       CU2CL_TEST_SOURCE_ROOT "/clrt/device/constants.clh",
       // "};" of ours.
       "-Wextra-semi-stmt", "-Wno-unused-variable", "-Wno-unused-but-set-variable",
       "-Wno-unused-function",
       // Clang counts a __local variable as uninitialised.
       "-Wno-sometimes-uninitialized", "-resource-dir", CU2CL_TEST_RESOURCE_DIR, "-I",
       CU2CL_TEST_SOURCE_ROOT},
      "test.cl");
}

class KernelTest : public testing::TestWithParam<std::string> {};

TEST_P(KernelTest, PrintsAndCompiles) {
  std::string File = GetParam();
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  ASSERT_TRUE(Buffer);
  Expectations Expected = expectationsOf((*Buffer)->getBuffer(), {"CL", "CL-NOT"});
  CompileCommand Command;
  Command.File = File;
  Command.Directory = CU2CL_TEST_FOLDER;
  bool IsNewer = (*Buffer)->getBuffer().starts_with("// -std=c++20");
  Command.Flags = {IsNewer ? "-std=c++20" : "-std=c++17"};
  FrontendOptions Options;
  if (const char *Cuda = std::getenv("CU2CL_TEST_CUDA_PATH"))
    Options.CudaPath = Cuda;
  std::unique_ptr<ParsedSide> Device = parseSide(Command, Side::Device, Options);
  for (const FrontendMessage &M : Device->Messages)
    ASSERT_FALSE(M.IsError) << M.File << ":" << M.Line << ": " << M.Text;
  DiagnosticSink Sink;
  std::unique_ptr<AddressSpaceMap> Spaces = inferAddressSpaces(*Device);
  DeviceText Text = printDevice(*Device, *Spaces, KernelDecisions(), Sink);
  std::string Program = programOf(*Device, Text);
  std::multiset<unsigned> Reported;
  bool AnyError = false;
  for (const Diagnostic &D : Sink.all()) {
    AnyError |= D.severity() == Severity::Error;
    if (D.severity() != Severity::Note || Expected.Diagnostics.count(D.Number))
      Reported.insert(D.Number);
  }
  // What is shown is not repeated in messages.
  const bool IsShown = std::getenv("CU2CL_TEST_SHOW");
  if (IsShown)
    llvm::outs() << Program;
  llvm::outs().flush();
  const std::string Quoted = IsShown ? "" : "in:\n" + Program;
  EXPECT_EQ(Reported, Expected.Diagnostics) << Quoted;
  // The expectations are comments, which stay in the output.
  std::string Bare;
  for (llvm::StringRef Rest = Program; !Rest.empty();) {
    llvm::StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    Bare += Line.substr(0, Line.find("// CL")).str() + "\n";
  }
  std::string Flat = oneSpace(Bare);
  size_t At = 0;
  bool AnyMissing = false;
  for (const std::string &Spaced : Expected.Texts["CL"]) {
    std::string Wanted = oneSpace(Spaced);
    size_t Found = Flat.find(Wanted, At);
    bool IsAbove = Found == std::string::npos && Flat.find(Wanted) != std::string::npos;
    EXPECT_TRUE(Found != std::string::npos)
        << (IsAbove ? "only above the text of the line before: " : "missing: ") << Wanted
        << (AnyMissing ? "" : "\n" + Quoted);
    AnyMissing |= Found == std::string::npos;
    if (Found != std::string::npos)
      At = Found + Wanted.size();
  }
  for (const std::string &Unwanted : Expected.Texts["CL-NOT"])
    EXPECT_EQ(Flat.find(oneSpace(Unwanted)), std::string::npos) << "unwanted: " << Unwanted << "\n"
                                                                << Quoted;
  if (!AnyError) {
    EXPECT_TRUE(compiles(Program)) << Quoted;
  }
  expectSameAgain(*Device, *Spaces);
}

std::vector<std::string> inputs() {
  std::vector<std::string> Files;
  if (const char *One = std::getenv("CU2CL_TEST_INPUT")) {
    llvm::SmallString<128> Path(One);
    llvm::sys::fs::make_absolute(Path);
    return {Path.str().str()};
  }
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(CU2CL_TEST_FOLDER, Error), End; It != End && !Error;
       It.increment(Error))
    if (llvm::sys::path::extension(It->path()) == ".cu")
      Files.push_back(It->path());
  std::sort(Files.begin(), Files.end());
  return Files;
}

INSTANTIATE_TEST_SUITE_P(Files, KernelTest, testing::ValuesIn(inputs()),
                         [](const testing::TestParamInfo<std::string> &Info) {
                           std::string Name;
                           for (char C : llvm::sys::path::stem(Info.param))
                             Name += isalnum(C) ? C : '_';
                           return Name;
                         });

} // namespace
} // namespace cu2cl
