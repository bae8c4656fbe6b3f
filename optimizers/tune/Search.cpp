// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tune/Search.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl::opt {

static constexpr unsigned RandomPoints = 20;
static constexpr unsigned TryPairs = 5;      ///< how often both are timed at first
static constexpr unsigned ConfirmPairs = 10; ///< and before one is chosen
static constexpr unsigned WinsNeeded = 9;
static constexpr double GainNeeded = 1.02;
static constexpr unsigned Finalists = 3;

Search::Search(const Source &From, const clang::FunctionDecl *Kernel, const Space &Points,
               const Evaluator &Replays, Database &Known, TuningKey Key, Budget Limit)
    : From(From), Kernel(Kernel), Points(Points), Replays(Replays), Known(Known),
      Key(std::move(Key)), Limit(Limit), Random(Limit.Seed) {}

bool Search::isSpent(const Found &Result) const {
  auto Seconds = std::chrono::steady_clock::now() - Start;
  // Conditions that do not hold are found before anything is compiled: they cost little.
  return (Limit.Evaluations &&
          (Result.Evaluations >= Limit.Evaluations || Result.Unmet >= 4 * Limit.Evaluations)) ||
         (Limit.Seconds && Seconds >= std::chrono::seconds(Limit.Seconds));
}

Schedule Search::scheduleOf(const Space::Point &P) const {
  Schedule S = P.schedule();
  if (llvm::any_of(S.Axes, [](const Axis &A) { return A.Kind == Axis::As::Lanes; }))
    S.ExactBelow = Exact;
  if (!S.Group)
    S.Launched = Launched;
  S.Ordered = llvm::StringRef(Key.Platform).contains("Intel(R) OpenCL");
  return S;
}

/// The file with the variant alone; nothing if a step is refused, which is counted.
std::optional<std::string> Search::textOf(const Schedule &S, std::string &Name, Found &Result) {
  KernelVariants Own{Kernel, {}};
  Name = freshVariantName(From, {}, Own, variantName(Kernel->getName(), S));
  llvm::Expected<Variant> V = makeVariant(From, Kernel, S, Name, "tuned");
  if (!V) {
    llvm::consumeError(V.takeError());
    ++Result.Refused;
    return std::nullopt;
  }
  Own.Made.push_back(std::move(*V));
  std::string Text = variantFile(From, Own, "any");
  if (!Spoil.first.empty())
    for (size_t At = Text.find(Name); (At = Text.find(Spoil.first, At)) != std::string::npos;
         At += Spoil.second.size())
      Text.replace(At, Spoil.first.size(), Spoil.second);
  return Text;
}

void Search::count(const std::string &Schedule, const std::string &Text, const Evaluation &E,
                   Found &Result) {
  if (E.Outcome == "wrong")
    Result.WrongOnes.push_back({Schedule, E.Why, Text});
  else if (E.Outcome == "unmet")
    ++Result.Unmet;
  else if (E.Outcome != "ok")
    ++Result.Failed;
}

llvm::Error Search::tryPoint(const Space::Point &P, Found &Result) {
  Schedule S = scheduleOf(P);
  std::string Line = S.text(), Name;
  if (!Seen.insert(Line).second)
    return llvm::Error::success();
  if (!Replays.offers(Line)) {
    ++Result.Refused;
    return llvm::Error::success();
  }
  std::optional<std::string> Text = textOf(S, Name, Result);
  if (!Text)
    return llvm::Error::success();
  Evaluation E;
  const Evaluation *Old = Known.find(Key, Line, false);
  // What was wrong once is shown to be wrong, or mended, by trying it again.
  if (Old && Old->Outcome != "wrong") {
    E = *Old;
  } else {
    llvm::Expected<Evaluation> Tried = Replays.run(*Text, Name, TryPairs, true);
    if (!Tried)
      return Tried.takeError();
    E = *Tried;
    if (E.Outcome == "foreign" || E.Outcome == "unsupported")
      return llvm::createStringError(llvm::inconvertibleErrorCode(), E.Why.c_str());
    if (llvm::Error Failed = Known.add(Key, Line, false, E))
      return Failed;
    ++Result.New;
  }
  count(Line, *Text, E, Result);
  if (E.Outcome != "unmet")
    ++Result.Evaluations;
  if (E.ratio() > 0)
    Good.insert({E.ratio(), P});
  Tick(Result.Evaluations, Good.empty() ? 0 : Good.begin()->first);
  return llvm::Error::success();
}

/// Returns what targets offer.
llvm::Error Search::tryOffered(Found &Result) {
  for (const Space::Point &P : Points.offered()) {
    if (isSpent(Result))
      break;
    if (llvm::Error E = tryPoint(P, Result))
      return E;
  }
  return llvm::Error::success();
}

/// Points at random, until there are enough.
llvm::Error Search::tryRandom(Found &Result) {
  unsigned Enough = Result.Evaluations + RandomPoints;
  // A small space is exhausted before that.
  for (unsigned Try = 0; Try < 50 * RandomPoints && Result.Evaluations < Enough; ++Try) {
    if (isSpent(Result))
      break;
    if (llvm::Error E = tryPoint(Points.random(Random), Result))
      return E;
  }
  return llvm::Error::success();
}

/// From the best point to its neighbours, as long as one is better.
llvm::Error Search::climb(Found &Result) {
  while (!Good.empty() && !isSpent(Result)) {
    Space::Point Best = Good.begin()->second;
    if (!Climbed.insert(Best.schedule().text()).second)
      return llvm::Error::success();
    std::vector<Space::Point> Near = Points.neighbours(Best);
    for (size_t I = Near.size(); I > 1; --I)
      std::swap(Near[I - 1], Near[Random() % I]);
    // What is merged matters most, then groups and unrolling.
    llvm::stable_sort(Near, [&](const Space::Point &A, const Space::Point &B) {
      return A.rank(Best) < B.rank(Best);
    });
    double Ratio = Good.begin()->first;
    for (const Space::Point &P : Near) {
      if (isSpent(Result))
        break;
      if (llvm::Error E = tryPoint(P, Result))
        return E;
      if (Good.begin()->first > Ratio)
        break; // go on from there
    }
  }
  return llvm::Error::success();
}

/// The fastest ones once more, with more pairs: the best of those that win is chosen.
llvm::Error Search::confirm(Found &Result) {
  unsigned Tried = 0;
  for (const auto &[Ratio, P] : Good) {
    if (Ratio < GainNeeded || Tried++ == Finalists)
      break;
    Schedule S = scheduleOf(P);
    std::string Line = S.text(), Name;
    Evaluation E;
    std::optional<std::string> Text = textOf(S, Name, Result);
    if (const Evaluation *Old = Known.find(Key, Line, true)) {
      E = *Old;
    } else {
      llvm::Expected<Evaluation> Again = Replays.run(*Text, Name, ConfirmPairs, false);
      if (!Again)
        return Again.takeError();
      E = *Again;
      if (llvm::Error Failed = Known.add(Key, Line, true, E))
        return Failed;
    }
    if (E.Outcome == "wrong")
      count(Line, *Text, E, Result);
    if (E.Plain.size() < ConfirmPairs || E.wins() < WinsNeeded || E.ratio() < GainNeeded ||
        E.ratio() <= Result.Chosen.Speedup)
      continue;
    Result.Chosen = {Line, E.ratio(), 1e30, 0, 0, 0};
    for (size_t I = 0; I < E.Plain.size(); ++I) {
      Result.Chosen.Low = std::min(Result.Chosen.Low, E.Plain[I] / E.Variant[I]);
      Result.Chosen.High = std::max(Result.Chosen.High, E.Plain[I] / E.Variant[I]);
    }
  }
  return llvm::Error::success();
}

/// True if \p Old was made with at least as much effort as \p Limit allows.
static bool covers(const Decision &Old, const Budget &Limit) {
  bool Tries = !Old.Evaluations || (Limit.Evaluations && Limit.Evaluations <= Old.Evaluations);
  bool Time = !Old.Seconds || (Limit.Seconds && Limit.Seconds <= Old.Seconds);
  return Tries && Time;
}

llvm::Error Search::run(llvm::function_ref<void(unsigned, double)> OnTry, Found &Result) {
  Tick = OnTry;
  Start = std::chrono::steady_clock::now();
  if (const Decision *Old = Known.decision(Key); Old && covers(*Old, Limit)) {
    Result.Chosen = *Old;
    Result.IsKnown = true;
    return llvm::Error::success();
  }
  // The plain kernel is where a device on which all offers are slow goes on from.
  Good.insert({1, Space::Point()});
  if (llvm::Error E = tryOffered(Result))
    return E;
  if (llvm::Error E = climb(Result))
    return E;
  while (!isSpent(Result) && !Points.isEmpty()) {
    unsigned Before = Result.Evaluations;
    if (llvm::Error E = tryRandom(Result))
      return E;
    if (llvm::Error E = climb(Result))
      return E;
    if (Result.Evaluations == Before) // nothing is left
      break;
  }
  if (llvm::Error E = confirm(Result))
    return E;
  // A bug that is mended later may change the choice.
  if (!Result.WrongOnes.empty())
    return llvm::Error::success();
  Result.Chosen.Evaluations = Limit.Evaluations;
  Result.Chosen.Seconds = Limit.Seconds;
  return Known.decide(Key, Result.Chosen);
}

} // namespace cu2cl::opt
