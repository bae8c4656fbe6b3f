// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each tests/host/*.cu says in its comments what its host code becomes:
//   // HOST: text       the output has this line (or part of one), behind the one before
//   // HOST-NOT: text   the output has it nowhere
//   // HANDLES: text    the header of kernel handles has it
//   // DIAG: number     this diagnostic is reported; errors and approximations not named here fail
// Output without an expected error must compile as C++11 against clrt's headers, handles included.

#include "analysis/spaces/AddressSpaces.h"
#include "analysis/spaces/PointersInDeviceMemory.h"
#include "core/source/MacroUses.h"
#include "harness/Expectations.h"
#include "host/unit/HostRewriter.h"
#include "kernel/driver/DevicePrinter.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

namespace cu2cl {
namespace {

/// The output without the expectations, which are comments and stay in it.
std::string withoutExpectations(llvm::StringRef Text) {
  std::string Bare;
  while (!Text.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.substr(0, std::min(Line.find("// HOST"), Line.find("// HANDLES:")));
    Bare += Line.substr(0, Line.find("// DIAG:")).str() + "\n";
  }
  return Bare;
}

struct Output {
  std::string Host, Handles;
  std::multiset<unsigned> Reported;
  std::string Messages;
  bool AnyError = false;
};

Output translate(const std::string &File) {
  CompileCommand Command;
  Command.File = File;
  Command.Directory = CU2CL_TEST_FOLDER;
  Command.Flags = {"-std=c++11"};
  ParsedUnit Unit = parseUnit(Command, FrontendOptions());
  for (const FrontendMessage &M : Unit.Host->Messages)
    ADD_FAILURE() << M.File << ":" << M.Line << ": " << M.Text;
  DiagnosticSink Sink, Ignored;
  std::vector<UnitPointerConstraints> Facts;
  Facts.push_back(collectPointerConstraints(*Unit.Host));
  std::unique_ptr<AddressSpaceMap> Spaces = inferAddressSpaces(*Unit.Device);
  Facts.push_back(collectPointersInDeviceMemory(*Spaces, *Unit.Device));
  PointerRepresentations Pointers = linkPointers(Facts);
  DeviceText Device = printDevice(*Unit.Device, *Spaces, KernelDecisions(), Ignored);
  KernelTable Table;
  std::vector<const KernelInterface *> Kernels;
  std::vector<KernelInterface *> Named;
  for (KernelInterface &K : Device.Kernels) {
    Table.emplace(K.Usr, &K);
    Kernels.push_back(&K);
    Named.push_back(&K);
  }
  HostContext Context;
  Context.Values = collectKernelValues(*Unit.Host);
  nameValues(Named, Context.Values);
  Context.IsProjectFile = [&](const std::string &Path) { return Path == File; };
  Context.HandlesInclude = [](const std::string &, const std::string &, bool) {
    return "test_kernels.hpp";
  };
  Context.Facts = collectHostFacts(Unit, Context.IsProjectFile);
  EditSet Edits;
  rewriteHost(Unit, Pointers, Table, Context, Edits, Sink);
  std::string Text = (*llvm::MemoryBuffer::getFile(File))->getBuffer().str();
  writeOutMacroUses(Edits, [&](const std::string &) { return Text; });
  reportConflicts(Edits, [&](const std::string &) { return Text; }, Sink);
  Output Out;
  Out.Host = Edits.apply(File, Text);
  Out.Handles = printHandles("test.cl", "test_cl", Kernels);
  for (const Diagnostic &D : Sink.all()) {
    Out.AnyError |= D.severity() == Severity::Error;
    Out.Reported.insert(D.Number);
    Out.Messages += std::to_string(D.Where.Line) + ": " + D.text() + "\n";
  }
  return Out;
}

bool compiles(const Output &Out) {
  return clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<clang::SyntaxOnlyAction>(), Out.Host,
      {"-std=c++11", "-Wall", "-Werror", "-Wno-unused", "-resource-dir", CU2CL_TEST_RESOURCE_DIR,
       "-I", CU2CL_TEST_SOURCE_ROOT "/clrt/include", "-DCL_TARGET_OPENCL_VERSION=120"},
      "test.cpp", "host_test", std::make_shared<clang::PCHContainerOperations>(),
      {{"test_kernels.hpp", Out.Handles}});
}

class HostTest : public testing::TestWithParam<std::string> {};

TEST_P(HostTest, RewritesAndCompiles) {
  auto Buffer = llvm::MemoryBuffer::getFile(GetParam());
  ASSERT_TRUE(Buffer);
  Expectations Expected = expectationsOf((*Buffer)->getBuffer(), {"HOST", "HOST-NOT", "HANDLES"});
  Output Out = translate(GetParam());
  EXPECT_EQ(Out.Reported, Expected.Diagnostics) << Out.Messages;
  std::string Bare = withoutExpectations(Out.Host);
  size_t At = 0;
  for (const std::string &Wanted : Expected.Texts["HOST"]) {
    size_t Found = Bare.find(Wanted, At);
    EXPECT_NE(Found, std::string::npos) << "missing: " << Wanted;
    if (Found != std::string::npos)
      At = Found + Wanted.size();
  }
  for (const std::string &Unwanted : Expected.Texts["HOST-NOT"])
    EXPECT_EQ(Bare.find(Unwanted), std::string::npos) << "unwanted: " << Unwanted;
  for (const std::string &Wanted : Expected.Texts["HANDLES"])
    EXPECT_NE(Out.Handles.find(Wanted), std::string::npos) << "missing: " << Wanted;
  if (!Out.AnyError) {
    EXPECT_TRUE(compiles(Out));
  }
  if (HasFailure())
    ADD_FAILURE() << Out.Host << Out.Handles;
}

std::vector<std::string> inputs() {
  std::vector<std::string> Files;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(CU2CL_TEST_FOLDER, Error), End; It != End && !Error;
       It.increment(Error))
    if (llvm::sys::path::extension(It->path()) == ".cu")
      Files.push_back(It->path());
  std::sort(Files.begin(), Files.end());
  return Files;
}

INSTANTIATE_TEST_SUITE_P(Files, HostTest, testing::ValuesIn(inputs()),
                         [](const testing::TestParamInfo<std::string> &Info) {
                           return llvm::sys::path::stem(Info.param).str();
                         });

} // namespace
} // namespace cu2cl
