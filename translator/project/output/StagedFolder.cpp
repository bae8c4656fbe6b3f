// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/StagedFolder.h"
#include "project/intake/FolderScan.h"
#include "project/output/Manifest.h"
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

/// True if no other folder can take the place of \p Target.
static bool mustStay(const std::string &Target) {
  struct stat Own, Above;
  std::string Parent = path::parent_path(Target).str();
  if (::stat(Target.c_str(), &Own) != 0 || ::stat(Parent.c_str(), &Above) != 0)
    return false;
  llvm::SmallString<256> Current, Real;
  bool IsCurrent =
      !fs::current_path(Current) && !fs::real_path(Current, Real) && isInside(Real, Target);
  return IsCurrent || Own.st_dev != Above.st_dev || ::access(Parent.c_str(), W_OK) != 0;
}

/// Returns where links lead to, so that they stay.
static std::string behindLinks(const std::string &Target) {
  llvm::SmallString<256> Real;
  return fs::real_path(Target, Real) ? Target : Real.str().str();
}

StagedFolder::StagedFolder(const std::string &TargetPath)
    : Target(behindLinks(TargetPath)), InPlace(mustStay(Target)) {
  std::string Place = InPlace ? Target : path::parent_path(Target).str();
  Stage = Place + "/" + stagePrefix(Target) + std::to_string(llvm::sys::Process::getProcessId());
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

void StagedFolder::removeLeftovers(const std::string &Output) {
  std::string Target = behindLinks(Output), Prefix = stagePrefix(Target);
  std::vector<std::string> Left;
  for (const std::string &Place : {path::parent_path(Target).str(), Target}) {
    std::error_code EC;
    for (fs::directory_iterator I(Place, EC), E; I != E && !EC; I.increment(EC)) {
      StringRef Name = path::filename(I->path());
      int Process = 0;
      if (Name.consume_front(Prefix) && !Name.getAsInteger(10, Process) && !isAlive(Process))
        Left.push_back(I->path());
    }
  }
  for (const std::string &Path : Left)
    fs::remove_directories(Path);
}

bool StagedFolder::begin() {
  std::string Parent = path::parent_path(Target).str();
  if (std::error_code EC = fs::create_directories(Parent, true, fs::all_all))
    return fail(Parent, EC);
  removeLeftovers(Target);
  StageAtWork = Stage;
  llvm::sys::SetInterruptFunction([] {
    removeStageAtWork();
    _exit(130);
  });
  fs::remove_directories(Stage);
  if (std::error_code EC = fs::create_directory(Stage, /*IgnoreExisting=*/false, fs::all_all))
    return fail(Stage, EC);
  return true;
}

bool StagedFolder::makeParent(const std::string &Path) {
  StringRef Parent = path::parent_path(Path);
  if (std::error_code EC = fs::create_directories(Parent, true, fs::all_all))
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
  // What may be run stays so; who may do what with a file is what the umask says.
  if (!ModeOf.empty() && !fs::status(ModeOf, Status) && (Status.permissions() & fs::owner_exe))
    fs::setPermissions(Path, fs::perms(fs::all_all & ~fs::getUmask()));
  return true;
}

bool StagedFolder::keep(const std::string &Name, const std::string &Hash) {
  std::string Old = Target + "/" + Name, New = Stage + "/" + Name, Text;
  return readFile(Old, Text) && hashOf(Text) == Hash && makeParent(New) &&
         ::link(Old.c_str(), New.c_str()) == 0;
}

bool StagedFolder::keepForeign(const std::set<std::string> &Former) {
  Ours = Former;
  if (!fs::exists(Target) || InPlace)
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
        fs::create_directories(New, true, fs::all_all);
      continue;
    }
    if (!makeParent(New))
      return false;
    if (::linkat(AT_FDCWD, Old.c_str(), AT_FDCWD, New.c_str(), 0) != 0)
      return fail(Old, std::error_code(errno, std::generic_category()));
  }
  return EC ? fail(Target, EC) : true;
}

/// Moves file by file; each is whole at any time.
bool StagedFolder::commitInPlace() {
  std::vector<std::string> Names;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Stage, EC, /*follow_symlinks=*/false), E; I != E && !EC;
       I.increment(EC))
    if (I->type() != fs::file_type::directory_file)
      Names.push_back(relativePath(I->path(), Stage));
  for (const std::string &Name : Names) {
    std::string To = Target + "/" + Name;
    Ours.erase(Name);
    if (!makeParent(To))
      return false;
    if ((EC = fs::rename(Stage + "/" + Name, To)))
      return fail(To, EC);
  }
  for (const std::string &Name : Ours) {
    fs::remove(Target + "/" + Name);
    for (StringRef Folder = path::parent_path(Name); !Folder.empty();
         Folder = path::parent_path(Folder))
      ::rmdir((Target + "/" + Folder).str().c_str()); // stays if something is in it
  }
  fs::remove_directories(Stage);
  return true;
}

bool StagedFolder::commit() {
  if (InPlace)
    return commitInPlace();
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
