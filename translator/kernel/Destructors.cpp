// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Destructors with an effect.
//
// Precondition: of variables in blocks and in the heads of `if` and `for`; their members and bases
// have none of their own.
// Effect: `Guard_destroy(&g);` at the end of the block and before every return, break and continue
// that leaves it. A `for` with such a variable stands in a block. goto is refused.

#include "kernel/Destructors.h"
#include "kernel/FreshName.h"
#include "kernel/Rules.h"
#include "kernel/TypeText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

static bool partsHaveNone(const CXXRecordDecl *R) {
  return llvm::all_of(R->fields(),
                      [](const FieldDecl *F) { return hasNoDestructor(F->getType()); }) &&
         llvm::all_of(R->bases(),
                      [](const CXXBaseSpecifier &B) { return hasNoDestructor(B.getType()); });
}

bool hasNoDestructor(QualType T) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (T->isReferenceType() || !R || !R->hasDefinition() || R->hasTrivialDestructor())
    return true;
  const CXXDestructorDecl *D = R->getDestructor();
  const FunctionDecl *Definition = nullptr;
  if (!D || !D->isDefined(Definition) || D->isDefaulted())
    return partsHaveNone(R);
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  return Body && Body->body_empty() && partsHaveNone(R);
}

namespace {

/// The variables of \p S that end with an effect, in order.
void addVariables(const Stmt *S, std::vector<const VarDecl *> &Out) {
  if (const auto *Case = dyn_cast_or_null<SwitchCase>(S))
    return addVariables(Case->getSubStmt(), Out);
  if (const auto *Label = dyn_cast_or_null<LabelStmt>(S))
    return addVariables(Label->getSubStmt(), Out);
  if (const auto *A = dyn_cast_or_null<AttributedStmt>(S))
    return addVariables(A->getSubStmt(), Out);
  const auto *D = dyn_cast_or_null<DeclStmt>(S);
  if (!D)
    return;
  for (const Decl *One : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(One);
        V && !V->hasGlobalStorage() && !hasNoDestructor(V->getType()))
      Out.push_back(V);
}

/// The same for what the head of \p S declares, if its part \p Inside is in their scope.
void addHeadVariables(const Stmt *S, const Stmt *Inside, std::vector<const VarDecl *> &Out) {
  if (const auto *If = dyn_cast<IfStmt>(S); If && Inside != If->getInit()) {
    addVariables(If->getInit(), Out);
    addVariables(If->getConditionVariableDeclStmt(), Out);
  }
  if (const auto *For = dyn_cast<ForStmt>(S); For && Inside != For->getInit())
    addVariables(For->getInit(), Out);
}

Fragment destroy(KernelPrinter &P, const VarDecl *V) {
  const CXXRecordDecl *R = V->getType()->getAsCXXRecordDecl();
  const FunctionVersion *Callee =
      R ? P.unit().Spaces.destructor(P.version(), V) : nullptr; // an array has none here
  if (!Callee || !partsHaveNone(R))
    return P.unit().mark(2055, V->getLocation(), {"a destructor of parts"}) + ";";
  P.needVersion(*Callee);
  std::string Text = P.names().function(*Callee) + "(&" + P.nameOf(V);
  for (const Appended &Extra : P.unit().appended(*Callee))
    for (const Appended &Mine : P.unit().appended(P.version()))
      if (Extra.K == Mine.K && Extra.Variable == Mine.Variable)
        Text += ", " + Mine.Name;
  return Text + ");";
}

Fragment destroyAll(KernelPrinter &P, llvm::ArrayRef<const VarDecl *> Variables) {
  Fragment Out;
  for (const VarDecl *V : llvm::reverse(Variables)) {
    Out += Out.empty() ? "" : " ";
    Out += destroy(P, V);
  }
  return Out;
}

} // namespace

Fragment printScopeEnd(KernelPrinter &P, const CompoundStmt *Block) {
  std::vector<const VarDecl *> Variables;
  for (const Stmt *S : Block->body())
    addVariables(S, Variables);
  if (Variables.empty() || isa<ReturnStmt, BreakStmt, ContinueStmt>(Block->body_back()))
    return {};
  return destroyAll(P, Variables);
}

Fragment printHeadEnd(KernelPrinter &P, const Stmt *S) {
  std::vector<const VarDecl *> Variables;
  addHeadVariables(S, nullptr, Variables);
  return destroyAll(P, Variables);
}

Fragment printScopeExit(KernelPrinter &P, const Stmt *S) {
  std::vector<const VarDecl *> Live;
  const Stmt *Child = S;
  for (const Stmt *Up = P.parent(S); Up; Child = Up, Up = P.parent(Up)) {
    bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Up);
    if ((IsLoop && isa<BreakStmt, ContinueStmt>(S)) || (isa<SwitchStmt>(Up) && isa<BreakStmt>(S)))
      break;
    std::vector<const VarDecl *> Here;
    if (const auto *Block = dyn_cast<CompoundStmt>(Up))
      for (const Stmt *Before : Block->body()) {
        if (Before == Child)
          break;
        addVariables(Before, Here);
      }
    addHeadVariables(Up, Child, Here);
    Live.insert(Live.begin(), Here.begin(), Here.end());
  }
  // What is returned itself is not copied, so it does not end here.
  if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getNRVOCandidate())
    llvm::erase(Live, R->getNRVOCandidate()->isNRVOVariable() ? R->getNRVOCandidate() : nullptr);
  return destroyAll(P, Live);
}

std::optional<Fragment> printScopeLeft(KernelPrinter &P, const Stmt *S) {
  if (!isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(S))
    return std::nullopt;
  Fragment Calls = printScopeExit(P, S);
  if (Calls.empty())
    return std::nullopt;
  if (isa<GotoStmt>(S))
    return Fragment(P.unit().mark(2055, S->getBeginLoc(), {"goto in the scope of a destructor"}));
  if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    const Expr *Value = R->getRetValue();
    QualType T = P.version().Function->getReturnType();
    if (P.unit().Reach->returnsValue(P.version().Function))
      T = T->getPointeeType();
    if (!Value || T->isVoidType())
      return Fragment("do { ") + Calls + (P.selfIsObject() ? " return self;" : " return;") +
             " } while (0)";
    if (T->isReferenceType())
      return Fragment(P.unit().mark(2055, S->getBeginLoc(),
                                    {"a reference returned over a "
                                     "destructor"}));
    std::string Name = freshName(P.unit(), P.version(), "result");
    std::string Declared =
        P.types().declare(T.getUnqualifiedType(), Name,
                          {[&P](unsigned L) { return P.unit().Spaces.returned(P.version(), L); },
                           P.unit().Spaces.returnedRecord(P.version())});
    return Fragment("do { " + Declared + " = ") + P.printValue(Value) + "; " + Calls + " return " +
           Name + "; } while (0)";
  }
  if (const auto *If = dyn_cast_or_null<IfStmt>(P.parent(S)); If && If->getElse())
    return Fragment(
        P.unit().mark(2055, S->getBeginLoc(), {"leaving a scope with destructors here"}));
  return Fragment("{ ") + Calls + (isa<BreakStmt>(S) ? " break; }" : " continue; }");
}

} // namespace cu2cl
