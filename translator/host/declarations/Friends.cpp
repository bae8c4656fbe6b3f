// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Friends that are classes of unnamed and inline namespaces:
//   namespace { class FirstTest; }
//   class Layer { friend class FirstTest; };
// becomes
//   class Layer { friend class ::FirstTest; };
// nvcc and Clang look through the namespace. GCC does not: it takes the name for another class.
// A class template stays: what GCC asks for there is an error to Clang and nvcc.

#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

namespace {

/// A class that a declaration names as friend, without its scope.
struct NamedFriend {
  const TagDecl *Class = nullptr;
  SourceLocation Name;
};

} // namespace

static NamedFriend namedFriend(const FriendDecl *F) {
  const TypeSourceInfo *Type = F->getFriendType();
  auto Loc = Type ? Type->getTypeLoc().getAs<ElaboratedTypeLoc>() : ElaboratedTypeLoc();
  if (!Loc || Loc.getElaboratedKeywordLoc().isInvalid() || Loc.getQualifierLoc())
    return {};
  return {Loc.getType()->getAsTagDecl(), Loc.getNamedTypeLoc().getBeginLoc()};
}

/// Qualifies \p Friend of \p F with \p Scope where the name is pasted by a macro that is nothing
/// but the declaration.
static void writeOut(HostUnit &U, const FriendDecl *F, const NamedFriend &Friend, StringRef Scope) {
  const SourceManager &SM = U.Side.sources();
  SourceLocation Begin, End;
  if (!Lexer::isAtStartOfMacroExpansion(F->getFriendLoc(), SM, U.Side.langOpts(), &Begin) ||
      !Lexer::isAtEndOfMacroExpansion(Friend.Name, SM, U.Side.langOpts(), &End))
    return;
  U.Source.replace(
      {Begin, End},
      ("friend " + Friend.Class->getKindName() + " " + Scope + Friend.Class->getName()).str(),
      rule::Friends, Edit::Cover);
}

void qualifyFriends(HostUnit &U) {
  for (const FriendDecl *F : U.Friends) {
    NamedFriend Friend = namedFriend(F);
    if (!Friend.Class)
      continue;
    // A class that nothing has declared before becomes one of the namespace around.
    const Decl *First = Friend.Class->getCanonicalDecl();
    if (First->getDeclContext()->getEnclosingNamespaceContext() ==
        F->getDeclContext()->getEnclosingNamespaceContext())
      continue;
    std::string Qualified;
    llvm::raw_string_ostream Out(Qualified);
    Friend.Class->printQualifiedName(Out, U.policy());
    std::string Scope = "::" + StringRef(Qualified).drop_back(Friend.Class->getName().size()).str();
    if (!U.Source.insertBefore(Friend.Name, Scope, rule::Friends))
      writeOut(U, F, Friend, Scope);
  }
}

} // namespace cu2cl
