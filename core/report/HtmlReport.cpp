// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/report/Advice.h"
#include "core/report/LineDiff.h"
#include "core/report/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

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
.diff th { width: 4em; color: #888; text-align: right; font-weight: normal; padding: 0 .5em; }
.was { background: #ffecec; } .is { background: #e8f7e8; } .marked { outline: 2px solid #c33; }
.error { color: #b00; } .approximation { color: #a60; } .note { color: #555; }
details { margin: .7em 0; } summary { cursor: pointer; font-weight: bold; }
)";

/// The path of the page of one file.
std::string pieceOf(const ReportFile &File) { return "cu2cl-report/" + File.Input + ".html"; }

class Page {
public:
  Page(const ReportData &Data, raw_ostream &OS, bool InPieces)
      : Data(Data), OS(OS), InPieces(InPieces) {
    for (size_t I = 0; I < Data.Files.size(); ++I)
      Numbers[Data.Files[I].Path] = I;
    for (const Diagnostic &D : Data.Diagnostics) {
      Marked.insert({D.Where.File, D.Where.Line});
      Named.insert({D.Where.File, D.Where.Line});
      for (const RelatedPlace &Other : D.Related)
        Named.insert({Other.Where.File, Other.Where.Line});
    }
  }

  void write() {
    head(Data.ProjectName + " in OpenCL");
    summary();
    workList(Severity::Error, "To be done by hand");
    workList(Severity::Approximation, "Approximations");
    workList(Severity::Note, "Notes");
    OS << "<h2>Files</h2>\n";
    if (InPieces)
      listFiles();
    else
      for (size_t I = 0; I < Data.Files.size(); ++I)
        file(I);
    OS << "</body></html>\n";
  }

  /// The page of one file.
  void writeFile(size_t Index) {
    const ReportFile &File = Data.Files[Index];
    head(File.Input);
    std::string Up;
    for (size_t Folders = StringRef(pieceOf(Data.Files[Index])).count('/'); Folders > 0; --Folders)
      Up += "../";
    OS << "<p><a href=\"" << Up << "cu2cl-report.html\">";
    text(Data.ProjectName + " in OpenCL");
    OS << "</a></p>\n";
    file(Index);
    OS << "</body></html>\n";
  }

private:
  void head(StringRef Title) {
    OS << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>";
    text("cu2cl: " + Data.ProjectName);
    OS << "</title>\n<style>" << Style << "</style></head><body>\n<h1>";
    text(Title);
    OS << "</h1>\n";
  }

  /// As part of an address: what may mean something else there is written in hexadecimal digits.
  static std::string urlOf(StringRef Path) {
    std::string Url;
    for (char C : Path)
      if (llvm::isAlnum(C) || StringRef("/._-+~").contains(C))
        Url += C;
      else
        Url += "%" + llvm::utohexstr(static_cast<unsigned char>(C), false, 2);
    return Url;
  }

  void listFiles() {
    OS << "<table class=\"list\">\n";
    for (size_t I = 0; I < Data.Files.size(); ++I) {
      OS << "<tr><td><a href=\"" << urlOf(pieceOf(Data.Files[I])) << "\">";
      text(Data.Files[I].Input);
      OS << "</a></td><td>";
      for (const ReportFile::Output &Output : Data.Files[I].Outputs) {
        text(Output.Path);
        OS << " ";
      }
      OS << "</td></tr>\n";
    }
    OS << "</table>\n";
  }

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
    row("marked for hand work", std::to_string(count(Severity::Error)));
    row("approximations", std::to_string(count(Severity::Approximation)));
    row("notes", std::to_string(count(Severity::Note)));
    row("cu2cl", Data.Version);
    OS << "</table>\n";
  }

  void place(const Place &Where) {
    std::string Name = reportPath(Data, Where.File);
    if (Where.Line)
      Name += ":" + std::to_string(Where.Line);
    auto File = Numbers.find(Where.File);
    bool IsShown = File != Numbers.end() && Where.Line;
    if (IsShown)
      OS << "<a href=\"" << (InPieces ? urlOf(pieceOf(Data.Files[File->second])) : "") << "#f"
         << File->second << "l" << Where.Line << "\">";
    text(Name);
    if (IsShown)
      OS << "</a>";
  }

  void places(const std::vector<const Diagnostic *> &Group) {
    // A long list is folded after its first places.
    const size_t Open = Group.size() > 6 ? 3 : Group.size();
    for (size_t I = 0; I < Group.size(); ++I) {
      if (I == Open)
        OS << "<details><summary>and " << Group.size() - Open << " more</summary>";
      place(Group[I]->Where);
      for (const RelatedPlace &Other : Group[I]->Related) {
        OS << "; ";
        text(Other.Text);
        OS << ": ";
        place(Other.Where);
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

  void cell(unsigned Line, StringRef Text, const char *Class) {
    OS << "<th>";
    if (Line)
      OS << Line;
    OS << "<td" << Class << ">";
    text(Text.rtrim('\r'));
  }

  /// Returns how many of the first \p Rows only say that something is in another output file.
  static size_t leftOut(llvm::ArrayRef<DiffRow> Rows) {
    size_t N = 0;
    while (N < Rows.size() && Rows[N].BeforeLine && !Rows[N].AfterLine)
      ++N;
    return N > 4 ? N : 0;
  }

  /// \p Id: in front of the ids of rows, which places link to; empty for none
  void diff(const ReportFile &File, const ReportFile::Output &Output, const std::string &Id) {
    std::vector<DiffRow> Rows = diffLines(File.Before, Output.Text);
    for (size_t I = 0; I < Rows.size(); ++I) {
      if (size_t Skipped = Id.empty() ? leftOut(llvm::ArrayRef(Rows).drop_front(I)) : 0) {
        OS << "<tr><th><td>(" << Skipped << " lines)<th><td>\n";
        I += Skipped - 1;
        continue;
      }
      const DiffRow &Row = Rows[I];
      std::pair<StringRef, unsigned> Here(File.Path, Row.BeforeLine);
      OS << "<tr";
      if (!Id.empty() && Row.BeforeLine && Named.count(Here))
        OS << " id=\"" << Id << Row.BeforeLine << "\"";
      if (Row.BeforeLine && Marked.count(Here))
        OS << " class=\"marked\"";
      OS << ">";
      cell(Row.BeforeLine, Row.Before, Row.Same || !Row.BeforeLine ? "" : " class=\"was\"");
      cell(Row.AfterLine, Row.After, Row.Same || !Row.AfterLine ? "" : " class=\"is\"");
      OS << "\n";
    }
  }

  void file(size_t Index) {
    const ReportFile &File = Data.Files[Index];
    for (size_t O = 0; O < File.Outputs.size(); ++O) {
      OS << "<details" << (InPieces || Data.Files.size() <= 3 ? " open" : "") << "><summary>";
      text(File.Input + " \xE2\x86\x92 " + File.Outputs[O].Path);
      OS << "</summary>\n<table class=\"diff\">\n";
      // Places link to the first view of a file.
      diff(File, File.Outputs[O], O == 0 ? "f" + std::to_string(Index) + "l" : "");
      OS << "</table></details>\n";
    }
  }

  const ReportData &Data;
  raw_ostream &OS;
  bool InPieces;                                   ///< each file has a page of its own
  std::map<StringRef, size_t> Numbers;             ///< of files, by path
  std::set<std::pair<StringRef, unsigned>> Marked; ///< lines with a diagnostic
  std::set<std::pair<StringRef, unsigned>> Named;  ///< lines that a diagnostic names
};

/// The number of lines that a browser shows at once without delay.
constexpr size_t MostLinesOfOnePage = 4000;

} // namespace

std::map<std::string, std::string> reportHtml(const ReportData &Data) {
  size_t Lines = 0;
  for (const ReportFile &File : Data.Files)
    Lines += StringRef(File.Before).count('\n');
  bool InPieces = Lines > MostLinesOfOnePage && Data.Files.size() > 1;
  std::map<std::string, std::string> Pages;
  auto Write = [&](const std::string &Path, auto What) {
    llvm::raw_string_ostream OS(Pages[Path]);
    Page P(Data, OS, InPieces);
    What(P);
  };
  Write("cu2cl-report.html", [](Page &P) { P.write(); });
  for (size_t I = 0; InPieces && I < Data.Files.size(); ++I)
    Write(pieceOf(Data.Files[I]), [&](Page &P) { P.writeFile(I); });
  return Pages;
}

} // namespace cu2cl
