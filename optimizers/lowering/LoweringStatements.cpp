// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements for merged work-items: one after the other, each for all copies and lanes.

#include "optimizers/analysis/Contraction.h"
#include "optimizers/analysis/Loops.h"
#include "optimizers/lowering/Lowering.h"

using namespace clang;

namespace cu2cl::opt {

Block Lowering::lower(const Block &B) {
  Block Out;
  for (size_t I = 0; I < B.size() && !Why;) {
    size_t Count = Calls.rootsFrom(B, I);
    if (Count) {
      Calls.lowerRoots(llvm::ArrayRef(B.begin(), B.size()).slice(I, Count), Out);
      I += Count;
      continue;
    }
    Count = Calls.together(B, I);
    if (Count)
      Calls.lowerTogether(llvm::ArrayRef(B.begin(), B.size()).slice(I, Count), Out);
    else
      lower(B[I], Out);
    I += std::max<size_t>(Count, 1);
  }
  return Out;
}

/// Adds \p New, which is made from \p From; the first one gets its comments.
void Lowering::emit(const Stmt *From, Stmt *New, Block &Out, bool First) {
  if (First) {
    // A #pragma of a loop may precede nothing else.
    New->Lead = isLoop(From) && !isLoop(New) ? commentsOf(From->Lead) : From->Lead;
    New->Trail = From->Trail;
  }
  Out.push_back(New);
}

void Lowering::lower(const Stmt *Old, Block &Out) {
  switch (Old->Kind) {
  case Stmt::Form::Declare:
    return declare(Old, Out);
  case Stmt::Form::Expression:
    return expression(Old, Out);
  case Stmt::Form::Block: {
    Stmt *New = M.copyOf(Old);
    New->Body = lower(Old->Body);
    return emit(Old, New, Out, true);
  }
  case Stmt::Form::If:
    return Control.conditional(Old, Out);
  case Stmt::Form::For:
  case Stmt::Form::While:
  case Stmt::Form::DoWhile:
    return Control.loop(Old, Out);
  case Stmt::Form::Break:
  case Stmt::Form::Continue:
    return emit(Old, M.copyOf(Old), Out, true);
  case Stmt::Form::Return:
    if (W.Fixed)
      return refuse(Because::UnstructuredReturn, Old->From);
    return emit(Old, M.copyOf(Old), Out, true);
  case Stmt::Form::Opaque:
    return refuse(Because::NotInTree, Old->From);
  }
}

void Lowering::declare(const Stmt *Old, Block &Out) {
  for (const IdVariable &Id : Variables.Ids)
    if (Id.Var == Old->Var)
      return; // the head declares it
  Variable *V = Old->Var;
  AxisSet A = Variables.isLinear(V) ? 0 : Items.axesAlong(F.of(V).Differs) & ~W.Fixed;
  if (Items.isLanes(A) && W.Lane == Where::All && F.of(V).HasAddressTaken)
    return refuse({Because::AddressTaken, Old->From,
                   "the address of '" + V->Name + "' is taken, which differs between lanes"});
  bool HasVectors = V->Type->isArrayType() && Items.isLanes(A) && W.Lane == Where::All;
  static constexpr int64_t MostBytes = 16384; // of a work-item
  int64_t Bytes = HasVectors ? M.Context.getTypeSizeInChars(V->Type).getQuantity() * Width : 0;
  if (HasVectors && (Bytes > MostBytes || (Old->Value && Old->Value->Kind != Expr::Form::List)))
    return refuse({Because::PrivateArray, Old->From,
                   "the private array '" + V->Name + "' has other values in each lane, and takes " +
                       std::to_string(Bytes) + " bytes then"});
  bool First = true;
  if (Old->Value)
    Memory.shareLoads(Old->Value, A, Out);
  Items.forCopies(A, [&] {
    Variable *Copy = Variables.copyOf(V);
    Expr *Value = nullptr;
    if (Old->Value && Copy->Lanes > 1 && V->Type->isArrayType())
      Value = Values.vectorList(Old->Value, M.Context.getBaseElementType(V->Type));
    else if (Old->Value)
      Value = Variables.isLinear(V) ? Values.atFirst(Old->Value) : Values.value(Old->Value);
    else if (Copy->Lanes > 1 && !V->Type->isArrayType())
      Value = M.number(0); // what goes lane by lane copies it
    emit(Old, M.declare(Copy, Value), Out, First);
    First = false;
  });
  Memory.Shared.clear();
}

void Lowering::expression(const Stmt *Old, Block &Out) {
  const Expr *E = Old->Value;
  if (E->Kind == Expr::Form::Call && callKind(E) == CallKind::Barrier) {
    if (W.Fixed)
      return refuse(Because::BarrierDivergent, Old->From);
    return emit(Old, M.copyOf(Old), Out, true);
  }
  bool HasEffect = false;
  forEach(E, [&](const Expr *Part) {
    bool Effect = Part->Kind == Expr::Form::Call && callKind(Part) > CallKind::Id &&
                  callKind(Part) != CallKind::Reads;
    HasEffect |= Effect || (isAssignment(Part) && isMemory(Part->Kids[0]));
  });
  if (HasEffect)
    return Stores.store(Old, Out);
  AxisSet A = Items.axesOf(E);
  const Variable *Target = assignedVariable(E);
  if (Target)
    A = Variables.isLinear(Target) ? 0 : Items.axesAlong(F.of(Target).Differs) & ~W.Fixed;
  bool Vector = Items.isLanes(A) && W.Lane == Where::All;
  bool Nested = false;
  forEach(E, [&](const Expr *Part) { Nested |= Part != E && isAssignment(Part); });
  bool Simple = Target && !Nested && skipImplicit(E->Kids[0])->Kind == Expr::Form::Reference;
  bool Element = Target && !Nested && skipImplicit(E->Kids[0])->Kind == Expr::Form::Subscript &&
                 !Items.isVector(skipImplicit(E->Kids[0])->Kids[1]);
  bool Compound = Target && (E->Kind == Expr::Form::Unary || E->Opcode != BO_Assign);
  if (Compound && !Variables.isLinear(Target))
    Simple &= E->Kids.size() > 1 && Values.hasVectorForm(E);
  if (Vector && !(Simple || (Element && !Compound)))
    return Items.forCopies(A, [&] { Control.laneLoop(Old, Out, nullptr); });
  bool Linear = Target && Variables.isLinear(Target);
  if (E->Kids.size() > 1 && !Linear)
    Memory.shareLoads(E, A, Out);
  bool First = true;
  Items.forCopies(A, [&] {
    emit(Old, M.statement(Linear ? linearAssignment(E) : assignment(E, Vector)), Out, First);
    First = false;
  });
  Memory.Shared.clear();
}

/// An assignment of a variable that all copies have in common.
Expr *Lowering::linearAssignment(const Expr *E) {
  llvm::SmallVector<Expr *, 2> Kids = {M.reference(const_cast<Variable *>(assignedVariable(E)))};
  if (E->Kids.size() > 1)
    Kids.push_back(Values.atFirst(E->Kids[1]));
  return M.withKids(E, Kids, 1);
}

/// An assignment, or what has no effect, in the copy that is meant.
Expr *Lowering::assignment(const Expr *E, bool Vector) {
  llvm::SmallVector<Expr *, 2> Kids;
  if (Vector && E->Kids.size() > 1) {
    const Expr *Right = E->Kids[1];
    bool Converts = !M.Context.hasSameUnqualifiedType(E->Kids[0]->Type, Right->Type);
    if (Converts && E->Opcode != BO_Assign) // v += x of another type
      return M.binary(BO_Assign, Values.value(E->Kids[0]),
                      Values.compound(E, Values.value(E->Kids[0])));
    Kids.push_back(Values.value(E->Kids[0]));
    Kids.push_back(addendsOf(E).empty() ? Values.value(Right) : Values.addend(Right));
  } else {
    for (const Expr *Kid : E->Kids)
      Kids.push_back(Values.value(Kid));
  }
  return M.withKids(E, Kids, Vector ? Width : 1);
}

} // namespace cu2cl::opt
