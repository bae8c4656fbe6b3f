// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/GlobalIds.h"
#include "optimizers/analysis/Unused.h"
#include "optimizers/lowering/GroupIds.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

/// The number that \p P has with the group id of \p D for each local id; 0 if there is none.
static unsigned sizeIn(const Polynomial &P, unsigned D) {
  std::string Number = std::to_string(D);
  std::optional<int64_t> Item = P.coefficient("lid" + Number).asConstant(),
                         Group = P.coefficient("grp" + Number).asConstant();
  if (!Item || !Group || *Item <= 0 || *Group % *Item)
    return 0;
  int64_t Size = *Group / *Item;
  return Size > 1 && Size <= 1024 ? Size : 0;
}

bool assumeGroup(Kernel &K, const Facts &F, std::vector<std::string> &When) {
  if (K.GroupSize[0])
    return false;
  unsigned Size[3] = {0, 0, 0};
  bool Uses[3] = {false, false, false};
  forEachIn(K.Body, [&](const Expr *E) {
    if (E->Kind == Expr::Form::Call && callKind(E) == CallKind::Id && !E->Kids.empty())
      for (unsigned D = 0; D < 3; ++D)
        Uses[D] |= idDimension(E).value_or(D) == D;
    if (!E->Type->isIntegerType())
      return;
    const Polynomial P = F.Forms.form(E);
    for (unsigned D = 0; D < 3; ++D)
      if (!Size[D])
        Size[D] = sizeIn(P, D);
  });
  if (!Size[0] && !Size[1] && !Size[2])
    return false;
  for (unsigned D = 0; D < 3; ++D) {
    if (!Uses[D])
      Size[D] = 1;
    if (!Size[D]) // it may be any
      return false;
  }
  for (unsigned D = 0; D < 3; ++D) {
    K.GroupSize[D] = Size[D];
    When.push_back("group" + std::to_string(D) + " == " + std::to_string(Size[D]));
  }
  return true;
}

bool takeGroup(Kernel &K, llvm::ArrayRef<unsigned> Launched, std::vector<std::string> &When) {
  if (K.GroupSize[0])
    return std::equal(Launched.begin(), Launched.end(), K.GroupSize);
  for (unsigned D = 0; D < 3; ++D) {
    K.GroupSize[D] = Launched[D];
    When.push_back("group" + std::to_string(D) + " == " + std::to_string(Launched[D]));
  }
  return true;
}

void nameGlobalIds(Kernel &K, const Facts &F, Make &M) {
  const Variables Before = namedIn(K.Body);
  freeOfGroup(K, F, M);
  dropUnused(K.Body, [&](const Stmt *Declared) {
    return Before.count(Declared->Var) && Declared->Value && hasNoEffect(Declared->Value);
  });
}

Stmt *madeOfNoVariable(Make &M, Stmt *S, const IdVariable &Id) {
  if (llvm::none_of(namedIn({S}), [](const Variable *V) { return V; }))
    return S;
  Stmt *New = M.copyOf(S);
  Expr *Whole = M.call("get_global_id", {M.number(Id.Dimension)}, M.Context.getSizeType());
  New->Value = M.plus(M.cast(Id.Var->Type.getUnqualifiedType(), Whole), Id.Offset);
  return New;
}

} // namespace cu2cl::opt
