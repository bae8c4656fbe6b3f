// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_CHECKEDFILES_H
#define CU2CL_PROJECT_OUTPUT_CHECKEDFILES_H

#include "project/output/OutputTree.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <mutex>

namespace cu2cl {

/// The files of an output as parses see them before they are written: in memory, in one folder,
/// beside the files of the machine. For several threads.
class CheckedFiles {
public:
  /// Where the output seems to lie.
  static const std::string Root;

  /// \p Files, and the files of the project that the port takes over as they are.
  CheckedFiles(const Layout &L, const OutputFiles &Files);

  /// The names of all files; those that are taken over with their paths.
  std::vector<std::string> names() const;
  /// The text of the file at \p Path if the port makes it of the project.
  std::optional<std::string> textOf(const std::string &Path) const;
  /// A file system for one parse: Clang's are not made for several threads.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> view() const;
  /// The hash of the file \p Read as a parse sees it; \p HashOf answers for files that are not of
  /// the output. Nothing if it cannot be relied on.
  std::optional<std::string>
  hashOf(const std::string &Read,
         const std::function<std::optional<std::string>(const std::string &)> &HashOf);

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> outputInMemory() const;

  const OutputFiles &Files;
  std::map<std::string, std::unique_ptr<llvm::MemoryBuffer>> Untouched; ///< by path
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Output;               ///< all files, in memory
  std::mutex Lock;
  std::map<std::string, std::string> Hashes; ///< of files of the output, by path
};

} // namespace cu2cl

#endif
