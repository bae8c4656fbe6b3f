// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// k<<<grid, block, bytes, stream>>>(a, b)  becomes  clrt::launch(k, {grid, block, bytes, stream},
// a, b) One expression; every token between the brackets stays as it is. Where it can be seen that
// CUDA evaluates the configuration first:
//   k<<<next(), block>>>(next())  becomes  k.configure(next(), block).launch(next())
// So it does where the arguments' parenthesis is in another text than the rest:
//   k<<<1, 4>>> args, the body of a macro  becomes  k.configure(1, 4).launch args
// A kernel that is found at run time is launched by its function (KernelFunctions.cpp):
//   table[i]<<<grid, block>>>(a)  becomes  clrt::launch(table[i], {grid, block}, a)

#include "host/calls/CalledName.h"
#include "host/calls/DeadLaunches.h"
#include "host/calls/HandleFinders.h"
#include "host/calls/LaunchDefaults.h"
#include "host/calls/LaunchNames.h"
#include "host/calls/LaunchOrder.h"
#include "host/calls/LaunchPlaces.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/KernelFunctions.h"
#include "host/unit/RuleNames.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace cu2cl {

/// Returns true if a macro has the kernel's name, or makes it (`name##_kernel`), and the function
/// that stands for the kernel serves as well: it has the name.
static bool isFunctionInMacro(const Launch &L) {
  const auto *Ref = dyn_cast<DeclRefExpr>(L.Written->getCallee()->IgnoreParenImpCasts());
  return Ref && Ref->getLocation().isMacroID() && !Ref->hasExplicitTemplateArgs() &&
         !L.Kernel->getPrimaryTemplate() &&
         llvm::all_of(L.Handles, [](const KernelInterface *K) { return K->IsValue; });
}

/// The token after the launch's `>>>`: the parenthesis of the arguments.
static SourceLocation argumentsParen(const HostUnit &U, SourceLocation Close) {
  auto Tokens = U.Side.tokens().expandedTokens();
  auto Found = U.Side.tokens().expandedTokens(Close);
  if (Found.empty() || Found.end() == Tokens.end())
    return {};
  return Found.end()->kind() == tok::l_paren ? Found.end()->location() : SourceLocation();
}

/// Returns true if the arguments of \p L begin in another text than its `>>>` is in: `#define
/// LAUNCH k<<<1, 4>>>` with the arguments after its use, `#define RUN(k, args) k<<<1, 4>>> args`.
static bool hasArgumentsElsewhere(const HostScope &S, const Launch &L) {
  SourceLocation Close = L.Written->getConfig()->getRParenLoc();
  SourceLocation Paren = argumentsParen(S.Unit, Close);
  std::optional<FileRange> Both = S.Source.range(Close, Paren);
  std::optional<FileRange> Alone = S.Source.range(Close, Close);
  std::optional<FileRange> Begin = S.Source.range(Paren, Paren);
  return Alone && Begin &&
         !(Both && Both->File == Alone->File && Both->Begin == Alone->Begin &&
           Both->File == Begin->File && Both->End == Begin->End);
}

/// Names the types of arguments in braces that clrt cannot tell.
static void nameBraces(HostScope &S, const Launch &L) {
  if (L.Handles.size() != 1)
    return;
  for (unsigned I = 0; I < L.Written->getNumArgs(); ++I) {
    std::string Type = typeOfBraces(S.Unit, L.Written, I, L.Kernel, **L.Handles.begin());
    if (!Type.empty())
      S.Source.insertBefore(L.Written->getArg(I)->getBeginLoc(), Type, rule::KernelLaunch, L.Depth);
  }
}

/// Returns true if the token at \p Loc is the first of a macro's body: the blank before it stays.
static bool beginsMacro(const HostUnit &U, SourceLocation Loc) {
  const SourceLocation Spelled = U.Side.sources().getSpellingLoc(Loc);
  return llvm::any_of(U.Side.Macros, [&](const MacroDefinition &D) {
    return !D.Info->tokens_empty() && D.Info->tokens_begin()->getLocation() == Spelled;
  });
}

/// Reports \p Id and leaves \p L as it is, with the mark of \p Id before it.
static void leaveLaunch(HostScope &S, const Launch &L, diag::Id Id) {
  leaveMarked(S, L.Written, Id, rule::KernelLaunch, L.Depth);
}

static void rewriteLaunch(HostScope &S, const Launch &L) {
  HostUnit &U = S.Unit;
  SourceLocation Open = L.Written->getConfig()->getCallee()->getBeginLoc();
  SourceLocation Close = L.Written->getConfig()->getRParenLoc();
  SourceLocation Paren = argumentsParen(U, Close);
  std::optional<std::string> Defaults = L.Kernel ? defaultArguments(U, L) : "";
  if (!Defaults)
    return leaveLaunch(S, L, diag::UnwritableDefaultArgument);
  if (std::optional<diag::Id> Id = L.IsValue ? std::nullopt : nameLaunched(S, L))
    return leaveLaunch(S, L, *Id);
  SourceLocation Begin = S.Source.seenFrom(L.Written->getCallee()->getBeginLoc(), Open, false);
  bool HasArguments = false;
  for (const Expr *Argument : L.Written->arguments())
    HasArguments |= !isa<CXXDefaultArgExpr>(Argument);
  bool Elsewhere = L.HasArgumentsElsewhere;
  std::optional<FileRange> OpenRange = S.Source.range(Open, Open);
  std::optional<FileRange> CloseRange = S.Source.range(Close, Elsewhere ? Close : Paren);
  if (Begin.isInvalid() || !OpenRange || !CloseRange) {
    U.report(diag::UneditableLaunch, L.Written->getBeginLoc(), {});
    return;
  }
  StringRef Text = S.Source.fileText(S.Source.fileOf(Open));
  if (CloseRange->File != OpenRange->File || Text[CloseRange->Begin] != '>') {
    U.report(diag::UneditableLaunch, L.Written->getBeginLoc(), {});
    return;
  }
  // With the blanks around it; those after it may be the ones of `<< <`.
  while (Text[OpenRange->End] == ' ')
    ++OpenRange->End;
  while (!beginsMacro(U, Open) && Text[OpenRange->Begin - 1] == ' ')
    --OpenRange->Begin;
  while (Text[CloseRange->Begin - 1] == ' ')
    --CloseRange->Begin;
  if (!Defaults->empty() &&
      !S.Source.insertBefore(L.Written->getRParenLoc(),
                             (L.ShowsOrder && !HasArguments ? "" : ", ") + *Defaults,
                             rule::KernelLaunch, L.Depth))
    return U.report(diag::UneditableLaunch, L.Written->getBeginLoc(), {});
  if (!L.IsValue)
    nameBraces(S, L);
  const std::string Void = showsVoid(U, L.Written) ? "(void)" : "";
  if (L.ShowsOrder) {
    if (L.IsValue || !Void.empty())
      S.Source.insertBefore(Begin, Void + (L.IsValue ? calledName(U, "clrt::configure") + "(" : ""),
                            rule::KernelLaunch, L.Depth);
    S.Source.add(*OpenRange, L.IsValue ? ", " : ".configure(", rule::KernelLaunch);
    S.Source.add(*CloseRange, Elsewhere ? ").launch" : ").launch(", rule::KernelLaunch);
    return;
  }
  S.Source.insertBefore(Begin, Void + calledName(U, "clrt::launch") + "(", rule::KernelLaunch,
                        L.Depth);
  S.Source.add(*OpenRange, ", {", rule::KernelLaunch);
  // Arguments that begin in the next line leave no blank at the end of this one.
  const StringRef Behind = Text.substr(CloseRange->End).ltrim(" \t\r");
  const char *Comma = Behind.starts_with("\n") ? "}," : "}, ";
  S.Source.add(*CloseRange, HasArguments ? Comma : "}", rule::KernelLaunch);
}

/// Returns true if \p Call launches what an expression gives: a pointer, a parameter of a template.
static bool launchesValue(const CUDAKernelCallExpr *Call) {
  const Expr *Callee = Call->getCallee();
  if (isTemplateParameter(Callee))
    return true;
  Callee = Callee->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
  return !Callee->isTypeDependent() && !isa<OverloadExpr>(Callee) &&
         !(Ref && isa<FunctionDecl>(Ref->getDecl()));
}

/// Adds \p Call, which launches a value.
static void addValueLaunch(HostScope &S, Launch &L, const CUDAKernelCallExpr *Call) {
  const FunctionDecl *Around = S.Unit.functionAround(Call);
  L.IsValue = true;
  L.ShowsOrder |= !Around || showsOrder(Call, Around) || // without a function nothing is known
                  kernelMeets(Call, LaunchPart::Arguments, Around);
  if (Around && kernelMeets(Call, LaunchPart::Configuration, Around))
    S.Unit.report(diag::UnsequencedLaunch, Call->getBeginLoc(), {});
}

/// Returns where the text of \p L is: of its `<<<` and of the kernel's name, which may be arguments
/// of different uses of one macro.
static std::pair<SourceLocation, SourceLocation> spelledAt(const HostScope &S, const Launch &L) {
  const SourceManager &SM = S.Unit.Side.sources();
  return {SM.getSpellingLoc(L.Written->getConfig()->getCallee()->getBeginLoc()),
          SM.getSpellingLoc(L.Written->getCallee()->getBeginLoc())};
}

/// Returns true if no use of a macro can be written out for \p L alone: it is in an argument that a
/// macro repeats, or in a macro whose name another one has as an argument, `ALL(RUN)`.
static bool isInRepeatedArgument(const HostScope &S, const Launch &L) {
  const SourceManager &SM = S.Unit.Side.sources();
  SourceLocation Loc = L.Written->getConfig()->getCallee()->getBeginLoc();
  for (; Loc.isMacroID(); Loc = SM.getImmediateExpansionRange(Loc).getBegin())
    if (SM.isMacroArgExpansion(Loc))
      return true;
  return false;
}

using LaunchesByPlace = llvm::MapVector<unsigned, Launch>;

/// Adds what \p Call, which launches kernel (instance) \p Kernel, says about \p L.
static void addLaunchOf(HostScope &S, Launch &L, const CUDAKernelCallExpr *Call,
                        const FunctionDecl *Kernel) {
  L.Kernel = Kernel;
  L.Patterns.insert(kernelPattern(Kernel));
  L.Calls.push_back(Call);
  const FunctionDecl *Around = S.Unit.functionAround(Call); // none in a lambda of a variable's
  L.ShowsOrder |= showsOrder(Call, Around ? Around : Kernel);
  if (Kernel->getTemplateSpecializationArgs())
    L.Instances.push_back({S.Unit.functionAround(Call), Kernel});
  if (const KernelInterface *K = S.Unit.kernel(Kernel))
    L.Handles.insert(K);
  else if (isDiscarded(S.Unit, Call)) // its kernel is never instantiated
    L.IsDiscarded = true;
  else
    S.Unit.report(diag::UndefinedKernel, Call->getBeginLoc(), {Kernel->getQualifiedNameAsString()});
}

/// The launches of a body: instances of one that a template or a generic lambda holds are one.
static LaunchesByPlace collectLaunches(HostScope &S) {
  LaunchesByPlace Launches;
  for (const HostNode &Node : S.Body.Nodes) {
    auto *Call = dyn_cast<CUDAKernelCallExpr>(Node.S);
    if (!Call)
      continue;
    Launch &L = Launches[Call->getConfig()->getCallee()->getBeginLoc().getRawEncoding()];
    bool IsValue = launchesValue(Call);
    const FunctionDecl *Kernel = IsValue ? nullptr : Call->getDirectCallee();
    if (!L.Written || (!Kernel && !IsValue)) {
      L.Written = Call;
      L.Depth = Node.Depth;
    }
    if (IsValue) {
      addValueLaunch(S, L, Call);
      continue;
    }
    L.IsDependent |= !Kernel;
    if (Kernel)
      addLaunchOf(S, L, Call, Kernel);
  }
  return Launches;
}

/// Rewrites \p L, whose kernels are known. \p All has those of all launches with the same text.
static void rewriteKnown(HostScope &S, const Launch &L, const Launch &All) {
  if (L.Handles.empty() && L.IsDiscarded) {
    if (All.Handles.empty())
      discard(S, L.Written, L.Depth);
    else if (const FunctionTemplateDecl *T = L.Kernel->getPrimaryTemplate()) // as its other uses
      S.Unit.DiscardedLaunches.insert(T->getCanonicalDecl());
    return;
  }
  if (L.Handles.empty() && !L.IsValue) // reported
    return leaveLaunch(S, L, diag::UndefinedKernel);
  Launch Done = L;
  Done.IsValue |= L.Kernel && isFunctionInMacro(L);
  bool IsSeveral = All.Handles.size() > 1;
  Done.IsDependent |= IsSeveral;
  Done.IsRepeated = IsSeveral && isInRepeatedArgument(S, L);
  if (Done.IsRepeated)
    Done.Patterns = All.Patterns;
  Done.HasArgumentsElsewhere = hasArgumentsElsewhere(S, L);
  Done.ShowsOrder |= Done.HasArgumentsElsewhere;
  rewriteLaunch(S, Done);
}

void rewriteLaunches(HostScope &S) {
  LaunchesByPlace Launches = collectLaunches(S);
  // A macro may use its argument, which a launch is written in, with several meanings of a name.
  std::map<std::pair<SourceLocation, SourceLocation>, Launch> Written;
  for (const auto &[Place, L] : Launches) {
    Launch &All = Written[spelledAt(S, L)];
    All.Handles.insert(L.Handles.begin(), L.Handles.end());
    All.Patterns.insert(L.Patterns.begin(), L.Patterns.end());
  }
  llvm::SmallPtrSet<const LambdaExpr *, 2> Inactive;
  for (const auto &[Place, L] : Launches) {
    if (L.Kernel || L.IsValue) {
      rewriteKnown(S, L, Written[spelledAt(S, L)]);
      continue;
    }
    if (const LambdaExpr *Lambda = uncalledLambda(S.Unit, L.Written)) {
      if (Inactive.insert(Lambda).second)
        deactivate(S, Lambda);
      continue;
    }
    if (S.Body.Function && hasInstance(S)) {
      discard(S, L.Written, L.Depth);
      continue;
    }
    if (S.Body.Function)
      deactivate(S, S.Body.Function);
    return;
  }
}

} // namespace cu2cl
