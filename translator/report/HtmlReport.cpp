// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Advice.h"
#include "report/LineDiff.h"
#include "report/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace cu2cl {

using llvm::raw_ostream;
using llvm::StringRef;

namespace {

const char Style[] = R"(
body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 110em; padding: 0 1em; color: #222; }
table { border-collapse: collapse; }
td, th { padding: .15em .7em; text-align: left; vertical-align: top; }
.list td, .list th { border-bottom: 1px solid #ddd; }
.diff { width: 100%; table-layout: fixed; font: 12px/1.35 monospace; }
.diff td { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0 .5em; }
.diff .n { width: 4em; color: #888; text-align: right; }
.was { background: #ffecec; } .is { background: #e8f7e8; } .marked { outline: 2px solid #c33; }
.error { color: #b00; } .approximation { color: #a60; } .note { color: #555; }
details { margin: .7em 0; } summary { cursor: pointer; font-weight: bold; }
)";

class Page {
public:
  Page(const ReportData &Data, raw_ostream &OS) : Data(Data), OS(OS) {}

  void write() {
    OS << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>";
    text("cu2cl: " + Data.ProjectName);
    OS << "</title>\n<style>" << Style << "</style></head><body>\n<h1>";
    text(Data.ProjectName + " in OpenCL");
    OS << "</h1>\n";
    summary();
    workList(Severity::Error, "To be done by hand");
    workList(Severity::Approximation, "Approximations");
    workList(Severity::Note, "Notes");
    OS << "<h2>Files</h2>\n";
    for (size_t I = 0; I < Data.Files.size(); ++I)
      file(Data.Files[I], I);
    OS << "</body></html>\n";
  }

private:
  void text(StringRef Text) { llvm::printHTMLEscaped(Text, OS); }

  unsigned count(Severity Level) const {
    unsigned N = 0;
    for (const Diagnostic &D : Data.Diagnostics)
      N += D.severity() == Level;
    return N;
  }

  void row(StringRef Name, StringRef Value) {
    OS << "<tr><td>";
    text(Name);
    OS << "</td><td>";
    text(Value);
    OS << "</td></tr>\n";
  }

  void summary() {
    unsigned Lines = 0;
    for (const ReportFile &File : Data.Files)
      Lines += StringRef(File.Before).count('\n');
    OS << "<table class=\"list\">\n";
    row("flags from", Data.FlagSource);
    row("files translated", std::to_string(Data.Files.size()));
    row("lines", std::to_string(Lines));
    for (const auto &[Name, Count] : Data.Constructs)
      row(Name, std::to_string(Count));
    row("marked for work by hand", std::to_string(count(Severity::Error)));
    row("approximations", std::to_string(count(Severity::Approximation)));
    row("notes", std::to_string(count(Severity::Note)));
    row("cu2cl", Data.Version);
    OS << "</table>\n";
  }

  /// The number of the shown file that a place lies in, or -1.
  int fileOf(StringRef Path) const {
    for (size_t I = 0; I < Data.Files.size(); ++I)
      if (Data.Files[I].Path == Path)
        return int(I);
    return -1;
  }

  void place(const Place &Where) {
    std::string Name = reportPath(Data, Where.File);
    if (Where.Line)
      Name += ":" + std::to_string(Where.Line);
    int File = fileOf(Where.File);
    if (File >= 0 && Where.Line)
      OS << "<a href=\"#f" << File << "l" << Where.Line << "\">";
    text(Name);
    if (File >= 0 && Where.Line)
      OS << "</a>";
  }

  void places(const std::vector<const Diagnostic *> &Group) {
    // A long list is folded behind its first places.
    const size_t Open = Group.size() > 6 ? 3 : Group.size();
    for (size_t I = 0; I < Group.size(); ++I) {
      if (I == Open)
        OS << "<details><summary>and " << Group.size() - Open << " more</summary>";
      place(Group[I]->Where);
      for (const Place &Where : Group[I]->Related) {
        OS << ", see ";
        place(Where);
      }
      OS << "<br>";
    }
    if (Open < Group.size())
      OS << "</details>";
  }

  /// Equal messages are one row with all their places.
  void workList(Severity Level, StringRef Title) {
    if (count(Level) == 0)
      return;
    std::vector<std::vector<const Diagnostic *>> Groups;
    std::map<std::pair<unsigned, std::string>, size_t> Known;
    for (const Diagnostic &D : Data.Diagnostics) {
      if (D.severity() != Level)
        continue;
      auto [It, New] = Known.try_emplace({D.Number, D.text()}, Groups.size());
      if (New)
        Groups.emplace_back();
      Groups[It->second].push_back(&D);
    }
    OS << "<h2>" << Title << "</h2>\n<table class=\"list\">\n"
       << "<tr><th>places</th><th>number</th><th>what</th><th>what to do</th></tr>\n";
    for (const std::vector<const Diagnostic *> &Group : Groups) {
      const Diagnostic &D = *Group.front();
      OS << "<tr><td>";
      places(Group);
      OS << "</td><td class=\"" << severityName(Level) << "\">CU2CL" << D.Number << "</td><td>";
      if (Group.size() > 1)
        OS << Group.size() << " times: ";
      text(D.text());
      OS << "</td><td>";
      text(adviceOf(D));
      OS << "</td></tr>\n";
    }
    OS << "</table>\n";
  }

  bool isMarked(StringRef Path, unsigned Line) const {
    for (const Diagnostic &D : Data.Diagnostics)
      if (D.Where.Line == Line && Line && D.Where.File == Path)
        return true;
    return false;
  }

  void cell(unsigned Line, StringRef Text, const char *Class) {
    OS << "<td class=\"n\">";
    if (Line)
      OS << Line;
    OS << "</td><td" << Class << ">";
    text(Text.rtrim('\r'));
    OS << "</td>";
  }

  void file(const ReportFile &File, size_t Index) {
    for (size_t O = 0; O < File.Outputs.size(); ++O) {
      const ReportFile::Output &Output = File.Outputs[O];
      OS << "<details" << (Data.Files.size() <= 3 ? " open" : "") << "><summary>";
      text(File.Input + " \xE2\x86\x92 " + Output.Path);
      OS << "</summary>\n<table class=\"diff\">\n";
      for (const DiffRow &Row : diffLines(File.Before, Output.Text)) {
        OS << "<tr";
        if (O == 0 && Row.BeforeLine) // places link to the first view of a file
          OS << " id=\"f" << Index << "l" << Row.BeforeLine << "\"";
        if (isMarked(File.Path, Row.BeforeLine))
          OS << " class=\"marked\"";
        OS << ">";
        cell(Row.BeforeLine, Row.Before, Row.Same || !Row.BeforeLine ? "" : " class=\"was\"");
        cell(Row.AfterLine, Row.After, Row.Same || !Row.AfterLine ? "" : " class=\"is\"");
        OS << "</tr>\n";
      }
      OS << "</table></details>\n";
    }
  }

  const ReportData &Data;
  raw_ostream &OS;
};

} // namespace

std::string reportHtml(const ReportData &Data) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Page(Data, OS).write();
  return Text;
}

} // namespace cu2cl
