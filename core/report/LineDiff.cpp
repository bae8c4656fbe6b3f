// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/report/LineDiff.h"
#include "llvm/ADT/SmallVector.h"

namespace cu2cl {

using llvm::StringRef;

namespace {

using Lines = llvm::SmallVector<StringRef, 0>;

Lines linesOf(StringRef Text) {
  Lines Result;
  Text.split(Result, '\n');
  if (!Result.empty() && Result.back().empty())
    Result.pop_back();
  return Result;
}

class Differ {
public:
  Differ(const Lines &A, const Lines &B) : A(A), B(B) {}

  std::vector<DiffRow> run() {
    size_t Head = 0, TailA = A.size(), TailB = B.size();
    while (Head < TailA && Head < TailB && A[Head] == B[Head])
      ++Head;
    while (TailA > Head && TailB > Head && A[TailA - 1] == B[TailB - 1])
      --TailA, --TailB;
    for (size_t I = 0; I < Head; ++I)
      same(I, I);
    middle(Head, TailA, TailB);
    flush();
    for (; TailA < A.size(); ++TailA, ++TailB)
      same(TailA, TailB);
    return std::move(Rows);
  }

private:
  void same(size_t I, size_t J) {
    flush();
    Rows.push_back({unsigned(I + 1), unsigned(J + 1), A[I], B[J], true});
  }

  /// Removed and added lines since the last equal ones are put side by side.
  void flush() {
    for (size_t K = 0; K < std::max(Removed.size(), Added.size()); ++K) {
      DiffRow Row;
      if (K < Removed.size()) {
        Row.BeforeLine = Removed[K] + 1;
        Row.Before = A[Removed[K]];
      }
      if (K < Added.size()) {
        Row.AfterLine = Added[K] + 1;
        Row.After = B[Added[K]];
      }
      Rows.push_back(Row);
    }
    Removed.clear();
    Added.clear();
  }

  void middle(size_t Head, size_t EndA, size_t EndB) {
    size_t N = EndA - Head, M = EndB - Head;
    std::vector<unsigned> Length; // of the common subsequence of the rests from (I, J)
    bool Small = N <= 2000 && M <= 2000;
    auto At = [&](size_t I, size_t J) -> unsigned & { return Length[I * (M + 1) + J]; };
    if (Small) {
      Length.assign((N + 1) * (M + 1), 0);
      for (size_t I = N; I-- > 0;)
        for (size_t J = M; J-- > 0;)
          At(I, J) = A[Head + I] == B[Head + J] ? At(I + 1, J + 1) + 1
                                                : std::max(At(I + 1, J), At(I, J + 1));
    }
    size_t I = 0, J = 0;
    while (I < N || J < M) {
      if (Small && I < N && J < M && A[Head + I] == B[Head + J]) {
        same(Head + I++, Head + J++);
      } else if (J == M || (I < N && (!Small || At(I + 1, J) >= At(I, J + 1)))) {
        Removed.push_back(Head + I++);
      } else {
        Added.push_back(Head + J++);
      }
    }
  }

  const Lines &A, &B;
  std::vector<DiffRow> Rows;
  std::vector<size_t> Removed, Added;
};

} // namespace

std::vector<DiffRow> diffLines(StringRef Before, StringRef After) {
  return Differ(linesOf(Before), linesOf(After)).run();
}

} // namespace cu2cl
