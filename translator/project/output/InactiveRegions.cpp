// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/InactiveRegions.h"

namespace cu2cl {

using llvm::StringRef;

/// The word after "// cu2cl:" on a line; empty if there is none.
static StringRef switchOf(StringRef Line) {
  size_t At = Line.find("//");
  if (At == StringRef::npos)
    return "";
  StringRef Comment = Line.substr(At + 2).trim();
  if (!Comment.consume_front("cu2cl:"))
    return "";
  return Comment.trim();
}

InactiveRegions findInactiveRegions(StringRef Text) {
  InactiveRegions Regions;
  bool Off = false;
  unsigned Begin = 0, Pos = 0;
  while (Pos < Text.size()) {
    unsigned End = std::min(Text.find('\n', Pos), Text.size() - 1) + 1;
    StringRef Word = switchOf(Text.slice(Pos, End));
    if (Word == "off" && !Off) {
      Off = true;
      Begin = Pos;
    } else if (Word == "on" && Off) {
      Off = false;
      Regions.push_back({Begin, End});
    }
    Pos = End;
  }
  if (Off)
    Regions.push_back({Begin, unsigned(Text.size())});
  return Regions;
}

bool touchesOffRegion(const InactiveRegions &Regions, unsigned Begin, unsigned End) {
  for (auto [First, Last] : Regions)
    if (Begin == End ? Begin >= First && Begin < Last : Begin < Last && End > First)
      return true;
  return false;
}

} // namespace cu2cl
