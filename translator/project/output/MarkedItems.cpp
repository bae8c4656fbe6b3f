// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/MarkedItems.h"
#include "core/source/Definitions.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl {

using llvm::StringRef;

/// In device code; the rest of the same declaration follows from it.
static const StringRef Mark = "CU2CL_ERROR_";
/// In host code: around the text that is left as it is.
static const StringRef OpenMark = "CU2CL_ERROR(";

/// Returns how long the comment or literal is that \p Text begins with; 0 if it begins with none.
static size_t lengthOfQuoted(StringRef Text) {
  if (Text.starts_with("//"))
    return std::min(Text.find('\n'), Text.size());
  if (Text.starts_with("/*")) {
    size_t End = Text.find("*/", 2);
    return End == StringRef::npos ? Text.size() : End + 2;
  }
  if (Text.front() != '"' && Text.front() != '\'')
    return 0;
  size_t I = 1;
  while (I < Text.size() && Text[I] != Text.front() && Text[I] != '\n')
    I += Text[I] == '\\' ? 2 : 1;
  return std::min(I + 1, Text.size());
}

/// \p Text without the comments and directives that it begins with.
static StringRef headOf(StringRef Text) {
  for (Text = Text.ltrim(); !Text.empty(); Text = Text.ltrim()) {
    size_t Length = Text.starts_with("#") ? std::min(Text.find('\n'), Text.size())
                    : Text.starts_with("//") || Text.starts_with("/*") ? lengthOfQuoted(Text)
                                                                       : 0;
    if (Length == 0)
      break;
    Text = Text.drop_front(Length);
  }
  return Text.rtrim();
}

/// Returns true if a brace after \p Text opens a scope of declarations.
static bool opensNamespace(StringRef Text) {
  StringRef Head = headOf(Text);
  Head.consume_front("inline ");
  return Head.starts_with("namespace") || (Head.starts_with("extern \"C") && Head.ends_with("\""));
}

/// Returns the length of the text in parentheses after which \p Text goes on; all of it if they are
/// not closed.
static size_t lengthInside(StringRef Text) {
  unsigned Depth = 1;
  for (size_t I = 0; I < Text.size();) {
    if (size_t Length = lengthOfQuoted(Text.substr(I))) {
      I += Length;
      continue;
    }
    Depth += Text[I] == '(' ? 1 : Text[I] == ')' ? -1 : 0;
    if (Depth == 0)
      return I;
    ++I;
  }
  return Text.size();
}

MarkedItems::MarkedItems(StringRef Text) {
  for (size_t At = Text.find(OpenMark); At != StringRef::npos; At = Text.find(OpenMark, At + 1)) {
    unsigned First = 1 + Text.take_front(At).count('\n');
    StringRef Rest = Text.drop_front(At + OpenMark.size());
    Items.push_back({First, First + unsigned(Rest.take_front(lengthInside(Rest)).count('\n'))});
  }
  size_t Begin = 0;
  unsigned Line = 1, FirstLine = 1, Depth = 0;
  auto End = [&](size_t At) {
    add(Text.slice(Begin, At), FirstLine);
    Begin = At;
    FirstLine = Line;
  };
  for (size_t I = 0; I < Text.size();) {
    if (size_t Length = lengthOfQuoted(Text.substr(I))) {
      Line += Text.substr(I, Length).count('\n');
      I += Length;
      continue;
    }
    char C = Text[I++];
    Line += C == '\n';
    if (C == '{' && Depth == 0 && opensNamespace(Text.slice(Begin, I - 1)))
      End(I);
    else if (C == '{')
      ++Depth;
    else if (C == '}' && Depth > 0)
      // After a type comes its name.
      --Depth == 0 && !headOf(Text.slice(Begin, I)).starts_with("typedef") ? End(I) : void();
    else if ((C == ';' || C == '}') && Depth == 0)
      End(I);
  }
  add(Text.drop_front(Begin), FirstLine);
}

void MarkedItems::add(StringRef Text, unsigned Line) {
  StringRef Head = headOf(Text);
  bool IsType = Head.starts_with("typedef struct") || Head.starts_with("typedef union");
  bool IsMarked = Text.contains(Mark);
  if (IsMarked) {
    unsigned First = Line + Text.take_front(Text.find(Mark)).count('\n');
    Items.push_back({First, Line + unsigned(Text.count('\n'))});
  }
  if (IsType && (IsMarked || llvm::any_of(Types, [&](const std::string &Name) {
                   return mentionsWord(Text, Name);
                 })))
    Types.insert(Text.rtrim("; \n").rsplit(' ').second.str());
}

bool MarkedItems::isBehindMark(unsigned Line) const {
  return llvm::any_of(Items, [&](const Item &I) { return I.Mark <= Line && Line <= I.End; });
}

} // namespace cu2cl
