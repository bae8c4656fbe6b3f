// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Default member initializers that only a device can compute:
//   struct Lane { int id = threadIdx.x & 31; };      struct Lane { int id; };
// No valid host code makes such an object without a value of its own for the member.

#include "analysis/dialect/Dialect.h"
#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

static bool isOfDevice(const HostUnit &U, const NamedDecl *D) {
  if (const auto *V = dyn_cast<VarDecl>(D))
    return builtinVariableOf(V);
  const FunctionDecl *F = D->getAsFunction();
  return F && F->hasAttr<CUDADeviceAttr>() && !F->isImplicit() &&
         (!F->hasAttr<CUDAHostAttr>() || U.Pointers.isDeviceOnly(F));
}

bool isDeviceInitializer(const HostUnit &U, const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && isOfDevice(U, Ref->getDecl()))
    return true;
  if (const auto *Member = dyn_cast<MemberExpr>(S); Member &&
                                                    isa<CXXMethodDecl>(Member->getMemberDecl()) &&
                                                    isOfDevice(U, Member->getMemberDecl()))
    return true;
  if (const auto *Names = dyn_cast<OverloadExpr>(S);
      Names && Names->getNumDecls() && llvm::all_of(Names->decls(), [&](const NamedDecl *D) {
        return isOfDevice(U, D->getUnderlyingDecl());
      }))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return isDeviceInitializer(U, Child); });
}

void removeDeviceInitializers(HostUnit &U) {
  for (const FieldDecl *F : U.DeviceInitializers) {
    const Expr *Init = F->getInClassInitializer();
    std::optional<FileRange> R = U.Source.range(Init->getSourceRange());
    if (!R) {
      U.report(diag::UneditableDeviceCode, Init->getBeginLoc(), {});
      continue;
    }
    StringRef Before =
        U.Source.fileText(U.Source.fileOf(Init->getBeginLoc())).take_front(R->Begin).rtrim();
    if (F->getInClassInitStyle() == ICIS_CopyInit && Before.consume_back("="))
      R->Begin = Before.rtrim().size();
    U.Source.add(*R, "", rule::DeviceInitializers, Edit::Cover);
  }
}

} // namespace cu2cl
