// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects what kernels reach: functions, variables, types; reports what OpenCL C cannot do at all.

#include "analysis/dialect/Dialect.h"
#include "analysis/reach/DeviceCallGraphBuilder.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/LibraryCode.h"
#include "analysis/reach/TailCalls.h"
#include "core/report/Diagnostics.h"
#include "core/source/AstVisitor.h"
#include "frontend/AssemblyWriter.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include <algorithm>

using namespace clang;
using namespace cu2cl;

namespace cu2cl {

class KernelFinder : public AstVisitor {
public:
  explicit KernelFinder(const ParsedSide &Device) : Device(Device) {}
  std::vector<const FunctionDecl *> Kernels;
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }
  bool visitFunctionDecl(FunctionDecl *F) override {
    if (F->hasAttr<CUDAGlobalAttr>() && F->doesThisDeclarationHaveABody() &&
        !F->isDependentContext() && !llvm::is_contained(Kernels, F) && !isOfOtherUnit(F))
      Kernels.push_back(F);
    return true;
  }
  bool traverseStmt(Stmt *, StmtQueue *) override {
    return true;
  } // kernels are not declared in statements
  bool traverseNamespaceDecl(NamespaceDecl *N) override { // nor in the C++ library
    return isLibraryNamespace(N) || AstVisitor::traverseNamespaceDecl(N);
  }

private:
  /// Joined text gives bodies to this unit's kernels; its own kernels are its own unit's.
  bool isOfOtherUnit(const FunctionDecl *F) const {
    return Device.joinedPart(F->getLocation()) || Device.joinedPart(F->getPointOfInstantiation());
  }
  const ParsedSide &Device;
};

void DeviceCallGraphBuilder::report(diag::Id Number, SourceLocation Loc,
                                    std::vector<std::string> Arguments) {
  SourceLocation File = Sources.getFileLoc(Loc);
  Diagnostic D;
  D.Number = Number;
  D.Where.File = Device.pathOf(File);
  D.Where.Line = Sources.getSpellingLineNumber(File);
  D.Where.Column = Sources.getSpellingColumnNumber(File);
  D.Arguments = std::move(Arguments);
  Reach->Messages.push_back(std::move(D));
}

void DeviceCallGraphBuilder::callTo(const Expr *Site, const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (F->isDefined(Definition))
    F = Definition;
  if (F->getBuiltinID() || (isSystem(F) && !isTranslatedLibrary(F)))
    return;
  if (Constant)
    return;
  if (!Definition || !Definition->hasBody()) {
    if (!F->isImplicit() && !F->isDefaulted() && !F->isDeleted() && !isOfDeviceLibrary(F)) {
      report(diag::UndefinedDeviceFunction, Site ? Site->getExprLoc() : F->getLocation(),
             {F->getNameAsString()});
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
void DeviceCallGraphBuilder::noteCallee(const Stmt *S) {
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
    Called.insert(Ref);
  for (const Stmt *C : S->children())
    noteCallee(C);
}

void DeviceCallGraphBuilder::visitCall(const CallExpr *C) {
  if (isa<CUDAKernelCallExpr>(C)) {
    report(diag::DynamicParallelism, C->getExprLoc());
    return;
  }
  const FunctionDecl *F = C->getDirectCallee();
  if (F)
    noteCallee(C->getCallee());
  if (!F) {
    if (C->containsErrors())
      return; // Clang's message is there
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
      report(diag::VirtualCall, C->getExprLoc(), {F->getNameAsString()});
  }
  if (deviceRoleOf(F) == catalog::DeviceRole::Heap)
    report(diag::DeviceHeap, C->getExprLoc(), {F->getNameAsString()});
  if (const DeclRefExpr *Invoker = convertedLambda(F)) {
    takeAddress(Invoker, cast<FunctionDecl>(Invoker->getDecl()));
    return;
  }
  callTo(C, F);
}

/// \p E, a glvalue, is only read.
void DeviceCallGraphBuilder::noteValue(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_NoOp)
    return noteValue(C->getSubExpr());
  if (isa<CallExpr>(E))
    ValueCalls.insert(E);
}

void DeviceCallGraphBuilder::findValueResults() {
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

void DeviceCallGraphBuilder::visitExpr(const Expr *E) {
  type(E->getType());
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_LValueToRValue)
    noteValue(C->getSubExpr());
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && C->getNumArgs() >= 1 && C->getConstructor()->isCopyOrMoveConstructor() &&
      C->getConstructor()->isTrivial())
    noteValue(C->getArg(0));
  // A pointer to a member is where it lies.
  if (const auto *T = E->getType()->getAs<MemberPointerType>(); T && T->isMemberDataPointer())
    observe(QualType(T->getClass(), 0));
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_BitCast) {
    observe(C->getType());
    observe(C->getSubExpr()->getType());
  }
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    visitCall(C);
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    checkDeduction(C->getType(), C->getBeginLoc());
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
void DeviceCallGraphBuilder::refuse(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CXXNewExprClass:
    if (!placeOfNew(cast<CXXNewExpr>(S)))
      report(diag::DeviceNew, S->getBeginLoc());
    break;
  case Stmt::CXXDeleteExprClass:
    report(diag::DeviceDelete, S->getBeginLoc());
    break;
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    report(diag::InlineAssembly, S->getBeginLoc(), {untranslatedPart(cast<AsmStmt>(S))});
    break;
  case Stmt::CXXThrowExprClass:
  case Stmt::CXXTryStmtClass:
    report(diag::DeviceException, S->getBeginLoc());
    break;
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXTypeidExprClass:
    report(diag::DeviceRtti, S->getBeginLoc());
    break;
  case Stmt::IndirectGotoStmtClass:
    report(diag::ComputedGoto, S->getBeginLoc());
    break;
  default:
    break;
  }
}

/// The end of an object of type \p T, which \p Site makes, calls its destructor.
void DeviceCallGraphBuilder::endOf(QualType T, const Expr *Site) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (R && R->hasDefinition() && !R->hasTrivialDestructor())
    if (const CXXDestructorDecl *D = R->getDestructor())
      callTo(Site, D);
}

/// The block of a namespace at file scope that \p D is in; null if it is in none.
static const Decl *outermostNamespace(const Decl *D) {
  const Decl *Found = nullptr;
  for (const DeclContext *C = D->getLexicalDeclContext(); C && !C->isTranslationUnit();
       C = C->getLexicalParent())
    Found = dyn_cast<NamespaceDecl>(C) ? cast<NamespaceDecl>(C) : Found;
  return Found;
}

/// The arguments of a class template were deduced for \p T before the guides of the same namespace
/// were known to be for device code (frontend/UserBodies.cpp).
void DeviceCallGraphBuilder::checkDeduction(QualType T, SourceLocation Loc) {
  const auto *Deduced =
      dyn_cast_or_null<DeducedTemplateSpecializationType>(T->getContainedDeducedType());
  const TemplateDecl *Template = Deduced ? Deduced->getTemplateName().getAsTemplateDecl() : nullptr;
  const Decl *Around = Template && Current ? outermostNamespace(Current) : nullptr;
  if (!Around)
    return;
  DeclarationName Guides = Device.context().DeclarationNames.getCXXDeductionGuideName(
      const_cast<TemplateDecl *>(Template));
  for (const NamedDecl *D : Template->getDeclContext()->lookup(Guides))
    if (!D->isImplicit() && outermostNamespace(D) == Around)
      return report(diag::DeductionGuide, Loc, {Template->getNameAsString()});
}

void DeviceCallGraphBuilder::walk(const Stmt *S) {
  if (!S)
    return;
  if (literalValue(S, Device.context()))
    return;
  refuse(S);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls()) {
      if (const auto *V = dyn_cast<VarDecl>(Each)) {
        type(V->getType());
        checkDeduction(V->getType(), V->getLocation());
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
  if (const auto *List = dyn_cast<InitListExpr>(S))
    walk(List->getArrayFiller()); // is no child
  for (const Stmt *C : S->children()) {
    bool Outer = std::exchange(Constant, Constant || isComputedWhenCompiling(S, C));
    walk(C);
    Constant = Outer;
  }
}

void DeviceCallGraphBuilder::visitFunction(const FunctionDecl *F) {
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
    report(diag::VariadicDeviceFunction, F->getLocation(), {F->getNameAsString()});
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

void DeviceCallGraphBuilder::orderCalls(const FunctionDecl *F) {
  if (!Ordered.insert(F).second)
    return;
  OnStack.insert(F);
  for (const CallExpr *Call :
       tailCalls(F, [&](const FunctionDecl *Of) { return Reach->calls(Of); }))
    Reach->TailCalls.insert(Call);
  for (const DeviceCall &C : Reach->calls(F)) {
    if (OnStack.count(C.Callee) && !Reach->isTailCall(C.Site))
      report(diag::Recursion, C.Site ? C.Site->getExprLoc() : F->getLocation(),
             {C.Callee->getNameAsString()});
    orderCalls(C.Callee);
  }
  OnStack.erase(F);
  Reach->CalleesFirst.push_back(F);
}

/// Adds to each function the variables of its callees, in order of declaration.
void DeviceCallGraphBuilder::closeUses() {
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

std::unique_ptr<DeviceCallGraph> DeviceCallGraphBuilder::build() {
  KernelFinder Finder(Device);
  Finder.traverseDecl(Device.context().getTranslationUnitDecl());
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

std::shared_ptr<const DeviceCallGraph> cu2cl::computeDeviceCallGraph(const ParsedSide &Device) {
  return DeviceCallGraphBuilder(Device).build();
}
