// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_PIPELINESTEPS_H
#define CU2CL_TOOL_PIPELINESTEPS_H

#include "analysis/AddressSpaces.h"
#include "analysis/Launches.h"
#include "host/HostRewriter.h"
#include "kernel/DeviceText.h"
#include "rewrite/DeviceAssembly.h"
#include "rewrite/MacroUses.h"
#include "tool/JoinedUnits.h"
#include "tool/OutputNames.h"
#include "tool/Pipeline.h"
#include "llvm/Support/ThreadPool.h"

namespace cu2cl {

/// One unit on its way through the pipeline.
struct UnitState {
  ParsedUnit Unit;
  UnitPointerFacts Pointers, Stored;
  LaunchFacts Launches;
  DeviceLinkFacts Links;
  std::vector<std::string> Named; ///< USRs of the kernels that host code names
  std::unique_ptr<AddressSpaceMap> Spaces;
  std::unique_ptr<ExpansionIndex> Expansions; ///< of the device side
  DeviceText Device;
  EditSet Edits;
};

/// Units that can meet in one program. What is never linked together may use one name for two
/// things, so each group is decided on for itself.
struct Group {
  std::vector<UnitState *> Units;
  PointerDecisions Decisions;
  std::map<std::string, BlockSize> BlockSizes; ///< kernels whose launches agree
  std::unique_ptr<DeviceAssembly> Device;
};

/// The steps from a project to the files of its port.
class Pipeline {
public:
  Pipeline(const PipelineOptions &Options, DiagnosticSink &Sink) : Options(Options), Sink(Sink) {}

  PipelineResult run();

private:
  template <typename List, typename F> void forEach(List &Of, F Work) {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Threads));
    for (auto &U : Of)
      Pool.async([&U, &Work] { Work(U); });
    Pool.wait();
  }

  void parse();
  void analyseDevice(UnitState &U);
  void joinDeviceCode();
  void reportMessages();
  void makeGroups();
  void link(Group &G);
  void printDeviceCode(Group &G);
  void assembleDeviceCode();
  void assembleDeviceCode(Group &G, const MacroPlan &Plan);
  KernelTable kernelsFor(const Group &G, const UnitState &U) const;
  void markForeignLaunches(Group &G);
  std::map<std::string, std::set<std::string>> foreignSymbols(Group &G);
  void rewriteHostCode(Group &G);
  EditSet hostEdits() const;
  void addHostFiles();
  void writeHandles();
  ReportData report() const;
  std::vector<std::string> settings() const;
  bool isSameRun(PipelineResult &Result);
  std::optional<RunRecord> record(const ReportData &Report) const;
  void finish(PipelineResult &Result);
  KernelDecisions kernelDecisions(const Group &G, const UnitState &U) const;
  std::vector<const ParsedSide *> sides() const {
    std::vector<const ParsedSide *> All;
    for (const UnitState &U : Units)
      All.push_back(U.Unit.Host.get());
    return All;
  }

  const PipelineOptions &Options;
  DiagnosticSink &Sink;
  Project P;
  std::vector<UnitState> Units;
  std::vector<Group> Groups;
  std::unique_ptr<OutputNames> Names;
  OutputFiles Files;
};

} // namespace cu2cl

#endif
