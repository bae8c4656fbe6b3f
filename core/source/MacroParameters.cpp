// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/MacroParameters.h"
#include "core/source/TokenJoins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cu2cl {

namespace {
/// An identifier in a text.
struct Word {
  size_t Begin = 0;
  StringRef Name;
};
} // namespace

/// The identifiers of \p Text; literals have none.
static std::vector<Word> wordsOf(StringRef Text) {
  std::vector<Word> Words;
  for (size_t At = 0; At < Text.size();) {
    char C = Text[At];
    if (C == '"' || C == '\'') {
      size_t End = At + 1;
      while (End < Text.size() && Text[End] != C)
        End += Text[End] == '\\' ? 2 : 1;
      At = End + 1;
      continue;
    }
    StringRef Name = Text.substr(At).take_while(isWordCharacter);
    if (!Name.empty() && !llvm::isDigit(C))
      Words.push_back({At, Name});
    At += std::max<size_t>(Name.size(), 1);
  }
  return Words;
}

/// The parameters of the macro whose definition begins with \p Definition; none if it takes none.
static llvm::StringSet<> parametersOf(StringRef Definition) {
  llvm::StringSet<> Parameters;
  StringRef Rest = Definition.drop_front().ltrim(" \t");
  if (!Rest.consume_front("define"))
    return Parameters;
  Rest = Rest.ltrim(" \t").drop_while(isWordCharacter);
  if (Rest.consume_front("("))
    for (const Word &W : wordsOf(Rest.split(')').first))
      Parameters.insert(W.Name);
  return Parameters;
}

/// True if \p W is a name of clrt's, as host text has them: clrt::error, handle_for<N>::kernel().
static bool isOfClrt(StringRef Text, const Word &W) {
  StringRef Before = Text.take_front(W.Begin), After = Text.substr(W.Begin + W.Name.size());
  return Before.ends_with("clrt::") || Before.ends_with("clrt::exact::") ||
         (W.Name == "clrt" && After.starts_with("::")) ||
         (W.Name == "kernel" && Before.ends_with("::") && After.starts_with("()")) ||
         (Before.ends_with(".") && (W.Name == "launch" || W.Name == "configure"));
}

/// \p Text with its words renamed, but for those that are no parameters.
static std::string renamed(StringRef Text, const llvm::StringMap<std::string> &Names,
                           llvm::function_ref<bool(StringRef, const Word &)> IsOther) {
  std::string Out;
  size_t At = 0;
  for (const Word &W : wordsOf(Text)) {
    auto New = Names.find(W.Name);
    if (New == Names.end() || IsOther(Text, W))
      continue;
    Out += Text.slice(At, W.Begin);
    Out += New->second;
    At = W.Begin + W.Name.size();
  }
  return Out + Text.substr(At).str();
}

static std::vector<TextEdit>
renameWhere(StringRef Definition, std::vector<TextEdit> Edits,
            llvm::function_ref<bool(StringRef, const Word &)> IsOther) {
  llvm::StringSet<> Parameters = parametersOf(Definition), Taken;
  llvm::StringMap<std::string> Names;
  for (const TextEdit &E : Edits)
    for (const Word &W : wordsOf(E.Text)) {
      Taken.insert(W.Name);
      if (Parameters.count(W.Name) && IsOther(E.Text, W))
        Names[W.Name];
    }
  if (Names.empty())
    return Edits;
  std::vector<Word> Own = wordsOf(Definition);
  for (const Word &W : Own)
    Taken.insert(W.Name);
  for (auto &Entry : Names) {
    std::string New = Entry.first().str() + "_";
    while (!Taken.insert(New).second)
      New += "_";
    Entry.second = New;
  }
  for (TextEdit &E : Edits)
    E.Text = renamed(E.Text, Names, IsOther);
  std::vector<TextEdit> Renames;
  for (const Word &W : Own) {
    bool Replaced = llvm::any_of(Edits, [&](const TextEdit &E) {
      return E.Offset <= W.Begin && W.Begin < E.Offset + E.Length;
    });
    if (auto New = Names.find(W.Name); New != Names.end() && !Replaced)
      Renames.push_back({unsigned(W.Begin), unsigned(W.Name.size()), New->second});
  }
  llvm::append_range(Edits, Renames);
  llvm::stable_sort(Edits,
                    [](const TextEdit &A, const TextEdit &B) { return A.Offset < B.Offset; });
  return Edits;
}

std::vector<TextEdit> renameParameters(StringRef Definition, std::vector<TextEdit> Edits) {
  return renameWhere(Definition, std::move(Edits), [](StringRef, const Word &) { return true; });
}

/// Returns where the directive ends that begins at \p Begin: a line, and those that it goes on in.
static size_t endOfDirective(StringRef Text, size_t Begin) {
  size_t End = Text.find('\n', Begin);
  while (End != StringRef::npos && End > Begin &&
         Text.slice(Begin, End).rtrim('\r').ends_with("\\"))
    End = Text.find('\n', End + 1);
  return std::min(End, Text.size());
}

void renameParametersInFile(StringRef Text, std::vector<Edit> &Edits) {
  for (size_t Begin = Text.find('#'); Begin != StringRef::npos; Begin = Text.find('#', Begin + 1)) {
    if (!Text.substr(Begin + 1).ltrim(" \t").starts_with("define"))
      continue;
    size_t End = endOfDirective(Text, Begin);
    auto IsWithin = [&](const Edit &E) { return E.Offset >= Begin && E.Offset + E.Length <= End; };
    auto First = llvm::find_if(Edits, IsWithin);
    auto Last = std::find_if_not(First, Edits.end(), IsWithin);
    std::vector<TextEdit> Own;
    for (auto E = First; E != Last; ++E)
      Own.push_back({unsigned(E->Offset - Begin), E->Length, E->Replacement});
    std::vector<TextEdit> New =
        Own.empty() ? Own : renameWhere(Text.slice(Begin, End), Own, isOfClrt);
    if (New == Own)
      continue;
    std::vector<Edit> Renamed;
    auto Old = First;
    for (const TextEdit &E : New) {
      bool IsOld = Old != Last && Old->Offset == E.Offset + Begin && Old->Length == E.Length;
      Edit Written = IsOld ? *Old++ : Edit();
      Written.Offset = E.Offset + Begin;
      Written.Length = E.Length;
      Written.Replacement = E.Text;
      Renamed.push_back(std::move(Written));
    }
    size_t At = First - Edits.begin();
    Edits.erase(First, Last);
    Edits.insert(Edits.begin() + At, Renamed.begin(), Renamed.end());
    Begin = End - 1;
  }
}

} // namespace cu2cl
