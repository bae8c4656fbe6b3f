// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ASSEMBLY_DEVICEASSEMBLY_H
#define CU2CL_ASSEMBLY_DEVICEASSEMBLY_H

#include "assembly/UnitRendering.h"
#include "core/report/Diagnostics.h"
#include "core/source/CommandMerge.h"
#include "kernel/core/DeviceText.h"
#include "project/output/Layout.h"
#include "project/output/OutputTree.h"
#include <map>
#include <set>

namespace cu2cl {

/// Puts the device items of all units together to the .cl and .clh files of the output.
///
/// An item goes where its pattern is: a source's items to its .cl, a header's to its .clh (the
/// union of what the units need), a header's kernels to a .cl of their own. A header that means
/// different things in different units gets copies: y.clh and, for the units that differ from the
/// first, y_<unit>.clh, their kernels going to the .cl of the unit. An item of a header that needs
/// an item of a source (an instance of a header's template for a type of the source) goes to that
/// source's .cl. What is reached of CUDA's libraries that are translated (cuda/lib) goes to
/// clrt/device/<library>.clh. What kernels of another source need of a source (separate
/// compilation) goes to its x_device.clh, which both include. What is marked in a header, and what
/// needs it, goes to y_marked.clh where programs that do not need it use the rest of y.clh. Order
/// is source order, but what an item needs is before it.
class DeviceAssembly {
public:
  explicit DeviceAssembly(const Layout &Files) : Files(Files) {}

  /// Adds what one command line gives. They must be added in one order, whatever the threads did.
  /// \p TextOf gives the original text of a file. \p Device stands for the command line later on.
  void add(const UnitRendering &Rendered, const DeviceText &Device, const CompileCommand &Command,
           llvm::function_ref<std::string(const std::string &)> TextOf);

  /// Programs whose source must say that nothing may be contracted to a fused operation
  /// (-fmad=false), by .cl path.
  std::set<std::string> WithoutContraction;

  /// The parts of headers that programs reach: CUDA's translated libraries, and types and values of
  /// the project's that no device code is beside. The programs of one project include the same text
  /// of such a file, whatever each of them reaches.
  struct HeaderEntries {
    std::map<std::string, DeviceEntry> Entries;   ///< by identity
    std::map<std::string, std::string> FileTexts; ///< of the headers, by path
  };

  /// Decides where each item goes. Called once, after the last unit.
  void place();

  /// Adds the items of headers to \p All. After place().
  void giveHeaders(HeaderEntries &All) const;

  /// Takes the items of \p All that other programs reach of the headers that this one reaches, and
  /// what they need.
  void takeHeaders(const HeaderEntries &All);

  /// The files, by output path. Called once, after place(). A source's item that its command lines
  /// print differently is reported (2201).
  OutputFiles assemble(DiagnosticSink &Sink);

  /// The program that holds the kernel instance \p Usr of the unit \p Device, which was added;
  /// empty if there is none. After assemble().
  std::string programOf(const DeviceText &Device, const std::string &Usr) const;

  /// The #if condition under which that kernel is there; empty if it always is.
  std::string conditionOf(const DeviceText &Device, const std::string &Usr) const;

private:
  using Entry = DeviceEntry;
  void mergeUnits();
  void disagree(const Entry &E);
  const Entry *kernel(const DeviceText &Device, const std::string &Usr) const;
  void placeEntries();
  void shareNeeds();
  void mergeCircles();
  std::set<const DeviceEntry *> brokenEntries() const;
  void separateBroken();
  std::string libraryOutput(const Entry &E) const;
  std::string ownOutput(const Entry &E) const;
  std::string outputOf(const Entry &E, std::set<std::string> &Visiting);
  std::string mainFileOf(const std::string &Output,
                         const std::vector<const Entry *> &Entries) const;
  std::string preambleOf(const std::string &Output, const std::vector<const Entry *> &List) const;
  std::string textOf(const std::string &Output, const std::vector<const Entry *> &Entries,
                     const std::set<std::string> &Ambiguous);
  void collect(const Entry &E, const std::string &Output, std::set<const Entry *> &Into) const;
  std::set<std::string> includesOf(const std::string &Output,
                                   const std::vector<const Entry *> &Entries) const;

  const Layout &Files;
  std::vector<std::string> Sources;                  ///< in the order in which they came
  std::vector<std::vector<CommandEntries>> Commands; ///< by source, as they were added
  std::set<std::string> Given;                       ///< names that command lines define
  std::vector<UnitEntries> Units;                    ///< by source, merged
  std::map<std::string, Entry> Entries;              ///< of all units, by identity and copy
  /// The source of the first unit that uses a further copy of a header.
  std::map<std::pair<std::string, unsigned>, std::string> FirstUser;
  std::vector<std::pair<std::string, Place>> Disagreements;
  struct KernelKey {
    size_t Unit;
    std::string Identity;
  };
  std::map<std::pair<const DeviceText *, std::string>, KernelKey> Kernels; ///< by unit and USR
  std::vector<std::map<std::string, unsigned>> Variants;                   ///< of headers, by unit
  std::map<std::string, std::string> FileTexts; ///< originals, for comments and blank lines
};

} // namespace cu2cl

#endif
