// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/PlainPath.h"
#include "frontend/SharedStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <set>

using llvm::StringRef;

namespace cu2cl {
namespace {

bool isStandard(StringRef Name) {
  static const llvm::StringSet<> Names = {
#define STANDARD_HEADER(Name) Name,
#include "frontend/StandardHeaders.def"
  };
  return Names.contains(Name);
}

StringRef wordOf(StringRef Line) {
  return Line.ltrim().take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// \p Text without comments; lines that a backslash joins are one.
std::string withoutComments(StringRef Text) {
  std::string Out;
  for (size_t I = 0; I < Text.size();) {
    StringRef Rest = Text.drop_front(I);
    if (Rest.starts_with("//")) {
      I = std::min(Text.find('\n', I), Text.size());
    } else if (Rest.starts_with("/*")) {
      size_t End = Text.find("*/", I + 2);
      Out += ' ';
      I = End == StringRef::npos ? Text.size() : End + 2;
    } else if (Rest.starts_with("\\\n") || Rest.starts_with("\\\r\n")) {
      I += Rest.find('\n') + 1;
    } else if (Text[I] == '"' || Text[I] == '\'') {
      // An apostrophe between digits opens nothing; what it hides up to the line's end is no
      // directive.
      size_t End = I + 1;
      while (End < Text.size() && Text[End] != Text[I] && Text[End] != '\n')
        End += Text[End] == '\\' ? 2 : 1;
      End = std::min(End + (End < Text.size() && Text[End] == Text[I]), Text.size());
      Out += Text.slice(I, End);
      I = End;
    } else {
      Out += Text[I++];
    }
  }
  return Out;
}

class Scan {
public:
  Scan(llvm::ArrayRef<std::string> Folders, TextFinder TextOf) : Folders(Folders), TextOf(TextOf) {}

  std::vector<std::string> run(const std::string &Source) {
    if (std::optional<std::string> Text = TextOf(Source))
      file(Source, *Text, /*IsSure=*/true);
    return std::move(Found);
  }

private:
  void file(const std::string &Path, StringRef Content, bool IsSure) {
    if (!Seen.insert({Path, IsSure}).second || (!IsSure && Seen.count({Path, true})))
      return;
    std::string Text = withoutComments(Content);
    StringRef Guard; // of the whole file, its #ifndef
    unsigned Depth = 0;
    bool IsFirst = true;
    for (StringRef Line, Rest = Text; !Rest.empty() && !Stopped;) {
      std::tie(Line, Rest) = Rest.split('\n');
      Line = Line.trim();
      if (!Line.consume_front("#")) {
        IsFirst &= Line.empty();
        continue;
      }
      StringRef Word = wordOf(Line);
      StringRef After = Line.ltrim().drop_front(Word.size()).trim();
      if (Word == "ifndef" && IsFirst && Guard.empty())
        Guard = After;
      else if (Word.starts_with("if"))
        ++Depth;
      else if (Word == "endif")
        Depth -= Depth > 0;
      else if (Word == "include")
        include(Path, After, IsSure && Depth == 0);
      else if (Word == "define" || Word == "undef")
        Stopped = wordOf(After) != Guard && mayMatterToHeaders(wordOf(After));
      else if (Word == "pragma")
        Stopped = After != "once";
      else if (!Word.starts_with("el") && Word != "error" && Word != "line")
        Stopped = true;
      IsFirst = IsFirst && (Word == "ifndef" || Word == "pragma");
    }
  }

  void include(const std::string &From, StringRef Name, bool IsSure) {
    bool Angled = Name.consume_front("<");
    size_t End = Name.find(Angled ? '>' : '"', !Angled);
    if ((!Angled && !Name.consume_front("\"")) || End == StringRef::npos) {
      Stopped = true; // a macro says which
      return;
    }
    Name = Name.take_front(Angled ? End : End - 1);
    std::vector<std::string> Places;
    if (!Angled)
      Places.push_back(llvm::sys::path::parent_path(From).str());
    Places.insert(Places.end(), Folders.begin(), Folders.end());
    for (const std::string &Folder : Places) {
      llvm::SmallString<256> Path(Folder);
      llvm::sys::path::append(Path, Name);
      const std::string Plain = plainPath(Path);
      if (std::optional<std::string> Text = TextOf(Plain))
        return file(Plain, *Text, IsSure);
    }
    if (!isStandard(Name))
      Stopped = !Name.starts_with("cuda") && Name != "device_launch_parameters.h" &&
                Name != "assert.h" && Name != "cassert" && !Name.starts_with("clrt/");
    else if (IsSure && !llvm::is_contained(Found, Name))
      Found.push_back(Name.str());
  }

  llvm::ArrayRef<std::string> Folders;
  TextFinder TextOf;
  std::set<std::pair<std::string, bool>> Seen;
  std::vector<std::string> Found;
  bool Stopped = false;
};

} // namespace

bool mayMatterToHeaders(StringRef Macro) {
  return Macro.starts_with("_") || Macro == "NDEBUG" ||
         llvm::any_of(Macro, [](char C) { return llvm::isLower(C); });
}

std::vector<std::string> leadingHeaders(const std::string &Source,
                                        llvm::ArrayRef<std::string> Folders, TextFinder TextOf) {
  return Scan(Folders, TextOf).run(Source);
}

} // namespace cu2cl
