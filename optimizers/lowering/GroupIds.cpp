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

const Stmt *firstReturn(const Block &B) {
  for (const Stmt *S : B) {
    if (S->Kind == Stmt::Form::Return)
      return S;
    for (const Block *Inner : {&S->Body, &S->Else})
      if (const Stmt *Found = firstReturn(*Inner))
        return Found;
  }
  return nullptr;
}

std::string whyNoBranch(const Block &B) {
  for (const Stmt *S : B) {
    if (S->Kind == Stmt::Form::Return)
      break;
    for (const Block *Inner : {&S->Body, &S->Else})
      if (firstReturn(*Inner))
        return isLoop(S) ? "some work-items return here, from a loop" : whyNoBranch(*Inner);
  }
  return "some work-items return here, and after the branch that this is in there is more to do";
}

static bool endsInReturn(const Block &B) {
  return !B.empty() && B.back()->Kind == Stmt::Form::Return;
}

/// \p First and then \p Rest, which does not see what \p First declares.
static Block followedBy(Block First, const Block &Rest, Make &M) {
  bool Declares = llvm::any_of(First, [](Stmt *S) { return S->Kind == Stmt::Form::Declare; });
  if (Declares && !Rest.empty())
    First = {M.block(First)};
  First.append(Rest.begin(), Rest.end());
  return First;
}

/// \p B, after which the kernel ends.
static Block withoutReturns(Block B, Make &M, llvm::function_ref<bool(const Stmt *)> Keep) {
  while (endsInReturn(B))
    B.pop_back();
  for (size_t I = B.size(); I-- > 0;) {
    bool IsLast = I + 1 == B.size();
    Stmt *S = B[I];
    if (S->Kind == Stmt::Form::Block && IsLast) {
      B[I] = M.copyOf(S);
      B[I]->Body = withoutReturns(S->Body, M, Keep);
    }
    if (S->Kind != Stmt::Form::If || !firstReturn({S}))
      continue;
    if (Keep(S)) {
      if (IsLast && S->Body.size() > 1) { // a guard with the work in it
        B[I] = M.copyOf(S);
        B[I]->Body = withoutReturns(S->Body, M, Keep);
      }
      continue;
    }
    bool Leaves = endsInReturn(S->Body);
    if (!IsLast && !Leaves && !endsInReturn(S->Else))
      continue;
    Block Rest(B.begin() + I + 1, B.end());
    Stmt *Branch = M.copyOf(S);
    (Leaves ? Branch->Else : Branch->Body) = followedBy(Leaves ? S->Else : S->Body, Rest, M);
    Branch->Body = withoutReturns(Branch->Body, M, Keep);
    Branch->Else = withoutReturns(Branch->Else, M, Keep);
    if (Branch->Body.empty()) {
      Branch->Value = M.unary(UO_LNot, S->Value);
      std::swap(Branch->Body, Branch->Else);
    }
    Branch->BodyIsBlock |= !IsLast;
    B.resize(I);
    if (!Branch->Body.empty() || !hasNoEffect(Branch->Value))
      B.push_back(Branch);
  }
  return B;
}

void returnsAsBranches(Kernel &K, Make &M, llvm::function_ref<bool(const Stmt *)> Keep) {
  K.Body = withoutReturns(K.Body, M, Keep);
}

} // namespace cu2cl::opt
