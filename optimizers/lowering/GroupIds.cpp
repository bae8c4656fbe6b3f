// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/GroupIds.h"
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

const Expr *freeOfGroup(Kernel &K, const Facts &F, Make &M) {
  K.Body = M.rewrite(K.Body, [&](const Expr *E) -> Expr * {
    bool HasId = false;
    forEach(E, [&](const Expr *Part) {
      HasId |= Part->Kind == Expr::Form::Call && callKind(Part) == CallKind::Id;
    });
    if (!HasId || !E->Type->isIntegerType() || isAssignment(E))
      return nullptr;
    Polynomial P = F.form(E);
    for (unsigned D = 0; D < 3; ++D) {
      Polynomial::Atom Atom = "gid" + std::to_string(D);
      std::optional<int64_t> Offset = P.without(Atom).asConstant();
      if (!Offset || P.coefficient(Atom).asConstant() != 1)
        continue;
      Expr *Id = M.call("get_global_id", {M.number(D)}, M.Context.getSizeType());
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

void guardsAsBranches(Kernel &K, Make &M) {
  for (size_t I = K.Body.size(); I-- > 0;) {
    Stmt *S = K.Body[I];
    bool Leaves = S->Kind == Stmt::Form::If && S->Else.empty() && S->Body.size() == 1 &&
                  S->Body[0]->Kind == Stmt::Form::Return && !S->Body[0]->Value;
    if (!Leaves || I + 1 == K.Body.size())
      continue;
    Block Rest(K.Body.begin() + I + 1, K.Body.end());
    Stmt *Branch = M.ifThen(M.unary(UO_LNot, S->Value), Rest);
    Branch->BodyIsBlock = true;
    Branch->Lead = S->Lead;
    K.Body.resize(I);
    K.Body.push_back(Branch);
  }
}

} // namespace cu2cl::opt
