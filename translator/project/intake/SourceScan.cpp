// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/SourceScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cu2cl {

using llvm::StringRef;

namespace {

/// One pass over the text; knows braces, comments and directives, nothing else of the language.
class Scanner {
public:
  Scanner(StringRef Text, SourceScan &Out) : Text(Text), Out(Out) {}

  void run() {
    bool LineStart = true;
    while (Pos < Text.size()) {
      char C = Text[Pos];
      if (C == '\n') {
        LineStart = true;
        ++Pos;
      } else if (llvm::isSpace(C)) {
        ++Pos;
      } else if (Text.substr(Pos).starts_with("//")) {
        Pos = std::min(Text.find('\n', Pos), Text.size());
      } else if (Text.substr(Pos).starts_with("/*")) {
        skipTo("*/");
      } else if (C == '#' && LineStart) {
        directive();
      } else {
        LineStart = false;
        token(C);
      }
    }
  }

private:
  void skipTo(StringRef End) {
    size_t At = Text.find(End, Pos + 2);
    Pos = At == StringRef::npos ? Text.size() : At + End.size();
  }

  /// The rest of a logical line, with continuation lines.
  StringRef restOfLine() {
    size_t Begin = Pos;
    do {
      Pos = Text.find('\n', Pos);
      if (Pos == StringRef::npos)
        Pos = Text.size();
    } while (Pos < Text.size() && Text[Pos - 1] == '\\' && ++Pos);
    return Text.slice(Begin, Pos);
  }

  void directive() {
    ++Pos;
    StringRef Line = restOfLine().ltrim();
    StringRef Word = Line.take_while(llvm::isAlpha);
    Line = Line.drop_front(Word.size()).ltrim();
    if (Word == "define")
      Out.Macros.insert(wordOf(Line).str());
    else if (Word.starts_with("if"))
      Conditions.push_back(Word == "ifndef" ? "" : macroOf(Line, Word == "ifdef").str());
    else if (Word.starts_with("el") && !Conditions.empty())
      Conditions.back() = Word == "elif" ? macroOf(Line, false).str() : "";
    else if (Word == "endif" && !Conditions.empty())
      Conditions.pop_back();
    else if (Word == "include")
      include(Line);
  }

  static StringRef wordOf(StringRef Line) {
    return Line.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  }

  /// The macro whose absence alone makes a condition false; empty if there is none.
  static StringRef macroOf(StringRef Condition, bool Ifdef) {
    if (!Ifdef && Condition.consume_front("defined"))
      Condition = Condition.ltrim().ltrim('(').ltrim();
    StringRef Name = wordOf(Condition);
    StringRef Rest = Condition.drop_front(Name.size());
    bool IsName = !Name.empty() && !llvm::isDigit(Name[0]);
    return IsName && Rest.find("||") == StringRef::npos && Rest.find_first_of("<=>!") != 0 &&
                   Rest.ltrim().find_first_of("<=>!+-*/%?(") != 0
               ? Name
               : StringRef();
  }

  void include(StringRef Line) {
    if (Line.empty() || (Line[0] != '"' && Line[0] != '<'))
      return;
    bool Angled = Line[0] == '<';
    size_t End = Line.find(Angled ? '>' : '"', 1);
    if (End == StringRef::npos)
      return;
    StringRef Name = Line.slice(1, End);
    Out.Includes.push_back({Name.str(), Angled});
    if (Name == "cuda.h" || Name.starts_with("cuda_runtime"))
      Out.UsesCuda = true;
  }

  void literal(char Quote) {
    if (Quote == '"' && Pos > 0 && Text[Pos - 1] == 'R') {
      size_t Open = Text.find('(', Pos);
      if (Open != StringRef::npos) {
        std::string End = ")" + Text.slice(Pos + 1, Open).str() + "\"";
        size_t At = Text.find(End, Open);
        Pos = At == StringRef::npos ? Text.size() : At + End.size();
        return;
      }
    }
    for (++Pos; Pos < Text.size() && Text[Pos] != Quote && Text[Pos] != '\n'; ++Pos)
      if (Text[Pos] == '\\')
        ++Pos;
    ++Pos;
  }

  void token(char C) {
    if (llvm::isAlpha(C) || C == '_')
      return identifier();
    if (llvm::isDigit(C)) { // a number, so that 1'000 opens no literal
      while (Pos < Text.size() &&
             (llvm::isAlnum(Text[Pos]) || Text[Pos] == '\'' || Text[Pos] == '.'))
        ++Pos;
      return;
    }
    if (C == '"' || C == '\'')
      return literal(C);
    if (Text.substr(Pos).starts_with("<<<"))
      Out.UsesCuda = true;
    ++Pos;
    punctuation(C);
    if (Parens == 0)
      Last.clear();
  }

  void punctuation(char C) {
    switch (C) {
    case '{':
      openBrace();
      break;
    case '}':
      if (!Braces.empty())
        Braces.pop_back();
      clear();
      break;
    case '(':
      // __launch_bounds__(n) is before the name; so may a macro without a semicolon.
      if (Parens++ == 0 &&
          (Candidate.empty() || Candidate.find("__") == 0 || (Last == "main" && Braces.empty())))
        Candidate = Last;
      break;
    case ')':
      Parens -= Parens > 0;
      break;
    case '<':
    case '>':
      if (C == '<' && Parens == 0 && Angles == 0)
        TemplateName = Previous;
      Angles += Parens > 0 ? 0 : C == '<' ? 1 : -1;
      break;
    case ',':
      if (Parens == 0 && Angles == 0) {
        variable(/*Initialised=*/false);
        Array.clear();
        IsValue = false;
      }
      break;
    case '[':
      if (Parens == 0 && Array.empty())
        Array = Last;
      break;
    case ';':
    case '=':
      if (Parens > 0)
        break;
      variable(C == '=');
      Candidate.clear();
      Last.clear();
      IsValue = C == '=';
      if (C == ';')
        clear();
      break;
    }
  }

  void identifier() {
    size_t Begin = Pos;
    while (Pos < Text.size() && (llvm::isAlnum(Text[Pos]) || Text[Pos] == '_'))
      ++Pos;
    StringRef Word = Text.slice(Begin, Pos);
    use(Word);
    if (Word == "__global__" || Word == "__device__" || Word == "cudaMalloc" ||
        Word == "cudaMemcpy")
      Out.UsesCuda = true;
    StringRef Between = Text.slice(PreviousEnd, Begin);
    StringRef Class = Between == "::" ? Previous : Between.ends_with(">::") ? TemplateName : "";
    if (Parens == 0)
      Last = Class.empty() ? Word.str() : (Class + "::" + Word).str();
    Previous = Word;
    PreviousEnd = Pos;
    if (Parens > 0)
      return;
    ++Words;
    if (Word == "namespace" || Word == "extern")
      Transparent = true;
    if (Word == "extern")
      Extern = true;
    if (Word == "static")
      Internal = true;
    if (Word == "const" || Word == "constexpr")
      Constant = true;
    if (llvm::is_contained({"typedef", "using", "friend", "namespace", "__shared__"}, Word))
      NoVariable = true;
    if (Word == "class" || Word == "struct" || Word == "union" || Word == "enum")
      Aggregate = Candidate.empty();
  }

  /// What is before a `;`, `=`, `,`, `[` or `{` may have declared a variable.
  void variable(bool Initialised) {
    bool Outermost = llvm::all_of(Braces, [](bool T) { return T; });
    // At least a type and a name; three words in `struct S s;`, and no parameters.
    const std::string &Name = Array.empty() ? Last : Array;
    if (!Outermost || IsValue || NoVariable || Name.empty() || !Candidate.empty() ||
        Words < (Aggregate ? 3u : 2u))
      return;
    bool Qualified = StringRef(Name).contains("::");
    if (Extern && !Initialised)
      Out.Externs.insert(Name);
    else if (!Internal && (Qualified || Extern || !Constant))
      Out.Variables.insert(Name);
  }

  void use(StringRef Word) {
    bool New = Out.Uses.insert(Word.str()).second;
    auto Under = llvm::find_if(Conditions, [](const std::string &Name) { return !Name.empty(); });
    if (Under == Conditions.end())
      Out.UsedUnder.erase(Word.str());
    else if (New)
      Out.UsedUnder[Word.str()] = *Under;
  }

  /// At namespace level, `name(...) {` begins the body of a function.
  void openBrace() {
    bool Outermost = llvm::all_of(Braces, [](bool T) { return T; });
    bool IsNamespace = Transparent && Candidate.empty();
    if (Outermost && !IsNamespace && !Candidate.empty() && !(Aggregate && Candidate.empty())) {
      if (Candidate == "main")
        Out.HasMain = true;
      else if (!Internal)
        Out.Defines.insert(Candidate);
    }
    if (!IsNamespace && !Aggregate)
      variable(/*Initialised=*/true);
    Braces.push_back(IsNamespace);
    clear();
  }

  void clear() {
    Candidate.clear();
    Last.clear();
    Array.clear();
    Parens = Words = 0;
    Angles = 0;
    Transparent = Internal = Aggregate = Extern = Constant = NoVariable = IsValue = false;
  }

  StringRef Text;
  SourceScan &Out;
  size_t Pos = 0;
  std::vector<std::string> Conditions; ///< the macro that each open #if needs, if one
  std::vector<bool> Braces;            ///< true for a namespace or extern "C"
  unsigned Parens = 0;
  std::string Last, Candidate; ///< the last name; the name before the first '('
  std::string Array;           ///< the name before the first '['
  StringRef TemplateName;      ///< the word before the last outermost '<'
  StringRef Previous;          ///< the last word, whatever follows it
  size_t PreviousEnd = 0;
  unsigned Words = 0; ///< of the declaration, outside of parentheses
  int Angles = 0;
  bool Transparent = false, Internal = false, Aggregate = false;
  bool Extern = false, Constant = false, NoVariable = false;
  bool IsValue = false; ///< after the `=` of a declaration
};

} // namespace

SourceScan scanSource(StringRef Text) {
  SourceScan Out;
  Scanner(Text, Out).run();
  return Out;
}

} // namespace cu2cl
