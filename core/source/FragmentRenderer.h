// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_FRAGMENTRENDERER_H
#define CU2CL_CORE_SOURCE_FRAGMENTRENDERER_H

#include "core/source/Gap.h"
#include "core/source/MacroPlan.h"

namespace cu2cl {

/// Turns fragments of one side into text.
///
/// Neighbouring tokens keep what is between them in the file: spacing, comments, #pragma.
/// Conditionals are resolved to the branch that was compiled. Macro invocations stay where the plan
/// agrees.
class FragmentRenderer {
public:
  FragmentRenderer(const ExpansionIndex &Index, const MacroPlan &Plan, const KeptConditionals &Kept)
      : Index(Index), Plan(Plan), Kept(Kept) {}

  std::string render(const Fragment &F);

  /// The definitions that the text rendered so far needs (their bodies' macros included), in source
  /// order.
  std::vector<const clang::MacroInfo *> usedMacros() const;

  /// The #define of \p Info, with agreed edits, without the newline at its end.
  std::string definition(const clang::MacroInfo *Info) const;

private:
  std::string renderOnce(llvm::ArrayRef<Atom> Atoms);
  class AtomWriter;
  std::string invocation(const Expansion &E, const ExpansionEdits &Edits) const;
  std::string gap(unsigned Before, unsigned After);
  std::string detachedComments(unsigned Last, unsigned Next) const;
  /// The gap before \p Token, or before the attributes that are there and go.
  std::string gapBefore(unsigned Token);
  void usePragmaMacros(llvm::StringRef Text, clang::SourceLocation Begin);
  std::set<const clang::MacroInfo *> redefined() const;
  bool isWrittenOut(llvm::ArrayRef<const clang::MacroInfo *> Macros) const;

  const ExpansionIndex &Index;
  const MacroPlan &Plan;
  const KeptConditionals &Kept;
  GapState Gaps;
  std::set<const clang::MacroInfo *> Used;
  std::set<const clang::MacroInfo *> WrittenOut; ///< whose invocations may not stay
};

/// Appends \p Text to \p Out, with a space between if the two would join to one token.
void appendSeparated(std::string &Out, llvm::StringRef Text);

} // namespace cu2cl

#endif
