// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names the entities of facts: declarations, by names that all units share, and the nodes that
// their types join.

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/reach/InstanceUsr.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace cu2cl;

static std::string plainUsr(const Decl *D) {
  llvm::SmallString<128> Usr;
  if (index::generateUSRForDecl(D, Usr))
    return D->getDeclKindName() + std::string("@") +
           std::to_string(D->getASTContext().getSourceManager().getFileOffset(D->getLocation()));
  return std::string(Usr);
}

/// The declaration of the template that \p D was instantiated from, or \p D.
static const Decl *patternOf(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    const FunctionDecl *P = F->getTemplateInstantiationPattern();
    return P ? P : F;
  }
  if (const auto *Field = dyn_cast<FieldDecl>(D)) {
    const auto *Record = dyn_cast<CXXRecordDecl>(Field->getParent());
    const CXXRecordDecl *P = Record ? Record->getTemplateInstantiationPattern() : nullptr;
    if (!P)
      return D;
    auto It = P->field_begin();
    std::advance(It, Field->getFieldIndex());
    return *It;
  }
  if (const auto *V = dyn_cast<VarDecl>(D))
    if (const VarDecl *P = V->getTemplateInstantiationPattern())
      return P;
  return D;
}

std::string cu2cl::pointerUsr(const ParsedSide &Parsed, Side S, const Decl *D) {
  if (S == Side::Host)
    D = patternOf(D);
  const auto *V = dyn_cast<VarDecl>(D);
  if (V && !V->hasGlobalStorage()) {
    const auto *F = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
    std::string Owner = F ? pointerUsr(Parsed, S, F) : "";
    // A parameter is the same in every declaration of its function, whatever its name there.
    if (const auto *P = dyn_cast<ParmVarDecl>(V); P && F)
      return Owner + "@" + std::to_string(P->getFunctionScopeIndex());
    unsigned Offset = Parsed.sources().getFileOffset(Parsed.sources().getFileLoc(V->getLocation()));
    return Owner + "@" + V->getNameAsString() + "@" + std::to_string(Offset);
  }
  std::string Usr = S == Side::Device ? instanceUsr(D) : plainUsr(D);
  // USRs do not tell instances for different lambdas apart.
  if (S == Side::Device && isa<FunctionDecl>(D))
    Usr += "@" + std::to_string(D->getCanonicalDecl()->getID());
  const auto *N = dyn_cast<NamedDecl>(D);
  if (N && !isa<FieldDecl>(N) && !N->isExternallyVisible())
    Usr += "#" + Parsed.pathOf(Parsed.sources().getFileLoc(D->getLocation()));
  if (V && V->isStaticLocal())
    Usr += "@" + std::to_string(
                     Parsed.sources().getFileOffset(Parsed.sources().getFileLoc(V->getLocation())));
  return Usr;
}

std::string cu2cl::pointerShape(ASTContext &Context, QualType T) {
  std::string Shape;
  for (;;) {
    T = T.getCanonicalType();
    if (const ArrayType *A = Context.getAsArrayType(T)) {
      Shape += 'a';
      T = A->getElementType();
    } else if (T->isReferenceType() || T->isPointerType()) {
      Shape += T->isPointerType() ? 'p' : 'r';
      T = T->getPointeeType();
    } else {
      return Shape;
    }
  }
}

/// What \p D, whose address is \p Node, is called and where it is.
FactEntity EntityConstraints::described(const NamedDecl *D, uint32_t Node) {
  FactEntity E;
  E.Usr = Out.string(pointerUsr(Parsed, S, D));
  E.Name = Out.string(D->getNameAsString());
  E.Node = Node;
  E.Place = Out.place(D->getLocation());
  return E;
}

uint32_t EntityConstraints::entity(const ValueDecl *D) {
  D = cast<ValueDecl>(D->getCanonicalDecl());
  auto [It, New] = Out.Map->Entities.try_emplace(D, 0);
  if (!New)
    return It->second;
  uint32_t N = It->second = Out.fresh();
  FactEntity E = described(D, N);
  E.Shape = Out.string(pointerShape(Parsed.context(), D->getType()));
  E.Shared = Code.isShared(D);
  Out.Body->Entities.push_back(E);
  joinTypedef(N, D->getType());
  if (isa<VarDecl, FieldDecl>(D) && !isa<ParmVarDecl>(D))
    joinDeclarators(N, cast<DeclaratorDecl>(D));
  if (const auto *Field = dyn_cast<FieldDecl>(D);
      S == Side::Host && Field && Field->getParent()->isUnion())
    joinUnion(N, Field);
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    static const char *const Names[] = {"", "private", "global", "local", "constant"};
    uint32_t Kind = Code.storageKind(V);
    std::string Text = "'" + D->getNameAsString() + "' lies in ";
    Text += S == Side::Device           ? Names[Kind]
            : Kind == hostkind::Host    ? "host"
            : Kind == hostkind::Managed ? "managed"
                                        : "device";
    Out.seed(N, Kind, D->getLocation(), Text + " memory");
    std::set<std::pair<const RecordDecl *, bool>> Reached;
    if (S == Side::Host && Kind != hostkind::Host)
      G.Types.markReached(V->getType(), true, D->getLocation(), Text + " memory", Reached);
  }
  G.Types.declaredType(D, Out.deref(N));
  return N;
}

/// The address of an object that stands for all objects of a class that \p D names.
uint32_t EntityConstraints::typedefObject(const TypedefNameDecl *D) {
  D = D->getCanonicalDecl();
  auto [It, New] = TypedefNodes.try_emplace(D, 0);
  if (!New)
    return It->second;
  uint32_t N = It->second = Out.fresh();
  FactEntity E = described(D, N);
  E.Shared = true;
  Out.Body->Entities.push_back(E);
  return N;
}

/// Steps through pointers and arrays, and to the address of what they lead to; the typedef of a
/// function pointer is no such pointer.
static bool stepInside(ASTContext &Context, QualType &T) {
  if (T->isFunctionPointerType())
    return false;
  if (const ArrayType *A = Context.getAsArrayType(T))
    T = A->getElementType();
  else if (T->isPointerType())
    T = T->getPointeeType();
  else
    return false;
  return true;
}

/// `typedef std::vector<float *> List;` is written once: all objects of that type hold the same,
/// and so do all functions of `typedef void (*Step)(float *);`.
void EntityConstraints::joinTypedef(uint32_t Address, QualType T) {
  if (S == Side::Device)
    return;
  if (T->isReferenceType())
    return joinTypedef(Out.deref(Address), T->getPointeeType());
  QualType Inner = T;
  while (stepInside(Parsed.context(), Inner))
    ;
  while (Inner->isFunctionPointerType() && !T->isFunctionPointerType()) {
    if (!Parsed.context().getAsArrayType(T))
      Address = Out.deref(Address);
    stepInside(Parsed.context(), T);
  }
  for (const auto *Typedef = T->getAs<TypedefType>(); Typedef; Typedef = T->getAs<TypedefType>()) {
    T = Typedef->getDecl()->getUnderlyingType();
    if (Code.inSystemCode(Typedef->getDecl()))
      return;
    if ((T->isRecordType() || T->isFunctionPointerType()) && Code.carries(T))
      Out.unify(Out.deref(Address), Out.deref(typedefObject(Typedef->getDecl())),
                Typedef->getDecl()->getLocation(),
                "of type '" + Typedef->getDecl()->getName().str() + "'");
  }
}

/// `std::vector<float *> a, b;` writes the pointers of both once.
void EntityConstraints::joinDeclarators(uint32_t Address, const DeclaratorDecl *D) {
  QualType T = D->getType();
  if (S == Side::Device || !Code.carries(T) || T->getContainedDeducedType())
    return;
  for (bool IsArray; T->isReferenceType() || T->isPointerType() || T->isArrayType();) {
    IsArray = T->isArrayType();
    if (T->isReferenceType())
      T = T->getPointeeType();
    else if (!stepInside(Parsed.context(), T))
      return;
    if (!IsArray)
      Address = Out.deref(Address);
  }
  if (!Code.carries(T))
    return;
  SourceLocation Begin = Parsed.sources().getFileLoc(D->getBeginLoc());
  std::string Name = "declarators behind " + Parsed.pathOf(Begin) + "@" +
                     std::to_string(Parsed.sources().getFileOffset(Begin));
  Out.unify(Out.deref(Address), Out.deref(Out.sharedObject(Name)), D->getLocation(), "");
}

/// A value written as one member of a union may be read as another.
void EntityConstraints::joinUnion(uint32_t Address, const FieldDecl *F) {
  if (!F->getType()->isPointerType())
    return;
  for (const FieldDecl *First : F->getParent()->fields()) {
    if (First == F)
      return;
    if (First->getType()->isPointerType())
      return Out.unify(Out.deref(Address), Out.deref(entity(First)), F->getLocation(),
                       "shares a union with '" + First->getNameAsString() + "'");
  }
}
