// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel with its steps done: each step on the tree, then the variant's text.

#include "optimizers/variant/Variant.h"
#include "optimizers/analysis/Guards.h"
#include "optimizers/lowering/GlobalIds.h"
#include "optimizers/lowering/IdFunctions.h"
#include "optimizers/lowering/LoopCounters.h"
#include "optimizers/lowering/OwnMath.h"
#include "optimizers/lowering/OwnParameters.h"
#include "optimizers/lowering/Returns.h"
#include "optimizers/lowering/Shadows.h"
#include "optimizers/lowering/StoredValues.h"
#include "optimizers/steps/Promote.h"
#include "optimizers/steps/Roots.h"
#include "optimizers/steps/Stage.h"
#include "optimizers/steps/Unroll.h"
#include "optimizers/steps/Unswitch.h"
#include "optimizers/variant/Assembler.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

std::string variantName(llvm::StringRef Kernel, const Schedule &S) {
  std::string Name = Kernel.str();
  for (unsigned D = 0; D < 3; ++D)
    if (unsigned Factor = S.factor(D); Factor > 1)
      Name += std::string("_") + "xyz"[D] + std::to_string(Factor);
  if (Name == Kernel)
    Name += S.Stage     ? "_staged"
            : S.Group   ? "_group"
            : S.Unroll  ? "_unrolled"
            : S.Promote ? "_promoted"
                        : "_same";
  return Name;
}

/// Returns other than those that \p Keep is true of.
static void withoutReturns(Kernel &K, Make &M, llvm::function_ref<bool(const Stmt *)> Keep) {
  returnsAsBranches(K, M, Keep);
  llvm::StringSet<> Taken = variableNames(K);
  returnsByVariable(K, M, Keep,
                    [&](llvm::StringRef Name) { return freshName(M.Context, Taken, Name); });
}

/// Returns other than those of guards at the begin.
static void withoutReturnsOfWork(const Source &From, Kernel &K, Make &M) {
  const Guards G = findGuards(Facts(From, K));
  if (!firstReturn(G.Work))
    return;
  const Block Before = K.Body;
  withoutReturns(K, M, [&](const Stmt *S) {
    return llvm::is_contained(Before, S) && !llvm::is_contained(G.Work, S);
  });
}

/// Does the steps that change the kernel before its items are merged. \p Required is what they ask
/// of a launch. \returns why one is not done.
static std::optional<Reason> doStepsAhead(const Source &From, Kernel &K, const Schedule &S, Make &M,
                                          std::vector<std::string> &Required) {
  if (S.Promote || S.Stage || S.Unroll)
    ownCounters(K, Facts(From, K), M);
  if (S.Promote) {
    Facts Before(From, K);
    if (auto Why = promote(K, Before, M, Required))
      return Why;
  }
  if (S.Unswitch) {
    Facts Before(From, K);
    if (!unswitch(K, Before, M))
      return Reason{Because::NothingToUnswitch};
  }
  if (S.Stage) {
    unsigned Group[3], Merged[3];
    for (unsigned D = 0; D < 3; ++D) {
      Merged[D] = S.factor(D, false);
      Group[D] = S.Group ? (*S.Group)[D] * Merged[D] : K.GroupSize[D];
      if (Group[D] % Merged[D])
        return Reason{Because::GroupNotDivided, nullptr, notDivided(Group[D], D, Merged[D])};
    }
    Stage Step(From, K, M, *S.Stage);
    if (auto Why = Step.run(Group, Merged))
      return Why;
    Required.insert(Required.end(), Step.When.begin(), Step.When.end());
  }
  if (S.Unroll) {
    Facts Before(From, K);
    if (auto Why = unroll(K, Before, M, *S.Unroll))
      return Why;
  }
  return std::nullopt;
}

namespace {
/// How a kernel may be taken if it cannot be as it is.
struct Trial {
  /// Work-items or groups of a kernel without barriers are merged as if it had them.
  bool WithinGroups = false;
  /// Its groups have the size that ids are written with, `bx * 256 + tx`.
  bool AssumesGroup = false;
};
} // namespace

static llvm::Expected<Variant> tryVariant(const Source &From, const FunctionDecl *Declared,
                                          const Schedule &S, llvm::StringRef Name,
                                          llvm::StringRef Target, Trial T) {
  Arena Nodes;
  Make M(From.context(), Nodes);
  Kernel K = buildKernelOfIds(From, Declared, Nodes);
  renameShadowing(K, M);
  auto RefusedAt = [&](const Reason &Why) {
    SourceLocation At = Why.Where.isValid() ? Why.Where
                        : Why.At            ? Why.At->getBeginLoc()
                                            : Declared->getLocation();
    return llvm::make_error<Refusal>(Why, From.placeOf(At));
  };
  std::vector<std::string> Required;
  if (S.Launched && !takeGroup(K, *S.Launched, Required))
    return RefusedAt({Because::GroupFixed, nullptr, "the kernel requires groups of another size"});
  if (T.AssumesGroup && !assumeGroup(K, Facts(From, K), Required))
    return RefusedAt({Because::IdBuiltinUnsupported});
  if ((!S.Axes.empty() || S.Group) && !T.WithinGroups) {
    Facts Before(From, K);
    if (!Before.hasBarrier() && !Before.hasLocalMemory() && !Before.firstOpaque())
      nameGlobalIds(K, Before, M);
  }
  if (auto Why = doStepsAhead(From, K, S, M, Required))
    return RefusedAt(*Why);
  bool HasRoots = S.InverseRoots && extractRoots(K, M);
  bool HasOwnMath = S.Math == Schedule::MathKind::Own && useOwnMath(K, M);
  bool HasLanes = llvm::any_of(S.Axes, [](const Axis &A) { return A.Kind == Axis::As::Lanes; });
  if (HasLanes && S.Tail == TailKind::Shift) {
    Facts Before(From, K);
    nameStoredValues(K, Before, M);
  }
  if (T.WithinGroups)
    withoutReturns(K, M, [](const Stmt *) { return false; });
  else if (!S.Axes.empty())
    withoutReturnsOfWork(From, K, M);
  if (!S.Axes.empty())
    ownParameters(K, M);
  Facts Apart(From, K);
  bool InGroup = (S.Stage || !S.Axes.empty()) &&
                 (T.WithinGroups || Apart.hasBarrier() || Apart.hasLocalMemory());
  Facts F(From, K, InGroup, InGroup ? S.apart() : 0);
  Assembler A(From, K, F, S, M);
  A.Terms.require(Required);
  if (auto Refused = A.assemble())
    return RefusedAt(*Refused);
  Variant Result{Name.str(), A.text(Name, Target), A.helpers(), A.lanesAlone(), A.lanesTogether()};
  if (HasOwnMath)
    Result.Helpers["#include"] = "#include \"clrt/device/own_math.clh\"\n";
  if (HasRoots)
    Result.Helpers["#include roots"] = "#include \"clrt/device/exact_math.clh\"\n";
  return Result;
}

llvm::Expected<Variant> makeVariant(const Source &From, const FunctionDecl *Declared,
                                    const Schedule &S, llvm::StringRef Name,
                                    llvm::StringRef Target) {
  llvm::Expected<Variant> Plain = tryVariant(From, Declared, S, Name, Target, {});
  if (Plain || (S.Axes.empty() && !S.Group))
    return Plain;
  bool MayBeOther = false;
  llvm::Error Refused =
      llvm::handleErrors(Plain.takeError(), [&](std::unique_ptr<Refusal> R) -> llvm::Error {
        MayBeOther = R->Why == Because::IdBuiltinUnsupported ||
                     R->Why == Because::LocalSizeUnknown || R->Why == Because::GroupNotDivided ||
                     R->Why == Because::UnstructuredReturn;
        return llvm::Error(std::move(R));
      });
  if (!MayBeOther)
    return std::move(Refused);
  // Ids of work-groups mean what they did if these have the size that ids are written with; or if
  // groups are merged, or work-items within their group; and there every return is a branch.
  for (Trial T : {Trial{false, true}, Trial{true, false}, Trial{true, true}}) {
    if (T.WithinGroups && S.Axes.empty())
      continue;
    llvm::Expected<Variant> Other = tryVariant(From, Declared, S, Name, Target, T);
    if (!Other) {
      llvm::consumeError(Other.takeError());
      continue;
    }
    llvm::consumeError(std::move(Refused));
    return Other;
  }
  return std::move(Refused);
}

} // namespace cu2cl::opt
