// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_PROJECT_INTAKEFIXTURE_H
#define CU2CL_TESTS_PROJECT_INTAKEFIXTURE_H

#include "TempFolder.h"
#include "project/intake/Intake.h"
#include "project/intake/Project.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cu2cl {

/// Reads the project in a folder of its own.
class Intake : public testing::Test {
protected:
  std::optional<Project> read(std::vector<std::string> Inputs = {}) {
    if (Inputs.empty())
      Inputs.push_back(Dir.path());
    Options.Inputs = Inputs;
    return readProject(Options, Sink);
  }
  std::vector<unsigned> numbers() const {
    std::vector<unsigned> Result;
    for (const Diagnostic &D : Sink.all())
      Result.push_back(D.Number);
    return Result;
  }
  static std::vector<std::string> names(const std::vector<std::string> &Paths) {
    std::vector<std::string> Result;
    for (const std::string &Path : Paths)
      Result.push_back(llvm::sys::path::filename(Path).str());
    return Result;
  }
  static const ProgramTarget &target(const Project &P, llvm::StringRef Name) {
    for (const ProgramTarget &T : P.Targets)
      if (T.Name == Name)
        return T;
    ADD_FAILURE() << "no target " << Name.str();
    return P.Targets.front();
  }

  TempFolder Dir;
  IntakeOptions Options;
  DiagnosticSink Sink;
};

} // namespace cu2cl

#endif
