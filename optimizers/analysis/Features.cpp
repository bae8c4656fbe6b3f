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
    if (contiguousAccesses(F, 1) > contiguousAccesses(F, 0))
      Result |= ContiguousInY;
    if (Used & 2)
      Result |= UsesY;
    if (Used & 4)
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

  void visit(const Expr *E, bool InLoop) {
    Dimensions D = F.Differing.differs(E);
    Used |= D;
    HasInverseRoot |= InLoop && isInverseRoot(E);
    HasUpdate |= InLoop && isAssignment(E) && isMemory(E->Kids[0]);
    if (!InLoop || !isMemory(E) || !E->Type->isArithmeticType())
      return;
    SomeWith |= D;
    SomeWithout |= AllDimensions & ~D;
  }

  const Facts &F;
  bool HasAnyLoop = false, HasUniformLoop = false, HasInverseRoot = false, HasUpdate = false;
  Dimensions Used = 0, SomeWith = 0, SomeWithout = 0;
};

} // namespace

unsigned featuresOf(const Facts &F) { return Collector(F).run(); }

} // namespace cu2cl::opt
