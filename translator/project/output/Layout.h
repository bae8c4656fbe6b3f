// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_LAYOUT_H
#define CU2CL_PROJECT_OUTPUT_LAYOUT_H

#include "project/intake/Project.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>

namespace cu2cl {

/// The output paths of one input file. All are relative to the output folder, with '/'.
/// They are names only: which of them get a file depends on what the input holds.
struct FilePlan {
  std::string Input;         ///< absolute
  std::string Host;          ///< x.cpp, y.h, z.hpp; the input's own relative path if it is not CUDA
  std::string Device;        ///< a source's x.cl, a header's y.clh
  std::string SharedDevice;  ///< x_device.clh: functions of a source that other sources call
  std::string Program;       ///< the OpenCL program with the kernels: x.cl, for a header y.cl
  std::string KernelHandles; ///< x_kernels.hpp
  std::string SharedHandles; ///< x_shared_kernels.hpp: of the kernels that other sources launch
  std::string ShownTexts;    ///< x_source_text.hpp: what its macros show, as in the source
  std::string ProgramId;     ///< the identifier of clrt_add_program: x_cl
  bool IsHeader = false;     ///< a header, or a .cu that another file includes
  bool IsExternal = false;   ///< outside the root; Host lies under "external/"
  bool IsMoved = false;      ///< into another folder, since CMake cannot name its own
};

/// Gives every file of a project its output names (docs/architecture.md, "Names and identities").
/// Where two files want the same name, the one that is not CUDA keeps it and the other gets a
/// suffix: a.cu beside a.cpp becomes a_cu.cpp. The result depends only on the set of paths.
class Layout {
public:
  /// \p External: headers outside the root that need translation. \p Included: files that a unit
  /// includes (so that an included .cu is laid out as a header).
  Layout(const Project &P, const std::set<std::string> &Included,
         const std::set<std::string> &External);

  /// The plan of an absolute path; null if the file is not of the project.
  const FilePlan *find(llvm::StringRef Path) const;
  /// All plans, by input path.
  const std::map<std::string, FilePlan> &files() const { return Plans; }

  /// Returns how \p From (an output path) writes `#include "..."` for the output path \p To.
  static std::string includeSpelling(llvm::StringRef From, llvm::StringRef To);

private:
  std::map<std::string, FilePlan> Plans;
};

/// \p Path with what CMake cannot have in the name of a source or target (`;`, `$`, ...) as `_`.
std::string nameForCMake(llvm::StringRef Path);

/// An include folder of the project as the output sees it: relative if it is in the output,
/// absolute if it stays outside, empty if it means nothing there.
std::string outputFolderOf(const std::string &Dir, const Project &P, const Layout &L);

} // namespace cu2cl

#endif
