// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Members that are indexed by the address of the first one.
//
// Precondition: `(&v.x)[i]`, where the subscript is not known to be 0.
// Effect: *(&v.x + i). Clang, and so most OpenCL compilers, takes an element of `&v.x` for the
// member x itself, and what is stored to v.y for something else; nvcc does not.

#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printMemberSubscript(KernelPrinter &P, const Stmt *S) {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
  const auto *Address =
      Element ? dyn_cast<UnaryOperator>(Element->getBase()->IgnoreParens()) : nullptr;
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return std::nullopt;
  const auto *Member = dyn_cast<MemberExpr>(Address->getSubExpr()->IgnoreParens());
  if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
    return std::nullopt;
  const Expr *Index = Element->getIdx();
  Expr::EvalResult Known;
  if (!Index->isValueDependent() && Index->EvaluateAsInt(Known, P.context()) &&
      Known.Val.getInt().isZero())
    return std::nullopt;
  return Fragment::dereference(
      (P.print(Address, Precedence::Additive) + " + " + P.print(Index, Precedence::Multiplicative))
          .binding(Precedence::Additive));
}

} // namespace cu2cl
