// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Edit.h"
#include "core/source/MacroParameters.h"
#include "core/source/TokenJoins.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using llvm::ArrayRef;
using llvm::StringRef;

namespace cu2cl {

// After: deeper first, so that inner parentheses close first. Before: shallower first.
// At one offset the longer replacement comes first and swallows or meets the shorter ones.
static auto key(const Edit &E) {
  int Depth = E.K == Edit::After ? -int(E.Depth) : int(E.Depth);
  return std::make_tuple(E.Offset, E.K >= Edit::Cover ? Edit::Replace : E.K, Depth, -int(E.Length),
                         llvm::StringRef(E.Replacement), E.K);
}

bool EditSet::Less::operator()(const Edit &A, const Edit &B) const { return key(A) < key(B); }

void EditSet::add(Edit E) {
  if (E.Length == 0 && E.Replacement.empty())
    return;
  std::string File = E.File;
  Files[File].insert(std::move(E));
}

void EditSet::remove(const Edit &E) {
  auto It = Files.find(E.File);
  if (It != Files.end())
    for (auto I = It->second.begin(); I != It->second.end();)
      I = I->sameAs(E) ? It->second.erase(I) : std::next(I);
}

std::string MacroUse::wanted() const {
  std::set<std::string> All;
  for (const Edit &E : Edits)
    All.insert(std::to_string(E.Offset) + "-" + std::to_string(E.Offset + E.Length) + ":" +
               E.Replacement);
  std::string Text;
  for (const std::string &One : All)
    Text += (Text.empty() ? "" : ", ") + One;
  return Text;
}

void EditSet::addMacroUse(MacroUse Use) {
  auto [It, New] = Macros.try_emplace(Use.Key, Use);
  if (New || It->second.wanted() == Use.wanted())
    return;
  // One place, seen by two units, that needs two texts.
  It->second.CanBeWritten = Use.CanBeWritten = false;
  Use.Key += "'";
  Macros.try_emplace(Use.Key, Use);
}

void EditSet::merge(const EditSet &Other) {
  for (const auto &[File, Set] : Other.Files)
    Files[File].insert(Set.begin(), Set.end());
  for (const auto &[Key, Use] : Other.Macros)
    addMacroUse(Use);
}

std::vector<Edit> EditSet::all() const {
  std::vector<Edit> Result;
  for (const auto &[File, Edits] : Files)
    Result.insert(Result.end(), Edits.begin(), Edits.end());
  return Result;
}

std::vector<std::string> EditSet::files() const {
  std::vector<std::string> Names;
  for (const auto &[File, Set] : Files)
    if (!Set.empty())
      Names.push_back(File);
  return Names;
}

/// True if \p E lies in the text that \p Cover replaces. An insertion at its rim belongs to it if
/// it is as deep.
static bool covers(const Edit &Cover, const Edit &E) {
  bool Inside = E.Offset > Cover.Offset && E.Offset < Cover.end();
  if (E.K == Edit::After)
    return Inside || (E.Offset == Cover.end() && E.Depth >= Cover.Depth);
  if (E.K == Edit::Before)
    return Inside || (E.Offset == Cover.Offset && E.Depth >= Cover.Depth);
  if (E.K == Edit::Line)
    return Inside;
  return E.Offset >= Cover.Offset && E.end() <= Cover.end();
}

/// True if \p E removes code that another unit uses.
template <class Set> static bool isUsedElsewhere(const Edit &E, const Set &All) {
  return E.K == Edit::Unused && llvm::any_of(All, [&](const Edit &Other) {
           return Other.K != Edit::Unused && Other.Rule == E.Rule && covers(E, Other);
         });
}

std::vector<Edit> EditSet::ordered(const std::string &File,
                                   std::vector<EditConflict> *Conflicts) const {
  auto Found = Files.find(File);
  if (Found == Files.end())
    return {};
  // Covers that no other cover contains.
  std::vector<const Edit *> Covers;
  for (const Edit &E : Found->second)
    if (E.K >= Edit::Cover && !isUsedElsewhere(E, Found->second) &&
        (Covers.empty() || E.end() > Covers.back()->end()))
      Covers.push_back(&E);
  std::vector<Edit> Kept;
  size_t Next = 0;
  unsigned LastEnd = 0;
  const Edit *LastReplace = nullptr;
  for (const Edit &E : Found->second) {
    while (Next < Covers.size() && Covers[Next]->end() < E.Offset)
      ++Next;
    bool Dropped = false;
    for (size_t I = Next; I < Covers.size() && Covers[I]->Offset <= E.Offset; ++I)
      Dropped |= Covers[I] != &E && covers(*Covers[I], E);
    if (Dropped || isUsedElsewhere(E, Found->second))
      continue;
    bool Replaces = E.K >= Edit::Replace;
    // An insertion strictly inside replaced text, or a second replacement of the same text.
    if (LastReplace && E.Offset < LastEnd) {
      if (Conflicts)
        Conflicts->push_back({File, E.Offset, LastReplace->Replacement, E.Replacement});
      continue;
    }
    if (Replaces) {
      LastEnd = E.end();
      Kept.push_back(E);
      LastReplace = &E;
    } else {
      Kept.push_back(E);
    }
  }
  return Kept;
}

std::vector<Edit> EditSet::edits(const std::string &File) const { return ordered(File, nullptr); }

std::vector<EditConflict> EditSet::conflicts() const {
  std::vector<EditConflict> All;
  for (const auto &[File, Set] : Files)
    ordered(File, &All);
  std::map<std::pair<std::string, unsigned>, std::set<std::string>> Wanted;
  for (const auto &[Key, Use] : Macros)
    Wanted[{Use.BodyFile, Use.BodyBegin}].insert(Use.wanted());
  for (const auto &[Body, Texts] : Wanted)
    if (Texts.size() > 1)
      All.push_back({Body.first, Body.second, *Texts.begin(), *Texts.rbegin()});
  llvm::stable_sort(All, [](const EditConflict &A, const EditConflict &B) {
    return std::tie(A.File, A.Offset) < std::tie(B.File, B.Offset);
  });
  return All;
}

/// Appends \p Text of the file. \p Shift is by how much the line has grown so far: a backslash at
/// its end moves back to its column if there are blanks to take.
static void appendCopied(std::string &Out, StringRef Text, int &Shift) {
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size());
    StringRef Line = Text.take_front(End);
    bool Ends = End < Text.size();
    StringRef Content = Line.ends_with("\\") ? Line.drop_back().rtrim(' ') : Line;
    int Blanks = int(Line.size()) - int(Content.size()) - 1;
    if (Ends && Line.ends_with("\\") && Shift != 0 && Blanks > 1)
      Out += Content.str() + std::string(std::max(1, Blanks - Shift), ' ') + "\\";
    else
      Out += Line;
    if (Ends) {
      Out += '\n';
      Shift = 0;
    }
    Text = Text.drop_front(std::min(End + 1, Text.size()));
  }
}

/// Appends a blank to \p Out, which ends with what stands for \p Text up to \p At, if \p Next would
/// make another token of its end. \p Extends: it may go on with a word.
static void separate(std::string &Out, StringRef Next, StringRef Text, size_t At, bool Extends) {
  // Parts of one word that are edited each for itself.
  bool WithinWord = At > 0 && joinAsWord(Text.slice(At - 1, At), Text.substr(At));
  if (joinAsOperator(Out, Next) || (!Extends && !WithinWord && joinAsWord(Out, Next)))
    Out += ' ';
}

static std::string applied(ArrayRef<Edit> Edits, StringRef Text, unsigned Begin, unsigned End) {
  std::string Out;
  size_t At = Begin;
  int Shift = 0;
  for (const Edit &E : Edits) {
    if (E.Offset < At || E.end() > End)
      continue;
    StringRef Copied = Text.slice(At, E.Offset);
    if (At != Begin)
      separate(Out, Copied, Text, At, false);
    appendCopied(Out, Copied, Shift);
    separate(Out, E.Replacement, Text, E.Offset, E.K == Edit::After);
    Out += E.Replacement;
    At = E.end();
    bool WithinLine =
        !StringRef(E.Replacement).contains('\n') && !Text.slice(E.Offset, E.end()).contains('\n');
    Shift = WithinLine ? Shift + int(E.Replacement.size()) - int(E.Length) : 0;
  }
  if (At != Begin)
    separate(Out, Text.slice(At, End), Text, At, false);
  appendCopied(Out, Text.slice(At, End), Shift);
  return Out;
}

std::string EditSet::apply(const std::string &File, StringRef Text) const {
  std::vector<Edit> Edits = ordered(File, nullptr);
  renameParametersInFile(Text, Edits);
  return applied(Edits, Text, 0, Text.size());
}

std::string EditSet::applyRange(const std::string &File, StringRef Text, unsigned Begin,
                                unsigned End) const {
  return applied(ordered(File, nullptr), Text, Begin, End);
}

} // namespace cu2cl
