// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Comments.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace cu2cl {

/// The end of the run of comments that starts at \p At (after the last one), or \p At.
static size_t skipComments(StringRef Source, size_t At) {
  size_t End = At;
  while (true) {
    StringRef Rest = Source.substr(At);
    size_t Space = Rest.find_first_not_of(" \t\r\n");
    if (Space == StringRef::npos)
      return End;
    // A blank line ends the run.
    if (End != 0 && Rest.take_front(Space).count('\n') > 1)
      return End;
    Rest = Rest.drop_front(Space);
    size_t Length;
    if (Rest.starts_with("//"))
      Length = std::min(Rest.find('\n'), Rest.size());
    else if (Rest.starts_with("/*") && Rest.contains("*/"))
      Length = Rest.find("*/") + 2;
    else
      return End;
    At += Space + Length;
    End = At;
  }
}

std::string headComment(StringRef Source) {
  size_t End = skipComments(Source, 0);
  if (End == 0)
    return {};
  StringRef Rest = Source.substr(End);
  size_t Next = Rest.find_first_not_of(" \t\r\n");
  bool BlankLine = Next == StringRef::npos || Rest.take_front(Next).count('\n') > 1;
  bool Directive = Next != StringRef::npos && Rest[Next] == '#';
  return BlankLine || Directive ? Source.take_front(End).trim().str() : std::string();
}

/// True if the line is part of a comment that could be above a declaration. \p InBlock tells
/// (going upwards) whether a block comment is open.
static bool isCommentLine(StringRef Line, bool &InBlock) {
  Line = Line.trim();
  if (InBlock) {
    if (Line.contains("/*"))
      InBlock = false;
    return !Line.contains("/*") || Line.starts_with("/*");
  }
  if (Line.starts_with("//"))
    return true;
  if (!Line.ends_with("*/"))
    return false;
  if (!Line.contains("/*"))
    InBlock = true;
  return InBlock || Line.starts_with("/*");
}

std::string leadingComment(StringRef Source, unsigned Begin) {
  size_t LineStart = Source.rfind('\n', Begin); // strictly before it
  LineStart = LineStart == StringRef::npos ? 0 : LineStart + 1;
  if (!Source.slice(LineStart, Begin).trim().empty())
    return {};
  size_t First = LineStart;
  bool InBlock = false;
  for (size_t At = LineStart; At > 0;) {
    size_t Previous = Source.rfind('\n', At - 1);
    Previous = Previous == StringRef::npos ? 0 : Previous + 1;
    if (!isCommentLine(Source.slice(Previous, At), InBlock))
      break;
    if (!InBlock)
      First = Previous;
    At = Previous;
  }
  if (First == 0 && !headComment(Source).empty())
    return {};
  return Source.slice(First, LineStart).str();
}

std::string trailingComment(StringRef Source, unsigned End) {
  StringRef Line = Source.substr(End);
  Line = Line.take_front(Line.find('\n'));
  StringRef Comment = Line.ltrim(" \t");
  bool Whole =
      Comment.starts_with("//") || (Comment.starts_with("/*") && Comment.rtrim().ends_with("*/"));
  return Whole ? Line.rtrim().str() : std::string();
}

bool staysClose(StringRef Source, unsigned End, unsigned Begin) {
  if (End > Begin)
    return false;
  StringRef Between = Source.slice(End, Begin);
  return Between.count('\n') <= 1 && skipComments(Between, 0) == Between.rtrim().size();
}

unsigned lineOf(StringRef Source, unsigned Offset) {
  return Source.take_front(Offset).count('\n') + 1;
}

} // namespace cu2cl
