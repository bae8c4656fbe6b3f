// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeRun.h"
#include "project/intake/CudaStandIn.h"
#include "project/intake/FolderScan.h"
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

/// Variables that would choose another compiler, generator or build than the run wants.
static const char *const Unwanted[] = {
    "CUDACXX=",   "CUDAHOSTCXX=", "CUDAARCHS=",        "CUDAFLAGS=",        "CUDA_PATH=",
    "CUDA_HOME=", "CUDA_ROOT=",   "CUDAToolkit_ROOT=", "CMAKE_GENERATOR=",  "CMAKE_TOOLCHAIN_FILE=",
    "CFLAGS=",    "CXXFLAGS=",    "LDFLAGS=",          "CMAKE_BUILD_TYPE=", "NVCC_PREPEND_FLAGS="};

bool CMakeRun::fail(const std::string &Text) {
  Failure = Text;
  FailurePlace = {project() + "/CMakeLists.txt"};
  return false;
}

/// Moves what the configuration wrote into the project's copy out of it.
void CMakeRun::keepAdded() {
  std::vector<std::string> New;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(copy(), EC), E; I != E && !EC; I.increment(EC)) {
    if (I->path() == build())
      I.no_push();
    else if (I->type() == fs::file_type::regular_file &&
             !Files.files().count(I->path().substr(copy().size() - project().size())))
      New.push_back(I->path());
  }
  for (const std::string &Path : New) {
    std::string To = added() + "/" + relativePath(Path, copy());
    fs::create_directories(path::parent_path(To));
    fs::rename(Path, To);
  }
}

/// The outputs of the build's commands exist if the project was built in its folder "build".
void CMakeRun::takeEarlierBuild() {
  std::string Earlier = project() + "/build";
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
  // find_library(NVML nvidia-ml) looks where a driver would have put it.
  auto Extended = [&](const char *Name, const std::string &Folders) {
    const char *Own = ::getenv(Name);
    return Name + ("=" + Folders) + (Own ? ":" + std::string(Own) : "");
  };
  const std::string Libraries =
      Extended("CMAKE_LIBRARY_PATH", toolkit() + "/lib64:" + toolkit() + "/lib64/stubs");
  const std::string Headers = Extended("CMAKE_INCLUDE_PATH", toolkit() + "/include");
  for (const std::string *Variable : {&Libraries, &Headers}) {
    llvm::erase_if(Environment, [&](StringRef Known) {
      return Known.split('=').first == StringRef(*Variable).split('=').first;
    });
    Environment.push_back(*Variable);
  }
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
  std::string Path = absolutePath(inProject(File), project());
  unsigned Line = 0;
  if (!isInside(Path, project()) || Number.getAsInteger(10, Line))
    return false;
  FailurePlace = {Path, Line, 1};
  return true;
}

/// Takes the first error of cmake's messages: its first paragraph (or two, if that ends in a
/// colon), and the line of the project that it comes from.
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
  if (!Files.make("cu2cl-cmake"))
    return fail(Files.failure());
  while (fs::exists(copy() + BuildName))
    BuildName.insert(1, "cu2cl-");
  if (!writeCudaStandIn(toolkit()))
    return fail("the temporary folder cannot be written");
  writeTextFile(build() + "/.cmake/api/v1/query/codemodel-v2", "");
  std::vector<std::string> Words = {
      CMake, "-S", copy(), "-B", build(), "-G", Make ? "Unix Makefiles" : "Ninja"};
  std::vector<std::string> All = {
      // Release without CMake's own flags: NDEBUG is defined where the project defines it.
      "CMAKE_BUILD_TYPE=Release",
      "CMAKE_CUDA_FLAGS_RELEASE=",
      "CMAKE_CXX_FLAGS_RELEASE=",
      "CMAKE_C_FLAGS_RELEASE=",
      "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
      "CMAKE_POLICY_VERSION_MINIMUM=3.5",
      "FETCHCONTENT_FULLY_DISCONNECTED=ON"};
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
