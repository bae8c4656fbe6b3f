// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/schedule/Refusal.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl::opt {

namespace {
struct Row {
  const char *Code, *What, *Todo;
};
} // namespace

static const Row Rows[] = {
#define REFUSAL(Name, Code, What, Todo) {#Code, What, Todo},
#include "optimizers/schedule/Refusals.def"
};

char Refusal::ID = 0;

llvm::StringRef codeOf(Because Why) { return Rows[int(Why)].Code; }

std::string changedBy(llvm::StringRef Function) {
  return ("the step would change what " + Function + " gives").str();
}

std::string notDivided(unsigned Size, unsigned Dimension, unsigned Factor) {
  if (!Size)
    return "work-items are merged within their group, and its size is not known: the kernel has no "
           "reqd_work_group_size";
  return "work-items are merged within their group, which has " + std::to_string(Size) + " along " +
         "xyz"[Dimension] + ", and " + std::to_string(Factor) + " does not divide that";
}

void Refusal::log(llvm::raw_ostream &Out) const {
  const Row &R = Rows[int(Why)];
  Out << (Place.empty() ? "" : Place + ": ") << "refused " << R.Code << ": "
      << (What.empty() ? R.What : What) << " (" << (Todo.empty() ? R.Todo : Todo) << ")";
}

} // namespace cu2cl::opt
