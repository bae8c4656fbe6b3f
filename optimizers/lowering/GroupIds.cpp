// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/GroupIds.h"
#include "optimizers/analysis/Loops.h"
#include "optimizers/tree/Print.h"

using namespace clang;

namespace cu2cl::opt {

std::string GroupIds::fresh(llvm::StringRef Name) {
  std::string Result = freshName(M.Context, Names, Name);
  Names.insert(Result);
  return Result;
}

Expr *GroupIds::localId(unsigned D) {
  if (!Local[D])
    Local[D] = M.variable(fresh(std::string("local_") + "xyz"[D]), M.Context.IntTy);
  return M.reference(Local[D]);
}

Expr *GroupIds::linearId(Dimensions Of) {
  Expr *Result = nullptr;
  unsigned Before = 1;
  for (unsigned D = 0; D < 3; ++D) {
    if (!(Of >> D & 1) || Group[D] == 1)
      continue;
    Expr *Id = localId(D);
    if (Result)
      Id = M.binary(BO_Add, Result, M.binary(BO_Mul, Id, M.number(Before)));
    Result = Id;
    Before *= Group[D];
  }
  return Result;
}

unsigned GroupIds::sizeOf(Dimensions Of) const {
  unsigned Result = 1;
  for (unsigned D = 0; D < 3; ++D)
    Result *= Of >> D & 1 ? Group[D] : 1;
  return Result;
}

/// True if \p V holds an id of groups or within them, a size of theirs, or a number that is made
/// of some.
static bool isMadeOfGroupIds(const Facts &F, const Variable *V) {
  const std::optional<Polynomial> &Value = F.of(V).Value;
  bool Result = false;
  for (unsigned D = 0; Value && D < 3; ++D)
    for (const char *Id : {"grp", "lid", "ng", "ls"})
      Result |= Value->names(Id + std::to_string(D));
  return Result;
}

const Expr *freeOfGroup(Kernel &K, const Facts &F, Make &M) {
  K.Body = M.rewrite(K.Body, [&](const Expr *E) -> Expr * {
    bool HasId = false;
    forEach(E, [&](const Expr *Part) {
      HasId |= Part->Kind == Expr::Form::Call && callKind(Part) == CallKind::Id;
      HasId |= Part->Kind == Expr::Form::Reference && isMadeOfGroupIds(F, Part->Var);
    });
    if (!HasId || !E->Type->isIntegerType() || isAssignment(E))
      return nullptr;
    Polynomial P = F.Forms.form(E);
    for (unsigned D = 0; D < 3; ++D)
      for (bool IsSize : {false, true}) {
        Polynomial::Atom Atom = (IsSize ? "gs" : "gid") + std::to_string(D);
        std::optional<int64_t> Offset = P.without(Atom).asConstant();
        if (!Offset || P.coefficient(Atom).asConstant() != 1)
          continue;
        Expr *Id = M.call(IsSize ? "get_global_size" : "get_global_id", {M.number(D)},
                          M.Context.getSizeType());
        return M.plus(M.cast(E->Type.getUnqualifiedType(), Id), *Offset);
      }
    return nullptr;
  });
  const Expr *Fixed = nullptr;
  Facts After(F.source(), K);
  for (const auto &[Call, In] : After.calls())
    if (callKind(Call) == CallKind::Item ||
        (callKind(Call) == CallKind::Id && Call->Text != "get_global_id" &&
         Call->Text != "get_work_dim"))
      Fixed = Call;
  return Fixed;
}

} // namespace cu2cl::opt
