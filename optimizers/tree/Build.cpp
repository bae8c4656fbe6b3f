// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Build.h"
#include "optimizers/tree/Gaps.h"
#include "optimizers/tree/Make.h"
#include "optimizers/tree/Print.h"
#include "optimizers/tree/Switches.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class Builder {
public:
  Builder(const Source &From, Arena &Nodes, bool SwitchesAsBranches)
      : From(From), Nodes(Nodes), Texts(From), SwitchesAsBranches(SwitchesAsBranches) {}

  Kernel build(const FunctionDecl *F) {
    Kernel K;
    K.Declared = F;
    K.Name = F->getNameAsString();
    if (const auto *Size = F->getAttr<ReqdWorkGroupSizeAttr>()) {
      K.GroupSize[0] = Size->getXDim();
      K.GroupSize[1] = Size->getYDim();
      K.GroupSize[2] = Size->getZDim();
    }
    for (const ParmVarDecl *P : F->parameters()) {
      K.Parameters.push_back(variable(P));
      K.Parameters.back()->IsParameter = true;
    }
    const auto *Body = cast<CompoundStmt>(F->getBody());
    K.Body = block(Body, Body->getBeginLoc());
    return K;
  }

private:
  Variable *variable(const VarDecl *V) {
    Variable *&Result = Variables[V];
    if (!Result) {
      QualType T = From.context().removeAddrSpaceQualType(V->getType());
      if (V->getType().getAddressSpace() == LangAS::opencl_local)
        T = V->getType();
      Variable New;
      New.Name = V->getNameAsString();
      New.Type = T;
      New.Declared = V;
      Result = Nodes.variable(std::move(New));
    }
    return Result;
  }

  // --- Expressions

  Expr *make(Expr::Form Kind, const clang::Expr *E, llvm::ArrayRef<Expr *> Kids = {},
             llvm::StringRef Text = "", int Opcode = 0) {
    Expr Node;
    Node.Kind = Kind;
    Node.Type = E->getType();
    Node.Kids.append(Kids.begin(), Kids.end());
    Node.Text = Text.str();
    Node.Opcode = Opcode;
    Node.From = E;
    for (const Expr *Kid : Kids)
      Node.IsWrittenOut |= Kid->IsWrittenOut;
    return Nodes.expr(std::move(Node));
  }

  Expr *expr(const clang::Expr *E) {
    Expr *Result = inner(E);
    // A macro's body in parentheses has no text of its own without them.
    if (E != Result->From && isa<ParenExpr>(E) && !From.spanOf(Result->From->getSourceRange()) &&
        From.spanOf(E->getSourceRange()))
      Result->From = E;
    return Result;
  }

  Expr *inner(const clang::Expr *E) {
    using F = Expr::Form;
    if (const auto *P = dyn_cast<ParenExpr>(E))
      return expr(P->getSubExpr());
    if (const auto *C = dyn_cast<ConstantExpr>(E))
      return expr(C->getSubExpr());
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
      return implicitCast(C);
    if (const auto *C = dyn_cast<CStyleCastExpr>(E))
      return cStyleCast(C);
    if (const auto *C = dyn_cast<CompoundLiteralExpr>(E))
      return compoundLiteral(C);
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return reference(R);
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && isAddressOfLiteral(U))
      return make(F::Opaque, U->getSubExpr()->IgnoreParens());
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return make(F::Unary, E, {expr(U->getSubExpr())}, "", U->getOpcode());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return make(F::Binary, E, {expr(B->getLHS()), expr(B->getRHS())}, "", B->getOpcode());
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return make(F::Conditional, E,
                  {expr(C->getCond()), expr(C->getTrueExpr()), expr(C->getFalseExpr())});
    if (const auto *C = dyn_cast<CallExpr>(E))
      return call(C);
    if (const auto *A = dyn_cast<AsTypeExpr>(E))
      return asType(A);
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      return make(F::Subscript, E, {expr(S->getBase()), expr(S->getIdx())});
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return make(F::Member, E, {expr(M->getBase())},
                  (M->isArrow() ? "->" : ".") + M->getMemberDecl()->getNameAsString());
    if (const auto *M = dyn_cast<ExtVectorElementExpr>(E))
      return make(F::Member, E, {expr(M->getBase())},
                  (M->isArrow() ? "->" : ".") + M->getAccessor().getName().str());
    if (const auto *L = dyn_cast<InitListExpr>(E)) {
      const InitListExpr *Written = L->isSyntacticForm() ? L : L->getSyntacticForm();
      llvm::SmallVector<Expr *, 4> Kids;
      for (const clang::Expr *Init : (Written ? Written : L)->inits())
        Kids.push_back(expr(Init));
      return make(F::List, E, Kids);
    }
    if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E); S && !S->isArgumentType())
      return sizeOfValue(S);
    if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr,
            UnaryExprOrTypeTraitExpr>(E))
      return make(F::Literal, E, {}, Texts.spelling(E));
    return make(F::Opaque, E);
  }

  /// `(float4){a, b, c, d}`, `(pair){1, x}`
  Expr *compoundLiteral(const CompoundLiteralExpr *C) {
    const auto *List = dyn_cast<InitListExpr>(C->getInitializer());
    const auto *Vector = C->getType()->getAs<ExtVectorType>();
    if (!List || (!Vector && !C->getType()->isRecordType()))
      return make(Expr::Form::Opaque, C);
    Expr *Kids = expr(List);
    if (Vector && Kids->Kids.size() != Vector->getNumElements()) // the others are 0
      return make(Expr::Form::Opaque, C);
    return make(Vector ? Expr::Form::Vector : Expr::Form::Aggregate, C, Kids->Kids);
  }

  /// `&(pair){1, x}` is a variable without a name.
  static bool isAddressOfLiteral(const UnaryOperator *U) {
    return U->getOpcode() == UO_AddrOf && isa<CompoundLiteralExpr>(U->getSubExpr()->IgnoreParens());
  }

  Expr *implicitCast(const ImplicitCastExpr *C) {
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_ArrayToPointerDecay:
    case CK_FunctionToPointerDecay:
      return expr(C->getSubExpr());
    default:
      Expr *Result = make(Expr::Form::Cast, C, {expr(C->getSubExpr())});
      Result->Implicit = true;
      Result->From = Result->Kids[0]->From;
      return Result;
    }
  }

  Expr *cStyleCast(const CStyleCastExpr *C) {
    // (float4)(a, b, c, d) and (float4)(a)
    if (C->getType()->isExtVectorType()) {
      const clang::Expr *Sub = C->getSubExpr();
      while (const auto *Implicit = dyn_cast<ImplicitCastExpr>(Sub))
        Sub = Implicit->getSubExpr();
      llvm::SmallVector<Expr *, 4> Kids;
      const auto *List = dyn_cast<InitListExpr>(Sub->IgnoreParens());
      if (List)
        for (const clang::Expr *Init : List->inits())
          Kids.push_back(expr(Init));
      else
        Kids.push_back(expr(C->getSubExpr()));
      Expr *Result = make(Expr::Form::Vector, C, Kids);
      // Clang drops the parentheses around one number, so that the range ends ahead of the last.
      Result->IsWrittenOut |= !List;
      return Result;
    }
    return make(Expr::Form::Cast, C, {expr(C->getSubExpr())});
  }

  Expr *reference(const DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (!V || !(V->isLocalVarDeclOrParm()))
      return make(Expr::Form::Name, R, {}, R->getDecl()->getNameAsString());
    Expr *Result = make(Expr::Form::Reference, R);
    Result->Var = variable(V);
    return Result;
  }

  Expr *call(const CallExpr *C) {
    const FunctionDecl *Callee = C->getDirectCallee();
    if (!Callee)
      return make(Expr::Form::Opaque, C);
    llvm::SmallVector<Expr *, 4> Kids;
    for (const clang::Expr *Argument : C->arguments())
      Kids.push_back(argument(Argument));
    Expr *Result = make(Expr::Form::Call, C, Kids, Callee->getNameAsString());
    Result->Callee = Callee;
    return Result;
  }

  /// A string may be an argument, of printf; elsewhere it is memory.
  Expr *argument(const clang::Expr *E) {
    const auto *String = dyn_cast<StringLiteral>(E->IgnoreParenImpCasts());
    if (!String || !From.spanOf(String->getSourceRange()))
      return expr(E);
    Expr *Result = make(Expr::Form::Literal, String, {}, Texts.spelling(String));
    Result->Type = E->getType();
    return Result;
  }

  /// `sizeof(a[i])` as `sizeof(float)`: steps give variables other names.
  Expr *sizeOfValue(const UnaryExprOrTypeTraitExpr *S) {
    const char *Word = S->getKind() == UETT_SizeOf    ? "sizeof("
                       : S->getKind() == UETT_VecStep ? "vec_step("
                                                      : nullptr;
    Qualifiers Qualified;
    QualType T = From.context().getUnqualifiedArrayType(S->getTypeOfArgument(), Qualified);
    if (!Word)
      return make(Expr::Form::Opaque, S);
    std::string Type = T.getAsString(From.context().getPrintingPolicy());
    Expr *Result = make(Expr::Form::Literal, S, {}, Word + Type + ")");
    Result->IsWrittenOut = true;
    return Result;
  }

  /// `as_uint(x)`
  Expr *asType(const AsTypeExpr *A) {
    Expr *Value = expr(A->getSrcExpr());
    std::string Name = asTypeName(A->getType());
    if (Name.empty())
      return make(Expr::Form::Opaque, A);
    return make(Expr::Form::Call, A, {Value}, Name);
  }

  // --- Statements

  Stmt *make(Stmt::Form Kind, const clang::Stmt *S) {
    Stmt Node;
    Node.Kind = Kind;
    Node.From = S;
    return Nodes.stmt(std::move(Node));
  }

  /// The statements of \p Body, with the comments and #pragma lines before and after them.
  Block block(const CompoundStmt *Body, SourceLocation Begin) {
    Block Result;
    std::optional<Span> Before = From.spanOf({Begin, Begin});
    for (const clang::Stmt *S : Body->body()) {
      size_t First = Result.size();
      add(S, Result);
      const auto *Attributed = dyn_cast<AttributedStmt>(S);
      std::optional<Span> Here = Texts.wholeSpan(Attributed ? Attributed->getSubStmt() : S);
      if (Before && Here && First < Result.size()) {
        Gap Between = Texts.gap(Before->End, Here->Begin);
        Result[First]->Lead = Between.Lead + Result[First]->Lead;
        if (First)
          Result[First - 1]->Trail = Between.Trail;
      }
      Before = Here;
    }
    return Result;
  }

  Block blockOf(const clang::Stmt *S, bool &IsBlock) {
    IsBlock = isa<CompoundStmt>(S);
    if (const auto *Body = dyn_cast<CompoundStmt>(S))
      return block(Body, Body->getBeginLoc());
    Block Result = made(S);
    IsBlock |= Result.size() > 1;
    return Result;
  }

  Block made(llvm::ArrayRef<const clang::Stmt *> Parts) {
    Block Result;
    for (const clang::Stmt *Part : Parts)
      add(Part, Result);
    return Result;
  }

  void add(const clang::Stmt *S, Block &To) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return addDeclarations(D, To);
    if (isa<NullStmt>(S))
      return;
    const auto *Switch = SwitchesAsBranches ? dyn_cast<SwitchStmt>(S) : nullptr;
    if (auto Cases = Switch ? casesOf(Switch) : std::nullopt)
      return addBranches(Switch, *Cases, To);
    To.push_back(statement(S));
  }

  /// `int selected = v; if (selected == 1) ... else ...`
  void addBranches(const SwitchStmt *S, llvm::ArrayRef<opt::SwitchCase> Cases, Block &To) {
    Make M(From.context(), Nodes);
    Variable *V = selectedBy(M, S, Selected);
    To.push_back(M.declare(V, expr(S->getCond())));
    Block Rest = branchesOf(
        M, V, Cases, [&](auto *E) { return expr(E); }, [&](auto Parts) { return made(Parts); });
    To.append(Rest.begin(), Rest.end());
  }

  void addDeclarations(const DeclStmt *D, Block &To) {
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      Stmt *Node = make(V ? Stmt::Form::Declare : Stmt::Form::Opaque, D);
      To.push_back(Node);
      if (!V)
        return;
      Node->Var = variable(V);
      if (V->hasInit())
        Node->Value = expr(V->getInit());
      if (!D->isSingleDecl())
        Node->From = nullptr;
    }
  }

  Stmt *statement(const clang::Stmt *S) {
    using F = Stmt::Form;
    if (const auto *E = dyn_cast<clang::Expr>(S)) {
      Stmt *Node = make(F::Expression, S);
      Node->Value = expr(E);
      return Node;
    }
    if (const auto *A = dyn_cast<AttributedStmt>(S)) {
      Stmt *Node = statement(A->getSubStmt());
      Node->Lead = Texts.attributes(A);
      return Node;
    }
    if (const auto *B = dyn_cast<CompoundStmt>(S)) {
      Stmt *Node = make(F::Block, S);
      Node->Body = block(B, B->getBeginLoc());
      return Node;
    }
    if (const auto *I = dyn_cast<IfStmt>(S)) {
      Stmt *Node = make(F::If, S);
      Node->Value = expr(I->getCond());
      bool ElseIsBlock = true;
      Node->Body = blockOf(I->getThen(), Node->BodyIsBlock);
      if (I->getElse())
        Node->Else = blockOf(I->getElse(), ElseIsBlock);
      return Node;
    }
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return loop(S);
    if (const auto *R = dyn_cast<ReturnStmt>(S)) {
      Stmt *Node = make(F::Return, S);
      if (R->getRetValue())
        Node->Value = expr(R->getRetValue());
      return Node;
    }
    if (isa<BreakStmt, ContinueStmt>(S))
      return make(isa<BreakStmt>(S) ? F::Break : F::Continue, S);
    return make(F::Opaque, S);
  }

  Stmt *loop(const clang::Stmt *S) {
    if (const auto *L = dyn_cast<ForStmt>(S)) {
      Stmt *Node = make(Stmt::Form::For, S);
      if (L->getInit()) {
        Block Init;
        add(L->getInit(), Init);
        Node->Init.append(Init.begin(), Init.end());
      }
      if (L->getCond())
        Node->Value = expr(L->getCond());
      if (L->getInc())
        Node->Step = expr(L->getInc());
      Node->Body = blockOf(L->getBody(), Node->BodyIsBlock);
      return Node;
    }
    const auto *W = dyn_cast<WhileStmt>(S);
    const auto *D = dyn_cast<DoStmt>(S);
    Stmt *Node = make(W ? Stmt::Form::While : Stmt::Form::DoWhile, S);
    Node->Value = expr(W ? W->getCond() : D->getCond());
    Node->Body = blockOf(W ? W->getBody() : D->getBody(), Node->BodyIsBlock);
    return Node;
  }

  const Source &From;
  Arena &Nodes;
  SourceTexts Texts;
  bool SwitchesAsBranches;
  llvm::StringSet<> Selected; ///< names of what switches have asked for
  llvm::DenseMap<const VarDecl *, Variable *> Variables;
};

} // namespace

Kernel buildKernel(const Source &From, const FunctionDecl *Declared, Arena &Nodes,
                   bool SwitchesAsBranches) {
  return Builder(From, Nodes, SwitchesAsBranches).build(Declared);
}

} // namespace cu2cl::opt
