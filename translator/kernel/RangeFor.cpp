// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// for (auto &x : range).
//
// Precondition: the range is an array, or a class whose begin() and end() give pointers.
// Effect: a loop over a pointer, `x_at`, with the variable declared at the top of the body.

#include "kernel/Declarators.h"
#include "kernel/Destructors.h"
#include "kernel/FreshName.h"
#include "kernel/Rules.h"
#include "kernel/Statements.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

class RangeLoop {
public:
  RangeLoop(KernelPrinter &P, const CXXForRangeStmt *For) : P(P), For(For) {}

  Fragment print() {
    const VarDecl *X = For->getLoopVariable();
    const auto *Begin = cast<VarDecl>(For->getBeginStmt()->getSingleDecl());
    const auto *End = cast<VarDecl>(For->getEndStmt()->getSingleDecl());
    if (For->getInit() || isa<DecompositionDecl>(X) || !Begin->getType()->isPointerType() ||
        !hasNoDestructor(X->getType()))
      return P.unit().mark(2055, For->getBeginLoc(), {"a range-based for of this form"});
    At = freshName(P.unit(), P.version(), Names::local(X) + "_at");
    Behind = freshName(P.unit(), P.version(), Names::local(X) + "_at_end");
    Fragment Out("for (");
    Out += first(Begin, End) + "; " + At + " != " + Behind + "; ++" + At + ") ";
    return Out + body(X);
  }

private:
  /// "float *x_at = a, *x_at_end = a + 4"
  Fragment first(const VarDecl *Begin, const VarDecl *End) {
    const auto *Range = cast<VarDecl>(For->getRangeStmt()->getSingleDecl());
    std::string Declared = P.types().declare(Begin->getType().getUnqualifiedType(), At,
                                             spacesOf(P.unit(), P.version(), Begin));
    Fragment Out(Declared + " = ");
    std::string Star(llvm::StringRef(Declared).drop_back(At.size()).take_back(1) == "*" ? "*" : "");
    if (const auto *Array = dyn_cast_or_null<ConstantArrayType>(
            P.context().getAsArrayType(Range->getType().getNonReferenceType()))) {
      P.Substitutes[Range] = Range->getInit();
      Fragment Object = P.printPostfixOperand(Range->getInit());
      Out += Object;
      Out += ", " + Star + Behind + " = ";
      Out += Object + " + " + std::to_string(Array->getSize().getZExtValue());
      return Out;
    }
    // The range is named in begin() and end(): it may be evaluated twice.
    if (Range->getInit()->HasSideEffects(P.context()))
      return P.unit().mark(2055, For->getBeginLoc(), {"a range-based for over a temporary"});
    P.Substitutes[Range] = Range->getInit();
    Out += P.print(Begin->getInit());
    Out += ", " + Star + Behind + " = ";
    return Out + P.print(End->getInit());
  }

  Fragment body(const VarDecl *X) {
    DeclarationStyle Style;
    Style.Name = Names::local(X);
    Style.Space = spacesOf(P.unit(), P.version(), X);
    std::string Declared =
        P.types().declare(X->getType(), Style.Name, Style.Space, StoredIn::Value);
    Fragment Head(Declared + (X->getType()->isReferenceType() ? " = " + At : " = *" + At) + ";");
    const auto *Block = dyn_cast<CompoundStmt>(For->getBody());
    if (!Block) {
      Fragment Body = P.print(For->getBody());
      bool IsOpen = endsOpen(P, For->getBody());
      return Fragment("{ ") + Head + " " + Body + (IsOpen ? "; }" : " }");
    }
    TokenRange Range = P.unit().tokensOf(Block->getSourceRange());
    std::vector<KernelPrinter::Edit> Edits = P.printStatements(Block);
    Edits.insert(Edits.begin(), KernelPrinter::Edit{{Range.Begin + 1, Range.Begin + 1}, Head});
    return P.compose(Range, std::move(Edits));
  }

  KernelPrinter &P;
  const CXXForRangeStmt *For;
  std::string At, Behind; ///< names of ours
};

} // namespace

std::optional<Fragment> printRangeFor(KernelPrinter &P, const Stmt *S) {
  const auto *For = dyn_cast<CXXForRangeStmt>(S);
  if (!For)
    return std::nullopt;
  return RangeLoop(P, For).print();
}

} // namespace cu2cl
