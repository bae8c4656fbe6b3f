// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/report/DiagnosticPages.h"
#include "core/report/Advice.h"
#include "core/report/Report.h"
#include "llvm/Support/ErrorHandling.h"

namespace cu2cl {

using llvm::StringRef;

static StringRef subjectOf(unsigned Number) {
  switch (Number / 1000) {
  case 1:
    return "Input and project";
  case 2:
    return "Device code";
  case 3:
    return "Host code";
  case 4:
    return "Pointers";
  default:
    return "Self-check";
  }
}

static StringRef meaningOf(const DiagnosticRow &Row) {
  if (Row.Name.empty())
    return "No longer reported. The number is never used for anything else.";
  switch (Row.Level) {
  case Severity::Error:
    return "Error: the place is not translated. It is marked in the output and has to be changed "
           "by hand; "
           "the exit status is 1.";
  case Severity::Approximation:
    return "Approximation: the place is translated, with the difference that this page describes; "
           "the "
           "exit status does not change.";
  case Severity::Note:
    return "Note: for information only.";
  }
  llvm_unreachable("another severity");
}

static std::string whyOf(unsigned Number) {
  const DiagnosticExample *Example = findExample(Number);
  return Example ? "\n## Why\n\n" + Example->Why.str() + "\n" : "";
}

/// The language of an example's text, by what is in it.
static StringRef languageOf(StringRef Text) {
  if (Text.contains("$ ") || Text.contains(": note: ") || Text.contains("[CU2CL"))
    return "text";
  if (Text.contains("target_link"))
    return "cmake";
  return Text.contains("__kernel") || Text.contains("__global ") ? "c" : "cpp";
}

static std::string exampleOf(unsigned Number) {
  const DiagnosticExample *Example = findExample(Number);
  if (!Example || Example->Before.empty())
    return "";
  auto Block = [](StringRef Text) { return ("```" + languageOf(Text) + Text + "```\n").str(); };
  return "\n## Before\n\n" + Block(Example->Before) + "\n## After\n\n" + Block(Example->After);
}

std::map<std::string, std::string> diagnosticPages() {
  std::map<std::string, std::string> Pages;
  std::map<unsigned, const DiagnosticRow *> Sorted;
  for (const DiagnosticRow &Row : diagnosticRows())
    Sorted[Row.Number] = &Row;
  std::string List = "# Diagnostics\n\nGenerated from core/report/Diagnostics.def by "
                     "cu2cl-diagnostics; `cu2cl explain CU2CL1001` prints the same.\n";
  StringRef Subject;
  for (const auto &[Number, Row] : Sorted) {
    std::string Name = "CU2CL" + std::to_string(Number);
    if (Subject != subjectOf(Number)) {
      Subject = subjectOf(Number);
      List += "\n## " + Subject.str() +
              "\n\n| number | name | severity | message |\n|---|---|---|---|\n";
    }
    std::string Text = withoutArguments(Row->Text);
    std::string Escaped;
    for (char C : Text)
      Escaped += C == '|' ? "\\|" : std::string(1, C);
    StringRef Kind = Row->Name.empty() ? "no longer reported" : severityName(Row->Level);
    List += "| [" + Name + "](" + Name + ".md) | " + Row->Name.str() + " | " + Kind.str() + " | " +
            Escaped + " |\n";
    Pages[Name + ".md"] = "# " + Name + (Row->Name.empty() ? "" : ": " + Row->Name.str()) + "\n\n" +
                          Text + "\n\n" + meaningOf(*Row).str() + "\n" + whyOf(Number) +
                          "\n## What to do\n\n" + withoutArguments(Row->Advice) + "\n" +
                          exampleOf(Number);
  }
  Pages["README.md"] = List;
  return Pages;
}

} // namespace cu2cl
