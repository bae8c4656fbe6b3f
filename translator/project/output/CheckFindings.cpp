// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/CheckFindings.h"
#include "core/source/Definitions.h"
#include "project/intake/FolderScan.h"
#include "project/output/CheckedFiles.h"
#include "project/output/MarkedItems.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl {

using llvm::StringRef;

/// Adds those of \p Arguments that are names to \p Into; of "geo::Square" the last word.
static void noteNames(const std::vector<std::string> &Arguments, std::set<std::string> &Into) {
  for (StringRef Text : Arguments) {
    StringRef Last = Text.contains("::") ? Text.rsplit("::").second : Text;
    if (clang::isValidAsciiIdentifier(Last))
      Into.insert(Last.str());
  }
}

/// Returns line \p Number, from 1, of \p Text.
static StringRef lineOf(StringRef Text, unsigned Number) {
  StringRef Line;
  for (unsigned I = 0; I < Number; ++I)
    std::tie(Line, Text) = Text.split('\n');
  return Line;
}

/// Adds the macros of \p Text whose bodies have marks to \p Into.
static void noteMarkedMacros(StringRef Text, std::set<std::string> &Into) {
  if (!Text.contains("CU2CL_ERROR"))
    return;
  std::string Macro;
  for (StringRef Line; !Text.empty();) {
    std::tie(Line, Text) = Text.split('\n');
    const bool GoesOn = Line.rtrim().ends_with("\\");
    StringRef Name = Line.ltrim();
    if (Macro.empty() && Name.consume_front("#") && (Name = Name.ltrim()).consume_front("define "))
      Macro =
          Name.ltrim().take_while([](char C) { return clang::isAsciiIdentifierContinue(C); }).str();
    if (!Macro.empty() && Line.contains("CU2CL_ERROR"))
      Into.insert(Macro);
    if (!GoesOn)
      Macro.clear();
  }
}

CheckFindings::CheckFindings(const Layout &L, const OutputFiles &Files, DiagnosticSink &Sink)
    : Files(Files), Sink(Sink) {
  std::set<std::string> Broken, Incomplete, Conflicts;
  for (const Diagnostic &D : Sink.all()) {
    if (D.severity() == Severity::Error) {
      (D.Number == diag::ParseError ? Broken : Incomplete).insert(D.Where.File);
      if (D.Number == diag::ReservedOpenClName)
        Reserved.insert(D.Arguments.begin(), D.Arguments.end());
      if (!isAboutInput(D.Number))
        noteNames(D.Arguments, Marked);
    }
    if (D.Number == diag::AddressSpaceConflict)
      Conflicts.insert(D.Where.File);
  }
  // What a header declares meets another address space wherever it is included.
  const bool InHeader =
      llvm::any_of(Conflicts, [](const std::string &Path) { return !isSourceFile(Path); });
  for (const auto &[Path, Plan] : L.files())
    if (Broken.count(Path))
      FromBroken.insert(Plan.Host);
  for (const auto &[Name, File] : Files) {
    if (File.Kind == OutputFile::Host)
      noteMarkedMacros(File.Content, MarkedMacros);
    if (Broken.count(File.Origin))
      FromBroken.insert(Name);
    if (Incomplete.count(File.Origin))
      FromIncomplete.insert(Name);
    if (InHeader || Conflicts.count(File.Origin))
      FromConflict.insert(Name);
  }
}

void CheckFindings::add(diag::Id Number, const ClangFinding &Finding) {
  StringRef File = Finding.File, Text = Finding.Text;
  File.consume_front(CheckedFiles::Root + "/");
  std::string Name = absolutePath(File, "/").substr(1); // "a/../b.cl" is b.cl
  // Said already, about the input; or said by the errors before it.
  if (FromBroken.count(Name) || Text.contains("CU2CL_ERROR") || Text.contains("too many errors") ||
      followsFromMark(Name, Finding) || namesMarked(Finding) || isCaught(Name, Finding))
    return;
  if (FromConflict.count(Name) && (Text.contains("changes address space of pointer") ||
                                   Text.contains("non-overlapping address spaces")))
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  if (FromIncomplete.count(Name) && saysLibrary(Name, Finding))
    return;
  Findings.insert({Name, Finding.Line, Finding.Column, Number, Finding.Text});
}

/// Returns true if \p Finding is about something that another message is about: "use of undeclared
/// identifier 'even'", where the recursion of even is reported.
bool CheckFindings::namesMarked(const ClangFinding &Finding) const {
  StringRef Quoted, Rest = StringRef(Finding.Text).split('\'').second;
  for (; !Rest.empty(); Rest = Rest.split('\'').second) {
    std::tie(Quoted, Rest) = Rest.split('\'');
    if (llvm::any_of(Marked, [&](const std::string &Name) { return mentionsWord(Quoted, Name); }))
      return true;
  }
  return false;
}

/// Returns true if \p Finding is in a line with a name of the project's that catches one of the
/// port's, or about what such a line declares.
bool CheckFindings::isCaught(const std::string &Name, const ClangFinding &Finding) const {
  auto File = Files.find(Name);
  if (Reserved.empty() || File == Files.end() || File->second.Kind == OutputFile::Device)
    return false;
  auto Mentions = [&](StringRef Line) {
    return llvm::any_of(Reserved, [&](const std::string &R) { return mentionsWord(Line, R); });
  };
  if (Mentions(lineOf(File->second.Content, Finding.Line)))
    return true;
  StringRef Unknown = Finding.Text, Line;
  if (!Unknown.consume_front("use of undeclared identifier '"))
    return false;
  Unknown = Unknown.split('\'').first;
  for (const auto &[Path, Other] : Files)
    if (Other.Kind == OutputFile::Host)
      for (StringRef Rest = Other.Content; !Rest.empty();) {
        std::tie(Line, Rest) = Rest.split('\n');
        if (mentionsWord(Line, Unknown) && Mentions(Line))
          return true;
      }
  return false;
}

/// Returns true if \p Finding is about text after a mark, a type with one, or a name that is
/// declared in a line with one, of type CU2CL_ERROR_2051 for instance.
bool CheckFindings::followsFromMark(const std::string &Name, const ClangFinding &Finding) const {
  StringRef Unknown = Finding.Text;
  auto File = Files.find(Name);
  if (File == Files.end())
    return false;
  const StringRef Used = lineOf(File->second.Content, Finding.Line);
  if (llvm::any_of(MarkedMacros, [&](const std::string &M) { return mentionsWord(Used, M); }))
    return true;
  if (!StringRef(File->second.Content).contains("CU2CL_ERROR"))
    return false;
  MarkedItems Items(File->second.Content);
  StringRef Size = Finding.Text;
  if (Items.isBehindMark(Finding.Line) ||
      (Size.consume_front("'") && Size.contains("' declared as an array with a negative size") &&
       Items.isMarkedType(Size.take_front(Size.rfind("_has_")))))
    return true;
  if (!Unknown.consume_front("use of undeclared identifier '"))
    return false;
  Unknown = Unknown.split('\'').first;
  StringRef Rest = File->second.Content, Line;
  for (unsigned I = 1; I < Finding.Line; ++I) {
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.contains("CU2CL_ERROR_") && mentionsWord(Line, Unknown))
      return true;
  }
  return false;
}

/// Returns true if \p Finding is about a library's name, which is marked.
bool CheckFindings::saysLibrary(const std::string &Name, const ClangFinding &Finding) {
  StringRef Line = lineOf(Files.find(Name)->second.Content, Finding.Line);
  LibraryErrors::Verdict V = Libraries.classify(Finding.Text, Name, Finding.Line, Line);
  return V.Number || V.Follows || Line.contains("CU2CL_ERROR");
}

void CheckFindings::tell() {
  std::map<std::string, unsigned> Told;
  for (const auto &[Name, Line, Column, Number, Text] : Findings)
    if (++Told[Name] <= 3 || (Files.count(Name) && !FromIncomplete.count(Name)))
      Sink.report({Number, {Name, Line, Column}, {Text}, {}});
}

} // namespace cu2cl
