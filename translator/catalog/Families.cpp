// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "catalog/Families.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cu2cl::catalog {

static const Family Families[] = {
#define FAMILY(Prefix, Title, DeviceDiag, Purpose, Instead)                                        \
  {Prefix, Title, DeviceDiag, Purpose, Instead},
#include "Families.def"
};

static const Word Words[] = {
#define WORD(Name, Becomes, Note) {Name, Becomes, Note},
#include "Families.def"
};

/// "cub" is about cub::, and the driver's functions go on with a capital: cuInit, not cudaMalloc.
static bool belongs(StringRef Name, const Family &F) {
  StringRef Rest = Name;
  if (!Rest.consume_front(F.Prefix))
    return (Name + "::").str() == F.Prefix;
  return F.Prefix != "cu" || (!Rest.empty() && llvm::isUpper(Rest.front()));
}

const Family *findFamily(StringRef Name) {
  const Family *Best = nullptr;
  for (const Family &F : Families)
    if (belongs(Name, F) && (!Best || F.Prefix.size() > Best->Prefix.size()))
      Best = &F;
  return Best;
}

const Word *findWord(StringRef Name) {
  for (const Word &W : Words)
    if (W.Cuda == Name)
      return &W;
  return nullptr;
}

} // namespace cu2cl::catalog
