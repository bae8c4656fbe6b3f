// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/CMakeRun.h"
#include "project/CudaStandIn.h"
#include "project/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <csignal>
#include <unistd.h>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// More is not copied; larger files are linked instead.
static constexpr unsigned MostFiles = 20000, MostBeside = 2000, LevelsBeside = 4;
static constexpr uint64_t LargestCopy = 1 << 20, MostBytes = 256 << 20;

/// Variables that would choose another compiler, generator or build than the run wants.
static const char *const Unwanted[] = {
    "CUDACXX=",  "CUDAHOSTCXX=", "CUDAARCHS=",       "CUDAFLAGS=",        "CUDA_PATH=",
    "CUDA_HOME=", "CUDA_ROOT=",  "CUDAToolkit_ROOT=", "CMAKE_GENERATOR=",  "CMAKE_TOOLCHAIN_FILE=",
    "CFLAGS=",   "CXXFLAGS=",    "LDFLAGS=",          "CMAKE_BUILD_TYPE=", "NVCC_PREPEND_FLAGS="};

CMakeRun::~CMakeRun() {
  for (const std::string &Link : Links) // they lead into what is not ours
    ::unlink(Link.c_str());
  if (!Base.empty())
    fs::remove_directories(Base);
}

bool CMakeRun::fail(const std::string &Text) {
  Failure = Text;
  FailurePlace = {Project + "/CMakeLists.txt"};
  return false;
}

std::string CMakeRun::inProject(StringRef Text) const {
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

bool CMakeRun::copyProject() {
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
  while (fs::exists(copy() + BuildName))
    BuildName.insert(1, "cu2cl-");
  return true;
}

/// `../common`: what lies beside the project and beside the folders above it.
bool CMakeRun::linkSurroundings() {
  std::string Inner = Project;
  for (unsigned Level = 0; Level < LevelsBeside; ++Level) {
    std::string Folder = path::parent_path(Inner).str();
    if (Folder.empty() || Folder == "/")
      return true;
    std::error_code EC;
    unsigned Count = 0;
    for (fs::directory_iterator I(Folder, EC), E; I != E && !EC && Count < MostBeside;
         I.increment(EC), ++Count)
      if (I->path() != Inner && I->path() != Base &&
          !fs::create_link(I->path(), Tree + I->path()))
        Links.push_back(Tree + I->path());
    Inner = Folder;
  }
  return true;
}

/// Moves what the configuration wrote into the project's copy out of it.
void CMakeRun::keepAdded() {
  std::vector<std::string> New;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(copy(), EC), E; I != E && !EC; I.increment(EC)) {
    if (I->path() == build())
      I.no_push();
    else if (I->type() == fs::file_type::regular_file &&
             !Copied.count(I->path().substr(Tree.size())))
      New.push_back(I->path());
  }
  for (const std::string &Path : New) {
    std::string To = added() + "/" + relativePath(Path, copy());
    fs::create_directories(path::parent_path(To));
    fs::rename(Path, To);
  }
}

/// What commands of the build make is there if the project was built in its folder "build".
void CMakeRun::takeEarlierBuild() {
  std::string Earlier = Project + "/build";
  if (!fs::exists(Earlier + "/CMakeCache.txt"))
    return;
  DiagnosticSink Unused;
  FolderFiles Files = scanFolder(Earlier, Unused);
  for (const auto *List : {&Files.Sources, &Files.Headers})
    for (const std::string &Path : *List) {
      std::string To = build() + "/" + relativePath(Path, Earlier);
      if (!fs::exists(To) && !fs::create_directories(path::parent_path(To)))
        fs::copy_file(Path, To);
    }
}

/// \returns true if it ended with 0. A run that takes too long is ended, with what it started.
bool CMakeRun::execute(std::vector<std::string> Words, unsigned Seconds) {
  std::vector<StringRef> Arguments(Words.begin(), Words.end()), Environment;
  for (char **Variable = environ; *Variable; ++Variable)
    if (llvm::none_of(Unwanted, [&](StringRef U) { return StringRef(*Variable).starts_with(U); }))
      Environment.push_back(*Variable);
  Environment.push_back("GIT_TERMINAL_PROMPT=0");
  std::string Out = temporary("out"), Err = temporary("err"), Message;
  std::optional<StringRef> Redirects[] = {StringRef("/dev/null"), StringRef(Out), StringRef(Err)};
  bool Failed = false;
  llvm::sys::ProcessInfo Started = llvm::sys::ExecuteNoWait(
      Words[0], Arguments, llvm::ArrayRef(Environment), Redirects, /*MemoryLimit=*/0, &Message,
      &Failed, /*AffinityMask=*/nullptr, /*DetachProcess=*/true);
  if (Failed || Started.Pid <= 0)
    return fail("cmake cannot be run: " + Message);
  llvm::sys::ProcessInfo Ended = llvm::sys::Wait(Started, Seconds, &Message);
  ::kill(-Started.Pid, SIGKILL); // its process group
  if (Ended.ReturnCode == -2 && StringRef(Message).contains("timed out"))
    return fail("it took longer than " + std::to_string(Seconds) + " seconds");
  if (Ended.ReturnCode == 0)
    return true;
  readFailure();
  return false;
}

/// The place that \p Text ("CMakeLists.txt:4 (message)") names, if it is in the project.
bool CMakeRun::takePlace(StringRef Text) {
  auto [File, Number] = Text.trim().split(" (").first.rsplit(':');
  std::string Path = absolutePath(inProject(File), Project);
  unsigned Line = 0;
  if (!isInside(Path, Project) || Number.getAsInteger(10, Line))
    return false;
  FailurePlace = {Path, Line, 1};
  return true;
}

/// Takes the first error of cmake's messages: its first paragraph (or two, if that ends in a colon),
/// and the line of the project that it comes from.
void CMakeRun::readFailure() {
  std::string Text;
  readFile(temporary("err"), Text);
  fail("it ended with an error");
  size_t At = Text.find("CMake Error");
  if (At == std::string::npos)
    return;
  StringRef Rest = StringRef(Text).substr(At + StringRef("CMake Error").size());
  auto [Head, Tail] = Rest.split('\n');
  bool Placed = Head.consume_front(" at ") && takePlace(Head);
  std::string Words = Head.starts_with(":") ? Head.drop_front(1).trim().str() : "";
  for (Rest = Tail; !Rest.empty() && !Rest.starts_with("Call Stack");) {
    std::tie(Head, Rest) = Rest.split('\n');
    if (!Head.trim().empty())
      Words += (Words.empty() ? "" : " ") + Head.trim().str();
    else if (!Words.empty() && !StringRef(Words).ends_with(":"))
      break;
  }
  // An error in one of CMake's modules: who called it?
  if (Rest = Rest.ltrim('\n'); Rest.starts_with("Call Stack"))
    for (Rest = Rest.split('\n').second; !Placed && Rest.starts_with("  ");) {
      std::tie(Head, Rest) = Rest.split('\n');
      Placed = takePlace(Head);
    }
  if (!Words.empty())
    Failure = StringRef(inProject(Words)).take_front(300).str();
}

bool CMakeRun::configure(const std::vector<std::string> &Settings, unsigned Seconds) {
  auto Found = llvm::sys::findProgramByName("cmake");
  if (!Found)
    return fail("cmake is not installed");
  CMake = *Found;
  bool Make = bool(llvm::sys::findProgramByName("make"));
  if (!Make && !llvm::sys::findProgramByName("ninja"))
    return fail("neither make nor ninja is installed");
  llvm::SmallString<128> Real;
  if (fs::createUniqueDirectory("cu2cl-cmake", Base) || fs::real_path(Base, Real))
    return fail("no temporary folder can be made");
  Base = Real;
  Tree = temporary("tree");
  if (!writeCudaStandIn(toolkit()))
    return fail("the temporary folder cannot be written");
  if (!copyProject() || !linkSurroundings())
    return false;
  writeTextFile(build() + "/.cmake/api/v1/query/codemodel-v2", "");
  std::vector<std::string> Words = {CMake, "-S", copy(), "-B", build(), "-G",
                                    Make ? "Unix Makefiles" : "Ninja"};
  std::vector<std::string> All = {
      // Release without CMake's own flags: NDEBUG is defined where the project defines it.
      "CMAKE_BUILD_TYPE=Release", "CMAKE_CUDA_FLAGS_RELEASE=", "CMAKE_CXX_FLAGS_RELEASE=",
      "CMAKE_C_FLAGS_RELEASE=", "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
      "CMAKE_POLICY_VERSION_MINIMUM=3.5", "FETCHCONTENT_FULLY_DISCONNECTED=ON"};
  All.insert(All.end(), Settings.begin(), Settings.end());
  for (const char *Name : {"CMAKE_CUDA_COMPILER", "CUDA_NVCC_EXECUTABLE"})
    All.push_back(Name + ("=" + toolkit()) + "/bin/nvcc");
  for (const char *Name : {"CUDAToolkit_ROOT", "CUDA_TOOLKIT_ROOT_DIR"})
    All.push_back(Name + ("=" + toolkit()));
  for (const std::string &Setting : All) // a later one counts
    Words.push_back("-D" + Setting);
  Words.push_back("--no-warn-unused-cli");
  if (!execute(Words, Seconds))
    return false;
  keepAdded();
  takeEarlierBuild();
  return fs::exists(build() + "/.cmake/api/v1/reply") ||
         fail("it has no File API (CMake 3.14 and later have)");
}

bool CMakeRun::runScript(const std::string &Script, const std::vector<std::string> &Definitions,
                         unsigned Seconds) {
  std::vector<std::string> Words = {CMake};
  for (const std::string &Definition : Definitions)
    Words.push_back("-D" + Definition);
  Words.insert(Words.end(), {"-P", Script});
  return execute(Words, Seconds);
}

} // namespace cu2cl
