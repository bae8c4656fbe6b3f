// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/LibraryErrors.h"
#include "catalog/LibraryNames.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cu2cl {

/// The name that \p Text says is not declared, with the scope in which it was looked for; empty if
/// it says something else.
static std::string undeclaredName(StringRef Text) {
  static const StringRef Starts[] = {"use of undeclared identifier '", "unknown type name '",
                                     "no type named '", "no template named '", "no member named '"};
  for (StringRef Start : Starts) {
    if (!Text.consume_front(Start))
      continue;
    auto [Name, Rest] = Text.split('\'');
    if (!Rest.consume_front(" in "))
      return Name.str();
    Rest.consume_front("namespace ");
    Rest.consume_front("'");
    return Rest.split('\'').first.str() + "::" + Name.str();
  }
  return "";
}

static std::set<std::string> wordsOf(StringRef Line) {
  std::set<std::string> Words;
  while (!Line.empty()) {
    StringRef Word = Line.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (!Word.empty() && !llvm::isDigit(Word.front()))
      Words.insert(Word.str());
    Line = Line.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Words;
}

LibraryErrors::Verdict LibraryErrors::classify(StringRef Text, StringRef File, unsigned Line,
                                               StringRef LineText) {
  Verdict Out;
  Lines &Known = Files[File.str()];
  std::string Name = undeclaredName(Text);
  Out.Number = Name.empty() ? diag::None : catalog::libraryDiagnostic(Name);
  if (Out.Number) {
    Out.Name = Name;
    Known.Numbers.insert(Line);
    for (const std::string &Word : wordsOf(LineText))
      Known.Words.insert(Word);
    return Out;
  }
  bool IsLost = !Name.empty() && Known.Words.count(Name);
  Out.Follows = IsLost || Known.Numbers.count(Line);
  // Of a call with such an argument Clang says no more than this.
  if (IsLost && Known.Numbers.insert(Line).second)
    for (const std::string &Word : wordsOf(LineText))
      if (diag::Id Number = catalog::libraryDiagnostic(Word + "_")) // no namespace
        return {Number, Word, false};
  return Out;
}

} // namespace cu2cl
