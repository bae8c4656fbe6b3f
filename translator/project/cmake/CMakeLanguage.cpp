// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeLanguage.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/VersionTuple.h"

namespace cu2cl {

using llvm::StringRef;

namespace {

class Parser {
public:
  explicit Parser(StringRef Text) : Text(Text) {}

  std::vector<CMakeCommand> run() {
    while (skipBlank()) {
      if (!llvm::isAlpha(Text[Pos]) && Text[Pos] != '_') {
        fail(Line, "a command is expected, not '" + Text.substr(Pos, 1) + "'");
        Pos = std::min(Text.find('\n', Pos), Text.size());
        continue;
      }
      command();
    }
    return std::move(Commands);
  }

  std::optional<CMakeSyntaxError> Error;

private:
  void fail(unsigned At, const llvm::Twine &What) {
    if (!Error)
      Error = {At, What.str()};
  }

  /// The length of `[==[` at \p At, or 0.
  size_t bracket(size_t At) const {
    if (At >= Text.size() || Text[At] != '[')
      return 0;
    size_t End = At + 1;
    while (End < Text.size() && Text[End] == '=')
      ++End;
    return End < Text.size() && Text[End] == '[' ? End - At + 1 : 0;
  }

  /// Skips a bracket text and returns its content.
  StringRef bracketText() {
    size_t Length = bracket(Pos);
    std::string Close = "]" + std::string(Length - 2, '=') + "]";
    size_t Begin = Pos + Length, End = Text.find(Close, Begin);
    Pos = End == StringRef::npos ? Text.size() : End + Close.size();
    return Text.slice(Begin, End);
  }

  bool skipBlank() {
    while (Pos < Text.size()) {
      if (llvm::isSpace(Text[Pos])) {
        Line += Text[Pos++] == '\n';
      } else if (Text[Pos] == '#') {
        ++Pos;
        if (bracket(Pos))
          bracketText();
        else
          Pos = std::min(Text.find('\n', Pos), Text.size());
      } else {
        return true;
      }
    }
    return false;
  }

  void command() {
    size_t Begin = Pos;
    while (Pos < Text.size() && (llvm::isAlnum(Text[Pos]) || Text[Pos] == '_'))
      ++Pos;
    CMakeCommand Command;
    Command.Name = Text.slice(Begin, Pos).lower();
    Command.Line = Line;
    if (!skipBlank() || Text[Pos] != '(')
      return fail(Command.Line, "no parenthesis follows '" + Text.slice(Begin, Pos).rtrim() + "'");
    ++Pos;
    unsigned Depth = 1;
    while (skipBlank()) {
      if (Text[Pos] == ')' && --Depth == 0)
        break;
      Depth += Text[Pos] == '(';
      Command.Arguments.push_back(argument());
    }
    if (Pos == Text.size())
      fail(Command.Line, "the parenthesis after '" + Command.Name + "' is not closed");
    else
      ++Pos;
    Commands.push_back(std::move(Command));
  }

  CMakeArgument argument() {
    if (bracket(Pos))
      return {bracketText().str(), true, true};
    CMakeArgument Result;
    if (Text[Pos] == '(' || Text[Pos] == ')') {
      Result.Text = Text[Pos++];
      return Result;
    }
    Result.Quoted = Text[Pos] == '"';
    Pos += Result.Quoted;
    const unsigned First = Line;
    while (Pos < Text.size()) {
      char C = Text[Pos];
      if (Result.Quoted ? C == '"' : llvm::isSpace(C) || C == '(' || C == ')')
        break;
      if (!Result.Quoted && C == '"') { // -DNAME="x y"
        size_t End = std::min(Text.find('"', Pos + 1), Text.size() - 1);
        Result.Text += Text.slice(Pos, End + 1);
        Pos = End + 1;
        continue;
      }
      if (C == '\\' && Pos + 1 < Text.size()) {
        ++Pos;
        if (Text[Pos] != '\n') // \n and \t are rare in lists of files; a newline continues
          Result.Text += Text[Pos] == 'n' ? '\n' : Text[Pos];
        ++Pos;
        continue;
      }
      Line += C == '\n';
      Result.Text += C;
      ++Pos;
    }
    if (Result.Quoted && Pos >= Text.size())
      fail(First, "a string is not closed");
    Pos = std::min(Pos + Result.Quoted, Text.size());
    return Result;
  }

  StringRef Text;
  size_t Pos = 0;
  unsigned Line = 1;
  std::vector<CMakeCommand> Commands;
};

/// Recursive descent over the words of an if().
class Condition {
public:
  Condition(std::vector<std::string> Words, const CMakeVariables &Variables)
      : Words(std::move(Words)), Variables(Variables) {}

  bool any() {
    bool Value = all();
    while (take("OR"))
      Value |= all();
    return Value;
  }

private:
  bool take(StringRef Word) {
    if (At >= Words.size() || Words[At] != Word)
      return false;
    ++At;
    return true;
  }

  bool all() {
    bool Value = one();
    while (take("AND"))
      Value &= one();
    return Value;
  }

  std::string next() { return At < Words.size() ? Words[At++] : ""; }

  std::string valueOf(const std::string &Word) const {
    auto Found = Variables.find(Word);
    return Found == Variables.end() ? Word : Found->second;
  }

  bool one() {
    if (take("NOT"))
      return !one();
    if (take("(")) {
      bool Value = any();
      take(")");
      return Value;
    }
    if (take("DEFINED"))
      return Variables.count(next());
    if (take("IS_DIRECTORY"))
      return llvm::sys::fs::is_directory(next());
    if (take("EXISTS"))
      return llvm::sys::fs::exists(next());
    if (take("TARGET"))
      return Variables.count("TARGET " + next());
    if (take("COMMAND") || take("POLICY"))
      return next(), false;
    std::string Left = next();
    if (At < Words.size())
      if (auto Compare = comparison(Words[At])) {
        ++At;
        return (this->*Compare)(valueOf(Left), valueOf(next()));
      }
    return truth(Left);
  }

  using Comparison = bool (Condition::*)(const std::string &, const std::string &) const;
  static Comparison comparison(StringRef Word) {
    return llvm::StringSwitch<Comparison>(Word)
        .Cases("STREQUAL", "EQUAL", "VERSION_EQUAL", &Condition::equal)
        .Cases("LESS", "VERSION_LESS", &Condition::less)
        .Cases("GREATER", "VERSION_GREATER", &Condition::greater)
        .Cases("LESS_EQUAL", "VERSION_LESS_EQUAL", &Condition::atMost)
        .Cases("GREATER_EQUAL", "VERSION_GREATER_EQUAL", &Condition::atLeast)
        .Case("MATCHES", &Condition::matches)
        .Case("IN_LIST", &Condition::inList)
        .Default(nullptr);
  }

  static llvm::VersionTuple version(const std::string &Text) {
    llvm::VersionTuple Result;
    Result.tryParse(Text);
    return Result;
  }
  bool equal(const std::string &A, const std::string &B) const { return A == B; }
  bool less(const std::string &A, const std::string &B) const { return version(A) < version(B); }
  bool greater(const std::string &A, const std::string &B) const { return less(B, A); }
  bool atMost(const std::string &A, const std::string &B) const { return !less(B, A); }
  bool atLeast(const std::string &A, const std::string &B) const { return !less(A, B); }
  bool matches(const std::string &A, const std::string &B) const { return llvm::Regex(B).match(A); }

  bool inList(const std::string &A, const std::string &B) const {
    llvm::SmallVector<StringRef, 8> Parts;
    StringRef(B).split(Parts, ';', -1, false);
    return llvm::is_contained(Parts, A);
  }

  bool truth(const std::string &Word) const {
    StringRef Value = Word;
    int Number = 0;
    if (!Value.getAsInteger(10, Number))
      return Number != 0;
    for (StringRef True : {"ON", "YES", "TRUE", "Y"})
      if (Value.equals_insensitive(True))
        return true;
    auto Found = Variables.find(Word);
    if (Found == Variables.end())
      return false;
    Value = Found->second;
    for (StringRef False : {"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"})
      if (Value.equals_insensitive(False))
        return false;
    return !Value.ends_with("-NOTFOUND");
  }

  std::vector<std::string> Words;
  const CMakeVariables &Variables;
  size_t At = 0;
};

/// The expressions of math(EXPR).
class Arithmetic {
public:
  explicit Arithmetic(StringRef Text) : Rest(Text) {}
  std::optional<long long> run() {
    long long Value = binary(0);
    return Ok && Rest.trim().empty() ? std::optional(Value) : std::nullopt;
  }

private:
  bool take(StringRef Word) {
    Rest = Rest.ltrim();
    return Rest.consume_front(Word);
  }

  long long primary() {
    long long Value = 0;
    if (take("(")) {
      Value = binary(0);
      Ok &= take(")");
    } else if (take("-")) {
      Value = -primary();
    } else if (take("+")) {
      Value = primary();
    } else if (take("~")) {
      Value = ~primary();
    } else {
      Ok &= !Rest.consumeInteger(0, Value);
    }
    return Value;
  }

  /// One operator of a level, with the value of its right side.
  bool apply(unsigned Level, long long &Value) {
    static const char *const Levels[][3] = {{"|"},        {"^"},      {"&"},
                                            {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    for (const char *Operator : Levels[Level]) {
      if (!Operator || !take(Operator))
        continue;
      long long Right = binary(Level + 1);
      StringRef Op = Operator;
      if ((Op == "/" || Op == "%") && Right == 0)
        return Ok = false;
      Value = Op == "|"    ? Value | Right
              : Op == "^"  ? Value ^ Right
              : Op == "&"  ? Value & Right
              : Op == "<<" ? Value << (Right & 63)
              : Op == ">>" ? Value >> (Right & 63)
              : Op == "+"  ? Value + Right
              : Op == "-"  ? Value - Right
              : Op == "*"  ? Value * Right
              : Op == "/"  ? Value / Right
                           : Value % Right;
      return true;
    }
    return false;
  }

  long long binary(unsigned Level) {
    if (Level == 6)
      return primary();
    long long Value = binary(Level + 1);
    while (Ok && apply(Level, Value)) {
    }
    return Value;
  }

  StringRef Rest;
  bool Ok = true;
};

} // namespace

std::vector<CMakeCommand> parseCMake(StringRef Text, std::optional<CMakeSyntaxError> *Error) {
  Parser P(Text);
  std::vector<CMakeCommand> Commands = P.run();
  if (Error)
    *Error = std::move(P.Error);
  return Commands;
}

std::string expandCMake(StringRef Text, const CMakeVariables &Variables) {
  std::string Result = Text.str();
  // From the right, so that the inner of two nested references goes first.
  for (size_t At = Result.rfind("${"); At != std::string::npos; At = Result.rfind("${")) {
    size_t End = Result.find('}', At);
    if (End == std::string::npos)
      break;
    std::string Name = Result.substr(At + 2, End - At - 2);
    auto Found = Variables.find(Name);
    bool Environment = At >= 4 && StringRef(Result).substr(At - 4, 4) == "$ENV";
    if (Environment)
      At -= 4;
    Result.replace(At, End + 1 - At, Found == Variables.end() ? "" : Found->second);
  }
  return Result;
}

std::vector<std::string> expandArguments(const CMakeCommand &Command,
                                         const CMakeVariables &Variables) {
  std::vector<std::string> Words;
  for (const CMakeArgument &Argument : Command.Arguments) {
    std::string Text = Argument.Literal ? Argument.Text : expandCMake(Argument.Text, Variables);
    if (Argument.Quoted) {
      Words.push_back(Text);
      continue;
    }
    llvm::SmallVector<StringRef, 8> Parts;
    StringRef(Text).split(Parts, ';', -1, /*KeepEmpty=*/false);
    Words.insert(Words.end(), Parts.begin(), Parts.end());
  }
  return Words;
}

bool evaluateCMake(const CMakeCommand &Command, const CMakeVariables &Variables) {
  std::vector<std::string> Words;
  for (const CMakeArgument &Argument : Command.Arguments)
    Words.push_back(expandCMake(Argument.Text, Variables));
  return Condition(std::move(Words), Variables).any();
}

std::optional<long long> computeCMake(StringRef Text) { return Arithmetic(Text).run(); }

} // namespace cu2cl
