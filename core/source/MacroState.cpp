// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/MacroState.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cu2cl {

/// The length of the comment or literal that \p Text begins with, or 0.
static size_t lengthOfSkipped(StringRef Text) {
  if (Text.starts_with("//"))
    return std::min(Text.find('\n'), Text.size());
  if (Text.starts_with("/*")) {
    size_t End = Text.find("*/", 2);
    return End == StringRef::npos ? Text.size() : End + 2;
  }
  char Quote = Text.front();
  if (Quote != '"' && Quote != '\'')
    return 0;
  size_t I = 1;
  while (I < Text.size() && Text[I] != Quote)
    I += Text[I] == '\\' ? 2 : 1;
  return std::min(I + 1, Text.size());
}

/// The length of the directive that the line \p Text consists of (with its continuations), or 0. A
/// #define is text like any other, but for its name.
static size_t lengthOfDirective(StringRef Text) {
  if (!Text.starts_with("#"))
    return 0;
  StringRef Keyword = Text.drop_front().ltrim(" \t");
  if (Keyword.consume_front("define")) {
    Keyword = Keyword.ltrim(" \t");
    return Keyword.drop_while([](char C) { return llvm::isAlnum(C) || C == '_'; }).data() -
           Text.data();
  }
  size_t End = Text.find('\n');
  while (End != StringRef::npos && Text[End - 1] == '\\')
    End = Text.find('\n', End + 1);
  return std::min(End, Text.size());
}

std::set<StringRef> mentionedNames(StringRef Text, std::set<StringRef> &Calls, bool Directives) {
  std::set<StringRef> Names;
  bool LineStart = true;
  while (!Text.empty()) {
    char C = Text.front();
    size_t Skip = LineStart && !Directives ? lengthOfDirective(Text) : 0;
    if (!Skip)
      Skip = lengthOfSkipped(Text);
    if (!Skip && (llvm::isAlnum(C) || C == '_')) {
      StringRef Word = Text.take_while([](char D) { return llvm::isAlnum(D) || D == '_'; });
      Names.insert(Word);
      if (Text.drop_front(Word.size()).ltrim().starts_with("("))
        Calls.insert(Word);
      Skip = Word.size();
    }
    LineStart = C == '\n' || (LineStart && llvm::isSpace(C));
    Text = Text.drop_front(std::max<size_t>(Skip, 1));
  }
  return Names;
}

bool definitionsCollide(const DeviceEntry &A, const DeviceEntry &B) {
  if (A.Text == B.Text)
    return false;
  std::set<std::string> SourcesOfA, SourcesOfB;
  for (const auto &H : B.Holders)
    SourcesOfB.insert(H.first);
  for (const auto &H : A.Holders) {
    SourcesOfA.insert(H.first);
    if (B.Holders.count(H))
      return true;
  }
  return SourcesOfA != SourcesOfB;
}

static bool isFunctionLike(const DeviceEntry &Macro) {
  StringRef Rest = StringRef(Macro.Text).split(Macro.Name).second;
  return Rest.starts_with("(");
}

/// The macros of \p Names that \p E's text, or a macro that it needs, mentions.
static std::set<std::string> mentions(const DeviceEntry &E,
                                      const std::map<std::string, DeviceEntry> &All,
                                      llvm::function_ref<bool(StringRef, bool)> IsMacro) {
  std::set<StringRef> Calls;
  std::set<StringRef> Words = mentionedNames(E.Text, Calls);
  for (const std::string &Need : E.Needs)
    if (auto It = All.find(Need); It != All.end() && It->second.IsMacro)
      Words.merge(mentionedNames(It->second.Text, Calls));
  std::set<std::string> Result;
  for (StringRef Word : Words)
    if (IsMacro(Word, Calls.count(Word) != 0))
      Result.insert(Word.str());
  return Result;
}

AmbiguousMacros::AmbiguousMacros(const DeviceFiles &Files,
                                 const std::map<std::string, DeviceEntry> &All,
                                 const std::set<std::string> &Given)
    : All(All), Given(Given) {
  for (const auto &[Output, List] : Files.Entries)
    look(Files, Output);
}

AmbiguousMacros::Definitions AmbiguousMacros::neededBy(const DeviceEntry &E) const {
  Definitions Result;
  for (const std::string &Need : E.Needs)
    if (auto It = All.find(Need); It != All.end() && It->second.IsMacro)
      Result[It->second.Name].push_back(&It->second);
  return Result;
}

/// The names of \p Macros that \p E mentions as something else.
std::set<std::string> AmbiguousMacros::namesWithout(const DeviceEntry &E,
                                                    const Definitions &Macros) const {
  Definitions Needed = neededBy(E);
  return mentions(E, All, [&](StringRef Word, bool IsCall) {
    auto It = Macros.find(Word.str());
    return It != Macros.end() && !Needed.count(Word.str()) &&
           (IsCall || !isFunctionLike(*It->second.front()));
  });
}

/// True if some command line gives both.
static bool meet(const DeviceEntry &A, const DeviceEntry &B) {
  return llvm::any_of(A.Holders, [&](const auto &H) { return B.Holders.count(H) != 0; });
}

bool AmbiguousMacros::isUndecided(const DeviceEntry &E, const Definitions &Macros,
                                  const std::set<std::string> &Colliding) const {
  for (const auto &[Name, List] : neededBy(E)) {
    if (Given.count(Name) && Colliding.count(Name))
      return true;
    for (const DeviceEntry *A : List)
      for (const DeviceEntry *B : List)
        if (A->Text != B->Text && meet(*A, *B))
          return true;
  }
  for (const std::string &Name : namesWithout(E, Macros))
    if (Given.count(Name))
      for (const DeviceEntry *Macro : Macros.at(Name))
        if (meet(*Macro, E))
          return true;
  return false;
}

/// Looks at everything that the preprocessor sees of the file \p Root.
void AmbiguousMacros::look(const DeviceFiles &Files, const std::string &Root) {
  std::vector<std::string> Seen = {Root};
  std::set<const DeviceEntry *> Entries;
  for (size_t I = 0; I < Seen.size(); ++I) {
    if (auto It = Files.Entries.find(Seen[I]); It != Files.Entries.end())
      Entries.insert(It->second.begin(), It->second.end());
    if (auto It = Files.Includes.find(Seen[I]); It != Files.Includes.end())
      for (const std::string &Include : It->second)
        if (!llvm::is_contained(Seen, Include))
          Seen.push_back(Include);
  }
  Definitions Macros;
  for (const DeviceEntry *E : Entries)
    if (E->IsMacro)
      Macros[E->Name].push_back(E);
  std::set<std::string> Names;
  for (const auto &[Name, List] : Macros)
    for (const DeviceEntry *A : List)
      if (llvm::any_of(List, [&](const DeviceEntry *B) { return definitionsCollide(*A, *B); }))
        Names.insert(Name);
  std::set<std::string> Colliding = Names;
  for (const DeviceEntry *E : Entries) {
    if (E->IsMacro)
      continue;
    if (isUndecided(*E, Macros, Colliding))
      Undecided.insert(E);
    for (const std::string &Name : namesWithout(*E, Macros))
      if (!Given.count(Name))
        Names.insert(Name);
  }
  for (const std::string &Output : Seen)
    ByOutput[Output].insert(Names.begin(), Names.end());
}

const std::set<std::string> &AmbiguousMacros::in(const std::string &Output) const {
  static const std::set<std::string> None;
  auto It = ByOutput.find(Output);
  return It == ByOutput.end() ? None : It->second;
}

std::string MacroState::linesBefore(const DeviceEntry &E) {
  if (E.IsMacro || Ambiguous.empty())
    return "";
  std::map<std::string, std::set<std::string>> Wanted;
  for (const std::string &Name :
       mentions(E, All, [&](StringRef Word, bool) { return Ambiguous.count(Word.str()); }))
    Wanted[Name];
  for (const std::string &Need : E.Needs)
    if (auto It = All.find(Need); It != All.end() && isAmbiguous(It->second))
      Wanted[It->second.Name].insert(It->second.Text);
  std::string Lines;
  for (const auto &[Name, Texts] : Wanted) {
    auto [It, Unknown] = Active.try_emplace(Name);
    if (!Unknown && It->second == Texts)
      continue;
    It->second = Texts;
    Lines += "#undef " + Name + "\n";
    for (const std::string &Text : Texts)
      Lines += Text + "\n";
  }
  return Lines;
}

} // namespace cu2cl
