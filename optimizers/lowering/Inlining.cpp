// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/Inlining.h"
#include "optimizers/analysis/Facts.h"
#include "optimizers/lowering/GroupIds.h"
#include "optimizers/lowering/IdFunctions.h"
#include "optimizers/lowering/InlinedFunction.h"
#include "optimizers/tree/Build.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

/// A function of the program that asks for ids or waits at a barrier. clrt's exchange values of
/// warps, and do not bear that work-items are merged.
bool isItemFunction(const Expr *E) {
  return E->Kind == Expr::Form::Call && E->Callee && callKind(E) == CallKind::Item;
}

bool callsItemFunction(const Expr *E) {
  bool Result = false;
  if (E)
    forEach(E, [&](const Expr *Part) { Result |= isItemFunction(Part); });
  return Result;
}

class Inliner {
public:
  Inliner(const Source &From, Make &M, const Kernel &K)
      : From(From), M(M), Functions(From, M, K), Taken(variableNames(K)) {
    takeAddresses(K.Body);
  }

  bool HasFailed = false; ///< a call cannot be written out

  Block inlined(const Block &B) {
    Block Out;
    for (const Stmt *S : B) {
      Stmt *New = M.copyOf(S);
      Block Before;
      bool Stays = true;
      HasFailed |= callsItemFunction(S->Step);
      for (const Stmt *Init : S->Init)
        HasFailed |= callsItemFunction(Init->Value);
      if (callsItemFunction(S->Value))
        Stays = inlineValue(S, New, Before);
      New->Body = inlined(S->Body);
      New->Else = inlined(S->Else);
      New->BodyIsBlock |= New->Body.size() != S->Body.size();
      if (HasFailed)
        return B;
      if (!Before.empty()) {
        Before.front()->Lead = S->Lead + Before.front()->Lead;
        New->Lead.clear();
      }
      Out.append(Before);
      if (Stays)
        Out.push_back(New);
    }
    return Out;
  }

private:
  /// \p S, of which \p New is a copy. \returns whether something is left of it.
  bool inlineValue(const Stmt *S, Stmt *New, Block &Before) {
    using F = Stmt::Form;
    if (S->Kind != F::Declare && S->Kind != F::Expression && S->Kind != F::If) {
      HasFailed = true; // a loop's condition is computed in each round
      return true;
    }
    if (S->Kind == F::Expression && isItemFunction(S->Value)) {
      write(S->Value, Before);
      return false;
    }
    New->Value = hoisted(S->Value, Before);
    return true;
  }

  Expr *failed(const Expr *E) {
    HasFailed = true;
    return const_cast<Expr *>(E);
  }

  /// \p E with results of functions that \p Before computes. They are computed first then, so
  /// nothing that a compiler computes ahead of them may depend on what they change. (Clang takes
  /// operands from left to right, and the right side of an assignment ahead of the left one.)
  Expr *hoisted(const Expr *E, Block &Before) {
    if (HasFailed || !callsItemFunction(E))
      return const_cast<Expr *>(E);
    if (isItemFunction(E)) {
      Expr *Result = write(E, Before);
      return Result ? Result : failed(E);
    }
    switch (E->Kind) {
    case Expr::Form::Binary:
      return hoistedBinary(E, Before);
    case Expr::Form::Conditional:
      if (callsItemFunction(E->Kids[1]) || callsItemFunction(E->Kids[2]))
        return failed(E);
      return M.withKids(E, {hoisted(E->Kids[0], Before), E->Kids[1], E->Kids[2]}, E->Lanes);
    case Expr::Form::Unary:
      if (isAssignment(E) || E->Opcode == UO_AddrOf)
        return failed(E);
      break;
    case Expr::Form::Cast:
    case Expr::Form::Call:
    case Expr::Form::Subscript:
    case Expr::Form::Member:
    case Expr::Form::Vector:
      break;
    default:
      return failed(E);
    }
    return M.withKids(E, inOrder(E->Kids, Before), E->Lanes);
  }

  Expr *hoistedBinary(const Expr *E, Block &Before) {
    auto Kind = BinaryOperatorKind(E->Opcode);
    Expr *Left = E->Kids[0], *Right = E->Kids[1];
    if (BinaryOperator::isAssignmentOp(Kind)) {
      bool IsWhole = !E->Type->isRecordType() || Left->Kind == Expr::Form::Reference;
      if (!IsWhole || !hasNoEffect(Left) || callsItemFunction(Left))
        return failed(E);
      return M.withKids(E, {Left, hoisted(Right, Before)}, E->Lanes);
    }
    if (Kind == BO_Comma || (BinaryOperator::isLogicalOp(Kind) && callsItemFunction(Right)))
      return failed(E);
    if (BinaryOperator::isLogicalOp(Kind))
      return M.withKids(E, {hoisted(Left, Before), Right}, E->Lanes);
    return M.withKids(E, inOrder(E->Kids, Before), E->Lanes);
  }

  llvm::SmallVector<Expr *, 4> inOrder(llvm::ArrayRef<Expr *> Kids, Block &Before) {
    llvm::SmallVector<Expr *, 4> Result;
    size_t Last = 0;
    for (size_t I = 0; I < Kids.size(); ++I)
      if (callsItemFunction(Kids[I]))
        Last = I;
    for (size_t I = 0; I < Kids.size(); ++I) {
      Result.push_back(hoisted(Kids[I], Before));
      HasFailed |= I < Last && !isSteady(Result.back());
    }
    return Result;
  }

  /// True if no function changes \p E: it reads no memory and no variable whose address is known.
  bool isSteady(const Expr *E) const {
    bool Result = hasNoEffect(E);
    forEach(E, [&](const Expr *Part) {
      Result &= !isMemory(Part);
      if (Part->Kind == Expr::Form::Reference)
        Result &= !AddressTaken.count(Part->Var) && !isLocalVariable(Part->Var) &&
                  !Part->Type->isArrayType() && !Part->Type->isRecordType();
    });
    return Result;
  }

  /// Writes what \p Call does. \returns its result; null if it has none or that cannot be done.
  Expr *write(const Expr *Call, Block &Before) {
    const FunctionDecl *Body = nullptr;
    if (!Call->Callee->hasBody(Body) || !Functions.mayBeMoved(Body))
      return failed(Call), nullptr;
    Kernel F = buildKernel(From, Body, M.Nodes);
    if (!Functions.mayBeMoved(F))
      return failed(Call), nullptr;
    Functions.writeOut(F.Body); // first: what is made of its nodes is written out, too
    F.Body = withIdFunctions(From, M, F.Body);
    takeAddresses(F.Body);
    llvm::SmallVector<Expr *, 4> Arguments = inOrder(Call->Kids, Before);
    ReplacedVariables New(M);
    for (auto [P, Argument] : llvm::zip(F.Parameters, Arguments)) {
      if (mayStandFor(P, F.Body, Argument)) {
        New.replace(P, Argument);
        continue;
      }
      Variable *Own =
          M.variable(fresh(P->Name.empty() ? "unnamed" : P->Name), P->Type.getUnqualifiedType());
      New.replace(P, M.reference(Own));
      Before.push_back(M.declare(Own, Argument));
    }
    New.rename(F.Body, [&](const std::string &Name) { return fresh(Name); });
    F.Body = New.in(F.Body);
    takeAddresses(F.Body); // the variables are others now
    Variable *Result = nullptr;
    if (!Body->getReturnType()->isVoidType())
      Result = M.variable(fresh("result"), Body->getReturnType().getUnqualifiedType());
    if (!resultInstead(F, M, Result, [&](llvm::StringRef Name) { return fresh(Name); }))
      return failed(Call), nullptr;
    Block Inner = inlined(F.Body);
    Before.append(Inner);
    return Result ? M.reference(Result) : nullptr;
  }

  /// True if \p Argument may be written for the parameter \p P: an array, an address that does not
  /// change, or a variable that the function cannot change. (Not for a structure, whose arrays are
  /// addresses, too; nor where only the parameter says that memory is volatile.)
  bool mayStandFor(const Variable *P, const Block &Body, const Expr *Argument) const {
    bool Changes = AddressTaken.count(P) || P->Type->isRecordType() ||
                   (P->Type->isPointerType() && P->Type->getPointeeType().isVolatileQualified());
    forEachIn(Body, [&](const Expr *E) { Changes |= assignedVariable(E) == P; });
    if (Changes)
      return false;
    if (Argument->Kind == Expr::Form::Unary && Argument->Opcode == UO_AddrOf)
      return isPath(Argument->Kids[0]);
    if (Argument->Type->isArrayType())
      return isPath(Argument);
    return Argument->Kind == Expr::Form::Reference && !isLocalVariable(Argument->Var) &&
           !AddressTaken.count(Argument->Var) &&
           M.Context.hasSameUnqualifiedType(Argument->Type, P->Type);
  }

  /// A variable or a member of one, but no component of a vector: compilers take `(&v.x)[i]` for
  /// `v.x`.
  static bool isPath(const Expr *E) {
    for (; E->Kind == Expr::Form::Member && E->Text[0] == '.'; E = E->Kids[0])
      if (E->Kids[0]->Type->isVectorType())
        return false;
    return E->Kind == Expr::Form::Reference;
  }

  void takeAddresses(llvm::ArrayRef<Stmt *> B) {
    for (const Stmt *S : B) {
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          forEachAddressTaken(E, [&](const Variable *V) { AddressTaken.insert(V); });
      takeAddresses(S->Init);
      takeAddresses(S->Body);
      takeAddresses(S->Else);
    }
  }

  std::string fresh(llvm::StringRef Name) {
    std::string Result = freshName(M.Context, Taken, Name);
    Taken.insert(Result);
    return Result;
  }

  const Source &From;
  Make &M;
  MovedFunctions Functions;
  llvm::StringSet<> Taken;
  llvm::SmallPtrSet<const Variable *, 8> AddressTaken;
};

} // namespace

void inlineItemFunctions(const Source &From, Kernel &K, Make &M) {
  bool Calls = false;
  forEachIn(K.Body, [&](const Expr *E) { Calls |= isItemFunction(E); });
  if (!Calls)
    return;
  Inliner Each(From, M, K);
  Block Body = Each.inlined(K.Body);
  if (!Each.HasFailed)
    K.Body = Body;
}

} // namespace cu2cl::opt
