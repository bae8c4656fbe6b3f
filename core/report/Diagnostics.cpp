// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/report/Advice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <tuple>

namespace cu2cl {

static const DiagnosticRow Rows[] = {
#define DIAGNOSTIC(Number, Name, Level, Text, Advice)                                              \
  {Number, #Name, Severity::Level, Text, Advice},
#define RETIRED(Number, Text, Advice) {Number, "", Severity::Note, Text, Advice},
#include "core/report/Diagnostics.def"
};

static const DiagnosticExample Examples[] = {
#define EXAMPLE(Number, Why, Before, After) {Number, Why, Before, After},
#include "core/report/ExamplesDevice.def"
#include "core/report/ExamplesDeviceCxx.def"
#include "core/report/ExamplesDeviceNames.def"
#include "core/report/ExamplesHost.def"
#include "core/report/ExamplesProject.def"
#undef EXAMPLE
};

const DiagnosticExample *findExample(unsigned Number) {
  for (const DiagnosticExample &Example : Examples)
    if (Example.Number == Number)
      return &Example;
  return nullptr;
}

llvm::ArrayRef<DiagnosticRow> diagnosticRows() { return Rows; }

const DiagnosticRow *findDiagnostic(unsigned Number) {
  for (const DiagnosticRow &Row : Rows)
    if (Row.Number == Number)
      return &Row;
  return nullptr;
}

/// \p Text with what \p ArgumentAt gives for %0 %1 ...
static std::string fill(llvm::StringRef Text,
                        llvm::function_ref<llvm::StringRef(unsigned)> ArgumentAt) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    unsigned Index = Text[I] == '%' && I + 1 < Text.size() ? Text[I + 1] - '0' : 10;
    if (Index > 9) {
      Out += Text[I];
      continue;
    }
    Out += ArgumentAt(Index);
    ++I;
  }
  return Out;
}

std::string withoutArguments(llvm::StringRef Text) {
  return fill(Text, [](unsigned) { return "..."; });
}

static std::string fill(llvm::StringRef Text, llvm::ArrayRef<std::string> Arguments) {
  return fill(Text, [&](unsigned Index) {
    return Index < Arguments.size() ? llvm::StringRef(Arguments[Index]) : "";
  });
}

std::string Diagnostic::text() const {
  const DiagnosticRow *Row = findDiagnostic(Number);
  return Row ? fill(Row->Text, Arguments) : "";
}

std::string adviceOf(const Diagnostic &D) {
  const DiagnosticRow *Row = findDiagnostic(D.Number);
  return Row ? fill(Row->Advice, D.Arguments) : "";
}

Severity Diagnostic::severity() const {
  const DiagnosticRow *Row = findDiagnostic(Number);
  return Row ? Row->Level : Severity::Error;
}

static auto order(const Diagnostic &D) {
  return std::tie(D.Where.File, D.Where.Line, D.Where.Column, D.Number, D.Arguments);
}

void DiagnosticSink::standsFor(const std::string &Path, const std::string &File) {
  std::lock_guard<std::mutex> Guard(Lock);
  Files[Path] = File;
}

void DiagnosticSink::report(Diagnostic D) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Rename = [&](Place &P) {
    if (auto It = Files.find(P.File); It != Files.end())
      P.File = It->second;
  };
  Rename(D.Where);
  // Some have no text in any file.
  llvm::erase_if(D.Related, [](const RelatedPlace &Other) { return Other.Where.File.empty(); });
  for (RelatedPlace &Other : D.Related)
    Rename(Other.Where);
  List.push_back(std::move(D));
}

std::vector<Diagnostic> DiagnosticSink::all() const {
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<Diagnostic> Sorted = List;
  llvm::stable_sort(Sorted,
                    [](const Diagnostic &A, const Diagnostic &B) { return order(A) < order(B); });
  Sorted.erase(
      std::unique(Sorted.begin(), Sorted.end(),
                  [](const Diagnostic &A, const Diagnostic &B) { return order(A) == order(B); }),
      Sorted.end());
  return Sorted;
}

bool DiagnosticSink::hasErrors() const {
  std::lock_guard<std::mutex> Guard(Lock);
  return llvm::any_of(List, [](const Diagnostic &D) { return D.severity() == Severity::Error; });
}

} // namespace cu2cl
