// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What kernels reach: functions, variables, types; and what OpenCL C cannot do at all.

#include "analysis/DeviceReach.h"
#include "analysis/FunctionPointers.h"
#include "analysis/LibraryCode.h"
#include "frontend/ParsedUnit.h"
#include "report/Diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include <algorithm>

using namespace clang;
using namespace cu2cl;

namespace cu2cl {

class KernelFinder : public RecursiveASTVisitor<KernelFinder> {
public:
  explicit KernelFinder(const ParsedSide &Device) : Device(Device) {}
  std::vector<const FunctionDecl *> Kernels;
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->hasAttr<CUDAGlobalAttr>() && F->doesThisDeclarationHaveABody() &&
        !F->isDependentContext() && !llvm::is_contained(Kernels, F) && !isOfOtherUnit(F))
      Kernels.push_back(F);
    return true;
  }
  bool TraverseStmt(Stmt *) { return true; } // kernels are not declared in statements

private:
  /// Joined text gives bodies to this unit's kernels; its own kernels are its own unit's.
  bool isOfOtherUnit(const FunctionDecl *F) const {
    return Device.joinedPart(F->getLocation()) || Device.joinedPart(F->getPointOfInstantiation());
  }
  const ParsedSide &Device;
};

class DeviceReachBuilder {
public:
  DeviceReachBuilder(const ParsedSide &Device, DiagnosticSink &Sink)
      : Device(Device), Sources(Device.sources()), Sink(Sink),
        Reach(std::make_unique<DeviceReach>()) {}
  std::unique_ptr<DeviceReach> build();

private:
  void visitFunction(const FunctionDecl *F);
  void walk(const Stmt *S);
  void callTo(const Expr *Site, const FunctionDecl *F);
  void visitExpr(const Expr *E);
  void visitCall(const CallExpr *C);
  void noteCallee(const Stmt *S);
  void refuse(const Stmt *S);
  void use(const VarDecl *V);
  void type(QualType T);
  void typeDecl(const TypeDecl *D);
  void observe(QualType T);
  void endOf(QualType T, const Expr *Site);
  void orderCalls(const FunctionDecl *F);
  void closeUses();
  void noteValue(const Expr *E);
  void takeAddress(const DeclRefExpr *Ref, const FunctionDecl *F);
  void noteForeign(QualType T, llvm::DenseSet<const RecordDecl *> &Seen);
  void resolveIndirectCalls();
  void findValueResults();
  bool before(const Decl *A, const Decl *B) const {
    return Sources.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
  }
  bool isSystem(const Decl *D) const {
    SourceLocation L = D->getLocation();
    return L.isInvalid() || Sources.isInSystemHeader(Sources.getFileLoc(L));
  }
  void report(unsigned Number, SourceLocation Loc, std::vector<std::string> Arguments = {});

  const ParsedSide &Device;
  const SourceManager &Sources;
  DiagnosticSink &Sink;
  std::unique_ptr<DeviceReach> Reach;
  const FunctionDecl *Current = nullptr;
  bool Constant = false; ///< in what the compiler computes: its calls are not made
  llvm::DenseSet<const FunctionDecl *> Visited, Ordered, OnStack;
  llvm::DenseSet<const Decl *> Seen;
  /// Calls through pointers, with the function that they stand in.
  std::vector<std::pair<const FunctionDecl *, const CallExpr *>> IndirectCalls;
  llvm::DenseSet<const Expr *> Called;               ///< callees of direct calls
  llvm::DenseSet<const FunctionProtoType *> Foreign; ///< whose values come from elsewhere
  llvm::DenseSet<const Expr *> ValueCalls;           ///< calls of which only the value is taken
};

void DeviceReachBuilder::report(unsigned Number, SourceLocation Loc,
                                std::vector<std::string> Arguments) {
  SourceLocation File = Sources.getFileLoc(Loc);
  Diagnostic D;
  D.Number = Number;
  D.Where.File = Device.pathOf(File);
  D.Where.Line = Sources.getSpellingLineNumber(File);
  D.Where.Column = Sources.getSpellingColumnNumber(File);
  D.Arguments = std::move(Arguments);
  Sink.report(std::move(D));
}

/// Records what \p T needs to be emitted, dependencies first.
void DeviceReachBuilder::type(QualType T) {
  if (T.isNull())
    return;
  if (const auto *Typedef = T->getAs<TypedefType>()) {
    type(Typedef->getDecl()->getUnderlyingType());
    typeDecl(Typedef->getDecl());
    return;
  }
  const Type *Ty = T.getTypePtr();
  if (Ty->isPointerType() || Ty->isReferenceType())
    return type(Ty->getPointeeType());
  if (const ArrayType *A = Device.context().getAsArrayType(T))
    return type(A->getElementType());
  if (const auto *F = Ty->getAs<FunctionProtoType>()) {
    type(F->getReturnType());
    for (QualType P : F->param_types())
      type(P);
    return;
  }
  if (const TagDecl *D = Ty->getAsTagDecl())
    typeDecl(D->getDefinition() ? D->getDefinition() : D);
}

/// Notes that the layout of \p T, and of what it consists of or leads to, can be seen.
void DeviceReachBuilder::observe(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  if (!T->getPointeeType().isNull())
    return observe(T->getPointeeType());
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || !Reach->Observed.insert(R).second)
    return;
  for (const FieldDecl *F : R->fields())
    observe(F->getType());
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      observe(B.getType());
}

void DeviceReachBuilder::typeDecl(const TypeDecl *D) {
  if (isSystem(D) || !Seen.insert(D).second)
    return;
  if (const auto *R = dyn_cast<CXXRecordDecl>(D); R && R->isLambda())
    return;
  if (const auto *R = dyn_cast<RecordDecl>(D)) {
    if (const auto *C = dyn_cast<CXXRecordDecl>(R); C && C->hasDefinition())
      for (const CXXBaseSpecifier &B : C->bases())
        type(B.getType());
    for (const FieldDecl *F : R->fields()) {
      type(F->getType());
      if (R->isUnion())
        observe(F->getType());
    }
  }
  Reach->Types.push_back(D);
}

void DeviceReachBuilder::use(const VarDecl *V) {
  V = V->getCanonicalDecl();
  if (const VarDecl *Def = V->getDefinition())
    V = Def;
  if (!V->hasGlobalStorage() || isSystem(V)) // threadIdx and its kin
    return;
  type(V->getType());
  if (deviceStorage(V) == DeviceStorage::None) {
    if (Seen.insert(V).second) {
      Reach->Constants.push_back(V);
      if (V->getInit())
        walk(V->getInit());
    }
    return;
  }
  if (DeviceStorage S = deviceStorage(V);
      S == DeviceStorage::Constant || S == DeviceStorage::Global)
    observe(V->getType());
  auto &Uses = Reach->Uses[Current];
  if (!llvm::is_contained(Uses, V))
    Uses.push_back(V);
  if (Seen.insert(V).second)
    Reach->Variables.push_back(V);
}

void DeviceReachBuilder::callTo(const Expr *Site, const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (F->isDefined(Definition))
    F = Definition;
  if (F->getBuiltinID() || (isSystem(F) && !isTranslatedLibrary(F)))
    return;
  if (Constant)
    return;
  if (!Definition || !Definition->hasBody()) {
    if (!F->isImplicit() && !F->isDefaulted() && !F->isDeleted()) {
      report(2015, Site ? Site->getExprLoc() : F->getLocation(), {F->getNameAsString()});
      Reach->Undefined.push_back(F);
    }
    return;
  }
  if (F->hasAttr<CUDAGlobalAttr>())
    return;
  // What the compiler writes itself copies members; the printer does that with `=`.
  if (F->isDefaulted() && F->isTrivial())
    return;
  Reach->Calls[Current].push_back({Site, F});
}

/// The name of the function in the callee of a direct call is no address that is taken.
void DeviceReachBuilder::noteCallee(const Stmt *S) {
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
    Called.insert(Ref);
  for (const Stmt *C : S->children())
    noteCallee(C);
}

void DeviceReachBuilder::visitCall(const CallExpr *C) {
  if (isa<CUDAKernelCallExpr>(C)) {
    report(2019, C->getExprLoc());
    return;
  }
  const FunctionDecl *F = C->getDirectCallee();
  if (F)
    noteCallee(C->getCallee());
  if (!F) {
    if (!isa<CXXPseudoDestructorExpr>(C->getCallee()->IgnoreParens()))
      IndirectCalls.push_back({Current, C});
    return;
  }
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->isVirtual() && !M->hasAttr<FinalAttr>() && !M->getParent()->hasAttr<FinalAttr>()) {
    const auto *Member = dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens());
    bool Dispatched = Member && !Member->hasQualifier() &&
                      !isa<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts());
    if (Dispatched || (Member && Member->isArrow()))
      report(2010, C->getExprLoc(), {F->getNameAsString()});
  }
  if (F->getIdentifier() && (F->getName() == "malloc" || F->getName() == "free") && isSystem(F))
    report(2018, C->getExprLoc(), {F->getNameAsString()});
  callTo(C, F);
}

/// Device code makes a pointer of \p F.
void DeviceReachBuilder::takeAddress(const DeclRefExpr *Ref, const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  const auto *T = F->getType().getCanonicalType()->getAs<FunctionProtoType>();
  if (!T || (M && M->isInstance()) || Called.count(Ref))
    return;
  callTo(Ref, F);
  const FunctionDecl *Definition = nullptr;
  if (!F->isDefined(Definition) || isSystem(F)) {
    Foreign.insert(T);
    return;
  }
  auto &Known = Reach->Calls[nullptr];
  if (llvm::none_of(Known, [&](const DeviceCall &C) { return C.Callee == Definition; }))
    Known.push_back({Ref, Definition});
}

/// A value that is the same number or bytes whatever function gets it.
static bool isPlainValue(QualType T) {
  if (const RecordDecl *R = T->getAsRecordDecl())
    return R->getDefinition() && llvm::all_of(R->fields(), [](const FieldDecl *F) {
             return F->getType()->isArithmeticType() || F->getType()->isEnumeralType();
           });
  return T->isVoidType() || T->isArithmeticType() || T->isEnumeralType();
}

/// What functions that pointers hold may get: a plain value, or where one lies.
static bool isPlainArgument(QualType T) {
  QualType Pointee = T->getPointeeType();
  if (T->isPointerType() || T->isReferenceType())
    return isPlainValue(Pointee) && (T->isPointerType() || !Pointee->isBooleanType());
  return isPlainValue(T);
}

/// Values of type \p T come from the host, or from the kernels of other units through memory: the
/// pointers to functions in them are not known.
void DeviceReachBuilder::noteForeign(QualType T, llvm::DenseSet<const RecordDecl *> &Seen) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  if (const FunctionProtoType *F = pointedFunction(T))
    Foreign.insert(F);
  else if (T->isPointerType() || T->isReferenceType())
    noteForeign(T->getPointeeType(), Seen);
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !R->getDefinition() || !Seen.insert(R).second)
    return;
  for (const FieldDecl *F : R->fields())
    noteForeign(F->getType(), Seen);
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      noteForeign(B.getType(), Seen);
}

/// Calls through a pointer reach the functions of its type whose address is taken.
void DeviceReachBuilder::resolveIndirectCalls() {
  llvm::DenseSet<const RecordDecl *> Seen;
  for (const FunctionDecl *K : Reach->Kernels)
    for (const ParmVarDecl *P : K->parameters())
      noteForeign(P->getType(), Seen);
  auto &Known = Reach->Calls[nullptr];
  llvm::erase_if(Known, [&](const DeviceCall &C) {
    const auto *T = C.Callee->getType().getCanonicalType()->castAs<FunctionProtoType>();
    bool Plain =
        isPlainValue(T->getReturnType()) && llvm::all_of(T->param_types(), isPlainArgument);
    return !Plain || T->isVariadic() || Foreign.count(T);
  });
  std::stable_sort(Known.begin(), Known.end(), [&](const DeviceCall &A, const DeviceCall &B) {
    return before(A.Callee, B.Callee);
  });
  for (auto [F, Call] : IndirectCalls) {
    const FunctionProtoType *T = calledThroughPointer(Call);
    auto Targets = T ? functionTargets(*Reach, T) : std::vector<const FunctionDecl *>();
    if (Targets.empty())
      report(2002, Call->getExprLoc());
    for (const FunctionDecl *Target : Targets)
      Reach->Calls[F].push_back({Call, Target});
  }
}

/// \p E, a glvalue, is only read.
void DeviceReachBuilder::noteValue(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_NoOp)
    return noteValue(C->getSubExpr());
  if (isa<CallExpr>(E))
    ValueCalls.insert(E);
}

void DeviceReachBuilder::findValueResults() {
  llvm::DenseSet<const FunctionDecl *> Referred;
  for (const FunctionDecl *F : Reach->Functions)
    for (const DeviceCall &C : Reach->calls(F))
      if (!ValueCalls.count(C.Site))
        Referred.insert(C.Callee);
  for (const FunctionDecl *F : Reach->Functions) {
    QualType T = F->getReturnType();
    if (T->isReferenceType() && T->getPointeeType().isConstQualified() &&
        !T->getPointeeType()->isArrayType() && !Referred.count(F))
      Reach->ValueResults.insert(F);
  }
}

void DeviceReachBuilder::visitExpr(const Expr *E) {
  type(E->getType());
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_LValueToRValue)
    noteValue(C->getSubExpr());
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && C->getNumArgs() >= 1 && C->getConstructor()->isCopyOrMoveConstructor() &&
      C->getConstructor()->isTrivial())
    noteValue(C->getArg(0));
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_BitCast) {
    observe(C->getType());
    observe(C->getSubExpr()->getType());
  }
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    visitCall(C);
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    callTo(C, C->getConstructor());
  } else if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      use(V);
    else if (const auto *F = dyn_cast<FunctionDecl>(D->getDecl()))
      takeAddress(D, F);
    else if (const auto *Constant = dyn_cast<EnumConstantDecl>(D->getDecl()))
      typeDecl(cast<EnumDecl>(Constant->getDeclContext()));
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
      use(V);
  } else if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (S->isArgumentType())
      type(S->getArgumentType());
    observe(S->getTypeOfArgument());
  } else if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E)) {
    walk(D->getExpr());
  } else if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E)) {
    walk(D->getExpr());
  } else if (const auto *N = dyn_cast<SubstNonTypeTemplateParmExpr>(E)) {
    (void)N; // its replacement is a child
  }
}

/// Constructs without a counterpart in OpenCL C.
void DeviceReachBuilder::refuse(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CXXNewExprClass:
    report(2011, S->getBeginLoc());
    break;
  case Stmt::CXXDeleteExprClass:
    report(2012, S->getBeginLoc());
    break;
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    report(2013, S->getBeginLoc());
    break;
  case Stmt::CXXThrowExprClass:
  case Stmt::CXXTryStmtClass:
    report(2014, S->getBeginLoc());
    break;
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXTypeidExprClass:
    report(2016, S->getBeginLoc());
    break;
  case Stmt::IndirectGotoStmtClass:
    report(2017, S->getBeginLoc());
    break;
  default:
    break;
  }
}

/// The end of an object of type \p T, which \p Site makes, calls its destructor.
void DeviceReachBuilder::endOf(QualType T, const Expr *Site) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (R && R->hasDefinition() && !R->hasTrivialDestructor())
    if (const CXXDestructorDecl *D = R->getDestructor())
      callTo(Site, D);
}

void DeviceReachBuilder::walk(const Stmt *S) {
  if (!S)
    return;
  refuse(S);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls()) {
      if (const auto *V = dyn_cast<VarDecl>(Each)) {
        type(V->getType());
        if (V->hasGlobalStorage())
          use(V);
        if (V->getInit())
          endOf(V->getType(), V->getInit());
        if (const auto *Group = dyn_cast<DecompositionDecl>(V); Group && !hasMembersForParts(Group))
          for (const BindingDecl *B : Group->bindings())
            if (const VarDecl *Part = B->getHoldingVar())
              walk(Part->getInit());
      } else if (const auto *T = dyn_cast<TypeDecl>(Each)) {
        Seen.insert(T); // local types stay where they are
      }
    }
  if (const auto *E = dyn_cast<Expr>(S))
    visitExpr(E);
  if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(S))
    endOf(Temporary->getType(), Temporary);
  if (isa<LambdaExpr>(S)) {
    for (const Expr *Init : cast<LambdaExpr>(S)->capture_inits())
      walk(Init);
    return; // the body belongs to the call operator
  }
  if (const auto *U = dyn_cast<UnaryExprOrTypeTraitExpr>(S); U && !U->isArgumentType()) {
    type(U->getArgumentExpr()->getType());
    return; // not evaluated: nothing is called
  }
  for (const Stmt *C : S->children()) {
    bool Outer = std::exchange(Constant, Constant || isComputedWhenCompiling(S, C));
    walk(C);
    Constant = Outer;
  }
}

void DeviceReachBuilder::visitFunction(const FunctionDecl *F) {
  if (!Visited.insert(F).second)
    return;
  Reach->Functions.push_back(F);
  const FunctionDecl *Outer = Current;
  Current = F;
  Reach->Calls[F];
  type(F->getReturnType());
  for (const ParmVarDecl *P : F->parameters()) {
    type(P->getType());
    if (F->hasAttr<CUDAGlobalAttr>())
      observe(P->getType());
  }
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance())
    typeDecl(M->getParent());
  if (F->isVariadic())
    report(2020, F->getLocation(), {F->getNameAsString()});
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      walk(I->getInit());
  walk(F->getBody());
  if (const auto *D = dyn_cast<CXXDestructorDecl>(F)) {
    for (const FieldDecl *Field : D->getParent()->fields())
      endOf(Field->getType(), nullptr);
    for (const CXXBaseSpecifier &B : D->getParent()->bases())
      endOf(B.getType(), nullptr);
  }
  std::vector<DeviceCall> Calls = Reach->Calls[F];
  for (const DeviceCall &C : Calls)
    visitFunction(C.Callee);
  Current = Outer;
}

void DeviceReachBuilder::orderCalls(const FunctionDecl *F) {
  if (!Ordered.insert(F).second)
    return;
  OnStack.insert(F);
  for (const DeviceCall &C : Reach->calls(F)) {
    if (OnStack.count(C.Callee))
      report(2001, C.Site ? C.Site->getExprLoc() : F->getLocation(), {C.Callee->getNameAsString()});
    orderCalls(C.Callee);
  }
  OnStack.erase(F);
  Reach->CalleesFirst.push_back(F);
}

/// Adds to each function the variables of its callees, in order of declaration.
void DeviceReachBuilder::closeUses() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const FunctionDecl *F : Reach->CalleesFirst)
      for (const DeviceCall &C : Reach->calls(F)) {
        std::vector<const VarDecl *> Theirs = Reach->Uses[C.Callee];
        auto &Mine = Reach->Uses[F];
        for (const VarDecl *V : Theirs)
          if (!llvm::is_contained(Mine, V)) {
            Mine.push_back(V);
            Changed = true;
          }
      }
  }
  auto Order = [&](const VarDecl *A, const VarDecl *B) {
    return before(A->getCanonicalDecl(), B->getCanonicalDecl());
  };
  for (auto &Entry : Reach->Uses)
    std::stable_sort(Entry.second.begin(), Entry.second.end(), Order);
  std::stable_sort(Reach->Variables.begin(), Reach->Variables.end(), Order);
  std::stable_sort(Reach->Constants.begin(), Reach->Constants.end(), Order);
}

std::unique_ptr<DeviceReach> DeviceReachBuilder::build() {
  KernelFinder Finder(Device);
  Finder.TraverseDecl(Device.context().getTranslationUnitDecl());
  Reach->Kernels = std::move(Finder.Kernels);
  auto Order = [&](const FunctionDecl *A, const FunctionDecl *B) { return before(A, B); };
  std::stable_sort(Reach->Kernels.begin(), Reach->Kernels.end(), Order);
  for (const FunctionDecl *K : Reach->Kernels)
    visitFunction(K);
  resolveIndirectCalls();
  std::stable_sort(Reach->Functions.begin(), Reach->Functions.end(), Order);
  for (const FunctionDecl *F : Reach->Functions)
    orderCalls(F);
  closeUses();
  findValueResults();
  return std::move(Reach);
}

} // namespace cu2cl

std::unique_ptr<DeviceReach> cu2cl::computeDeviceReach(const ParsedSide &Device,
                                                       DiagnosticSink &Sink) {
  return DeviceReachBuilder(Device, Sink).build();
}
