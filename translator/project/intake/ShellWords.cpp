// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/ShellWords.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <glob.h>

namespace cu2cl {

using llvm::StringRef;

namespace {

class Splitter {
public:
  Splitter(StringRef Line, StringRef Directory) : Line(Line), Directory(Directory.str()) {}

  std::vector<ShellCommand> run() {
    while (Pos < Line.size())
      step();
    endCommand();
    return std::move(Commands);
  }

private:
  void step() {
    char C = Line[Pos];
    if (llvm::isSpace(C) && C != '\n') {
      endWord();
      ++Pos;
    } else if (C == '\\' && Pos + 1 < Line.size()) {
      if (Line[Pos + 1] != '\n')
        putQuoted(Line[Pos + 1]);
      Pos += 2;
    } else if (C == '\'' || C == '"') {
      quoted(C);
    } else if (C == '`' || Line.substr(Pos).starts_with("$(")) {
      substitution();
    } else if (C == '>' || C == '<') {
      redirection();
    } else if (C == ';' || C == '&' || C == '|' || C == '(' || C == ')' || C == '\n') {
      endCommand();
      ++Pos;
      if (C == '(') {
        Outside.push_back(Directory);
      } else if (C == ')' && !Outside.empty()) {
        Directory = Outside.back();
        Outside.pop_back();
      }
    } else if (C == '#' && !InWord) {
      Pos = std::min(Line.find('\n', Pos), Line.size());
    } else {
      put(C);
      ++Pos;
    }
  }

  void put(char C) {
    Word += C;
    Pattern += C;
    IsPattern |= StringRef("*?[").contains(C);
    InWord = true;
  }

  void putQuoted(char C) {
    Word += C;
    Pattern += {'\\', C};
    InWord = true;
  }

  void quoted(char Quote) {
    InWord = true;
    for (++Pos; Pos < Line.size() && Line[Pos] != Quote; ++Pos) {
      if (Quote == '"' && Line[Pos] == '\\' && Pos + 1 < Line.size() &&
          StringRef("\"\\$`").contains(Line[Pos + 1]))
        ++Pos;
      putQuoted(Line[Pos]);
    }
    ++Pos;
  }

  /// Copies `...` or $(...) as it stands.
  void substitution() {
    size_t End;
    if (Line[Pos] == '`') {
      End = Line.find('`', Pos + 1);
    } else {
      unsigned Depth = 0;
      for (End = Pos + 1; End < Line.size(); ++End) {
        Depth += Line[End] == '(';
        Depth -= Line[End] == ')';
        if (Depth == 0)
          break;
      }
    }
    End = std::min(End, Line.size() - 1);
    for (; Pos <= End; ++Pos)
      putQuoted(Line[Pos]);
  }

  /// `> file`, `2>&1`, `< file`: the target is no argument.
  void redirection() {
    if (InWord && Word.size() == 1 && llvm::isDigit(Word[0]))
      clearWord();
    endWord();
    while (Pos < Line.size() && (StringRef("<>&").contains(Line[Pos])))
      ++Pos;
    DropNext = true;
  }

  void endWord() {
    if (InWord && !DropNext && !(IsPattern && addMatches()))
      Words.push_back(Word);
    if (InWord)
      DropNext = false;
    clearWord();
  }

  void clearWord() {
    Word.clear();
    Pattern.clear();
    InWord = IsPattern = false;
  }

  /// The files that the word, `src/*.cu`, matches instead of it. False if there are none.
  bool addMatches() {
    if (Directory.empty())
      return false;
    bool IsAbsolute = llvm::sys::path::is_absolute(Word);
    std::string Folder; // with a backslash before each sign, as none is part of the pattern
    for (char C : IsAbsolute ? "" : Directory + "/")
      Folder += {'\\', C};
    glob_t Found;
    bool Matches = glob((Folder + Pattern).c_str(), 0, nullptr, &Found) == 0;
    for (size_t I = 0; Matches && I < Found.gl_pathc; ++I)
      Words.push_back(Found.gl_pathv[I] + Folder.size() / 2);
    globfree(&Found);
    return Matches;
  }

  static bool isKeyword(StringRef W) {
    static const llvm::StringSet<> Keywords = {
        "if", "then", "else", "elif", "fi", "do", "done", "{", "}", "!", "time", "exec", "command"};
    return Keywords.contains(W);
  }

  static bool isAssignment(StringRef W) {
    StringRef Name = W.take_until([](char C) { return C == '='; });
    return Name.size() < W.size() && !Name.empty() && !llvm::isDigit(Name[0]) &&
           llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  }

  /// \p Text with \p Value for the variable of the loop: `$d`, `${d}`, and `${d%.cu}`, which loses
  /// the ending.
  std::string withValue(std::string Text, StringRef Value) const {
    std::string Shortened = "${" + LoopVariable + "%";
    for (size_t At = 0; (At = Text.find(Shortened, At)) != std::string::npos;) {
      size_t End = Text.find('}', At);
      if (End == std::string::npos)
        break;
      StringRef Ending = StringRef(Text).slice(At + Shortened.size(), End).ltrim('%');
      StringRef Stem = Value;
      if (Ending == ".*")
        Stem = Stem.rsplit('.').first;
      else
        Stem.consume_back(Ending);
      Text.replace(At, End + 1 - At, Stem.str());
      At += Stem.size();
    }
    for (std::string Name : {"${" + LoopVariable + "}", "$" + LoopVariable})
      for (size_t At = 0; (At = Text.find(Name, At)) != std::string::npos;) {
        size_t End = At + Name.size();
        bool IsLonger = Name.back() != '}' && End < Text.size() &&
                        (llvm::isAlnum(Text[End]) || Text[End] == '_');
        if (!IsLonger)
          Text.replace(At, Name.size(), Value.str());
        At = IsLonger ? End : At + Value.size();
      }
    return Text;
  }

  /// Adds a command: as it is, or once for each value of the loop's variable if it mentions that.
  void add(const ShellCommand &C) {
    auto Mentions = [&](const std::string &W) { return withValue(W, "") != W; };
    if (LoopVariable.empty() || !(Mentions(C.Directory) || llvm::any_of(C.Words, Mentions)))
      return Commands.push_back(C);
    for (const std::string &Value : LoopValues) {
      ShellCommand One{withValue(C.Directory, Value), {}, C.Assignments};
      for (const std::string &W : C.Words)
        One.Words.push_back(withValue(W, Value));
      Commands.push_back(std::move(One));
    }
  }

  void endCommand() {
    endWord();
    DropNext = false;
    size_t First = 0;
    std::vector<std::string> Assignments;
    for (; First < Words.size() && (isKeyword(Words[First]) || isAssignment(Words[First])); ++First)
      if (isAssignment(Words[First]))
        Assignments.push_back(Words[First]);
    Words.erase(Words.begin(), Words.begin() + First);
    if (Words.size() >= 2 && Words[0] == "cd") {
      Directory = absolutePath(Words[1], Directory);
    } else if (Words.size() >= 3 && Words[0] == "for" && Words[2] == "in") {
      LoopVariable = Words[1];
      LoopValues.assign(Words.begin() + 3, Words.end());
    } else if (!Words.empty()) {
      add({Directory, Words, Assignments});
    }
    Words.clear();
  }

  StringRef Line;
  std::string Directory;
  size_t Pos = 0;
  std::string Word, Pattern; ///< the pattern says of each sign whether it was quoted
  bool InWord = false, IsPattern = false, DropNext = false;
  std::vector<std::string> Words;
  std::vector<std::string> Outside; ///< the folders to which the open `(` return
  std::string LoopVariable;
  std::vector<std::string> LoopValues;
  std::vector<ShellCommand> Commands;
};

} // namespace

std::vector<ShellCommand> splitShellLine(StringRef Line, StringRef Directory) {
  return Splitter(Line, Directory).run();
}

} // namespace cu2cl
