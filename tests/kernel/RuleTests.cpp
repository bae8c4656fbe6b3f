// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RuleTests.h"
#include "kernel/core/RuleCounts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cu2cl {

static const std::string Folder = CU2CL_TEST_FOLDER "/";

/// The stems of the files in which each rule has fired.
static std::map<std::string, std::set<std::string>> &filesOfRules() {
  static std::map<std::string, std::set<std::string>> Files;
  return Files;
}

/// "BitFields" as "bit_fields".
static std::string snakeCase(llvm::StringRef Name) {
  std::string Out;
  for (char C : Name) {
    if (isupper(C) && !Out.empty())
      Out += '_';
    Out += char(tolower(C));
  }
  return Out;
}

/// The rows of rules.txt: "Rule file", or "Rule ../run/file.cu" for what no file here shows.
static std::map<std::string, std::string> rowsOfRules() {
  std::map<std::string, std::string> Rows;
  auto Buffer = llvm::MemoryBuffer::getFile(Folder + "rules.txt");
  llvm::SmallVector<llvm::StringRef> Lines;
  if (Buffer)
    (*Buffer)->getBuffer().split(Lines, '\n', -1, false);
  for (llvm::StringRef Line : Lines)
    if (!Line.starts_with("#")) {
      auto [Rule, File] = Line.split(' ');
      Rows[Rule.str()] = File.trim().str();
    }
  return Rows;
}

void noteRules(llvm::StringRef Stem, const RuleCounts &Fired) {
  for (const auto &[Rule, Subjects] : Fired)
    filesOfRules()[Rule].insert(Stem.str());
}

std::vector<std::string> rulesWithoutTest() {
  std::vector<std::string> Missing;
  std::map<std::string, std::string> Rows = rowsOfRules();
  for (const auto &[Rule, None] : noRuleFired()) {
    const std::set<std::string> &Files = filesOfRules()[Rule];
    auto Row = Rows.find(Rule);
    if (llvm::sys::fs::exists(Folder + snakeCase(Rule) + ".cu")) {
      if (!Files.count(snakeCase(Rule)))
        Missing.push_back(Rule + " does not fire in " + snakeCase(Rule) + ".cu");
      if (Row != Rows.end())
        Missing.push_back(Rule + " has a file of its own and needs no row in rules.txt");
    } else if (Row == Rows.end()) {
      Missing.push_back(Rule + " has no " + snakeCase(Rule) +
                        ".cu; it fires in: " + llvm::join(Files, ", "));
    } else if (llvm::StringRef(Row->second).starts_with("../")) {
      if (!llvm::sys::fs::exists(Folder + Row->second))
        Missing.push_back(Rule + ": there is no " + Row->second);
      if (!Files.empty())
        Missing.push_back(Rule + " fires in " + *Files.begin() + ".cu, not only in " + Row->second);
    } else if (!Files.count(Row->second)) {
      Missing.push_back(Rule + " does not fire in " + Row->second + ".cu");
    }
    if (Row != Rows.end())
      Rows.erase(Row);
  }
  for (const auto &[Rule, File] : Rows)
    Missing.push_back(Rule + " of rules.txt is no rule");
  return Missing;
}

} // namespace cu2cl
