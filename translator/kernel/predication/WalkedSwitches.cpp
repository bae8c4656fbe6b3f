// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Switches whose cases single threads take, around exchanges of a warp (WarpWalkSwitches.cpp).
//
// Effect: `switch (n) { case 0: a; case 1: b; break; default: c; }` is
//   bool active2; { int selected = n;
//   active2 = active && selected == 0; if (clrt_enter(active2, warp)) { a; }
//   active2 = active && (active2 || selected == 1); if (clrt_enter(active2, warp)) { b; }
//   active2 = active && !(selected == 0 || selected == 1); if (active2) { c; } }

#include "kernel/predication/WalkedSwitches.h"
#include "kernel/core/Constants.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/statements/Statements.h"

using namespace clang;

namespace cu2cl {
namespace {

using Case = PredicationPlan::Case;

/// Prints the cases of one switch.
class CasePrinter {
public:
  CasePrinter(KernelPrinter &P, const SwitchStmt *S, const PredicationPlan::Block &Block)
      : P(P), S(S), Switch(P.plan().Barriers.Switches.find(S)->second), All(Switch.Cases),
        Name(P.plan().Barriers.Predicates[Block.Depth]),
        Outer(Block.Depth ? P.plan().Barriers.Predicates[Block.Depth - 1] : ""),
        Selected(uniqueName(P.unit(), P.version(), "selected")) {}

  /// The body as a block; nothing if some of it has no tokens of its own.
  std::optional<Fragment> print() {
    if (!isa<CompoundStmt>(S->getBody()))
      return printOnly();
    TokenRange Range = P.unit().tokensOf(S->getBody()->getSourceRange());
    std::vector<KernelPrinter::Edit> Edits;
    unsigned Begin = Range.Begin + 1; // what is declared in front of the first label is replaced
    std::string Close;
    for (const Case &C : All) {
      TokenRange Label = P.unit().tokensOf(C.Labels.front()->getSourceRange());
      TokenRange First = P.unit().tokensOf(C.Statements.front()->getSourceRange());
      std::optional<Fragment> Head = printHead(C);
      if (Label.empty() || First.empty() || !Range.contains(Label) || !Head)
        return std::nullopt;
      std::string Break = newLineAt(P, C.Labels.front());
      Fragment Text = Close.empty() ? printSelected() + Break : Fragment(Close + Break);
      Edits.push_back({{Close.empty() ? Begin : Label.Begin, First.Begin}, Text + *Head});
      for (KernelPrinter::Edit &E : P.printNeighbours(C.Statements, Range))
        Edits.push_back(std::move(E));
      Close = "}";
    }
    Edits.push_back({{Range.End - 1, Range.End}, Close + newLineAt(P, S) + "}"});
    return P.compose(Range, std::move(Edits));
  }

private:
  /// A body that is one statement, without braces.
  std::optional<Fragment> printOnly() {
    const Stmt *Only = All.front().Statements.front();
    std::optional<Fragment> Head = printHead(All.front());
    if (!Head)
      return std::nullopt;
    return Fragment("{ ") + printSelected() + newLineAt(P, S) + *Head + " " +
           withSemicolon(Only, P.print(Only)) + " } }";
  }

  Fragment printSelected() {
    const Expr *Condition = S->getCond();
    Fragment Out = Fragment(P.Locals.typeText(Condition->getType().getUnqualifiedType(), nullptr) +
                            " " + Selected + " = ");
    Out += P.printValue(Condition) + ";";
    for (const DeclStmt *D : Switch.Declarations)
      Out += Fragment(" ") + P.printInside(PrintLayer::Block, D);
    return Out;
  }

  /// "active2 = active && selected == 0; if (clrt_enter(active2, warp)) {".
  std::optional<Fragment> printHead(const Case &C) {
    std::optional<Fragment> Comes = printComing(C);
    if (!Comes)
      return std::nullopt;
    Fragment Out = Fragment(Name + " = ") + *Comes + ";" + newLineAt(P, C.Labels.front());
    if (!C.Enters)
      return Out + ("if (" + Name + ") {");
    P.Found.needHelper("warp");
    return Out + ("if (clrt_enter(" + Name + ", " + P.Locals.appendedName(Appended::Warp) + ")) {");
  }

  /// Who comes to \p C.
  std::optional<Fragment> printComing(const Case &C) {
    bool IsDefault = llvm::any_of(C.Labels, [](auto *L) { return isa<DefaultStmt>(L); });
    Fragment Own;
    unsigned Count = 0;
    for (const Case &Each : All)
      for (const SwitchCase *Label : Each.Labels) {
        // Of the default, all that are not those of other cases.
        if ((&Each == &C) == IsDefault || isa<DefaultStmt>(Label))
          continue;
        std::optional<Fragment> Text = printLabel(cast<CaseStmt>(Label));
        if (!Text)
          return std::nullopt;
        Own += (Count++ ? Fragment(" || ") : Fragment()) + *Text;
      }
    if (IsDefault)
      Own = Count ? Fragment("!(") + Own + ")" : Fragment("true");
    Fragment Falls(C.FallsIn ? Name + " || " : "");
    if (Outer.empty())
      return Falls + Own;
    bool IsSum = C.FallsIn || (Count > 1 && !IsDefault);
    return Fragment(Outer + " && ") + (IsSum ? Fragment("(") + Falls + Own + ")" : Own);
  }

  std::optional<Fragment> printLabel(const CaseStmt *C) {
    Expr::EvalResult First, Last;
    if (!C->getLHS()->EvaluateAsInt(First, P.context()) ||
        (C->getRHS() && !C->getRHS()->EvaluateAsInt(Last, P.context())))
      return std::nullopt;
    Fragment Begin = printConstant(P, C->getLHS(), First.Val.getInt());
    if (!C->getRHS())
      return Fragment(Selected + " == ") + Begin;
    return Fragment("(" + Selected + " >= ") + Begin + (" && " + Selected + " <= ") +
           printConstant(P, C->getRHS(), Last.Val.getInt()) + ")";
  }

  KernelPrinter &P;
  const SwitchStmt *S;
  const PredicationPlan::WalkedSwitch &Switch;
  const std::vector<Case> &All;
  const std::string Name, Outer;
  const std::string Selected; ///< keeps the value
};

} // namespace

Fragment printWalkedSwitch(KernelPrinter &P, const SwitchStmt *S,
                           const PredicationPlan::Block &Block) {
  std::optional<Fragment> Body = CasePrinter(P, S, Block).print();
  if (!Body)
    return (Fragment(P.unit().mark(diag::TokensFromMacro, S->getBeginLoc(), {"switch"})) + ";")
        .closed();
  bool Braces = Block.Braces && !Block.HasHead;
  std::string Declared = Block.Declares ? "bool " + P.plan().Barriers.Predicates[Block.Depth] +
                                              ";" + (Block.Braces ? " " : breakBefore(P, S))
                                        : "";
  Fragment Out = Fragment((Braces ? "{ " : "") + Declared) + *Body;
  return Braces ? (Out + " }").closed() : Out.closed();
}

} // namespace cu2cl
