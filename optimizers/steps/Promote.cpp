// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Promote.h"
#include "optimizers/analysis/HostValue.h"
#include "optimizers/analysis/Loops.h"
#include "optimizers/tree/Print.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

using Roots = llvm::SmallPtrSet<const Variable *, 4>;

/// A place that a loop updates.
struct Place {
  const Expr *E = nullptr;     ///< as the loop's assignment has it
  Roots Others;                ///< the other buffers, which it must not overlap
  std::optional<size_t> Ahead; ///< the statement before the loop that assigns it, of those put out
  Variable *Value = nullptr;
};

bool isWithin(const Stmt *S, const Stmt *Whole) {
  auto In = [&](llvm::ArrayRef<Stmt *> B) {
    return llvm::any_of(B, [&](const Stmt *Inner) { return isWithin(S, Inner); });
  };
  return S == Whole || In(Whole->Init) || In(Whole->Body) || In(Whole->Else);
}

/// The place that \p S assigns and does nothing else; null if it is another statement.
const Expr *targetOf(const Stmt *S) {
  bool Assigns = S->Kind == Stmt::Form::Expression && isAssignment(S->Value);
  return Assigns ? S->Value->Kids[0] : nullptr;
}

/// True if \p E is one element of a buffer, of a type that a variable can have.
bool isElement(const Expr *E) {
  bool IsPlace =
      E->Kind == Expr::Form::Subscript || (E->Kind == Expr::Form::Unary && E->Opcode == UO_Deref);
  return IsPlace && isMemory(E) && !E->Type.isVolatileQualified() && !E->Type->isHalfType() &&
         (E->Type->isArithmeticType() || E->Type->isExtVectorType()) &&
         E->Type.getAddressSpace() == LangAS::opencl_global;
}

class Promoter {
public:
  Promoter(const Kernel &K, const Facts &F, Make &M, std::vector<std::string> &When)
      : K(K), F(F), M(M), When(When), Taken(variableNames(K)) {}

  Block run(const Block &B) {
    Block Out;
    for (Stmt *S : B) {
      if (isLoop(S) && !hasLoop(S->Body)) {
        loop(S, Out);
      } else if (S->Body.empty() && S->Else.empty()) {
        Out.push_back(S);
      } else {
        Stmt *New = M.copyOf(S);
        New->Body = run(S->Body);
        New->Else = run(S->Else);
        Out.push_back(New);
      }
    }
    return Out;
  }

  bool Found = false;
  std::optional<Reason> Refused; ///< of the first loop in which nothing was promoted

private:
  bool isSamePlace(const Expr *A, const Expr *B) const {
    return isElement(B) && F.Forms.root(A) == F.Forms.root(B) &&
           F.Forms.address(A) == F.Forms.address(B) &&
           M.Context.hasSameUnqualifiedType(A->Type, B->Type);
  }

  bool keepsAddress(const Expr *E, const llvm::SmallPtrSetImpl<const Variable *> &Changed) const {
    bool Keeps = true;
    for (const Expr *Kid : E->Kids) {
      Keeps &= hasNoEffect(Kid);
      forEach(Kid, [&](const Expr *Part) {
        if (Part->Kind == Expr::Form::Reference)
          Keeps &= !Changed.count(Part->Var) && !F.of(Part->Var).HasAddressTaken;
        Keeps &= !isMemory(Part);
      });
    }
    return Keeps;
  }

  /// Adds to \p P the other buffers that \p S reaches. \returns false if \p S may reach \p P's
  /// buffer, too, but for that place itself if \p MayHoldIt, or has other effects.
  bool isApart(const Stmt *S, Place &P, bool MayHoldIt) const {
    for (const auto &[Call, In] : F.calls())
      if (callKind(Call) != CallKind::Id && isWithin(In, S))
        return false;
    for (const Access &A : F.accesses()) {
      if (!isWithin(A.In, S) || isLocal(A.Place))
        continue;
      if (!A.Root)
        return false;
      if (A.Root != F.Forms.root(P.E))
        P.Others.insert(A.Root);
      else if (!MayHoldIt || !isSamePlace(P.E, A.Place))
        return false;
    }
    return true;
  }

  /// Why nothing in \p Loop was promoted.
  std::string whyNot(const Stmt *Loop, const std::optional<CountedLoop> &C) const {
    if (!C || leavesRound(Loop->Body))
      return whyNotCounted(C.has_value());
    for (const Stmt *S : Loop->Body)
      if (const Expr *E = targetOf(S); E && isMemory(E) && !isLocal(E))
        return "the address of '" + shortened(Printer(F.source()).print(E)) +
               "' changes in this loop, or the loop reaches that buffer in another way";
    return "no statement of this loop assigns a place in a buffer in every round";
  }

  /// The places that every round of \p Loop assigns and that a variable can hold.
  std::vector<Place> placesOf(const Stmt *Loop) const {
    std::vector<Place> Result;
    llvm::SmallPtrSet<const Variable *, 16> Changed;
    collectChanged(Loop, Changed);
    for (const Stmt *S : Loop->Body) {
      Place P;
      P.E = targetOf(S);
      bool IsNew = llvm::none_of(
          Result, [&](const Place &Known) { return P.E && Known.E && isSamePlace(Known.E, P.E); });
      if (P.E && isElement(P.E) && F.Forms.root(P.E) && IsNew && keepsAddress(P.E, Changed) &&
          isApart(Loop, P, true))
        Result.push_back(P);
    }
    return Result;
  }

  /// Looks for the statement in \p Out that assigns \p P ahead of the loop with nothing between
  /// them that might see the place.
  void findAhead(Place &P, const Block &Out) const {
    Place Seen = P;
    for (size_t I = Out.size(); I-- > 0;) {
      const Stmt *S = Out[I];
      if ((S->Kind != Stmt::Form::Expression && S->Kind != Stmt::Form::Declare) || Made.count(S))
        return;
      const Expr *Target = targetOf(S);
      if (Target && isElement(Target) && isSamePlace(P.E, Target)) {
        if (isApart(S, Seen, true)) {
          P.Others = Seen.Others;
          P.Ahead = I;
        }
        return;
      }
      if (!isApart(S, Seen, false))
        return;
    }
  }

  /// \p C's counter at the first round.
  Expr *initial(const CountedLoop &C) {
    const Expr *Bare = skipImplicit(C.Initial);
    if (M.Context.hasSameUnqualifiedType(Bare->Type, C.Counter->Type))
      return const_cast<Expr *>(Bare);
    if (C.First && *C.First >= 0)
      return M.number(*C.First, C.Counter->Type);
    return M.cast(C.Counter->Type.getUnqualifiedType(), const_cast<Expr *>(Bare));
  }

  /// The condition for \p C's first round; null if its parts may have effects or be in memory.
  Expr *firstCondition(const CountedLoop &C) {
    bool IsFree = hasNoEffect(C.Initial);
    forEach(C.Initial, [&](const Expr *Part) { IsFree &= !isMemory(Part); });
    if (!IsFree)
      return nullptr;
    return M.rewrite(C.Condition, [&](const Expr *E) -> Expr * {
      bool IsCounter = E->Kind == Expr::Form::Reference && E->Var == C.Counter;
      return IsCounter ? initial(C) : nullptr;
    });
  }

  void loop(Stmt *Loop, Block &Out) {
    std::optional<CountedLoop> C = countedLoop(F, Loop);
    std::vector<Place> Places;
    if (C && !leavesRound(Loop->Body) && !F.firstOpaque())
      Places = placesOf(Loop);
    bool MayBeEmpty = !C || C->rounds().value_or(0) <= 0;
    for (Place &P : Places)
      findAhead(P, Out);
    Expr *Condition = nullptr;
    if (MayBeEmpty && llvm::any_of(Places, [](const Place &P) { return !P.Ahead; })) {
      Condition = firstCondition(*C);
      if (!Condition)
        llvm::erase_if(Places, [](const Place &P) { return !P.Ahead; });
    }
    if (Places.empty()) {
      if (!Refused)
        Refused = Reason{Because::NothingToPromote, Loop->From, whyNot(Loop, C)};
      Out.push_back(Loop);
      return;
    }
    Found = true;
    promoteIn(Loop, Places, Condition, Out);
  }

  void promoteIn(Stmt *Loop, std::vector<Place> &Places, Expr *Condition, Block &Out) {
    Block Inner, Stores, InnerStores;
    Block Changed = {Loop};
    for (Place &P : Places) {
      for (const Variable *Other : P.Others)
        requireDistinct(K, F.Forms.root(P.E), Other, When);
      P.Value = M.variable(freshName(M.Context, Taken, F.Forms.root(P.E)->Name + "_value"),
                           M.Context.removeAddrSpaceQualType(P.E->Type).getUnqualifiedType());
      Taken.insert(P.Value->Name);
      auto ByValue = [&](const Expr *E) -> Expr * {
        return isElement(E) && isSamePlace(P.E, E) ? M.reference(P.Value) : nullptr;
      };
      Changed = M.rewrite(Changed, ByValue);
      Stmt *Store = M.statement(M.binary(BO_Assign, placeOf(P), M.reference(P.Value)));
      Made.insert(Store);
      (P.Ahead ? Stores : InnerStores).push_back(Store);
      if (!P.Ahead)
        Inner.push_back(M.declare(P.Value, placeOf(P)));
    }
    // From the last one on, since a statement more may come in
    llvm::sort(Places, [](const Place &A, const Place &B) { return A.Ahead > B.Ahead; });
    for (Place &P : Places)
      if (P.Ahead)
        takeOver(P, Out);
    Stmt *New = Changed[0];
    std::string Comments = commentsOf(New->Lead);
    New->Lead = directivesOf(New->Lead);
    Inner.push_back(New);
    Inner.append(InnerStores.begin(), InnerStores.end());
    if (Condition)
      Inner = {M.ifThen(Condition, Inner)};
    Inner[0]->Lead = Comments + Inner[0]->Lead;
    Out.append(Inner.begin(), Inner.end());
    Out.append(Stores.begin(), Stores.end());
  }

  Expr *placeOf(const Place &P) { return const_cast<Expr *>(P.E); }

  /// Makes the assignment ahead of the loop one of the variable.
  void takeOver(const Place &P, Block &Out) {
    Stmt *S = M.copyOf(Out[*P.Ahead]);
    const Expr *Target = S->Value->Kids[0];
    if (S->Value->Kind == Expr::Form::Binary && S->Value->Opcode == BO_Assign) {
      Stmt *Declared = M.declare(P.Value, S->Value->Kids[1]);
      Declared->Lead = S->Lead;
      Declared->Trail = S->Trail;
      Out[*P.Ahead] = Declared;
      return;
    }
    Stmt *Load = M.declare(P.Value, const_cast<Expr *>(Target));
    std::swap(Load->Lead, S->Lead);
    S->Value = M.rewrite(S->Value, [&](const Expr *E) {
      return isElement(E) && isSamePlace(P.E, E) ? M.reference(P.Value) : nullptr;
    });
    Out[*P.Ahead] = S;
    Out.insert(Out.begin() + *P.Ahead, Load);
  }

  const Kernel &K;
  const Facts &F;
  Make &M;
  std::vector<std::string> &When;
  llvm::StringSet<> Taken;
  llvm::SmallPtrSet<const Stmt *, 4> Made; ///< stores, of which the facts know nothing
};

} // namespace

std::optional<Reason> promote(Kernel &K, const Facts &F, Make &M, std::vector<std::string> &When) {
  Promoter P(K, F, M, When);
  Block Body = P.run(K.Body);
  if (!P.Found)
    return P.Refused ? P.Refused
                     : Reason{Because::NothingToPromote, nullptr, "the kernel has no loop"};
  K.Body = Body;
  return std::nullopt;
}

} // namespace cu2cl::opt
