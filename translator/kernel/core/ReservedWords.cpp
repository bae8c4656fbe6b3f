// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/Names.h"
#include "llvm/ADT/StringMap.h"

namespace cu2cl {

Reserved reserved(llvm::StringRef Name) {
  static const llvm::StringMap<Reserved> Table = [] {
    llvm::StringMap<Reserved> T;
#define WORD(Text) T[#Text] = Reserved::Word;
#define FUNCTION(Text) T[#Text] = Reserved::Function;
#include "kernel/core/ReservedWords.def"
    static const char *const Bases[] = {"char", "uchar", "short", "ushort", "int", "uint",
                                        "long", "ulong", "float", "double", "half"};
    for (const char *Base : Bases)
      for (const char *Count : {"2", "3", "4", "8", "16"}) {
        std::string Vector = std::string(Base) + Count;
        T[Vector] = Reserved::Word;
        T["convert_" + Vector] = T["as_" + Vector] = Reserved::Function;
      }
    for (const char *Base : Bases)
      T[std::string("convert_") + Base] = T[std::string("as_") + Base] = Reserved::Function;
    return T;
  }();
  auto It = Table.find(Name);
  return It == Table.end() ? Reserved::No : It->second;
}

} // namespace cu2cl
