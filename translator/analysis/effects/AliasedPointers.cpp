// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory that is read as another type than it is written as: `int *bits = (int *)values;`. CUDA's
// compiler reads and writes in the order of the program whatever the types are; compilers of OpenCL
// C take for granted, as those of C, that an int and a float are never the same memory.
//
// Every pointer is followed, through variables, members, arrays of pointers, pointers to pointers,
// captures, parameters and results of functions, and through integers of its size, to the memory
// that it may lead to (MemoryUses). What lies in one variable that is no array is told by its
// address, and bytes and vectors may be the same memory as anything.

#include "analysis/effects/AliasedPointers.h"
#include "analysis/effects/MemoryUses.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

const FunctionDecl *definitionOf(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  return F->isDefined(Definition) ? Definition : F;
}

bool leads(QualType T) { return T->isPointerType() || T->isReferenceType(); }

/// Returns true if \p E is one local object, no array.
bool isLocalScalar(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType()->isScalarType();
}

class AliasFinder : public AstVisitor {
public:
  AliasFinder(const ASTContext &Context, const DeviceCallGraph &Reach)
      : Context(Context), Reach(Reach), Memory(Context) {}

  bool shouldVisitImplicitCode() const override { return true; }

  bool visitVarDecl(VarDecl *V) override {
    Variables.insert(V);
    if (V->getInit())
      set(V->getType(), Memory.of(V), V->getInit());
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *E) override {
    if (isa<VarDecl>(E->getDecl()))
      Variables.insert(E->getDecl());
    return true;
  }
  bool visitMemberExpr(MemberExpr *M) override {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F)
      return true;
    Variables.insert(F);
    if (F->getParent()->isUnion())
      Memory.unite(Memory.of(F), Memory.of(*F->getParent()->field_begin()));
    return true;
  }
  bool visitBinaryOperator(BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign && B->getType()->isPointerType())
      Memory.unite(Memory.behind(object(B->getLHS())), target(B->getRHS()));
    else if (B->isAssignmentOp() && holdsAddress(Context, B->getLHS()) &&
             holdsAddress(Context, B->getRHS()))
      Memory.unite(Memory.behind(object(B->getLHS())), address(B->getRHS()));
    return true;
  }
  bool visitReturnStmt(ReturnStmt *R) override {
    if (R->getRetValue() && Current)
      set(Current->getReturnType(), Memory.of(Current), R->getRetValue());
    return true;
  }
  bool visitLambdaExpr(LambdaExpr *L) override {
    auto Field = L->getLambdaClass()->field_begin();
    auto Init = L->capture_init_begin();
    for (const LambdaCapture &C : L->captures()) {
      if (*Init)
        set((*Field)->getType(), Memory.of(*Field), *Init);
      if (L->isInitCapture(&C)) {
        const auto *V = cast<VarDecl>(C.getCapturedVar());
        set(V->getType(), Memory.of(V), V->getInit());
      }
      Variables.insert(*Field++);
      ++Init;
    }
    return true;
  }
  bool visitExplicitCastExpr(ExplicitCastExpr *E) override {
    if (E->isGLValue())
      object(E);
    else if (E->getType()->isPointerType())
      target(E);
    return true;
  }
  bool visitExpr(Expr *E) override {
    // The forms of lists and calls: what each element, parameter or member begins as.
    if (const auto *List = dyn_cast<InitListExpr>(E))
      setMembers(List);
    return true;
  }

  void visitFunction(const FunctionDecl *F) {
    Current = F;
    Variables.insert(F);
    for (const ParmVarDecl *P : F->parameters())
      Variables.insert(P);
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : C->inits())
        if (I->isAnyMemberInitializer()) {
          Variables.insert(I->getAnyMember());
          set(I->getAnyMember()->getType(), Memory.of(I->getAnyMember()), I->getInit());
        }
    traverseDecl(const_cast<FunctionDecl *>(F));
  }

  void visitCall(const DeviceCall &Call) {
    llvm::ArrayRef<const Expr *> Arguments;
    if (const auto *C = dyn_cast_or_null<CallExpr>(Call.Site)) {
      Arguments = {C->getArgs(), C->getNumArgs()};
      const auto *Method = dyn_cast<CXXMethodDecl>(Call.Callee);
      if (isa<CXXOperatorCallExpr>(C) && Method && Method->isInstance()) {
        setThis(Method, object(Arguments.front()));
        Arguments = Arguments.drop_front();
      } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(C); Member && Method) {
        const Expr *Object = Member->getImplicitObjectArgument();
        setThis(Method, Object->getType()->isPointerType() ? target(Object) : object(Object));
      }
    } else if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(Call.Site)) {
      Arguments = {C->getArgs(), C->getNumArgs()};
    }
    for (unsigned I = 0; I < std::min<size_t>(Arguments.size(), Call.Callee->getNumParams()); ++I) {
      const ParmVarDecl *P = Call.Callee->getParamDecl(I);
      set(P->getType(), Memory.of(P), Arguments[I]);
    }
  }

  AliasedPointers result() {
    AliasedPointers Out;
    for (const RecordDecl *R : Memory.aliasedRecords())
      Out.Records.insert(R);
    for (const ValueDecl *D : Variables)
      if (isAliased(D))
        Out.Declarations.insert(D);
    for (auto [E, Where] : Casts) {
      QualType T = E->isGLValue() ? E->getType() : E->getType()->getPointeeType();
      while (T->isPointerType()) {
        Where = Memory.behind(Where);
        T = T->getPointeeType();
      }
      if (Memory.isAliased(Where, Context.getBaseElementType(T)))
        Out.Casts.insert(E);
    }
    return Out;
  }

private:
  bool isAliased(const ValueDecl *D) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    QualType T = Context.getBaseElementType(F ? F->getReturnType() : D->getType());
    MemoryUses::Piece At = Memory.of(D);
    if (!leads(T))
      return false;
    while (leads(T)) {
      T = Context.getBaseElementType(T->getPointeeType());
      At = Memory.behind(At);
    }
    return Memory.isAliased(At, T);
  }

  void setThis(const CXXMethodDecl *M, MemoryUses::Piece Object) {
    auto [It, New] = This.try_emplace(M, Object);
    if (!New)
      Memory.unite(It->second, Object);
  }

  /// Notes that the object at \p Where, of type \p T, is initialised by \p Value.
  void set(QualType T, MemoryUses::Piece Where, const Expr *Value) {
    if (T->isReferenceType())
      Memory.unite(Memory.behind(Where), object(Value));
    else if (T->isPointerType())
      Memory.unite(Memory.behind(Where), target(Value));
    else if (T->isIntegerType() && holdsAddress(Context, Value))
      Memory.unite(Memory.behind(Where), address(Value));
    else if (const auto *List = dyn_cast<InitListExpr>(Value->IgnoreParenImpCasts());
             List && T->isArrayType())
      for (const Expr *Part : List->inits())
        set(Context.getAsArrayType(T)->getElementType(), Where, Part);
  }

  void setMembers(const InitListExpr *List) {
    const auto *R = List->getType()->getAsRecordDecl();
    if (!R || !List->isSemanticForm())
      return;
    unsigned I = 0;
    if (const auto *C = dyn_cast<CXXRecordDecl>(R))
      I = C->getNumBases();
    for (const FieldDecl *F : R->fields()) {
      if (R->isUnion() && F != List->getInitializedFieldInUnion())
        continue;
      if (F->isUnnamedBitField() || I >= List->getNumInits())
        continue;
      Variables.insert(F);
      set(F->getType(), Memory.of(F), List->getInit(I++));
    }
  }

  /// The memory that the object \p E is.
  MemoryUses::Piece object(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      MemoryUses::Piece Own = Memory.of(Ref->getDecl());
      return Ref->getDecl()->getType()->isReferenceType() ? Memory.behind(Own) : Own;
    }
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      MemoryUses::Piece Own = Memory.of(M->getMemberDecl());
      return M->getMemberDecl()->getType()->isReferenceType() ? Memory.behind(Own) : Own;
    }
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      return target(S->getBase());
    if (const auto *C = dyn_cast<CastExpr>(E))
      return castObject(C);
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_Deref ? target(U->getSubExpr()) : object(U->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return object(B->getOpcode() == BO_Comma ? B->getRHS() : B->getLHS());
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
      MemoryUses::Piece Either = object(C->getTrueExpr());
      Memory.unite(Either, object(C->getFalseExpr()));
      return Either;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->isGLValue())
      return returned(Call);
    MemoryUses::Piece Own = Memory.fresh();
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
      set(E->getType(), Own, T->getSubExpr());
    else if (!E->isGLValue())
      set(E->getType(), Own, E);
    return Own;
  }

  /// The target of the pointer, reference or address that \p Call returns. Functions of
  /// libraries give back what they get: std::forward, or what is in memory: atomicExch.
  MemoryUses::Piece returned(const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Reach.reached(definitionOf(Callee)))
      return Memory.behind(Memory.of(definitionOf(Callee)));
    MemoryUses::Piece Own = Memory.fresh();
    for (const Expr *Argument : Call->arguments())
      if (!Call->isGLValue() && Argument->getType()->isPointerType())
        Memory.unite(Own, Call->getType()->isPointerType() ? target(Argument)
                                                           : Memory.behind(target(Argument)));
      else if (!Call->isGLValue() && holdsAddress(Context, Argument))
        Memory.unite(Own, address(Argument));
      else if (Call->isGLValue() && Argument->isGLValue() &&
               Context.hasSameUnqualifiedType(Argument->getType(), Call->getType()))
        Memory.unite(Own, object(Argument));
    return Own;
  }

  MemoryUses::Piece castObject(const CastExpr *C) {
    if (!C->getSubExpr()->isGLValue()) {
      MemoryUses::Piece Own = Memory.fresh();
      if (C->getType()->isPointerType())
        Memory.unite(Memory.behind(Own), target(C));
      return Own;
    }
    bool IsOther = C->getCastKind() == CK_LValueBitCast;
    if (IsOther && isLocalScalar(C->getSubExpr()))
      return Memory.fresh();
    MemoryUses::Piece Own = object(C->getSubExpr());
    if (IsOther) {
      Memory.use(Own, C->getType(), false);
      Casts[cast<ExplicitCastExpr>(C)] = Own;
    }
    return Own;
  }

  /// The target of the address in the integer \p E.
  MemoryUses::Piece address(const Expr *E) {
    E = E->IgnoreParens();
    if (E->isGLValue())
      return Memory.behind(object(E));
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() == CK_PointerToIntegral)
        return target(C->getSubExpr());
      if (C->getCastKind() == CK_LValueToRValue)
        return Memory.behind(object(C->getSubExpr()));
      return holdsAddress(Context, C->getSubExpr()) ? address(C->getSubExpr()) : Memory.fresh();
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->isIncrementDecrementOp() ? Memory.behind(object(U->getSubExpr()))
                                         : address(U->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return either(B->isCommaOp() ? nullptr : B->getLHS(), B->getRHS());
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
      return either(C->getTrueExpr(), C->getFalseExpr());
    if (const auto *Clean = dyn_cast<FullExpr>(E))
      return address(Clean->getSubExpr());
    const auto *Call = dyn_cast<CallExpr>(E);
    return Call ? returned(Call) : Memory.fresh();
  }

  /// The targets of the integers \p A, which may be null, and \p B.
  MemoryUses::Piece either(const Expr *A, const Expr *B) {
    MemoryUses::Piece Either = Memory.fresh();
    for (const Expr *E : {A, B})
      if (E && holdsAddress(Context, E))
        Memory.unite(Either, address(E));
    return Either;
  }

  /// The target of the pointer \p E.
  MemoryUses::Piece target(const Expr *E) {
    E = E->IgnoreParens();
    if (E->isGLValue() && E->getType()->isPointerType())
      return Memory.behind(object(E));
    if (const auto *C = dyn_cast<CastExpr>(E))
      return castTarget(C);
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_AddrOf ? object(U->getSubExpr())
                                         : Memory.behind(object(U->getSubExpr()));
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      bool IsLeft = B->getOpcode() != BO_Comma && B->getLHS()->getType()->isPointerType();
      return target(IsLeft ? B->getLHS() : B->getRHS());
    }
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
      MemoryUses::Piece Either = target(C->getTrueExpr());
      Memory.unite(Either, target(C->getFalseExpr()));
      return Either;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return returned(Call);
    if (isa<CXXThisExpr>(E))
      if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(Current))
        return This.try_emplace(M, Memory.fresh()).first->second;
    if (const auto *New = dyn_cast<CXXNewExpr>(E); New && New->getNumPlacementArgs() == 1)
      return target(New->getPlacementArg(0));
    if (const auto *Clean = dyn_cast<FullExpr>(E))
      return target(Clean->getSubExpr());
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      return target(D->getExpr());
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
      return target(D->getExpr());
    if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      return target(S->getReplacement());
    return Memory.fresh();
  }

  MemoryUses::Piece castTarget(const CastExpr *C) {
    const Expr *Sub = C->getSubExpr();
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return object(Sub);
    if (C->getCastKind() == CK_LValueToRValue)
      return Memory.behind(object(Sub));
    const auto *Explicit = dyn_cast<ExplicitCastExpr>(C);
    bool IsInteger = C->getCastKind() == CK_IntegralToPointer;
    if (!C->getType()->isPointerType() || (!IsInteger && !Sub->getType()->isPointerType()))
      return Memory.fresh();
    const auto *Address = dyn_cast<UnaryOperator>(Sub->IgnoreParenImpCasts());
    if (Explicit && Address && Address->getOpcode() == UO_AddrOf &&
        isLocalScalar(Address->getSubExpr()))
      return Memory.fresh();
    MemoryUses::Piece Own = IsInteger ? address(Sub) : target(Sub);
    if (!Explicit)
      return Own;
    Memory.use(Own, C->getType()->getPointeeType(), false);
    Casts[Explicit] = Own;
    return Own;
  }

  const ASTContext &Context;
  const DeviceCallGraph &Reach;
  const FunctionDecl *Current = nullptr;
  MemoryUses Memory;
  llvm::SetVector<const ValueDecl *> Variables;
  llvm::DenseMap<const ExplicitCastExpr *, MemoryUses::Piece> Casts;
  llvm::DenseMap<const CXXMethodDecl *, MemoryUses::Piece> This;
};

} // namespace

AliasedPointers aliasedPointers(const DeviceCallGraph &Reach, const ASTContext &Context) {
  AliasFinder Find(Context, Reach);
  for (const FunctionDecl *F : Reach.Functions) {
    Find.visitFunction(F);
    for (const DeviceCall &Call : Reach.calls(F))
      Find.visitCall(Call);
  }
  return Find.result();
}

} // namespace cu2cl
