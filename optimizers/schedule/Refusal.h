// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_SCHEDULE_REFUSAL_H
#define CU2CL_OPTIMIZERS_SCHEDULE_REFUSAL_H

#include "llvm/Support/Error.h"

namespace cu2cl::opt {

/// Why a step is not done (schedule/Refusals.def).
enum class Because {
#define REFUSAL(Name, Code, What, Todo) Name,
#include "optimizers/schedule/Refusals.def"
};

llvm::StringRef codeOf(Because Why);

/// A step that was refused, with its code and place.
class Refusal : public llvm::ErrorInfo<Refusal> {
public:
  static char ID;
  Refusal(Because Why, std::string Place) : Why(Why), Place(std::move(Place)) {}
  /// "file:line:column: refused CODE: what (what to do)"
  void log(llvm::raw_ostream &Out) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  Because Why;
  std::string Place;
};

} // namespace cu2cl::opt

#endif
