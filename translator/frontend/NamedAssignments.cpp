// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A call of an assignment operator that Clang made, by its name, has no body to translate.
//   Base::operator=(o);   is   static_cast<Base &>(*this) = o;
//   a.operator=(b);       is   a = b;
// A call evaluates its object first, an assignment its right side (C++17, [expr.call] and
// [expr.ass]): what could tell the difference stays a call.

#include "frontend/NamedAssignments.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

/// Returns true if the object \p E is the same one whatever is evaluated ahead of it.
static bool isFixed(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return !M->getMemberDecl()->getType()->isReferenceType() &&
           (!M->isArrow() || isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) &&
           isFixed(M->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return isa<CXXThisExpr>(E) || (Ref && !Ref->getType()->isPointerType());
}

Expr *namedAssignment(ASTContext &Context, Stmt *S) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(S);
  CXXMethodDecl *M = Call ? Call->getMethodDecl() : nullptr;
  if (!M || M->isDependentContext() || Call->getNumArgs() != 1 || !M->isTrivial() ||
      !(M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()))
    return nullptr;
  const auto *Named = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
  const std::optional<Token> Paren =
      Named ? Lexer::findNextToken(Named->getEndLoc(), Context.getSourceManager(),
                                   Context.getLangOpts())
            : std::nullopt;
  if (!Paren || Paren->isNot(tok::l_paren))
    return nullptr;
  Expr *Object = Named->getBase();
  if (!isFixed(Object) &&
      (Object->HasSideEffects(Context) || Call->getArg(0)->HasSideEffects(Context)))
    return nullptr;
  if (Named->isArrow())
    Object = UnaryOperator::Create(Context, Object, UO_Deref, Object->getType()->getPointeeType(),
                                   VK_LValue, OK_Ordinary, Object->getBeginLoc(),
                                   /*CanOverflow=*/false, FPOptionsOverride());
  Expr *Value = new (Context)
      ParenExpr(Paren->getLocation(), Call->getRParenLoc(), const_cast<Expr *>(Call->getArg(0)));
  Expr *Name = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), M, false,
                                   Named->getMemberLoc(), M->getType(), VK_LValue);
  Expr *Callee = ImplicitCastExpr::Create(Context, Context.getPointerType(M->getType()),
                                          CK_FunctionToPointerDecay, Name, nullptr, VK_PRValue,
                                          FPOptionsOverride());
  return CXXOperatorCallExpr::Create(Context, OO_Equal, Callee, {Object, Value}, Call->getType(),
                                     Call->getValueKind(), Named->getMemberLoc(),
                                     FPOptionsOverride());
}

} // namespace cu2cl
