// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/StagedFolder.h"
#include "project/FolderScan.h"
#include "project/Manifest.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The hidden folder's name before the number of the process that works on it.
static std::string stagePrefix(StringRef Target) {
  return ("." + path::filename(Target) + ".cu2cl-").str();
}

static bool isAlive(int Process) { return ::kill(Process, 0) == 0 || errno == EPERM; }

/// The stage to remove when the run is asked to stop.
static std::string StageAtWork;
static void removeStageAtWork() {
  if (!StageAtWork.empty())
    fs::remove_directories(StageAtWork);
}

StagedFolder::StagedFolder(std::string TargetPath) : Target(std::move(TargetPath)) {
  Stage = (path::parent_path(Target) + "/" + stagePrefix(Target)).str() +
          std::to_string(llvm::sys::Process::getProcessId());
}

StagedFolder::~StagedFolder() {
  if (StageAtWork == Stage)
    removeStageAtWork();
  StageAtWork.clear();
}

bool StagedFolder::fail(const std::string &Path, std::error_code EC) {
  Error = Path + ": " + EC.message();
  return false;
}

void StagedFolder::removeLeftovers(const std::string &Target) {
  std::string Parent = path::parent_path(Target).str();
  std::error_code EC;
  std::string Prefix = stagePrefix(Target);
  std::vector<std::string> Left;
  for (fs::directory_iterator I(Parent, EC), E; I != E && !EC; I.increment(EC)) {
    StringRef Name = path::filename(I->path());
    int Process = 0;
    if (Name.consume_front(Prefix) && !Name.getAsInteger(10, Process) && !isAlive(Process))
      Left.push_back(I->path());
  }
  for (const std::string &Path : Left)
    fs::remove_directories(Path);
}

bool StagedFolder::begin() {
  std::string Parent = path::parent_path(Target).str();
  if (std::error_code EC = fs::create_directories(Parent))
    return fail(Parent, EC);
  removeLeftovers(Target);
  StageAtWork = Stage;
  llvm::sys::SetInterruptFunction([] {
    removeStageAtWork();
    _exit(130);
  });
  fs::remove_directories(Stage);
  if (std::error_code EC = fs::create_directory(Stage, /*IgnoreExisting=*/false))
    return fail(Stage, EC);
  return true;
}

bool StagedFolder::makeParent(const std::string &Path) {
  StringRef Parent = path::parent_path(Path);
  if (std::error_code EC = fs::create_directories(Parent))
    return fail(Parent.str(), EC);
  return true;
}

bool StagedFolder::write(const std::string &Name, StringRef Text, const std::string &ModeOf) {
  std::string Path = Stage + "/" + Name;
  if (!makeParent(Path))
    return false;
  std::error_code EC;
  llvm::raw_fd_ostream OS(Path, EC);
  if (EC)
    return fail(Path, EC);
  OS << Text;
  OS.close();
  if (OS.has_error()) {
    EC = OS.error();
    OS.clear_error();
    return fail(Target + "/" + Name, EC);
  }
  fs::file_status Status;
  if (!ModeOf.empty() && !fs::status(ModeOf, Status))
    fs::setPermissions(Path, Status.permissions() | fs::owner_write);
  return true;
}

bool StagedFolder::keep(const std::string &Name, const std::string &Hash) {
  std::string Old = Target + "/" + Name, New = Stage + "/" + Name, Text;
  return readFile(Old, Text) && hashOf(Text) == Hash && makeParent(New) &&
         ::link(Old.c_str(), New.c_str()) == 0;
}

bool StagedFolder::keepForeign(const std::set<std::string> &Ours) {
  if (!fs::exists(Target))
    return true;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Target, EC, /*follow_symlinks=*/false), E; I != E && !EC;
       I.increment(EC)) {
    const std::string &Old = I->path();
    std::string Name = relativePath(Old, Target), New = Stage + "/" + Name;
    bool IsFolder = I->type() == fs::file_type::directory_file;
    if (Ours.count(Name) || (fs::exists(New) && !IsFolder))
      continue;
    if (IsFolder) {
      // A folder whose files are all ours goes when they go.
      std::error_code Ignored;
      if (fs::directory_iterator(Old, Ignored) == fs::directory_iterator())
        fs::create_directories(New);
      continue;
    }
    if (!makeParent(New))
      return false;
    if (::linkat(AT_FDCWD, Old.c_str(), AT_FDCWD, New.c_str(), 0) != 0)
      return fail(Old, std::error_code(errno, std::generic_category()));
  }
  return EC ? fail(Target, EC) : true;
}

bool StagedFolder::commit() {
  if (fs::exists(Target)) {
    // Both names at once: at no time is the target missing or mixed.
    if (::renameat2(AT_FDCWD, Stage.c_str(), AT_FDCWD, Target.c_str(), RENAME_EXCHANGE) != 0) {
      std::string Old = Stage + "-old"; // a file system that cannot exchange
      if (std::error_code EC = fs::rename(Target, Old))
        return fail(Target, EC);
      if (std::error_code EC = fs::rename(Stage, Target)) {
        fs::rename(Old, Target);
        return fail(Target, EC);
      }
      fs::remove_directories(Old);
      return true;
    }
    fs::remove_directories(Stage);
    return true;
  }
  if (std::error_code EC = fs::rename(Stage, Target))
    return fail(Target, EC);
  return true;
}

} // namespace cu2cl
