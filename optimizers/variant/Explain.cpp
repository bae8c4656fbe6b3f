// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/variant/Explain.h"
#include "optimizers/analysis/Guards.h"
#include "optimizers/analysis/Patterns.h"
#include "optimizers/lowering/IdFunctions.h"
#include "optimizers/schedule/Refusal.h"
#include "optimizers/tree/Print.h"
#include "optimizers/variant/Variant.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace clang;

namespace cu2cl::opt {

namespace {

class Explainer {
public:
  Explainer(const Source &From, const FunctionDecl *Declared)
      : From(From), Declared(Declared), K(buildKernelOfIds(From, Declared, Nodes)), F(From, K),
        Print(From), Out(Text) {}

  std::string run() {
    Out << "kernel " << K.Name << " at " << From.placeOf(Declared->getLocation()) << "\n";
    Out << "  work-items differ along: " << names(usedDimensions(F)) << "\n";
    guards();
    loops(K.Body);
    for (const auto &[Call, In] : F.calls())
      if (callKind(Call) != CallKind::Id)
        Out << "  call " << placeOf(Call) << ": " << Call->Text << "\n";
    for (const Access &A : F.accesses()) {
      ByPlace[A.Place] = &A;
      if (!isWithinMember(A))
        access(A);
    }
    if (F.hasBarrier()) {
      phases(K.Body);
      endPhase("the end");
    }
    steps();
    return Text;
  }

private:
  static std::string names(Dimensions D) {
    std::string Result;
    for (unsigned I = 0; I < 3; ++I)
      if (D >> I & 1)
        Result += (Result.empty() ? "" : " ") + std::string(1, "xyz"[I]);
    return Result.empty() ? "nothing" : Result;
  }

  std::string placeOf(const Expr *E) const {
    return E->From ? From.placeOf(E->From->getBeginLoc()) : "?";
  }

  void guards() {
    Guards G = findGuards(F);
    for (const UpperBound &B : G.Bounds)
      Out << "  guard " << placeOf(B.Bound) << ": " << "xyz"[B.Dimension]
          << (B.Offset ? (B.Offset > 0 ? " + " : " - ") + std::to_string(std::abs(B.Offset)) : "")
          << " < " << Print.print(B.Bound) << "\n";
    for (const Guards::Part &Part : G.Before)
      if (Part.Condition)
        Out << "  guard " << placeOf(Part.Condition) << ": " << Print.print(Part.Condition) << "\n";
  }

  void loops(const Block &B) {
    for (const Stmt *S : B) {
      bool IsLoop = S->Kind == Stmt::Form::For || S->Kind == Stmt::Form::While ||
                    S->Kind == Stmt::Form::DoWhile;
      if (IsLoop && S->From)
        Out << "  loop " << From.placeOf(S->From->getBeginLoc()) << ": "
            << (F.Differing.control(S) ? "trips differ along " + names(F.Differing.control(S))
                                       : std::string("all work-items go through it together"))
            << "\n";
      loops(S->Body);
      loops(S->Else);
    }
  }

  /// The accesses of work-items between two barriers, in the order of the text.
  void phases(const Block &B) {
    for (const Stmt *S : B) {
      bool IsLoop = S->Kind == Stmt::Form::For || S->Kind == Stmt::Form::While ||
                    S->Kind == Stmt::Form::DoWhile;
      unsigned Before = Phase;
      phases(Block(S->Init.begin(), S->Init.end()));
      phaseIn(S->Value);
      phases(S->Body);
      phases(S->Else);
      phaseIn(S->Step);
      if (IsLoop && Phase != Before && S->From)
        Out << "  phase " << Phase << " goes on at the loop at "
            << From.placeOf(S->From->getBeginLoc()) << ", and after it\n";
    }
  }

  void phaseIn(const Expr *E) {
    if (!E)
      return;
    forEach(E, [&](const Expr *Part) {
      if (auto Known = ByPlace.find(Part); Known != ByPlace.end()) {
        const Access &A = *Known->second;
        const Expr *Base = skipImplicit(A.Place);
        while (Base->Kind == Expr::Form::Subscript || Base->Kind == Expr::Form::Member)
          Base = skipImplicit(Base->Kids[0]);
        std::string Name = A.Root ? A.Root->Name : Print.print(Base);
        if (A.Reads)
          Read.insert(Name);
        if (A.Writes)
          Written.insert(Name);
      }
      if (Part->Kind == Expr::Form::Call && callKind(Part) == CallKind::Barrier)
        endPhase("the barrier at " + placeOf(Part));
    });
  }

  void endPhase(const std::string &Until) {
    Out << "  phase " << Phase++ << " until " << Until << ": reads "
        << (Read.empty() ? "nothing" : llvm::join(Read, " ")) << ", writes "
        << (Written.empty() ? "nothing" : llvm::join(Written, " ")) << "\n";
    Read.clear();
    Written.clear();
  }

  /// True for `p[i]` of `p[i].x`, which is shown already.
  bool isWithinMember(const Access &A) const {
    for (const Access &Other : F.accesses())
      for (const Expr *E = skipImplicit(Other.Place); E->Kind == Expr::Form::Member;) {
        E = skipImplicit(E->Kids[0]);
        if (E == skipImplicit(A.Place))
          return true;
      }
    return false;
  }

  void access(const Access &A) {
    Out << "  "
        << (A.Reads && A.Writes ? "changes"
            : A.Writes          ? "writes"
                                : "reads")
        << " " << placeOf(A.Place) << ": " << Print.print(A.Place);
    for (unsigned D = 0; D < 3; ++D)
      Out << (D ? ", " : ": ") << "xyz"[D] << " " << nameOf(patternOf(F, A, D));
    Out << "\n";
  }

  /// The verdict of \p Steps, or of \p Other if only that is legal, shown as \p Name. \returns
  /// those that are legal, or nothing. \p Note is what is to be known of them then.
  std::string step(const std::string &Name, const std::string &Steps, const std::string &Other = "",
                   const std::string &Note = "") {
    Out << "  step " << Name << ": ";
    llvm::Expected<Schedule> S = Schedule::parse(Steps);
    if (!S) {
      Out << llvm::toString(S.takeError()) << "\n";
      return "";
    }
    llvm::Expected<Variant> V = makeVariant(From, Declared, *S, K.Name + "_x", "any");
    std::string Legal = Steps;
    if (!V && !Other.empty()) {
      llvm::Expected<Variant> Instead =
          makeVariant(From, Declared, llvm::cantFail(Schedule::parse(Other)), K.Name + "_x", "any");
      if (Instead) {
        llvm::consumeError(V.takeError());
        V = std::move(Instead);
        Legal = Other;
      } else {
        llvm::consumeError(Instead.takeError());
      }
    }
    if (!V) {
      Out << llvm::toString(V.takeError()) << "\n";
      return "";
    }
    Out << "legal";
    if (V->LanesAlone)
      Out << ", " << V->LanesAlone << (V->LanesAlone == 1 ? " place" : " places")
          << " lane by lane";
    if (llvm::StringRef(Legal).ends_with(" launched"))
      Out << ", with '" << llvm::StringRef(Legal).rsplit("; ").second << "'";
    Out << Note << "\n";
    return Legal;
  }

  /// The variant that \p Steps make, if they are legal.
  std::optional<Variant> made(const std::string &Steps) const {
    llvm::Expected<Variant> V =
        makeVariant(From, Declared, llvm::cantFail(Schedule::parse(Steps)), K.Name + "_x", "any");
    if (V)
      return std::move(*V);
    llvm::consumeError(V.takeError());
    return std::nullopt;
  }

  /// Shows each way to merge along \p D.
  void merges(unsigned D) {
    std::string Along = std::string("merge ") + "xyz"[D];
    for (const char *As : {" 2 copies", " 4 lanes", " 2 loop", " 2 loop; carry"}) {
      std::string Legal = step(Along + As, Along + As, Along + As + Launched);
      if (Merge.empty() && As != std::string(" 2 loop"))
        Merge = Legal;
      if (As == std::string(" 4 lanes") && !Legal.empty())
        memories(Along + As, Legal);
    }
    step(Along + " 2 apart group", Along + " 2 apart group" + Group, Along + " 2 apart group");
    Apart = Apart.empty() ? Along + " 2 apart group" : Apart;
  }

  /// Shows each way to load and store lanes, if some are neighbours in memory.
  void memories(const std::string &Lanes, const std::string &Legal) {
    LanesMerge = LanesMerge.empty() ? Legal : LanesMerge;
    std::optional<Variant> V = made(Legal);
    if (!V || !V->LanesTogether)
      return;
    std::string Rest = Legal.substr(Lanes.size());
    step(Lanes + " memory scalar", Lanes + " memory scalar" + Rest);
    std::string Wide = " memory wide", Note;
    if (std::optional<Variant> Aligned = made(Lanes + Wide + Rest)) {
      size_t At = Aligned->Text.find(Wide); // in the line that names the schedule
      if (At != std::string::npos && Aligned->Text.erase(At, Wide.size()) == V->Text)
        Note = ", but no address is known to be aligned";
    }
    step(Lanes + Wide, Lanes + Wide + Rest, "", Note);
  }

  void tails() {
    std::string Merged = Merge.empty() ? "merge x 2 copies" : Merge;
    for (const char *Tail : {"tail shift", "tail lanes", "tail divides"})
      step(Tail, Merged + "; " + Tail);
    if (!Apart.empty())
      step("tail clamp", Apart + Group + "; tail clamp", Apart + "; tail clamp");
  }

  /// Shows the choices between functions that the kernel calls.
  void maths() {
    std::string Lanes = LanesMerge.empty() ? "" : LanesMerge + "; ";
    std::optional<Variant> Exact = made(Lanes + "math exact"), Ulp = made(Lanes + "math ulp");
    // Some are called lane by lane or with vectors.
    bool IsChoice = Exact && Ulp && Exact->LanesAlone != Ulp->LanesAlone;
    std::optional<Variant> Own = made(Lanes + "math own"), Roots = made("math exact rsqrt");
    bool HasOwn = Own && Own->Helpers.count("#include");
    if (IsChoice || HasOwn)
      step("math exact", Lanes + "math exact");
    if (Roots && Roots->Helpers.count("#include roots"))
      step("math exact rsqrt", Lanes + "math exact rsqrt");
    const char *Note = ", with other results within OpenCL's error bounds";
    if (IsChoice)
      step("math ulp", Lanes + "math ulp", "", Note);
    if (HasOwn)
      step("math own", Lanes + "math own", "", Note);
  }

  void steps() {
    if (!K.GroupSize[0] && !F.hasBarrier() && !F.hasLocalMemory())
      Group = usedDimensions(F) & 2 ? "; group 16 16 1" : "; group 64 1 1";
    if (!K.GroupSize[0])
      Launched = usedDimensions(F) & 2 ? "; group 16 16 1 launched" : "; group 256 1 1 launched";
    for (unsigned D = 0; D < 3; ++D)
      if (usedDimensions(F) >> D & 1)
        merges(D);
    tails();
    maths();
    step("stage", "stage 16" + Group);
    step("promote", "promote");
    step("unswitch", "unswitch");
    step("unroll 4", "unroll 4");
    step("unroll full", "unroll full");
    step("group", "group 64 1 1");
  }

  const Source &From;
  const FunctionDecl *Declared;
  Arena Nodes;
  Kernel K;
  Facts F;
  Printer Print;
  llvm::DenseMap<const Expr *, const Access *> ByPlace;
  std::string Merge, Apart; ///< those that a tail can go with
  std::string LanesMerge;   ///< the first legal one
  std::string Group;        ///< where the kernel does not say
  std::string Launched;     ///< likewise, where the launch's size must stay
  unsigned Phase = 1;
  std::set<std::string> Read, Written; ///< in the phase
  std::string Text;
  llvm::raw_string_ostream Out;
};

} // namespace

std::string explainKernel(const Source &From, const FunctionDecl *Kernel) {
  return Explainer(From, Kernel).run();
}

} // namespace cu2cl::opt
