// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/report/Advice.h"
#include "core/report/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

using llvm::StringRef;

const char *severityName(Severity Level) {
  switch (Level) {
  case Severity::Error:
    return "error";
  case Severity::Approximation:
    return "approximation";
  case Severity::Note:
    return "note";
  }
  llvm_unreachable("another severity");
}

std::string reportPath(const ReportData &Data, StringRef Path) {
  return Path.consume_front(Data.Root + "/") ? Path.str() : Path == Data.Root ? "." : Path.str();
}

static void writePlace(llvm::json::OStream &J, const ReportData &Data, const Place &Where) {
  J.attribute("file", reportPath(Data, Where.File));
  if (Where.Line) {
    J.attribute("line", Where.Line);
    J.attribute("column", Where.Column);
  }
}

static void writeDiagnostic(llvm::json::OStream &J, const ReportData &Data, const Diagnostic &D) {
  J.object([&] {
    J.attribute("id", "CU2CL" + std::to_string(D.Number));
    J.attribute("severity", severityName(D.severity()));
    writePlace(J, Data, D.Where);
    J.attribute("text", D.text());
    J.attribute("advice", adviceOf(D));
    if (!D.Related.empty())
      J.attributeArray("related", [&] {
        for (const RelatedPlace &Other : D.Related)
          J.object([&] {
            writePlace(J, Data, Other.Where);
            J.attribute("text", Other.Text);
          });
      });
  });
}

static void writeFile(llvm::json::OStream &J, const ReportFile &File) {
  J.object([&] {
    J.attribute("input", File.Input);
    J.attribute("lines", StringRef(File.Before).count('\n'));
    J.attributeArray("outputs", [&] {
      for (const ReportFile::Output &Output : File.Outputs)
        J.object([&] {
          J.attribute("file", Output.Path);
          J.attribute("lines", StringRef(Output.Text).count('\n'));
        });
    });
  });
}

static void writeRules(llvm::json::OStream &J, const ReportData &Data) {
  if (Data.Rules.empty())
    return;
  J.attributeObject("rules", [&] {
    for (const auto &Rule : Data.Rules)
      J.attributeObject(Rule.first, [&] {
        for (const auto &[Subject, Count] : Rule.second)
          J.attribute(Subject, Count);
      });
  });
}

std::string reportJson(const ReportData &Data) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::json::OStream J(OS, 2);
  unsigned Counts[3] = {};
  for (const Diagnostic &D : Data.Diagnostics)
    ++Counts[unsigned(D.severity())];
  J.object([&] {
    J.attribute("cu2cl", Data.Version);
    J.attribute("project", Data.ProjectName);
    J.attribute("flagsFrom", Data.FlagSource);
    J.attributeObject("counts", [&] {
      J.attribute("files", Data.Files.size());
      J.attribute("errors", Counts[0]);
      J.attribute("approximations", Counts[1]);
      J.attribute("notes", Counts[2]);
    });
    J.attributeObject("constructs", [&] {
      for (const auto &[Name, Count] : Data.Constructs)
        J.attribute(Name, Count);
    });
    writeRules(J, Data);
    J.attributeArray("files", [&] {
      for (const ReportFile &File : Data.Files)
        writeFile(J, File);
    });
    J.attributeArray("diagnostics", [&] {
      for (const Diagnostic &D : Data.Diagnostics)
        writeDiagnostic(J, Data, D);
    });
  });
  return Text + "\n";
}

} // namespace cu2cl
