// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/CheckFindings.h"
#include "core/source/Definitions.h"
#include "project/intake/FolderScan.h"
#include "project/output/CheckedFiles.h"
#include "project/output/MarkedItems.h"

namespace cu2cl {

using llvm::StringRef;

CheckFindings::CheckFindings(const Layout &L, const OutputFiles &Files, DiagnosticSink &Sink)
    : Files(Files), Sink(Sink) {
  std::set<std::string> Broken, Incomplete, Conflicts;
  for (const Diagnostic &D : Sink.all()) {
    if (D.severity() == Severity::Error)
      (D.Number == diag::ParseError ? Broken : Incomplete).insert(D.Where.File);
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
      followsFromMark(Name, Finding))
    return;
  if (FromConflict.count(Name) && (Text.contains("changes address space of pointer") ||
                                   Text.contains("non-overlapping address spaces")))
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  if (FromIncomplete.count(Name) && saysLibrary(Name, Finding))
    return;
  Findings.insert({Name, Finding.Line, Finding.Column, Number, Finding.Text});
}

/// Returns true if \p Finding is about text after a mark, a type with one, or a name that is
/// declared in a line with one, of type CU2CL_ERROR_2051 for instance.
bool CheckFindings::followsFromMark(const std::string &Name, const ClangFinding &Finding) const {
  StringRef Unknown = Finding.Text;
  auto File = Files.find(Name);
  if (File == Files.end() || !StringRef(File->second.Content).contains("CU2CL_ERROR_"))
    return false;
  MarkedItems Marked(File->second.Content);
  StringRef Size = Finding.Text;
  if (Marked.isBehindMark(Finding.Line) ||
      (Size.consume_front("'") && Size.contains("' declared as an array with a negative size") &&
       Marked.isMarkedType(Size.take_front(Size.rfind("_has_")))))
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
  StringRef Rest = Files.find(Name)->second.Content, Line;
  for (unsigned I = 0; I < Finding.Line; ++I)
    std::tie(Line, Rest) = Rest.split('\n');
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
