// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/report/Advice.h"
#include "core/report/DiagnosticPages.h"
#include "core/report/LineDiff.h"
#include "core/report/Report.h"
#include "llvm/Support/JSON.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

using namespace cu2cl;
using testing::HasSubstr;
using testing::Not;

namespace {

ReportData example() {
  ReportData Data;
  Data.ProjectName = "app";
  Data.Root = "/home/me/app";
  Data.FlagSource = "Makefile (dry run)";
  Data.Version = "1.2";
  ReportFile File;
  File.Input = "a.cu";
  File.Path = "/home/me/app/a.cu";
  File.Before = "one\ntwo<3>\nthree\n";
  File.Outputs.push_back({"a.cpp", "one\n2\nthree\n"});
  Data.Files.push_back(File);
  Data.Constructs["kernel"] = 2;
  Diagnostic D;
  D.Number = diag::UnsupportedHostFunction;
  D.Where = {"/home/me/app/a.cu", 2, 5};
  D.Arguments = {"cudaFoo<T>"};
  Data.Diagnostics.push_back(D);
  return Data;
}

/// A side of the diff without its empty cells.
std::string side(const std::vector<DiffRow> &Rows, bool Before) {
  std::string Text;
  for (const DiffRow &Row : Rows)
    if (Before ? Row.BeforeLine : Row.AfterLine)
      Text += (Before ? Row.Before : Row.After).str() + "\n";
  return Text;
}

} // namespace

TEST(Report, JsonHasEverything) {
  std::string Text = reportJson(example());
  auto Parsed = llvm::json::parse(Text);
  ASSERT_TRUE(bool(Parsed));
  const llvm::json::Object *Root = Parsed->getAsObject();
  EXPECT_EQ(Root->getString("project"), "app");
  EXPECT_EQ(Root->getObject("counts")->getInteger("errors"), 1);
  EXPECT_EQ(Root->getObject("constructs")->getInteger("kernel"), 2);
  const llvm::json::Object *D = (*Root->getArray("diagnostics"))[0].getAsObject();
  EXPECT_EQ(D->getString("id"), "CU2CL3001");
  EXPECT_EQ(D->getString("file"), "a.cu");
  EXPECT_EQ(D->getInteger("line"), 2);
  EXPECT_THAT(Text, Not(HasSubstr("/home/me"))); // the same report from any folder
}

TEST(Report, HtmlIsSelfContainedAndEscaped) {
  std::string Text = reportHtml(example())["cu2cl-report.html"];
  EXPECT_THAT(Text, HasSubstr("two&lt;3&gt;"));
  EXPECT_THAT(Text, HasSubstr("cudaFoo&lt;T&gt;"));
  EXPECT_THAT(Text, HasSubstr("<a href=\"#f0l2\">a.cu:2</a>"));
  EXPECT_THAT(Text, HasSubstr("id=\"f0l2\" class=\"marked\""));
  for (const char *Foreign : {"<script", "<link", "src=", "http:", "https:", "/home/me"})
    EXPECT_THAT(Text, Not(HasSubstr(Foreign)));
}

TEST(Report, LongHtmlHasAPageForEachFile) {
  ReportData Data = example();
  ReportFile Long;
  Long.Input = "b c/d#.cu";
  Long.Path = "/home/me/app/b c/d#.cu";
  for (int I = 0; I < 5000; ++I)
    Long.Before += "line\n";
  Long.Outputs = {{"b c/d#.cpp", Long.Before}, {"b c/d#.cl", "line\n"}};
  Data.Files.push_back(Long);
  Data.Diagnostics.front().Related.push_back({{Long.Path, 7, 1}, "written here"});
  std::map<std::string, std::string> Pages = reportHtml(Data);
  EXPECT_EQ(Pages.size(), 3u);
  const std::string &First = Pages["cu2cl-report.html"], &Second = Pages["cu2cl-report/a.cu.html"],
                    &Third = Pages["cu2cl-report/b c/d#.cu.html"];
  EXPECT_LT(First.size(), 10000u);
  EXPECT_THAT(First, HasSubstr("<a href=\"cu2cl-report/a.cu.html#f0l2\">a.cu:2</a>"));
  EXPECT_THAT(First,
              HasSubstr("; written here: <a href=\"cu2cl-report/b%20c/d%23.cu.html#f1l7\">"));
  EXPECT_THAT(Second, HasSubstr("id=\"f0l2\" class=\"marked\""));
  EXPECT_THAT(Second, HasSubstr("<a href=\"../cu2cl-report.html\">"));
  EXPECT_THAT(Third, HasSubstr("<a href=\"../../cu2cl-report.html\">"));
  EXPECT_THAT(Third, HasSubstr("id=\"f1l7\""));
  EXPECT_THAT(Third, Not(HasSubstr("id=\"f1l8\"")));
  // What the kernels' file does not have is counted there, as the first view shows it.
  EXPECT_THAT(Third, HasSubstr("(4999 lines)"));
}

TEST(LineDiff, KeepsBothTextsAndPairsChanges) {
  llvm::StringRef A = "a\nb\nc\nd\ne\n", B = "a\nx\nc\ne\nf\n";
  auto Rows = diffLines(A, B);
  EXPECT_EQ(side(Rows, true), A);
  EXPECT_EQ(side(Rows, false), B);
  ASSERT_GE(Rows.size(), 2u);
  EXPECT_EQ(Rows[1].Before, "b");
  EXPECT_EQ(Rows[1].After, "x");
  unsigned Same = 0;
  for (const DiffRow &Row : Rows)
    Same += Row.Same;
  EXPECT_EQ(Same, 3u);
}

TEST(LineDiff, EmptySides) {
  EXPECT_TRUE(diffLines("", "").empty());
  EXPECT_EQ(diffLines("", "a\nb\n").size(), 2u);
  EXPECT_EQ(diffLines("a\nb\n", "").size(), 2u);
}

TEST(Diagnostics, RowsAreUniqueAndComplete) {
  std::set<unsigned> Numbers;
  std::set<llvm::StringRef> Names;
  for (const DiagnosticRow &Row : diagnosticRows()) {
    EXPECT_TRUE(Numbers.insert(Row.Number).second) << Row.Number;
    EXPECT_TRUE(Row.Name.empty() || Names.insert(Row.Name).second) << Row.Name.str();
    EXPECT_FALSE(Row.Text.empty() || Row.Advice.empty()) << Row.Number;
    EXPECT_TRUE(Row.Number >= 1000 && Row.Number < 6000) << Row.Number;
  }
}

TEST(Diagnostics, NumbersThatWereSplitAreNoLongerGiven) {
  for (unsigned Number : {2055u, 3003u}) {
    const DiagnosticRow *Row = findDiagnostic(Number);
    ASSERT_TRUE(Row) << Number;
    EXPECT_TRUE(Row->Name.empty()) << Number;
    EXPECT_THAT(diagnosticPages()["CU2CL" + std::to_string(Number) + ".md"],
                HasSubstr("No longer reported"));
  }
}

// Many messages have a second place: what is there is said.
TEST(Diagnostics, RelatedPlacesHaveATextAndAFile) {
  DiagnosticSink Sink;
  Sink.report({diag::DivergentBarrier,
               {"a.cu", 3, 5},
               {"2"},
               {{{"a.cu", 2, 3}, "the condition is here"}, {{}, "not in the text"}}});
  ASSERT_EQ(Sink.all()[0].Related.size(), 1u);
  ReportData Data = example();
  Data.Diagnostics = Sink.all();
  EXPECT_THAT(reportJson(Data), HasSubstr("the condition is here"));
  EXPECT_THAT(reportHtml(Data)["cu2cl-report.html"], HasSubstr("; the condition is here: "));
}

TEST(Diagnostics, NoAdviceHasAnUnfilledArgument) {
  for (const DiagnosticRow &Row : diagnosticRows()) {
    Diagnostic D;
    D.Number = diag::Id(Row.Number);
    D.Arguments = {"zeroth", "first", "second"};
    // An advice names no argument that the message does not have.
    for (unsigned I = 0; I < 10; ++I) {
      std::string Argument = "%" + std::to_string(I);
      if (Row.Advice.contains(Argument))
        EXPECT_TRUE(Row.Text.contains(Argument)) << Row.Number;
      EXPECT_THAT(D.text(), Not(HasSubstr(Argument))) << Row.Number;
      EXPECT_THAT(adviceOf(D), Not(HasSubstr(Argument))) << Row.Number;
      EXPECT_THAT(withoutArguments(Row.Advice), Not(HasSubstr(Argument))) << Row.Number;
    }
  }
  EXPECT_EQ(adviceOf(example().Diagnostics[0]),
            "Remove it if the program works without it; otherwise implement it with OpenCL's own "
            "functions on clrt::context(), clrt::queue() and clrt::device().");
  for (const std::string &Text :
       {reportJson(example()), reportHtml(example())["cu2cl-report.html"]})
    EXPECT_THAT(Text, Not(HasSubstr("%0")));
  for (const auto &[Name, Text] : diagnosticPages())
    EXPECT_THAT(Text, Not(HasSubstr("%0"))) << Name;
}

// A page leads somewhere: it says why, and shows the CUDA and what to write for it.
TEST(Diagnostics, PagesExplain) {
  for (const DiagnosticRow &Row : diagnosticRows()) {
    const DiagnosticExample *Example = findExample(Row.Number);
    ASSERT_TRUE(Example) << Row.Number;
    EXPECT_GT(Example->Why.size(), 20u) << Row.Number;
    EXPECT_EQ(Example->Before.empty(), Example->After.empty()) << Row.Number;
    if (Row.Level != Severity::Note && Row.Number >= 2000 && Row.Number < 5000)
      EXPECT_FALSE(Example->Before.empty()) << Row.Number;
    // The answer to a query names the page.
    EXPECT_FALSE(Row.Advice.contains("cu2cl query") || Example->Why.contains("cu2cl query"))
        << Row.Number;
  }
  std::map<std::string, std::string> Pages = diagnosticPages();
  EXPECT_THAT(Pages["CU2CL2001.md"], HasSubstr("## Before\n\n```cpp\n__device__ int sum("));
  EXPECT_THAT(Pages["CU2CL2001.md"], HasSubstr("## After\n\n```c\nint sum(__global"));
}

TEST(Report, HtmlGroupsEqualMessages) {
  ReportData Data = example();
  Data.Diagnostics.clear();
  for (unsigned Line = 1; Line <= 8; ++Line)
    Data.Diagnostics.push_back({diag::DeviceNew, {"/home/me/app/a.cu", Line, 1}, {}, {}});
  Data.Diagnostics.push_back({diag::DeviceDelete, {"/home/me/app/a.cu", 3, 1}, {}, {}});
  std::string Text = reportHtml(Data)["cu2cl-report.html"];
  EXPECT_THAT(Text, HasSubstr("8 times: new in device code"));
  EXPECT_THAT(Text, HasSubstr("and 5 more"));
  EXPECT_THAT(Text, Not(HasSubstr("1 times")));
  for (unsigned Line = 1; Line <= 8; ++Line)
    EXPECT_THAT(Text, HasSubstr(":" + std::to_string(Line) + "<"));
}
