// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/ImplicitMembers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

class MemberWriter {
public:
  explicit MemberWriter(ASTContext &Context) : Context(Context) {}

  void write(CXXRecordDecl *R) {
    for (CXXMethodDecl *M : R->methods()) {
      nameOther(M);
      if (!M->isCopyAssignmentOperator() && !M->isMoveAssignmentOperator())
        nameCompared(M);
      if (auto *C = dyn_cast<CXXConstructorDecl>(M))
        writeInherited(C);
    }
    for (const FriendDecl *Friend : R->friends())
      if (auto *F = dyn_cast_or_null<FunctionDecl>(Friend->getFriendDecl()))
        nameCompared(F);
    writeInvokers(R);
  }

private:
  /// The objects that a defaulted comparison compares.
  void nameCompared(FunctionDecl *F) {
    if (!F->isDefaulted() || !F->hasBody() || !F->isOverloadedOperator())
      return;
    const char *Names[] = {"left", "right"};
    for (unsigned I = 0; I < F->getNumParams() && I < 2; ++I)
      if (F->getParamDecl(I)->getName().empty())
        F->getParamDecl(I)->setDeclName(
            &Context.Idents.get(isa<CXXMethodDecl>(F) ? "other" : Names[I]));
  }

  void nameOther(CXXMethodDecl *M) {
    const auto *C = dyn_cast<CXXConstructorDecl>(M);
    bool Copies = C ? C->isCopyOrMoveConstructor()
                    : M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
    if (Copies && M->isDefaulted() && M->hasBody() && M->getParamDecl(0)->getName().empty())
      M->getParamDecl(0)->setDeclName(&Context.Idents.get("other"));
  }

  void writeInherited(CXXConstructorDecl *C) {
    if (!C->isInheritingConstructor() || !C->hasBody())
      return;
    nameParameters(C);
    for (auto *I = C->init_begin(); I != C->init_end(); ++I)
      if (const auto *Call = dyn_cast<CXXInheritedCtorInitExpr>((*I)->getInit()->IgnoreImplicit()))
        *I = new (Context)
            CXXCtorInitializer(Context, (*I)->getTypeSourceInfo(), (*I)->isBaseVirtual(),
                               (*I)->getLParenLoc(), construct(C, Call), (*I)->getRParenLoc(), {});
  }

  void nameParameters(CXXConstructorDecl *C) {
    const CXXConstructorDecl *Base = C;
    while (InheritedConstructor From = Base->getInheritedConstructor())
      Base = From.getConstructor();
    for (unsigned I = 0; I < C->getNumParams(); ++I) {
      std::string Name = Base->getParamDecl(I)->getName().str();
      for (unsigned Before = 0; Before < I; ++Before) // a pack has one name
        if (Name.empty() || C->getParamDecl(Before)->getName() == Name)
          Name = "argument" + std::to_string(I + 1);
      if (Name.empty())
        Name = "argument" + std::to_string(I + 1);
      C->getParamDecl(I)->setDeclName(&Context.Idents.get(Name));
      C->getParamDecl(I)->setReferenced();
      C->getParamDecl(I)->setIsUsed();
    }
  }

  /// The functions that pointers to lambda \p R hold: Clang leaves their bodies to its code
  /// generator.
  void writeInvokers(CXXRecordDecl *R) {
    CXXMethodDecl *Invoker = R->isLambda() ? R->getLambdaStaticInvoker() : nullptr;
    if (!Invoker)
      return;
    CXXMethodDecl *Operator = R->getLambdaCallOperator();
    FunctionTemplateDecl *Generic = Operator->getDescribedFunctionTemplate();
    if (!Generic)
      return writeInvoker(Invoker, Operator);
    for (FunctionDecl *Instance : Invoker->getDescribedFunctionTemplate()->specializations()) {
      void *Place = nullptr;
      ArrayRef<TemplateArgument> Arguments = Instance->getTemplateSpecializationArgs()->asArray();
      if (FunctionDecl *Called = Generic->findSpecialization(Arguments, Place))
        writeInvoker(cast<CXXMethodDecl>(Instance), cast<CXXMethodDecl>(Called));
    }
  }

  /// `{ return Lambda{}(a, b); }`
  void writeInvoker(CXXMethodDecl *Invoker, CXXMethodDecl *Operator) {
    if (!Invoker->hasBody() || !cast<CompoundStmt>(Invoker->getBody())->body_empty())
      return;
    SourceLocation At = Operator->getLocation();
    QualType Class = Context.getRecordType(Operator->getParent());
    QualType Result = Operator->getReturnType();
    Expr *Object = new (Context) ImplicitValueInitExpr(Class);
    Expr *Callee = MemberExpr::CreateImplicit(Context, Object, /*IsArrow=*/false, Operator,
                                              Context.BoundMemberTy, VK_PRValue, OK_Ordinary);
    ExprValueKind Kind = Result->isLValueReferenceType()   ? VK_LValue
                         : Result->isRValueReferenceType() ? VK_XValue
                                                           : VK_PRValue;
    Expr *Call =
        CXXMemberCallExpr::Create(Context, Callee, passedOn(Invoker, At),
                                  Result.getNonReferenceType(), Kind, At, FPOptionsOverride());
    Stmt *Body = Call;
    if (!Result->isVoidType())
      Body = ReturnStmt::Create(Context, At, Call, nullptr);
    Invoker->setBody(CompoundStmt::Create(Context, Body, FPOptionsOverride(), At, At));
  }

  /// The parameters of \p F, as arguments of a call.
  std::vector<Expr *> passedOn(FunctionDecl *F, SourceLocation At) {
    std::vector<Expr *> Arguments;
    for (ParmVarDecl *D : F->parameters()) {
      QualType T = D->getType().getNonReferenceType();
      bool Moves = D->getType()->isRValueReferenceType();
      Expr *Name = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), D,
                                       false, At, T, VK_LValue);
      if (D->getType()->isReferenceType() && !Moves) {
        Arguments.push_back(Name);
        continue;
      }
      CastKind Kind = Moves || T->isRecordType() ? CK_NoOp : CK_LValueToRValue;
      Arguments.push_back(
          ImplicitCastExpr::Create(Context, Moves ? T : T.getUnqualifiedType(), Kind, Name, nullptr,
                                   Moves ? VK_XValue : VK_PRValue, FPOptionsOverride()));
    }
    return Arguments;
  }

  /// The call of the base's constructor with the parameters of \p C, passed on as they are.
  Expr *construct(CXXConstructorDecl *C, const CXXInheritedCtorInitExpr *Call) {
    std::vector<Expr *> Arguments = passedOn(C, Call->getLocation());
    return CXXConstructExpr::Create(
        Context, Call->getType(), Call->getLocation(), Call->getConstructor(), /*Elidable=*/false,
        Arguments, /*HadMultipleCandidates=*/false, /*ListInitialization=*/false,
        /*StdInitListInitialization=*/false, /*ZeroInitialization=*/false,
        CXXConstructionKind::NonVirtualBase, SourceRange(Call->getLocation()));
  }

  ASTContext &Context;
};

} // namespace

void writeOutImplicitMembers(ASTContext &Context) {
  MemberWriter Writer(Context);
  std::vector<const Type *> Types(Context.getTypes().begin(), Context.getTypes().end());
  for (const Type *T : Types)
    if (const auto *R = dyn_cast<RecordType>(T))
      if (auto *Class = dyn_cast<CXXRecordDecl>(R->getDecl()); Class && Class->getDefinition())
        Writer.write(Class->getDefinition());
}

} // namespace cu2cl
