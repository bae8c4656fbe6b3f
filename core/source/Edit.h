// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_EDIT_H
#define CU2CL_CORE_SOURCE_EDIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// One change of one file. Edits are as small as a token, so that nested rewrites compose and
/// untouched lines stay byte-identical.
struct Edit {
  /// Several edits may meet at one offset; they are written in this order.
  enum Kind : unsigned char {
    After,   ///< insertion that belongs to the text before Offset (a closing parenthesis); inner
             ///< ones first
    Line,    ///< insertion of whole lines, ahead of everything that belongs to the text after it
    Before,  ///< insertion that belongs to the text after Offset; outer ones first
    Replace, ///< of Length characters
    Cover,   ///< as Replace, and edits inside its range are dropped (removed code)
    Unused   ///< as Cover, unless the same rule edits something inside: another unit uses the code
  };
  std::string File; ///< absolute path
  unsigned Offset = 0, Length = 0;
  std::string Replacement;
  Kind K = Replace;
  unsigned Depth = 0; ///< of the rewritten expression; orders insertions at one offset
  std::string Rule;   ///< the rule that made it, for messages

  unsigned end() const { return Offset + Length; }

  /// Returns true if \p O makes the same change at the same place.
  bool sameAs(const Edit &O) const {
    return Offset == O.Offset && Length == O.Length && K == O.K && Replacement == O.Replacement;
  }
};

/// One expansion of a macro of the project in host code.
struct MacroUse {
  /// The invocations around it and its own place: "a.cu:120>b.h:40". Equal in all units.
  std::string Key;
  std::string Parent;          ///< the use in whose body the invocation is written; or empty
  std::string File;            ///< in which the invocation is written
  unsigned Begin = 0, End = 0; ///< of the invocation
  std::string BodyFile;        ///< of the definition
  unsigned BodyBegin = 0, BodyEnd = 0;
  std::vector<std::pair<unsigned, unsigned>> Arguments; ///< their text in File
  struct Parameter {
    static constexpr unsigned None = ~0u;
    unsigned Begin = 0, End = 0; ///< in the body
    unsigned Argument = None;    ///< none: the text goes (##)
    bool IsString = false;       ///< #parameter
  };
  std::vector<Parameter> Parameters;
  std::vector<Edit> Edits;  ///< what it wants in the body
  bool CanBeWritten = true; ///< whether the body with the arguments in it can stand for it

  /// Edits as text, by which uses are compared.
  std::string wanted() const;
};

/// Two edits of the same text that disagree, or a macro whose uses need different bodies.
struct EditConflict {
  std::string File;
  unsigned Offset = 0;
  std::string First, Second; ///< the replacements
};

/// The edits of a project, collected from all units. Equal edits count once, so the order of units
/// does not matter.
class EditSet {
public:
  void add(Edit E);
  /// Uses of one macro that want different edits are a conflict.
  void addMacroUse(MacroUse Use);
  /// All uses, by key.
  const std::map<std::string, MacroUse> &macroUses() const { return Macros; }
  void forgetMacroUse(const std::string &Key) { Macros.erase(Key); }
  void remove(const Edit &E);
  void merge(const EditSet &Other);

  /// The files that have edits, sorted.
  std::vector<std::string> files() const;
  /// Edits of a file in the order in which they are written, without covered ones.
  std::vector<Edit> edits(const std::string &File) const;
  /// Returns what cannot be applied as it stands, sorted by file and offset.
  std::vector<EditConflict> conflicts() const;
  /// \p Text of the file with its edits applied. Of two conflicting replacements the first stays.
  std::string apply(const std::string &File, llvm::StringRef Text) const;
  /// The part [Begin, End) of \p Text, with its edits.
  std::string applyRange(const std::string &File, llvm::StringRef Text, unsigned Begin,
                         unsigned End) const;
  bool empty() const { return Files.empty(); }
  /// Everything that was added, covered edits too; to be added again elsewhere.
  std::vector<Edit> all() const;

private:
  struct Less {
    bool operator()(const Edit &A, const Edit &B) const;
  };
  std::map<std::string, std::set<Edit, Less>> Files;
  std::map<std::string, MacroUse> Macros;
  std::vector<Edit> ordered(const std::string &File, std::vector<EditConflict> *Conflicts) const;
};

} // namespace cu2cl

#endif
