// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/dialect/Dialect.h"
#include "catalog/Catalog.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cu2cl {

bool isOfSystem(const Decl *D) {
  // A project may declare again what a header declares: the first declaration tells.
  D = D->getCanonicalDecl();
  const SourceManager &SM = D->getASTContext().getSourceManager();
  SourceLocation Loc = D->getLocation();
  return Loc.isInvalid() || D->isImplicit() || SM.isInSystemHeader(SM.getExpansionLoc(Loc));
}

bool isOfDeviceLibrary(const Decl *D) {
  const SourceManager &SM = D->getASTContext().getSourceManager();
  return SM.getFilename(SM.getExpansionLoc(D->getLocation())).starts_with(deviceLibraryRoot());
}

std::optional<llvm::APSInt> libraryConstant(const CallExpr *Call, const ASTContext &Context) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !isOfDeviceLibrary(F) || !F->hasBody(F))
    return std::nullopt;
  const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  const Expr *Value = Return ? Return->getRetValue() : nullptr;
  if (!Value || Value->isValueDependent())
    return std::nullopt;
  return Value->getIntegerConstantExpr(Context);
}

/// Returns true if \p D has a name of its own and is in no class, nor in a namespace but std.
static bool isNamedByItself(const NamedDecl *D) {
  if (!D->getIdentifier() || isa<CXXMethodDecl>(D))
    return false;
  const DeclContext *Around = D->getDeclContext()->getRedeclContext();
  return Around->isTranslationUnit() || D->isInStdNamespace();
}

const catalog::BuiltinVariable *builtinVariableOf(const ValueDecl *D) {
  if (!D || !isa<VarDecl>(D) || !isNamedByItself(D))
    return nullptr;
  const catalog::BuiltinVariable *Row = catalog::findBuiltinVariable(D->getName());
  return Row && isOfSystem(D) ? Row : nullptr;
}

static bool isOfKind(const ValueDecl *D, catalog::BuiltinVariable::Is Kind) {
  const catalog::BuiltinVariable *Row = builtinVariableOf(D);
  return Row && Row->Kind == Kind;
}

bool isThreadIndex(const ValueDecl *D) {
  return isOfKind(D, catalog::BuiltinVariable::Is::ThreadIndex);
}

bool isWarpSize(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && isOfKind(Ref->getDecl(), catalog::BuiltinVariable::Is::WarpSize);
}

std::optional<ThreadId> threadIdOf(const Expr *E) {
  // Clang's own headers (--cuda-path) declare properties: threadIdx.x is a pseudo object.
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  const ValueDecl *Component = nullptr;
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Component = Property->getPropertyDecl();
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Base = Member->getBase();
    Component = Member->getMemberDecl();
  }
  const auto *Ref = Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
  const catalog::BuiltinVariable *Row = Ref ? builtinVariableOf(Ref->getDecl()) : nullptr;
  if (!Row || !Component->getIdentifier())
    return std::nullopt;
  int Dimension = llvm::StringSwitch<int>(Component->getName())
                      .Case("x", 0)
                      .Case("y", 1)
                      .Case("z", 2)
                      .Default(-1);
  if (Dimension < 0)
    return std::nullopt;
  return ThreadId{Row, unsigned(Dimension)};
}

catalog::DeviceRole deviceRoleOf(const FunctionDecl *F) {
  if (!F || !isNamedByItself(F))
    return catalog::DeviceRole::None;
  catalog::DeviceRole Role = catalog::deviceRole(F->getName());
  return Role != catalog::DeviceRole::None && isOfSystem(F) ? Role : catalog::DeviceRole::None;
}

static ThreadRole betweenThreads(catalog::DeviceRole Role) {
  using catalog::DeviceRole;
  switch (Role) {
  case DeviceRole::Barrier:
  case DeviceRole::Vote:
  case DeviceRole::VoteOfAll:
    return ThreadRole::Barrier;
  case DeviceRole::Warp:
  case DeviceRole::WarpBarrier:
  case DeviceRole::GroupBarrier:
  case DeviceRole::Shuffle:
  case DeviceRole::WarpVote:
  case DeviceRole::WarpVoteOfAll:
  case DeviceRole::WarpByMask:
    return ThreadRole::Warp;
  case DeviceRole::Atomic:
  case DeviceRole::AtomicExchange:
  case DeviceRole::AtomicOfSystem:
    return ThreadRole::Atomic;
  case DeviceRole::Clock:
    return ThreadRole::Clock;
  default:
    return ThreadRole::None;
  }
}

bool isForDeviceAlone(const FunctionDecl *F) {
  return F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>() && !F->isImplicit();
}

ThreadRole threadRoleOf(const FunctionDecl *F) {
  if (!F)
    return ThreadRole::Unknown;
  if (ThreadRole Role = betweenThreads(deviceRoleOf(F)); Role != ThreadRole::None)
    return Role;
  if (F->hasBody() || F->isTrivial() || F->isImplicit())
    return ThreadRole::None;
  if (isNamedByItself(F) && isOfSystem(F) && !catalog::findDeviceFunctions(F->getName()).empty())
    return ThreadRole::None;
  // Builtins of the target may be its barriers; others compute.
  const Builtin::Context &Builtins = F->getASTContext().BuiltinInfo;
  unsigned Id = F->getBuiltinID();
  return Id && !Builtins.isTSBuiltin(Id) ? ThreadRole::None : ThreadRole::Unknown;
}

bool isBarrier(const FunctionDecl *F) { return threadRoleOf(F) == ThreadRole::Barrier; }

bool isWarpBarrier(const FunctionDecl *F) {
  catalog::DeviceRole Role = deviceRoleOf(F);
  return Role == catalog::DeviceRole::WarpBarrier || Role == catalog::DeviceRole::GroupBarrier;
}

bool isBlockVote(const CallExpr *Call) {
  catalog::DeviceRole Role = deviceRoleOf(Call->getDirectCallee());
  return Role == catalog::DeviceRole::Vote || Role == catalog::DeviceRole::VoteOfAll;
}

bool isVoteOfAll(const CallExpr *Call) {
  return deviceRoleOf(Call->getDirectCallee()) == catalog::DeviceRole::VoteOfAll;
}

bool isTextureReference(QualType T) {
  return T->isCUDADeviceBuiltinTextureType() || T->isCUDADeviceBuiltinSurfaceType();
}

bool isTextureObject(QualType T) {
  while (true) {
    if (const auto *Typedef = dyn_cast<TypedefType>(T.getTypePtr()))
      for (const auto *A : Typedef->getDecl()->specific_attrs<AnnotateAttr>())
        if (A->getAnnotation() == "cu2cl.texture") // of the bundled headers
          return true;
    const auto *Sugared = T.getTypePtr();
    QualType Next = Sugared->getLocallyUnqualifiedSingleStepDesugaredType();
    if (Next.getTypePtr() == Sugared)
      return false;
    T = Next;
  }
}

namespace {

/// Looks for texture objects in what values of a type hold, on the other side of pointers or not.
struct TextureFinder {
  const ASTContext &Context;
  bool BehindPointers;
  llvm::SmallPtrSet<const RecordDecl *, 8> Seen[2];

  bool find(QualType T, bool IsBehind) {
    while (const ArrayType *A = Context.getAsArrayType(T))
      T = A->getElementType();
    if (isTextureObject(T))
      return IsBehind == BehindPointers;
    if (T->isPointerType() || T->isReferenceType())
      return BehindPointers && find(T->getPointeeType(), true);
    const RecordDecl *R = T->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    const auto *C = dyn_cast_or_null<CXXRecordDecl>(R);
    if (!R || (isOfSystem(R) && !(C && C->isLambda())) || !Seen[IsBehind].insert(R).second)
      return false;
    return llvm::any_of(R->fields(),
                        [&](const FieldDecl *F) { return find(F->getType(), IsBehind); }) ||
           (C && llvm::any_of(C->bases(), [&](const CXXBaseSpecifier &B) {
              return find(B.getType(), IsBehind);
            }));
  }
};

} // namespace

bool holdsTextureObjects(const ASTContext &Context, QualType T) {
  return TextureFinder{Context, false, {}}.find(T, false);
}

bool leadsToTextureObjects(const ASTContext &Context, QualType T) {
  return TextureFinder{Context, true, {}}.find(T, false);
}

bool isExtent(const RecordDecl *R) {
  return isNamedByItself(R) && !catalog::vectorOfExtent(R->getName()).empty() && isOfSystem(R);
}

const catalog::HostFunction *runtimeFunctionOf(const FunctionDecl *F) {
  return F && isNamedByItself(F) && isOfSystem(F) ? catalog::findHostFunction(F->getName())
                                                  : nullptr;
}

} // namespace cu2cl
