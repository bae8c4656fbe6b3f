// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// for (auto &x : range).
//
// Precondition: nothing in its head has a destructor with an effect.
// Effect: a loop over a pointer or an iterator, `x_at`, with the variable declared at the top of
// the body. Before it is what its head declares, and a variable, `x_in`, for what is made for the
// loop alone or for the address of a range that is evaluated once: begin() and end() both name it.

#include "analysis/effects/MemoryEffects.h"
#include "frontend/InvisibleReferences.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/Rules.h"
#include "kernel/core/UniqueName.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Statements.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

class RangeLoop {
public:
  RangeLoop(KernelPrinter &P, const CXXForRangeStmt *For)
      : P(P), For(For), X(For->getLoopVariable()),
        Range(cast<VarDecl>(For->getRangeStmt()->getSingleDecl())),
        Begin(cast<VarDecl>(For->getBeginStmt()->getSingleDecl())),
        End(cast<VarDecl>(For->getEndStmt()->getSingleDecl())) {}

  Fragment print() {
    if (!hasNoDestructor(X->getType()) || !hasNoDestructor(Begin->getType()) ||
        (isMade() && !hasNoDestructor(Range->getInit()->getType())) || declaresDestroyed() ||
        !P.context().hasSameUnqualifiedType(Begin->getType(), End->getType()))
      return P.unit().mark(diag::UnsupportedRangeFor, For->getBeginLoc(),
                           {"its objects have destructors, or begin() and end() differ in type"});
    std::string Name = P.Locals.nameOf(X);
    At = uniqueName(P.unit(), P.version(), Name + "_at");
    Behind = uniqueName(P.unit(), P.version(), Name + "_at_end");
    Fragment Before = initial() + made(Name);
    auto First = P.Scope.named(Begin, At);
    auto Last = P.Scope.named(End, Behind);
    Fragment Out = Fragment("for (") + first() + "; ";
    if (Begin->getType()->isPointerType())
      Out += At + " != " + Behind + "; ++" + At + ") ";
    else
      Out += P.print(For->getCond()) + "; " + P.print(For->getInc()) + ") ";
    Out += body(Before.empty() ? Fragment() : Fragment(" }"));
    return Before.empty() ? Out : Fragment("{ ") + Before + Out;
  }

private:
  /// The elements of `for (int x : {a, b})`, null if the range is something else.
  const InitListExpr *elements() const {
    const auto *List = dyn_cast<CXXStdInitializerListExpr>(Range->getInit()->IgnoreImplicit());
    return List ? dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit()) : nullptr;
  }

  /// True if the range is a value, which no variable holds yet: `for (int x : rows(p, n))`.
  bool isMade() const {
    return !Range->getInit()->isGLValue() || Range->getInit()->IgnoreImplicit()->isPRValue();
  }

  /// Returns true if the statement in front of the range declares an object whose end has an
  /// effect.
  bool declaresDestroyed() const {
    const auto *Declared = dyn_cast_or_null<DeclStmt>(For->getInit());
    return Declared && llvm::any_of(Declared->decls(), [](const Decl *D) {
             const auto *V = dyn_cast<VarDecl>(D);
             return V && !hasNoDestructor(V->getType());
           });
  }

  /// The statement in front of the range: `for (int n = first(); int x : rows(n))`.
  Fragment initial() const {
    const Stmt *Init = For->getInit();
    return !Init || isa<NullStmt>(Init) ? Fragment() : withSemicolon(Init, P.print(Init)) + " ";
  }

  /// The range where it is no object of its own: "View x_in = rows(p, n);", "int (*x_in)[4] =
  /// &rows[n++];".
  Fragment made(const std::string &Name) {
    const Expr *Init = Range->getInit()->IgnoreImplicit();
    if (const InitListExpr *List = elements()) {
      In = uniqueName(P.unit(), P.version(), Name + "_in");
      return Fragment(P.Locals.types().declare(List->getType(), In,
                                               spacesOf(P.unit(), P.version(), List)) +
                      " = ") +
             P.print(List) + "; ";
    }
    if (isMade()) {
      In = uniqueName(P.unit(), P.version(), Name + "_in");
      RangeName.emplace(P.Scope.named(Range, In));
      return Fragment(P.Locals.types().declare(Init->getType().getUnqualifiedType(), In,
                                               spacesOf(P.unit(), P.version(), Init)) +
                      " = ") +
             P.printValue(Init) + "; ";
    }
    RangeItself.emplace(P.Scope.substituted(Range, Range->getInit()));
    if (isRepeatable(Init))
      return {};
    In = uniqueName(P.unit(), P.version(), Name + "_in");
    Fragment Out(
        P.Locals.types().declare(Range->getType(), In, spacesOf(P.unit(), P.version(), Range)) +
        " = ");
    Out += P.Lvalues.printAddress(Range->getInit(), Precedence::Assignment) + "; ";
    RangePlace.emplace(P.Scope.addressStandsFor(Range->getInit(), Fragment(In)));
    return Out;
  }

  /// "float *x_at = a, *x_at_end = a + 4"
  Fragment first() {
    QualType T = Begin->getType().getUnqualifiedType();
    PointeeSpaces Spaces = spacesOf(P.unit(), P.version(), Begin);
    std::string Declared = P.Locals.types().declare(T, At, Spaces);
    // Of the second only what is not said yet.
    std::string Second = P.Locals.types().declare(T, Behind, Spaces);
    Second = Second.substr(std::min(Declared.find_first_of("*("), Declared.find(At)));
    Fragment Out(Declared + " = ");
    if (const InitListExpr *List = elements())
      return Out + In + ", " + Second + " = " + In + " + " + std::to_string(List->getNumInits());
    if (const auto *Array = dyn_cast_or_null<ConstantArrayType>(
            P.context().getAsArrayType(Range->getType().getNonReferenceType()))) {
      Fragment Object = P.print(Range->getInit(), Precedence::Postfix);
      Out += Object;
      Out += ", " + Second + " = ";
      Out += Object + " + " + std::to_string(Array->getSize().getZExtValue());
      return Out;
    }
    Out += P.print(Begin->getInit());
    Out += ", " + Second + " = ";
    return Out + P.print(End->getInit());
  }

  /// The loop's body, \p Close after it.
  Fragment body(const Fragment &Close) {
    std::string Declared = P.Locals.types().declare(
        X->getType(), P.Locals.nameOf(X), spacesOf(P.unit(), P.version(), X), StoredIn::Value);
    Fragment Head = Fragment(Declared + " = ") +
                    (X->getType()->isReferenceType()
                         ? P.Lvalues.printAddress(X->getInit(), Precedence::Assignment)
                         : P.printValue(X->getInit())) +
                    ";";
    return printBlockWith(P, For->getBody(), Head, {}, Close);
  }

  KernelPrinter &P;
  const CXXForRangeStmt *For;
  const VarDecl *X, *Range, *Begin, *End;
  std::string At, Behind, In; ///< names of ours
  std::optional<ScopedEntry<PrintScope::VariableNames>> RangeName;
  std::optional<ScopedEntry<PrintScope::Substitutions>> RangeItself;
  std::optional<ScopedEntry<PrintScope::Texts>> RangePlace;
};

} // namespace

std::optional<Fragment> printRangeFor(KernelPrinter &P, const Stmt *S) {
  const auto *For = dyn_cast<CXXForRangeStmt>(S);
  if (!For)
    return std::nullopt;
  return RangeLoop(P, For).print();
}

} // namespace cu2cl
