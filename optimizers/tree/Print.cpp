// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Print.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl::opt {

static unsigned precedenceOf(BinaryOperatorKind Kind) {
  if (Kind == BO_Comma)
    return CommaPrecedence;
  if (BinaryOperator::isAssignmentOp(Kind))
    return AssignmentPrecedence;
  switch (Kind) {
  case BO_LOr:
    return LogicalOrPrecedence;
  case BO_LAnd:
    return LogicalAndPrecedence;
  case BO_Or:
    return OrPrecedence;
  case BO_Xor:
    return XorPrecedence;
  case BO_And:
    return AndPrecedence;
  case BO_EQ:
  case BO_NE:
    return EqualityPrecedence;
  case BO_Shl:
  case BO_Shr:
    return ShiftPrecedence;
  case BO_Add:
  case BO_Sub:
    return AdditivePrecedence;
  default:
    return BinaryOperator::isRelationalOp(Kind) ? RelationalPrecedence : MultiplicativePrecedence;
  }
}

unsigned precedenceOf(const Expr *E) {
  switch (E->Kind) {
  case Expr::Form::Unary:
    return UnaryOperator::isPostfix(UnaryOperatorKind(E->Opcode)) ? PostfixPrecedence
                                                                  : UnaryPrecedence;
  case Expr::Form::Binary:
    return precedenceOf(BinaryOperatorKind(E->Opcode));
  case Expr::Form::Conditional:
    return ConditionalPrecedence;
  case Expr::Form::Call:
  case Expr::Form::Subscript:
  case Expr::Form::Member:
  case Expr::Form::Aggregate:
    return PostfixPrecedence;
  case Expr::Form::Cast:
    return E->Implicit ? precedenceOf(E->Kids[0]) : unsigned(UnaryPrecedence);
  case Expr::Form::Vector:
    return UnaryPrecedence;
  case Expr::Form::Opaque:
    return CommaPrecedence;
  case Expr::Form::Literal:
    return E->Text.empty() || E->Text[0] != '-' ? PrimaryPrecedence : UnaryPrecedence;
  default:
    return PrimaryPrecedence;
  }
}

static const Expr *shown(const Expr *E) {
  while (E->Kind == Expr::Form::Cast && E->Implicit)
    E = E->Kids[0];
  return E;
}

/// True if the text of \p E in its source has parentheses around it.
static bool hasOwnParentheses(const Expr *E) {
  return E->From && isa<ParenExpr>(E->From) && !E->Old;
}

std::string Printer::print(const Expr *E, unsigned Least) const {
  E = shown(E);
  if (std::optional<std::string> Text = fromSource(E)) {
    const Expr *Origin = E->Old ? E->Old : E;
    bool Bound = precedenceOf(E) >= Least || hasOwnParentheses(Origin);
    return Bound ? *Text : "(" + *Text + ")";
  }
  std::string Text = written(E);
  return precedenceOf(E) >= Least ? Text : "(" + Text + ")";
}

/// True if \p E, made from \p Origin, differs from it in its kids only.
static bool keepsText(const Expr *E, const Expr *Origin) {
  bool ShowsType = (E->Kind == Expr::Form::Cast && !E->Implicit) || E->Kind == Expr::Form::Vector;
  return E->Kind == Origin->Kind && E->Kids.size() == Origin->Kids.size() &&
         E->Text == Origin->Text && E->Opcode == Origin->Opcode && E->Var == Origin->Var &&
         (!ShowsType || (E->Lanes == Origin->Lanes && E->Type == Origin->Type));
}

/// The source's text of \p E, with the parts that were replaced; nothing if it has none.
std::optional<std::string> Printer::fromSource(const Expr *E) const {
  if (E->Kind == Expr::Form::Opaque && E->From) {
    std::optional<Span> Whole = From.spanOf(E->From->getSourceRange());
    return Whole ? From.textOf(*Whole).str() : std::string();
  }
  const Expr *Origin = E;
  while (Origin->Old)
    Origin = Origin->Old;
  if (WriteOut || Origin->IsWrittenOut || !Origin->From)
    return std::nullopt;
  std::optional<Span> Whole = From.spanOf(Origin->From->getSourceRange());
  if (!Whole || !keepsText(E, Origin))
    return std::nullopt;
  std::vector<std::pair<Span, std::string>> Edits;
  if (!collectEdits(E, Origin, *Whole, Edits))
    return std::nullopt;
  llvm::sort(Edits, [](const auto &A, const auto &B) { return A.first.Begin < B.first.Begin; });
  std::string Result;
  unsigned At = Whole->Begin;
  const std::pair<Span, std::string> *Last = nullptr;
  for (const auto &Edit : Edits) {
    // An argument that a macro's body names twice is one place of the source.
    if (Last && Last->first.Begin == Edit.first.Begin && Last->first.End == Edit.first.End &&
        Last->second == Edit.second)
      continue;
    if (Edit.first.Begin < At)
      return std::nullopt;
    Result += From.textOf({At, Edit.first.Begin}).str() + Edit.second;
    At = Edit.first.End;
    Last = &Edit;
  }
  Result += From.textOf({At, Whole->End}).str();
  return Result;
}

/// Returns what has to change in the text of \p Old, bytes \p Whole, so that it is that of \p E.
bool Printer::collectEdits(const Expr *E, const Expr *Old, Span Whole,
                           std::vector<std::pair<Span, std::string>> &Edits) const {
  if (E == Old)
    return true;
  const Expr *Origin = E;
  while (Origin->Old)
    Origin = Origin->Old;
  if (Origin == Old && keepsText(E, Old)) {
    for (auto [Kid, OldKid] : llvm::zip(E->Kids, Old->Kids))
      if (!collectEdits(Kid, OldKid, Whole, Edits))
        return false;
    return true;
  }
  std::optional<Span> Place = Old->From ? From.spanOf(Old->From->getSourceRange()) : std::nullopt;
  if (!Place || !Whole.contains(*Place))
    return false;
  // Bound at least as strongly as what it replaces; more in a macro's argument.
  bool InMacro = Old->From->getBeginLoc().isMacroID();
  std::string Text =
      print(E, InMacro || precedenceOf(shown(Old)) >= UnaryPrecedence ? unsigned(PostfixPrecedence)
                                                                      : precedenceOf(shown(Old)));
  if (!InMacro && precedenceOf(shown(E)) >= PostfixPrecedence)
    Place = withParentheses(*Place, Whole);
  Edits.push_back({*Place, Text});
  return true;
}

/// \p S with the parentheses around it, if these are no call's and no statement's.
Span Printer::withParentheses(Span S, Span Whole) const {
  llvm::StringRef Text = From.text();
  if (S.Begin < Whole.Begin + 2 || S.End >= Whole.End || Text[S.Begin - 1] != '(' ||
      Text[S.End] != ')')
    return S;
  char Before = Text.slice(Whole.Begin, S.Begin - 1).rtrim().back();
  bool IsOperator = llvm::StringRef("+-*/%=<>&|^?:,").contains(Before);
  return IsOperator ? Span{S.Begin - 1, S.End + 1} : S;
}

/// Returns how strongly \p Kid must bind to be in an operator of \p Own without parentheses: at
/// least
/// \p Least, and more where compilers warn of mixed operators.
static unsigned leastIn(unsigned Own, const Expr *Kid, unsigned Least) {
  unsigned Bound = precedenceOf(shown(Kid));
  bool IsMixed = (Own == OrPrecedence && (Bound == XorPrecedence || Bound == AndPrecedence)) ||
                 (Own == XorPrecedence && Bound == AndPrecedence) ||
                 (Own == LogicalOrPrecedence && Bound == LogicalAndPrecedence) ||
                 (Own == ShiftPrecedence && Bound == AdditivePrecedence);
  return IsMixed ? Bound + 1 : Least;
}

/// \p E without text of its own; its kids may have some.
std::string Printer::written(const Expr *E) const {
  auto List = [&](llvm::ArrayRef<Expr *> Kids) {
    return llvm::join(
        llvm::map_range(Kids, [&](const Expr *K) { return print(K, AssignmentPrecedence); }), ", ");
  };
  switch (E->Kind) {
  case Expr::Form::Literal:
  case Expr::Form::Name:
    return E->Text;
  case Expr::Form::Reference:
    return E->Var->Name;
  case Expr::Form::Unary: {
    auto Kind = UnaryOperatorKind(E->Opcode);
    std::string Sign = UnaryOperator::getOpcodeStr(Kind).str();
    if (UnaryOperator::isPostfix(Kind))
      return print(E->Kids[0], PostfixPrecedence) + Sign;
    std::string Kid = print(E->Kids[0], UnaryPrecedence);
    return Sign + (Kid[0] == Sign[0] ? " " : "") + Kid; // - -x
  }
  case Expr::Form::Binary: {
    auto Kind = BinaryOperatorKind(E->Opcode);
    unsigned Own = precedenceOf(E);
    bool FromRight = Own == AssignmentPrecedence;
    // The shape of a sum decides its rounding: a + (b + c) keeps its parentheses.
    return print(E->Kids[0], leastIn(Own, E->Kids[0], FromRight ? Own + 1 : Own)) +
           (Kind == BO_Comma ? "" : " ") + BinaryOperator::getOpcodeStr(Kind).str() + " " +
           print(E->Kids[1], leastIn(Own, E->Kids[1], FromRight ? Own : Own + 1));
  }
  case Expr::Form::Conditional:
    return print(E->Kids[0], LogicalOrPrecedence) + " ? " + print(E->Kids[1], CommaPrecedence) +
           " : " + print(E->Kids[2], ConditionalPrecedence);
  case Expr::Form::Call:
    return E->Text + "(" + List(E->Kids) + ")";
  case Expr::Form::Subscript:
    return print(E->Kids[0], PostfixPrecedence) + "[" + print(E->Kids[1]) + "]";
  case Expr::Form::Member:
    return print(E->Kids[0], PostfixPrecedence) + E->Text;
  case Expr::Form::Cast:
    return E->Implicit
               ? print(E->Kids[0])
               : "(" + typeName(E->Type, E->Lanes) + ")" + print(E->Kids[0], UnaryPrecedence);
  case Expr::Form::Vector:
    return "(" + typeName(E->Type, E->Lanes) + ")(" + List(E->Kids) + ")";
  case Expr::Form::Aggregate:
    return "(" + typeName(E->Type, 1) + "){" + List(E->Kids) + "}";
  case Expr::Form::List:
    return "{" + List(E->Kids) + "}";
  case Expr::Form::Opaque:
    break;
  }
  return "";
}

std::string Printer::declaration(const Variable *V) const {
  std::string Text = V->Name;
  if (V->Lanes > 1) {
    QualType T = V->Type;
    std::string Dimensions;
    for (; const auto *A = From.context().getAsConstantArrayType(T); T = A->getElementType())
      Dimensions += "[" + std::to_string(A->getSize().getZExtValue()) + "]";
    return (T.isConstQualified() ? "const " : "") + typeName(T, V->Lanes) + " " + Text + Dimensions;
  }
  V->Type.getAsStringInternal(Text, From.context().getPrintingPolicy());
  return Text + V->Attributes;
}

} // namespace cu2cl::opt
