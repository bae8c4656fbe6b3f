// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints the replacement of inline assembly.
//
// Precondition: the frontend has put calls of device functions in the place of an asm statement
// (frontend/InlineAssembly.h).
// Effect: one instruction is a statement: "n = popcount(x)". Several are a block, with a variable
// for each register that the assembly declares.

#include "frontend/InlineAssembly.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Rebuilt.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace cu2cl {
namespace {

Fragment printVariable(KernelPrinter &P, const VarDecl *V) {
  Fragment Out(P.Locals.types().declare(V->getType(), P.Locals.nameOf(V),
                                        spacesOf(P.unit(), P.version(), V)));
  if (V->getInit())
    Out += Fragment(" = ") + P.printValue(V->getInit());
  return Out;
}

/// The blanks that the line of \p Loc begins with.
std::string indentation(SourceLocation Loc, const SourceManager &Sources) {
  auto [File, Offset] = Sources.getDecomposedLoc(Sources.getExpansionLoc(Loc));
  llvm::StringRef Line = Sources.getBufferData(File).take_front(Offset).rsplit('\n').second;
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
}

/// One statement a line. Assembly without instructions keeps a compiler from moving code: nothing
/// is left, but for the semicolon where a statement must be.
Fragment printBlock(KernelPrinter &P, const CompoundStmt *Block) {
  if (isa<NullStmt>(Block->body_front()))
    return isa_and_nonnull<CompoundStmt>(P.plan().Body.parent(Block)) ? Fragment().closed()
                                                                      : Fragment();
  std::string Outer = "\n" + indentation(Block->getBeginLoc(), P.unit().Side.sources());
  Fragment Out("{");
  for (const Stmt *Part : Block->body())
    Out += Fragment(Outer + "  ") + P.print(Part) + (isa<IfStmt>(Part) ? "" : ";");
  return (Out + Outer + "}").closed();
}

/// An instruction under a predicate, on one line.
Fragment printGuarded(KernelPrinter &P, const IfStmt *If) {
  Fragment Out = Fragment("if (") + P.print(If->getCond()) + ") {";
  for (const Stmt *Part : cast<CompoundStmt>(If->getThen())->body())
    Out += Fragment(" ") + P.print(Part) + ";";
  return Out + " }";
}

Fragment printReal(const FloatingLiteral *Number, const ASTContext &Context) {
  llvm::SmallString<32> Digits;
  Number->getValue().toString(Digits);
  if (!Digits.str().contains('.') && !Digits.str().contains('E'))
    Digits += ".0";
  bool IsFloat = Context.hasSameType(Number->getType(), Context.FloatTy);
  return Fragment(Digits.str().str() + (IsFloat ? "f" : ""));
}

} // namespace

std::optional<Fragment> printAssembly(KernelPrinter &P, const Stmt *S) {
  const auto *Operator = dyn_cast<BinaryOperator>(S);
  const auto *Assignment = dyn_cast<CXXOperatorCallExpr>(S);
  SourceLocation Loc = Operator     ? Operator->getOperatorLoc()
                       : Assignment ? Assignment->getOperatorLoc()
                                    : S->getBeginLoc();
  if (!isAtAssembly(Loc, P.unit().Side.sources()))
    return std::nullopt;
  if (Operator)
    return rebuild(P, Operator);
  if (Assignment) // of vectors
    return P.print(Assignment->getArg(0), Precedence::Unary) + " = " +
           P.print(Assignment->getArg(1), Precedence::Assignment);
  if (const auto *Statement = dyn_cast<ParenExpr>(S))
    return Fragment::place(P.unit().tokensOf(S->getSourceRange()).Begin) +
           P.print(Statement->getSubExpr());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return printBlock(P, Block);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return printGuarded(P, If);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return printVariable(P, cast<VarDecl>(Declaration->getSingleDecl()));
  if (const auto *Address = dyn_cast<UnaryOperator>(S))
    return rebuild(P, Address);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Fragment(P.Locals.nameOf(Ref->getDecl()));
  if (const auto *Number = dyn_cast<IntegerLiteral>(S))
    return Fragment(integerLiteral(
        P.context(), llvm::APSInt(Number->getValue(), Number->getType()->isUnsignedIntegerType()),
        Number->getType()));
  return printReal(cast<FloatingLiteral>(S), P.context());
}

} // namespace cu2cl
