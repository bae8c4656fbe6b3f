// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Printing reads the plan of a function and changes nothing: printed twice by one plan, every
// function of tests/run has the same text, and needs the same. KernelTest asks this of
// tests/kernel.

#include "kernel/Repeat.h"
#include "analysis/spaces/AddressSpaces.h"
#include "core/report/Diagnostics.h"
#include "frontend/ParsedUnit.h"
#include "kernel/driver/FunctionText.h"
#include "kernel/driver/KernelRules.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

namespace cu2cl {
namespace {

/// The pieces of \p Text, so that tokens and text of ours differ.
std::string piecesOf(const Fragment &Text) {
  std::string Out;
  for (const Fragment::Piece &Piece : Text.pieces())
    Out += Piece.isTokens()
               ? "[" + std::to_string(Piece.Begin) + "," + std::to_string(Piece.End) + ")"
               : "'" + Piece.Text + "'";
  return Out;
}

std::string printOnce(DeviceUnit &Unit, const FunctionClone &V, const KernelPlan &Plan) {
  KernelPrinter P(Unit, V, Plan);
  std::string Out = piecesOf(printFunction(P).Text);
  for (unsigned Callee : P.findings().Callees)
    Out += " " + std::to_string(Callee);
  for (const std::string &Helper : P.findings().Helpers)
    Out += " " + Helper;
  return Out + " " + std::to_string(P.findings().Needed.size());
}

} // namespace

void expectSameAgain(const ParsedSide &Device, const AddressSpaceMap &Spaces) {
  DiagnosticSink Sink;
  KernelDecisions Decisions;
  DeviceUnit Unit(Device, Spaces, Decisions, kernelRules(), Sink);
  for (const FunctionClone &V : Spaces.versions()) {
    const KernelPlan Plan = planKernel(Unit, V);
    std::string First = printOnce(Unit, V, Plan);
    EXPECT_EQ(First, printOnce(Unit, V, Plan)) << Unit.TheNames.function(V);
  }
}

namespace {

class RepeatTest : public testing::TestWithParam<std::string> {};

TEST_P(RepeatTest, PrintsTheSame) {
  CompileCommand Command;
  Command.File = GetParam();
  Command.Directory = llvm::sys::path::parent_path(Command.File).str();
  Command.Flags = {"-std=c++17"};
  std::unique_ptr<ParsedSide> Device = parseSide(Command, Side::Device, FrontendOptions());
  ASSERT_TRUE(Device);
  expectSameAgain(*Device, *inferAddressSpaces(*Device));
}

std::vector<std::string> sources() {
  std::vector<std::string> Files;
  if (std::getenv("CU2CL_TEST_INPUT")) // KernelTest has it
    return Files;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(CU2CL_TEST_SOURCE_ROOT "/tests/run", Error), End;
       It != End && !Error; It.increment(Error))
    if (llvm::sys::path::extension(It->path()) == ".cu")
      Files.push_back(It->path());
  std::sort(Files.begin(), Files.end());
  if (!LLVM_ADDRESS_SANITIZER_BUILD)
    return Files;
  // Five times slower there, and the build without sanitizers takes all of them: every twelfth.
  std::vector<std::string> Some;
  for (size_t I = 0; I < Files.size(); I += 12)
    Some.push_back(Files[I]);
  return Some;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RepeatTest);
INSTANTIATE_TEST_SUITE_P(Files, RepeatTest, testing::ValuesIn(sources()),
                         [](const testing::TestParamInfo<std::string> &Info) {
                           std::string Name = "run_";
                           for (char C : llvm::sys::path::stem(Info.param))
                             Name += isalnum(C) ? C : '_';
                           return Name;
                         });

} // namespace
} // namespace cu2cl
