// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_RULECOUNTS_H
#define CU2CL_KERNEL_CORE_RULECOUNTS_H

#include "kernel/driver/DeviceText.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class Decl;
class Stmt;
} // namespace clang

namespace cu2cl {

class KernelPrinter;
struct RecordVersion;

/// Counts how often each rule of the device printer fires in one unit. Names are literals.
class RuleCounter {
public:
  void add(const char *Rule, const char *Subject = "") { ++Counts[{Rule, Subject}]; }
  /// \p Rule printed \p S, which is counted by its cast, operator or class.
  void add(const char *Rule, const clang::Stmt *S);
  RuleCounts counts() const;

private:
  llvm::DenseMap<std::pair<const char *, const char *>, unsigned> Counts;
};

/// Every rule, none of which has fired: those of kernelRules() and those for declarations.
RuleCounts noRuleFired();
void addCounts(RuleCounts &To, const RuleCounts &More);

/// Counts what the rules for declarations have done to the function of \p P, which is printed;
/// \p K is its interface, null if it is no kernel.
void countFunctionRules(KernelPrinter &P, const KernelInterface *K);
/// The same for a type or constant of file scope.
void countDeclarationRules(KernelPrinter &P, const clang::Decl *D, const RecordVersion *Version);

} // namespace cu2cl

#endif
