// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks whether the steps of a schedule can be combined for a kernel.

#include "optimizers/analysis/Contraction.h"
#include "optimizers/variant/Assembler.h"

using namespace clang;

namespace cu2cl::opt {

void Assembler::check() {
  if (F.firstOpaque() || hasConditionals())
    return L.refuse(Because::NotInTree, F.firstOpaque());
  if (S.Group && !S.Stage && (F.isInGroup() || F.hasLocalMemory() || F.hasBarrier()))
    return L.refuse(Because::GroupFixed, nullptr);
  if (S.memory() == Axis::Memory::Wide && Tail == TailKind::Shift)
    return L.refuse(Because::TailUnfit, nullptr); // the tile that moves is not aligned
  for (const auto &[Call, In] : F.calls())
    if (callKind(Call) == CallKind::Item && (isMergedAtAll() || S.Group))
      return L.refuse(Because::IdBuiltinUnsupported, Call->From);
  auto IsSize = [](const Expr *E) {
    return E->Kind == Expr::Form::Call && E->Text == "get_local_size";
  };
  if (isMergedAtAll() && addendsBecome(From, K.Body, IsSize) != AddendBecomes::Same)
    return L.refuse(Because::IdBuiltinUnsupported, nullptr); // it would be a number
  for (unsigned D = 0; D < 3; ++D)
    if (isMerged(D) && !(usedIn(K.Body) >> D & 1))
      return L.refuse(Because::NothingToMerge, nullptr);
  for (unsigned D = 0; D < 3; ++D)
    if (LoopFactor[D] > 1 && LoopFactor[D] != Factor[D])
      return L.refuse(Because::NestedLoopAxis, nullptr);
  if (!F.isInGroup()) {
    if (Tail == TailKind::Clamp)
      return L.refuse(Because::TailUnfit, nullptr);
    for (unsigned D = 0; D < 3; ++D)
      if (isApart(D) && !L.GroupSize[D])
        return L.refuse(Because::LocalSizeUnknown, nullptr);
      else if (isApart(D) && LoopFactor[D] > 1)
        return L.refuse(Because::NestedLoopAxis, nullptr);
    return;
  }
  if (S.apart())
    checkGroups();
  for (unsigned D = 0; D < 3; ++D) {
    if (!isMerged(D) || isApart(D))
      continue;
    if (LoopFactor[D] > 1)
      return L.refuse(Because::BarrierInMerge, nullptr);
    if (!K.GroupSize[D] || K.GroupSize[D] % Factor[D])
      return L.refuse(Because::GroupNotDivided, nullptr);
  }
}

/// Groups that are merged as a whole: each copy has its local memory.
void Assembler::checkGroups() {
  if (Tail != TailKind::Clamp && Tail != TailKind::Divides)
    return L.refuse(Because::TailUnfit, nullptr);
  uint64_t Bytes = 0, Copies = 1;
  for (unsigned D = 0; D < 3; ++D) {
    Copies *= isApart(D) ? Factor[D] : 1;
    if (isApart(D) && S.factor(D, false) > 1)
      return L.refuse(Because::NestedLoopAxis, nullptr);
  }
  for (const Variable *P : K.Parameters)
    if (P->Type->isPointerType() &&
        P->Type->getPointeeType().getAddressSpace() == LangAS::opencl_local)
      return L.refuse(Because::LocalMemLimit, nullptr);
  for (const Stmt *Each : K.Body)
    if (Each->Var && Each->Var->Type.getAddressSpace() == LangAS::opencl_local)
      Bytes += M.Context.getTypeSizeInChars(Each->Var->Type).getQuantity();
  if (Bytes * Copies > 65536)
    return L.refuse(Because::LocalMemLimit, nullptr);
  if (Tail == TailKind::Clamp)
    checkRepeated();
}

/// Work-items that the last tile repeats may neither read what is written nor have effects of
/// which the result is used. Local memory is that of the copy.
void Assembler::checkRepeated() {
  std::vector<const Variable *> Written;
  for (const Access &A : F.accesses())
    if (A.Writes && !isLocal(A.Place))
      Written.push_back(A.Root);
  // vstore, atomics and helpers write somewhere.
  for (const auto &[Call, In] : F.calls())
    if ((callKind(Call) == CallKind::Atomic || callKind(Call) == CallKind::Effect) &&
        !isCallOnLocal(Call))
      Written.push_back(nullptr);
  for (const Access &A : F.accesses()) {
    bool InStore = A.In->Kind == Stmt::Form::Expression && isAssignment(A.In->Value) &&
                   isMemory(A.In->Value->Kids[0]) && !isLocal(A.In->Value->Kids[0]);
    bool IsTable = !A.Root && isConstantMemory(A.Place); // outside the kernel
    if (!A.Reads || InStore || isLocal(A.Place) || IsTable)
      continue;
    for (const Variable *Target : Written) {
      if (!A.Root || !Target || A.Root == Target)
        return L.refuse(Because::TailReadsWritten, A.Place->From);
      addDistinct(Target, A.Root);
    }
  }
  for (const auto &[Call, In] : F.calls()) {
    CallKind Kind = callKind(Call);
    bool Alone = In->Kind == Stmt::Form::Expression && In->Value == Call;
    if (Kind == CallKind::Reads && !Written.empty())
      return L.refuse(Because::TailReadsWritten, Call->From);
    if (Kind == CallKind::Barrier || isCallOnLocal(Call))
      continue;
    if ((Kind == CallKind::Atomic || Kind >= CallKind::Effect) && !Alone)
      return L.refuse(Because::TailEffect, Call->From);
  }
}

/// Returns true if the kernel's text depends on macros that each device's compiler defines: the
/// tree has only one of the branches.
bool Assembler::hasConditionals() const {
  std::optional<Span> Body = From.spanOf(K.Declared->getBody()->getSourceRange());
  if (!Body)
    return true;
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  From.textOf(*Body).split(Lines, '\n');
  return llvm::any_of(Lines, [](llvm::StringRef Line) {
    Line = Line.ltrim();
    return Line.consume_front("#") && Line.ltrim().starts_with("if");
  });
}

/// The dimensions whose ids \p B asks for.
Dimensions Assembler::usedIn(const Block &B) {
  Dimensions Result = 0;
  for (const Stmt *S : B) {
    for (const Expr *E : {S->Value, S->Step})
      if (E)
        forEach(E, [&](const Expr *Part) {
          if (Part->Kind == Expr::Form::Call && callKind(Part) == CallKind::Id &&
              !Part->Kids.empty())
            Result |= idDimension(Part) ? 1u << *idDimension(Part) : AllDimensions;
        });
    Result |= usedIn(Block(S->Init.begin(), S->Init.end())) | usedIn(S->Body) | usedIn(S->Else);
  }
  return Result;
}

bool Assembler::hasReturn(const Block &B) {
  for (const Stmt *S : B)
    if (S->Kind == Stmt::Form::Return || hasReturn(S->Body) || hasReturn(S->Else))
      return true;
  return false;
}

/// A return in the work would leave out the items that a loop has not come to.
void Assembler::returnOutsideLoops() {
  if (isMergedAtAll() && !F.isInGroup() && hasReturn(G.Work))
    L.refuse(Because::UnstructuredReturn, nullptr);
}

} // namespace cu2cl::opt
