// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_RULETABLE_H
#define CU2CL_KERNEL_CORE_RULETABLE_H

#include "core/source/Fragment.h"
#include "clang/AST/Stmt.h"
#include <optional>
#include <vector>

namespace cu2cl {

class KernelPrinter;

/// One row of Rules.def.
struct KernelRule {
  const char *Stem; ///< of the rule's file
  std::optional<Fragment> (*Apply)(KernelPrinter &P, const clang::Stmt *S);
  const char *Reason; ///< for its place in the order
};

/// The rules in the order in which they are asked.
class RuleTable {
public:
  RuleTable() : ByClass(clang::Stmt::lastStmtConstant + 1) {}
  void add(const KernelRule &Rule, llvm::ArrayRef<clang::Stmt::StmtClass> Classes) {
    for (clang::Stmt::StmtClass Class : Classes)
      ByClass[Class].push_back(Rule);
  }
  /// Those that can apply to statements of \p Class.
  llvm::ArrayRef<KernelRule> of(clang::Stmt::StmtClass Class) const { return ByClass[Class]; }

private:
  std::vector<std::vector<KernelRule>> ByClass;
};

} // namespace cu2cl

#endif
