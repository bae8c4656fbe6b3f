// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prepares a unit before any step: its key, whether the last run made the same of it, else
// its parse and the sketch of that. Parses are let go of where they would fill the memory.

#include "analysis/reach/InstanceUsr.h"
#include "analysis/spaces/PointersInDeviceMemory.h"
#include "frontend/Invocation.h"
#include "project/intake/FolderScan.h"
#include "tool/PipelineSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

void Pipeline::readRecords() {
  Hashes.begin(); // after what the intake may have written
  RunKey = runKey(P, Settings, {}).value_or("");
  std::string Content;
  if (!Options.Write.Force && !Options.Write.OutputDir.empty() &&
      readFile(Options.Write.OutputDir + "/" + UnitRecordsName, Content))
    Former = readFormerRun(Content, P);
}

std::string Pipeline::writeRecords() const {
  FormerRun Saved;
  for (const UnitState &U : Units)
    if (!U.Now.Key.empty())
      Saved.Units.emplace(U.Now.Command, U.Now);
  Saved.ChecksKey = keyOfLines(Settings, P);
  Saved.Checks = Checks;
  return Saved.Units.empty() && Checks.empty() ? std::string() : writeFormerRun(Saved, P);
}

/// Everything that parsing depends on. Nothing if a file cannot be relied on.
std::optional<std::string> Pipeline::unitKey(const UnitState &U,
                                             const std::vector<std::string> &Inputs) {
  std::vector<std::string> Lines = {RunKey, keyOf(U.command(), P)};
  for (const std::string &Path : Inputs) {
    std::optional<std::string> Hash = Hashes.of(Path);
    if (!Hash)
      return std::nullopt;
    Lines.insert(Lines.end(), {Path, *Hash});
  }
  return keyOfLines(Lines, P);
}

/// Returns true if the last run saved what the unit is now.
bool Pipeline::isAsBefore(const UnitState &U) {
  auto It = Former.Units.find(keyOf(U.command(), P));
  return It != Former.Units.end() && unitKey(U, It->second.Inputs) == It->second.Key;
}

void Pipeline::parse(UnitState &U) {
  if (U.WasParsed) // in another process
    return;
  if (!isAsBefore(U))
    return parseAnew(U);
  U.Former = &Former.Units.find(keyOf(U.command(), P))->second;
  U.Now.Command = U.Former->Command;
  U.Now.Key = U.Former->Key;
  U.Now.Inputs = U.Former->Inputs;
  U.Now.Sketch = U.Former->Sketch;
  U.Now.HandleNames = U.Former->HandleNames;
}

/// \p U says what \p Twin says, but for the command line.
void Pipeline::beTwin(UnitState &U, const UnitState &Twin) {
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
void Pipeline::release(UnitState &U) {
  if (U.IsReleased)
    forget(U);
}

void Pipeline::forget(UnitState &U) {
  if (IsForked) // the process ends anyway
    return;
  U.Expansions.reset();
  U.Unit.Host.reset();
  if (U.IsJoined)
    return;
  U.Spaces.reset();
  U.Unit.Device.reset();
}

void Pipeline::parseAnew(UnitState &U) {
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
void Pipeline::noteDefined(UnitState &U) {
  if (U.sketch().HasDevice)
    U.Now.Sketch.Defined = definedDeviceFunctions(*U.Unit.Device);
}

/// Takes what the sketch of a unit says of one of its sides.
void Pipeline::takeSide(UnitState &U, const ParsedSide *Side) {
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
void Pipeline::finishSketch(UnitState &U) {
  // Something may be missing that is there the next time: a header, a folder of headers.
  bool IsWhole =
      llvm::none_of(U.Now.Sketch.Messages, [](const FrontendMessage &M) { return M.IsError; });
  if (!IsWhole) // another command line may give what is missing
    U.Now.Sketch.Mentioned = Twins->varying(U.command().File);
  U.Now.Command = keyOf(U.command(), P);
  if (IsWhole && U.Now.Sketch.HasHost)
    U.Now.Key = unitKey(U, U.Now.Inputs).value_or("");
}

void Pipeline::needHost(UnitState &U) {
  U.WasParsed = true;
  if (!U.Unit.Host)
    U.Unit.Host = parseSide(U.command(), Side::Host, Frontend);
}

void Pipeline::needDevice(UnitState &U) {
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

void Pipeline::sketchHost(UnitState &U) {
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

void Pipeline::sketchDevice(UnitState &U) {
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

} // namespace cu2cl
