// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects that are zero before their constructor runs: `State()` of a class whose constructor is
// the compiler's has zeros where no member has a value of its own, `State s;` has not.

#include "analysis/effects/ZeroedObjects.h"
#include "analysis/effects/Construction.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

llvm::DenseSet<const CXXConstructorDecl *> zeroedConstructors(const DeviceCallGraph &Reach) {
  llvm::DenseSet<const CXXConstructorDecl *> Found;
  std::vector<const CXXConstructorDecl *> Left;
  auto Add = [&](const CXXConstructorDecl *C) {
    if (Found.insert(C->getCanonicalDecl()).second)
      Left.push_back(C);
  };
  for (const FunctionDecl *F : Reach.Functions)
    for (const DeviceCall &Call : Reach.calls(F))
      if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(Call.Site);
          C && C->requiresZeroInitialization())
        Add(C->getConstructor());
  while (!Left.empty()) {
    const FunctionDecl *Definition = nullptr;
    Left.back()->isDefined(Definition);
    Left.pop_back();
    if (const auto *C = dyn_cast_or_null<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *I : C->inits())
        if (const auto *Part = dyn_cast<CXXConstructExpr>(I->getInit()->IgnoreImplicit());
            Part && Part->getConstructor()->isDefaultConstructor())
          Add(Part->getConstructor());
  }
  return Found;
}

bool leavesParts(const CXXConstructorDecl *C) {
  auto Sets = [C](llvm::function_ref<bool(const CXXCtorInitializer *)> IsOfPart) {
    return llvm::any_of(C->inits(), [&](const CXXCtorInitializer *I) {
      return IsOfPart(I) && !initialisesNothing(I);
    });
  };
  if (llvm::any_of(C->inits(),
                   [](const CXXCtorInitializer *I) { return I->isDelegatingInitializer(); }))
    return false;
  for (const CXXBaseSpecifier &B : C->getParent()->bases())
    if (!B.getType()->getAsCXXRecordDecl()->isEmpty() && !Sets([&](const CXXCtorInitializer *I) {
          return I->isBaseInitializer() && C->getASTContext().hasSameUnqualifiedType(
                                               QualType(I->getBaseClass(), 0), B.getType());
        }))
      return true;
  return llvm::any_of(C->getParent()->fields(), [&](const FieldDecl *F) {
    return !F->isUnnamedBitField() && !Sets([F](const CXXCtorInitializer *I) {
      return I->isMemberInitializer() && I->getMember() == F;
    });
  });
}

} // namespace cu2cl
