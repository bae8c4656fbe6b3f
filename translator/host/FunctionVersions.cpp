// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A function that is called with host and with device pointers is written twice. The versions are
// overloads where their parameters differ, else their names get a suffix.

#include "host/FunctionVersions.h"
#include "host/DeviceCode.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "FunctionVersions";

void nameVersions(HostScope &S) {
  if (S.Body.Function && S.Unit.Pointers.versionCount(S.Body.Function) > 1) {
    std::string Suffix = S.Unit.Pointers.suffix(S.Body.Function, S.Version);
    if (!Suffix.empty())
      S.Source.insertAfter(S.Body.Function->getLocation(), Suffix, Rule);
  }
  for (const HostNode &Node : S.Body.Nodes) {
    auto *Call = dyn_cast<CallExpr>(Node.S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || S.Unit.Pointers.versionCount(Callee) < 2)
      continue;
    std::string Suffix = S.Unit.Pointers.suffix(Callee, S.Unit.Pointers.callee(Call, S.Version));
    SourceLocation Name;
    const Expr *Written = Call->getCallee()->IgnoreParenImpCasts();
    if (auto *Ref = dyn_cast<DeclRefExpr>(Written))
      Name = Ref->getLocation();
    else if (auto *Member = dyn_cast<MemberExpr>(Written))
      Name = Member->getMemberLoc();
    if (!Suffix.empty() && !S.Source.insertAfter(Name, Suffix, Rule))
      S.Unit.report(3003, Call->getBeginLoc(), {Callee->getNameAsString()});
  }
}

void writeVersions(
    HostUnit &U, const HostBody &Body,
    llvm::function_ref<void(HostUnit &, const HostBody &, unsigned, EditSource &)> Apply) {
  const Decl *D = Body.Function;
  if (const FunctionTemplateDecl *Template = Body.Function->getDescribedFunctionTemplate())
    D = Template;
  std::optional<FileRange> R = declarationRange(U, D);
  if (!R)
    return U.report(3003, Body.Function->getLocation(), {Body.Function->getNameAsString()});
  StringRef Text = U.Source.fileText(
      U.Side.sources().getFileID(U.Side.sources().getExpansionLoc(D->getBeginLoc())));
  std::string All;
  for (unsigned Version = 0; Version < U.Pointers.versionCount(Body.Function); ++Version) {
    EditSet Own;
    for (const Edit &E : U.Source.edits().edits(R->File))
      if (E.Offset >= R->Begin && E.Offset + E.Length <= R->End)
        Own.add(E);
    EditSource Source(U.Source, Own);
    Apply(U, Body, Version, Source);
    if (!Own.conflicts().empty() || Own.files().size() > 1)
      U.report(3010, Body.Function->getLocation(), {Body.Function->getNameAsString()});
    All += (Version ? "\n\n" : "") + Own.applyRange(R->File, Text, R->Begin, R->End);
  }
  U.Source.add(*R, All, Rule, Edit::Cover);
}

} // namespace cu2cl
