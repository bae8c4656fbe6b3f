// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/ForkedChecks.h"
#include "frontend/ForkedParses.h"
#include "frontend/LateDefinitions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cu2cl {

using llvm::StringRef;

/// With fewer sources that begin alike, there is little to share.
static constexpr size_t LeastSources = 6;

/// Words that end with a null character, which no text of Clang has: three numbers, the file and
/// the text of each finding; the word "read"; the files.
static std::string bytesOf(const CheckAnswer &Answer) {
  std::string Bytes;
  auto Add = [&](StringRef Word) {
    Bytes += Word;
    Bytes += '\0';
  };
  for (const ClangFinding &F : Answer.Findings) {
    for (unsigned Number : {unsigned(F.IsError), F.Line, F.Column})
      Add(std::to_string(Number));
    Add(F.File);
    Add(F.Text);
  }
  Add("read");
  for (const std::string &Path : Answer.Read)
    Add(Path);
  return Bytes;
}

static CheckAnswer answerOf(StringRef Bytes) {
  CheckAnswer Answer;
  auto Next = [&] {
    StringRef Word;
    std::tie(Word, Bytes) = Bytes.split('\0');
    return Word;
  };
  for (StringRef Word = Next(); Word != "read"; Word = Next()) {
    ClangFinding &F = Answer.Findings.emplace_back();
    F.IsError = Word == "1";
    Next().getAsInteger(10, F.Line);
    Next().getAsInteger(10, F.Column);
    F.File = Next().str();
    F.Text = Next().str();
  }
  while (!Bytes.empty())
    Answer.Read.insert(Next().str());
  return Answer;
}

static std::vector<std::string> includeFolders(llvm::ArrayRef<std::string> Arguments) {
  std::vector<std::string> Folders;
  for (StringRef Argument : Arguments)
    if (Argument.consume_front("-I"))
      Folders.push_back(Argument.str());
  return Folders;
}

CheckAnswers checkForked(const std::vector<std::vector<std::string>> &Sources, TextFinder TextOf,
                         llvm::function_ref<llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>()> View,
                         const std::string &ProjectRoot, unsigned AtOnce) {
  std::vector<CommandLine> Lines;
  for (const std::vector<std::string> &Arguments : Sources)
    Lines.push_back({"", {Arguments.begin(), Arguments.end() - 1}});
  std::vector<ForkedGroup> Groups;
  for (const AlikeLines &Alike : groupAlike(Lines)) {
    const std::vector<size_t> &Members = Alike.Members;
    if (Members.size() < LeastSources)
      continue;
    std::vector<std::vector<std::string>> Starts;
    for (size_t I : Members)
      Starts.push_back(leadingHeaders(Sources[I].back(), includeFolders(Alike.Flags), TextOf));
    for (StartGroup &Start : groupByStart(Starts, LeastSources)) {
      ForkedGroup &G = Groups.emplace_back();
      G.Headers = std::move(Start.Headers);
      for (size_t I : Start.Members)
        G.Sources.push_back({Members[I], {Sources[Members[I]].back(), Alike.Late[I]}});
      std::vector<std::string> Like = Alike.Flags;
      Like.push_back(Sources[Members.front()].back());
      G.Parse = [&, Like](const SharedStart &From, const size_t &) {
        CheckAnswer Answer;
        Answer.Findings = checkWithClang(Like, View(), ProjectRoot, Answer.Read, &From);
        return From.counts() ? bytesOf(Answer) : std::string();
      };
    }
  }
  CheckAnswers Answers;
  parseForked(splitForked(std::move(Groups), AtOnce, LeastSources / 2), AtOnce,
              [&](size_t Which, StringRef Answer) { Answers[Sources[Which]] = answerOf(Answer); });
  return Answers;
}

} // namespace cu2cl
