// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Stage.h"
#include "optimizers/analysis/Guards.h"
#include "optimizers/analysis/HostValue.h"
#include "optimizers/analysis/Loops.h"
#include "optimizers/analysis/StageLoads.h"
#include "optimizers/analysis/Unused.h"
#include "optimizers/lowering/GlobalIds.h"
#include "optimizers/lowering/GroupIds.h"
#include "optimizers/lowering/Returns.h"
#include "optimizers/lowering/StageFill.h"

using namespace clang;

namespace cu2cl::opt {

/// Why there is no loop to stage loads of, if that is seen at once.
static std::optional<Reason> nothingIn(const Facts &F, const Kernel &K) {
  const char *What = F.hasBarrier()       ? "the kernel has barriers already"
                     : F.hasLocalMemory() ? "the kernel has local memory already"
                     : !hasLoop(K.Body)   ? "the kernel has no loop"
                                          : nullptr;
  return What ? std::optional(Reason{Because::NothingToStage, nullptr, What}) : std::nullopt;
}

namespace {

class Stager {
public:
  Stager(const Facts &F, Kernel &K, Make &M, unsigned Depth, const unsigned (&Group)[3],
         const unsigned (&Merged)[3])
      : Loads(F, Group), F(F), K(K), M(M), Depth(Depth), Print(F.source()), G(findGuards(F)),
        Ids(M, K, Group), Fill(F, M, G, Ids, Group, Merged) {}

  std::optional<Reason> run() {
    if (F.firstOpaque())
      return Reason{Because::NotInTree, F.firstOpaque()};
    if (auto No = nothingIn(F, K))
      return No;
    Block Head = head();
    Block Work = segment(G.Work);
    if (Why)
      return Why;
    if (Tiles.empty())
      return Reason{Because::NothingToStage, Loads.Unfit, Loads.WhyUnfit};
    uint64_t Bytes = 0;
    Block Body;
    for (Variable *V : Tiles) {
      Bytes += M.Context.getTypeSizeInChars(V->Type).getQuantity();
      Body.push_back(M.declare(V, nullptr));
    }
    if (Bytes > 65536)
      return Reason{Because::LocalMemLimit, nullptr,
                    "the tiles take " + std::to_string(Bytes) +
                        " bytes of local memory, more than 64 KiB",
                    "stage fewer iterations or merge less"};
    for (unsigned D = 0; D < 3; ++D)
      if (Ids.Local[D])
        Body.push_back(M.declare(Ids.Local[D],
                                 M.call("get_local_id", {M.number(D)}, M.Context.getSizeType())));
    if (Fill.Item)
      Body.push_back(M.declare(Fill.Item, Fill.itemValue()));
    Body.append(Head.begin(), Head.end());
    Body.append(Work.begin(), Work.end());
    // What only addresses of loads have named is not needed any more.
    const Variables Before = namedIn(K.Body);
    dropUnused(Body, [&](const Stmt *S) {
      return S->Value && Before.count(S->Var) && Loads.isFree(S->Value);
    });
    K.Body = Body;
    return std::nullopt;
  }

  std::vector<std::string> When;
  StageLoads Loads;

private:
  void refuse(Reason R) {
    if (!Why)
      Why = std::move(R);
  }

  // --- Ids and guards

  /// Returns the statements ahead of the work: ids, what is equal for all, and whether the group
  /// has work. One without goes the way of the others and does no rounds: a return ahead of
  /// barriers leads around all of them, to the end of the kernel, and see barrier().
  Block head() {
    Block Out;
    Expr *Enters = nullptr;
    for (Stmt *S : K.Body)
      for (const IdVariable &Id : G.Ids)
        if (S->Var == Id.Var)
          declare(madeOfNoVariable(M, S, Id), Out);
    for (const Guards::Part &P : G.Before) {
      if (P.Declared) {
        if (!P.Declared->Value || !Loads.isFree(P.Declared->Value))
          refuse({Because::StageDivergent, P.Declared->From,
                  "'" + P.Declared->Var->Name +
                      "', which stands ahead of a guard, cannot be computed by all work-items"});
        declare(P.Declared, Out);
        continue;
      }
      if (!Loads.isArgument(P.Condition))
        refuse({Because::StageDivergent, P.Condition->From,
                "the condition '" + shortened(Print.print(P.Condition)) +
                    "' is neither an upper bound of an id nor equal for all work-items"});
      // 0 or 1, also of a number
      Expr *Leaves = const_cast<Expr *>(P.Condition);
      if (!P.Leaves)
        Leaves = M.unary(UO_LNot, Leaves);
      Enters = both(Enters, M.unary(UO_LNot, Leaves), BO_LAnd);
    }
    Expr *Some = Fill.guard(AllDimensions, [](unsigned) -> Expr * { return nullptr; });
    if (!Some && !Enters)
      return Out;
    Any = M.variable(Ids.fresh("any_inside"), M.Context.IntTy);
    Out.push_back(M.declare(Any, Some ? both(Enters, Some, BO_LAnd) : Enters));
    // A division is computed only where the conditions ahead of it hold.
    bool IsOrdered =
        Enters || llvm::any_of(G.Bounds, [](const UpperBound &B) {
          bool Divides = false;
          forEach(B.Bound, [&](const Expr *Part) { Divides |= isIntegerDivision(Part); });
          return Divides;
        });
    // After barriers, PoCL 3.1 without its optimiser goes wrong at the branches of &&.
    Inside = Some ? Fill.guard(AllDimensions, nullptr, IsOrdered ? BO_LAnd : BO_And) : nullptr;
    if (Enters)
      Inside = Inside ? M.binary(BO_LAnd, M.reference(Any), Inside) : M.reference(Any);
    if ((IsOrdered && Some) || !isAlwaysSame(Inside)) {
      Variable *V = M.variable(Ids.fresh("inside"), M.Context.IntTy);
      Out.push_back(M.declare(V, Inside));
      Inside = M.reference(V);
    }
    return Out;
  }

  /// \p A and \p B, or \p B.
  Expr *both(Expr *A, Expr *B, BinaryOperatorKind Joined) { return A ? M.binary(Joined, A, B) : B; }

  bool isAlwaysSame(const Expr *E) const {
    bool Same = Loads.isFree(E);
    forEach(E, [&](const Expr *Part) { Same &= !Part->Var || Loads.isKept(Part->Var); });
    return Same;
  }

  // --- The work, in parts between barriers

  void declare(Stmt *S, Block &Out) {
    Out.push_back(S);
    if (Loads.isKept(S->Var) && S->Value && Loads.isKnown(S->Value, nullptr))
      Loads.Ahead.insert(S->Var);
  }

  Block segment(const Block &B) {
    Block Out, Pending;
    auto Flush = [&] {
      if (const Stmt *Return = firstReturn(Pending))
        refuse({Because::UnstructuredReturn, Return->From, whyNoBranch(Pending)});
      if (Pending.empty())
        return;
      if (Inside) {
        Out.push_back(M.ifThen(Inside, Pending));
        Out.back()->BodyIsBlock = true;
      } else {
        Out.append(Pending.begin(), Pending.end());
      }
      Pending.clear();
    };
    for (size_t I = 0; I < B.size(); ++I) {
      Stmt *S = B[I];
      bool Follows =
          std::any_of(B.begin() + I, B.end(), [&](Stmt *Each) { return Loads.isTarget(Each); });
      if (!Follows || (S->Kind != Stmt::Form::Declare && !Loads.isTarget(S))) {
        Pending.push_back(S);
      } else if (S->Kind != Stmt::Form::Declare) {
        Flush();
        if (isLoop(S)) {
          staged(S, Out);
          continue;
        }
        Stmt *Both = M.copyOf(S);
        Both->Body = segment(S->Body);
        Both->Else = segment(S->Else);
        Both->BodyIsBlock = true;
        Out.push_back(Both);
        Out.push_back(barrier());
      } else if (!Inside || !S->Value || Loads.isFree(S->Value)) {
        Flush();
        declare(S, Out);
      } else {
        declareInside(S, Out, Pending);
      }
    }
    Flush();
    return Out;
  }

  /// `float v = a[i];` as `float v = 0; if (inside) v = a[i];`
  void declareInside(Stmt *S, Block &Out, Block &Pending) {
    if (!S->Var->Type->isArithmeticType())
      return refuse({Because::StageDivergent, S->From,
                     "'" + S->Var->Name + "', which stands ahead of the loop, is no number"});
    S->Var->Type = S->Var->Type.getUnqualifiedType();
    Stmt *Declared = M.declare(S->Var, M.number(0));
    Declared->Lead = S->Lead;
    Out.push_back(Declared);
    Pending.push_back(M.statement(M.binary(BO_Assign, M.reference(S->Var), S->Value)));
  }

  // --- Loops

  void addDistinct(const Variable *Root) {
    for (const Access &A : F.accesses())
      if (A.Writes && A.Root)
        requireDistinct(K, Root, A.Root, When);
  }

  Expr *placeIn(const Tile &T, Expr *Row) {
    QualType Inner = M.Context.getAsConstantArrayType(T.Array->Type)->getElementType();
    Expr *Result = M.subscript(M.reference(T.Array), Row, inLocal(Inner));
    if (Expr *Own = Ids.linearId(T.Own))
      Result = M.subscript(Result, Own, inLocal(T.Place->Type.getUnqualifiedType()));
    return Result;
  }

  QualType inLocal(QualType T) {
    QualType Bare = M.Context.removeAddrSpaceQualType(T);
    return M.Context.getAddrSpaceQualType(Bare, LangAS::opencl_local);
  }

  QualType arrayOf(QualType Element, unsigned Size) {
    return M.Context.getConstantArrayType(Element, llvm::APInt(64, Size), nullptr,
                                          ArraySizeModifier::Normal, 0);
  }

  /// An array for \p T: one that only loops before this one use, or a new one.
  void makeArray(Tile &T, llvm::SmallPtrSetImpl<Variable *> &Used) {
    QualType Type = M.Context.removeAddrSpaceQualType(T.Place->Type).getUnqualifiedType();
    if (Ids.linearId(T.Own))
      Type = arrayOf(Type, Ids.sizeOf(T.Own) + Fill.padding(T));
    Type = inLocal(arrayOf(Type, Depth));
    for (Variable *Free : Tiles)
      if (!T.Array && !Used.count(Free) && M.Context.hasSameType(Free->Type, Type))
        T.Array = Free;
    if (!T.Array) {
      T.Array = M.variable(Ids.fresh(F.Forms.root(T.Place)->Name + "_tile"), Type);
      T.Array->Attributes = " __attribute__((aligned(16)))"; // neighbours may be read at once
      Tiles.push_back(T.Array);
    }
    Used.insert(T.Array);
    addDistinct(F.Forms.root(T.Place));
  }

  /// Also after what leads around barriers: compilers join its end with the next branch that a
  /// value of it decides, and PoCL 3.1 then lets one work-item decide for all.
  Stmt *barrier() {
    return M.statement(M.call("barrier", {M.name("CLK_LOCAL_MEM_FENCE", M.Context.UnsignedIntTy)},
                              M.Context.VoidTy));
  }

  /// for (int i_0 = 0; i_0 < n;) { load; barrier; the rounds; barrier; i_0 += count; }
  void staged(const Stmt *Loop, Block &Out) {
    CountedLoop C = *countedLoop(F, Loop);
    std::vector<Tile> Shared = Loads.loadsOf(Loop);
    QualType T = C.Counter->Type.getUnqualifiedType();
    Variable *First = M.variable(Ids.fresh(C.Counter->Name + "_0"), T);
    Variable *Count = M.variable(Ids.fresh("count"), T);
    Expr *Left = M.binary(BO_Sub, const_cast<Expr *>(C.Bound), M.reference(First));
    Left->Type = T;
    Block Round = {M.declare(Count, M.call("min", {M.cast(T, Left), M.number(Depth, T)}, T))};
    llvm::SmallPtrSet<Variable *, 4> Used;
    for (Tile &Each : Shared) {
      makeArray(Each, Used);
      Stmt *Loaded = Fill.fill(Each, C.Counter, First, Count, Depth);
      Round.push_back(Loaded ? Loaded : load(Each, C, First, Count));
    }
    Round.push_back(barrier());
    Stmt *Rounds = M.copyOf(Loop);
    Rounds->Lead = directivesOf(Loop->Lead);
    Stmt *Begin = M.copyOf(Loop->Init[0]);
    Begin->Value = M.reference(First);
    Rounds->Init = {Begin};
    Rounds->Value = M.binary(BO_LT, M.reference(C.Counter),
                             M.binary(BO_Add, M.reference(First), M.reference(Count)));
    Rounds->Body = M.rewrite(Loop->Body, [&](const Expr *E) -> Expr * {
      for (const Tile &Each : Shared)
        if (Loads.isLoad(E) && Print.print(E) == Print.print(Each.Place) &&
            Loads.isStageable(E, C.Counter))
          return placeIn(Each, M.binary(BO_Sub, M.reference(C.Counter), M.reference(First)));
      return nullptr;
    });
    if (Inside && !Loads.isHarmless(Rounds->Body, Tiles)) {
      Round.push_back(M.ifThen(Inside, {Rounds}));
      Round.back()->BodyIsBlock = true;
    } else {
      Round.push_back(Rounds);
    }
    Round.push_back(barrier());
    Round.push_back(M.statement(M.binary(BO_AddAssign, M.reference(First), M.reference(Count))));
    Stmt Outer;
    Outer.Kind = Stmt::Form::For;
    Outer.Lead = commentsOf(Loop->Lead);
    Outer.Init = {M.declare(First, const_cast<Expr *>(C.Initial))};
    Outer.Value = both(Any ? M.reference(Any) : nullptr,
                       M.binary(BO_LT, M.reference(First), const_cast<Expr *>(C.Bound)), BO_LAnd);
    Outer.Body = Round;
    Out.push_back(M.Nodes.stmt(std::move(Outer)));
    Out.push_back(barrier());
  }

  /// The items that share \p T load a row each, until all are there.
  Stmt *load(const Tile &T, const CountedLoop &C, Variable *First, Variable *Count) {
    Dimensions Sharing = AllDimensions & ~T.Own;
    Variable *Row = M.variable(Ids.fresh("row"), First->Type);
    Expr *Value = M.rewrite(T.Place, [&](const Expr *E) -> Expr * {
      bool IsCounter = E->Kind == Expr::Form::Reference && E->Var == C.Counter;
      return IsCounter ? M.binary(BO_Add, M.reference(First), M.reference(Row)) : nullptr;
    });
    // Of a group, some item is within the guards of the dimensions that share.
    if (Expr *Guard = Fill.guard(T.Own))
      Value = M.conditional(Guard, Value, M.number(0));
    Stmt *Store = M.statement(M.binary(BO_Assign, placeIn(T, M.reference(Row)), Value));
    // As the source would have it: vectors are converted only where the tree says so.
    Expr *Mine = Ids.linearId(Sharing);
    if (!M.Context.hasSameType(Row->Type.getUnqualifiedType(), Mine->Type)) {
      Mine = M.cast(Row->Type.getUnqualifiedType(), Mine);
      Mine->Implicit = true;
    }
    Stmt *Result = M.forLoop(Row, Mine, M.reference(Count), {Store});
    Result->Step = M.binary(BO_AddAssign, M.reference(Row), M.number(Ids.sizeOf(Sharing)));
    return Result;
  }

  const Facts &F;
  Kernel &K;
  Make &M;
  unsigned Depth;
  Printer Print;
  Guards G;
  GroupIds Ids;
  StageFill Fill;
  Expr *Inside = nullptr;  ///< the guards hold
  Variable *Any = nullptr; ///< some work-item of the group has work
  std::vector<Variable *> Tiles;
  std::optional<Reason> Why;
};

} // namespace

std::optional<Reason> Stage::run(const unsigned (&Group)[3], const unsigned (&Merged)[3]) {
  if (!Group[0] || !Group[1] || !Group[2])
    return Reason{Because::LocalSizeUnknown, nullptr};
  bool IsOther = !std::equal(Group, Group + 3, K.GroupSize);
  if (IsOther) {
    Facts Plain(From, K);
    if (Plain.firstOpaque())
      return Reason{Because::NotInTree, Plain.firstOpaque()};
    if (auto No = nothingIn(Plain, K))
      return No;
    if (const Expr *Fixed = freeOfGroup(K, Plain, M))
      return Reason{Because::IdBuiltinUnsupported, Fixed->From, changedBy(Fixed->Text)};
  }
  Facts F(From, K);
  Stager S(F, K, M, Depth, Group, Merged);
  Guards G = findGuards(F);
  if (auto Why = S.run()) {
    if (Why->Why != Because::NothingToStage)
      return Why;
    return S.Loads.Written ? Reason{Because::SourceWritten, S.Loads.Written}
           : S.Loads.Odd   ? Reason{Because::LoopNotCanonical, S.Loads.Odd, S.Loads.WhyOdd}
                           : *Why;
  }
  When = S.When;
  // A launch's items need not fill groups of another size: then the guards leave out the others.
  for (unsigned D = 0; IsOther && D < 3; ++D) {
    bool IsGuarded = false;
    for (const UpperBound &B : G.Bounds)
      if (std::optional<std::string> Value =
              B.Dimension == D ? hostValue(F, B.Bound) : std::nullopt;
          Value && !IsGuarded && B.Offset >= 0 && B.Bound->Type->isSignedIntegerType()) {
        When.push_back("items" + std::to_string(D) + " >= " + *Value);
        When.push_back(*Value + " >= 0");
        IsGuarded = true;
      }
    if (!IsGuarded && Group[D] > 1)
      When.push_back("items" + std::to_string(D) + " % " + std::to_string(Group[D]) + " == 0");
  }
  std::copy(std::begin(Group), std::end(Group), K.GroupSize);
  return std::nullopt;
}

} // namespace cu2cl::opt
