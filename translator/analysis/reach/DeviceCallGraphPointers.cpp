// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects the functions that kernels reach through function pointers.

#include "analysis/reach/DeviceCallGraphBuilder.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/InstanceUsr.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

using namespace clang;

namespace cu2cl {

/// Returns true if \p F is a function of CUDA's that the catalog makes an expression of its
/// arguments' values.
static bool takesValuesAlone(const FunctionDecl *F) {
  const catalog::DeviceFunction *Row = deviceRowOf(F);
  auto IsNumber = [](QualType T) { return T->isArithmeticType(); };
  return Row && !Row->Text.empty() && !Row->Diag && !Row->Text.contains("$s") &&
         !Row->Text.contains("$w") && !Row->Text.contains("$f") && F->getNumParams() > 0 &&
         IsNumber(F->getReturnType()) &&
         llvm::all_of(F->getType()->castAs<FunctionProtoType>()->param_types(), IsNumber);
}

/// Device code makes a pointer of \p F.
void DeviceCallGraphBuilder::takeAddress(const DeclRefExpr *Ref, const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  const auto *T = F->getType().getCanonicalType()->getAs<FunctionProtoType>();
  if (!T || (M && M->isVirtual()) || Called.count(Ref))
    return;
  callTo(Ref, F);
  const FunctionDecl *Definition = nullptr;
  if (!F->isDefined(Definition) || (isSystem(F) && !isTranslatedLibrary(F))) {
    if (!takesValuesAlone(F))
      Foreign.push_back(T);
    else if (llvm::none_of(Reach->LibraryTargets, [&](const auto &Known) {
               return Known.first->getCanonicalDecl() == F->getCanonicalDecl();
             }))
      Reach->LibraryTargets.push_back(
          {F, Current ? static_cast<const Decl *>(Current) : Initialised});
    return;
  }
  auto &Known = Reach->Calls[nullptr];
  if (llvm::none_of(Known, [&](const DeviceCall &C) { return C.Callee == Definition; }))
    Known.push_back({Ref, Definition});
}

/// A value that is the same number or bytes whatever function gets it.
static bool isPlainValue(QualType T) {
  if (const RecordDecl *R = T->getAsRecordDecl()) {
    R = R->getDefinition();
    const auto *C = dyn_cast_or_null<CXXRecordDecl>(R);
    return R &&
           llvm::all_of(R->fields(),
                        [](const FieldDecl *F) {
                          return isPlainValue(
                              QualType(F->getType()->getBaseElementTypeUnsafe(), 0));
                        }) &&
           (!C || llvm::all_of(C->bases(), [](const CXXBaseSpecifier &B) {
             return isPlainValue(B.getType());
           }));
  }
  return T->isVoidType() || T->isArithmeticType() || T->isEnumeralType();
}

/// Returns what functions that pointers hold may get: a plain value, or where one lies.
static bool isPlainArgument(QualType T) {
  QualType Pointee = T->getPointeeType();
  if (T->isPointerType() || T->isReferenceType())
    return isPlainValue(Pointee) && (T->isPointerType() || !Pointee->isBooleanType());
  return isPlainValue(T);
}

/// Returns true if objects of type \p T hold pointers to \p F, also through pointers.
static bool holdsFunction(QualType T, const FunctionProtoType *F,
                          llvm::DenseSet<const RecordDecl *> &Seen) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  if (const FunctionProtoType *Pointed = pointedFunction(T))
    return isSameFunctionType(Pointed, F);
  if (T->isPointerType() || T->isReferenceType())
    return holdsFunction(T->getPointeeType(), F, Seen);
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !R->getDefinition() || !Seen.insert(R).second)
    return false;
  R = R->getDefinition();
  const auto *C = dyn_cast<CXXRecordDecl>(R);
  return llvm::any_of(
             R->fields(),
             [&](const FieldDecl *Field) { return holdsFunction(Field->getType(), F, Seen); }) ||
         (C && llvm::any_of(C->bases(), [&](const CXXBaseSpecifier &B) {
            return holdsFunction(B.getType(), F, Seen);
          }));
}

bool comesFromOutside(const DeviceCallGraph &Reach, const FunctionProtoType *T) {
  llvm::DenseSet<const RecordDecl *> Seen;
  for (const FunctionDecl *K : Reach.Kernels)
    for (const ParmVarDecl *P : K->parameters())
      if (holdsFunction(P->getType(), T, Seen))
        return true;
  return llvm::any_of(Reach.Variables, [&](const VarDecl *V) {
    DeviceStorage S = deviceStorage(V);
    return (S == DeviceStorage::Constant || S == DeviceStorage::Global) &&
           holdsFunction(V->getType(), T, Seen);
  });
}

uint32_t functionNumber(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (F->isDefined(Definition))
    F = Definition;
  const SourceManager &SM = F->getASTContext().getSourceManager();
  SourceLocation Begin = SM.getFileLoc(F->getBeginLoc()), End = SM.getFileLoc(F->getEndLoc());
  std::string Text = instanceUsr(F);
  if (SM.getFileID(Begin) == SM.getFileID(End))
    Text +=
        SM.getBufferData(SM.getFileID(Begin)).slice(SM.getFileOffset(Begin), SM.getFileOffset(End));
  return (uint32_t(llvm::xxh3_64bits(Text)) & 0x7fffffffu) | 1u;
}

const DeclRefExpr *convertedLambda(const FunctionDecl *F) {
  const auto *C = dyn_cast_or_null<CXXConversionDecl>(F);
  const auto *Body =
      C && C->getParent()->isLambda() ? dyn_cast_or_null<CompoundStmt>(C->getBody()) : nullptr;
  const auto *Return =
      Body && !Body->body_empty() ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Return ? dyn_cast<DeclRefExpr>(Return->getRetValue()->IgnoreImplicit()) : nullptr;
}

const FunctionDecl *functionNamedBy(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    E = U->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

/// The functions in \p Context that variables of the device start with: the host may copy them from
/// there.
void DeviceCallGraphBuilder::takeInitialValues(const DeclContext *Context) {
  for (const Decl *D : Context->decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(D))
      takeInitialValues(cast<DeclContext>(D));
    const auto *V = dyn_cast<VarDecl>(D);
    QualType T = V ? QualType(V->getType()->getBaseElementTypeUnsafe(), 0) : QualType();
    const FunctionProtoType *F =
        V && V->hasInit() && !isSystem(V) &&
                (V->hasAttr<CUDADeviceAttr>() || V->hasAttr<CUDAConstantAttr>())
            ? pointedFunction(T)
            : nullptr;
    if (F && comesFromOutside(*Reach, F)) {
      Initialised = V;
      walk(V->getInit());
    }
  }
}

/// Calls through a pointer reach the functions of its type whose address is taken.
void DeviceCallGraphBuilder::resolveIndirectCalls() {
  takeInitialValues(Device.context().getTranslationUnitDecl());
  std::vector<DeviceCall> Taken = Reach->Calls[nullptr];
  for (const DeviceCall &C : Taken)
    visitFunction(C.Callee);
  auto &Known = Reach->Calls[nullptr];
  auto IsForeign = [&](const FunctionProtoType *T) {
    return llvm::any_of(Foreign,
                        [&](const FunctionProtoType *F) { return isSameFunctionType(F, T); });
  };
  llvm::DenseSet<const FunctionDecl *> Once;
  llvm::erase_if(Known, [&](const DeviceCall &C) {
    if (!Once.insert(C.Callee).second)
      return true;
    const auto *T = C.Callee->getType().getCanonicalType()->castAs<FunctionProtoType>();
    bool Plain =
        isPlainValue(T->getReturnType()) && llvm::all_of(T->param_types(), isPlainArgument);
    return !Plain || T->isVariadic() || IsForeign(T);
  });
  llvm::erase_if(Reach->LibraryTargets, [&](const auto &Known) {
    return IsForeign(
        Known.first->getType().getCanonicalType()->template castAs<FunctionProtoType>());
  });
  std::stable_sort(Known.begin(), Known.end(), [&](const DeviceCall &A, const DeviceCall &B) {
    return before(A.Callee, B.Callee);
  });
  for (auto [F, Call] : IndirectCalls) {
    const FunctionProtoType *T = calledThroughPointer(Call);
    const MemberPointerType *Member = calledThroughMember(Call);
    auto Targets = T        ? functionTargets(*Reach, T)
                   : Member ? memberTargets(*Reach, Member)
                            : std::vector<const FunctionDecl *>();
    if (Targets.empty() && (!T || libraryTargets(*Reach, T).empty()))
      report(diag::IndirectCall, Call->getExprLoc());
    for (const FunctionDecl *Target : Targets)
      Reach->Calls[F].push_back({Call, Target});
    // Those of initial values are named in no function.
    for (const DeviceCall &C : Taken)
      if (llvm::is_contained(Targets, C.Callee))
        Reach->Calls[F].push_back(C);
  }
}

} // namespace cu2cl
