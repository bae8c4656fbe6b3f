// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tune/Port.h"
#include "core/source/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace path = llvm::sys::path;

namespace cu2cl::opt {

llvm::Error tuningError(const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

// --- Sources

/// Returns what of the driver's options Clang's front end needs to know.
static std::vector<std::string> optionsOf(const Capture &C, bool WithDefinitions) {
  std::vector<std::string> Result;
  llvm::SmallVector<llvm::StringRef, 16> Words;
  llvm::SplitString(C.Options, Words);
  for (llvm::StringRef Word : Words)
    if (Word.starts_with("-D") || Word.starts_with("-cl-std="))
      Result.push_back(Word.str());
  // Definitions with blanks precede the text (clrt.cmake).
  llvm::StringRef Rest = C.Source;
  while (WithDefinitions && Rest.consume_front("#define ")) {
    auto [Line, Behind] = Rest.split('\n');
    auto [Name, Value] = Line.split(' ');
    Result.push_back(("-D" + Name + "=" + Value).str());
    Rest = Behind;
  }
  return Result;
}

static std::string findProgram(const std::string &Folder, const std::string &Program) {
  llvm::SmallString<128> Direct(Folder);
  path::append(Direct, Program);
  if (llvm::sys::fs::exists(Direct))
    return std::string(Direct);
  std::error_code Error;
  std::string Name = path::filename(Program).str();
  for (llvm::sys::fs::recursive_directory_iterator It(Folder, Error), End; It != End && !Error;
       It.increment(Error)) {
    if (llvm::sys::fs::exists(It->path() + "/CMakeCache.txt"))
      It.no_push(); // a build folder
    else if (path::filename(It->path()) == Name)
      return It->path();
  }
  return "";
}

llvm::Expected<std::unique_ptr<Source>> capturedSource(const Capture &C) {
  return Source::parseText(C.Source, "/captured/" + path::filename(C.Program).str(),
                           optionsOf(C, false));
}

llvm::Expected<std::unique_ptr<Source>> portSource(const std::string &Folder, const Capture &C) {
  std::string Path = findProgram(Folder, C.Program);
  if (Path.empty())
    return tuningError(Folder + " has no " + C.Program +
                       ", which the program was built from; name "
                       "the port that it belongs to");
  std::vector<std::string> Options = optionsOf(C, true);
  Options.push_back("-I" + Folder);
  Options.push_back("-I" + Folder + "/clrt/device");
  auto From = Source::parse(Path, Options);
  if (!From)
    return From.takeError();
  for (const clang::FunctionDecl *K : (*From)->kernels())
    if (K->getName() == C.Kernel)
      if (std::optional<Span> Text = (*From)->spanOf(K->getSourceRange()))
        if (!llvm::StringRef(C.Source).contains((*From)->textOf(*Text)))
          return tuningError(Path + " has another text of the kernel " + C.Kernel +
                             " than the program; build the port again");
  return From;
}

// --- Files of variants

static std::string sizeCondition(const std::string &SizeClass) {
  llvm::SmallVector<llvm::StringRef, 3> Logs;
  llvm::StringRef(SizeClass).split(Logs, '.');
  std::string Result;
  for (size_t D = 0; D < Logs.size(); ++D) {
    unsigned Log = 0;
    if (!Logs[D].getAsInteger(10, Log) && Log > 0)
      Result += (Result.empty() ? "items" : " && items") + std::to_string(D) +
                " >= " + std::to_string(uint64_t(1) << Log);
  }
  return Result;
}

static unsigned volume(const std::string &SizeClass) {
  llvm::SmallVector<llvm::StringRef, 3> Logs;
  llvm::StringRef(SizeClass).split(Logs, '.');
  unsigned Sum = 0, Log = 0;
  for (llvm::StringRef Text : Logs)
    Sum += Text.getAsInteger(10, Log) ? 0 : Log;
  return Sum;
}

/// \p Text with one more condition in its contract.
static std::string withCondition(const std::string &Text, const std::string &When) {
  size_t Behind = 0; // of the contract's lines
  while (llvm::StringRef(Text).substr(Behind).starts_with("//@"))
    Behind = Text.find('\n', Behind) + 1;
  return When.empty() ? Text
                      : Text.substr(0, Behind) + "//@ when " + When + "\n" + Text.substr(Behind);
}

static std::string deviceLine(const TuningKey &K) {
  auto Quoted = [](const std::string &Text) {
    return "=\"" + llvm::join(llvm::split(Text, '"'), "") + "\"";
  };
  return "platform" + Quoted(K.Platform) + " device" + Quoted(K.Device) + " driver" +
         Quoted(K.Driver);
}

llvm::Expected<std::string> winnersText(const Source &From, std::vector<Winner> Winners,
                                        const TuningKey &Device) {
  // The largest first: each is for launches of its size and above.
  llvm::stable_sort(Winners, [](const Winner &A, const Winner &B) {
    return volume(A.SizeClass) > volume(B.SizeClass);
  });
  std::vector<KernelVariants> All;
  for (const clang::FunctionDecl *K : From.kernels()) {
    KernelVariants Own{K, {}};
    std::string Larger; // launches for which plain won
    for (const Winner &W : Winners) {
      if (W.Kernel != K->getName())
        continue;
      std::string Size = sizeCondition(W.SizeClass);
      if (W.Schedule.empty()) {
        Larger += (Larger.empty() ? "!(" : " && !(") + (Size.empty() ? "1 == 1" : Size) + ")";
        continue;
      }
      llvm::Expected<Schedule> S = Schedule::parse(W.Schedule);
      if (!S)
        return S.takeError();
      std::string Name = freshVariantName(From, All, Own, variantName(K->getName(), *S));
      llvm::Expected<Variant> V = makeVariant(From, K, *S, Name, "tuned");
      if (!V)
        return V.takeError();
      V->Text = withCondition(withCondition(V->Text, Size), Larger);
      Own.Made.push_back(std::move(*V));
    }
    if (!Own.Made.empty())
      All.push_back(std::move(Own));
  }
  return All.empty() ? "" : variantFile(From, All, deviceLine(Device));
}

/// A name for the file: that of an earlier one for the same device, or one that is free.
static std::string tunedName(llvm::StringRef Program, llvm::StringRef DeviceLine) {
  for (unsigned Number = 1;; ++Number) {
    llvm::SmallString<128> Name(Program);
    path::replace_extension(Name, ".tuned" + (Number > 1 ? std::to_string(Number) : "") + ".cl");
    auto Old = llvm::MemoryBuffer::getFile(Name);
    if (!Old || (*Old)->getBuffer().split('\n').first == DeviceLine)
      return std::string(Name);
  }
}

/// \p Text of a CMakeLists.txt where \p Program has \p Variants, too, ahead of others.
static std::string withVariants(llvm::StringRef Text, llvm::StringRef Program,
                                const std::string &Variants) {
  const llvm::StringRef Call = "clrt_add_program(";
  std::string Result;
  while (true) {
    size_t At = Text.find(Call);
    if (At == llvm::StringRef::npos)
      return Result + Text.str();
    Result += Text.take_front(At + Call.size());
    Text = Text.drop_front(At + Call.size());
    llvm::StringRef Own = Text.take_front(Text.find(')'));
    llvm::SmallVector<llvm::StringRef, 16> Words;
    llvm::SplitString(Own, Words);
    if (Words.size() < 2 || Words[1].trim('"') != Program || Own.contains(Variants))
      continue;
    auto Old = llvm::find(Words, "VARIANTS");
    const char *End = Old != Words.end() ? Old->end() : Words[1].end();
    Result += Text.take_front(End - Text.begin());
    Result += (Old != Words.end() ? " " : "\n  VARIANTS ") + Variants;
    Text = Text.drop_front(End - Text.begin());
  }
}

llvm::Expected<std::string> addToPort(const std::string &Folder, const std::string &Program,
                                      const std::string &Text) {
  std::string Lists = Folder + "/CMakeLists.txt";
  auto Build = llvm::MemoryBuffer::getFile(Lists);
  if (!Build)
    return llvm::createFileError(Lists, Build.getError());
  auto Plain = llvm::MemoryBuffer::getFile(Program);
  if (!Plain)
    return llvm::createFileError(Program, Plain.getError());
  auto [Device, Rest] = llvm::StringRef(Text).split('\n');
  std::string Name = tunedName(Program, Device);
  auto Hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef((*Plain)->getBuffer()));
  std::string Whole = Device.str() + "\n//@from " + path::filename(Program).str() + " " +
                      llvm::toHex(Hash, /*LowerCase=*/true) + "\n" + Rest.str();
  if (llvm::Error E = writeWholeFile(Name, Whole))
    return E;
  llvm::SmallString<128> Shown(Program), Tuned(Name);
  path::replace_path_prefix(Shown, Folder + "/", "");
  path::replace_path_prefix(Tuned, Folder + "/", "");
  std::string Edited = withVariants((*Build)->getBuffer(), Shown, std::string(Tuned));
  if (Edited != (*Build)->getBuffer())
    if (llvm::Error E = writeWholeFile(Lists, Edited))
      return E;
  return std::string(Tuned);
}

} // namespace cu2cl::opt
