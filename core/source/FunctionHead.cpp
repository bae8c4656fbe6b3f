// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/FunctionHead.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cu2cl {

static constexpr size_t MostColumns = 120;

namespace {
/// The text in front of a function's body, and the places where it may be broken.
struct Head {
  size_t End = 0;
  SmallVector<size_t, 16> Breaks; ///< after the commas between parameters
};
} // namespace

/// Comments and literals count as text without brackets.
static size_t skipped(StringRef Text, size_t At) {
  StringRef Rest = Text.substr(At);
  if (Rest.starts_with("//"))
    return std::min(Text.size(), Text.find('\n', At));
  if (Rest.starts_with("/*"))
    return std::min(Text.size(), Text.find("*/", At + 2)) + 1;
  return At;
}

/// True if what follows a comma goes with what is in front of it: a pointer's offset, a comment.
static bool staysBehind(StringRef Rest) {
  Rest = Rest.ltrim(' ');
  if (!Rest.consume_front("ulong "))
    return Rest.starts_with("//") || Rest.starts_with("/*");
  return Rest.take_while([](char C) { return isAlnum(C) || C == '_'; }).ends_with("_offset");
}

static Head headOf(StringRef Text) {
  Head H;
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    I = skipped(Text, I);
    if (I >= Text.size())
      break;
    if (Text[I] == '(')
      ++Depth;
    else if (Text[I] == ')' && Depth)
      --Depth;
    else if (Text[I] == ',' && Depth == 1 && Text.substr(I + 1).starts_with(" ") &&
             !staysBehind(Text.substr(I + 1)))
      H.Breaks.push_back(I + 1);
    else if (Depth == 0 && (Text[I] == '{' || Text[I] == ';')) {
      H.End = I;
      break;
    }
  }
  return H;
}

static size_t longestLine(StringRef Text) {
  size_t Longest = 0;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Tail] = Rest.split('\n');
    Longest = std::max(Longest, Line.size());
    Rest = Tail;
  }
  return Longest;
}

std::string withBrokenHead(StringRef Text, StringRef Original) {
  const Head H = headOf(Text);
  const StringRef Front = Text.take_front(H.End);
  if (longestLine(Front) <= MostColumns || Front.contains('#') || Front.contains('\\') ||
      longestLine(Original.take_front(headOf(Original).End)) > MostColumns)
    return Text.str();
  std::string Out;
  size_t Done = 0, LineBegin = 0;
  unsigned Indentation = 0; // of what goes on after a break
  for (size_t I = 0; I < H.Breaks.size(); ++I) {
    const size_t Break = H.Breaks[I];
    if (size_t NewLine = Front.take_front(Break).rfind('\n');
        NewLine != StringRef::npos && NewLine + 1 > LineBegin) {
      LineBegin = NewLine + 1;
      Indentation = 0;
    }
    size_t Next =
        I + 1 < H.Breaks.size() ? H.Breaks[I + 1] : std::min(Text.find('\n', Break), H.End);
    Next = std::min(Next, std::min(Text.size(), Front.find('\n', Break)));
    if (Next - LineBegin + Indentation <= MostColumns)
      continue;
    Out += Text.slice(Done, Break);
    Out += "\n    ";
    Done = LineBegin = Break + 1; // without the blank
    Indentation = 4;
  }
  return Out + Text.drop_front(Done).str();
}

} // namespace cu2cl
