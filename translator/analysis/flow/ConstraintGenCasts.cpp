// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Casts and sizes as pointer-flow facts: what looks at a pointer's type, or gives it another one.

#include "analysis/dialect/AddressSpace.h"
#include "analysis/flow/ConstraintGenerator.h"

using namespace clang;
using namespace cu2cl;

/// Returns true if \p E subtracts one address, as an integer, from another: `(size_t)p -
/// (size_t)from`. The distance points nowhere, so `(T *)(distance + (size_t)to)` is where `to` is.
bool AddressConstraints::isAddressDistance(const BinaryOperator *E) {
  auto IsAddress = [](const Expr *Operand) {
    const auto *Cast = dyn_cast<CastExpr>(Operand->IgnoreParenImpCasts());
    return Cast && Cast->getCastKind() == CK_PointerToIntegral;
  };
  return E->getOpcode() == BO_Sub && IsAddress(E->getLHS()) && IsAddress(E->getRHS());
}

/// Returns true if the text of \p E, or what initialises the variables in it, converts a pointer to
/// an integer: of `base + offset` it tells which one is the address.
bool AddressConstraints::holdsAddress(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_PointerToIntegral || holdsAddress(Cast->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !isAddressDistance(B) && (holdsAddress(B->getLHS()) || holdsAddress(B->getRHS()));
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getInit() || V->getInit()->isValueDependent())
    return false;
  auto [It, New] = Index.InitialisedByAddress.try_emplace(V, false);
  if (!New)
    return It->second;
  bool Holds = holdsAddress(V->getInit());
  return Index.InitialisedByAddress[V] = Holds;
}

/// Cast \p E of an integer or pointer of value \p Node may narrow an address.
void AddressConstraints::loseAddress(const CastExpr *E, uint32_t Node) {
  if (S == Side::Device && E->getType()->isIntegerType() && !E->getType()->isBooleanType() &&
      Parsed.context().getTypeSize(E->getType()) <
          Parsed.context().getTypeSize(Parsed.context().VoidPtrTy))
    usePointer(Index.LostAddresses, E, Node);
}

/// The integer \p E that is looked at here becomes no pointer, however narrow it is.
void AddressConstraints::onlyLooksAt(const Expr *E) {
  if (S == Side::Host || Index.LostAddresses.empty())
    return;
  while (const auto *Cast = dyn_cast<CastExpr>(E = E->IgnoreParens())) {
    llvm::erase_if(Index.LostAddresses,
                   [&](const FactIndex::PointerUse &Each) { return Each.Site == Cast; });
    E = Cast->getSubExpr();
  }
}

void AddressConstraints::usePointer(std::vector<FactIndex::PointerUse> &Uses, const Expr *Site,
                                    uint32_t Node) {
  if (S == Side::Device && Node != NoNode)
    Uses.push_back({uint32_t(Index.Bodies.size() - 1), Site, Node});
}

/// States that the pointee of \p Pointer, of value \p Node, is read or written.
void AddressConstraints::dereference(const Expr *Pointer, uint32_t Node) {
  if (!Pointer->getType()->isPointerType() || Pointer->getType()->isFunctionPointerType())
    return;
  usePointer(Index.Dereferenced, Pointer, Node);
  if (Index.GlobalPointers.count(Pointer))
    Out.seed(Node, uint32_t(AddressSpace::Global), Pointer->getExprLoc(),
             "found by a way not followed");
}

/// The address in integer \p E, an operation on integers of nodes \p Left and \p Right, so that
/// `(T *)(((size_t)p + 15) / 16 * 16)` is where `p` is.
uint32_t AddressConstraints::numberOf(const BinaryOperator *E, uint32_t Left, uint32_t Right) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  Expr::EvalResult Mask;
  constexpr uint64_t Page = 4096;
  bool LowBits = E->getOpcode() == BO_And && R->EvaluateAsInt(Mask, Parsed.context()) &&
                 Mask.Val.getInt().getZExtValue() < Page;
  if (E->getOpcode() == BO_Rem || E->isComparisonOp() || LowBits || isAddressDistance(E)) {
    onlyLooksAt(L);
    onlyLooksAt(R);
    return NoNode;
  }
  if (Left == NoNode && Right == NoNode)
    return NoNode;
  if (!E->isBitwiseOp() && !E->isAdditiveOp() && !E->isShiftOp() && !E->isMultiplicativeOp())
    return NoNode;
  if (holdsAddress(L))
    return Left;
  if (holdsAddress(R) && !E->isShiftOp())
    return Right;
  return E->isMultiplicativeOp() || E->isShiftOp() ? NoNode : Left != NoNode ? Left : Right;
}

/// `View *` as `void *` or the other way: whoever sees bytes sees the pointers in them.
void AddressConstraints::recast(const CastExpr *E, uint32_t N) {
  QualType To = E->getType(), From = E->getSubExpr()->getType();
  if (N == NoNode || !To->isPointerType() || !From->isPointerType())
    return;
  const RecordDecl *ToRecord = To->getPointeeType()->getAsRecordDecl();
  const RecordDecl *FromRecord = From->getPointeeType()->getAsRecordDecl();
  if (S == Side::Device) {
    if ((ToRecord && ToRecord != FromRecord && Index.Holders.holdPointers(ToRecord)) ||
        (To->getPointeeType()->isPointerType() && !From->getPointeeType()->isPointerType()))
      Index.BytesAsPointers.push_back({uint32_t(Index.Bodies.size() - 1), E});
    if (Index.GlobalPointers.count(E))
      G.Records.seedPointees(N, To->getPointeeType(), uint32_t(AddressSpace::Global),
                             E->getExprLoc(), "found in global memory");
    return;
  }
  if (To->isVoidPointerType() && !From->isVoidPointerType())
    G.Types.keepContents(N, From, E->getExprLoc(), use::Untracked | use::Elsewhere);
  // `*(void *const *)item`: the memory may be part of an object of any type. (Functions that return
  // `void *` mostly return new memory, which is what the cast makes of it.)
  if (From->isVoidPointerType() && To->getPointeeType()->isPointerType() &&
      !isa<CallExpr>(E->getSubExpr()->IgnoreParenImpCasts()))
    G.Types.keepContents(N, To, E->getExprLoc());
  // A cast that a macro's body writes is written once for all pointers.
  if (isa<ExplicitCastExpr>(E) && Parsed.sources().isMacroBodyExpansion(E->getBeginLoc()))
    G.Types.keepType(N, From, E->getExprLoc(), "cast by a macro");
  for (const RecordDecl *R : {ToRecord, FromRecord})
    if (R && ToRecord != FromRecord)
      G.Records.holds(N, R, E->getExprLoc(), "in a '" + R->getNameAsString() + "' that is cast");
}

uint32_t AddressConstraints::castExpr(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  if (E->getCastKind() == CK_LValueToRValue && S == Side::Device) {
    uint32_t Value = G.Expressions.loaded(Sub);
    return Code.carries(E->getType()) ? Value : NoNode;
  }
  if (E->getCastKind() == CK_LValueToRValue)
    return G.Expressions.load(Sub, E->getType());
  uint32_t N = G.Expressions.expr(Sub);
  QualType To = E->getType(), From = Sub->getType();
  switch (E->getCastKind()) {
  case CK_NullToPointer:
    return Out.fresh();
  case CK_ToVoid:
  case CK_PointerToBoolean:
  case CK_IntegralToBoolean:
  case CK_NullToMemberPointer:
    return NoNode;
  case CK_PointerToIntegral:
    Out.mark(N, use::Integer | use::Elsewhere, E->getExprLoc(), "converted to an integer");
    loseAddress(E, N);
    if (S == Side::Host && N != NoNode)
      Out.Body->Facts.push_back({FactOp::Holds, Out.deref(Out.sharedObject(use::AddressNumbers)), N,
                                 0, Out.place(E->getExprLoc()),
                                 Out.string("an integer, of which device code makes a pointer")});
    return N;
  case CK_IntegralToPointer:
    if (N == NoNode) {
      N = Out.fresh();
      if (S == Side::Host && !Sub->isEvaluatable(Parsed.context()))
        Out.Body->Facts.push_back(
            {FactOp::Holds, N, Out.deref(Out.sharedObject(use::AddressNumbers)), 0,
             Out.place(E->getExprLoc()),
             Out.string("an integer, of which host code makes such a pointer")});
    }
    Out.mark(N, use::Integer | use::Elsewhere, E->getExprLoc(), "converted from an integer");
    if (!Sub->isEvaluatable(Parsed.context()))
      usePointer(Index.NumbersAsPointers, E, N);
    if (Index.GlobalPointers.count(E)) {
      Out.seed(N, uint32_t(AddressSpace::Global), E->getExprLoc(), "made of an integer");
      G.Records.seedPointees(N, To->getPointeeType(), uint32_t(AddressSpace::Global),
                             E->getExprLoc(), "made of an integer");
    }
    return N;
  case CK_ArrayToPointerDecay:
    return N;
  case CK_IntegralCast:
    loseAddress(E, N);
    return N != NoNode || !Code.carries(To) ? N : Out.fresh();
  case CK_BitCast:
    recast(E, N);
    if (isa<ExplicitCastExpr>(E) && To->isPointerType() && From->isPointerType() &&
        !To->isVoidPointerType() && !From->isVoidPointerType() &&
        !Parsed.context().hasSameUnqualifiedType(To->getPointeeType(), From->getPointeeType())) {
      Out.mark(N, use::Reinterpret, E->getExprLoc(), "cast to another element type");
      if (!Code.carries(To->getPointeeType()) || !Code.carries(From->getPointeeType()))
        for (QualType Each : {To, From}) // `(char *)&d`, `*(uintptr_t *)&d`, `(Words *)&object`
          G.Types.keepContents(N, Each, E->getExprLoc(), use::Untracked | use::Elsewhere);
    }
    return N;
  case CK_LValueBitCast: // `reinterpret_cast<uint64_t &>(d)`
    for (QualType Each : {To, From})
      G.Types.keepType(Out.deref(N), Each, E->getExprLoc(), "seen as bytes",
                       use::Untracked | use::Elsewhere);
    return N;
  default:
    // A class made from a pointer (or the other way) by a constructor or conversion function has
    // the node of that call.
    return N != NoNode || !Code.carries(To) ? N : Out.fresh();
  }
}

/// Nothing is read, but the type of the operand is asked for.
void ExpressionConstraints::sizeOf(const UnaryExprOrTypeTraitExpr *E) {
  if (E->isArgumentType())
    return;
  const Expr *A = E->getArgumentExpr()->IgnoreParens();
  while (A->isGLValue()) {
    const Expr *Inner = nullptr;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(A))
      Inner = Element->getBase()->IgnoreParens();
    else if (const auto *U = dyn_cast<UnaryOperator>(A); U && U->getOpcode() == UO_Deref)
      Inner = U->getSubExpr()->IgnoreParens();
    else if (const auto *M = dyn_cast<MemberExpr>(A); M && isa<FieldDecl>(M->getMemberDecl()))
      Inner = M->getBase()->IgnoreParens();
    if (!Inner || isa<CXXThisExpr>(Inner))
      break;
    if (Inner->getType()->isPointerType())
      Out.mark(value(Inner), use::Typed, E->getExprLoc(), "the size of its element is asked for");
    // rows[i][j]: the pointer is further inside.
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Inner);
    bool IsArray = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay;
    A = Decay ? Decay->getSubExpr()->IgnoreParens() : Inner;
    if (!IsArray && Inner->getType()->isPointerType())
      break;
  }
  expr(A);
}
