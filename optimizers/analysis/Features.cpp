// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/Features.h"
#include "optimizers/analysis/InverseRoots.h"
#include "optimizers/analysis/Patterns.h"

namespace cu2cl::opt {

namespace {

class Collector {
public:
  explicit Collector(const Facts &F) : F(F) {}

  unsigned run() {
    visit(F.kernel().Body, false);
    unsigned Result = HasAnyLoop ? (HasUniformLoop ? HasLoop : 0) : IsStraight;
    if (HasInverseRoot)
      Result |= HasRoots;
    Result |= HasUpdate ? UpdatesInLoop : NoUpdateInLoop;
    Result |= SomeLanesAlone | (F.hasBarrier() ? HasBarrier : 0);
    size_t Loads = 0, Stores = 0;
    for (const Access &A : F.accesses()) {
      Loads += A.Reads;
      Stores += A.Writes;
    }
    if (Loads >= 3 * std::max<size_t>(Stores, 1))
      Result |= ReadsNeighbours;
    if (contiguousAccesses(F, 1) > contiguousAccesses(F, 0))
      Result |= ContiguousInY;
    // What is not understood may differ along dimensions that the kernel has not.
    if (Used & Asked & 2)
      Result |= UsesY;
    if (Used & Asked & 4)
      Result |= UsesZ;
    if (Used == 1)
      Result |= OnlyX;
    // In a loop, one load without the dimension and one with it: the first is made once.
    if (SomeWithout & SomeWith & 1)
      Result |= ReusesInX;
    if (SomeWithout & SomeWith & 2)
      Result |= ReusesInY;
    return Result;
  }

private:
  void visit(const Block &B, bool InLoop) {
    for (const Stmt *S : B) {
      bool IsLoop = S->Kind == Stmt::Form::For || S->Kind == Stmt::Form::While ||
                    S->Kind == Stmt::Form::DoWhile;
      HasAnyLoop |= IsLoop;
      HasUniformLoop |= IsLoop && !F.Differing.control(S);
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          forEach(E, [&](const Expr *Part) { visit(Part, InLoop); });
      visit(S->Body, InLoop || IsLoop);
      visit(S->Else, InLoop);
    }
  }

  /// The dimensions along which \p E asks which work-item or work-group this is.
  static Dimensions asked(const Expr *E) {
    if (E->Kind != Expr::Form::Call)
      return 0;
    if (callKind(E) == CallKind::Item)
      return AllDimensions;
    if (callKind(E) != CallKind::Id || E->Kids.empty() ||
        !llvm::StringRef(E->Text).ends_with("_id"))
      return 0;
    std::optional<unsigned> D = idDimension(E);
    return D ? 1u << *D : AllDimensions;
  }

  void visit(const Expr *E, bool InLoop) {
    Dimensions D = F.Differing.differs(E);
    Used |= D;
    Asked |= asked(E);
    HasInverseRoot |= InLoop && isInverseRoot(E);
    HasUpdate |= InLoop && isAssignment(E) && isMemory(E->Kids[0]);
    if (!InLoop || !isMemory(E) || !E->Type->isArithmeticType())
      return;
    SomeWith |= D;
    SomeWithout |= AllDimensions & ~D;
  }

  const Facts &F;
  bool HasAnyLoop = false, HasUniformLoop = false, HasInverseRoot = false, HasUpdate = false;
  Dimensions Used = 0, Asked = 0, SomeWith = 0, SomeWithout = 0;
};

} // namespace

unsigned featuresOf(const Facts &F) { return Collector(F).run(); }

} // namespace cu2cl::opt
