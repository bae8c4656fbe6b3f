// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

namespace fs = llvm::sys::fs;

/// An error that stays in the stream would end the process.
static std::error_code writeTo(llvm::raw_fd_ostream &Out, llvm::StringRef Text) {
  Out << Text;
  Out.flush();
  std::error_code Error = Out.error();
  Out.clear_error();
  return Error;
}

llvm::Error writeWholeFile(llvm::StringRef Path, llvm::StringRef Text) {
  fs::file_status Status;
  if (!fs::status(Path, Status) && Status.type() != fs::file_type::regular_file) {
    std::error_code Error;
    llvm::raw_fd_ostream Out(Path, Error);
    if (!Error)
      Error = writeTo(Out, Text);
    return Error ? llvm::createFileError(Path, Error) : llvm::Error::success();
  }
  // Through a link, and with the rights that a former file has.
  llvm::SmallString<128> Real;
  bool Exists = !fs::real_path(Path, Real);
  std::string Target = Exists ? std::string(Real) : Path.str();
  unsigned Rights = Exists ? unsigned(Status.permissions()) : fs::all_read | fs::all_write;
  // Mapped memory, as LLVM's FileOutputBuffer has it, would crash on a full disk.
  llvm::Expected<fs::TempFile> Beside = fs::TempFile::create(Target + ".part-%%%%%%", Rights);
  if (!Beside)
    return llvm::createFileError(Path, Beside.takeError());
  std::error_code Error;
  {
    llvm::raw_fd_ostream Out(Beside->FD, /*shouldClose=*/false);
    Error = writeTo(Out, Text);
  }
  if (Error) {
    llvm::consumeError(Beside->discard());
    return llvm::createFileError(Path, Error);
  }
  if (llvm::Error E = Beside->keep(Target))
    return llvm::createFileError(Path, std::move(E));
  return llvm::Error::success();
}

} // namespace cu2cl
