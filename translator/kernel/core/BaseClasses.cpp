// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/BaseClasses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include <set>

using namespace clang;

namespace cu2cl {

bool hasData(const CXXRecordDecl *D) {
  return !D->field_empty() || llvm::any_of(D->bases(), [](const CXXBaseSpecifier &B) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    return Base && hasData(Base);
  });
}

bool isMember(const CXXRecordDecl *Derived, const CXXRecordDecl *Base) {
  if (hasData(Base))
    return true;
  auto ClassOf = [](const CXXBaseSpecifier &B) { return B.getType()->getAsCXXRecordDecl(); };
  if (Derived->field_empty() || Derived->getNumBases() == 0 || Derived->isDependentContext() ||
      llvm::any_of(Derived->bases(), [&](auto &B) { return hasData(ClassOf(B)); }))
    return false;
  const CXXRecordDecl *First = ClassOf(*Derived->bases_begin());
  return First->getCanonicalDecl() == Base->getCanonicalDecl() &&
         Derived->getASTContext().getASTRecordLayout(Derived).getFieldOffset(0) > 0;
}

/// Returns true if \p Field is a union or structure without a name that has a member \p Name.
static bool hasMemberOf(const FieldDecl *Field, llvm::StringRef Name) {
  return Field->isAnonymousStructOrUnion() &&
         llvm::any_of(Field->getType()->getAsRecordDecl()->fields(), [&](const FieldDecl *Inner) {
           return (Inner->getIdentifier() && Inner->getName() == Name) || hasMemberOf(Inner, Name);
         });
}

std::string baseMember(KernelPrinter &P, const CXXRecordDecl *Derived, const CXXRecordDecl *Base) {
  if (!isMember(Derived, Base))
    return "";
  unsigned Count = 0;
  for (const CXXBaseSpecifier &B : Derived->bases())
    Count += isMember(Derived, B.getType()->getAsCXXRecordDecl());
  // A name behind which there is a '_' may be that of another base.
  std::set<std::string> Others;
  std::string Name;
  for (const CXXBaseSpecifier &B : Derived->bases()) {
    const CXXRecordDecl *Each = B.getType()->getAsCXXRecordDecl();
    if (!isMember(Derived, Each))
      continue;
    Name = Count > 1 ? "base_" + P.names().type(Each) : "base";
    auto IsTaken = [&] {
      return Others.count(Name) || llvm::any_of(Derived->fields(), [&](const FieldDecl *Field) {
               return P.names().plainLocal(Field) == Name || hasMemberOf(Field, Name);
             });
    };
    while (IsTaken())
      Name += '_';
    if (Each->getCanonicalDecl() == Base->getCanonicalDecl())
      break;
    Others.insert(Name);
  }
  return Name;
}

const CastExpr *asDerivedToBase(const Expr *E) {
  const auto *C = dyn_cast<CastExpr>(E->IgnoreParens());
  if (!C)
    return nullptr;
  // What a cast does implicitly is a node of its own below it.
  if (C->getCastKind() == CK_NoOp && isa<ExplicitCastExpr>(C))
    if (const auto *Sub = dyn_cast<ImplicitCastExpr>(C->getSubExpr());
        Sub && Sub->isPartOfExplicitCast())
      C = Sub;
  return C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase
             ? C
             : nullptr;
}

} // namespace cu2cl
