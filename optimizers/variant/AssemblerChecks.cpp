// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks whether the steps of a schedule can be combined for a kernel.

#include "optimizers/analysis/Contraction.h"
#include "optimizers/analysis/Waits.h"
#include "optimizers/lowering/Returns.h"
#include "optimizers/variant/Assembler.h"

using namespace clang;

namespace cu2cl::opt {

/// The construct at \p At that the tree cannot hold.
static Reason notInTree(const clang::Stmt *At) {
  std::string What = isa<SwitchStmt>(At)            ? "a switch"
                     : isa<GotoStmt, LabelStmt>(At) ? "a goto or its label"
                     : isa<clang::AsmStmt>(At)      ? "assembly"
                     : isa<clang::DeclStmt>(At) ? "a declaration of a type or of a static variable"
                     : isa<clang::DeclRefExpr>(At)   ? "a variable that all work-items share"
                     : isa<clang::StringLiteral>(At) ? "a string that is no argument of a call"
                     : isa<clang::StmtExpr>(At)      ? "a statement in an expression"
                     : isa<clang::CompoundLiteralExpr>(At) ? "a compound literal"
                                                           : "a form that the tree does not have";
  return {Because::NotInTree, At, "here is " + What + ", which is never copied or moved",
          isa<SwitchStmt>(At) ? "write it with if" : ""};
}

static bool isLocalSize(const Expr *E) {
  return E->Kind == Expr::Form::Call && E->Text == "get_local_size";
}

void VariantChecks::check() {
  if (F.firstOpaque())
    return L.refuse(notInTree(F.firstOpaque()));
  if (!A.Lines.Wrong.empty())
    return L.refuse({Because::NotInTree, nullptr, A.Lines.Wrong, "write them ahead of the kernel"});
  if (S.Group && !S.Stage && (F.isInGroup() || F.hasLocalMemory() || F.hasBarrier()))
    return L.refuse(
        {Because::GroupFixed, nullptr,
         F.hasBarrier() ? "the kernel has barriers, so its work-groups keep their size"
         : F.hasLocalMemory()
             ? "the kernel has local memory, so its work-groups keep their size"
             : "the kernel asks for ids of its work-groups or within them, so these keep "
               "their size"});
  if (A.Tiles.isMergedAtAll() || S.Group || S.Stage)
    if (const clang::Stmt *Loop = findWait(K.Declared))
      return L.refuse({Because::SpinWait, Loop});
  if (S.memory() == Axis::Memory::Wide &&
      A.Tiles.Tail == TailKind::Shift) // the tile that moves is not aligned
    return L.refuse({Because::TailUnfit, nullptr,
                     "memory wide takes no tail shift, as the tile that moves is not aligned",
                     "take tail lanes, or memory vload"});
  for (const auto &[Call, In] : F.calls())
    if (callKind(Call) == CallKind::Item && (A.Tiles.isMergedAtAll() || S.Group))
      return L.refuse({Because::IdBuiltinUnsupported, Call->From,
                       Call->Text + " asks for ids or waits at a barrier",
                       "write it into the kernel"});
  if (A.Tiles.isMergedAtAll() && addendsBecome(From, K.Body, isLocalSize) != AddendBecomes::Same)
    return L.refuse({Because::IdBuiltinUnsupported, nullptr, // it would be a number
                     "a sum depends on get_local_size, which would be a constant in the variant"});
  for (unsigned D = 0; D < 3; ++D)
    if (A.Tiles.isMerged(D) && !(usedIn(K.Body) >> D & 1))
      return L.refuse({Because::NothingToMerge, nullptr,
                       std::string("the kernel asks for no id along ") + "xyz"[D]});
  for (unsigned D = 0; D < 3; ++D)
    if (A.Tiles.LoopFactor[D] > 1 && A.Tiles.LoopFactor[D] != A.Tiles.Factor[D])
      return L.refuse(
          {Because::NestedLoopAxis, nullptr,
           std::string("x, y and z are merged once if as a loop, and ") + "xyz"[D] + " twice"});
  if (!F.isInGroup())
    return checkItems();
  if (S.apart())
    checkGroups();
  for (unsigned D = 0; D < 3; ++D) {
    if (!A.Tiles.isMerged(D) || A.Tiles.isApart(D))
      continue;
    if (A.Tiles.LoopFactor[D] > 1)
      return L.refuse(Because::BarrierInMerge, nullptr);
    if (!K.GroupSize[D] || K.GroupSize[D] % A.Tiles.Factor[D])
      return L.refuse(
          {Because::GroupNotDivided, nullptr, notDivided(K.GroupSize[D], D, A.Tiles.Factor[D])});
  }
}

/// Work-items of a kernel that asks for none of their places in a group.
void VariantChecks::checkItems() {
  if (A.Tiles.Tail == TailKind::Clamp)
    return L.refuse({Because::TailUnfit, nullptr,
                     "tail clamp is for whole groups that are merged, and here are work-items",
                     "take tail shift or tail lanes"});
  for (unsigned D = 0; D < 3; ++D)
    if (A.Tiles.isApart(D) && !L.GroupSize[D])
      return L.refuse(Because::LocalSizeUnknown, nullptr);
    else if (A.Tiles.isApart(D) && A.Tiles.LoopFactor[D] > 1)
      return L.refuse({Because::NestedLoopAxis, nullptr,
                       std::string("x, y and z are merged once if as a loop, and ") + "xyz"[D] +
                           " also apart group"});
}

/// Groups that are merged as a whole: each copy has its local memory.
void VariantChecks::checkGroups() {
  if (A.Tiles.Tail != TailKind::Clamp && A.Tiles.Tail != TailKind::Divides)
    return L.refuse({Because::TailUnfit, nullptr,
                     "whole groups are merged, which take no tail but clamp and divides",
                     "take one of these"});
  uint64_t Bytes = 0, Copies = A.Tiles.copiesApart();
  for (unsigned D = 0; D < 3; ++D) {
    if (A.Tiles.isApart(D) && S.factor(D, false) > 1)
      return L.refuse({Because::NestedLoopAxis, nullptr,
                       std::string("whole groups are merged along ") + "xyz"[D] +
                           ", and work-items within them, too"});
  }
  const Variable *Sized = nullptr;
  for (const Variable *P : K.Parameters) {
    if (!isSizedByLaunch(P))
      continue;
    if (Sized)
      return L.refuse({Because::LocalMemLimit, nullptr,
                       "the launch gives '" + Sized->Name + "' and '" + P->Name +
                           "' sizes of local memory, and a contract knows of one",
                       "merge within the groups", P->Declared->getLocation()});
    Sized = P;
  }
  for (const Stmt *Each : K.Body)
    if (Each->Var && Each->Var->Type.getAddressSpace() == LangAS::opencl_local)
      Bytes += M.Context.getTypeSizeInChars(Each->Var->Type).getQuantity();
  if (Bytes * Copies > 65536)
    return L.refuse({Because::LocalMemLimit, nullptr,
                     std::to_string(Copies) + " copies of " + std::to_string(Bytes) +
                         " bytes of local memory are more than 64 KiB"});
  if (A.Tiles.Tail == TailKind::Clamp)
    checkRepeated();
}

/// Work-items that the last tile repeats may neither read what is written nor have effects of
/// which the result is used. Local memory is that of the copy.
void VariantChecks::checkRepeated() {
  std::vector<const Variable *> Written;
  for (const Access &A : F.accesses())
    if (A.Writes && !isLocal(A.Place))
      Written.push_back(A.Root);
  // vstore, atomics and helpers write somewhere.
  for (const auto &[Call, In] : F.calls())
    if ((callKind(Call) == CallKind::Atomic || callKind(Call) == CallKind::Effect) &&
        !isCallOnLocal(Call))
      Written.push_back(nullptr);
  for (const Access &Use : F.accesses()) {
    bool InStore = Use.In->Kind == Stmt::Form::Expression && isAssignment(Use.In->Value) &&
                   isMemory(Use.In->Value->Kids[0]) && !isLocal(Use.In->Value->Kids[0]);
    bool IsTable = !Use.Root && isConstantMemory(Use.Place); // outside the kernel
    if (!Use.Reads || InStore || isLocal(Use.Place) || IsTable)
      continue;
    for (const Variable *Target : Written) {
      if (!Use.Root || !Target || Use.Root == Target)
        return L.refuse({Because::TailReadsWritten, Use.Place->From,
                         "work-items that the last tile repeats read '" +
                             shortened(Print.print(Use.Place)) +
                             "', which the kernel may have written"});
      A.Terms.addDistinct(Target, Use.Root);
    }
  }
  for (const auto &[Call, In] : F.calls()) {
    CallKind Kind = callKind(Call);
    bool Alone = In->Kind == Stmt::Form::Expression && In->Value == Call;
    if (Kind == CallKind::Reads && !Written.empty())
      return L.refuse({Because::TailReadsWritten, Call->From,
                       "work-items that the last tile repeats read memory in " + Call->Text +
                           ", which the kernel may have written"});
    if (Kind == CallKind::Barrier || isCallOnLocal(Call))
      continue;
    if ((Kind == CallKind::Atomic || Kind >= CallKind::Effect) && !Alone)
      return L.refuse({Because::TailEffect, Call->From,
                       "work-items that the last tile repeats would do " + Call->Text + " again"});
  }
}

/// The dimensions whose ids \p B asks for.
Dimensions VariantChecks::usedIn(const Block &B) {
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

/// A return in the work would leave out the items that a loop has not come to.
void VariantChecks::returnOutsideLoops() {
  const Stmt *Return = A.Tiles.isMergedAtAll() && !F.isInGroup() ? firstReturn(G.Work) : nullptr;
  if (Return)
    L.refuse({Because::UnstructuredReturn, Return->From, whyNoBranch(G.Work)});
}

} // namespace cu2cl::opt
