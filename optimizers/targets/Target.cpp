// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/targets/Target.h"
#include "optimizers/analysis/Features.h"
#include "optimizers/lowering/IdFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;

namespace cu2cl::opt {

namespace {
enum class TargetId {
#define TARGET(Id, Name, Kind, Device) Id,
#include "optimizers/targets/Targets.def"
};
} // namespace

/// Adds the schedules that \p Row stands for to \p Offers, those with more steps first: steps in
/// brackets may be left out, and of `tail shift|lanes` the first that is legal is taken.
static void addOffers(std::vector<Target::Offer> &Offers, unsigned Features, llvm::StringRef Row,
                      uint64_t Least, const char *When) {
  llvm::SmallVector<llvm::StringRef, 8> Steps;
  Row.split(Steps, "; ");
  unsigned Options = llvm::count_if(Steps, [](llvm::StringRef S) { return S.starts_with("["); });
  for (unsigned Chosen = 1u << Options; Chosen-- > 0;) {
    std::vector<std::string> Lines = {""};
    unsigned Option = Options;
    for (llvm::StringRef Step : Steps) {
      bool IsOption = Step.consume_front("[") && Step.consume_back("]");
      if (IsOption && !(Chosen >> --Option & 1))
        continue;
      llvm::SmallVector<llvm::StringRef, 2> Tails;
      Step.split(Tails, '|');
      std::vector<std::string> Longer;
      for (const std::string &Line : Lines)
        for (llvm::StringRef Tail : Tails)
          Longer.push_back(Line + (Line.empty() ? "" : "; ") + (Tail == Tails[0] ? "" : "tail ") +
                           Tail.str());
      Lines = std::move(Longer);
    }
    for (std::string &Line : Lines)
      Offers.push_back({Features, std::move(Line), Least, When});
  }
}

static std::vector<Target> makeTargets() {
  std::vector<Target> Result = {
#define TARGET(Id, Name, Kind, Device) {Name, Kind, Device, {}},
#include "optimizers/targets/Targets.def"
  };
#define SCHEDULE_WHEN(Id, Features, Least, When, Steps, Evidence)                                  \
  addOffers(Result[int(TargetId::Id)].Offers, Features, Steps, Least, When);
#define SCHEDULE_FROM(Id, Features, Least, Steps, Evidence)                                        \
  SCHEDULE_WHEN(Id, Features, Least, "", Steps, Evidence)
#include "optimizers/targets/Targets.def"
  return Result;
}

const std::vector<Target> &targets() {
  static const std::vector<Target> All = makeTargets();
  return All;
}

const Target *findTarget(llvm::StringRef Name) {
  for (const Target &T : targets())
    if (Name == T.Name)
      return &T;
  return nullptr;
}

std::vector<const Target *> targetsNamed(llvm::StringRef Name) {
  std::vector<const Target *> Result;
  for (const Target &T : targets())
    if (Name == T.Kind)
      Result.push_back(&T);
  if (const Target *T = findTarget(Name))
    Result.push_back(T);
  return Result;
}

/// A variant without its contract lines.
static std::string codeOf(const Variant &V) {
  std::string Result;
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  llvm::StringRef(V.Text).split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    if (!Line.starts_with("//@"))
      Result += Line.str() + "\n";
  for (const auto &[Name, Text] : V.Helpers)
    Result += Text;
  return Result;
}

void leaveOutSame(std::vector<KernelVariants> &Narrow, llvm::ArrayRef<KernelVariants> Wide) {
  llvm::erase_if(Narrow, [&](const KernelVariants &Own) {
    return llvm::any_of(Wide, [&](const KernelVariants &Other) {
      return Own.Kernel == Other.Kernel &&
             std::equal(Own.Made.begin(), Own.Made.end(), Other.Made.begin(), Other.Made.end(),
                        [](const Variant &A, const Variant &B) { return codeOf(A) == codeOf(B); });
    });
  });
}

static unsigned featuresOf(const Source &From, const FunctionDecl *Declared) {
  Arena Nodes;
  Kernel K = buildKernelOfIds(From, Declared, Nodes);
  return featuresOf(Facts(From, K));
}

/// Adds to \p V's contract what \p O asks of a launch.
static void require(Variant &V, const Target::Offer &O) {
  size_t Items = V.Text.find("//@ items"), Line = V.Text.find('\n', Items) + 1;
  if (*O.When)
    V.Text.insert(Line, "//@ when " + std::string(O.When) + "\n");
  if (O.Least)
    V.Text.insert(Line, "//@ when items0 * items1 * items2 >= " + std::to_string(O.Least) + "\n");
}

std::vector<KernelVariants> chooseVariants(const Source &From, const Target &T) {
  std::vector<KernelVariants> Result;
  for (const FunctionDecl *K : From.kernels()) {
    unsigned Features = featuresOf(From, K);
    KernelVariants Own{K, {}};
    uint64_t Made = 0; // for launches of so many items and more
    for (const Target::Offer &O : T.Offers) {
      if ((Features & O.Features) != O.Features || (Made && O.Least == Made))
        continue;
      llvm::Expected<Schedule> S = Schedule::parse(O.Steps);
      if (!S)
        llvm::report_fatal_error(S.takeError());
      std::string Name = freshVariantName(From, Result, Own, variantName(K->getName(), *S));
      S->IsForGpus = llvm::StringRef(T.Device).contains("type=gpu");
      llvm::Expected<Variant> V = makeVariant(From, K, *S, Name, T.Name);
      if (!V) {
        llvm::consumeError(V.takeError());
        continue;
      }
      bool TakesSome = O.Features & SomeLanesAlone;
      if (V->LanesAlone > (TakesSome ? V->LanesTogether : 0))
        continue;
      require(*V, O);
      Own.Made.push_back(std::move(*V));
      Made = O.Least;
      if (!Made)
        break;
    }
    if (!Own.Made.empty())
      Result.push_back(std::move(Own));
  }
  return Result;
}

} // namespace cu2cl::opt
