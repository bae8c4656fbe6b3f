// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/reach/ThreadRoles.h"
#include "catalog/Catalog.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace cu2cl {

static ThreadRole roleOf(const catalog::DeviceFunction &Row) {
  switch (Row.exchange()) {
  case catalog::Exchange::None:
    return ThreadRole::None;
  case catalog::Exchange::Barrier:
    return ThreadRole::Barrier;
  case catalog::Exchange::Warp:
    return ThreadRole::Warp;
  case catalog::Exchange::Atomic:
    return ThreadRole::Atomic;
  case catalog::Exchange::Clock:
    return ThreadRole::Clock;
  }
  return ThreadRole::Unknown;
}

ThreadRole threadRoleOf(const FunctionDecl *F) {
  if (!F)
    return ThreadRole::Unknown;
  if (F->hasBody() || F->isTrivial() || F->isImplicit())
    return ThreadRole::None;
  if (F->getIdentifier() && !isa<CXXMethodDecl>(F))
    if (auto Rows = catalog::findDeviceFunctions(F->getName()); !Rows.empty())
      return roleOf(*Rows.front());
  // Builtins of the target may be its barriers; others compute.
  const Builtin::Context &Builtins = F->getASTContext().BuiltinInfo;
  unsigned Id = F->getBuiltinID();
  return Id && !Builtins.isTSBuiltin(Id) ? ThreadRole::None : ThreadRole::Unknown;
}

} // namespace cu2cl
