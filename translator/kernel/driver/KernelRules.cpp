// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/driver/KernelRules.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/ExprObjC.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenACC.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace cu2cl {

/// The classes of statements that are \p Listed or derived from these.
template <class... Listed> static std::vector<Stmt::StmtClass> classesOf() {
  std::vector<Stmt::StmtClass> Out;
#define STMT(Node, Parent)                                                                         \
  if constexpr ((std::is_base_of_v<Listed, Node> || ...))                                          \
    Out.push_back(Stmt::Node##Class);
#define ABSTRACT_STMT(Type)
#include "clang/AST/StmtNodes.inc"
  return Out;
}

#define LISTED(...) __VA_ARGS__

static RuleTable makeTable() {
  RuleTable Table;
#define RULE(Stem, Function, Classes, Reason)                                                      \
  Table.add({#Stem, Function, Reason}, classesOf<LISTED Classes>());
#include "kernel/core/Rules.def"
  return Table;
}

const RuleTable &kernelRules() {
  static const RuleTable Table = makeTable();
  return Table;
}

RuleCounts noRuleFired() {
  RuleCounts Out;
#define RULE(Stem, Function, Classes, Reason) Out[#Stem];
#define DECLARATION_RULE(Name) Out[#Name];
#include "kernel/core/Rules.def"
  return Out;
}

void addCounts(RuleCounts &To, const RuleCounts &More) {
  for (const auto &[Rule, Subjects] : More)
    for (const auto &[Subject, Count] : Subjects)
      To[Rule][Subject] += Count;
}

} // namespace cu2cl
