// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/ProjectCopy.h"
#include "project/intake/FolderScan.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// More is not copied; larger files are linked instead.
static constexpr unsigned MostFiles = 20000, MostBeside = 2000, LevelsBeside = 4;
static constexpr uint64_t LargestCopy = 1 << 20, MostBytes = 256 << 20;

ProjectCopy::~ProjectCopy() {
  for (const std::string &Link : Links) // they lead into what is not ours
    ::unlink(Link.c_str());
  if (!Base.empty())
    fs::remove_directories(Base);
}

bool ProjectCopy::fail(const std::string &Text) {
  Failure = Text;
  return false;
}

std::string ProjectCopy::inProject(StringRef Text) const {
  std::string Result = Text.str();
  for (size_t At = 0; (At = Result.find(Tree, At)) != std::string::npos;)
    Result.erase(At, Tree.size());
  return Result;
}

/// Folders of builds and of version control are not part of a project.
static bool isLeftOut(const std::string &Path) {
  return path::filename(Path) == ".git" || path::filename(Path) == ".svn" ||
         path::filename(Path) == ".hg" || fs::exists(Path + "/CMakeCache.txt");
}

bool ProjectCopy::copyProject() {
  if (fs::create_directories(copy()))
    return fail("there is no room for a copy of the project");
  std::error_code EC;
  uint64_t Bytes = 0;
  for (fs::recursive_directory_iterator I(Project, EC, /*follow_symlinks=*/true), E; I != E && !EC;
       I.increment(EC)) {
    std::string To = Tree + I->path();
    fs::file_status Status;
    if (fs::status(I->path(), Status))
      continue; // a link that leads nowhere
    if (fs::is_directory(Status)) {
      if (isLeftOut(I->path()))
        I.no_push();
      else
        fs::create_directories(To);
      continue;
    }
    if (!fs::is_regular_file(Status))
      continue;
    if (Copied.size() >= MostFiles)
      return fail("the folder has more than " + std::to_string(MostFiles) + " files");
    Copied.insert(I->path());
    // A large file is data, which nobody writes in place.
    bool Link = Status.getSize() > LargestCopy || Bytes > MostBytes;
    if (Link ? fs::create_link(I->path(), To) : fs::copy_file(I->path(), To))
      return fail("cannot copy " + I->path());
    if (Link)
      continue;
    Bytes += Status.getSize();
    fs::setPermissions(To, Status.permissions() | fs::owner_write | fs::owner_read);
  }
  return true;
}

/// `../common`: what lies beside the project and beside the folders above it.
bool ProjectCopy::linkSurroundings() {
  std::string Inner = Project;
  for (unsigned Level = 0; Level < LevelsBeside; ++Level) {
    std::string Folder = path::parent_path(Inner).str();
    if (Folder.empty() || Folder == "/")
      return true;
    std::error_code EC;
    unsigned Count = 0;
    for (fs::directory_iterator I(Folder, EC), E; I != E && !EC && Count < MostBeside;
         I.increment(EC), ++Count)
      if (I->path() != Inner && I->path() != Base && !fs::create_link(I->path(), Tree + I->path()))
        Links.push_back(Tree + I->path());
    Inner = Folder;
  }
  return true;
}

bool ProjectCopy::make(StringRef Prefix) {
  llvm::SmallString<128> Made, Real;
  if (fs::createUniqueDirectory(Prefix, Made))
    return fail("no temporary folder can be made");
  Base = Made.str().str();
  if (fs::real_path(Made, Real))
    return fail("no temporary folder can be made");
  Base = Real.str().str();
  Tree = Base + "/tree";
  return copyProject() && linkSurroundings();
}

} // namespace cu2cl
