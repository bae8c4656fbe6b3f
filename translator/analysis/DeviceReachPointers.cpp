// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What kernels reach through pointers to functions.

#include "analysis/DeviceReachBuilder.h"
#include "analysis/FunctionPointers.h"
#include "clang/AST/DeclTemplate.h"
#include <algorithm>

using namespace clang;

namespace cu2cl {

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

} // namespace cu2cl
