// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/StageLoads.h"
#include "optimizers/analysis/Loops.h"

using namespace clang;

namespace cu2cl::opt {

bool StageLoads::isFree(const Expr *E) const {
  bool Free = hasNoEffect(E);
  forEach(E, [&](const Expr *Part) {
    Free &= !isLoad(Part);
    bool Divides =
        Part->Kind == Expr::Form::Binary && (Part->Opcode == BO_Div || Part->Opcode == BO_Rem);
    Free &= !Divides || !Part->Type->isIntegerType() ||
            constantOf(F.source(), Part->Kids[1]).value_or(0) > 0;
  });
  return Free;
}

bool StageLoads::isLoad(const Expr *E) {
  return E->Kind != Expr::Form::Cast && isMemory(E) && !E->Type->isArrayType();
}

bool StageLoads::isKept(const Variable *V) const {
  const VariableFacts &Known = F.of(V);
  return !Known.Assignments && !Known.HasAddressTaken && !V->Type.isVolatileQualified();
}

bool StageLoads::isArgument(const Expr *E) const {
  bool Result = isFree(E);
  forEach(E, [&](const Expr *Part) {
    if (Part->Kind == Expr::Form::Reference)
      Result &= Part->Var->IsParameter && isKept(Part->Var);
    Result &= Part->Kind != Expr::Form::Call || callKind(Part) == CallKind::Pure;
  });
  return Result;
}

bool StageLoads::isKnown(const Expr *E, const Variable *Counter) const {
  bool Known = isFree(E);
  forEach(E, [&](const Expr *Part) {
    if (Part->Kind == Expr::Form::Reference && Part->Var != Counter)
      Known &= isKept(Part->Var) && (Part->Var->IsParameter || Ahead.count(Part->Var));
  });
  return Known;
}

bool StageLoads::isHarmless(const Block &B, llvm::ArrayRef<Variable *> Tiles) const {
  for (const Stmt *S : B) {
    if (isLoop(S) || !isHarmless(S->Body, Tiles) || !isHarmless(S->Else, Tiles))
      return false;
    bool Harmless = true;
    if (S->Value)
      forEach(S->Value, [&](const Expr *Part) {
        if (const Variable *V = assignedVariable(Part))
          Harmless &= !V->Type->isPointerType() && !V->Type->isArrayType();
        Harmless &= Part->Kind != Expr::Form::Opaque && !isForeign(Part, Tiles);
        Harmless &= Part->Kind != Expr::Form::Call || callKind(Part) == CallKind::Pure;
        bool Divides = Part->Kind == Expr::Form::Binary && Part->Type->isIntegerType() &&
                       (Part->Opcode == BO_Div || Part->Opcode == BO_Rem ||
                        Part->Opcode == BO_DivAssign || Part->Opcode == BO_RemAssign);
        Harmless &= !Divides || constantOf(F.source(), Part->Kids[1]).value_or(0) > 0;
      });
    if (!Harmless)
      return false;
  }
  return true;
}

/// A place in memory or an array that is none of the tiles.
bool StageLoads::isForeign(const Expr *E, llvm::ArrayRef<Variable *> Tiles) {
  if (E->Kind == Expr::Form::Unary && (E->Opcode == UO_Deref || E->Opcode == UO_AddrOf))
    return true;
  if (E->Kind == Expr::Form::Member)
    return E->Text[0] == '-';
  if (E->Kind != Expr::Form::Subscript)
    return false;
  const Expr *Base = skipImplicit(E->Kids[0]);
  while (Base->Kind == Expr::Form::Subscript)
    Base = skipImplicit(Base->Kids[0]);
  return Base->Kind != Expr::Form::Reference || !llvm::is_contained(Tiles, Base->Var);
}

bool StageLoads::isTarget(const Stmt *S) {
  if (S->Kind == Stmt::Form::If && isArgument(S->Value)) {
    auto HasTarget = [&](const Block &B) {
      return llvm::any_of(B, [&](const Stmt *Inner) { return isTarget(Inner); });
    };
    return HasTarget(S->Body) || HasTarget(S->Else);
  }
  return isLoop(S) && !loadsOf(S).empty();
}

std::vector<Tile> StageLoads::loadsOf(const Stmt *Loop) {
  std::vector<Tile> Result;
  std::optional<CountedLoop> C = countedLoop(F, Loop);
  if (!C || leavesRound(Loop->Body) || C->Step != 1 || C->IsInclusive || !C->First ||
      *C->First < 0 || !isArgument(C->Bound)) {
    if (!Odd) {
      Odd = Loop->From;
      WhyOdd = !C || leavesRound(Loop->Body)    ? whyNotCounted(C.has_value())
               : C->Step != 1 || C->IsInclusive ? "this loop does not count by one to below a bound"
               : !C->First || *C->First < 0
                   ? "this loop begins at no constant that is 0 or more"
                   : "the bound of this loop is not made of arguments only";
    }
    return Result;
  }
  for (const Stmt *S : Loop->Body)
    if (S->Value && (S->Kind == Stmt::Form::Declare || S->Kind == Stmt::Form::Expression))
      StageLoads::collect(S->Value, C->Counter, Result);
  return Result;
}

void StageLoads::collect(const Expr *E, const Variable *Counter, std::vector<Tile> &Found) {
  if (isLoad(E) && E->Kind != Expr::Form::Member && isStageable(E, Counter)) {
    bool IsNew =
        llvm::none_of(Found, [&](const Tile &T) { return Print.print(T.Place) == Print.print(E); });
    if (IsNew)
      Found.push_back({E, nullptr, F.Differing.differs(E)});
    return;
  }
  bool Chooses =
      E->Kind == Expr::Form::Conditional ||
      (E->Kind == Expr::Form::Binary && BinaryOperator::isLogicalOp(BinaryOperatorKind(E->Opcode)));
  bool IsTarget = isAssignment(E) || (E->Kind == Expr::Form::Unary && E->Opcode == UO_AddrOf);
  for (const Expr *Kid : E->Kids) {
    bool IsFirst = Kid == E->Kids[0];
    if (Chooses ? IsFirst : !(IsTarget && IsFirst))
      collect(Kid, Counter, Found);
  }
}

bool StageLoads::isStageable(const Expr *E, const Variable *Counter) {
  const Variable *Root = F.Forms.root(E);
  QualType T = E->Type;
  bool IsPlain = T->isArithmeticType() && !T->isHalfType() && !T.isVolatileQualified();
  if (T.getAddressSpace() != LangAS::opencl_global)
    return false;
  if (!IsPlain || !Root)
    return unfit(E, "is no number, or it is not clear which buffer it is in");
  if (isAlone(AllDimensions & ~F.Differing.differs(E)))
    return unfit(E,
                 "differs between all work-items of a group of this size, so they share nothing");
  for (const Expr *Kid : E->Kids)
    if (!isKnown(Kid, Counter))
      return unfit(E, "has an address that is not made of ids, the counter and arguments only");
  return !isWritten(Root);
}

/// The first load that does not fit is told about.
bool StageLoads::unfit(const Expr *E, const char *Why) {
  if (!Unfit) {
    Unfit = E->From;
    WhyUnfit = "'" + shortened(Print.print(E)) + "' " + Why;
  }
  return false;
}

bool StageLoads::isWritten(const Variable *Root) {
  for (const Access &A : F.accesses())
    if (A.Writes && (!A.Root || A.Root == Root)) {
      Written = Written ? Written : A.Place->From;
      return true;
    }
  for (const auto &[Call, In] : F.calls())
    if (callKind(Call) == CallKind::Atomic || callKind(Call) >= CallKind::Effect) {
      Written = Written ? Written : Call->From;
      return true;
    }
  return false;
}

/// True if a group has one work-item along \p Of.
bool StageLoads::isAlone(Dimensions Of) const {
  for (unsigned D = 0; D < 3; ++D)
    if ((Of >> D & 1) && Group[D] > 1)
      return false;
  return true;
}

} // namespace cu2cl::opt
