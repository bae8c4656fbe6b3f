// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/Effects.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/LibraryCode.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

static bool isUnionMember(const FieldDecl *F) {
  return F->getParent()->isUnion() || F->getParent()->isAnonymousStructOrUnion();
}

static bool mayBeSame(const Effects::Memory &A, const Effects::Memory &B) {
  if (A.Field && B.Field && A.Field != B.Field && !isUnionMember(A.Field) &&
      !isUnionMember(B.Field))
    return false;
  if (A.T.isNull() || B.T.isNull())
    return true;
  auto Kind = [](QualType T) -> const void * {
    T = T.getCanonicalType().getUnqualifiedType();
    if (T->isRecordType() || T->isArrayType() || T->isAnyCharacterType())
      return nullptr; // holds parts of other types
    if (T->isPointerType())
      return reinterpret_cast<const void *>(1);
    if (T->isEnumeralType())
      T = T->castAs<EnumType>()->getDecl()->getIntegerType().getCanonicalType();
    if (const auto *Basic = T->getAs<BuiltinType>())
      switch (Basic->getKind()) { // signed and unsigned are the same memory
      case BuiltinType::UInt:
        return reinterpret_cast<const void *>(2 + BuiltinType::Int);
      case BuiltinType::UShort:
        return reinterpret_cast<const void *>(2 + BuiltinType::Short);
      case BuiltinType::ULong:
      case BuiltinType::ULongLong:
      case BuiltinType::LongLong:
        return reinterpret_cast<const void *>(2 + BuiltinType::Long);
      default:
        return reinterpret_cast<const void *>(2 + (uintptr_t)Basic->getKind());
      }
    return T.getAsOpaquePtr();
  };
  const void *KindA = Kind(A.T), *KindB = Kind(B.T);
  return !KindA || !KindB || KindA == KindB;
}

static bool meet(const std::vector<Effects::Memory> &A, const std::vector<Effects::Memory> &B) {
  for (const Effects::Memory &One : A)
    for (const Effects::Memory &Other : B)
      if (mayBeSame(One, Other))
        return true;
  return false;
}

template <class Set> static bool meetIn(const Set &A, const Set &B) {
  return llvm::any_of(A, [&](const VarDecl *V) { return B.contains(V); });
}

bool Effects::changesWhatReads(const Effects &Other) const {
  return meetIn(ChangedVariables, Other.ReadVariables) || meet(Changed, Other.Read);
}

bool Effects::changesWhatChanges(const Effects &Other) const {
  return meetIn(ChangedVariables, Other.ChangedVariables) || meet(Changed, Other.Changed);
}

bool Effects::meets(const Effects &Other) const {
  return changesWhatReads(Other) || Other.changesWhatReads(*this) || changesWhatChanges(Other);
}

Effects EffectFinder::of(const Stmt *S) {
  Effects Out;
  if (S)
    walk(S, Out);
  return Out;
}

Effects EffectFinder::ofReading(const Expr *E) {
  Effects Out;
  add(E, Use::Read, Out);
  return Out;
}

Effects EffectFinder::ofReading(const VarDecl *V) {
  Effects Out;
  if (isOwn(V))
    Out.ReadVariables.insert(V);
  else
    Out.Read.push_back(
        {V->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType()});
  return Out;
}

/// True if \p V is a variable of this function that is only used by its name.
bool EffectFinder::isOwn(const VarDecl *V) {
  if (!V->hasLocalStorage() || V->getType()->isReferenceType() || !V->getType()->isScalarType())
    return false;
  auto [It, New] = Own.try_emplace(V, false);
  if (New)
    It->second = V->getDeclContext() == F && isUsedByNameOnly(F, V);
  return It->second;
}

/// Returns true if \p E is a variable of \p F or a part of one: not what a pointer or reference
/// leads to, nor what a lambda has of the function around it.
static bool isLocal(const FunctionDecl *F, const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E);
        M && !M->isArrow() && !M->getMemberDecl()->getType()->isReferenceType())
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
             A && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = A->getBase();
    else if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_PtrMemD)
      E = B->getLHS();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getDeclContext() == F && !V->getType()->isReferenceType();
}

void EffectFinder::add(const Expr *Object, Use U, Effects &Into) {
  const Expr *E = Object->IgnoreParenNoopCasts(F->getASTContext())->IgnoreParenBaseCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && passedOn(Call))
    return add(passedOn(Call), U, Into);
  Effects::Memory M{E->getType().getCanonicalType().getUnqualifiedType()};
  M.IsLocal = isLocal(F, E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V && !isa<BindingDecl>(Ref->getDecl()))
      return;
    if (V && isOwn(V)) {
      (U == Use::Read ? Into.ReadVariables : Into.ChangedVariables).insert(V);
      return;
    }
  }
  const Expr *Holder = E;
  while (const auto *A = dyn_cast<ArraySubscriptExpr>(Holder)) {
    Holder = A->getBase()->IgnoreParenImpCasts();
    if (!Holder->getType()->isArrayType())
      break;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Holder))
    M.Field = Holder == E || Holder->getType()->isArrayType()
                  ? dyn_cast<FieldDecl>(Member->getMemberDecl())
                  : nullptr;
  if (M.Field && M.Field->getType()->isReferenceType())
    M.Field = nullptr;
  (U == Use::Read ? Into.Read : Into.Changed).push_back(M);
}

void EffectFinder::walk(const Stmt *S, Effects &Into) {
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    if (const Expr *Same = passedOn(Call) ? passedOn(Call) : addressTaken(Call))
      return walk(Same, Into);
    if (isHint(Call))
      return;
    if (!isTrivialAssignment(Call))
      addCall(Call, Into);
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(S);
             C && !C->getConstructor()->isTrivial()) {
    addCallee(C->getConstructor(), {C->getArgs(), C->getNumArgs()}, Into);
  }
  forEachAccessBy(S, [&](const Access &A) {
    if (A.Kind == AccessKind::Read || A.IsCompound)
      add(A.Object, Use::Read, Into);
    if (A.Kind == AccessKind::Set)
      add(A.Object, Use::Change, Into);
  });
  forEachEvaluated(S, [&](const Stmt *Child) { walk(Child, Into); });
}

void EffectFinder::addCall(const CallExpr *Call, Effects &Into) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  llvm::ArrayRef<const Expr *> Args(Call->getArgs(), Call->getNumArgs());
  if (!Callee) {
    Into.Read.push_back({});
    Into.Changed.push_back({});
    return;
  }
  // What a method does to its object is in its body.
  bool HasObject = isa<CXXOperatorCallExpr>(Call) && objectOfCall(Call);
  addCallee(Callee, Args.drop_front(HasObject), Into);
}

void EffectFinder::addCallee(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Args,
                             Effects &Into) {
  const Effects &OfCallee = Summaries.ofCall(Callee);
  for (unsigned I = 0; I < Args.size(); ++I) {
    const Expr *A = Args[I];
    if (!A->isGLValue())
      continue;
    // What a reference leads to is read, and changed if the function changes memory.
    add(A, Use::Read, Into);
    bool Const = I < Callee->getNumParams() &&
                 Callee->getParamDecl(I)->getType().getNonReferenceType().isConstQualified();
    if (!Const && !OfCallee.Changed.empty())
      add(A, Use::Change, Into);
  }
  Into.Read.insert(Into.Read.end(), OfCallee.Read.begin(), OfCallee.Read.end());
  Into.Changed.insert(Into.Changed.end(), OfCallee.Changed.begin(), OfCallee.Changed.end());
}

/// Of a function of CUDA's: what its parameters lead to.
static Effects byParameters(const FunctionDecl *F) {
  Effects Out;
  // __builtin_add_overflow(a, b, &r): its parameters have no types.
  unsigned Id = F->getBuiltinID();
  if (Id && F->isVariadic() && F->getNumParams() == 0 &&
      !F->getASTContext().BuiltinInfo.isConst(Id)) {
    Out.Read.push_back({});
    Out.Changed.push_back({});
  }
  for (const ParmVarDecl *D : F->parameters()) {
    QualType T = D->getType();
    if (!T->isPointerType() && !T->isReferenceType())
      continue;
    QualType To = T->getPointeeType();
    Effects::Memory M{To->isVoidType() ? QualType() : To.getCanonicalType().getUnqualifiedType()};
    Out.Read.push_back(M);
    if (!To.isConstQualified())
      Out.Changed.push_back(M);
  }
  return Out;
}

bool EffectSummaries::isByParameters(const FunctionDecl *Callee) const {
  if (Where == Side::Device)
    return deviceRowOf(Callee) || Callee->getBuiltinID();
  Builtin::Context &Builtins = Callee->getASTContext().BuiltinInfo;
  if (unsigned Id = Callee->getBuiltinID())
    return Builtins.isConst(Id) || Builtins.isConstWithoutErrnoAndExceptions(Id);
  return Callee->hasAttr<ConstAttr>() || (deviceRowOf(Callee) && !Callee->isVariadic());
}

const Effects &EffectSummaries::ofCall(const FunctionDecl *Callee) {
  if (auto It = Known.find(Callee); It != Known.end())
    return *It->second;
  // For a function that calls itself.
  Effects Anything;
  Anything.Read.push_back({});
  Anything.Changed.push_back({});
  Known[Callee] = std::make_unique<Effects>(std::move(Anything));
  Effects Found = compute(Callee);
  // The caller cannot see the variables of the function.
  Found.ReadVariables.clear();
  Found.ChangedVariables.clear();
  for (std::vector<Effects::Memory> *List : {&Found.Read, &Found.Changed})
    llvm::erase_if(*List, [](const Effects::Memory &M) { return M.IsLocal; });
  std::unique_ptr<Effects> &Kept = Known[Callee];
  Kept = std::make_unique<Effects>(std::move(Found));
  return *Kept;
}

/// May name variables of the function itself.
Effects EffectSummaries::compute(const FunctionDecl *Callee) {
  const FunctionDecl *Definition = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool IsKnown = !Callee->hasAttr<CUDAGlobalAttr>() && !(Method && Method->isVirtual());
  if (IsKnown && Callee->getBody(Definition)) {
    EffectFinder Inner(Definition, *this);
    Effects Found = Inner.of(Definition->getBody());
    if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition)) {
      for (const CXXCtorInitializer *I : C->inits())
        Inner.walk(I->getInit(), Found);
      // Its own members are nobody's yet.
      llvm::erase_if(Found.Changed, [&](const Effects::Memory &M) {
        return M.Field && M.Field->getParent() == C->getParent();
      });
    }
    return Found;
  }
  if (isByParameters(Callee))
    return byParameters(Callee);
  Effects Found;
  if (!IsKnown || (!Callee->isTrivial() && !Callee->isDefaulted())) {
    Found.Read.push_back({});
    Found.Changed.push_back({});
  }
  return Found;
}

} // namespace cu2cl
