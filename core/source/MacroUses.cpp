// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros whose uses need different text.
//
// Precondition: the invocation of each use that is to be written out is, with its arguments, in
// one file or in the body of another macro's use, which is then written out, too.
// Effect: a use that is written out is the body as this use needs it, the arguments' text in the
// place of the parameters, without the backslashes, indented as the line of the invocation.

#include "core/source/MacroUses.h"
#include "core/source/ShownText.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace cu2cl {
namespace {

using Uses = std::map<std::string, MacroUse>;

bool replaces(const Edit &E) { return E.K >= Edit::Replace; }

bool lies(const Edit &E, unsigned Begin, unsigned End) {
  return E.Offset >= Begin && E.end() <= End;
}

/// The white space at the beginning of the line of \p Offset.
StringRef indentationAt(StringRef Text, size_t Offset) {
  StringRef Line = Text.substr(Text.take_front(Offset).rfind('\n') + 1);
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
}

/// Returns true if \p Text has a comma outside of parentheses, which splits a macro's argument.
bool hasOpenComma(StringRef Text) {
  int Depth = 0;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (Quote) {
      I += C == '\\';
      Quote = C == Quote ? 0 : Quote;
    } else if (C == '"' || C == '\'') {
      Quote = C;
    } else if (C == ',' && Depth == 0) {
      return true;
    } else {
      Depth += C == '(' ? 1 : C == ')' ? -1 : 0;
    }
  }
  return false;
}

/// Returns true if a parenthesis of the statement is open at \p Offset.
bool isEnclosed(StringRef Text, size_t Offset) {
  int Depth = 0;
  for (StringRef Before = Text.take_front(Offset); !Before.empty(); Before = Before.drop_back()) {
    char C = Before.back();
    if (C == ';' || C == '{' || C == '}')
      return false;
    Depth += C == ')' ? 1 : C == '(' ? -1 : 0;
    if (Depth < 0)
      return true;
  }
  return false;
}

class Writer {
public:
  Writer(EditSet &Edits, const std::function<std::string(const std::string &)> &TextOf)
      : Edits(Edits), All(Edits.macroUses()), GetText(TextOf) {
    for (const auto &[Key, Use] : All)
      ByBody[{Use.BodyFile, Use.BodyBegin}].push_back(&Use);
  }

  void run() {
    // Which text stays in the body, and which uses go.
    for (auto &[Place, List] : ByBody)
      choose(List);
    // The text of inner uses is part of the outer ones'.
    std::vector<const MacroUse *> Sites;
    for (const MacroUse *Use : Out)
      if (Use->Parent.empty())
        Sites.push_back(Use);
    llvm::stable_sort(Sites, [](const MacroUse *A, const MacroUse *B) {
      return A->End - A->Begin < B->End - B->Begin;
    });
    // The bodies first: arguments do not lie in them.
    for (auto &[Place, List] : ByBody)
      dropOthers(List);
    for (const MacroUse *Use : Sites) {
      Edits.add(replacement(Use->File, Use->Begin, Use->End, render(*Use), Edit::Cover));
    }
    for (const MacroUse *Use : Out)
      Edits.forgetMacroUse(Use->Key);
  }

private:
  StringRef textOf(const std::string &File) {
    auto [It, New] = Texts.try_emplace(File);
    if (New)
      It->second = GetText(File);
    return It->second;
  }

  /// \p Use with the uses around it, as far as they are not written out yet; false if one of them
  /// cannot be.
  bool close(const MacroUse *Use, std::set<const MacroUse *> &Found) {
    for (; Use && Found.insert(Use).second;) {
      if (!Use->CanBeWritten)
        return false;
      if (Use->Parent.empty())
        return isWritable(*Use);
      auto It = All.find(Use->Parent);
      Use = It == All.end() ? nullptr : &It->second;
    }
    return Use != nullptr;
  }

  /// Text in an argument of another macro must not introduce a comma.
  bool isWritable(const MacroUse &Use) {
    StringRef Text = textOf(Use.File);
    return !isEnclosed(Text, Use.Begin) || !hasOpenComma(render(Use));
  }

  void choose(const std::vector<const MacroUse *> &List) {
    std::map<std::string, unsigned> Count;
    for (const MacroUse *Use : List)
      ++Count[Use->wanted()];
    if (Count.size() < 2)
      return;
    const MacroUse *Best = nullptr;
    for (const MacroUse *Use : List)
      if (!Best || Count[Use->wanted()] > Count[Best->wanted()])
        Best = Use;
    std::set<const MacroUse *> Found = Out;
    for (const MacroUse *Use : List)
      if (Use->wanted() != Best->wanted() && !Out.count(Use) && !close(Use, Found))
        return; // a conflict
    Out = std::move(Found);
    Stays[List.front()->BodyFile + ":" + std::to_string(List.front()->BodyBegin)] = Best;
  }

  /// Takes what only uses that are written out wanted out of the body.
  void dropOthers(const std::vector<const MacroUse *> &List) {
    auto It = Stays.find(List.front()->BodyFile + ":" + std::to_string(List.front()->BodyBegin));
    if (It == Stays.end())
      return;
    for (const MacroUse *Use : List)
      for (const Edit &E : Use->Edits)
        if (llvm::none_of(It->second->Edits, [&](const Edit &Kept) { return Kept.sameAs(E); }))
          Edits.remove(E);
  }

  /// Text of a file, or of the body of the use \p In of a macro.
  std::string slice(const MacroUse *In, const std::string &File, unsigned Begin, unsigned End) {
    if (!In)
      return Edits.applyRange(File, textOf(File), Begin, End);
    EditSet Own;
    for (const Edit &E : Edits.edits(File))
      if (lies(E, Begin, End) && !isWantedByUses(*In, E))
        Own.add(E);
    auto Covered = [&](unsigned Offset) {
      return llvm::any_of(In->Edits, [&](const Edit &E) {
        return replaces(E) && E.Offset <= Offset && Offset < E.end();
      });
    };
    for (const Edit &E : In->Edits)
      if (lies(E, Begin, End))
        Own.add(E);
    for (const MacroUse::Parameter &P : In->Parameters)
      if (P.Begin >= Begin && P.End <= End && !Covered(P.Begin))
        Own.add(replacement(File, P.Begin, P.End, argument(*In, P), Edit::Replace));
    for (const auto &[Key, Inner] : All)
      if (Inner.Parent == In->Key && Out.count(&Inner) && Inner.Begin >= Begin && Inner.End <= End)
        Own.add(replacement(File, Inner.Begin, Inner.End, render(Inner), Edit::Cover));
    return Own.applyRange(File, textOf(File), Begin, End);
  }

  /// Text inserted before and after the text stays.
  static Edit replacement(const std::string &File, unsigned Begin, unsigned End, std::string Text,
                          Edit::Kind K) {
    Edit E;
    E.File = File;
    E.Offset = Begin;
    E.Length = End - Begin;
    E.Replacement = std::move(Text);
    E.K = K;
    E.Depth = 1u << 20;
    E.Rule = "MacroUses";
    return E;
  }

  bool isWantedByUses(const MacroUse &In, const Edit &E) {
    return llvm::any_of(ByBody[{In.BodyFile, In.BodyBegin}], [&](const MacroUse *Use) {
      return llvm::any_of(Use->Edits, [&](const Edit &Wanted) { return Wanted.sameAs(E); });
    });
  }

  /// The text of the argument that stands for \p P in \p Use.
  std::string argument(const MacroUse &Use, const MacroUse::Parameter &P) {
    if (P.Argument == MacroUse::Parameter::None)
      return "";
    auto [Begin, End] = Use.Arguments[P.Argument];
    if (P.IsString) // shows what the source has
      return stringized(sourceText(Use, Begin, End));
    auto It = All.find(Use.Parent);
    return slice(It == All.end() ? nullptr : &It->second, Use.File, Begin, End);
  }

  /// Text of what \p Use is written in, without edits.
  std::string sourceText(const MacroUse &Use, unsigned Begin, unsigned End) {
    auto It = All.find(Use.Parent);
    EditSet Arguments;
    if (It != All.end())
      for (const MacroUse::Parameter &P : It->second.Parameters)
        if (P.Begin >= Begin && P.End <= End && P.Argument != MacroUse::Parameter::None) {
          auto [First, Last] = It->second.Arguments[P.Argument];
          Arguments.add(replacement(Use.File, P.Begin, P.End, sourceText(It->second, First, Last),
                                    Edit::Replace));
        }
    return Arguments.applyRange(Use.File, textOf(Use.File), Begin, End);
  }

  std::string render(const MacroUse &Use) {
    StringRef Body = textOf(Use.BodyFile);
    std::string Text = slice(&Use, Use.BodyFile, Use.BodyBegin, Use.BodyEnd);
    llvm::SmallVector<StringRef, 16> Lines;
    StringRef(Text).split(Lines, '\n');
    // By how much all lines are indented; the first one counts if it has a line of its own.
    StringRef First = indentationAt(Body, Use.BodyBegin);
    bool Own = Body.take_front(Use.BodyBegin).ends_with(("\n" + First).str());
    size_t Common = Own ? First.size() : StringRef::npos;
    for (StringRef Line : llvm::drop_begin(Lines))
      if (!Line.trim(" \t\\").empty())
        Common = std::min(Common, Line.size() - Line.ltrim(" \t").size());
    std::string Indent = indentationAt(textOf(Use.File), Use.Begin).str();
    std::string Result;
    for (size_t I = 0; I < Lines.size(); ++I) {
      StringRef Line = Lines[I].rtrim(" \t");
      Line.consume_back("\\");
      Line = Line.rtrim(" \t");
      if (I > 0)
        Line = Line.drop_front(std::min(Common, Line.size()));
      Result += (I ? "\n" : "") + (I && !Line.empty() ? Indent : "") + Line.str();
    }
    return Result;
  }

  EditSet &Edits;
  const Uses All; // as they were
  const std::function<std::string(const std::string &)> &GetText;
  std::map<std::string, std::string> Texts;
  std::map<std::pair<std::string, unsigned>, std::vector<const MacroUse *>> ByBody;
  std::set<const MacroUse *> Out;
  std::map<std::string, const MacroUse *> Stays; ///< whose text the body gets
};

} // namespace

void writeOutMacroUses(EditSet &Edits,
                       const std::function<std::string(const std::string &)> &TextOf) {
  Writer(Edits, TextOf).run();
}

} // namespace cu2cl
