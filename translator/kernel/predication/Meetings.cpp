// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/predication/Meetings.h"

using namespace clang;

namespace cu2cl {

StmtSet findMeetings(const DeviceUnit &Unit, const FunctionClone &V) {
  StmtSet Around;
  const Stmt *Body = V.Function->getBody();
  for (const BarrierSite &Site : Unit.Barriers->sites(V.Function))
    markAround(Body, Site.Call, Around);
  if (!Unit.Walks->exchanges(V.Function))
    return Around;
  auto Mark = [&](auto &&Self, const Stmt *S) -> bool {
    bool Meets = Unit.Walks->isExchange(S);
    for (const Stmt *Child : S->children())
      Meets |= Child && Self(Self, Child);
    if (Meets)
      Around.insert(S);
    return Meets;
  };
  Mark(Mark, Body);
  return Around;
}

} // namespace cu2cl
