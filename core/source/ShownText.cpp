// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros of the host that make strings of their arguments.
//
// Precondition: the string is where an expression can: it is an argument, an operand of <<, an
// initial value. Strings beside it are one text with it.
// Effect: `#call` becomes `clrt::source_text(#call)`; the file of the use gets a table,
// {"clrt::malloc(&d, n)", "cudaMalloc(&d, n)"}, so that its own text stays as it is. A text that is
// edited later is in no table: it shows itself.

#include "core/source/ShownText.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {
namespace {

struct RawToken {
  tok::TokenKind Kind = tok::unknown;
  unsigned Begin = 0, End = 0; ///< in the text that was given
  bool HasSpace = false;       ///< or a comment, before it
  std::string Text;            ///< without continued lines
};

std::vector<RawToken> lex(StringRef Text) {
  static const LangOptions Options = [] {
    LangOptions O;
    O.CPlusPlus = O.CPlusPlus11 = O.LineComment = true;
    return O;
  }();
  std::string Buffer = Text.str();
  Lexer L(SourceLocation(), Options, Buffer.data(), Buffer.data(), Buffer.data() + Buffer.size());
  std::vector<RawToken> Tokens;
  for (Token T;;) {
    L.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return Tokens;
    RawToken Raw;
    Raw.Kind = T.getKind();
    Raw.End = L.getBufferLocation() - Buffer.data();
    Raw.Begin = Raw.End - T.getLength();
    Raw.HasSpace = T.hasLeadingSpace() || T.isAtStartOfLine();
    for (unsigned I = Raw.Begin; I < Raw.End; ++I)
      if (Buffer[I] == '\\' && I + 1 < Raw.End && Buffer[I + 1] == '\n')
        ++I;
      else
        Raw.Text += Buffer[I];
    Tokens.push_back(std::move(Raw));
  }
}

/// Strings side by side in the body of a macro, one of them made of an argument.
struct Run {
  unsigned Begin = 0, End = 0; ///< in the file of the body
  bool IsExpression = true;    ///< a call can stand for it
  struct Part {
    std::string Literal;
    const MacroUse::Parameter *Of = nullptr; ///< null: the literal
  };
  std::vector<Part> Parts;
};

class Shower {
public:
  Shower(EditSet &Edits, const std::function<std::string(const std::string &)> &TextOf,
         const std::function<bool(const std::string &)> &IsC)
      : Edits(Edits), Uses(Edits.macroUses()), GetText(TextOf), IsC(IsC) {}

  ShownTexts show() {
    for (const auto &[Key, Use] : Uses)
      for (const Run &R : runsOf(Use))
        compare(Use, R);
    std::set<std::string> Including;
    for (const auto &[Place, End] : Bodies) {
      const auto &[File, Begin] = Place;
      bool C = IsC(File);
      insert(File, Begin, Edit::Before, C ? "clrt_source_text(" : "clrt::source_text(");
      insert(File, End, Edit::After, ")");
      if (Including.insert(File).second)
        declare(File, Begin);
    }
    return std::move(Result);
  }

private:
  StringRef textOf(const std::string &File) {
    auto [It, New] = Texts.try_emplace(File);
    if (New)
      It->second = GetText(File);
    return It->second;
  }

  /// As they were before this made any.
  llvm::ArrayRef<Edit> editsOf(const std::string &File) {
    auto [It, New] = Former.try_emplace(File);
    if (New)
      It->second = Edits.edits(File);
    return It->second;
  }

  static size_t firstFrom(llvm::ArrayRef<Edit> List, unsigned Offset) {
    return llvm::partition_point(List, [&](const Edit &E) { return E.Offset < Offset; }) -
           List.begin();
  }

  void insert(const std::string &File, unsigned Offset, Edit::Kind K, std::string Text) {
    Edit E;
    E.File = File;
    E.Offset = Offset;
    E.K = K;
    E.Replacement = std::move(Text);
    E.Rule = "ShownText";
    Edits.add(std::move(E));
  }

  /// The file of the macro must declare clrt::source_text, for uses in files without CUDA, too.
  void declare(const std::string &File, unsigned Body) {
    StringRef Text = textOf(File);
    if (Edits.apply(File, Text).find("include <clrt/clrt.h") != std::string::npos)
      return;
    size_t Line = Body;
    do
      Line = Text.take_front(Line).rfind('#');
    while (Line != StringRef::npos && Line != 0 &&
           !Text.substr(Line + 1).ltrim(" \t").starts_with("define"));
    Line = Line == StringRef::npos ? 0 : Text.take_front(Line).rfind('\n') + 1;
    insert(File, Line, Edit::Line, "#include <clrt/source_text.h>\n");
  }

  const MacroUse *parentOf(const MacroUse &Use) const {
    auto It = Uses.find(Use.Parent);
    return It == Uses.end() ? nullptr : &It->second;
  }

  /// Text [Begin, End) of what \p Use is written in, a file or the body of \p In; in the source or
  /// in the port.
  std::string textIn(const MacroUse *In, const std::string &File, unsigned Begin, unsigned End,
                     bool Port) {
    EditSet Own;
    if (Begin == End) // nothing, or what another macro's list gives
      return "";
    if (Port)
      for (const Edit &E : llvm::drop_begin(editsOf(File), firstFrom(editsOf(File), Begin))) {
        if (E.Offset > End)
          break;
        if (E.Offset + E.Length <= End)
          Own.add(E);
      }
    for (const MacroUse::Parameter &P : In ? In->Parameters : std::vector<MacroUse::Parameter>())
      if (P.Begin >= Begin && P.End <= End && !P.IsString) {
        Edit E;
        E.File = File;
        E.Offset = P.Begin;
        E.Length = P.End - P.Begin;
        E.Replacement = argument(*In, P, Port);
        Own.add(std::move(E));
      }
    return Own.applyRange(File, textOf(File), Begin, End);
  }

  std::string argument(const MacroUse &Use, const MacroUse::Parameter &P, bool Port) {
    if (P.Argument == MacroUse::Parameter::None || P.Argument >= Use.Arguments.size())
      return "";
    auto [Begin, End] = Use.Arguments[P.Argument];
    return textIn(parentOf(Use), Use.File, Begin, End, Port);
  }

  /// Returns what \p R is in one use, as literals.
  std::string shown(const MacroUse &Use, const Run &R, bool Port) {
    std::string Out;
    for (const Run::Part &Part : R.Parts)
      Out += (Out.empty() ? "" : " ") +
             (Part.Of ? stringized(argument(Use, *Part.Of, Port)) : Part.Literal);
    return Out;
  }

  void compare(const MacroUse &Use, const Run &R) {
    std::string Port = shown(Use, R, true), Source = shown(Use, R, false);
    if (Port == Source)
      return;
    const MacroUse *Outermost = &Use;
    while (const MacroUse *Parent = parentOf(*Outermost))
      Outermost = Parent;
    // One text of the port may stand for two of the source.
    bool IsTold = R.IsExpression && !IsC(Outermost->File) &&
                  Known.try_emplace(Port, Source).first->second == Source;
    if (!IsTold)
      return Result.Unshown.push_back({Outermost->File, Outermost->Begin, Port, Source});
    Result.Tables[Outermost->File][Port] = Source;
    Bodies[{Use.BodyFile, R.Begin}] = R.End;
  }

  std::vector<Run> runsOf(const MacroUse &Use) {
    std::vector<Run> Runs;
    if (llvm::none_of(Use.Parameters, [](const MacroUse::Parameter &P) { return P.IsString; }))
      return Runs;
    std::vector<RawToken> Tokens = lex(textOf(Use.BodyFile).slice(Use.BodyBegin, Use.BodyEnd));
    for (size_t I = 0; I < Tokens.size();) {
      Run R;
      size_t First = I;
      bool IsMade = false;
      for (; I < Tokens.size(); ++I) {
        const RawToken &T = Tokens[I];
        if (T.Kind == tok::string_literal) {
          R.Parts.push_back({T.Text, nullptr});
          continue;
        }
        auto P = llvm::find_if(Use.Parameters, [&](const MacroUse::Parameter &P) {
          return P.IsString && P.Begin == Use.BodyBegin + T.Begin;
        });
        if (P == Use.Parameters.end())
          break;
        R.Parts.push_back({"", &*P});
        IsMade = true;
        ++I; // the parameter after the #
      }
      if (IsMade && I <= Tokens.size()) {
        R.Begin = Use.BodyBegin + Tokens[First].Begin;
        R.End = Use.BodyBegin + Tokens[I - 1].End;
        R.IsExpression = isExpression(Use, Tokens, First, I);
        Runs.push_back(std::move(R));
      }
      I = std::max(I, First + 1);
    }
    return Runs;
  }

  /// Returns true if a call may stand for tokens [First, End) of the body.
  bool isExpression(const MacroUse &Use, llvm::ArrayRef<RawToken> Tokens, size_t First,
                    size_t End) const {
    using namespace tok;
    if (First == 0 || End == Tokens.size())
      return false;
    const RawToken &Before = Tokens[First - 1];
    bool IsArray = First > 1 && Tokens[First - 2].Kind == r_square; // char name[] = #x
    if (!(Before.Text == "return" ||
          llvm::is_contained({l_paren, comma, lessless, question, colon, l_brace, plus, plusequal},
                             Before.Kind) ||
          (Before.Kind == clang::tok::equal && !IsArray)) ||
        !llvm::is_contained({r_paren, comma, semi, lessless, colon, r_brace, plus},
                            Tokens[End].Kind))
      return false;
    // What the parentheses around it are of.
    int Depth = 0;
    for (size_t I = First; I-- > 0;) {
      Depth += Tokens[I].Kind == l_paren ? 1 : Tokens[I].Kind == r_paren ? -1 : 0;
      if (Depth < 1 || I == 0)
        continue;
      Depth = 0;
      const RawToken &Of = Tokens[I - 1];
      if (llvm::is_contained({"sizeof", "static_assert", "_Static_assert", "_Pragma", "asm",
                              "decltype", "defined"},
                             Of.Text) ||
          llvm::any_of(Uses, [&](const auto &Inner) {
            return Inner.second.Parent == Use.Key && Inner.second.Begin == Use.BodyBegin + Of.Begin;
          }))
        return false;
    }
    return true;
  }

  EditSet &Edits;
  const std::map<std::string, MacroUse> Uses;
  const std::function<std::string(const std::string &)> &GetText;
  const std::function<bool(const std::string &)> &IsC;
  std::map<std::string, std::string> Texts, Known;
  std::map<std::string, std::vector<Edit>> Former;
  std::map<std::pair<std::string, unsigned>, unsigned> Bodies; ///< runs to be looked up, and ends
  ShownTexts Result;
};

} // namespace

std::string stringized(StringRef Text) {
  std::string Out;
  for (const RawToken &T : lex(Text)) {
    if (T.HasSpace && !Out.empty())
      Out += ' ';
    bool IsQuoted = StringRef(T.Text).contains('"') || StringRef(T.Text).contains('\'');
    Out += IsQuoted ? Lexer::Stringify(T.Text) : T.Text;
  }
  return "\"" + Out + "\"";
}

ShownTexts showSourceText(EditSet &Edits,
                          const std::function<std::string(const std::string &)> &TextOf,
                          const std::function<bool(const std::string &)> &IsC) {
  return Shower(Edits, TextOf, IsC).show();
}

std::string printShownTexts(const std::map<std::string, std::string> &Table, StringRef Name) {
  std::string Id;
  for (char C : Name)
    Id += llvm::isAlnum(C) ? C : '_';
  std::string Out = "// What macros make strings of in " + llvm::sys::path::filename(Name).str() +
                    ", and what the CUDA source has there.\n#pragma once\n"
                    "#include <clrt/source_text.h>\n\nstatic const clrt::source_texts texts_of_" +
                    Id + "({\n";
  for (const auto &[Port, Source] : Table)
    Out += "    {" + Port + ",\n     " + Source + "},\n";
  return Out + "});\n";
}

} // namespace cu2cl
