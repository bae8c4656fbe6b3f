// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tune/Tuner.h"
#include "core/source/WholeFile.h"
#include "optimizers/analysis/HostValue.h"
#include "optimizers/lowering/IdFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace cu2cl::opt {

namespace {

/// A captured launch that the program made.
struct Launch {
  std::string File;         ///< in the folder of captures
  uint64_t Nanoseconds = 0; ///< of all launches of its kind
  Capture Captured;
};

class Tuner {
public:
  Tuner(TuningOptions Options, TuningProgress Progress)
      : Options(std::move(Options)), Progress(Progress) {}
  llvm::Expected<TuningReport> run();

private:
  llvm::Error check();
  llvm::Error findProgram();
  llvm::Error findBuild();
  llvm::Error runProgram();
  llvm::Error readLaunches();
  llvm::Error tuneLaunch(const Launch &L, Database &Known, TuningRow &Row);
  llvm::Error keepWrong(const Launch &L, const Found &Result);
  llvm::Error writeWinners(const Database &Known);

  TuningOptions Options;
  TuningProgress Progress;
  TuningReport Report;
  std::string Program, Work; ///< the program's path; a folder for what is not kept
  std::vector<Launch> Launches;
};

} // namespace

// --- What the user named

/// An error if there is no folder for the file \p Path that \p Option names.
static llvm::Error checkFolder(llvm::StringRef Option, const std::string &Path) {
  std::string Folder = path::parent_path(Path).str();
  if (Folder.empty() || fs::is_directory(Folder))
    return llvm::Error::success();
  return tuningError(Option + Path + ": there is no folder " + Folder +
                     "; make it, or name another");
}

llvm::Error Tuner::check() {
  if (!fs::exists(Options.Port + "/CMakeLists.txt"))
    return tuningError(Options.Port + " is no port: it has no CMakeLists.txt; name the folder that "
                                      "cu2cl wrote");
  llvm::SmallString<128> Absolute(Options.Port);
  fs::make_absolute(Absolute);
  path::remove_dots(Absolute, true);
  Options.Port = std::string(Absolute);
  if (!fs::can_execute(Options.Replay))
    return tuningError(Options.Replay +
                       ", which runs kernels, is not there; install it beside cu2cl "
                       "(target cu2cl-replay)");
  if (llvm::Error E = findProgram())
    return E;
  if (Options.DatabasePath.empty())
    Options.DatabasePath = Options.Port + "/tuning.jsonl";
  // Before anything is measured
  if (llvm::Error E = checkFolder("--database=", Options.DatabasePath))
    return E;
  return Options.Output.empty() ? llvm::Error::success() : checkFolder("--output=", Options.Output);
}

llvm::Error Tuner::findBuild() {
  if (!Options.Build.empty()) {
    if (fs::exists(Options.Build + "/CMakeCache.txt"))
      return llvm::Error::success();
    return tuningError("--build=" + Options.Build + ": there is no build; make one with cmake -S " +
                       Options.Port + " -B " + Options.Build + " && cmake --build " +
                       Options.Build);
  }
  std::error_code Error;
  for (fs::directory_iterator It(Options.Port, Error), End; It != End && !Error;
       It.increment(Error))
    if (fs::exists(It->path() + "/CMakeCache.txt")) {
      Options.Build = It->path();
      return llvm::Error::success();
    }
  return tuningError("there is no " + Options.Command[0] + " here, and " + Options.Port +
                     " has no build; make one with cmake -S " + Options.Port + " -B " +
                     Options.Port + "/build && cmake --build " + Options.Port +
                     "/build, or name it by --build=");
}

/// As the shell would find it, or in the port's build folder.
llvm::Error Tuner::findProgram() {
  if (!Options.Build.empty())
    if (llvm::Error E = findBuild())
      return E;
  const std::string &Name = Options.Command[0];
  if (Name.find('/') != std::string::npos && fs::can_execute(Name)) {
    Program = Name;
    return llvm::Error::success();
  }
  if (llvm::Error E = findBuild())
    return E;
  Program = Options.Build + "/" + llvm::StringRef(Name).ltrim("./").str();
  if (fs::can_execute(Program) && !fs::is_directory(Program))
    return llvm::Error::success();
  return tuningError("there is no program " + Name + " here or in " + Options.Build +
                     "; build the port, or correct the name");
}

// --- Captures

llvm::Error Tuner::runProgram() {
  std::vector<std::string> Environment = {"CLRT_CAPTURE=" + Work + "/captures"};
  for (char **Entry = environ; *Entry; ++Entry)
    if (llvm::StringRef Name = llvm::StringRef(*Entry).split('=').first;
        Name != "CLRT_CAPTURE" && Name != "CLRT_VARIANT" && Name != "CLRT_VARIANTS" &&
        Name != "CLRT_VERIFY")
      Environment.push_back(*Entry);
  std::vector<llvm::StringRef> Words(Options.Command.begin(), Options.Command.end()),
      Settings(Environment.begin(), Environment.end());
  Words[0] = Program;
  std::string Message;
  bool Failed = false;
  int Status = llvm::sys::ExecuteAndWait(Program, Words, llvm::ArrayRef<llvm::StringRef>(Settings),
                                         {}, 0, 0, &Message, &Failed);
  if (Failed || Status < 0)
    return tuningError(Program + " cannot be run: " + Message);
  if (Status != 0)
    return tuningError(Program + " ended with status " + llvm::Twine(Status) +
                       "; tune a run that succeeds");
  return llvm::Error::success();
}

llvm::Error Tuner::readLaunches() {
  std::string Folder = Work + "/captures/";
  auto Counts = llvm::MemoryBuffer::getFile(Folder + "launches");
  // clrt makes the folder when it saves a launch. If nothing is in it, it has said why it could
  // not.
  if (!Counts && fs::exists(Folder))
    return tuningError("");
  if (!Counts)
    return tuningError(Program + " launched no kernel that could be captured; tune a run of a port "
                                 "that launches kernels (messages above name those that cannot be "
                                 "captured)");
  llvm::SmallVector<llvm::StringRef, 16> Lines;
  (*Counts)->getBuffer().split(Lines, '\n', -1, false);
  for (llvm::StringRef Line : llvm::drop_begin(Lines)) {
    Launch L;
    auto [Number, Rest] = Line.split(' ');
    auto [Time, File] = Rest.split(' ');
    if (Time.getAsInteger(10, L.Nanoseconds))
      return tuningError("the line '" + Line + "' of clrt's counts is broken");
    L.File = Folder + File.str();
    if (std::string Wrong = L.Captured.read(L.File, false); !Wrong.empty())
      return tuningError(L.File + ": " + Wrong);
    Launches.push_back(std::move(L));
  }
  llvm::stable_sort(Launches,
                    [](const Launch &A, const Launch &B) { return A.Nanoseconds > B.Nanoseconds; });
  return llvm::Error::success();
}

/// "8.7.0" of "coulomb.8.7.0.fe04bd45.capture".
static std::string sizeClassOf(const Capture &C) {
  std::string Result;
  for (unsigned D = 0; D < 3; ++D)
    Result +=
        (D ? "." : "") + std::to_string(llvm::Log2_64(std::max<size_t>(C.Grid[D] * C.Block[D], 1)));
  return Result;
}

// --- Kernels

/// The parameters whose memory the kernel writes and never reads.
static std::vector<unsigned> onlyWritten(const Kernel &K, const Facts &F) {
  if (F.firstOpaque())
    return {};
  for (const auto &[Call, In] : F.calls())
    if (CallKind Kind = callKind(Call); Kind != CallKind::Id && Kind != CallKind::Barrier)
      return {};
  std::set<const Variable *> Read, Written;
  for (const Access &A : F.accesses()) {
    if (!A.Root)
      return {};
    (A.Reads ? Read : Written).insert(A.Root);
  }
  std::vector<unsigned> Result;
  for (const Variable *V : Written)
    if (!Read.count(V))
      Result.push_back(parameterIndex(K, V));
  llvm::sort(Result);
  return Result;
}

llvm::Error Tuner::tuneLaunch(const Launch &L, Database &Known, TuningRow &Row) {
  const Capture &C = L.Captured;
  auto From = capturedSource(C);
  if (!From)
    return From.takeError();
  std::vector<const clang::FunctionDecl *> Kernels = (*From)->kernels();
  auto Declared = llvm::find_if(Kernels, [&](auto *K) { return K->getName() == C.Kernel; });
  if (Declared == Kernels.end())
    return tuningError("the captured text has no kernel " + C.Kernel);
  Arena Nodes;
  Kernel K = buildKernelOfIds(**From, *Declared, Nodes);
  Facts F(**From, K);
  size_t Items[3];
  for (unsigned D = 0; D < 3; ++D)
    Items[D] = C.Grid[D] * C.Block[D];
  Space Points(F, Items);
  Replayer Replays(Options.Replay, Work, L.File, C, onlyWritten(K, F));
  Search S(**From, *Declared, Points, Replays, Known, Row.Key, Options.Limit);
  S.Spoil = Options.Spoil;
  S.Exact = Options.Exact;
  if (!K.GroupSize[0] && (F.hasBarrier() || F.hasLocalMemory()))
    S.Launched = {unsigned(C.Block[0]), unsigned(C.Block[1]), unsigned(C.Block[2])};
  return S.run([&](unsigned Tries, double Best) { Progress(Row.Key, Tries, Best); }, Row.Result);
}

/// Wrong variants stay, with the capture that shows them.
llvm::Error Tuner::keepWrong(const Launch &L, const Found &Result) {
  if (Result.WrongOnes.empty())
    return llvm::Error::success();
  Report.WrongFolder = Options.Port + "/tuning-wrong";
  if (std::error_code Error = fs::create_directories(Report.WrongFolder))
    return llvm::createFileError(Report.WrongFolder, Error);
  std::string Name = path::filename(L.File).str();
  if (std::error_code Error = fs::copy_file(L.File, Report.WrongFolder + "/" + Name))
    return llvm::createFileError(Report.WrongFolder + "/" + Name, Error);
  unsigned Number = 0;
  for (const Found::Wrong &W : Result.WrongOnes)
    if (llvm::Error E =
            writeWholeFile(Report.WrongFolder + "/" + Name + "." + std::to_string(++Number) + ".cl",
                           "// " + W.Schedule + ": " + W.Why + "\n" + W.Text))
      return E;
  return llvm::Error::success();
}

llvm::Error Tuner::writeWinners(const Database &Known) {
  std::set<std::string> Done;
  for (const Launch &L : Launches) {
    if (!Done.insert(L.Captured.Hash).second)
      continue;
    const TuningRow *Row = nullptr;
    for (const TuningRow &R : Report.Rows)
      if (R.Key.Hash == L.Captured.Hash && R.Problem.empty())
        Row = &R;
    if (!Row)
      continue;
    std::vector<Winner> Winners;
    for (const auto &[Key, Chosen] : Known.decisions())
      if (Key.isSameProgram(Row->Key))
        Winners.push_back({Key.Kernel, Key.SizeClass, Chosen.Schedule});
    auto From =
        Options.Output.empty() ? portSource(Options.Port, L.Captured) : capturedSource(L.Captured);
    if (!From)
      return From.takeError();
    llvm::Expected<std::string> Text = winnersText(**From, Winners, Row->Key);
    if (!Text)
      return Text.takeError();
    if (Text->empty())
      continue;
    if (Options.Output.empty()) {
      llvm::Expected<std::string> Name = addToPort(Options.Port, (*From)->path().str(), *Text);
      if (!Name)
        return Name.takeError();
      Report.Files.push_back(Options.Port + "/" + *Name);
      continue;
    }
    llvm::SmallString<128> Name(Options.Output);
    if (!Report.Files.empty()) // a file for each program
      path::replace_extension(Name, "." + std::to_string(Report.Files.size() + 1) + ".cl");
    if (llvm::Error E = writeWholeFile(std::string(Name), *Text))
      return E;
    Report.Files.push_back(std::string(Name));
  }
  return llvm::Error::success();
}

llvm::Expected<TuningReport> Tuner::run() {
  if (llvm::Error E = check())
    return E;
  unsigned Skipped = 0, First = 0;
  llvm::Expected<Database> Known = Database::open(Options.DatabasePath, Skipped, First);
  if (!Known)
    return Known.takeError();
  if (Skipped)
    Report.Messages.push_back(
        Options.DatabasePath + ":" + std::to_string(First) + ": " +
        (Skipped == 1 ? "this line is"
                      : "this and " + std::to_string(Skipped - 1) + " more lines are") +
        " no result of cu2cl tune and left out; delete it to be rid of this "
        "message");
  llvm::SmallString<128> Folder;
  if (std::error_code Error = fs::createUniqueDirectory("cu2cl-tune", Folder))
    return llvm::createFileError("the folder for captures", Error);
  Work = std::string(Folder);
  auto Remove = llvm::make_scope_exit([&] { fs::remove_directories(Work); });
  if (llvm::Error E = runProgram())
    return E;
  if (llvm::Error E = readLaunches())
    return E;
  double All = 0;
  for (const Launch &L : Launches) {
    All += double(L.Nanoseconds);
    if (Options.Output.empty()) // a port of another text would get wrong variants
      if (auto From = portSource(Options.Port, L.Captured); !From)
        return From.takeError();
  }
  for (const Launch &L : Launches) {
    const Capture &C = L.Captured;
    TuningRow Row;
    Row.Key = {C.Platform, C.Device, C.Driver, C.Kernel, C.Hash, C.Options, sizeClassOf(C)};
    Row.Share = All > 0 ? double(L.Nanoseconds) / All : 0;
    if (llvm::Error E = tuneLaunch(L, *Known, Row)) {
      if (E.isA<llvm::FileError>()) // the disk is full: the next row would say the same
        return E;
      Row.Problem = llvm::toString(std::move(E));
    }
    if (llvm::Error E = keepWrong(L, Row.Result))
      return E;
    Report.Rows.push_back(std::move(Row));
  }
  if (llvm::Error E = writeWinners(*Known))
    return E;
  return std::move(Report);
}

llvm::Expected<TuningReport> tune(TuningOptions Options, TuningProgress Progress) {
  return Tuner(std::move(Options), Progress).run();
}

} // namespace cu2cl::opt
