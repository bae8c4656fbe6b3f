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
    auto AddConversions = [&T](const std::string &Type) {
      T["as_" + Type] = Reserved::Function;
      for (const char *Saturation : {"", "_sat"})
        for (const char *Rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"})
          T["convert_" + Type + Saturation + Rounding] = Reserved::Function;
    };
    for (const char *Base : Bases)
      for (const char *Count : {"2", "3", "4", "8", "16"}) {
        std::string Vector = std::string(Base) + Count;
        T[Vector] = Reserved::Word;
        AddConversions(Vector);
      }
    for (const char *Base : Bases)
      AddConversions(Base);
    return T;
  }();
  auto It = Table.find(Name);
  return It == Table.end() ? Reserved::No : It->second;
}

} // namespace cu2cl
