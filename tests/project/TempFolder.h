// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_PROJECT_TEMPFOLDER_H
#define CU2CL_TESTS_PROJECT_TEMPFOLDER_H

#include "project/intake/FolderScan.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

/// A folder for one test, removed at its end.
class TempFolder {
public:
  TempFolder() {
    llvm::sys::fs::createUniqueDirectory("cu2cl-test", Path);
    llvm::SmallString<128> Real;
    llvm::sys::fs::real_path(Path, Real);
    Path = Real;
  }
  ~TempFolder() { llvm::sys::fs::remove_directories(Path); }

  std::string operator/(llvm::StringRef Name) const { return (Path + "/" + Name).str(); }
  std::string path() const { return Path.str().str(); }

  void write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string File = *this / Name;
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    std::error_code EC;
    llvm::raw_fd_ostream(File, EC) << Text;
  }
  std::string read(llvm::StringRef Name) const {
    std::string Text;
    return readFile(*this / Name, Text) ? Text : "<none>";
  }
  bool has(llvm::StringRef Name) const { return llvm::sys::fs::exists(*this / Name); }

private:
  llvm::SmallString<128> Path;
};

/// A CUDA program in a few words.
inline constexpr char SmallCuda[] = "__global__ void k(int *v) { v[0] = 1; }\n"
                                    "int main() { k<<<1, 1>>>(nullptr); }\n";

} // namespace cu2cl

#endif
