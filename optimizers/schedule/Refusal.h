// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_SCHEDULE_REFUSAL_H
#define CU2CL_OPTIMIZERS_SCHEDULE_REFUSAL_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/Support/Error.h"
#include <string>

namespace clang {
class Stmt;
}

namespace cu2cl::opt {

/// Why a step is not done (schedule/Refusals.def).
enum class Because {
#define REFUSAL(Name, Code, What, Todo) Name,
#include "optimizers/schedule/Refusals.def"
};

llvm::StringRef codeOf(Because Why);

/// Why a step is not done, and where.
struct Reason {
  Because Why;
  const clang::Stmt *At = nullptr;  ///< null: the kernel
  std::string What = {};            ///< which of the code's reasons it is, instead of its text
  std::string Todo = {};            ///< what to do then
  clang::SourceLocation Where = {}; ///< instead of At, for what is no statement
};

/// "the step would change what get_group_id gives"
std::string changedBy(llvm::StringRef Function);
/// "the group has 8 work-items along x, which 3 does not divide", or that their number is not
/// known.
std::string notDivided(unsigned Size, unsigned Dimension, unsigned Factor);

/// A step that was refused, with its code and place.
class Refusal : public llvm::ErrorInfo<Refusal> {
public:
  static char ID;
  Refusal(const Reason &R, std::string Place)
      : Why(R.Why), Place(std::move(Place)), What(R.What), Todo(R.Todo) {}
  /// "file:line:column: refused CODE: what (what to do)"
  void log(llvm::raw_ostream &Out) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  Because Why;
  std::string Place, What, Todo; ///< the last two are empty where the code says enough
};

} // namespace cu2cl::opt

#endif
