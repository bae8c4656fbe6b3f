// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The names of clrt for what CUDA calls something else.

#include "catalog/Catalog.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cu2cl::catalog {

std::string copyFunction(const HostFunction &F, CopyKind Kind, bool Cxx) {
  StringRef Own = Cxx ? F.Cxx : F.C;
  StringRef Prefix = Cxx ? "clrt::" : "clrt_";
  StringRef Word;
  switch (F.Rule) {
  case HostRule::Copy:
    Word = Kind == CopyKind::HostToDevice     ? "write"
           : Kind == CopyKind::DeviceToHost   ? "read"
           : Kind == CopyKind::DeviceToDevice ? "copy"
                                              : "";
    break;
  case HostRule::CopyToSymbol:
    Word = !Cxx                               ? ""
           : Kind == CopyKind::HostToDevice   ? "write_symbol"
           : Kind == CopyKind::DeviceToDevice ? "copy_to_symbol"
                                              : "";
    break;
  case HostRule::CopyFromSymbol:
    Word = !Cxx                               ? ""
           : Kind == CopyKind::DeviceToHost   ? "read_symbol"
           : Kind == CopyKind::DeviceToDevice ? "copy_from_symbol"
                                              : "";
    break;
  default:
    break;
  }
  if (Word.empty())
    return Own.str();
  StringRef Suffix = Own.drop_front(Prefix.size());
  Suffix.consume_front("memcpy");
  Suffix.consume_front("_to_symbol") || Suffix.consume_front("_from_symbol");
  return (Prefix + Word + Suffix).str();
}

std::string constantName(StringRef Cuda) {
  StringRef Words = Cuda;
  std::string Name = "CLRT";
  if (Words.consume_front("cudaDevAttr"))
    Name = "CLRT_ATTRIBUTE"; // a family of its own in clrt
  else if (Words.consume_front("CUDA_"))
    return Name + "_" + Words.str();
  else
    Words.consume_front("cuda");
  for (size_t I = 0; I != Words.size(); ++I) {
    char C = Words[I];
    char Before = I ? Words[I - 1] : 0;
    bool NextIsLower = I + 1 != Words.size() && isLower(Words[I + 1]);
    if (!I || (isUpper(C) && (isLower(Before) || (isAlnum(Before) && NextIsLower))))
      Name += '_';
    Name += toUpper(C);
  }
  return Name;
}

bool isOldTemplate(StringRef Name) { return Name == "texture" || Name == "surface"; }

std::string typeWithClrtNames(StringRef Type) {
  std::string Out;
  for (size_t At = 0; At != Type.size();) {
    size_t End = At;
    while (End != Type.size() && (isAlnum(Type[End]) || Type[End] == '_'))
      ++End;
    if (End == At) {
      Out += Type[At++];
      continue;
    }
    StringRef Word = Type.slice(At, End), Before = StringRef(Out).rtrim();
    // `mine::cudaExtent` is another type.
    const bool IsMember = Before.consume_back("::") && !Before.empty() &&
                          (isAlnum(Before.back()) || Before.back() == '_' || Before.back() == '>');
    const StringRef OldSpace = "__cu2cl_references::";
    const bool IsOld = isOldTemplate(Word);
    const HostName *Name =
        (IsOld ? StringRef(Out).ends_with(OldSpace) : !IsMember) ? findHostName(Word) : nullptr;
    if (Name && Name->Kind == NameKind::Type && !Name->Cxx.empty()) {
      if (IsOld)
        Out.resize(Out.size() - OldSpace.size());
      if (StringRef(Out).ends_with("::"))
        Out.resize(Out.size() - 2);
      Out += Name->Cxx;
    } else {
      Out += Word;
    }
    At = End;
  }
  return Out;
}

} // namespace cu2cl::catalog
