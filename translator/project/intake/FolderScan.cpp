// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/FolderScan.h"
#include "core/source/PlainPath.h"
#include "project/intake/Project.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

bool isCudaFile(StringRef Path) {
  StringRef Ext = path::extension(Path);
  return Ext == ".cu" || Ext == ".cuh";
}

bool isSourceFile(StringRef Path) {
  return llvm::StringSwitch<bool>(path::extension(Path))
      .Cases(".cu", ".c", ".cc", ".cpp", ".cxx", ".C", ".c++", true)
      .Default(false);
}

bool isHeaderFile(StringRef Path) {
  return llvm::StringSwitch<bool>(path::extension(Path))
      .Cases(".h", ".hh", ".hpp", ".hxx", ".H", ".h++", ".cuh", true)
      .Cases(".inl", ".inc", ".tpp", ".ipp", ".tcc", true)
      .Default(false);
}

bool isBuildFile(StringRef Path) {
  StringRef Name = path::filename(Path);
  if (Name.equals_insensitive("makefile") || Name == "GNUmakefile" ||
      Name.starts_with("Makefile.") || Name == "CMakeLists.txt" || Name == "compile_commands.json")
    return true;
  return llvm::StringSwitch<bool>(path::extension(Name))
      .Cases(".mk", ".cmake", ".sln", ".vcproj", ".vcxproj", ".filters", ".user", ".pro", true)
      .Default(false);
}

/// Objects, libraries and programs: never input, never copied.
static bool isBuildProduct(StringRef Path) {
  StringRef Ext = path::extension(Path);
  bool ByName = llvm::StringSwitch<bool>(Ext)
                    .Cases(".o", ".obj", ".a", ".so", ".lib", ".dll", ".exe", ".d", ".gch", true)
                    .Cases(".cubin", ".fatbin", ".ii", ".pch", true)
                    .Default(false);
  if (ByName || !Ext.empty())
    return ByName;
  // A name without extension: a program of an earlier build begins with the ELF magic.
  auto Buffer = llvm::MemoryBuffer::getFileSlice(Path, 4, 0);
  return Buffer && (*Buffer)->getBuffer() == "\x7f"
                                             "ELF";
}

static bool isSkippedFolder(StringRef Path) {
  StringRef Name = path::filename(Path);
  if (Name == ".git" || Name == ".svn" || Name == ".hg" || Name == "CMakeFiles" ||
      Name == ".cache" || Name == ".vscode")
    return true;
  llvm::SmallString<256> Probe(Path);
  path::append(Probe, "CMakeCache.txt");
  if (fs::exists(Probe))
    return true;
  Probe = Path;
  path::append(Probe, ManifestName);
  return fs::exists(Probe);
}

FolderFiles scanFolder(StringRef Root, DiagnosticSink &Sink) {
  FolderFiles Found;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Root, EC, /*follow_symlinks=*/true), E; I != E;
       I.increment(EC)) {
    if (EC) {
      Sink.report({diag::UnreadableInput, {I->path()}, {EC.message()}, {}});
      EC.clear();
      continue;
    }
    const std::string &Path = I->path();
    fs::file_status Status;
    if (fs::status(Path, Status)) {
      Sink.report({diag::InputLeftOut, {Path}, {"a dangling symbolic link"}, {}});
      continue;
    }
    if (fs::is_directory(Status)) {
      if (isSkippedFolder(Path))
        I.no_push();
      else if (::access(Path.c_str(), R_OK | X_OK) != 0) {
        Sink.report({diag::UnreadableInput, {Path}, {"permission denied"}, {}});
        I.no_push();
      }
      continue;
    }
    if (!fs::is_regular_file(Status) || isBuildProduct(Path))
      continue;
    if (isBuildFile(Path))
      Found.BuildFiles.push_back(Path);
    else if (isSourceFile(Path))
      Found.Sources.push_back(Path);
    else if (isHeaderFile(Path))
      Found.Headers.push_back(Path);
    else
      Found.Others.push_back(Path);
  }
  if (EC)
    Sink.report({diag::UnreadableInput, {Root.str()}, {EC.message()}, {}});
  for (auto *List : {&Found.Sources, &Found.Headers, &Found.BuildFiles, &Found.Others})
    llvm::sort(*List);
  return Found;
}

std::string absolutePath(StringRef Path, StringRef Directory) {
  llvm::SmallString<256> Result(Path);
  if (!Directory.empty())
    fs::make_absolute(Directory, Result);
  fs::make_absolute(Result); // a relative Directory starts at the current one
  std::string Plain = plainPath(Result);
  while (Plain.size() > 1 && Plain.back() == '/')
    Plain.pop_back();
  return Plain;
}

bool isInside(StringRef Path, StringRef Folder) {
  if (Folder == "/")
    return true;
  return Path.consume_front(Folder) && (Path.empty() || Path.front() == '/');
}

std::string relativePath(StringRef Path, StringRef Folder) {
  std::string Up;
  while (!isInside(Path, Folder)) {
    Up += "../";
    Folder = path::parent_path(Folder);
  }
  StringRef Rest = Path.drop_front(Folder == "/" ? 0 : Folder.size());
  Rest.consume_front("/");
  std::string Result = Up + Rest.str();
  if (Rest.empty() && !Result.empty())
    Result.pop_back();
  return Result.empty() ? "." : Result;
}

bool readFile(StringRef Path, std::string &Text) {
  llvm::sys::fs::file_status Status;
  if (!llvm::sys::fs::status(Path, Status) &&
      (Status.type() == llvm::sys::fs::file_type::fifo_file ||
       Status.type() == llvm::sys::fs::file_type::socket_file))
    return false; // whoever opens a pipe waits for somebody to write to it
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return false;
  Text = (*Buffer)->getBuffer().str();
  return true;
}

} // namespace cu2cl
