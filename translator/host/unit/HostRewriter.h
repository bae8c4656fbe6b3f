// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_HOSTREWRITER_H
#define CU2CL_HOST_UNIT_HOSTREWRITER_H

#include "analysis/hostpointers/DevicePointers.h"
#include "analysis/reach/Launches.h"
#include "core/report/Diagnostics.h"
#include "core/source/Edit.h"
#include "frontend/ParsedUnit.h"
#include "kernel/core/DeviceText.h"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// The whole program's uses of the runtime API. Unknown means true.
struct HostFacts {
  bool UsesStreams = false;   ///< streams other than the default one
  bool UsesLastError = false; ///< cudaGetLastError, cudaPeekAtLastError
  bool UsesDevices = false;   ///< more than the first device
  bool UsesManaged = false;   ///< memory that the host uses by its address, too
  /// USRs of the device variables that a unit declares `extern` and does not define (-rdc).
  std::set<std::string> ForeignSymbols;
  void merge(const HostFacts &Other) {
    UsesStreams |= Other.UsesStreams;
    UsesLastError |= Other.UsesLastError;
    UsesDevices |= Other.UsesDevices;
    UsesManaged |= Other.UsesManaged;
    ForeignSymbols.insert(Other.ForeignSymbols.begin(), Other.ForeignSymbols.end());
  }
};

/// The facts of one unit; those of all units are merged before any is rewritten.
HostFacts collectHostFacts(const ParsedUnit &Unit,
                           const std::function<bool(const std::string &)> &IsProjectFile);

/// The inputs of the host rules from the pipeline. The functions must be safe to call from many
/// threads.
struct HostContext {
  /// Whether a file (absolute path) belongs to the project, so that its text is ours to write.
  std::function<bool(const std::string &)> IsProjectFile;
  /// How file \p From must spell the include of a project header (without quotes); empty if the
  /// spelling stays.
  std::function<std::string(const std::string &From, const IncludeDirective &)> RenamedInclude;
  /// How file \p From spells the handles (x_kernels.hpp) of the program that holds the kernels of
  /// file \p KernelFile; \p Shared: of those that other files launch (x_shared_kernels.hpp).
  std::function<std::string(const std::string &From, const std::string &KernelFile, bool Shared)>
      HandlesInclude;
  /// Whether a C file includes the file (or is it), so that its text must be C.
  std::function<bool(const std::string &)> IsSeenFromC;
  /// Of the whole program; by default, nothing is known.
  HostFacts Facts = {true, true, true, false, {}};
  KernelValues Values;                        ///< of all units
  llvm::ArrayRef<KernelInterface> OwnKernels; ///< of the unit
  bool StoresPointers = false; ///< device code of the unit has pointers in memory, by its own text
};

/// Every kernel of the project, by the USR of the kernel instance.
using KernelTable = std::map<std::string, const KernelInterface *>;

/// The types of parameters of handles that are open, by the kernel's USR and the parameter's index:
/// "clrt::object<4>".
using OpenTypes = std::map<std::string, std::map<unsigned, std::string>>;

/// The results of rewriteHost() besides its edits.
struct HostResult {
  /// The part of the handles' header that has each kernel of the main file, by USR.
  std::map<std::string, unsigned> HandleHeaderParts;
  OpenTypes OpenParameters;    ///< of handles whose headers cannot name the types
  std::set<std::string> Asked; ///< declarations whose representation counted, by USR
};

/// Adds the edits that turn the host text of \p Unit into OpenCL host text to \p Edits, and what
/// cannot be translated to \p Sink. Safe to run for several units at once.
HostResult rewriteHost(const ParsedUnit &Unit, const PointerRepresentations &Pointers,
                       const KernelTable &Kernels, const HostContext &Context, EditSet &Edits,
                       DiagnosticSink &Sink);

/// Reports what \p Edits cannot apply (3008). \p TextOf gives the text of a file.
void reportConflicts(const EditSet &Edits,
                     const std::function<std::string(const std::string &)> &TextOf,
                     DiagnosticSink &Sink);

/// The host's classes for lambdas, by their names.
using ClosureClasses = std::map<std::string, const ClosureClass *>;
/// Those that \p Kernels take.
ClosureClasses closuresOf(llvm::ArrayRef<const KernelInterface *> Kernels);

/// The text of x_kernels.hpp: the handles of the kernels of one program.
/// \param ClName "scale.cl"; \param ProgramId "scale_cl"; \param SharedInclude the name of
/// x_shared_kernels.hpp, empty if there is none: then kernels launched elsewhere are left out.
/// \param Closures the classes that it has; null: all that the handles take.
std::string printHandles(const std::string &ClName, const std::string &ProgramId,
                         llvm::ArrayRef<const KernelInterface *> Kernels,
                         const std::string &SharedInclude = "",
                         const ClosureClasses *Closures = nullptr);

/// The name of part \p Part of the handles' header \p Header: "x_kernels_2.hpp" is part 1. It holds
/// the handles that name what is declared only after the part before is included.
std::string handlesPart(llvm::StringRef Header, unsigned Part);

/// The text of x_shared_kernels.hpp: the handles of those kernels that files launch which see
/// nothing else of the file that holds them. Empty if there is none.
std::string printSharedHandles(const std::string &ClName, const std::string &ProgramId,
                               llvm::ArrayRef<const KernelInterface *> Kernels);

/// Adds, at the end of the main file of \p Unit, what makes the symbols of its kernels known to
/// the files that include x_shared_kernels.hpp, and those that kernels of other units take because
/// they call its functions (\p Asked). \p ProgramId is the program's.
void shareSymbols(const ParsedUnit &Unit, const std::string &ProgramId,
                  llvm::ArrayRef<KernelInterface> Kernels, const std::set<std::string> &Asked,
                  const HostContext &Context, EditSet &Edits);

/// Gives the handle of \p K another name than the kernel's if \p Host, a unit that may include it,
/// has a host function of that name in the same namespace (an overload, a function of the C
/// library): a handle is an object.
void nameHandle(KernelInterface &K, const ParsedSide &Host);

/// Marks those of \p Kernels that \p Values has, and gives the handles other names than the
/// functions that stand for kernels.
void nameValues(llvm::ArrayRef<KernelInterface *> Kernels, const KernelValues &Values);

/// Names the symbols of other sources that \p K takes by those sources' references, and adds them
/// to
/// \p Asked, by source. \p ProgramIds: of each source.
void nameForeignSymbols(KernelInterface &K, const std::map<std::string, std::string> &ProgramIds,
                        std::map<std::string, std::set<std::string>> &Asked);

/// The declarations of these references for \p Kernels; empty if they take none.
std::string declareForeignSymbols(llvm::ArrayRef<const KernelInterface *> Kernels);

} // namespace cu2cl

#endif
