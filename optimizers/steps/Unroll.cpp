// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Unroll.h"
#include "optimizers/analysis/Contraction.h"
#include "optimizers/analysis/Loops.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace cu2cl::opt {

static constexpr int64_t MostRounds = 64; ///< of a body

namespace {

class Unroller {
public:
  Unroller(const Facts &F, Make &M, unsigned Factor) : F(F), M(M), Factor(Factor) {}

  Block run(const Block &B) {
    return rebuild(M, B, [&](const Stmt *S, Stmt *New, Block &Out) {
      // Loops that a step has made load tiles.
      bool IsInnermost = isLoop(S) && S->From && !hasLoop(S->Body);
      Block Unrolled;
      if (IsInnermost && unrolled(S, Unrolled)) {
        Found = true;
        Out.append(Unrolled.begin(), Unrolled.end());
      } else {
        Out.push_back(New);
      }
    });
  }

  bool Found = false;
  std::optional<Reason> Why;

private:
  bool refuse(Because B, const Stmt *Loop, std::string What = "") {
    if (!Why)
      Why = Reason{B, Loop->From, std::move(What)};
    return false;
  }

  bool unrolled(const Stmt *Loop, Block &Out) {
    std::optional<CountedLoop> C = countedLoop(F, Loop);
    if (!C || leavesRound(Loop->Body))
      return refuse(Because::LoopNotCanonical, Loop, whyNotCounted(C.has_value()));
    if (hasOpaque(Loop->Body))
      return refuse(Because::NotInTree, Loop);
    // PoCL 3.1 joins branches of one condition that barriers part, and then lets one work-item
    // decide for all: `if (inside) a; barrier; if (inside) b; barrier;`.
    if (hasBarrier(Loop->Body))
      return refuse(Because::BarrierInLoop, Loop);
    std::optional<int64_t> Rounds = C->rounds();
    bool IsShort = Rounds && *Rounds > 0 && *Rounds <= MostRounds;
    if (Factor == 0 && !IsShort)
      return refuse(Because::TripCountUnknown, Loop,
                    Rounds ? "this loop has " + std::to_string(*Rounds) + " rounds, not 1 to 64"
                           : "the number of this loop's rounds is not known");
    if (Rounds && sumsWith(Loop, *C) == AddendBecomes::Constant)
      return refuse(Because::SumOfConstants, Loop);
    if (Factor == 0 || (Rounds && *Rounds <= Factor)) {
      if (!IsShort)
        return refuse(Because::TripCountUnknown, Loop, "this loop has no rounds");
      straight(Loop, *C, *C->First, *Rounds, Out);
    } else if (Rounds) {
      known(Loop, *C, *Rounds, Out);
    } else {
      open(Loop, *C, Out);
    }
    if (!Out.empty()) // a loop without a body leaves nothing
      Out[0]->Lead = commentsOf(Loop->Lead) + Out[0]->Lead;
    return true;
  }

  static bool hasBarrier(const Block &B) {
    return llvm::any_of(B, [](const Stmt *S) {
      bool Result = hasBarrier(S->Body) || hasBarrier(S->Else);
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          forEach(E, [&](const Expr *Part) {
            Result |= Part->Kind == Expr::Form::Call &&
                      (callKind(Part) == CallKind::Barrier || callKind(Part) == CallKind::Item);
          });
      return Result;
    });
  }

  static bool hasOpaque(const Block &B) {
    for (const Stmt *S : B) {
      bool Result = S->Kind == Stmt::Form::Opaque || hasOpaque(S->Body) || hasOpaque(S->Else);
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          forEach(E, [&](const Expr *Part) { Result |= Part->Kind == Expr::Form::Opaque; });
      if (Result)
        return true;
    }
    return false;
  }

  /// One round of \p Loop, where its counter has the value that \p Counter makes.
  void round(const Stmt *Loop, const CountedLoop &C, bool IsFirst,
             llvm::function_ref<Expr *(const Expr *)> Counter, Block &Out) {
    Renamed Own = ownVariables(M, Loop->Body);
    Block Copy = M.rewrite(Loop->Body, [&](const Expr *E) -> Expr * {
      if (E->Kind != Expr::Form::Reference)
        return nullptr;
      if (E->Var == C.Counter)
        return Counter(E);
      auto At = Own.find(E->Var);
      return At != Own.end() ? M.reference(At->second) : nullptr;
    });
    declareInstead(Copy, Own); // each round has its own variables
    if (!IsFirst)
      withoutComments(Copy);
    bool Declares = false;
    for (const Stmt *S : Copy)
      Declares |= S->Kind == Stmt::Form::Declare;
    if (Declares)
      Out.push_back(M.block(std::move(Copy)));
    else
      Out.append(Copy.begin(), Copy.end());
  }

  static void withoutComments(llvm::ArrayRef<Stmt *> B) {
    for (Stmt *S : B) {
      S->Lead = directivesOf(S->Lead);
      S->Trail.clear();
      withoutComments(S->Init);
      withoutComments(S->Body);
      withoutComments(S->Else);
    }
  }

  /// How the sums in \p Loop change if its counter becomes a number.
  AddendBecomes sumsWith(const Stmt *Loop, const CountedLoop &C) const {
    return addendsBecome(F.source(), Loop->Body, [&](const Expr *E) {
      return E->Kind == Expr::Form::Reference && E->Var == C.Counter;
    });
  }

  /// \p Rounds rounds from \p First on, without a loop. The counter is a number, or, where sums
  /// would be rounded otherwise then, a variable.
  void straight(const Stmt *Loop, const CountedLoop &C, int64_t First, int64_t Rounds, Block &Out) {
    bool NeedsName = sumsWith(Loop, C) == AddendBecomes::Product;
    for (int64_t I = 0; I < Rounds; ++I) {
      auto Number = [&](const Expr *) { return M.number(First + I * C.Step, C.Counter->Type); };
      if (!NeedsName) {
        round(Loop, C, I == 0, Number, Out);
        continue;
      }
      Variable *Own = M.variable(C.Counter->Name, C.Counter->Type.getUnqualifiedType());
      Block Round = {M.declare(Own, Number(nullptr))};
      round(Loop, C, I == 0, [&](const Expr *) { return M.reference(Own); }, Round);
      Out.push_back(M.block(std::move(Round)));
    }
  }

  /// Factor rounds for one of \p Loop.
  Block rounds(const Stmt *Loop, const CountedLoop &C) {
    Block Body;
    for (unsigned I = 0; I < Factor; ++I)
      round(
          Loop, C, I == 0,
          [&](const Expr *E) { return M.plus(M.reference(E->Var), int64_t(I) * C.Step); }, Body);
    return Body;
  }

  Stmt *loopOf(Block Init, Expr *Condition, Expr *Step, Block Body) {
    Stmt S;
    S.Kind = Stmt::Form::For;
    S.Init.append(Init.begin(), Init.end());
    S.Value = Condition;
    S.Step = Step;
    S.BodyIsBlock = Body.size() != 1;
    S.Body = std::move(Body);
    return M.Nodes.stmt(std::move(S));
  }

  Expr *step(const CountedLoop &C) {
    int64_t By = C.Step * Factor;
    return M.binary(By < 0 ? BO_SubAssign : BO_AddAssign, M.reference(C.Counter),
                    M.number(By < 0 ? -By : By));
  }

  /// A loop of a known count of rounds: what is left over is straight code.
  void known(const Stmt *Loop, const CountedLoop &C, int64_t Rounds, Block &Out) {
    int64_t Whole = Rounds / Factor * Factor, Last = *C.First + Whole * C.Step;
    Expr *Condition =
        M.binary(C.Step < 0 ? BO_GT : BO_LT, M.reference(C.Counter),
                 M.number(Last - (C.Step < 0 ? -1 : 1) * (std::abs(C.Step) - 1), C.Counter->Type));
    Out.push_back(loopOf({M.copyOf(Loop->Init[0])}, Condition, step(C), rounds(Loop, C)));
    straight(Loop, C, Last, Rounds - Whole, Out);
  }

  /// A loop of any count of rounds, and one over what is left.
  void open(const Stmt *Loop, const CountedLoop &C, Block &Out) {
    C.Counter->IsCounter = true;
    Stmt *Rest = M.copyOf(Loop);
    Block Body;
    round(Loop, C, false, [&](const Expr *E) { return M.reference(E->Var); }, Body);
    Rest->Body = Body;
    Rest->BodyIsBlock = Body.size() != 1;
    Rest->Init.clear();
    Rest->Lead.clear();
    Stmt *Declared = M.copyOf(Loop->Init[0]);
    Declared->From = nullptr;
    Out.push_back(M.block({Declared, loopOf({}, roomForAll(C), step(C), rounds(Loop, C)), Rest}));
  }

  /// The condition that Factor more rounds follow: of a - b it asks only where that is not negative
  /// and cannot overflow.
  Expr *roomForAll(const CountedLoop &C) {
    Expr *Counter = M.reference(C.Counter), *Bound = const_cast<Expr *>(C.Bound);
    bool IsUp = C.Step > 0, IsSigned = C.Counter->Type->isSignedIntegerType();
    int64_t Most = std::abs(C.Step) * (Factor - 1);
    auto Kind = C.IsInclusive ? BO_GE : BO_GT;
    // From 0 on, n - i is above INT_MIN, and i passes n by less than a step.
    if (IsUp && IsSigned && C.First == 0)
      return M.binary(Kind, M.binary(BO_Sub, Bound, Counter), M.number(Most));
    QualType T = C.Counter->Type.getUnqualifiedType();
    QualType Unsigned = T->isUnsignedIntegerType() ? T : M.Context.getCorrespondingUnsignedType(T);
    auto Cast = [&](Expr *E) {
      return M.Context.hasSameUnqualifiedType(E->Type, Unsigned) && !isCast(E)
                 ? E
                 : M.cast(Unsigned, E);
    };
    Expr *Left = Cast(IsUp ? Bound : Counter), *Right = Cast(IsUp ? Counter : Bound);
    Expr *Room = M.binary(Kind, M.binary(BO_Sub, Left, Right), M.number(Most));
    Room->Kids[1]->Text += "u";
    return M.binary(BO_LAnd, const_cast<Expr *>(C.Condition), Room);
  }

  static bool isCast(const Expr *E) { return E->Kind == Expr::Form::Cast && E->Implicit; }

  const Facts &F;
  Make &M;
  unsigned Factor;
};

} // namespace

std::optional<Reason> unroll(Kernel &K, const Facts &F, Make &M, unsigned Factor) {
  Unroller U(F, M, Factor);
  Block Body = U.run(K.Body);
  if (!U.Found)
    return U.Why ? U.Why : Reason{Because::NothingToUnroll, nullptr};
  K.Body = Body;
  return std::nullopt;
}

} // namespace cu2cl::opt
