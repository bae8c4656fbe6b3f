// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/TokenJoins.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cu2cl {

/// The last word of \p Text is a number that goes on with a sign, as 0xe and 1e do.
static bool endsInExponent(StringRef Text) {
  if (Text.empty() || !StringRef("eEpP").contains(Text.back()))
    return false;
  while (!Text.empty() && (isWordCharacter(Text.back()) || Text.back() == '.')) {
    if (llvm::isDigit(Text.back()) && (Text.size() == 1 || !isWordCharacter(Text[Text.size() - 2])))
      return true;
    Text = Text.drop_back();
  }
  return false;
}

bool joinAsWord(StringRef Before, StringRef After) {
  if (Before.empty() || After.empty())
    return false;
  char B = After.front();
  return (isWordCharacter(Before.back()) && isWordCharacter(B)) ||
         ((B == '+' || B == '-') && endsInExponent(Before));
}

bool joinAsOperator(StringRef Before, StringRef After) {
  if (Before.empty() || After.empty() || Before.ends_with("*/"))
    return false;
  char A = Before.back(), B = After.front();
  return (A == B && StringRef("+-&|<=/").contains(A)) || (A == '/' && B == '*') ||
         (A == '<' && (B == ':' || B == '%')) || (A == '-' && B == '>');
}

} // namespace cu2cl
