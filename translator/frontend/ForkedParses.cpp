// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/ForkedParses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <csignal>

namespace cu2cl {
namespace {

/// In front of each answer.
struct Head {
  uint64_t Which, Size;
};

constexpr size_t NoSource = ~size_t(0);

void dieWithParent() {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

void writeAll(int Pipe, const char *Data, size_t Size) {
  while (Size > 0) {
    ssize_t Written = write(Pipe, Data, Size);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      _exit(1); // nobody reads
    Data += Written;
    Size -= size_t(Written);
  }
}

void waitFor(pid_t Process) {
  while (waitpid(Process, nullptr, 0) < 0 && errno == EINTR)
    ;
}

/// The process of a group, and by what Fork returns, those of its sources. Destructors are not run:
/// what they would tidy up belongs to the first process.
[[noreturn]] void work(const ForkedGroup &Group, int Pipe) {
  dieWithParent();
  size_t Which = NoSource;
  SharedStart Start;
  Start.Headers = Group.Headers;
  Start.Fork = [&] {
    for (const auto &[Number, Source] : Group.Sources) {
      pid_t Process = fork();
      if (Process == 0) {
        dieWithParent();
        Which = Number;
        return Source;
      }
      if (Process > 0)
        waitFor(Process); // one at a time: answers do not mix in the pipe
    }
    _exit(0);
  };
  std::string Answer = Group.Parse(Start, Which);
  if (Which != NoSource && !Answer.empty()) {
    Head H{Which, Answer.size()};
    writeAll(Pipe, reinterpret_cast<const char *>(&H), sizeof H);
    writeAll(Pipe, Answer.data(), Answer.size());
  }
  _exit(0);
}

/// The process of a group as the first process sees it.
struct Worker {
  pid_t Process = -1;
  int Pipe = -1;
  std::string Bytes; ///< read and not yet taken

  bool start(const ForkedGroup &Group) {
    int Ends[2];
    if (pipe(Ends) != 0)
      return false;
    Process = fork();
    if (Process == 0) {
      close(Ends[0]);
      work(Group, Ends[1]);
    }
    close(Ends[1]);
    Pipe = Ends[0];
    if (Process < 0)
      close(Pipe);
    return Process > 0;
  }

  /// False at the end.
  bool read(llvm::function_ref<void(size_t, llvm::StringRef)> Take) {
    std::array<char, 65536> Some;
    ssize_t Size = ::read(Pipe, Some.data(), Some.size());
    if (Size < 0 && errno == EINTR)
      return true;
    if (Size <= 0) {
      close(Pipe);
      waitFor(Process);
      return false;
    }
    Bytes.append(Some.data(), size_t(Size));
    Head H;
    while (Bytes.size() >= sizeof H) {
      std::memcpy(&H, Bytes.data(), sizeof H);
      if (Bytes.size() - sizeof H < H.Size)
        break;
      Take(H.Which, llvm::StringRef(Bytes).substr(sizeof H, H.Size));
      Bytes.erase(0, sizeof H + H.Size);
    }
    return true;
  }
};

} // namespace

std::vector<ForkedGroup> splitForked(std::vector<ForkedGroup> Groups, unsigned AtOnce,
                                     size_t Least) {
  std::vector<ForkedGroup> Result;
  for (ForkedGroup &G : Groups) {
    size_t Size = std::max<size_t>(Least, llvm::divideCeil(G.Sources.size(), AtOnce));
    for (size_t I = 0; I < G.Sources.size(); I += Size) {
      ForkedGroup &Part = Result.emplace_back(ForkedGroup{G.Headers, {}, G.Parse});
      Part.Sources.assign(G.Sources.begin() + I,
                          G.Sources.begin() + std::min(I + Size, G.Sources.size()));
    }
  }
  return Result;
}

void parseForked(const std::vector<ForkedGroup> &Groups, unsigned AtOnce,
                 llvm::function_ref<void(size_t, llvm::StringRef)> Take) {
  std::vector<Worker> Busy;
  size_t Next = 0;
  while (true) {
    while (Busy.size() < AtOnce && Next < Groups.size())
      if (Worker W; W.start(Groups[Next++]))
        Busy.push_back(std::move(W));
    if (Busy.empty())
      return;
    std::vector<pollfd> Ready;
    for (const Worker &W : Busy)
      Ready.push_back({W.Pipe, POLLIN, 0});
    if (poll(Ready.data(), Ready.size(), -1) < 0 && errno != EINTR)
      return;
    for (size_t I = Busy.size(); I-- > 0;)
      if (Ready[I].revents != 0 && !Busy[I].read(Take))
        Busy.erase(Busy.begin() + I);
  }
}

} // namespace cu2cl
