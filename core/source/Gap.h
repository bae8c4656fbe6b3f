// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_GAP_H
#define CU2CL_CORE_SOURCE_GAP_H

#include "core/source/ParsedSide.h"
#include <map>
#include <set>

namespace cu2cl {

/// The #if groups that may stay in device text. A group is known by the place of its opening
/// directive.
///
/// A group may stay if OpenCL C decides it as CUDA did: its conditions name only macros that the
/// project's files define (they are emitted then), that the command lines of the source set
/// differently (the build passes them on), or that nobody defines, and none of CUDA's own.
class KeptConditionals {
public:
  /// \p Varying: the names that the command lines of the source define differently.
  explicit KeptConditionals(const ParsedSide &Side, std::set<std::string> Varying = {});

  /// The group's directives; null if the group must be resolved.
  const std::vector<const ConditionalDirective *> *find(clang::SourceLocation Directive) const;
  /// Macros in the group's conditions that the project's files define.
  std::vector<const clang::MacroInfo *> macrosOf(clang::SourceLocation Opening) const;

private:
  struct Group {
    std::vector<const ConditionalDirective *> Directives;
    std::vector<const clang::MacroInfo *> Macros;
    bool Keep = true;
  };
  void addCondition(const ParsedSide &Side, Group &G, const ConditionalDirective &D);
  std::set<std::string> Varying;
  std::map<clang::SourceLocation, Group> Groups; ///< by opening
  std::map<clang::SourceLocation, clang::SourceLocation>
      OpeningOf; ///< any directive to its opening
};

/// Input and results of gapText for one fragment.
struct GapState {
  const KeptConditionals *Kept = nullptr;
  std::set<clang::SourceLocation>
      Resolved; ///< openings of groups that must be resolved all the same
  std::map<clang::SourceLocation, unsigned>
      Written; ///< opening to the number of directives written
};

/// Returns true if the line that begins with the word at \p Second, after "#pragma", names nothing
/// but macros that stand for numbers. A `#pragma unroll N` that names something of C++ goes: who
/// prints its loop writes the number.
bool isPragmaOfNumbers(const ParsedSide &Side, clang::SourceLocation Second);

/// The text of a file from \p From to \p To as it may be in OpenCL C when no token of it was
/// compiled: spacing, comments, #pragma unroll of numbers and kept conditionals stay (a branch that
/// was not compiled becomes an #error); other directives, and macros that expand to nothing, go,
/// with their lines if nothing else is there.
std::string gapText(const ParsedSide &Side, clang::SourceLocation From, clang::SourceLocation To,
                    GapState &State);

} // namespace cu2cl

#endif
