// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_MACROSTATE_H
#define CU2CL_CORE_SOURCE_MACROSTATE_H

#include "core/source/HeaderVariants.h"
#include <optional>

namespace cu2cl {

/// The entries that each output file writes, and the files that each includes.
struct DeviceFiles {
  std::map<std::string, std::set<const DeviceEntry *>> Entries;
  std::map<std::string, std::set<std::string>> Includes;
};

/// The macro names that do not mean one thing wherever a program's files mention them: with several
/// definitions, or mentioned where the CUDA has no such macro (before its #define, after its
/// #undef). Order and includes of the output are not those of the input, so such names are defined
/// anew right before what needs them.
class AmbiguousMacros {
public:
  /// \p All: every entry by identity. \p Given: the names that command lines define; what mentions
  /// one of them without a definition of the source means the command line's.
  AmbiguousMacros(const DeviceFiles &Files, const std::map<std::string, DeviceEntry> &All,
                  const std::set<std::string> &Given);

  const std::set<std::string> &in(const std::string &Output) const;

  /// Entries for which no #define can be written: what they mention is now the command line's and
  /// now the source's, or differs between command lines that the definitions do not tell apart.
  std::set<const DeviceEntry *> Undecided;

private:
  using Definitions = std::map<std::string, std::vector<const DeviceEntry *>>;
  void look(const DeviceFiles &Files, const std::string &Root);
  std::set<std::string> namesWithout(const DeviceEntry &E, const Definitions &Macros) const;
  bool isUndecided(const DeviceEntry &E, const Definitions &Macros,
                   const std::set<std::string> &Colliding) const;
  Definitions neededBy(const DeviceEntry &E) const;

  const std::map<std::string, DeviceEntry> &All;
  const std::set<std::string> &Given;
  std::map<std::string, std::set<std::string>> ByOutput;
};

/// The definition that each ambiguous name has at the end of the text written so far to one file.
class MacroState {
public:
  MacroState(const std::set<std::string> &Ambiguous, const std::map<std::string, DeviceEntry> &All)
      : Ambiguous(Ambiguous), All(All) {}

  bool isAmbiguous(const DeviceEntry &E) const { return E.IsMacro && Ambiguous.count(E.Name) != 0; }

  /// The #undef and #define lines to write before \p E, so that every ambiguous name that it
  /// mentions means what it meant in the CUDA.
  std::string linesBefore(const DeviceEntry &E);

private:
  const std::set<std::string> &Ambiguous;
  const std::map<std::string, DeviceEntry> &All;
  std::map<std::string, std::set<std::string>> Active; ///< texts; no entry: not known
};

/// The identifiers of C text outside of comments and literals, those of directives only with
/// \p Directives; \p Calls gets those that a '(' follows.
std::set<llvm::StringRef> mentionedNames(llvm::StringRef Text, std::set<llvm::StringRef> &Calls,
                                         bool Directives = false);

/// True if the definitions \p A and \p B of one name can be seen by one command line, or by
/// different sources, and are not the same text.
bool definitionsCollide(const DeviceEntry &A, const DeviceEntry &B);

} // namespace cu2cl

#endif
