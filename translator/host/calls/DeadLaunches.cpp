// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches that never happen: in templates and generic lambdas that nothing instantiates, and in
// branches that every instance discards.

#include "host/calls/DeadLaunches.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/RuleNames.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

const LambdaExpr *uncalledLambda(const HostUnit &U, const Stmt *S) {
  for (; S; S = U.parent(S))
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      if (const FunctionTemplateDecl *T = Lambda->getCallOperator()->getDescribedFunctionTemplate();
          T && T->spec_begin() == T->spec_end())
        return Lambda;
  return nullptr;
}

void deactivate(HostScope &S, const LambdaExpr *Lambda) {
  const auto *Body = cast<CompoundStmt>(Lambda->getBody());
  std::optional<FileRange> R = S.Source.range(Body->getLBracLoc(), Body->getRBracLoc());
  if (!R)
    return S.Unit.report(diag::UneditableTemplate, Lambda->getBeginLoc(), {"this lambda"});
  FileRange Inside = R->with(R->Begin + 1, R->End - 1);
  StringRef Text = S.Source.fileText(S.Source.fileOf(Body->getLBracLoc()));
  Text = Text.slice(Inside.Begin, Inside.End);
  S.Source.add(Inside,
               "\n#if 0 // never called" + std::string(Text.starts_with("\n") ? "" : "\n") +
                   Text.rtrim().str() + "\n#endif\n",
               rule::KernelLaunch, Edit::Unused);
  S.Unit.report(diag::UninstantiatedTemplate, Lambda->getBeginLoc(), {"this lambda"});
}

void deactivate(HostScope &S, const Decl *D) {
  if (const FunctionTemplateDecl *Template = S.Body.Function->getDescribedFunctionTemplate())
    D = Template;
  std::optional<FileRange> R = declarationRange(S.Unit, D);
  if (!R)
    return S.Unit.report(diag::UneditableTemplate, D->getLocation(),
                         {S.Body.Function->getNameAsString()});
  const SourceManager &SM = S.Unit.Side.sources();
  StringRef Text = S.Source.fileText(SM.getFileID(SM.getExpansionLoc(D->getBeginLoc())));
  FileRange Lines = wholeLines(Text, *R, false);
  S.Source.add(Lines,
               "#if 0 // never instantiated\n" + Text.slice(Lines.Begin, Lines.End).str() +
                   "#endif\n",
               rule::KernelLaunch, Edit::Unused);
  S.Unit.report(diag::UninstantiatedTemplate, D->getLocation(),
                {S.Body.Function->getQualifiedNameAsString()});
}

bool hasInstance(const HostScope &S) {
  return llvm::any_of(S.Body.Nodes, [&](const HostNode &Node) {
    const FunctionDecl *Around = S.Unit.functionAround(Node.S);
    return Around && Around->isTemplateInstantiation();
  });
}

void discard(HostScope &S, const CUDAKernelCallExpr *Launch, unsigned Depth) {
  if (S.Source.replace(Launch->getSourceRange(), "(void)0", rule::KernelLaunch, Edit::Cover, Depth))
    S.Unit.report(diag::UninstantiatedTemplate, Launch->getBeginLoc(), {"this launch"});
  else
    S.Unit.report(diag::UneditableLaunch, Launch->getBeginLoc(), {});
}

bool isDiscarded(const HostUnit &U, const Stmt *S) {
  for (const Stmt *Parent = U.parent(S); Parent; S = Parent, Parent = U.parent(Parent)) {
    const auto *If = dyn_cast<IfStmt>(Parent);
    if (!If || !If->isConstexpr() || (S != If->getThen() && S != If->getElse()))
      continue;
    std::optional<const Stmt *> Kept = If->getNondiscardedCase(U.Side.context());
    if (Kept && *Kept != S)
      return true;
  }
  return false;
}

} // namespace cu2cl
