// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Instances of one template that differ in types, constants and names only: the body once, as a
// macro with the template's parameters, and a line for each instance.

#include "assembly/InstanceMacro.h"
#include "core/source/TokenJoins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using llvm::StringRef;

namespace cu2cl {
namespace {

/// Words (numbers included), comments, strings, white space, and single characters.
std::vector<StringRef> tokensOf(StringRef Text) {
  std::vector<StringRef> Out;
  while (!Text.empty()) {
    size_t Length = 1;
    if (isWordCharacter(Text[0])) {
      Length = Text.find_if_not([](char C) { return isWordCharacter(C) || C == '.'; });
      // A member is a word of its own: only numbers have dots.
      if (!llvm::isDigit(Text[0]))
        Length = Text.find_if_not(isWordCharacter);
    } else if (Text.starts_with("//")) {
      Length = Text.find('\n');
    } else if (Text.starts_with("/*")) {
      Length = Text.find("*/") == StringRef::npos ? Text.size() : Text.find("*/") + 2;
    } else if (Text[0] == '"' || Text[0] == '\'') {
      while (Length < Text.size() && Text[Length] != Text[0])
        Length += Text[Length] == '\\' ? 2 : 1;
      ++Length;
    } else if (isspace(Text[0])) {
      Length = Text.find_if_not([](char C) { return isspace(C); });
    }
    Length = std::min(Length, Text.size());
    Out.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Out;
}

/// Returns what a kernel has before its `void`: it stays with the instance.
StringRef headOf(StringRef Text) {
  return Text.starts_with("__kernel") ? Text.take_front(Text.find("void ")) : StringRef();
}

/// The parameters of the macro: the columns of words that differ.
class Columns {
public:
  Columns(llvm::ArrayRef<InstanceText> Instances, const std::set<StringRef> &Words)
      : Instances(Instances), Words(Words) {}

  /// The name of the parameter that stands for \p Values, one of each instance.
  std::string parameter(const std::vector<StringRef> &Values) {
    auto [It, New] = Known.try_emplace(Values);
    if (New) {
      It->second = unused(nameOf(Values));
      Order.push_back(It);
    }
    return It->second;
  }

  std::string names() const {
    std::vector<std::string> Names;
    for (auto It : Order)
      Names.push_back(It->second);
    return llvm::join(Names, ", ");
  }
  std::string values(size_t Instance) const {
    std::vector<std::string> Values;
    for (auto It : Order)
      Values.push_back(It->first[Instance].str());
    return llvm::join(Values, ", ");
  }

private:
  using Table = std::map<std::vector<StringRef>, std::string>;

  std::string nameOf(const std::vector<StringRef> &Values) const {
    auto All = [&](auto Same) {
      for (size_t I = 0; I < Values.size(); ++I)
        if (!Same(Instances[I], Values[I]))
          return false;
      return true;
    };
    if (All([](const InstanceText &I, StringRef Value) { return I.Name == Value; }))
      return "NAME";
    for (size_t A = 0; A < Instances[0].Arguments.size(); ++A)
      if (!Instances[0].Arguments[A].first.empty() &&
          All([&](const InstanceText &I, StringRef Value) {
            return A < I.Arguments.size() && I.Arguments[A].second == Value;
          }))
        return Instances[0].Arguments[A].first;
    // Names of other instances: by what they have in common.
    llvm::SmallVector<StringRef, 8> Parts;
    Values[0].split(Parts, '_', -1, false);
    std::string Common;
    for (StringRef Part : Parts)
      if (!llvm::isDigit(Part[0]) && llvm::all_of(Values, [&](StringRef Value) {
            return ("_" + Value + "_").str().find(("_" + Part + "_").str()) != std::string::npos;
          }))
        Common += (Common.empty() ? "" : "_") + Part.upper();
    return !Common.empty() ? Common : llvm::isDigit(Values[0][0]) ? "CONSTANT" : "WORD";
  }

  std::string unused(std::string Name) {
    while (Words.count(Name) || !Taken.insert(Name).second)
      Name += '_';
    return Name;
  }

  llvm::ArrayRef<InstanceText> Instances;
  const std::set<StringRef> &Words;
  Table Known;
  std::vector<Table::const_iterator> Order;
  std::set<std::string> Taken;
};

/// \p Token as part of a macro's text; false if it cannot be.
bool addToken(std::string &Out, StringRef Token) {
  Token = Token.rtrim('\r'); // of a line that ends with both
  if (Token.starts_with("//")) {
    Out += ("/*" + Token.drop_front(2) + " */").str();
    return !Token.contains("*/");
  }
  for (char C : Token)
    if (C != '\r')
      Out += C == '\n' ? std::string(" \\\n") : std::string(1, C);
  return true;
}

/// The #pragma lines of \p Text.
std::vector<StringRef> pragmasOf(StringRef Text) {
  std::vector<StringRef> Out;
  for (StringRef Line : llvm::split(Text, '\n'))
    if (Line.trim().starts_with("#"))
      Out.push_back(Line.trim());
  return Out;
}

/// Turns "#pragma unroll" lines into _Pragma("unroll") or, where \p Apply is given, into
/// "APPLY(unroll)", since no parameter is replaced in a string; false if there are other
/// directives.
bool withoutDirectives(std::string &Text, StringRef Apply) {
  std::string Open = Apply.empty() ? "_Pragma(\"" : (Apply + "(").str();
  std::string Close = Apply.empty() ? "\")" : ")";
  std::string Out;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Tail] = Rest.split('\n');
    StringRef Trimmed = Line.trim();
    if (Trimmed.consume_front("#")) {
      Trimmed = Trimmed.ltrim();
      if (!Trimmed.consume_front("pragma") || Trimmed.contains('"') || Trimmed.contains("//"))
        return false;
      Out += Line.take_front(Line.find('#')).str() + Open + Trimmed.trim().str() + Close;
    } else {
      Out += Line;
    }
    Out += Rest.size() > Line.size() ? "\n" : "";
    Rest = Tail;
  }
  Text = std::move(Out);
  return true;
}

} // namespace

std::optional<SharedBody> shareBody(llvm::ArrayRef<InstanceText> Instances, StringRef Stem,
                                    llvm::function_ref<bool(StringRef)> IsTaken) {
  std::vector<std::string> Bodies;
  std::vector<std::vector<StringRef>> Tokens;
  // As "#pragma unroll 4" and "#pragma unroll 8".
  std::string Apply;
  if (llvm::any_of(Instances, [&](const InstanceText &I) {
        return pragmasOf(I.Text) != pragmasOf(Instances.front().Text);
      }))
    for (Apply = "PRAGMA"; IsTaken(Apply) || llvm::any_of(Instances, [&](const InstanceText &I) {
                             return I.Text.contains(Apply);
                           });)
      Apply += "_";
  for (const InstanceText &I : Instances) {
    Bodies.push_back(I.Text.drop_front(headOf(I.Text).size()).str());
    if (!withoutDirectives(Bodies.back(), Apply))
      return std::nullopt;
  }
  std::set<StringRef> Words;
  for (const std::string &Body : Bodies) {
    Tokens.push_back(tokensOf(Body));
    if (Tokens.back().size() != Tokens.front().size())
      return std::nullopt;
    for (StringRef Token : Tokens.back())
      if (isWordCharacter(Token[0]))
        Words.insert(Token);
  }
  std::string Name = Stem.upper();
  while (IsTaken(Name) || Words.count(Name))
    Name += "_INSTANCE";
  Words.insert(Name);
  Columns Parameters(Instances, Words);
  std::string Body;
  for (size_t T = 0; T < Tokens.front().size(); ++T) {
    std::vector<StringRef> Values;
    for (const std::vector<StringRef> &One : Tokens)
      Values.push_back(One[T]);
    if (llvm::all_equal(Values)) {
      if (!addToken(Body, Values.front()))
        return std::nullopt;
      continue;
    }
    if (!llvm::all_of(Values, [](StringRef Value) { return isWordCharacter(Value[0]); }))
      return std::nullopt;
    Body += Parameters.parameter(Values);
  }
  SharedBody Out;
  if (!Apply.empty())
    Out.Macro = "#define " + Apply + "(TEXT) _Pragma(#TEXT)\n";
  Out.Macro += "#define " + Name + "(" + Parameters.names() + ") \\\n" + Body;
  for (size_t I = 0; I < Instances.size(); ++I)
    Out.Lines.push_back(headOf(Instances[I].Text).str() + Name + "(" + Parameters.values(I) + ")");
  return Out;
}

} // namespace cu2cl
