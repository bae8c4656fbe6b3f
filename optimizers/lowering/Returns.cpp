// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Early ends of a kernel or a function as branches.

#include "optimizers/lowering/Returns.h"
#include "optimizers/analysis/Facts.h"
#include "optimizers/analysis/Loops.h"

using namespace clang;

namespace cu2cl::opt {

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

namespace {
/// Writes returns as assignments of a variable; without one, as `break` alone, where all returns
/// are in loops after which nothing follows.
class Leaver {
public:
  Leaver(Make &M, Variable *Left) : M(M), Left(Left) {}

  bool NeedsVariable = false; ///< found by leaving()

  /// \p B, with which the kernel or, \p InLoop, an iteration ends.
  Block leaving(llvm::ArrayRef<Stmt *> B, bool InLoop) {
    Block Out;
    for (size_t I = 0; I < B.size(); ++I) {
      Stmt *S = B[I];
      if (S->Kind == Stmt::Form::Return) {
        Block Exit;
        if (Left)
          Exit.push_back(M.statement(M.binary(BO_Assign, M.reference(Left), M.number(1))));
        if (InLoop)
          Exit.push_back(M.leave());
        NeedsVariable |= !InLoop;
        if (!Exit.empty())
          Exit.front()->Lead = S->Lead;
        Out.append(Exit.begin(), Exit.end());
        return Out; // nothing after it is reached
      }
      if (!firstReturn({S})) {
        Out.push_back(S);
        continue;
      }
      Stmt *New = M.copyOf(S);
      New->Body = leaving(S->Body, InLoop || isLoop(S));
      New->Else = leaving(S->Else, InLoop);
      New->BodyIsBlock |= New->Body.size() != 1 || !New->Else.empty();
      Out.push_back(New);
      // What a branch in a loop leaves is that loop; an inner loop is left first.
      bool Follows = InLoop ? isLoop(S) : I + 1 < B.size();
      NeedsVariable |= Follows;
      if (!Follows || !Left)
        continue;
      if (InLoop) {
        Out.push_back(M.ifThen(M.reference(Left), {M.leave()}));
      } else {
        Out.push_back(
            M.ifThen(M.unary(UO_LNot, M.reference(Left)), leaving(B.slice(I + 1), false)));
        Out.back()->BodyIsBlock = true;
        return Out;
      }
    }
    return Out;
  }

private:
  Make &M;
  Variable *Left;
};
} // namespace

void returnsByVariable(Kernel &K, Make &M, llvm::function_ref<bool(const Stmt *)> Keep,
                       llvm::function_ref<std::string(llvm::StringRef)> Fresh) {
  auto From = llvm::find_if(K.Body, [&](Stmt *S) { return !Keep(S) && firstReturn({S}); });
  if (From == K.Body.end())
    return;
  Block Rest(From, K.Body.end());
  K.Body.erase(From, K.Body.end());
  Leaver Plain(M, nullptr);
  Block Left = Plain.leaving(Rest, false);
  if (Plain.NeedsVariable) {
    Variable *Returned = M.variable(Fresh("returned"), M.Context.IntTy);
    K.Body.push_back(M.declare(Returned, M.number(0)));
    Left = Leaver(M, Returned).leaving(Rest, false);
  }
  K.Body.append(Left.begin(), Left.end());
}

} // namespace cu2cl::opt
