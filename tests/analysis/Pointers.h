// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_ANALYSIS_POINTERS_H
#define CU2CL_TESTS_ANALYSIS_POINTERS_H

#include "Snippet.h"
#include <ostream>
#include "analysis/hostpointers/DevicePointers.h"

namespace cu2cl {
inline void PrintTo(PointerRep R, std::ostream *Out) {
  static const char *const Names[] = {"Host", "ClMem", "Address", "Svm"};
  *Out << Names[int(R)];
}

namespace test {

/// A program of one or more units.
struct Program {
  std::vector<std::unique_ptr<ParsedSide>> Sides;
  PointerRepresentations Decisions;
  std::vector<std::unique_ptr<PointerQuery>> Views;
  explicit Program(const std::vector<std::string> &Texts) {
    std::vector<UnitPointerConstraints> Facts;
    for (const std::string &T : Texts) {
      Sides.push_back(parse(T, Side::Host, "t" + std::to_string(Sides.size()) + ".cu"));
      Facts.push_back(collectPointerConstraints(*Sides.back()));
    }
    Decisions = linkPointers(Facts);
    for (auto &S : Sides)
      Views.push_back(viewPointers(Decisions, *S));
  }
  PointerRep of(llvm::StringRef Name, unsigned Level = 0, int Unit = 0) {
    return Views[Unit]->of(variable(*Sides[Unit], Name), Level);
  }
  std::string messages() {
    std::string R;
    for (const Diagnostic &D : Decisions.diagnostics())
      R += (R.empty() ? "" : " ") + std::to_string(D.Number) + ":" + std::to_string(D.Where.Line);
    return R;
  }
};

} // namespace test
} // namespace cu2cl

#endif
