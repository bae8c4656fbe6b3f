// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Stage.h"
#include "optimizers/analysis/Guards.h"
#include "optimizers/analysis/Loops.h"
#include "optimizers/steps/HostValue.h"
#include "optimizers/tree/Print.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

/// A load that goes through local memory.
struct Tile {
  const Expr *Place = nullptr;
  Variable *Array = nullptr;
  Dimensions Own = 0; ///< along which it differs; the group's other items share it
};

class Stager {
public:
  Stager(const Facts &F, Kernel &K, Make &M, unsigned Depth, const unsigned (&Group)[3])
      : F(F), K(K), M(M), Depth(Depth), Group(Group), Print(F.source()), G(findGuards(F)) {}

  std::optional<std::pair<Because, const clang::Stmt *>> run() {
    if (F.firstOpaque())
      return std::make_pair(Because::NotInTree, F.firstOpaque());
    if (F.hasBarrier() || F.hasLocalMemory())
      return std::make_pair(Because::NothingToStage, nullptr);
    Block Head = head();
    Block Work = segment(G.Work);
    if (Why)
      return Why;
    if (Tiles.empty())
      return std::make_pair(Because::NothingToStage, nullptr);
    uint64_t Bytes = 0;
    Block Body;
    for (Variable *V : Tiles) {
      Bytes += M.Context.getTypeSizeInChars(V->Type).getQuantity();
      Body.push_back(M.declare(V, nullptr));
    }
    if (Bytes > 65536)
      return std::make_pair(Because::LocalMemLimit, nullptr);
    for (unsigned D = 0; D < 3; ++D)
      if (Local[D])
        Body.push_back(
            M.declare(Local[D], M.call("get_local_id", {M.number(D)}, M.Context.getSizeType())));
    Body.append(Head.begin(), Head.end());
    Body.append(Work.begin(), Work.end());
    K.Body = Body;
    return std::nullopt;
  }

  std::vector<std::string> When;

private:
  void refuse(Because B, const clang::Stmt *At) {
    if (!Why)
      Why = {B, At};
  }

  std::string fresh(llvm::StringRef Name) {
    std::string Result = freshName(M.Context, Names, Name);
    Names.insert(Result);
    return Result;
  }

  // --- Ids and guards

  Expr *localId(unsigned D) {
    if (!Local[D])
      Local[D] = M.variable(fresh(std::string("local_") + "xyz"[D]), M.Context.IntTy);
    return M.reference(Local[D]);
  }

  /// The number of a work-item among those of its group that differ along \p D; null for the only
  /// one.
  Expr *linearId(Dimensions Of) {
    Expr *Result = nullptr;
    unsigned Before = 1;
    for (unsigned D = 0; D < 3; ++D) {
      if (!(Of >> D & 1) || Group[D] == 1)
        continue;
      Expr *Id = localId(D);
      if (Result)
        Id = M.binary(BO_Add, Result, M.binary(BO_Mul, Id, M.number(Before)));
      Result = Id;
      Before *= Group[D];
    }
    return Result;
  }

  unsigned sizeOf(Dimensions Of) const {
    unsigned Result = 1;
    for (unsigned D = 0; D < 3; ++D)
      Result *= Of >> D & 1 ? Group[D] : 1;
    return Result;
  }

  /// The guards of \p Of, for a work-item, or for the first one of its group.
  Expr *inside(Dimensions Of, bool OfGroup = false) {
    Expr *Result = nullptr;
    for (const UpperBound &B : G.Bounds) {
      if (!(Of >> B.Dimension & 1))
        continue;
      auto Kind = BinaryOperatorKind(B.Clause->Opcode);
      if (B.Leaves)
        Kind = BinaryOperator::negateComparisonOp(Kind);
      Expr *Sides[2] = {B.Clause->Kids[0], B.Clause->Kids[1]};
      Expr *&Id = Sides[Sides[0] == B.Bound ? 1 : 0];
      if (OfGroup) {
        Expr *First = M.call("get_group_id", {M.number(B.Dimension)}, M.Context.getSizeType());
        First = M.binary(BO_Mul, First, M.number(Group[B.Dimension]));
        std::optional<int64_t> Offset =
            F.form(Id).without("gid" + std::to_string(B.Dimension)).asConstant();
        Id = M.plus(M.cast(Id->Type.getUnqualifiedType(), First), *Offset);
      }
      Expr *Holds = M.binary(Kind, Sides[0], Sides[1]);
      Result = Result ? M.binary(BO_LAnd, Result, Holds) : Holds;
    }
    return Result;
  }

  /// What stands ahead of the work: ids, what is equal for all, and the way out of groups of which
  /// no item has work.
  Block head() {
    Block Out;
    for (Stmt *S : K.Body)
      for (const IdVariable &Id : G.Ids)
        if (S->Var == Id.Var)
          declare(S, Out);
    for (const Guards::Part &P : G.Before) {
      if (P.Declared) {
        if (!P.Declared->Value || !isFree(P.Declared->Value))
          refuse(Because::StageDivergent, P.Declared->From);
        declare(P.Declared, Out);
        continue;
      }
      if (!isArgument(P.Condition))
        refuse(Because::StageDivergent, P.Condition->From);
      auto *Condition = const_cast<Expr *>(P.Condition);
      Out.push_back(M.ifThen(P.Leaves ? Condition : M.unary(UO_LNot, Condition), {leave()}));
    }
    if (Expr *Any = inside(AllDimensions, true)) {
      Out.push_back(M.ifThen(M.unary(UO_LNot, Any), {leave()}));
      Inside = M.variable(fresh("inside"), M.Context.IntTy);
      Out.push_back(M.declare(Inside, inside(AllDimensions)));
    }
    return Out;
  }

  Stmt *leave() {
    Stmt Return;
    Return.Kind = Stmt::Form::Return;
    return M.Nodes.stmt(std::move(Return));
  }

  // --- What may be computed by work-items that the guards leave out

  /// No effects, no loads, and nothing that may trap.
  bool isFree(const Expr *E) const {
    bool Free = true;
    forEach(E, [&](const Expr *Part) {
      Free &= !isAssignment(Part) && Part->Kind != Expr::Form::Opaque && !isLoad(Part);
      Free &= Part->Kind != Expr::Form::Call || callKind(Part) <= CallKind::Id;
      bool Divides =
          Part->Kind == Expr::Form::Binary && (Part->Opcode == BO_Div || Part->Opcode == BO_Rem);
      Free &= !Divides || !Part->Type->isIntegerType() ||
              constantOf(F.source(), Part->Kids[1]).value_or(0) > 0;
    });
    return Free;
  }

  static bool isLoad(const Expr *E) {
    return E->Kind != Expr::Form::Cast && isMemory(E) && !E->Type->isArrayType();
  }

  bool isKept(const Variable *V) const {
    const VariableFacts &Known = F.of(V);
    return !Known.Assignments && !Known.HasAddressTaken && !V->Type.isVolatileQualified();
  }

  /// True if \p E is computed of arguments alone.
  bool isArgument(const Expr *E) const {
    bool Result = isFree(E);
    forEach(E, [&](const Expr *Part) {
      if (Part->Kind == Expr::Form::Reference)
        Result &= Part->Var->IsParameter && isKept(Part->Var);
      Result &= Part->Kind != Expr::Form::Call || callKind(Part) == CallKind::Pure;
    });
    return Result;
  }

  /// True if \p E is computed of arguments, ids, \p Counter, and what is declared of such for all.
  bool isKnown(const Expr *E, const Variable *Counter) const {
    bool Known = isFree(E);
    forEach(E, [&](const Expr *Part) {
      if (Part->Kind == Expr::Form::Reference && Part->Var != Counter)
        Known &= isKept(Part->Var) && (Part->Var->IsParameter || Ahead.count(Part->Var));
    });
    return Known;
  }

  /// True if \p B, a round on tiles, may be done by work-items that the guards leave out.
  bool isHarmless(const Block &B) const {
    for (const Stmt *S : B) {
      if (isLoop(S) || !isHarmless(S->Body) || !isHarmless(S->Else))
        return false;
      bool Harmless = true;
      if (S->Value)
        forEach(S->Value, [&](const Expr *Part) {
          if (const Variable *V = assignedVariable(Part))
            Harmless &= !V->Type->isPointerType() && !V->Type->isArrayType();
          Harmless &= Part->Kind != Expr::Form::Opaque && !isForeign(Part);
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
  bool isForeign(const Expr *E) const {
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

  // --- The work, in parts between barriers

  void declare(Stmt *S, Block &Out) {
    Out.push_back(S);
    if (isKept(S->Var) && S->Value && isKnown(S->Value, nullptr))
      Ahead.insert(S->Var);
  }

  static bool hasReturn(const Block &B) {
    for (const Stmt *S : B)
      if (S->Kind == Stmt::Form::Return || hasReturn(S->Body) || hasReturn(S->Else))
        return true;
    return false;
  }

  /// True if \p S is a loop to stage, or holds one in branches that all items take together.
  bool isTarget(const Stmt *S) {
    if (S->Kind == Stmt::Form::If && isArgument(S->Value)) {
      auto HasTarget = [&](const Block &B) {
        return llvm::any_of(B, [&](const Stmt *Inner) { return isTarget(Inner); });
      };
      return HasTarget(S->Body) || HasTarget(S->Else);
    }
    return isLoop(S) && !loadsOf(S).empty();
  }

  Block segment(const Block &B) {
    Block Out, Pending;
    auto Flush = [&] {
      if (hasReturn(Pending))
        refuse(Because::UnstructuredReturn, nullptr);
      if (Pending.empty())
        return;
      if (Inside) {
        Out.push_back(M.ifThen(M.reference(Inside), Pending));
        Out.back()->BodyIsBlock = true;
      } else {
        Out.append(Pending.begin(), Pending.end());
      }
      Pending.clear();
    };
    for (size_t I = 0; I < B.size(); ++I) {
      Stmt *S = B[I];
      bool Follows = std::any_of(B.begin() + I, B.end(), [&](Stmt *Each) { return isTarget(Each); });
      if (!Follows || (S->Kind != Stmt::Form::Declare && !isTarget(S))) {
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
      } else if (!Inside || !S->Value || isFree(S->Value)) {
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
      return refuse(Because::StageDivergent, S->From);
    S->Var->Type = S->Var->Type.getUnqualifiedType();
    Stmt *Declared = M.declare(S->Var, M.number(0));
    Declared->Lead = S->Lead;
    Out.push_back(Declared);
    Pending.push_back(M.statement(M.binary(BO_Assign, M.reference(S->Var), S->Value)));
  }

  // --- Loops

  /// Loads that every round of \p Loop makes, that items of a group share, and that no one changes.
  std::vector<Tile> loadsOf(const Stmt *Loop) {
    std::vector<Tile> Result;
    std::optional<CountedLoop> C = countedLoop(F, Loop);
    if (!C || leavesRound(Loop->Body) || C->Step != 1 || C->IsInclusive || !C->First ||
        *C->First < 0 || !isArgument(C->Bound)) {
      Odd = Odd ? Odd : Loop->From;
      return Result;
    }
    for (const Stmt *S : Loop->Body)
      if (S->Value && (S->Kind == Stmt::Form::Declare || S->Kind == Stmt::Form::Expression))
        collect(S->Value, C->Counter, Result);
    return Result;
  }

  void collect(const Expr *E, const Variable *Counter, std::vector<Tile> &Found) {
    if (isLoad(E) && E->Kind != Expr::Form::Member && isStageable(E, Counter)) {
      bool IsNew = llvm::none_of(
          Found, [&](const Tile &T) { return Print.print(T.Place) == Print.print(E); });
      if (IsNew)
        Found.push_back({E, nullptr, F.differs(E)});
      return;
    }
    bool Chooses = E->Kind == Expr::Form::Conditional ||
                   (E->Kind == Expr::Form::Binary &&
                    BinaryOperator::isLogicalOp(BinaryOperatorKind(E->Opcode)));
    bool IsTarget = isAssignment(E) || (E->Kind == Expr::Form::Unary && E->Opcode == UO_AddrOf);
    for (const Expr *Kid : E->Kids) {
      bool IsFirst = Kid == E->Kids[0];
      if (Chooses ? IsFirst : !(IsTarget && IsFirst))
        collect(Kid, Counter, Found);
    }
  }

  bool isStageable(const Expr *E, const Variable *Counter) {
    const Variable *Root = F.root(E);
    QualType T = E->Type;
    bool IsPlain = T->isArithmeticType() && !T->isHalfType() && !T.isVolatileQualified() &&
                   T.getAddressSpace() == LangAS::opencl_global;
    if (!IsPlain || !Root || sizeOf(AllDimensions & ~F.differs(E)) == 1)
      return false;
    for (const Expr *Kid : E->Kids)
      if (!isKnown(Kid, Counter))
        return false;
    return !isWritten(Root);
  }

  bool isWritten(const Variable *Root) {
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

  void addDistinct(const Variable *Root) {
    for (const Access &A : F.accesses()) {
      if (!A.Writes || !A.Root)
        continue;
      unsigned I = parameterIndex(K, Root), J = parameterIndex(K, A.Root);
      std::string Term =
          "distinct(" + std::to_string(std::min(I, J)) + "," + std::to_string(std::max(I, J)) + ")";
      if (!llvm::is_contained(When, Term))
        When.push_back(Term);
    }
  }

  Expr *numberOf(QualType T, int64_t Value) {
    Expr *E = M.number(Value);
    E->Type = T;
    E->Text += std::string(T->isUnsignedIntegerType() ? "u" : "") +
               (M.Context.getTypeSize(T) == 64 ? "l" : "");
    return E;
  }

  Expr *placeIn(const Tile &T, Expr *Row) {
    QualType Inner = M.Context.getAsConstantArrayType(T.Array->Type)->getElementType();
    Expr *Result = M.subscript(M.reference(T.Array), Row, inLocal(Inner));
    if (Expr *Own = linearId(T.Own))
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

  void makeArray(Tile &T) {
    QualType Type = M.Context.removeAddrSpaceQualType(T.Place->Type).getUnqualifiedType();
    if (linearId(T.Own))
      Type = arrayOf(Type, sizeOf(T.Own));
    T.Array = M.variable(fresh(F.root(T.Place)->Name + "_tile"), inLocal(arrayOf(Type, Depth)));
    Tiles.push_back(T.Array);
    addDistinct(F.root(T.Place));
  }

  Stmt *barrier() {
    return M.statement(
        M.call("barrier", {M.name("CLK_LOCAL_MEM_FENCE", M.Context.UnsignedIntTy)}, M.Context.VoidTy));
  }

  /// for (int i_0 = 0; i_0 < n;) { load; barrier; the rounds; barrier; i_0 += count; }
  void staged(const Stmt *Loop, Block &Out) {
    CountedLoop C = *countedLoop(F, Loop);
    std::vector<Tile> Loads = loadsOf(Loop);
    QualType T = C.Counter->Type.getUnqualifiedType();
    Variable *First = M.variable(fresh(C.Counter->Name + "_0"), T);
    Variable *Count = M.variable(fresh("count"), T);
    Expr *Left = M.binary(BO_Sub, const_cast<Expr *>(C.Bound), M.reference(First));
    Left->Type = T;
    Block Round = {
        M.declare(Count, M.call("min", {M.cast(T, Left), numberOf(T, Depth)}, T))};
    for (Tile &Each : Loads) {
      makeArray(Each);
      Round.push_back(load(Each, C, First, Count));
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
      for (const Tile &Each : Loads)
        if (isLoad(E) && Print.print(E) == Print.print(Each.Place) && isStageable(E, C.Counter))
          return placeIn(Each, M.binary(BO_Sub, M.reference(C.Counter), M.reference(First)));
      return nullptr;
    });
    if (Inside && !isHarmless(Rounds->Body)) {
      Round.push_back(M.ifThen(M.reference(Inside), {Rounds}));
      Round.back()->BodyIsBlock = true;
    } else {
      Round.push_back(Rounds);
    }
    Round.push_back(barrier());
    Round.push_back(
        M.statement(M.binary(BO_AddAssign, M.reference(First), M.reference(Count))));
    Stmt Outer;
    Outer.Kind = Stmt::Form::For;
    Outer.Lead = commentsOf(Loop->Lead);
    Outer.Init = {M.declare(First, const_cast<Expr *>(C.Initial))};
    Outer.Value = M.binary(BO_LT, M.reference(First), const_cast<Expr *>(C.Bound));
    Outer.Body = Round;
    Out.push_back(M.Nodes.stmt(std::move(Outer)));
  }

  /// The items that share \p T load a row each, until all are there.
  Stmt *load(const Tile &T, const CountedLoop &C, Variable *First, Variable *Count) {
    Dimensions Sharing = AllDimensions & ~T.Own;
    Variable *Row = M.variable(fresh("row"), First->Type);
    Expr *Value = M.rewrite(T.Place, [&](const Expr *E) -> Expr * {
      bool IsCounter = E->Kind == Expr::Form::Reference && E->Var == C.Counter;
      return IsCounter ? M.binary(BO_Add, M.reference(First), M.reference(Row)) : nullptr;
    });
    // Of a group, some item is within the guards of the dimensions that share.
    if (Expr *Guard = inside(T.Own))
      Value = M.conditional(Guard, Value, M.number(0));
    Stmt *Store = M.statement(M.binary(BO_Assign, placeIn(T, M.reference(Row)), Value));
    Stmt *Result = M.forLoop(Row, linearId(Sharing), M.reference(Count), {Store});
    Result->Step = M.binary(BO_AddAssign, M.reference(Row), M.number(sizeOf(Sharing)));
    return Result;
  }

public:
  const clang::Stmt *Odd = nullptr, *Written = nullptr;

private:
  const Facts &F;
  Kernel &K;
  Make &M;
  unsigned Depth;
  const unsigned (&Group)[3];
  Printer Print;
  Guards G;
  Variable *Local[3] = {nullptr, nullptr, nullptr}, *Inside = nullptr;
  llvm::SmallPtrSet<const Variable *, 8> Ahead; ///< declared for all, of values that are kept
  std::vector<Variable *> Tiles;
  llvm::StringSet<> Names;
  std::optional<std::pair<Because, const clang::Stmt *>> Why;
};

/// get_global_id for what is one, so that the group may have another size. \returns an id that
/// would change, or null.
const Expr *freeOfGroup(Kernel &K, const Facts &F, Make &M) {
  K.Body = M.rewrite(K.Body, [&](const Expr *E) -> Expr * {
    bool HasId = false;
    forEach(E, [&](const Expr *Part) {
      HasId |= Part->Kind == Expr::Form::Call && callKind(Part) == CallKind::Id;
    });
    if (!HasId || !E->Type->isIntegerType() || isAssignment(E))
      return nullptr;
    Polynomial P = F.form(E);
    for (unsigned D = 0; D < 3; ++D) {
      Polynomial::Atom Atom = "gid" + std::to_string(D);
      std::optional<int64_t> Offset = P.without(Atom).asConstant();
      if (!Offset || P.coefficient(Atom).asConstant() != 1)
        continue;
      Expr *Id = M.call("get_global_id", {M.number(D)}, M.Context.getSizeType());
      return M.plus(M.cast(E->Type.getUnqualifiedType(), Id), *Offset);
    }
    return nullptr;
  });
  const Expr *Fixed = nullptr;
  Facts After(F.source(), K);
  for (const auto &[Call, In] : After.calls())
    if (callKind(Call) == CallKind::Item ||
        (callKind(Call) == CallKind::Id && Call->Text != "get_global_id" &&
         Call->Text != "get_work_dim"))
      Fixed = Call;
  return Fixed;
}

} // namespace

std::optional<std::pair<Because, const clang::Stmt *>> Stage::run(const unsigned (&Group)[3]) {
  using Refused = std::pair<Because, const clang::Stmt *>;
  if (!Group[0] || !Group[1] || !Group[2])
    return Refused{Because::LocalSizeUnknown, nullptr};
  bool IsOther = !std::equal(Group, Group + 3, K.GroupSize);
  if (IsOther) {
    Facts Plain(From, K);
    if (Plain.firstOpaque())
      return Refused{Because::NotInTree, Plain.firstOpaque()};
    if (Plain.hasBarrier() || Plain.hasLocalMemory())
      return Refused{Because::NothingToStage, nullptr};
    if (const Expr *Fixed = freeOfGroup(K, Plain, M))
      return Refused{Because::IdBuiltinUnsupported, Fixed->From};
  }
  Facts F(From, K);
  Stager S(F, K, M, Depth, Group);
  Guards G = findGuards(F);
  if (auto Why = S.run()) {
    if (Why->first != Because::NothingToStage || F.hasBarrier() || F.hasLocalMemory())
      return Why;
    return S.Written ? Refused{Because::SourceWritten, S.Written}
           : S.Odd   ? Refused{Because::LoopNotCanonical, S.Odd}
                     : *Why;
  }
  When = S.When;
  // A launch's items need not fill groups of another size: then the guards leave out the others.
  for (unsigned D = 0; IsOther && D < 3; ++D) {
    bool IsGuarded = false;
    for (const UpperBound &B : G.Bounds)
      if (std::optional<std::string> Value = B.Dimension == D ? hostValue(F, B.Bound) : std::nullopt;
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
