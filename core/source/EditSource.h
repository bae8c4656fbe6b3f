// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_EDITSOURCE_H
#define CU2CL_CORE_SOURCE_EDITSOURCE_H

#include "core/source/Edit.h"
#include "core/source/ParsedSide.h"
#include <functional>
#include <optional>

namespace cu2cl {

/// A stretch of one file.
struct FileRange {
  std::string File;
  unsigned Begin = 0, End = 0;
  unsigned Expansion = 0; ///< FileID (hash) of the macro expansion whose body this is text of; or 0
  /// Other text of the same file or macro body.
  FileRange with(unsigned NewBegin, unsigned NewEnd) const {
    return {File, NewBegin, NewEnd, Expansion};
  }
};

/// Turns locations of the AST into places in files, through macros: text that a macro's definition
/// spells is edited in the definition, text that an argument spells is edited at the call.
class EditSource {
public:
  /// \p Editable tells whether a file (absolute path) belongs to the project.
  EditSource(const ParsedSide &Side, std::function<bool(const std::string &)> Editable,
             EditSet &Edits)
      : Side(Side), Editable(std::move(Editable)), Edits(Edits) {}

  /// For the same files as \p Like, with edits that go elsewhere.
  EditSource(const EditSource &Like, EditSet &Edits)
      : Side(Like.Side), Editable(Like.Editable), Edits(Edits), Outermost(Like.Outermost) {}

  /// Tells that a node as deep as \p Depth has a token of the macro expansion \p Expansion. The
  /// edits of a macro's body are as deep as they lie in it, wherever it is expanded.
  void noteDepth(clang::FileID Expansion, unsigned Depth) {
    unsigned &Known = Outermost.try_emplace(Expansion.getHashValue(), Depth).first->second;
    Known = std::min(Known, Depth);
  }

  /// The smallest text of one file that covers the tokens from \p First to \p Last (their begins),
  /// or nothing if there is none: a token built by ##, text of a system header or of the command
  /// line. If both stem from one macro's body, this is text of the definition.
  std::optional<FileRange> range(clang::SourceLocation First, clang::SourceLocation Last) const;
  std::optional<FileRange> range(clang::SourceRange R) const {
    return range(R.getBegin(), R.getEnd());
  }
  /// The text that range() covers; empty if there is none.
  llvm::StringRef text(clang::SourceRange R) const;
  /// \p Loc as seen from the file or macro body in which \p Context is spelled: the begin (or the
  /// last token, for \p End) of the expansion or parameter that \p Loc came through.
  clang::SourceLocation seenFrom(clang::SourceLocation Loc, clang::SourceLocation Context,
                                 bool End) const;
  /// The text of \p R as it is written where \p Context is spelled: of a macro its use.
  llvm::StringRef textSeenFrom(clang::SourceRange R, clang::SourceLocation Context) const;
  /// True if the token is spelled in a file of the project.
  bool isEditable(clang::SourceLocation Loc) const;

  // Each returns false, with nothing changed, where range() has no answer.
  bool replace(clang::SourceRange R, llvm::StringRef Text, const char *Rule,
               Edit::Kind K = Edit::Replace, unsigned Depth = 0);
  bool insertBefore(clang::SourceLocation Token, llvm::StringRef Text, const char *Rule,
                    unsigned Depth = 0);
  bool insertAfter(clang::SourceLocation Token, llvm::StringRef Text, const char *Rule,
                   unsigned Depth = 0);
  void add(const FileRange &R, llvm::StringRef Text, const char *Rule, Edit::Kind K = Edit::Replace,
           unsigned Depth = 0);

  /// The tokens of the file as it is written (no comments; directives are there), and the index of
  /// the one at \p Offset.
  llvm::ArrayRef<clang::syntax::Token> spelledTokens(clang::FileID File) const {
    return Side.spelledTokens(File);
  }
  std::optional<size_t> tokenAt(clang::FileID File, unsigned Offset) const;
  /// The file of a place that range() gave, reached from \p Loc.
  clang::FileID fileOf(clang::SourceLocation Loc) const {
    return sources().getFileID(sources().getSpellingLoc(Loc));
  }
  /// All project files of the unit.
  std::vector<clang::FileID> projectFiles() const;
  /// The whole text of a file of this side.
  llvm::StringRef fileText(clang::FileID File) const;
  const clang::SourceManager &sources() const { return Side.sources(); }
  const ParsedSide &side() const { return Side; }

  /// Tells the edit set, for each expansion in \p Used (FileIDs) of a macro of the project, what
  /// its body was changed to; uses that differ are a conflict.
  void countMacroUses(const std::set<clang::FileID> &Used);
  EditSet &edits() { return Edits; }
  const EditSet &edits() const { return Edits; }

private:
  const ParsedSide &Side;
  std::function<bool(const std::string &)> Editable;
  EditSet &Edits;
  std::map<unsigned, std::vector<Edit>> MacroEdits; // by FileID hash
  mutable std::map<unsigned, bool> EditableFiles;   // by FileID hash
  std::map<unsigned, unsigned> Outermost;           // depths in expansions, by FileID hash

  bool meet(clang::SourceLocation &First, clang::SourceLocation &Last) const;
  unsigned depth(clang::SourceLocation Loc) const;
};

} // namespace cu2cl

#endif
