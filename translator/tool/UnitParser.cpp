// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prepares a unit before any step: its key, whether the last run made the same of it, else
// its parse and the sketch of that. Parses are let go of where they would fill the memory.

#include "analysis/reach/InstanceUsr.h"
#include "analysis/spaces/PointersInDeviceMemory.h"
#include "project/intake/FolderScan.h"
#include "project/output/SelfCheck.h"
#include "tool/PipelineSteps.h"
#include "tool/StepTimer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <numeric>

using namespace clang;

namespace cu2cl {

std::optional<std::string> FileHashes::of(const std::string &Path) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (auto It = Known.find(Path); It != Known.end())
      return It->second;
  }
  std::optional<std::string> Hash;
  std::string Content;
  llvm::sys::fs::file_status Status;
  if (readFile(Path, Content) && !llvm::sys::fs::status(Path, Status) &&
      Status.getLastModificationTime() < Start)
    Hash = quickHash(Content);
  std::lock_guard<std::mutex> Guard(Lock);
  return Known.emplace(Path, Hash).first->second;
}

/// Everything that parsing depends on. Nothing if a file cannot be relied on.
std::optional<std::string> UnitParser::unitKey(const UnitState &U,
                                               const std::vector<std::string> &Inputs) {
  std::vector<std::string> Lines = {Pipe.History.RunKey, keyOf(U.command(), P)};
  for (const std::string &Path : Inputs) {
    std::optional<std::string> Hash = Pipe.History.Hashes.of(Path);
    if (!Hash)
      return std::nullopt;
    Lines.insert(Lines.end(), {Path, *Hash});
  }
  return keyOfLines(Lines, P);
}

/// Returns true if the last run saved what the unit is now.
bool UnitParser::isAsBefore(const UnitState &U) {
  auto It = Pipe.History.Former.Units.find(keyOf(U.command(), P));
  return It != Pipe.History.Former.Units.end() && unitKey(U, It->second.Inputs) == It->second.Key;
}

void UnitParser::parse(UnitState &U) {
  if (U.WasParsed) // in another process
    return;
  if (!isAsBefore(U))
    return parseAnew(U);
  U.Former = &Pipe.History.Former.Units.find(keyOf(U.command(), P))->second;
  U.Now.Command = U.Former->Command;
  U.Now.Key = U.Former->Key;
  U.Now.Inputs = U.Former->Inputs;
  U.Now.Sketch = U.Former->Sketch;
  U.Now.HandleNames = U.Former->HandleNames;
}

/// \p U says what \p Twin says, but for the command line.
void UnitParser::beTwin(UnitState &U, const UnitState &Twin) {
  U.Twin = &Twin;
  U.IsReleased = true;
  U.Now.Sketch = Twin.Now.Sketch;
  U.Now.Inputs = Twin.Now.Inputs;
  U.Now.Command = keyOf(U.command(), P);
  if (!Twin.Now.Key.empty())
    U.Now.Key = unitKey(U, U.Now.Inputs).value_or("");
}

/// The files that \p Side read, without the headers in this program itself.
static void addInputs(const ParsedSide &Side, const std::string &Directory,
                      std::set<std::string> &Into) {
  for (auto It = Side.sources().fileinfo_begin(); It != Side.sources().fileinfo_end(); ++It) {
    std::string Path = absolutePath(It->first.getName(), Directory);
    // After a symbolic link, ".." leads elsewhere than the text says.
    llvm::SmallString<256> Written(It->first.getName()), Real;
    llvm::sys::fs::make_absolute(Directory, Written);
    if (Written.str().contains("..") && !llvm::sys::fs::equivalent(Written, Path) &&
        !llvm::sys::fs::real_path(Written, Real))
      Path = std::string(Real);
    if (llvm::sys::fs::exists(Path))
      Into.insert(std::move(Path));
  }
}

/// Parsed sides are kept for the later steps up to about so many bytes; those of further units are
/// parsed again when they are needed, so that memory does not grow with the project.
static constexpr size_t MostKeptBytes = size_t(640) << 20;

static size_t bytesOf(const ParsedSide *Side) {
  if (!Side || !Side->isUsable())
    return 0;
  const ASTContext &Context = Side->context();
  SourceManager::MemoryBufferSizes Texts = Side->sources().getMemoryBufferSizes();
  return Context.getASTAllocatedMemory() + Context.getSideTableAllocatedMemory() +
         Side->sources().getDataStructureSizes() + Texts.malloc_bytes + Texts.mmap_bytes +
         Side->preprocessor().getTotalMemory() +
         Side->tokens().expandedTokens().size() * sizeof(syntax::Token);
}

/// Lets go of the sides of a unit that is over the limit.
void UnitParser::release(UnitState &U) {
  if (U.IsReleased)
    forget(U);
}

void UnitParser::forget(UnitState &U) {
  if (Pipe.Forks.IsForked) // the process ends anyway
    return;
  U.Expansions.reset();
  U.Unit.Host.reset();
  if (U.IsJoined)
    return;
  U.Spaces.reset();
  U.Unit.Device.reset();
}

void UnitParser::parseAnew(UnitState &U) {
  FrontendOptions ForUnit = Frontend;
  ForUnit.SidesAtTheSameTime = Units.size() < Options.Threads;
  U.Former = nullptr;
  U.WasParsed = true;
  U.Unit = parseUnit(U.Unit.Command, ForUnit);
  U.Now = {};
  takeSide(U, U.Unit.Host.get());
  takeSide(U, U.Unit.Device.get());
  finishSketch(U);
  size_t Bytes = bytesOf(U.Unit.Host.get()) + bytesOf(U.Unit.Device.get());
  U.IsReleased = (KeptBytes += Bytes) > MostKeptBytes;
  if (!U.IsReleased)
    return;
  KeptBytes -= Bytes;
  noteDefined(U);
  release(U);
}

/// Other units may ask when it is gone.
void UnitParser::noteDefined(UnitState &U) {
  if (U.sketch().HasDevice)
    U.Now.Sketch.Defined = definedDeviceFunctions(*U.Unit.Device);
}

/// Takes what the sketch of a unit says of one of its sides.
void UnitParser::takeSide(UnitState &U, const ParsedSide *Side) {
  if (!Side)
    return;
  std::set<std::string> Inputs(U.Now.Inputs.begin(), U.Now.Inputs.end());
  if (Side->isUsable())
    addInputs(*Side, U.command().Directory, Inputs);
  U.Now.Inputs.assign(Inputs.begin(), Inputs.end());
  llvm::append_range(U.Now.Sketch.Messages, Side->Messages);
  if (Side->isUsable())
    U.Now.Sketch.Mentioned.merge(mentionedIn(*Side, Twins->varying(U.command().File)));
  if (Side == U.Unit.Host.get())
    sketchHost(U);
  else
    sketchDevice(U);
}

/// Once both sides have said what they are.
void UnitParser::finishSketch(UnitState &U) {
  // Something may be missing that is there the next time: a header, a folder of headers.
  bool IsWhole =
      llvm::none_of(U.Now.Sketch.Messages, [](const FrontendMessage &M) { return M.IsError; });
  if (!IsWhole) // another command line may give what is missing
    U.Now.Sketch.Mentioned = Twins->varying(U.command().File);
  U.Now.Command = keyOf(U.command(), P);
  if (IsWhole && U.Now.Sketch.HasHost)
    U.Now.Key = unitKey(U, U.Now.Inputs).value_or("");
}

void UnitParser::needHost(UnitState &U) {
  U.WasParsed = true;
  if (!U.Unit.Host)
    U.Unit.Host = parseSide(U.command(), Side::Host, Frontend);
}

void UnitParser::needDevice(UnitState &U) {
  U.WasParsed = true;
  if (!U.Unit.Device)
    U.Unit.Device = parseSide(U.command(), Side::Device, Frontend);
  if (!U.Spaces)
    U.Spaces = inferAddressSpaces(*U.Unit.Device);
}

static IncludedFile includedFile(const ParsedSide &Side, const IncludeDirective &D) {
  const SourceManager &SM = Side.sources();
  IncludedFile File;
  File.Path = D.Path;
  File.System = D.System;
  File.From = Side.pathOf(D.HashLoc);
  SourceLocation Begin = D.FilenameRange.getBegin();
  if (Begin.isFileID() && D.FilenameRange.getEnd().isFileID()) {
    File.Written = D.Angled ? "<" + D.Spelled + ">" : "\"" + D.Spelled + "\"";
    File.Begin = SM.getFileOffset(Begin);
    File.End = File.Begin + unsigned(File.Written.size());
  }
  return File;
}

void UnitParser::sketchHost(UnitState &U) {
  UnitSketch &S = U.Now.Sketch;
  S.HasHost = U.Unit.Host->isUsable();
  if (!S.HasHost)
    return;
  S.Pointers = collectPointerConstraints(*U.Unit.Host);
  S.Launches = collectLaunches(*U.Unit.Host);
  S.Values = collectKernelValues(*U.Unit.Host);
  for (const IncludeDirective &D : U.Unit.Host->Includes)
    if (!D.Path.empty() && !U.Unit.Host->sources().isInSystemHeader(D.HashLoc))
      S.Includes.push_back(includedFile(*U.Unit.Host, D));
}

void UnitParser::sketchDevice(UnitState &U) {
  UnitSketch &S = U.Now.Sketch;
  S.HasDevice = U.Unit.Device && U.Unit.Device->isUsable();
  if (!S.HasDevice)
    return;
  needDevice(U);
  S.Stored = collectPointersInDeviceMemory(*U.Spaces, *U.Unit.Device);
  for (const FunctionClone &V : U.Spaces->versions()) {
    if (!V.Function->hasAttr<CUDAGlobalAttr>())
      continue;
    const FunctionDecl *Pattern = V.Function->getTemplateInstantiationPattern();
    S.Kernels.push_back({instanceUsr(V.Function), instanceUsr(Pattern ? Pattern : V.Function),
                         V.Function->getNumParams()});
  }
  U.Links = collectDeviceLinks(U.Spaces->reach());
  S.IsOpen = !U.Links.Missing.empty();
}

void UnitParser::parse() {
  Units.resize(P.Commands.size());
  for (size_t I = 0; I < Units.size(); ++I)
    Units[I].Unit.Command = P.Commands[I];
  Pipe.History.readRecords();
  Twins = std::make_unique<TwinSearch>(P.Commands);
  std::vector<size_t> Rest(Units.size());
  std::iota(Rest.begin(), Rest.end(), 0);
  std::atomic<unsigned> Done{0};
  while (!Rest.empty()) {
    std::vector<size_t> Round = Twins->takeRound(Rest);
    std::vector<UnitState *> List;
    for (size_t I : Round)
      List.push_back(&Units[I]);
    parseRound(List, Done);
    for (size_t I : Round)
      Twins->addParsed(I, Units[I].sketch().Mentioned);
    llvm::erase_if(Rest, [&](size_t I) {
      std::optional<size_t> Twin = Twins->twinOf(I);
      if (Twin)
        beTwin(Units[I], Units[*Twin]);
      return Twin.has_value();
    });
  }
}

void UnitParser::parseRound(const std::vector<UnitState *> &Round, std::atomic<unsigned> &Done) {
  Pipe.Forks.forkParses(Round);
  Pipe.forEach(Round, [&](UnitState *U) {
    parse(*U);
    if (Options.Progress)
      Options.Progress(++Done, Units.size());
  });
}

} // namespace cu2cl
