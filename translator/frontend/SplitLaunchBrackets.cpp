// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/SplitLaunchBrackets.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace cu2cl {

/// The position after the comment or literal that starts at \p At; \p At if none does.
static size_t skipOpaque(StringRef Text, size_t At) {
  StringRef Rest = Text.substr(At);
  if (Rest.starts_with("//"))
    return std::min(Text.find('\n', At), Text.size());
  if (Rest.starts_with("/*")) {
    size_t End = Text.find("*/", At + 2);
    return End == StringRef::npos ? Text.size() : End + 2;
  }
  char Quote = Text[At];
  if (Quote != '"' && Quote != '\'')
    return At;
  // A digit separator is no literal.
  if (Quote == '\'' && At > 0 && llvm::isHexDigit(Text[At - 1]))
    return At;
  for (size_t I = At + 1; I < Text.size() && Text[I] != '\n'; ++I) {
    if (Text[I] == '\\')
      ++I;
    else if (Text[I] == Quote)
      return I + 1;
  }
  return At + 1;
}

/// If "<< <" (with any blanks) starts at \p At, its length, else 0. \p C is '<' or '>'.
static size_t splitBracket(StringRef Text, size_t At, char C) {
  const char Pair[] = {C, C, 0};
  if (!Text.substr(At).starts_with(Pair))
    return 0;
  size_t Third = Text.find_first_not_of(" \t", At + 2);
  if (Third == StringRef::npos || Third == At + 2 || Text[Third] != C)
    return 0;
  return Third + 1 - At;
}

std::string joinLaunchBrackets(StringRef Text) {
  std::string Out = Text.str();
  size_t Open = 0;
  for (size_t At = 0; At < Text.size();) {
    if (size_t Next = skipOpaque(Text, At); Next != At) {
      At = Next;
      continue;
    }
    char C = Open ? '>' : '<';
    size_t Length = splitBracket(Text, At, C);
    if (Length) {
      Out.replace(At, Length, std::string(3, C) + std::string(Length - 3, ' '));
      Open = !Open;
      At += Length;
    } else if (Open && Text.substr(At).starts_with(">>>")) {
      Open = 0;
      At += 3;
    } else {
      ++At;
    }
  }
  return Out;
}

/// Where the extents of the launch whose `<<<` ends at \p At begin with a brace.
static void findBraces(StringRef Text, size_t At, std::vector<size_t> &Found) {
  unsigned Depth = 0, Index = 0;
  bool IsFirst = true; // of its part
  while (At < Text.size() && Text[At] != ';' && (Depth || !Text.substr(At).starts_with(">>>"))) {
    if (size_t Next = skipOpaque(Text, At); Next != At) {
      At = Next;
      continue;
    }
    char C = Text[At];
    if (C == '{' && Depth == 0 && IsFirst && Index < 2)
      Found.push_back(At);
    if (C == ',' && Depth == 0)
      ++Index;
    Depth += C == '(' || C == '{' || C == '[';
    Depth -= Depth && (C == ')' || C == '}' || C == ']');
    IsFirst = (C == ',' && Depth == 0) || (IsFirst && StringRef(" \t\n\\").contains(C));
    ++At;
  }
}

std::string nameBracedExtents(StringRef Text) {
  std::vector<size_t> Braces;
  for (size_t At = 0; At < Text.size();) {
    size_t Next = skipOpaque(Text, At);
    if (Next == At && Text.substr(At).starts_with("<<<")) {
      Next = At + 3;
      findBraces(Text, Next, Braces);
    }
    At = std::max(Next, At + 1);
  }
  std::string Out = Text.str();
  for (size_t Brace : llvm::reverse(Braces))
    Out.insert(Brace, "dim3");
  return Out;
}

/// The end of the alignment `alignas(...)` that follows the blanks at \p At; 0 if there is none.
static size_t endOfAlignment(StringRef Text, size_t At) {
  At = Text.find_first_not_of(" \t\n", At);
  if (At == StringRef::npos || !Text.substr(At).starts_with("alignas"))
    return 0;
  At = Text.find_first_not_of(" \t", At + 7);
  unsigned Depth = 0;
  for (; At != StringRef::npos && At < Text.size(); ++At) {
    Depth += Text[At] == '(';
    if (Depth == 0)
      return 0;
    Depth -= Text[At] == ')';
    if (Depth == 0)
      return At + 1;
  }
  return 0;
}

/// Where `extern` or `static` starts that is the word in front of \p At; \p At if there is none.
static size_t startOfStorage(StringRef Text, size_t At) {
  StringRef Before = Text.take_front(At).rtrim();
  for (StringRef Word : {"extern", "static"})
    if (Before.ends_with(Word) && Before.size() < At &&
        (Before.size() == Word.size() ||
         !clang::isAsciiIdentifierContinue(Before.drop_back(Word.size()).back())))
      return Before.size() - Word.size();
  return At;
}

std::string moveAlignments(StringRef Text) {
  const StringRef Shared = "__shared__";
  std::string Out = Text.str();
  for (size_t At = 0; At < Text.size();) {
    if (size_t Next = skipOpaque(Text, At); Next != At) {
      At = Next;
      continue;
    }
    bool IsWord = Text.substr(At).starts_with(Shared) &&
                  (At == 0 || !clang::isAsciiIdentifierContinue(Text[At - 1]));
    size_t End = IsWord ? endOfAlignment(Text, At + Shared.size()) : 0;
    if (End) {
      size_t First = startOfStorage(Text, At), Alignment = Text.find("alignas", At);
      std::rotate(Out.begin() + First, Out.begin() + Alignment, Out.begin() + End);
    }
    At = End ? End : At + 1;
  }
  return Out;
}

std::string withUsualLaunches(StringRef Text) {
  bool IsSpaced = Text.contains("<< ") || Text.contains("<<\t");
  std::string Joined = IsSpaced ? joinLaunchBrackets(Text) : Text.str();
  if (StringRef(Joined).contains("<<<"))
    Joined = nameBracedExtents(Joined);
  return Text.contains("alignas") && Text.contains("__shared__") ? moveAlignments(Joined) : Joined;
}

namespace {

/// A file whose text was changed in memory.
class ChangedFile : public llvm::vfs::File {
public:
  ChangedFile(std::unique_ptr<File> Original, std::unique_ptr<llvm::MemoryBuffer> Text)
      : Original(std::move(Original)), Size(Text->getBufferSize()), Text(std::move(Text)) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override {
    llvm::ErrorOr<llvm::vfs::Status> Status = Original->status();
    return Status ? llvm::vfs::Status::copyWithNewSize(*Status, Size) : Status;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &, int64_t, bool,
                                                               bool) override {
    return std::move(Text);
  }
  std::error_code close() override { return Original->close(); }

private:
  std::unique_ptr<File> Original;
  uint64_t Size;
  std::unique_ptr<llvm::MemoryBuffer> Text;
};

/// Only CUDA files and headers of projects have launches. ("/../lib": Clang's way to libstdc++.)
bool mayHaveLaunches(StringRef Path) {
  return !Path.starts_with("/usr/") && !Path.starts_with("/../lib");
}

class JoiningFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  /// Clang compares the size with that of the text.
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    auto Status = ProxyFileSystem::status(Path);
    if (!Status || !Status->isRegularFile() || !mayHaveLaunches(Path.str()))
      return Status;
    auto File = openFileForRead(Path);
    return File ? llvm::vfs::Status::copyWithNewName(*(*File)->status(), Status->getName())
                : Status;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    // Whoever opens a pipe waits for somebody to write to it.
    auto Status = ProxyFileSystem::status(Path);
    if (Status && (Status->getType() == llvm::sys::fs::file_type::fifo_file ||
                   Status->getType() == llvm::sys::fs::file_type::socket_file))
      return std::make_error_code(std::errc::not_supported);
    auto File = ProxyFileSystem::openFileForRead(Path);
    std::string Name = Path.str();
    if (!File || !mayHaveLaunches(Name))
      return File;
    auto Buffer = (*File)->getBuffer(Path);
    if (!Buffer)
      return ProxyFileSystem::openFileForRead(Path);
    auto Copy =
        llvm::MemoryBuffer::getMemBufferCopy(withUsualLaunches((*Buffer)->getBuffer()), Name);
    return std::make_unique<ChangedFile>(std::move(*File), std::move(Copy));
  }
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withJoinedLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base) {
  return llvm::makeIntrusiveRefCnt<JoiningFileSystem>(std::move(Base));
}

} // namespace cu2cl
