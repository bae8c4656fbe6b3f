// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_PIPELINESTEPS_H
#define CU2CL_TOOL_PIPELINESTEPS_H

#include "analysis/spaces/AddressSpaces.h"
#include "assembly/DeviceAssembly.h"
#include "core/source/MacroUses.h"
#include "core/source/ShownText.h"
#include "frontend/Twins.h"
#include "host/unit/HostRewriter.h"
#include "tool/HeaderCopies.h"
#include "tool/JoinedUnits.h"
#include "tool/OutputNames.h"
#include "tool/Pipeline.h"
#include "tool/UnitRecord.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>

namespace cu2cl {

struct Group;

/// One unit on its way through the pipeline.
struct UnitState {
  /// The command line always; a side only where a step needed it and had no saved result.
  ParsedUnit Unit;
  const UnitRecord *Former = nullptr;   ///< of the last run, if the unit is as it was
  UnitRecord Now;                       ///< what the steps made so far; to be saved
  const Group *In = nullptr;            ///< its group
  const UnitState *Twin = nullptr;      ///< a unit that is parsed and translated in its stead
  std::vector<KernelInterface> Kernels; ///< those of Now, with what other units say about them
  DeviceLinkFacts Links;
  std::unique_ptr<AddressSpaceMap> Spaces;
  std::unique_ptr<ExpansionIndex> Expansions; ///< of the device side
  bool WasParsed = false;                     ///< in this run
  bool IsReleased = false; ///< sides are parsed again by each step that needs them
  bool IsJoined = false;   ///< but the device side, which other sources are part of
  /// A record made in another process, to which Former then points.
  std::unique_ptr<UnitRecord> FromProcess;
  std::map<std::string, std::string> Texts; ///< of files outside the project, where device text is

  const CompileCommand &command() const { return Unit.Command; }
  const UnitSketch &sketch() const { return Now.Sketch; }
  const DeviceText &device() const { return Now.Device.Text; }
};

/// Units that can meet in one program. What is never linked together may use one name for two
/// things, so each group is decided on for itself.
struct Group {
  std::vector<UnitState *> Units;
  PointerRepresentations Decisions;
  std::map<std::string, BlockSize> BlockSizes; ///< kernels whose launches agree
  /// Names that command lines of one source define differently, by source.
  std::map<std::string, std::set<std::string>> Varying;
  std::unique_ptr<DeviceAssembly> Device;
  /// Keys of what host text in a file that includes the kernel's, and in others, depends on.
  std::map<const KernelInterface *, std::pair<std::string, std::string>> KernelKeys;
  HostContext Host; ///< for the edits of its host files
  /// The symbols that kernels take because they call functions of other sources, by source.
  std::map<std::string, std::set<std::string>> AskedSymbols;

  std::set<std::string> symbolsAskedOf(const UnitState &U) const {
    auto It = AskedSymbols.find(U.command().File);
    return It == AskedSymbols.end() ? std::set<std::string>() : It->second;
  }
};

/// The contents of files as the run finds them, by hash. For several threads.
class FileHashes {
public:
  /// Files are read from now on.
  void begin() { Start = std::chrono::system_clock::now(); }
  /// The hash of \p Path; nothing if it cannot be read, or was written since begin(): then what was
  /// parsed may be another text.
  std::optional<std::string> of(const std::string &Path);

private:
  llvm::sys::TimePoint<> Start;
  std::mutex Lock;
  std::map<std::string, std::optional<std::string>> Known;
};

/// The units that hold a kernel, with what each makes of it.
using KernelHolders = std::vector<std::pair<const UnitState *, const KernelInterface *>>;

class Pipeline;

/// Some of the steps of a pipeline, which use the others'.
class PipelinePart {
public:
  explicit PipelinePart(Pipeline &Pipe);

protected:
  Pipeline &Pipe;
  const PipelineOptions &Options;
  DiagnosticSink &Sink;
  const std::vector<std::string> &Settings;
  Project &P;
  FrontendOptions &Frontend;
  std::vector<UnitState> &Units;
  std::vector<Group> &Groups;
  std::unique_ptr<OutputNames> &Names;
  std::string &NamesKey;
  OutputFiles &Files;
};

/// Parses units, or takes what the last run found in them.
class UnitParser : public PipelinePart {
public:
  using PipelinePart::PipelinePart;

  void parse();
  void parse(UnitState &U);
  bool isAsBefore(const UnitState &U);
  void noteDefined(UnitState &U);
  void takeSide(UnitState &U, const ParsedSide *Side);
  void finishSketch(UnitState &U);
  void needHost(UnitState &U);
  void needDevice(UnitState &U);
  void release(UnitState &U);
  void forget(UnitState &U);
  void sketchDevice(UnitState &U);

private:
  void parseRound(const std::vector<UnitState *> &Round, std::atomic<unsigned> &Done);
  void beTwin(UnitState &U, const UnitState &Twin);
  void parseAnew(UnitState &U);
  void sketchHost(UnitState &U);
  std::optional<std::string> unitKey(const UnitState &U, const std::vector<std::string> &Inputs);

  std::atomic<size_t> KeptBytes{0}; ///< of the sides that are not released
  std::unique_ptr<TwinSearch> Twins;
};

/// Steps of many units in processes that share the parse of what they include.
class UnitForks : public PipelinePart {
public:
  using PipelinePart::PipelinePart;

  void forkParses(const std::vector<UnitState *> &List);
  void forkAhead(Side S, llvm::function_ref<bool(const UnitState &)> IsMade,
                 llvm::function_ref<void(UnitState &)> Step);

  bool IsForked = false; ///< this process works on one unit

private:
  std::optional<std::string> projectText(const std::string &Path);
  std::vector<std::string> startOf(const UnitState &U);
  std::vector<UnitState *> forkSteps(Side S, const std::vector<UnitState *> &List,
                                     llvm::function_ref<void(UnitState &)> Step);

  std::map<std::string, std::optional<std::string>>
      Texts; ///< of files of the project, while forking
};

/// The records of the last run, and those of this one.
class RunHistory : public PipelinePart {
public:
  using PipelinePart::PipelinePart;

  static std::vector<std::string> settingsOf(const PipelineOptions &Options);
  bool isSameRun(PipelineResult &Result);
  std::optional<RunRecord> record(const ReportData &Report);
  void readRecords();
  std::string writeRecords() const;

  FileHashes Hashes;
  std::string RunKey; ///< of everything but the files that units read
  FormerRun Former;
  CheckRecords Checks; ///< of this run
};

/// The device code of units and of the program.
class DeviceSteps : public PipelinePart {
public:
  using PipelinePart::PipelinePart;

  void joinDeviceCode();
  void assembleDeviceCode();
  void assembleDeviceCode(Group &G);
  void printDeviceCode();

private:
  void placeDeviceCode(Group &G);
  KernelDecisions kernelDecisions(const UnitState &U) const;
  void makeDevice(UnitState &U);
  void printUnit(UnitState &U, const KernelDecisions &Decisions);
  std::string deviceKey(const UnitState &U, const KernelDecisions &Decisions) const;
  std::string textKey(const UnitState &U, const MacroPlan &Plan) const;
  bool isKnown(const std::string &File) const;
  void renderText(UnitState &U, const MacroPlan &Plan);
  void makeText(UnitState &U, const MacroPlan &Plan);
  bool hasText(const UnitState &U, const MacroPlan &Plan) const;
};

/// The names of kernels' handles, and the files with the handles.
class HandleSteps : public PipelinePart {
public:
  using PipelinePart::PipelinePart;

  void nameHandles(Group &G);
  void writeHandles();
  void prepareHandles(UnitState &U);

private:
  std::vector<KernelInterface> handlesOf(const KernelHolders &Holders);
  bool namesHandleIn(const UnitState &U, const KernelInterface &K) const;
  void nameHandle(KernelInterface &K, UnitState &In);
};

/// The edits of host code, and the files that they make.
class HostSteps : public PipelinePart {
public:
  using PipelinePart::PipelinePart;

  void rewriteHostCode();
  void addHostFiles();
  void findUses();

private:
  KernelTable kernelsFor(const Group &G, const UnitState &U) const;
  void markForeignLaunches(Group &G);
  KernelValues markValues(Group &G);
  std::map<std::string, std::set<std::string>> foreignSymbols(Group &G);
  void prepareHostCode(Group &G);
  HeaderCopies headerCopies() const;
  void addShownTexts(const HeaderCopies &Copies, const ShownTexts &Shown, EditSet &Edits);
  EditSet hostEdits(const HeaderCopies &Copies);
  void makeUses(UnitState &U);
  void makeHost(UnitState &U);
  void keyKernels(Group &G);
  std::string usesKey(const UnitState &U) const;
  bool hasHost(const UnitState &U) const;
  std::string hostKey(const UnitState &U, const std::set<std::string> &Asked) const;
};

/// The steps from a project to the files of its port.
class Pipeline {
public:
  Pipeline(const PipelineOptions &Options, DiagnosticSink &Sink)
      : Options(Options), Sink(Sink), Settings(RunHistory::settingsOf(Options)) {}
  PipelineResult run();
  Pipeline(const Pipeline &) = delete;

  /// Does \p Work for units, and \p Copy for those that have a twin.
  template <typename F, typename G> void forEachUnit(F Work, G Copy) {
    forEach(Units, [&](UnitState &U) {
      if (!U.Twin)
        Work(U);
    });
    for (UnitState &U : Units)
      if (U.Twin)
        Copy(U, *U.Twin);
  }
  template <typename List, typename F> void forEach(List &Of, F Work) {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Threads));
    for (auto &U : Of)
      Pool.async([&U, &Work] { Work(U); });
    Pool.wait();
  }

  const PipelineOptions &Options;
  DiagnosticSink &Sink;
  const std::vector<std::string> Settings; ///< what a former run must have had for its units
  Project P;
  FrontendOptions Frontend; ///< of the options, for this project
  std::vector<UnitState> Units;
  std::vector<Group> Groups;
  std::unique_ptr<OutputNames> Names;
  std::string NamesKey;
  OutputFiles Files;
  UnitParser Parses{*this};
  UnitForks Forks{*this};
  RunHistory History{*this};
  DeviceSteps Device{*this};
  HandleSteps Handles{*this};
  HostSteps Host{*this};

private:
  void reportMessages();
  void makeGroups();
  void link(Group &G);
  void nameFiles();
  void check();
  /// Adds x.TARGET.cl beside each x.cl of which the target can gain.
  void addVariants();
  ReportData report() const;
  void addDumps(PipelineResult &Result) const;
  void finish(PipelineResult &Result);
};

} // namespace cu2cl

#endif
