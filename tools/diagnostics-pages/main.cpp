// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cu2cl-diagnostics <folder>          writes the pages of docs/diagnostics
// cu2cl-diagnostics --check <folder>  tells whether they are up to date
#include "core/report/DiagnosticPages.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;

static std::string contentOf(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

int main(int ArgC, char **ArgV) {
  bool Check = ArgC == 3 && llvm::StringRef(ArgV[1]) == "--check";
  if ((ArgC != 2 || ArgV[1][0] == '-') && !Check) {
    llvm::errs() << "usage: cu2cl-diagnostics [--check] <folder>\n";
    return 2;
  }
  std::string Folder = ArgV[ArgC - 1];
  std::map<std::string, std::string> Pages = cu2cl::diagnosticPages();
  int Status = 0;
  for (const auto &[Name, Text] : Pages) {
    std::string Path = Folder + "/" + Name;
    if (contentOf(Path) == Text)
      continue;
    if (Check) {
      llvm::errs() << Path << " is not up to date\n";
      Status = 1;
      continue;
    }
    fs::create_directories(Folder);
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    Status |= bool(EC);
  }
  // Pages of diagnostics that are no more.
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC), E; I != E && !EC; I.increment(EC))
    if (!Pages.count(llvm::sys::path::filename(I->path()).str())) {
      llvm::errs() << I->path() << (Check ? " belongs to no diagnostic\n" : " is removed\n");
      Status |= Check;
      if (!Check)
        fs::remove(I->path());
    }
  if (Status && Check)
    llvm::errs() << "run cu2cl-diagnostics " << Folder << "\n";
  return Status;
}
