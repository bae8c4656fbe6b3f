// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_UNITRECORD_H
#define CU2CL_TOOL_UNITRECORD_H

#include "analysis/flow/PointerConstraints.h"
#include "analysis/reach/Launches.h"
#include "assembly/UnitRendering.h"
#include "host/unit/HostRewriter.h"
#include "project/intake/Project.h"
#include "project/output/SelfCheck.h"

namespace cu2cl {

// The results of each step of the pipeline for one unit, as values: saved with the output, so that
// the next run need not parse a unit again that is as it was. Each step has a key: the SHA-256 of
// all that its result depends on. A step whose key is the same takes the saved result.

/// `#include` of a file, in a file that is not a system header.
struct IncludedFile {
  std::string Path;
  bool System = false;         ///< lies in a system folder
  std::string From;            ///< the file that has the directive
  std::string Written;         ///< the name with its quotes, which is there at [Begin, End)
  unsigned Begin = 0, End = 0; ///< equal where a macro gives the name
};

/// A kernel (instance) of a unit, by USR.
struct KernelHead {
  std::string Usr, Pattern; ///< Pattern: of its template; its own if it is no instance
  unsigned Parameters = 0;
};

/// The facts of a unit, independent of other units.
struct UnitSketch {
  bool HasHost = false, HasDevice = false; ///< the side could be parsed
  bool IsOpen = false;                     ///< device code calls functions that other units define
  std::vector<FrontendMessage> Messages;
  std::vector<IncludedFile> Includes; ///< of the host side
  UnitPointerConstraints Pointers, Stored;
  LaunchFacts Launches;
  KernelValues Values;
  std::vector<KernelHead> Kernels;
  /// definedDeviceFunctions(); only where some unit of the project is open.
  std::optional<std::set<std::string>> Defined;
  /// Of the names that the command lines of the source define differently, those that it mentions.
  std::set<std::string> Mentioned;
};

/// The part of it that is in files of the project; depends on the layout.
struct UnitUses {
  std::string Key;
  HostFacts Facts;
  /// Places of launches and runtime calls, by kind ("launch", "cudaMalloc").
  std::map<std::string, std::set<std::string>> Constructs;
};

/// The device text; depends on what the whole program decides for the unit's kernels.
struct UnitDevice {
  std::string Key;
  DeviceText Text; ///< saved without the tokens of its items
  MacroPlan::Votes Votes;
  std::vector<Diagnostic> Messages;
};

/// The device text with its macros; depends on the votes of all units.
struct UnitText {
  std::string Key;
  UnitRendering Rendering;
};

/// The edits of host files; depends on what the program's pointers and kernels are.
struct UnitHost {
  std::string Key;
  std::set<std::string> Asked; ///< declarations whose representation counted, by USR
  EditSet Edits;
  std::map<std::string, unsigned> HandleHeaderParts; ///< by the kernel's USR
  OpenTypes OpenParameters;
  /// Includes of handles: the file that includes, the kernels' file, whether the shared ones.
  std::set<std::pair<std::string, std::pair<std::string, bool>>> Handles;
  std::vector<Diagnostic> Messages;
};

struct UnitRecord {
  std::string Command;             ///< key of the command line; a source may have several
  std::string Key;                 ///< of all that the parse depends on
  std::vector<std::string> Inputs; ///< absolute paths of the files that were read, sorted
  UnitSketch Sketch;
  UnitUses Uses;
  UnitDevice Device;
  UnitText Text;
  UnitHost Host;
  /// Names that handles get because of this unit's functions, by namespace, name and wanted name.
  std::map<std::pair<std::string, std::pair<std::string, std::string>>, std::string> HandleNames;
};

/// The values that a run keeps for the next one.
struct FormerRun {
  std::map<std::string, UnitRecord> Units; ///< by UnitRecord::Command
  std::string ChecksKey;                   ///< of the tool and its options
  CheckRecords Checks;
};

/// \p Run as the content of the file UnitRecordsName (project/output/OutputTree.h); empty if this
/// build cannot write it. The folders of \p P are written as marks there.
std::string writeFormerRun(const FormerRun &Run, const Project &P);

/// The reverse; nothing in it if \p Bytes is not what writeFormerRun() writes.
FormerRun readFormerRun(llvm::StringRef Bytes, const Project &P);

/// One record as bytes, for this run alone; and the reverse, false if \p Bytes is none.
std::string bytesOf(const UnitRecord &Record);
bool readRecord(llvm::StringRef Bytes, UnitRecord &Into);

// Keys, all of them SHA-256 in hexadecimal digits; folders of the project count as marks.
std::string keyOf(const CompileCommand &Command, const Project &P);
std::string keyOf(const KernelDecisions &Decisions, const Project &P);
std::string keyOf(const std::vector<KernelInterface> &Kernels, const Project &P);
std::string keyOf(const MacroPlan::Votes &Votes, const Project &P);
std::string keyOfLines(const std::vector<std::string> &Lines, const Project &P);

} // namespace cu2cl

#endif
