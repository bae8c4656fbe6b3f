// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bodies, declarations and statements as pointer-flow facts.

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/dialect/AddressSpace.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "catalog/CxxLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace cu2cl;

ConstraintGenPart::ConstraintGenPart(ConstraintGenerator &G)
    : G(G), Out(G.Out), Code(G.Code), Parsed(G.Parsed), S(G.S), Index(G.Index) {}

ConstraintGenerator::ConstraintGenerator(const ParsedSide &Parsed, Side S,
                                         UnitPointerConstraints &Facts, FactIndex &Index)
    : Parsed(Parsed), S(S), Index(Index), Code(Parsed, S, Index), Out(Parsed, S, Facts, Index) {}

void ConstraintGenerator::begin(const FunctionDecl *F) {
  Out.begin(F);
  Entities.clear();
  Lambdas.clear();
  Frames.clear();
}

void ConstraintGenerator::addGlobals(llvm::ArrayRef<const VarDecl *> Variables,
                                     llvm::ArrayRef<const FunctionDecl *> Functions,
                                     llvm::ArrayRef<const FieldDecl *> Fields) {
  begin(nullptr);
  Frames.push_back({});
  for (const FunctionDecl *F : Functions)
    Expressions.functionValue(F);
  for (const VarDecl *V : Variables) {
    declare(V);
    // What the host writes into it are addresses of its buffers.
    const Expr *Init = V->getInit();
    bool IsDefault = !Init || isa<CXXConstructExpr>(Init->IgnoreImplicit());
    if (S == Side::Device && IsDefault && deviceStorage(V) != DeviceStorage::Shared &&
        deviceStorage(V) != DeviceStorage::DynamicShared)
      Records.seedPointees(Entities.entity(V), V->getType(), uint32_t(AddressSpace::Global),
                           V->getLocation(), "'" + V->getNameAsString() + "' is set by the host");
  }
  for (const FieldDecl *F : Fields) {
    Records.materialise(
        Out.Body->This = Out.fresh(),
        Parsed.context().getPointerType(Parsed.context().getRecordType(F->getParent())));
    Records.initialise(Records.fieldAddress(Out.Body->This, F, F->getLocation()), F->getType(),
                       F->getInClassInitializer(), F->getLocation(),
                       "initialises '" + F->getNameAsString() + "'");
  }
  Out.end();
}

void ConstraintGenerator::addFunction(const FunctionDecl *F) {
  begin(F);
  Out.Body->Usr = Out.string(pointerUsr(Parsed, S, F));
  Out.Body->Place = Out.place(F->getLocation());
  // All levels of the signature exist, so that callers bind them even if the body never looks.
  for (const ParmVarDecl *P : F->parameters()) {
    Out.Body->Parameters.push_back(Code.carries(P->getType()) ? Entities.entity(P) : NoNode);
    if (Code.carries(P->getType()))
      Records.materialise(Out.deref(Entities.entity(P)), P->getType());
  }
  QualType Result = F->getReturnType();
  if (Code.returnsValue(F))
    Result = Result->getPointeeType();
  if (Code.carries(Result))
    Records.materialise(Out.Body->Result = Out.fresh(), Result);
  if (Out.Body->Result != NoNode && Result->isRecordType()) {
    uint32_t Address = Out.fresh();
    Out.unify(Out.deref(Address), Out.Body->Result, F->getLocation());
    Entities.joinTypedef(Address, Result);
  }
  Out.Body->ResultShape = Out.string(pointerShape(Parsed.context(), Result));
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->isInstance())
    Records.materialise(Out.Body->This = Out.fresh(), M->getThisType());
  Types.keepFunctionTypes(F, Result);
  if (M)
    Allocations.joinAllocation(M);
  Frames.push_back({Out.Body->Result, Result->isReferenceType(), F->getNameAsString()});
  if (S == Side::Device && F->hasAttr<CUDAGlobalAttr>())
    for (const ParmVarDecl *P : F->parameters())
      if (Code.carries(P->getType()) || P->getType()->isRecordType())
        Records.seedPointees(
            Entities.entity(P), P->getType(), uint32_t(AddressSpace::Global), P->getLocation(),
            "parameter '" + P->getNameAsString() + "' of kernel '" + F->getNameAsString() + "'");
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    Records.constructorInitialisers(C);
  statement(F->getBody()); // none of a pure virtual function
  if (const auto *D = dyn_cast<CXXDestructorDecl>(F))
    Calls.destroyParts(D);
  Out.end();
}

/// Returns where the initial value of \p V is made: that of a symbol in an object of the host's.
uint32_t ConstraintGenerator::initialisedObject(const VarDecl *V) {
  uint32_t Symbol = Entities.entity(V);
  if (S != Side::Host || deviceStorage(V) == DeviceStorage::None || isManaged(V))
    return Symbol;
  uint32_t Made = Out.fresh();
  Out.seed(Made, hostkind::Host, V->getLocation(), "an initial value");
  if (Code.carries(V->getType()))
    Out.unify(Out.deref(Made), Out.deref(Symbol), V->getLocation());
  return Made;
}

void ConstraintGenerator::declare(const VarDecl *V) {
  uint32_t N = initialisedObject(V);
  if (const auto *D = dyn_cast<DecompositionDecl>(V))
    for (const BindingDecl *B : D->bindings())
      if (const VarDecl *H = B->getHoldingVar())
        declare(H);
  if (V->getInit() && !V->isCXXForRangeDecl())
    Records.initialise(N, V->getType(), V->getInit(), V->getLocation(),
                       "initialises '" + V->getNameAsString() + "'");
  else if (V->getInit())
    Records.initialise(N, V->getType(), V->getInit(), V->getLocation(),
                       "'" + V->getNameAsString() + "' runs over it");
  if (!V->hasGlobalStorage())
    Calls.destroy(V, V->getType(), N, V->getLocation(),
                  "the end of '" + V->getNameAsString() + "'");
}

void ConstraintGenerator::children(const Stmt *St) {
  for (const Stmt *C : St->children())
    statement(C);
}

void ConstraintGenerator::statement(const Stmt *St) {
  if (!St)
    return;
  if (const auto *E = dyn_cast<Expr>(St)) {
    Expressions.expr(E);
    return;
  }
  if (const auto *D = dyn_cast<DeclStmt>(St)) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        declare(V);
    return;
  }
  if (const auto *Region = dyn_cast<CapturedStmt>(St)) // of OpenMP: no child of the directive
    statement(Region->getCapturedStmt());
  if (const auto *R = dyn_cast<ReturnStmt>(St)) {
    const FunctionFrame &F = Frames.back();
    if (!R->getRetValue())
      return;
    uint32_t N = F.ReturnsReference ? Expressions.expr(R->getRetValue())
                                    : Expressions.value(R->getRetValue());
    Out.unify(F.Result, N, R->getReturnLoc(), "returned by '" + F.Name + "'");
    return;
  }
  // `for (float *h = a, *d = b; ...)`: one declaration has one type.
  if (const auto *For = dyn_cast<ForStmt>(St))
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
        Init && !Init->isSingleDecl())
      for (const Decl *Each : Init->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each))
          Types.keepType(Out.deref(Entities.entity(V)), V->getType(), V->getLocation(),
                         "declared with others");
  if (const auto *If = dyn_cast<IfStmt>(St); If && If->isConstexpr()) {
    // The discarded branch of an instance has no body; what is there is compiled.
    children(St);
    return;
  }
  if (const auto *For = dyn_cast<CXXForRangeStmt>(St)) {
    for (const Stmt *C :
         {static_cast<const Stmt *>(For->getInit()), static_cast<const Stmt *>(For->getRangeStmt()),
          static_cast<const Stmt *>(For->getBeginStmt()),
          static_cast<const Stmt *>(For->getEndStmt()), static_cast<const Stmt *>(For->getCond()),
          static_cast<const Stmt *>(For->getInc()),
          static_cast<const Stmt *>(For->getLoopVarStmt()), For->getBody()})
      statement(C);
    return;
  }
  children(St);
}
