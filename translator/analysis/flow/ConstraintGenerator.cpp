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

ConstraintGenerator::ConstraintGenerator(const ParsedSide &P, Side Which, UnitPointerConstraints &F,
                                         FactIndex &I)
    : Parsed(P), S(Which), Facts(F), Index(I) {
  string("");
  place(SourceLocation());
}

uint32_t ConstraintGenerator::string(llvm::StringRef Text) {
  auto [It, New] = Strings.try_emplace(Text, Facts.Strings.size());
  if (New)
    Facts.Strings.push_back(Text.str());
  return It->second;
}

uint32_t ConstraintGenerator::place(SourceLocation Loc) {
  auto [It, New] = Places.try_emplace(Loc, Facts.Places.size());
  if (!New)
    return It->second;
  Place P;
  if (Loc.isValid()) {
    const SourceManager &SM = Parsed.sources();
    SourceLocation File = SM.getFileLoc(Loc);
    P.File = Parsed.pathOf(File);
    P.Line = SM.getSpellingLineNumber(File);
    P.Column = SM.getSpellingColumnNumber(File);
  }
  Facts.Places.push_back(std::move(P));
  Index.Locations.push_back(Loc);
  return It->second;
}

uint32_t ConstraintGenerator::child(uint32_t Node, uint32_t Key) {
  if (Node == NoNode)
    return NoNode;
  auto [It, New] = ChildNodes.try_emplace(uint64_t(Node) << 32 | Key, 0);
  if (!New)
    return It->second;
  uint32_t C = It->second = fresh();
  Body->Facts.push_back({FactOp::Child, Node, C, Key, 0, 0});
  return C;
}

void ConstraintGenerator::unify(uint32_t A, uint32_t B, SourceLocation Loc, llvm::StringRef Text) {
  if (A != NoNode && B != NoNode && A != B)
    Body->Facts.push_back({FactOp::Unify, A, B, 0, place(Loc), string(Text)});
}

void ConstraintGenerator::sameKind(uint32_t A, uint32_t B, SourceLocation Loc,
                                   llvm::StringRef Text) {
  if (A != NoNode && B != NoNode && A != B)
    Body->Facts.push_back({FactOp::SameKind, A, B, 0, place(Loc), string(Text)});
}

void ConstraintGenerator::seed(uint32_t A, uint32_t Kind, SourceLocation Loc,
                               llvm::StringRef Text) {
  if (A != NoNode && Kind)
    Body->Facts.push_back({FactOp::Seed, A, 0, Kind, place(Loc), string(Text)});
}

void ConstraintGenerator::mark(uint32_t A, uint16_t Use, SourceLocation Loc, llvm::StringRef Text) {
  if (A != NoNode && S == Side::Host)
    Body->Facts.push_back({FactOp::Use, A, 0, Use, place(Loc), string(Text)});
}

bool ConstraintGenerator::inSystemCode(const Decl *D) const {
  SourceLocation Loc = D->getLocation();
  return Loc.isInvalid() || Parsed.sources().isInSystemHeader(Parsed.sources().getFileLoc(Loc));
}

/// Returns true if values of type \p T hold pointers that the class of the value itself must track.
/// The fields of the user's classes are declarations of their own on the host; on the device they
/// are parts of their object.
bool ConstraintGenerator::carries(QualType T) const {
  if (T.isNull()) // parts of a file that Clang could not parse
    return false;
  T = T.getCanonicalType();
  if (T->isPointerType() || T->isReferenceType())
    return true;
  if (const ArrayType *A = Parsed.context().getAsArrayType(T))
    return carries(A->getElementType());
  if (S == Side::Device) {
    const RecordDecl *R = T->getAsRecordDecl();
    return R ? Index.Holders.holdPointers(R) : mayBeAddress(T);
  }
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Spec || !inSystemCode(Spec))
    return false;
  auto Holds = [&](const TemplateArgument &A) {
    if (A.getKind() != TemplateArgument::Type)
      return false;
    if (const auto *F = A.getAsType()->getAs<FunctionProtoType>()) // of a std::function
      return carries(F->getReturnType()) ||
             llvm::any_of(F->getParamTypes(), [&](QualType P) { return carries(P); });
    return carries(A.getAsType());
  };
  for (const TemplateArgument &A : Spec->getTemplateArgs().asArray()) {
    if (Holds(A))
      return true;
    if (A.getKind() == TemplateArgument::Pack && llvm::any_of(A.pack_elements(), Holds))
      return true;
  }
  return catalog::isSmartPointer(catalog::cxxClass(Spec->getName()));
}

bool ConstraintGenerator::isShared(const ValueDecl *D) const {
  if (isa<FieldDecl>(D) || isa<IndirectFieldDecl>(D))
    return true;
  // A lambda's body belongs to the function around it, but a template may call it.
  if (isa<ParmVarDecl>(D) && S == Side::Host)
    if (const auto *M = dyn_cast<CXXMethodDecl>(D->getDeclContext()))
      return M->getParent()->isLambda();
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->hasGlobalStorage();
}

uint32_t ConstraintGenerator::objectKind() const {
  return S == Side::Host ? hostkind::Host : uint32_t(AddressSpace::Private);
}

/// Kind of the memory in which the variable itself lies; 0 where nothing is to be said.
uint32_t ConstraintGenerator::storageKind(const VarDecl *V) const {
  DeviceStorage Where = deviceStorage(V);
  if (S == Side::Host)
    return Where == DeviceStorage::None || Where == DeviceStorage::Texture ? hostkind::Host
           : isManaged(V)                                                  ? hostkind::Managed
                                                                           : hostkind::Device;
  if (inSystemCode(V)) // threadIdx and its like are values that are printed as temporaries
    return uint32_t(AddressSpace::Private);
  switch (Where) {
  case DeviceStorage::Constant:
    return uint32_t(AddressSpace::Constant);
  case DeviceStorage::Global:
    return uint32_t(AddressSpace::Global);
  case DeviceStorage::Shared:
  case DeviceStorage::DynamicShared:
    return uint32_t(AddressSpace::Local);
  case DeviceStorage::Texture:
    return uint32_t(AddressSpace::Private);
  case DeviceStorage::None:
    break;
  }
  // What is const and static can only be emitted at program scope, which is __constant.
  return uint32_t(V->hasGlobalStorage() ? AddressSpace::Constant : AddressSpace::Private);
}

void ConstraintGenerator::begin(const FunctionDecl *F) {
  Facts.Bodies.emplace_back();
  Index.Bodies.emplace_back();
  Body = &Facts.Bodies.back();
  Map = &Index.Bodies.back();
  Map->Function = F;
  ChildNodes.clear();
  TypedefNodes.clear();
  SharedNodes.clear();
  Frames.clear();
  Lambdas.clear();
  LambdaResults.clear();
}

void ConstraintGenerator::end() { Body = nullptr; }

void ConstraintGenerator::addGlobals(llvm::ArrayRef<const VarDecl *> Variables,
                                     llvm::ArrayRef<const FunctionDecl *> Functions,
                                     llvm::ArrayRef<const FieldDecl *> Fields) {
  begin(nullptr);
  Frames.push_back({});
  for (const FunctionDecl *F : Functions)
    functionValue(F);
  for (const VarDecl *V : Variables) {
    declare(V);
    // What the host writes into it are addresses of its buffers.
    const Expr *Init = V->getInit();
    bool IsDefault = !Init || isa<CXXConstructExpr>(Init->IgnoreImplicit());
    if (S == Side::Device && IsDefault && deviceStorage(V) != DeviceStorage::Shared &&
        deviceStorage(V) != DeviceStorage::DynamicShared)
      seedPointees(entity(V), V->getType(), uint32_t(AddressSpace::Global), V->getLocation(),
                   "'" + V->getNameAsString() + "' is set by the host");
  }
  for (const FieldDecl *F : Fields) {
    materialise(Body->This = fresh(),
                Parsed.context().getPointerType(Parsed.context().getRecordType(F->getParent())));
    initialise(fieldAddress(Body->This, F, F->getLocation()), F->getType(),
               F->getInClassInitializer(), F->getLocation(),
               "initialises '" + F->getNameAsString() + "'");
  }
  end();
}

bool ConstraintGenerator::returnsValue(const FunctionDecl *F) const {
  const FunctionDecl *Definition = nullptr;
  return Reach && F->isDefined(Definition) && Reach->returnsValue(Definition);
}

/// The methods that \p M overrides take and return the same: a call may mean any of them.
void ConstraintGenerator::joinOverridden(const CXXMethodDecl *M) {
  for (const CXXMethodDecl *Base : M->overridden_methods()) {
    if (inSystemCode(Base))
      continue;
    FactCall Call;
    Call.Callee = string(pointerUsr(Parsed, S, Base));
    for (const ParmVarDecl *P : M->parameters())
      Call.Arguments.push_back(carries(P->getType()) ? deref(entity(P)) : NoNode);
    Call.Result = Body->Result;
    addCall(nullptr, std::move(Call), M->getLocation(), "overrides a virtual function");
  }
}

void ConstraintGenerator::addFunction(const FunctionDecl *F) {
  begin(F);
  Body->Usr = string(pointerUsr(Parsed, S, F));
  Body->Place = place(F->getLocation());
  // All levels of the signature exist, so that callers bind them even if the body never looks.
  for (const ParmVarDecl *P : F->parameters()) {
    Body->Parameters.push_back(carries(P->getType()) ? entity(P) : NoNode);
    if (carries(P->getType()))
      materialise(deref(entity(P)), P->getType());
  }
  QualType Result = F->getReturnType();
  if (returnsValue(F))
    Result = Result->getPointeeType();
  if (carries(Result))
    materialise(Body->Result = fresh(), Result);
  if (Body->Result != NoNode && Result->isRecordType()) {
    uint32_t Address = fresh();
    unify(deref(Address), Body->Result, F->getLocation());
    joinTypedef(Address, Result);
  }
  Body->ResultShape = string(pointerShape(Parsed.context(), Result));
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->isInstance())
    materialise(Body->This = fresh(), M->getThisType());
  keepFunctionTypes(F, Result);
  if (M)
    joinAllocation(M);
  Frames.push_back({Body->Result, Result->isReferenceType(), F->getNameAsString()});
  if (S == Side::Device && F->hasAttr<CUDAGlobalAttr>())
    for (const ParmVarDecl *P : F->parameters())
      if (carries(P->getType()) || P->getType()->isRecordType())
        seedPointees(entity(P), P->getType(), uint32_t(AddressSpace::Global), P->getLocation(),
                     "parameter '" + P->getNameAsString() + "' of kernel '" + F->getNameAsString() +
                         "'");
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    constructorInitialisers(C);
  statement(F->getBody()); // none of a pure virtual function
  if (const auto *D = dyn_cast<CXXDestructorDecl>(F))
    destroyParts(D);
  end();
}

/// What in the signature of \p F, which returns a \p Result, stays as it is written, since others
/// have it, too.
void ConstraintGenerator::keepFunctionTypes(const FunctionDecl *F, QualType Result) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  Body->Tied = M && M->isVirtual() && !isa<CXXDestructorDecl>(M);
  Body->HostDevice = S == Side::Host && F->hasAttr<CUDADeviceAttr>() &&
                     F->hasAttr<CUDAHostAttr>() && !Body->Tied &&
                     !isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(F);
  if (Body->Tied && S == Side::Host)
    joinOverridden(M);
  // Who overrides, converts or calls an object of the class (the library) has the type once more.
  bool IsCallable = F->getOverloadedOperator() == OO_Call;
  if (Body->Tied || IsCallable)
    for (const ParmVarDecl *P : F->parameters())
      keepType(deref(entity(P)), P->getType(), P->getLocation(),
               Body->Tied ? "of a virtual function" : "of a call operator");
  if (Body->Tied || IsCallable || isa<CXXConversionDecl>(F) || !Parsed.langOpts().CPlusPlus ||
      F->getTemplateInstantiationPattern() || !writesPointers(F->getReturnType()))
    keepType(Body->Result, Result, F->getLocation(), "of '" + F->getNameAsString() + "'");
  // Code that is not seen finds it by its name: who loads a library.
  if (S == Side::Host && F->isExternC() && F->isExternallyVisible()) {
    const std::string Text = "of '" + F->getNameAsString() + "', which nothing here calls";
    for (const ParmVarDecl *P : F->parameters())
      keepType(deref(entity(P)), P->getType(), P->getLocation(), Text,
               use::Untracked | use::IfUncalled);
    keepType(Body->Result, Result, F->getLocation(), Text, use::Untracked | use::IfUncalled);
  }
}

/// Returns where the initial value of \p V is made: that of a symbol in an object of the host's.
uint32_t ConstraintGenerator::initialisedObject(const VarDecl *V) {
  uint32_t Symbol = entity(V);
  if (S != Side::Host || deviceStorage(V) == DeviceStorage::None || isManaged(V))
    return Symbol;
  uint32_t Made = fresh();
  seed(Made, hostkind::Host, V->getLocation(), "an initial value");
  if (carries(V->getType()))
    unify(deref(Made), deref(Symbol), V->getLocation());
  return Made;
}

void ConstraintGenerator::declare(const VarDecl *V) {
  uint32_t N = initialisedObject(V);
  if (const auto *D = dyn_cast<DecompositionDecl>(V))
    for (const BindingDecl *B : D->bindings())
      if (const VarDecl *H = B->getHoldingVar())
        declare(H);
  if (V->getInit() && !V->isCXXForRangeDecl())
    initialise(N, V->getType(), V->getInit(), V->getLocation(),
               "initialises '" + V->getNameAsString() + "'");
  else if (V->getInit())
    initialise(N, V->getType(), V->getInit(), V->getLocation(),
               "'" + V->getNameAsString() + "' runs over it");
  if (!V->hasGlobalStorage())
    destroy(V, V->getType(), N, V->getLocation(), "the end of '" + V->getNameAsString() + "'");
}

void ConstraintGenerator::children(const Stmt *St) {
  for (const Stmt *C : St->children())
    statement(C);
}

void ConstraintGenerator::statement(const Stmt *St) {
  if (!St)
    return;
  if (const auto *E = dyn_cast<Expr>(St)) {
    expr(E);
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
    const Frame &F = Frames.back();
    if (!R->getRetValue())
      return;
    uint32_t N = F.ReturnsReference ? expr(R->getRetValue()) : value(R->getRetValue());
    unify(F.Result, N, R->getReturnLoc(), "returned by '" + F.Name + "'");
    return;
  }
  // `for (float *h = a, *d = b; ...)`: one declaration has one type.
  if (const auto *For = dyn_cast<ForStmt>(St))
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
        Init && !Init->isSingleDecl())
      for (const Decl *Each : Init->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each))
          keepType(deref(entity(V)), V->getType(), V->getLocation(), "declared with others");
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
