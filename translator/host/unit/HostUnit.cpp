// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/unit/HostUnit.h"
#include "analysis/reach/InstanceUsr.h"

using namespace clang;

namespace cu2cl {

HostUnit::HostUnit(const ParsedUnit &Unit, const PointerQuery &Pointers, const KernelTable &Kernels,
                   const HostContext &Context, EditSet &Edits, DiagnosticSink &Sink)
    : Unit(Unit), Side(*Unit.Host), Pointers(Pointers), Kernels(Kernels), Context(Context),
      Source(Side, Context.IsProjectFile, Edits), IsC(Unit.Command.Lang == Language::C),
      Sink(Sink) {
  collectHostNodes(*this);
}

const FunctionDecl *HostUnit::functionAround(const Stmt *S) const {
  for (; S; S = parent(S))
    if (const FunctionDecl *F = Functions.lookup(S))
      return F;
  return nullptr;
}

const Stmt *HostUnit::writtenParent(const Stmt *S) const {
  for (S = parent(S); S && isa<ImplicitCastExpr, ExprWithCleanups, MaterializeTemporaryExpr,
                               CXXBindTemporaryExpr, FullExpr>(S);)
    S = parent(S);
  return S;
}

bool HostUnit::isCondition(const Expr *E) const {
  const Stmt *Parent = parent(E);
  if (auto *S = dyn_cast_or_null<IfStmt>(Parent))
    return S->getCond() == E;
  if (auto *S = dyn_cast_or_null<WhileStmt>(Parent))
    return S->getCond() == E;
  if (auto *S = dyn_cast_or_null<ForStmt>(Parent))
    return S->getCond() == E;
  if (auto *S = dyn_cast_or_null<DoStmt>(Parent))
    return S->getCond() == E;
  return false;
}

Place HostUnit::placeOf(SourceLocation Loc) const {
  const SourceManager &SM = Side.sources();
  SourceLocation Spelled = SM.getSpellingLoc(Loc);
  if (!Source.isEditable(Spelled))
    Spelled = SM.getExpansionLoc(Loc);
  return {Side.pathOf(Spelled), SM.getSpellingLineNumber(Spelled),
          SM.getSpellingColumnNumber(Spelled)};
}

void HostUnit::report(diag::Id Number, SourceLocation Loc,
                      std::vector<std::string> Arguments) const {
  report(Number, placeOf(Loc), std::move(Arguments));
}

void HostUnit::report(diag::Id Number, Place Where, std::vector<std::string> Arguments) const {
  Diagnostic D;
  D.Number = Number;
  D.Where = std::move(Where);
  D.Arguments = std::move(Arguments);
  Sink.report(std::move(D));
}

const KernelInterface *HostUnit::kernel(const FunctionDecl *F) const {
  if (!F->hasAttr<CUDAGlobalAttr>())
    return nullptr;
  auto It = Kernels.find(instanceUsr(F));
  return It == Kernels.end() ? nullptr : It->second;
}

PrintingPolicy HostUnit::policy() const {
  PrintingPolicy Policy(Side.langOpts());
  Policy.SuppressTagKeyword = !IsC;
  Policy.Bool = true;
  Policy.SuppressUnwrittenScope = true; // anonymous namespaces
  return Policy;
}

void leaveMarked(HostScope &S, const Expr *E, diag::Id Id, const char *Rule, unsigned Depth) {
  if (std::optional<FileRange> R = S.Source.range(E->getSourceRange())) {
    S.Source.add(*R, HostUnit::openMark(Id), Rule, Edit::Before, Depth);
    S.Source.add(*R, ")", Rule, Edit::After, Depth);
  }
}

} // namespace cu2cl
