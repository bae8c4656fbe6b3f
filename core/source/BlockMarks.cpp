// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/BlockMarks.h"
#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace cu2cl {

/// The blanks that the last line of \p Text begins with.
static std::string indentationOf(StringRef Text) {
  StringRef Line = Text.substr(Text.rfind('\n') + 1);
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
}

/// Returns the comment that \p Rest begins with, if its line has nothing else.
static StringRef commentOf(StringRef Rest) {
  StringRef Line = Rest.take_until([](char C) { return C == '\n'; });
  StringRef Text = Line.trim();
  bool IsComment =
      Text.starts_with("//") || (Text.starts_with("/*") && Text.find("*/") == Text.size() - 2);
  return IsComment ? Line : StringRef();
}

std::string withBlocks(StringRef Text) {
  const char Marks[] = {BlockOpens[0], LineBegins[0]};
  if (Text.find_first_of(StringRef(Marks, 2)) == StringRef::npos)
    return Text.str();
  std::string Out;
  llvm::SmallVector<std::string, 4> Open; // the indentation of each
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == BlockOpens[0]) {
      Open.push_back(indentationOf(Out));
      Out += "{\n" + Open.back() + "  ";
    } else if (Text[I] == BlockCloses[0] && !Open.empty()) {
      StringRef Comment = commentOf(Text.drop_front(I + 1));
      Out += Comment;
      I += Comment.size();
      Out += "\n" + Open.pop_back_val() + "}";
    } else if (Text[I] == LineBegins[0]) {
      Out.resize(StringRef(Out).rtrim(' ').size());
      Out += "\n" + indentationOf(Out);
    } else {
      Out += Text[I];
      // What a backslash continues may be a string.
      StringRef Rest = Text.drop_front(I + 1);
      bool IsContinued = I > 0 && Text[I - 1] == '\\';
      if (Text[I] == '\n' && !IsContinued && !Rest.empty() && Rest.front() != '\n' &&
          !Rest.ltrim(" \t").starts_with("#"))
        Out.append(2 * Open.size(), ' ');
    }
  }
  return Out;
}

} // namespace cu2cl
