// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_MACROPLAN_H
#define CU2CL_CORE_SOURCE_MACROPLAN_H

#include "core/source/Expansions.h"
#include "core/source/Fragment.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <optional>
#include <set>

namespace cu2cl {

/// Replace Length bytes at Offset of some text by Text.
struct TextEdit {
  unsigned Offset = 0, Length = 0;
  std::string Text;
  bool operator<(const TextEdit &O) const {
    return std::tie(Offset, Length, Text) < std::tie(O.Offset, O.Length, O.Text);
  }
  bool operator==(const TextEdit &O) const {
    return std::tie(Offset, Length, Text) == std::tie(O.Offset, O.Length, O.Text);
  }
};

/// \p Text with \p Edits (offsets from \p Base; sorted, not overlapping) applied.
std::string applyTextEdits(llvm::StringRef Text, unsigned Base, llvm::ArrayRef<TextEdit> Edits);

/// A macro definition across units: "path:offset" of its name.
using MacroKey = std::string;
MacroKey macroKey(const ParsedSide &Side, const clang::MacroInfo *Info);

/// The changes that one expansion in a fragment needs.
struct ExpansionEdits {
  bool Complete = false; ///< all its tokens are there, in order, and every change has a place
  std::vector<TextEdit> InArguments; ///< offsets in the file of the invocation
  std::map<MacroKey, std::vector<TextEdit>>
      InBodies; ///< for every macro involved, offsets in its file
};

/// Decides for every macro whether its definition is rewritten. That is so when all its expansions
/// in all fragments of all units want the same edits; expansions of a macro that is not agreed on
/// are written out.
class MacroPlan {
public:
  /// The edits that expansions of each macro want.
  using Votes = std::map<MacroKey, std::set<std::vector<TextEdit>>>;

  /// First pass: every fragment that will be rendered is shown once. Not thread-safe.
  void observe(const ExpansionIndex &Index, const Fragment &F);
  /// Adds the observations of another unit, which its votes() tell.
  void observe(const Votes &Elsewhere);
  const Votes &votes() const { return ByMacro; }
  /// Every expansion of the macro is written out, so that the output has none of its name.
  void refuse(const MacroKey &Key);
  /// Second pass: may the invocation stay, given what it wants?
  bool agrees(const ExpansionEdits &Wanted) const;
  /// The agreed edits of a definition; null if none.
  const std::vector<TextEdit> *editsOf(const MacroKey &Key) const;

private:
  Votes ByMacro;
};

/// A run of a fragment's pieces that belongs to one expansion: atoms [First, Last] of \p Atoms.
struct Atom {
  bool IsToken = false;
  unsigned Token = 0; ///< of text: its place, or 0
  std::string Text;
};
/// Adds the words of what rules wrote in \p F, strings left out.
void addWrittenWords(const Fragment &F, llvm::StringSet<> &Words);
/// The atoms of \p F without its attributes [[...]].
std::vector<Atom> atomsOf(const ExpansionIndex &Index, const Fragment &F);

/// Returns where the attribute [[...]] begins that ends before token \p End; \p End if none does.
unsigned attributeBegin(const ExpansionIndex &Index, unsigned End);
/// \p First is the first atom of expansion \p E. Returns the last atom that belongs to it and what
/// it wants.
std::pair<size_t, ExpansionEdits> expansionEdits(const ExpansionIndex &Index, const Expansion &E,
                                                 llvm::ArrayRef<Atom> Atoms, size_t First);

} // namespace cu2cl

#endif
