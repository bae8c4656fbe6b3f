// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// tune_search [--seeds=N] TABLE...: how close the search of `cu2cl tune` comes to the best
// point of a table. A table has the speed-up of every point of a grid of schedules, as measured once on
// a device; it is searched with many seeds, which costs no measurement. A point that the table lacks
// is none of this space, as if a step were refused there.
//
//   # comments
//   kernel coulomb of cp.cl         the file lies beside the table
//   items 1024 512 1                of the launch
//   1.25 merge x 4; tail shift      a line for each point
//
// Fails if the mean over all seeds is below 0.95 of the best after 20 evaluations, or below 0.99 after 60.

#include "optimizers/tree/Build.h"
#include "optimizers/tune/Search.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace cu2cl::opt;

namespace {

class Table : public Evaluator {
public:
  std::string Kernel, File;
  size_t Items[3] = {1, 1, 1};
  double Best = 0;
  llvm::StringMap<double> Points;

  bool read(const std::string &Path) {
    auto Text = llvm::MemoryBuffer::getFile(Path);
    if (!Text)
      return false;
    llvm::SmallVector<llvm::StringRef, 0> Lines;
    (*Text)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef Line : Lines) {
      auto [First, Rest] = Line.split(' ');
      double Ratio;
      if (First == "kernel") {
        auto [Name, Where] = Rest.split(" of ");
        Kernel = Name.str();
        File = (llvm::sys::path::parent_path(Path) + "/" + Where).str();
      } else if (First == "items") {
        llvm::SmallVector<llvm::StringRef, 3> Sizes;
        llvm::SplitString(Rest, Sizes);
        for (size_t I = 0; I < 3; ++I)
          if (I >= Sizes.size() || Sizes[I].getAsInteger(10, Items[I]))
            return false;
      } else if (First != "#") {
        if (First.getAsDouble(Ratio))
          return false;
        Points[Rest] = Ratio;
        Best = std::max(Best, Ratio);
      }
    }
    return !Kernel.empty() && !Points.empty();
  }

  bool offers(llvm::StringRef Schedule) const override { return Points.count(Schedule); }

  llvm::Expected<Evaluation> run(llvm::StringRef Text, llvm::StringRef, unsigned Pairs,
                                 bool) const override {
    llvm::StringRef Line = Text.split("//@ schedule ").second.split('\n').first;
    Evaluation E;
    E.Outcome = "ok";
    E.Plain.assign(Pairs, Points.lookup(Line));
    E.Variant.assign(Pairs, 1);
    return E;
  }
};

/// The best ratios after 20 and 60 evaluations, as parts of the table's best.
struct Parts {
  double After20 = 0, After60 = 0;
};

llvm::Expected<Parts> search(const Table &T, unsigned Seed) {
  auto From = Source::parse(T.File, {});
  if (!From)
    return From.takeError();
  for (const clang::FunctionDecl *Declared : (*From)->kernels()) {
    if (Declared->getName() != T.Kernel)
      continue;
    Arena Nodes;
    Kernel K = buildKernel(**From, Declared, Nodes);
    Facts F(**From, K);
    Space Points(F, T.Items);
    Database Known; // of no file
    Search S(**From, Declared, Points, T, Known, TuningKey(), Budget{60, 0, Seed});
    Parts Result;
    Found All;
    auto Tick = [&](unsigned Tries, double Best) {
      (Tries <= 20 ? Result.After20 : Result.After60) = Best / T.Best;
    };
    if (llvm::Error E = S.run(Tick, All))
      return std::move(E);
    Result.After60 = std::max(Result.After20, Result.After60);
    return Result;
  }
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "no kernel %s", T.Kernel.c_str());
}

bool check(const std::string &Path, unsigned Seeds) {
  Table T;
  if (!T.read(Path)) {
    llvm::errs() << Path << ": cannot be read\n";
    return false;
  }
  std::vector<double> After20, After60;
  for (unsigned Seed = 1; Seed <= Seeds; ++Seed) {
    llvm::Expected<Parts> P = search(T, Seed);
    if (!P) {
      llvm::errs() << Path << ": " << llvm::toString(P.takeError()) << "\n";
      return false;
    }
    After20.push_back(P->After20);
    After60.push_back(P->After60);
  }
  auto Mean = [](const std::vector<double> &V) {
    double Sum = 0;
    for (double X : V)
      Sum += X;
    return Sum / double(V.size());
  };
  auto Least = [](const std::vector<double> &V) { return *std::min_element(V.begin(), V.end()); };
  llvm::outs() << llvm::sys::path::filename(Path) << ": " << T.Points.size() << " points, best "
               << llvm::format("%.2f", T.Best) << "; of the best after 20 evaluations "
               << llvm::format("%.3f (least %.3f)", Mean(After20), Least(After20)) << ", after 60 "
               << llvm::format("%.3f (least %.3f)", Mean(After60), Least(After60)) << ", " << Seeds
               << " seeds\n";
  return Mean(After20) >= 0.95 && Mean(After60) >= 0.99;
}

} // namespace

int main(int Count, char **Words) {
  unsigned Seeds = 10;
  bool Good = true, Any = false;
  for (llvm::StringRef Word : llvm::ArrayRef(Words + 1, size_t(Count) - 1)) {
    if (Word.consume_front("--seeds=")) {
      if (Word.getAsInteger(10, Seeds) || !Seeds)
        return 2;
      continue;
    }
    Good &= check(Word.str(), Seeds);
    Any = true;
  }
  return !Any ? 2 : Good ? 0 : 1;
}
