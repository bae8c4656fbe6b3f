// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/ClangCheck.h"
#include "frontend/HeaderErrors.h"
#include "frontend/SharedStart.h"
#include "frontend/UserBodies.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/Utils.h"

using namespace clang;

namespace cu2cl {

namespace {

class FindingCollector : public DiagnosticConsumer {
public:
  /// \p Root: of the output, which is not named.
  FindingCollector(std::vector<ClangFinding> &Into, const std::string &Root)
      : Into(Into), Root(Root) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level == DiagnosticsEngine::Note && !Into.empty())
      Headers.takeNote(Info, Into.back().File, Into.back().Line, Into.back().Column);
    if (Level < DiagnosticsEngine::Warning)
      return;
    Headers.forget();
    ClangFinding Finding;
    Finding.IsError = Level >= DiagnosticsEngine::Error;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    Finding.Text = std::string(Text);
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      const SourceManager &SM = Info.getSourceManager();
      PresumedLoc Loc = SM.getPresumedLoc(SM.getExpansionLoc(Info.getLocation()), false);
      if (Loc.isValid()) {
        Finding.File = Loc.getFilename();
        Finding.Line = Loc.getLine();
        Finding.Column = Loc.getColumn();
      }
    }
    if (Finding.IsError)
      Headers.takeError(Info, Finding.Text, Finding.File, Finding.Line, Finding.Column);
    if (size_t At = Finding.Text.find("(in " + Root + "/"); At != std::string::npos)
      Finding.Text.erase(At + 4, Root.size() + 1);
    Into.push_back(std::move(Finding));
  }

private:
  HeaderErrors Headers;
  std::vector<ClangFinding> &Into;
  std::string Root;
};

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withStart(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, const SharedStart &Start) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(startPath(), 0, llvm::MemoryBuffer::getMemBufferCopy(startText(Start)));
  Memory->addFile(startMainPath(), 0, llvm::MemoryBuffer::getMemBufferCopy(""));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Files));
  Overlay->pushOverlay(Memory);
  return Overlay;
}

} // namespace

std::vector<ClangFinding> checkWithClang(const std::vector<std::string> &Arguments,
                                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                                         const std::string &ProjectRoot,
                                         std::set<std::string> &Read, const SharedStart *Start) {
  std::vector<ClangFinding> Findings;
  CompilerInstance Compiler;
  Compiler.createDiagnostics(new FindingCollector(Findings, ProjectRoot), /*ShouldOwnClient=*/true);
  std::vector<const char *> Words = {
      "clang",         "-fsyntax-only",   "-ferror-limit=50", "-fno-spell-checking",
      "-resource-dir", CU2CL_RESOURCE_DIR};
  const std::string Main = startMainPath(), Included = startPath();
  for (const std::string &Argument : Arguments)
    Words.push_back(Argument.c_str());
  if (Start) {
    Words.back() = "-include";
    Words.insert(Words.end(), {Included.c_str(), Main.c_str()});
    Files = withStart(std::move(Files), *Start);
  }
  Words.push_back("-Wno-error"); // the project's -Werror is its own business
  CreateInvocationOptions Create;
  Create.VFS = Files;
  Create.Diags = &Compiler.getDiagnostics();
  std::shared_ptr<CompilerInvocation> Invocation = createInvocation(Words, Create);
  if (!Invocation) {
    if (Findings.empty())
      Findings.push_back({true, "", 0, 0, "Clang does not accept the options"});
    return Findings;
  }
  Invocation->getFrontendOpts().SkipFunctionBodies = true;
  Compiler.setInvocation(std::move(Invocation));
  ProcessWarningOptions(Compiler.getDiagnostics(), Compiler.getDiagnosticOpts(),
                        /*ReportDiags=*/false);
  Compiler.getDiagnostics().setErrorLimit(50);
  Compiler.getDiagnosticOpts().ShowCarets = false; // else "1 error generated." on the terminal
  Compiler.createFileManager(Files);
  UserBodiesAction Action(ProjectRoot, Start);
  Compiler.ExecuteAction(Action);
  if (Compiler.hasSourceManager()) {
    const SourceManager &SM = Compiler.getSourceManager();
    for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
      llvm::SmallString<256> Path(It->first.getName());
      Compiler.getFileManager().makeAbsolutePath(Path);
      if (Path != Main && Path != Included)
        Read.insert(std::string(Path));
    }
  }
  return Findings;
}

} // namespace cu2cl
