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

void Refusal::log(llvm::raw_ostream &Out) const {
  const Row &R = Rows[int(Why)];
  Out << (Place.empty() ? "" : Place + ": ") << "refused " << R.Code << ": " << R.What << " ("
      << R.Todo << ")";
}

} // namespace cu2cl::opt
