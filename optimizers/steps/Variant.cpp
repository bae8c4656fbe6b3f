// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel with its steps done: the head (ids, guards, tail), the work, and the contract.

#include "optimizers/steps/Variant.h"
#include "optimizers/steps/Carry.h"
#include "optimizers/steps/HostValue.h"
#include "optimizers/steps/Lowering.h"
#include "optimizers/steps/OwnMath.h"
#include "optimizers/steps/OwnParameters.h"
#include "optimizers/steps/Unroll.h"
#include "optimizers/steps/Unswitch.h"
#include "optimizers/tree/Build.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class Assembler {
public:
  Assembler(const Source &From, const Kernel &K, const Facts &F, const Schedule &S, Make &M)
      : From(From), K(K), F(F), S(S), M(M), G(guardsOf(F)), L(F, G, S, M), Print(From) {
    for (unsigned D = 0; D < 3; ++D) {
      Factor[D] = S.factor(D);
      for (const Axis &A : S.Axes)
        if (A.Dimension == D && A.Kind == Axis::As::Loop)
          LoopFactor[D] *= A.Factor;
    }
    bool IsClamped = F.isInGroup() && S.apart();
    Tail = S.Tail.value_or(IsClamped ? TailKind::Clamp : TailKind::Lanes);
  }

  std::optional<std::pair<Because, std::string>> assemble() {
    check();
    if (!L.isRefused())
      returnOutsideLoops();
    if (!L.isRefused())
      head();
    if (L.isRefused())
      return L.refusal();
    return std::nullopt;
  }

  std::string text(llvm::StringRef Name, llvm::StringRef Target) const;
  unsigned lanesAlone() const { return L.LanesAlone; }
  const std::map<std::string, std::string> &helpers() const { return L.Helpers; }

private:
  bool isMerged(unsigned D) const { return Factor[D] > 1; }
  bool isMergedAtAll() const { return isMerged(0) || isMerged(1) || isMerged(2); }

  /// Within a group every launch of the kernel divides, so guards are conditions like others.
  static Guards guardsOf(const Facts &F) {
    if (!F.isInGroup())
      return findGuards(F);
    Guards G;
    G.Work = F.kernel().Body;
    return G;
  }

  void check() {
    if (F.firstOpaque() || hasConditionals())
      return L.refuse(Because::NotInTree, F.firstOpaque());
    if (S.Group && (F.hasLocalMemory() || F.hasBarrier()))
      return L.refuse(Because::GroupFixed, nullptr);
    for (const auto &[Call, In] : F.calls())
      if (callKind(Call) == CallKind::Item && (isMergedAtAll() || S.Group))
        return L.refuse(Because::IdBuiltinUnsupported, Call->From);
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

  bool isApart(unsigned D) const { return S.apart() >> D & 1; }

  /// Groups that are merged as a whole: each copy has its local memory.
  void checkGroups() {
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

  /// The ids and counts of groups, and when the launch's groups make whole ones.
  void headOfGroups() {
    for (unsigned D = 0; D < 3; ++D) {
      if (!isApart(D))
        continue;
      std::string Number = std::to_string(D);
      if (Tail == TailKind::Divides) {
        When.push_back("items" + Number + " % (" + std::to_string(Factor[D]) + " * group" + Number +
                       ") == 0");
        continue;
      }
      append(D);
      std::string Letter(1, "xyz"[D]);
      Lowering::Clamp &C = L.Clamped[D];
      C.Count = M.variable(L.fresh("groups_" + Letter), M.Context.IntTy);
      C.Group = M.variable(L.fresh("group_" + Letter), M.Context.IntTy);
      Expr *Size = K.GroupSize[D]
                       ? M.number(K.GroupSize[D])
                       : M.call("get_local_size", {M.number(D)}, M.Context.UnsignedIntTy);
      Body.push_back(M.declare(C.Count, M.binary(BO_Div, M.reference(Appended[D]), Size)));
      Expr *Id = M.call("get_group_id", {M.number(D)}, M.Context.UnsignedIntTy);
      Body.push_back(M.declare(C.Group, M.binary(BO_Mul, Id, M.number(Factor[D]))));
      Expr *Last = M.plus(M.reference(C.Group), Factor[D] - 1);
      Expr *Inside = M.binary(BO_LT, Last, M.reference(C.Count));
      L.Owned = L.Owned ? M.binary(BO_LAnd, L.Owned, Inside) : Inside;
    }
  }

  /// Whether the kernel's text depends on macros that each device's compiler defines: the tree has
  /// only one of the branches.
  bool hasConditionals() const {
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
  static Dimensions usedIn(const Block &B) {
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

  static bool hasReturn(const Block &B) {
    for (const Stmt *S : B)
      if (S->Kind == Stmt::Form::Return || hasReturn(S->Body) || hasReturn(S->Else))
        return true;
    return false;
  }

  /// A return in the work would leave out the items that a loop has not come to.
  void returnOutsideLoops() {
    if (isMergedAtAll() && !F.isInGroup() && hasReturn(G.Work))
      L.refuse(Because::UnstructuredReturn, nullptr);
  }

  // --- The head

  /// What the id variable of \p D must stay below, for dimensions with a guard or merged ones.
  Expr *boundOf(unsigned D, const IdVariable &Id) {
    Expr *Result = nullptr;
    for (const UpperBound &B : G.Bounds) {
      if (B.Dimension != D)
        continue;
      Expr *Value = M.plus(typed(L.uniform(B.Bound), Id), Id.Offset - B.Offset);
      Result = Result ? M.call("min", {Result, Value}, Id.Var->Type) : Value;
    }
    if (Appended[D]) {
      Expr *Value = M.plus(typed(M.reference(Appended[D]), Id), Id.Offset);
      Result = Result ? M.call("min", {Result, Value}, Id.Var->Type) : Value;
    }
    return Result;
  }

  /// \p E as the id variable's type has it.
  Expr *typed(Expr *E, const IdVariable &Id) {
    return M.Context.hasSameUnqualifiedType(E->Type, Id.Var->Type)
               ? E
               : M.cast(Id.Var->Type.getUnqualifiedType(), E);
  }

  /// Says when a launch covers the guards, and appends the launch's size where it does not say.
  void coverGuards() {
    for (unsigned D = 0; D < 3; ++D) {
      bool Guarded = false;
      for (const UpperBound &B : G.Bounds) {
        if (B.Dimension != D)
          continue;
        std::optional<std::string> Value = hostValue(F, B.Bound);
        std::string Extent = Value ? minus(*Value, B.Offset) : "";
        // The id's type may not hold the bound, or what is computed of it.
        const IdVariable &Id = L.id(D);
        bool MayWrap = !Id.Var->Type->isSignedIntegerType() &&
                       (B.Bound->Type->isSignedIntegerType() || B.Offset > Id.Offset);
        if (!Value) { // the launch does not know the bound: its own size bounds, too
          append(D);
          bool Holds = M.Context.getTypeSize(B.Bound->Type) < 32 ||
                       M.Context.hasSameUnqualifiedType(B.Bound->Type, Id.Var->Type);
          if ((isMerged(D) && LoopFactor[D] == 1 && Tail != TailKind::Lanes) || !Holds || MayWrap ||
              B.Offset > Id.Offset)
            L.refuse(Because::GuardShape, B.Bound->From);
          continue;
        }
        Guarded = true;
        When.push_back("items" + std::to_string(D) + " >= " + Extent);
        if (MayWrap || B.Offset > Id.Offset)
          When.push_back(Extent + " >= 0");
        if (isMerged(D) && LoopFactor[D] == 1 && Tail == TailKind::Shift)
          When.push_back(Extent + " >= " + std::to_string(tile(D)));
        if (isMerged(D) && LoopFactor[D] == 1 && Tail == TailKind::Divides)
          When.push_back(parenthesized(Extent) + " % " + std::to_string(tile(D)) + " == 0");
      }
      if (!Guarded && !Appended[D])
        coverUnguarded(D);
    }
  }

  void coverUnguarded(unsigned D) {
    std::string Items = "items" + std::to_string(D);
    unsigned Group = S.Group ? (*S.Group)[D] : K.GroupSize[D];
    if (isMerged(D) && Tail == TailKind::Divides && LoopFactor[D] == 1) {
      When.push_back(
          Items + " % " +
          (Group ? std::to_string(Factor[D] * Group)
                 : "(" + std::to_string(Factor[D]) + " * group" + std::to_string(D) + ")") +
          " == 0");
      return;
    }
    if (isMerged(D)) {
      append(D);
      if (Tail == TailKind::Shift && LoopFactor[D] == 1)
        When.push_back(Items + " >= " + std::to_string(tile(D)));
    } else if (S.Group && Group != K.GroupSize[D] && Group > 1) {
      When.push_back(Items + " % " + std::to_string(Group) + " == 0");
    }
  }

  void append(unsigned D) {
    if (!Appended[D])
      Appended[D] = M.variable(L.fresh(std::string("items_") + "xyz"[D]), M.Context.UnsignedIntTy);
    if (isMerged(D))
      When.push_back("items" + std::to_string(D) + " < 0x80000000");
  }

  static std::string minus(const std::string &Value, int64_t Offset) {
    // x - 1 - 1 is x - 2.
    auto [Left, Right] = llvm::StringRef(Value).rsplit(" - ");
    int64_t Own;
    if (!Right.empty() && !Right.getAsInteger(10, Own) && Left.count('(') == Left.count(')'))
      return minus(Left.str(), Offset + Own);
    if (!Offset)
      return Value;
    return Value + (Offset > 0 ? " - " : " + ") + std::to_string(std::abs(Offset));
  }
  static std::string parenthesized(const std::string &Value) {
    return Value.find(' ') == std::string::npos ? Value : "(" + Value + ")";
  }

  void head() {
    if (F.isInGroup()) {
      headOfGroups();
      Block Work = L.lower(G.Work);
      Body.append(Work.begin(), Work.end());
      return;
    }
    for (unsigned D = 0; D < 3; ++D)
      if (isMerged(D))
        L.id(D);
    for (const UpperBound &B : G.Bounds)
      L.id(B.Dimension);
    coverGuards();
    if (L.isRefused())
      return;
    Block Uniform; // what a guard may need
    Block Work = partsBefore(Uniform);
    if (L.isRefused())
      return;
    // Which ids the work needs is known when it is made.
    Block Made = work(Work);
    if (L.isRefused())
      return;
    Body.append(Uniform.begin(), Uniform.end());
    declareIds();
    Body.append(Made.begin(), Made.end());
  }

  /// True if \p E may be computed once for all work-items, ahead of the bounds: what would trap if
  /// the guards did not hold stays behind them.
  bool isUniform(const Expr *E) const {
    bool Result = !F.differs(E);
    forEach(E, [&](const Expr *Part) {
      if (Part->Kind == Expr::Form::Reference)
        Result &= Part->Var->IsParameter || Ahead.count(Part->Var);
      bool Divides = (Part->Kind == Expr::Form::Binary &&
                      (Part->Opcode == BO_Div || Part->Opcode == BO_Rem)) &&
                     Part->Type->isIntegerType();
      if (Divides)
        Result &= constantOf(From, Part->Kids[1]).value_or(0) > 0;
    });
    return Result;
  }

  /// What stands ahead of the guards. What is equal for all work-items and keeps its value goes to
  /// \p Uniform, the rest stays with the work, in its order.
  Block partsBefore(Block &Uniform) {
    Block Lowered;
    std::vector<Guards::Part> Inside;
    for (const Guards::Part &P : G.Before) {
      if (const Stmt *D = P.Declared) {
        const VariableFacts &V = F.of(D->Var);
        if (V.Differs || V.Assignments || V.HasAddressTaken || (D->Value && !isUniform(D->Value))) {
          Inside.push_back(P);
          continue;
        }
        Ahead.insert(D->Var);
        Lowered = L.lower({P.Declared});
      } else if (isUniform(P.Condition)) {
        Stmt Return;
        Return.Kind = Stmt::Form::Return;
        Expr *Condition = L.uniform(P.Condition);
        Lowered = {M.ifThen(P.Leaves ? Condition : M.unary(UO_LNot, Condition),
                            {M.Nodes.stmt(std::move(Return))})};
      } else {
        Inside.push_back(P);
        continue;
      }
      Uniform.append(Lowered.begin(), Lowered.end());
    }
    for (const UpperBound &B : G.Bounds)
      if (!isUniform(B.Bound))
        L.refuse(Because::GuardShape, B.Bound->From);
    Block Work = G.Work;
    for (const Guards::Part &P : llvm::reverse(Inside)) {
      if (P.Declared) {
        Work.insert(Work.begin(), P.Declared);
        continue;
      }
      auto *Condition = const_cast<Expr *>(P.Condition);
      Work = {M.ifThen(P.Leaves ? M.unary(UO_LNot, Condition) : Condition, Work)};
      Work[0]->BodyIsBlock = true;
    }
    return Work;
  }

  Variable *firstOf(const IdVariable &Id) {
    for (auto &[Dimension, V] : First)
      if (Dimension == Id.Dimension)
        return V;
    First.push_back({Id.Dimension, M.variable(L.fresh(Id.Var->Name + "_0"), Id.Var->Type)});
    return First.back().second;
  }

  /// `int x_0 = get_global_id(0) * 16;`, the guard, and the variables that the work names.
  void declareIds() {
    Expr *Outside = nullptr;
    Block Named;
    llvm::SmallVector<const IdVariable *, 3> Primary(3, nullptr);
    for (const IdVariable &Id : L.ids()) {
      unsigned D = Id.Dimension;
      if (Primary[D]) { // another name of the same id
        Named.push_back(M.declare(
            Id.Var, M.plus(M.reference(Primary[D]->Var), Id.Offset - Primary[D]->Offset)));
        continue;
      }
      Primary[D] = &Id;
      Expr *Value =
          M.call(isApart(D) ? "get_group_id" : "get_global_id", {M.number(D)}, Id.Var->Type);
      if (isMerged(D))
        Value = M.binary(BO_Mul, Value, M.number(tile(D)));
      Variable *V = isMerged(D) ? firstOf(Id) : Id.Var;
      Body.push_back(M.declare(V, M.plus(Value, Id.Offset)));
      Body.back()->Lead = leadOf(Id.Var);
      Expr *Bound = boundOf(D, Id);
      if (!Bound)
        continue;
      Expr *Beyond = M.binary(BO_GE, M.reference(V), Bound);
      Outside = Outside ? M.binary(BO_LOr, Outside, Beyond) : Beyond;
    }
    if (Outside) {
      Stmt Return;
      Return.Kind = Stmt::Form::Return;
      Body.push_back(M.ifThen(Outside, {M.Nodes.stmt(std::move(Return))}));
    }
    Body.append(Moved.begin(), Moved.end());
    Body.append(Named.begin(), Named.end());
  }

  std::string leadOf(const Variable *V) const {
    for (const Stmt *S : K.Body)
      if (S->Var == V)
        return S->Lead;
    return "";
  }

  // --- The work

  IdVariable idOf(unsigned D) { return L.id(D); }

  /// How many items follow each other that a work-item does, or its group where they are apart.
  unsigned tile(unsigned D) const { return Factor[D] * (isApart(D) ? L.GroupSize[D] : 1); }

  /// The work-item's first item of the tile that begins at \p Begin.
  Expr *withinTile(Expr *Begin, unsigned D) {
    if (!isApart(D))
      return Begin;
    Expr *Local = M.call("get_local_id", {M.number(D)}, Begin->Type);
    if (unsigned Neighbours = S.factor(D, false); Neighbours > 1)
      Local = M.binary(BO_Mul, Local, M.number(Neighbours));
    return M.binary(BO_Add, Begin, Local);
  }

  /// The work of one merged item, with its tail.
  Block work(const Block &Work) {
    llvm::SmallVector<unsigned, 3> Tiles, Loops;
    for (unsigned D = 0; D < 3; ++D)
      if (isMerged(D))
        (LoopFactor[D] > 1 ? Loops : Tiles).push_back(D);
    for (unsigned D : llvm::concat<unsigned>(Tiles, Loops)) {
      unsigned Count = 0;
      for (const IdVariable &Id : L.ids())
        Count += Id.Dimension == D;
      if (Count > 1) // several names of one id: only the first is a loop's counter
        Several = true;
    }
    if (Several && (!Loops.empty() || (Tail == TailKind::Lanes && !Tiles.empty()))) {
      L.refuse(Because::IdBuiltinUnsupported, nullptr);
      return {};
    }
    if (Tail == TailKind::Shift && !Tiles.empty())
      return shifted(Work, Tiles, Loops);
    if (Tail == TailKind::Lanes && !Tiles.empty())
      return fullOrSingle(Work, Tiles, Loops);
    Block Result = loweredInLoops(Work, Loops);
    for (unsigned D : Tiles)
      Moved.push_back(M.declare(idOf(D).Var, withinTile(M.reference(firstOf(idOf(D))), D)));
    return Result;
  }

  /// The lowered work in loops over the items of \p Loops.
  Block loweredInLoops(const Block &Work, llvm::ArrayRef<unsigned> Loops) {
    if (!S.Carry)
      return inLoops(L.lower(Work), Loops);
    if (Loops.empty()) {
      L.refuse(Because::NothingToCarry, nullptr);
      return {};
    }
    Carry C(L, Loops[0]);
    if (auto Why = C.find(Work, firstOf(idOf(Loops[0])))) {
      L.refuse(Why->first, Why->second);
      return {};
    }
    for (auto [Kept, Written] : C.Distinct)
      addDistinct(Kept, Written);
    Block Inner = inLoops(C.around(L.lower(Work)), Loops.take_front());
    Inner.insert(Inner.begin(), C.Before.begin(), C.Before.end());
    return inLoops(Inner, Loops.drop_front());
  }

  /// tail shift: `int x = min(x_0, n - 16);`
  Block shifted(const Block &Work, llvm::ArrayRef<unsigned> Tiles, llvm::ArrayRef<unsigned> Loops) {
    checkRepeated();
    Expr *Owned = nullptr;
    for (unsigned D : Tiles) {
      IdVariable Id = idOf(D);
      Variable *First = firstOf(Id);
      Expr *Last = M.plus(boundOf(D, Id), -int64_t(tile(D)));
      Expr *Begin = M.call("min", {M.reference(First), Last}, Id.Var->Type);
      Moved.push_back(M.declare(Id.Var, withinTile(Begin, D)));
      Expr *Own = isApart(D) ? M.binary(BO_LE, M.reference(First), Last)
                             : M.binary(BO_EQ, M.reference(Id.Var), M.reference(First));
      Owned = Owned ? M.binary(BO_LAnd, Owned, Own) : Own;
      L.FirstOwned.push_back({D, First});
    }
    L.Owned = Owned;
    return loweredInLoops(Work, Loops);
  }

  /// Work-items that the last tile repeats may neither read what is written nor have effects of
  /// which the result is used. Local memory is that of the copy.
  void checkRepeated() {
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
                     isMemory(A.In->Value->Kids[0]);
      if (!A.Reads || InStore || isLocal(A.Place))
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

  void addDistinct(const Variable *A, const Variable *B) {
    unsigned I = parameterIndex(K, A), J = parameterIndex(K, B);
    std::string Term =
        "distinct(" + std::to_string(std::min(I, J)) + "," + std::to_string(std::max(I, J)) + ")";
    if (!llvm::is_contained(When, Term))
      When.push_back(Term);
  }

  /// tail lanes: whole tiles at once, the items of others one by one.
  Block fullOrSingle(const Block &Work, llvm::ArrayRef<unsigned> Tiles,
                     llvm::ArrayRef<unsigned> Loops) {
    Block Full;
    Expr *Fits = nullptr;
    for (unsigned D : Tiles) {
      IdVariable Id = idOf(D);
      Variable *First = firstOf(Id);
      Full.push_back(M.declare(Id.Var, withinTile(M.reference(First), D)));
      Expr *Last = M.plus(M.reference(First), tile(D) - 1);
      Expr *Inside = M.binary(BO_LT, Last, boundOf(D, Id));
      Fits = Fits ? M.binary(BO_LAnd, Fits, Inside) : Inside;
    }
    Block Merged = loweredInLoops(Work, Loops);
    Full.append(Merged.begin(), Merged.end());
    // The others: the kernel's own work, in loops over the items
    Schedule None;
    Lowering Single(F, G, None, M);
    Single.ids() = L.ids();
    Block One = Single.lower(Work);
    for (Stmt *Each : One)
      Each->Lead.clear();
    if (Single.isRefused())
      L.refuse(Single.refusal().first, nullptr);
    llvm::SmallVector<unsigned, 3> All(Tiles.begin(), Tiles.end());
    All.append(Loops.begin(), Loops.end());
    Stmt *Choice = M.ifThen(Fits, Full, inLoops(One, All));
    Choice->BodyIsBlock = true;
    return {Choice};
  }

  /// \p Body in loops over the items of \p Dimensions, x innermost.
  Block inLoops(Block Body, llvm::ArrayRef<unsigned> Dimensions) {
    for (unsigned D : Dimensions) {
      IdVariable Id = idOf(D);
      Variable *First = firstOf(Id);
      Id.Var->Type = Id.Var->Type.getUnqualifiedType(); // it counts
      Expr *End =
          M.call("min", {M.plus(M.reference(First), tile(D)), boundOf(D, Id)}, Id.Var->Type);
      Expr *Begin = M.reference(First);
      if (isApart(D)) // the group's work-items share its tile, each in steps of their number
        Begin = M.binary(BO_Add, Begin, M.call("get_local_id", {M.number(D)}, Id.Var->Type));
      Body = {M.forLoop(Id.Var, Begin, End, Body)};
      if (isApart(D))
        Body[0]->Step = M.binary(BO_AddAssign, M.reference(Id.Var), M.number(L.GroupSize[D]));
      Body[0]->BodyIsBlock = true;
    }
    return Body;
  }

  std::string head(llvm::StringRef Name) const;
  std::string groupText() const;

  const Source &From;
  const Kernel &K;
  const Facts &F;
  const Schedule &S;
  Make &M;
  Guards G;
  Lowering L;
  Printer Print;
  unsigned Factor[3] = {1, 1, 1}, LoopFactor[3] = {1, 1, 1};
  TailKind Tail = TailKind::Lanes;
  bool Several = false;
  llvm::SmallPtrSet<const Variable *, 8> Ahead; ///< declared ahead of the guards
  Variable *Appended[3] = {nullptr, nullptr, nullptr};
  std::vector<std::pair<unsigned, Variable *>> First;
  std::vector<std::string> When;
  Block Moved, Body;
};

std::string Assembler::groupText() const {
  std::vector<std::string> Sizes;
  for (unsigned D = 0; D < 3; ++D) {
    unsigned Size = S.Group ? (*S.Group)[D] : K.GroupSize[D];
    if (F.isInGroup() && !isApart(D))
      Size /= Factor[D];
    Sizes.push_back(Size ? std::to_string(Size) : "same");
  }
  return llvm::join(Sizes, " ");
}

/// The kernel's head with its parameters as the source has them.
std::string Assembler::head(llvm::StringRef Name) const {
  std::string Sizes = groupText(), Attribute;
  if (Sizes.find("same") == std::string::npos)
    Attribute = "__attribute__((reqd_work_group_size(" + llvm::join(llvm::split(Sizes, ' '), ", ") +
                ")))\n";
  std::string Parameters;
  const auto &Declared = K.Declared->parameters();
  if (!Declared.empty()) {
    std::optional<Span> All =
        From.spanOf({Declared.front()->getBeginLoc(), Declared.back()->getEndLoc()});
    if (All)
      Parameters = From.textOf(*All).str();
    else
      for (const Variable *P : K.Parameters)
        Parameters += (Parameters.empty() ? "" : ", ") + Print.declaration(P);
  }
  for (const Variable *V : Appended)
    if (V)
      Parameters += (Parameters.empty() ? "" : ", ") + Print.declaration(V);
  return "__kernel " + Attribute + "void " + Name.str() + "(" + Parameters + ") {\n";
}

std::string Assembler::text(llvm::StringRef Name, llvm::StringRef Target) const {
  std::string Out = "//@variant 1 " + Name.str() + " of " + K.Name + " for " + Target.str() + "\n";
  if (std::string Steps = S.text(); !Steps.empty())
    Out += "//@ schedule " + Steps + "\n";
  Out += "//@ items " + std::to_string(Factor[0]) + " " + std::to_string(Factor[1]) + " " +
         std::to_string(Factor[2]) + ", group " + groupText();
  std::string Dimensions;
  for (unsigned D = 0; D < 3; ++D)
    if (Appended[D])
      Dimensions += " items" + std::to_string(D);
  Out += Dimensions.empty() ? "\n" : ", append" + Dimensions + "\n";
  if (!When.empty())
    Out += "//@ when " + llvm::join(When, " && ") + "\n";
  return Out + head(Name) + Print.print(Body, 2) + "}\n";
}

} // namespace

std::string variantName(llvm::StringRef Kernel, const Schedule &S) {
  std::string Name = Kernel.str();
  for (unsigned D = 0; D < 3; ++D)
    if (unsigned Factor = S.factor(D); Factor > 1)
      Name += std::string("_") + "xyz"[D] + std::to_string(Factor);
  if (Name == Kernel)
    Name += S.Group ? "_group" : S.Unroll ? "_unrolled" : "_same";
  return Name;
}

llvm::Expected<Variant> makeVariant(const Source &From, const FunctionDecl *Declared,
                                    const Schedule &S, llvm::StringRef Name,
                                    llvm::StringRef Target) {
  Arena Nodes;
  Make M(From.context(), Nodes);
  Kernel K = buildKernel(From, Declared, Nodes);
  if (S.Unswitch) {
    Facts Before(From, K);
    if (!unswitch(K, Before, M))
      return llvm::make_error<Refusal>(Because::NothingToUnswitch,
                                       From.placeOf(Declared->getLocation()));
  }
  if (S.Unroll) {
    Facts Before(From, K);
    if (auto Why = unroll(K, Before, M, *S.Unroll))
      return llvm::make_error<Refusal>(
          Why->first,
          From.placeOf(Why->second ? Why->second->getBeginLoc() : Declared->getLocation()));
  }
  bool HasOwnMath = S.Math == Schedule::MathKind::Own && useOwnMath(K, M);
  if (!S.Axes.empty())
    ownParameters(K, M);
  Facts Apart(From, K);
  bool InGroup = !S.Axes.empty() && (Apart.hasBarrier() || Apart.hasLocalMemory());
  Facts F(From, K, InGroup, InGroup ? S.apart() : 0);
  Assembler A(From, K, F, S, M);
  if (auto Refused = A.assemble())
    return llvm::make_error<Refusal>(Refused->first, Refused->second);
  Variant Result{Name.str(), A.text(Name, Target), A.helpers(), A.lanesAlone()};
  if (HasOwnMath)
    Result.Helpers["#include"] = "#include \"clrt/device/own_math.clh\"\n";
  return Result;
}

} // namespace cu2cl::opt
