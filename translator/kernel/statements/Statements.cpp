// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements that C writes otherwise.
//
// Effect: only the taken branch of an `if constexpr` stays; a variable declared in the condition of
// an `if` is declared before, in a block (for others see ConditionVariables.cpp); a label before a
// declaration gets an empty statement; attributes go; a function that returns a reference returns
// the address.

#include "kernel/statements/Statements.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/MemoryEffects.h"
#include "core/source/Gap.h"
#include "kernel/core/Constants.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/statements/ConditionVariables.h"
#include "kernel/statements/DeclaredBodies.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Temporaries.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

Fragment withSemicolon(const Stmt *S, Fragment Text) {
  return Text.isClosed() || !hasSemicolon(S) ? Text : std::move(Text) + ";";
}

Fragment printBlockWith(KernelPrinter &P, const Stmt *Body, const Fragment &First,
                        const Fragment &Last, const Fragment &Close) {
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  Fragment Tail = Last.empty() ? Last : Last + " ";
  if (!Block) {
    Fragment Head = First.empty() ? First : First + " ";
    Fragment Text =
        Fragment("{ ") + Head + withSemicolon(Body, P.print(Body)) + " " + Tail + "}" + Close;
    return Text.closed();
  }
  TokenRange Range = P.unit().tokensOf(Block->getSourceRange());
  std::vector<KernelPrinter::Edit> Edits = P.printStatements(Block);
  if (!First.empty())
    Edits.insert(
        Edits.begin(),
        {{Range.Begin + 1, Range.Begin + 1},
         Fragment(" ") + First + (Block->body_empty() ? "" : breakBefore(P, Block->body_front()))});
  if (!Last.empty() || !Close.empty())
    Edits.push_back({{Range.End - 1, Range.End}, Tail + "}" + Close});
  return P.compose(Range, std::move(Edits));
}

namespace {

std::optional<Fragment> printIf(KernelPrinter &P, const IfStmt *If) {
  if (If->isConstexpr()) {
    std::optional<const Stmt *> Taken = If->getNondiscardedCase(P.context());
    if (!Taken)
      return std::nullopt;
    Fragment Text = *Taken ? withSemicolon(*Taken, P.print(*Taken)) : Fragment(";");
    if (!If->getInit() && !If->getConditionVariable())
      return Text.closed();
    Fragment End = printHeadEnd(P, If);
    return (Fragment("{ ") + printConditionHead(P, If) + Text + (End.empty() ? "" : " ") + End +
            " }")
        .closed();
  }
  if (!If->hasInitStorage() && !If->hasVarStorage() && !hasTemporaries(P, If->getCond()))
    return std::nullopt;
  Fragment Out = Fragment("{ ") + printConditionHead(P, If);
  // What the condition makes ends before the branch.
  std::optional<Temporaries> Made = printTemporariesOf(P, If, If->getCond());
  if (Made && !Made->Before.empty()) {
    std::string Name = uniqueName(P.unit(), P.version(), "condition");
    Out += Fragment(Made->Before + "bool " + Name + " = ") + P.print(If->getCond()) + "; " +
           Made->After + "if (" + Name + ") ";
  } else {
    Out += Fragment("if (") + P.print(If->getCond()) + ") ";
  }
  Out += withSemicolon(If->getThen(), P.print(If->getThen()));
  if (If->getElse())
    Out += Fragment(" else ") + withSemicolon(If->getElse(), P.print(If->getElse()));
  if (Fragment End = printHeadEnd(P, If); !End.empty())
    Out += Fragment(" ") + End;
  return (Out + " }").closed();
}

/// A loop whose counter has a destructor: "{ Guard g = ...; for (; ...) ... Guard_destroy(&g); }";
/// or whose head declares what C declares one by one.
std::optional<Fragment> printFor(KernelPrinter &P, const ForStmt *For) {
  Fragment End = printHeadEnd(P, For);
  if (End.empty() && !splitsHead(P, For))
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(For->getSourceRange());
  std::vector<KernelPrinter::Edit> Edits = {
      {P.unit().tokensOf(For->getInit()->getSourceRange()), ";"}};
  for (const Stmt *Part :
       {(const Stmt *)For->getCond(), (const Stmt *)For->getInc(), For->getBody()})
    if (Part)
      Edits.push_back({P.unit().tokensOf(Part->getSourceRange()), P.print(Part)});
  Fragment Out("{ ");
  Out += P.print(For->getInit()) + " " + withSemicolon(For, P.compose(Whole, std::move(Edits)));
  Out += End.empty() ? Fragment() : Fragment(" ") + End;
  return (Out + " }").closed();
}

/// `return a[n++] = v;` of a reference: the object is named twice, so it gets a pointer. What is
/// assigned comes first.
std::optional<Fragment> printReturnedAssignment(KernelPrinter &P, const Expr *Value) {
  const auto *B = dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts());
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Value->IgnoreParenImpCasts());
  bool Assigns = (B && B->getOpcode() == BO_Assign) || (Call && isTrivialAssignment(Call));
  const Expr *Object = !Assigns ? nullptr : B ? B->getLHS() : Call->getArg(0);
  if (!Object || isRepeatable(Object) || hasTemporaries(P, Value))
    return std::nullopt;
  const Expr *New = B ? B->getRHS() : Call->getArg(1);
  std::string Kept = uniqueName(P.unit(), P.version(), "value");
  std::string Pointer = uniqueName(P.unit(), P.version(), "object");
  AddressSpace Space = P.unit().Spaces.storage(P.version(), Object);
  QualType T = Object->getType().getUnqualifiedType();
  const RecordClone *Record = P.unit().Spaces.record(P.version(), Object);
  std::string Declared =
      P.Locals.types().declare(P.context().getPointerType(Object->getType()), Pointer,
                               {[Space](unsigned) { return Space; }, Record});
  Fragment Out("{ " + P.Locals.typeText(T, New) + " " + Kept + " = ");
  Out += P.printValue(New) + "; " + Declared + " = " +
         P.Lvalues.printAddress(Object, Precedence::Assignment);
  return (Out + "; *" + Pointer + " = " + Kept + "; return " + Pointer + "; }").closed();
}

std::optional<Fragment> printReturn(KernelPrinter &P, const ReturnStmt *R) {
  const Expr *Value = R->getRetValue();
  const FunctionDecl *F = P.version().Function;
  if (P.Locals.selfIsObject())
    return Fragment("return self");
  if (P.plan().MadeInPlace)
    return Fragment("return *self");
  if (!Value || !F)
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(R->getSourceRange());
  TokenRange Inner = P.unit().tokensOf(Value->getSourceRange());
  if (Whole.empty() || Inner.empty())
    return std::nullopt;
  if (const VarDecl *Same = R->getNRVOCandidate(); Same && Same->isNRVOVariable())
    return P.compose(Whole, {{Inner, printReturned(P, R)}});
  if (!F->getReturnType()->isReferenceType() || P.unit().Reach->returnsValue(F))
    return std::nullopt;
  if (std::optional<Fragment> Text = printReturnedAssignment(P, Value))
    return Text;
  return P.compose(Whole, {{Inner, P.Lvalues.printAddress(Value, Precedence::Assignment)}});
}

/// `label: int x;` is no C: "label: ; int x;".
std::optional<Fragment> printLabelled(KernelPrinter &P, const Stmt *S, const Stmt *Sub) {
  if (!isa<DeclStmt>(Sub) || isDeclaredBody(P, Sub))
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(S->getSourceRange());
  TokenRange Inner = P.unit().tokensOf(Sub->getSourceRange());
  if (Whole.empty() || Inner.empty())
    return std::nullopt;
  return Fragment::tokens(Whole.Begin, Inner.Begin) + "; " + P.print(Sub);
}

/// The labels of `case 1 ... 3:` after the first `case`: "1: case 2: case 3".
std::optional<Fragment> printCaseRange(KernelPrinter &P, const CaseStmt *C) {
  constexpr int64_t Most = 256;
  Expr::EvalResult First, Last;
  if (!C->getLHS()->EvaluateAsInt(First, P.context()) ||
      !C->getRHS()->EvaluateAsInt(Last, P.context()))
    return std::nullopt;
  int64_t Begin = First.Val.getInt().getExtValue(), End = Last.Val.getInt().getExtValue();
  if (Begin >= End || End - Begin >= Most)
    return Begin == End ? printConstant(P, C->getLHS(), First.Val.getInt())
                        : Fragment(P.unit().mark(diag::UnsupportedCaseRange, C->getBeginLoc()));
  Fragment Text = printConstant(P, C->getLHS(), First.Val.getInt());
  for (int64_t I = Begin + 1; I < End; ++I)
    Text = Text + ": case " + std::to_string(I);
  return Text + ": case " + printConstant(P, C->getRHS(), Last.Val.getInt());
}

std::optional<Fragment> printCase(KernelPrinter &P, const CaseStmt *C) {
  TokenRange Whole = P.unit().tokensOf(C->getSourceRange());
  TokenRange Label = P.unit().tokensOf(C->getLHS()->getSourceRange());
  TokenRange Sub = P.unit().tokensOf(C->getSubStmt()->getSourceRange());
  Expr::EvalResult Value;
  if (Whole.empty() || Label.empty() || Sub.empty() ||
      !C->getLHS()->EvaluateAsInt(Value, P.context()))
    return std::nullopt;
  std::vector<KernelPrinter::Edit> Edits = {
      {Label, printConstant(P, C->getLHS(), Value.Val.getInt())}};
  if (const Expr *Last = C->getRHS()) { // `case 1 ... 5:` is none of C's
    TokenRange Range = P.unit().tokensOf(Last->getSourceRange());
    std::optional<Fragment> Labels = printCaseRange(P, C);
    if (Range.empty() || !Labels)
      return std::nullopt;
    Edits = {{TokenRange{Label.Begin, Range.End}, *Labels}};
  }
  Fragment Inner = P.print(C->getSubStmt());
  if (isa<DeclStmt>(C->getSubStmt()))
    Inner = Fragment("; ") + Inner;
  Edits.push_back({Sub, Inner});
  return P.compose(Whole, std::move(Edits));
}

/// `c ? a = 1 : b = 2` is `(c ? a = 1 : b) = 2` in C.
std::optional<Fragment> printChoice(KernelPrinter &P, const ConditionalOperator *C) {
  const Expr *Last = C->getFalseExpr()->IgnoreImplicit();
  const auto *Assignment = dyn_cast<BinaryOperator>(Last);
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Last);
  if (!(Assignment && Assignment->isAssignmentOp()) && !(Operator && isTrivialAssignment(Operator)))
    return std::nullopt;
  return P.print(C->getCond(), Precedence::Unary) + " ? " + P.print(C->getTrueExpr()) + " : (" +
         P.print(C->getFalseExpr()) + ")";
}

/// `#pragma unroll` is between the tokens and stays, but with the number where it names
/// something of C++: `#pragma unroll N` of a template; [[attributes]] go.
Fragment printAttributed(KernelPrinter &P, const AttributedStmt *S) {
  const Stmt *Sub = S->getSubStmt();
  Fragment Out = isa<NullStmt>(Sub) ? Fragment(";") : P.print(Sub);
  for (const Attr *A : S->getAttrs()) {
    const auto *Hint = dyn_cast<LoopHintAttr>(A);
    const Expr *Count = Hint ? Hint->getValue() : nullptr;
    Expr::EvalResult Value;
    // CUDA ignores a count that is not positive.
    if (!Count || isPragmaOfNumbers(P.unit().Side, Hint->getLocation()) ||
        !Count->EvaluateAsInt(Value, P.context()) || !Value.Val.getInt().isStrictlyPositive())
      continue;
    const SourceManager &SM = P.unit().Side.sources();
    auto [File, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(Sub->getBeginLoc()));
    StringRef Line = SM.getBufferData(File).take_front(Offset).rsplit('\n').second;
    StringRef Indent = Line.take_while([](char C) { return C == ' ' || C == '\t'; });
    Fragment Pragma("\n" + Indent.str() + "#pragma unroll " +
                    llvm::toString(Value.Val.getInt(), 10) + "\n" + Indent.str());
    TokenRange Tokens = P.unit().tokensOf(Sub->getSourceRange());
    Out = (Tokens.empty() ? Pragma : Pragma.placedAt(Tokens.Begin)) + Out;
  }
  return Out;
}

} // namespace

std::optional<Fragment> printStatement(KernelPrinter &P, const Stmt *S) {
  if (const auto *C = dyn_cast<ConditionalOperator>(S))
    return printChoice(P, C);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return printIf(P, If);
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return printReturn(P, R);
  if (const auto *C = dyn_cast<CaseStmt>(S))
    return printCase(P, C);
  if (const auto *D = dyn_cast<DefaultStmt>(S))
    return printLabelled(P, S, D->getSubStmt());
  if (const auto *L = dyn_cast<LabelStmt>(S))
    return printLabelled(P, S, L->getSubStmt());
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return printAttributed(P, A);
  // Conditions that declare a variable.
  if (std::optional<Fragment> Text = printConditionVariable(P, S))
    return Text;
  if (const auto *F = dyn_cast<ForStmt>(S))
    return printFor(P, F);
  return std::nullopt;
}

} // namespace cu2cl
