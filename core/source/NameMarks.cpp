// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/NameMarks.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>

using llvm::StringRef;

namespace cu2cl {

// No source has these, as it has none of BlockMarks.h.
static constexpr char MarkBegins = '\x04', MarkEnds = '\x05';

std::string markedName(StringRef Name, const void *Entity) {
  return Name.str() + MarkBegins + llvm::utohexstr(reinterpret_cast<uintptr_t>(Entity)) + MarkEnds;
}

bool beginsWithNameMark(StringRef Rest) { return Rest.starts_with(StringRef(&MarkBegins, 1)); }

std::string replaceNameMarks(StringRef Text, llvm::function_ref<StringRef(const void *)> Suffix) {
  std::string Out;
  while (true) {
    auto [Before, Rest] = Text.split(MarkBegins);
    Out += Before;
    if (Before.size() == Text.size())
      return Out;
    auto [Number, After] = Rest.split(MarkEnds);
    uintptr_t Address = 0;
    Number.getAsInteger(16, Address);
    Out += Suffix(reinterpret_cast<const void *>(Address));
    Text = After;
  }
}

std::string withoutNameMarks(StringRef Text) {
  return replaceNameMarks(Text, [](const void *) { return StringRef(); });
}

} // namespace cu2cl
