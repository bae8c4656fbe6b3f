// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/KernelPrinter.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/LibraryCode.h"
#include "kernel/core/BaseClasses.h"
#include "kernel/core/BitFieldLayout.h"
#include "kernel/core/Closures.h"
#include "kernel/core/EnumValues.h"
#include "kernel/core/Literals.h"
#include "kernel/core/Marks.h"
#include "kernel/core/Operands.h"
#include "kernel/core/ParameterPassing.h"
#include "kernel/core/PredicatedBlocks.h"
#include "kernel/core/Rebuilt.h"
#include "kernel/core/RuleTable.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

PrinterPart::PrinterPart(KernelPrinter &P) : P(P), Unit(P.Unit), Version(P.Version), Plan(P.Plan) {}

Fragment KernelPrinter::print(const Stmt *S) {
  Fragment Text = printBare(S);
  return Text.binds() ? Text.operand(placePrecedence(Plan.Body, S)) : Text;
}

Fragment KernelPrinter::print(const Expr *E, Precedence Least) {
  return printWithPrecedence(E).operand(Least);
}

Fragment KernelPrinter::printWithPrecedence(const Expr *E) {
  Fragment Text = printBare(E);
  return Text.binds() ? Text : Text.binding(writtenPrecedence(E));
}

Fragment KernelPrinter::printBare(const Stmt *S) {
  if (const Fragment *Value = Scope.valueFor(S))
    return *Value;
  if (const Fragment *Address = Scope.addressFor(S))
    return Fragment::dereference(*Address);
  for (const KernelRule &Rule : Unit.Rules.of(S->getStmtClass()))
    if (std::optional<Fragment> Text = Rule.Apply(*this, S)) {
      const auto *C = dyn_cast<CastExpr>(S);
      if (Counted.insert({Rule.Stem, S}).second)
        Found.fired(Rule.Stem, C ? C->getCastKindName() : S->getStmtClassName(), S->getBeginLoc());
      return withOriginal(Unit, S, std::move(*Text));
    }
  return printChildren(S);
}

Fragment KernelPrinter::printInside(PrintLayer Layer, const Stmt *S) {
  Scope.enter(Layer, S);
  Fragment Text = printBare(S);
  Scope.leave(Layer, S);
  return Text;
}

Fragment KernelPrinter::compose(TokenRange Range, std::vector<Edit> Edits) const {
  llvm::stable_sort(Edits, [](const Edit &A, const Edit &B) {
    return std::make_pair(A.Range.Begin, A.Range.End) < std::make_pair(B.Range.Begin, B.Range.End);
  });
  Fragment Out;
  unsigned At = Range.Begin;
  for (const Edit &E : Edits) {
    Out.appendTokens(At, E.Range.Begin);
    // Tokens from elsewhere do not bring what was in front of them there.
    if (!E.Text.empty() && E.Text.pieces().front().isTokens() &&
        E.Text.pieces().front().Begin != E.Range.Begin)
      Out += Fragment::place(E.Range.Begin);
    Out += E.Text.placedAt(E.Range.Begin);
    At = E.Range.End;
  }
  Out.appendTokens(At, Range.End);
  return Out;
}

bool KernelPrinter::dropsSemicolon(const Stmt *S, const Edit &E) const {
  return E.Text.isClosed() && Unit.tokenKind(E.Range.End) == tok::semi && hasSemicolon(S);
}

Fragment KernelPrinter::printChildren(const Stmt *S) {
  TokenRange Range = Unit.tokensOf(S->getSourceRange());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return compose(Range, printStatements(Block));
  std::vector<Edit> Edits;
  for (const Stmt *C : S->children()) {
    if (!C)
      continue;
    TokenRange R = Unit.tokensOf(C->getSourceRange());
    if (R.empty())
      continue;
    // An implicit node around its only operand.
    if (R == Range && std::next(S->child_begin()) == S->child_end())
      return isa<UnaryOperator>(S) ? rebuild(*this, S) : printBare(C);
    if (!Range.contains(R))
      return rebuild(*this, S);
    TokenRange Place = Unit.Folds.placeOf(R, Range);
    Edits.push_back({Place, Place == R ? print(C) : printFolded(*this, C)});
    // "if (c) return x; else": the ';' goes with the statement.
    if (Place.End < Range.End && dropsSemicolon(C, Edits.back()))
      ++Edits.back().Range.End;
  }
  llvm::stable_sort(Edits,
                    [](const Edit &A, const Edit &B) { return A.Range.Begin < B.Range.Begin; });
  for (size_t I = 1; I < Edits.size(); ++I)
    if (Edits[I].Range.Begin < Edits[I - 1].Range.End)
      return rebuild(*this, S);
  // An expanded pack or fold.
  unsigned At = Range.Begin;
  for (const Edit &E : Edits) {
    for (; At < E.Range.Begin; ++At)
      if (Unit.tokenKind(At) == tok::ellipsis)
        return rebuild(*this, S);
    At = E.Range.End;
  }
  return compose(Range, std::move(Edits));
}

std::string
LocalNames::hoistedVariable(const Stmt *S, llvm::StringRef Base,
                            llvm::function_ref<std::string(const std::string &)> Declare) {
  auto [It, New] = HoistedNames.try_emplace({S, Base.str()});
  if (New) {
    std::string Name = Base.str();
    if (HoistedNames.size() > 1)
      Name += "_" + std::to_string(HoistedNames.size());
    It->second = uniqueName(Unit, Version, Name);
    P.Found.hoist(Declare(It->second) + ";");
  }
  return It->second;
}

QualType KernelPrinter::printedType(const Expr *E) {
  const Expr *V = withoutImplicit(E)->IgnoreParens();
  V = withoutImplicit(V);
  // What C++ calls bool or char is an int in C.
  if (const auto *B = dyn_cast<BinaryOperator>(V); B && (B->isComparisonOp() || B->isLogicalOp()))
    return context().IntTy;
  if (const auto *U = dyn_cast<UnaryOperator>(V); U && U->getOpcode() == UO_LNot)
    return context().IntTy;
  if (isa<CharacterLiteral, CXXBoolLiteralExpr>(V))
    return context().IntTy;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(V))
    if (const auto *D = dyn_cast<EnumConstantDecl>(Ref->getDecl()))
      return enumeratorTypeInC(context(), D);
  if (const auto *M = dyn_cast<MemberExpr>(V))
    if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()); F && F->isBitField())
      return bitFieldType(context(), F);
  return V->getType();
}

/// A conversion that drops or adds nothing but the C++ type: the text has exactly type \p T.
static bool sameInOpenCl(const ASTContext &Context, QualType A, QualType B) {
  A = A.getCanonicalType().getUnqualifiedType();
  B = B.getCanonicalType().getUnqualifiedType();
  if (A == B)
    return true;
  auto Merge = [&](QualType T) -> QualType {
    if (Context.hasSameType(T, Context.LongLongTy))
      return Context.LongTy;
    if (Context.hasSameType(T, Context.UnsignedLongLongTy))
      return Context.UnsignedLongTy;
    if (Context.hasSameType(T, Context.SignedCharTy))
      return Context.CharTy;
    return T;
  };
  return Merge(A) == Merge(B);
}

Fragment KernelPrinter::printTyped(const Expr *E, QualType T) {
  T = T.getNonReferenceType();
  // What is under a predicate is no constant.
  if (Plan.Barriers.GuardedValues.contains(E) || Plan.Barriers.VoteArguments.contains(E))
    return print(E);
  if (!T->isArithmeticType() && !T->isEnumeralType())
    return printValue(E);
  if (std::optional<std::string> Literal = literalOfType(*this, E, T))
    return *Literal;
  // Float to integer keeps CUDA's result by its own conversion, which has the right type.
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_FloatingToIntegral)
    return printValue(E);
  if (sameInOpenCl(context(), printedType(E), T))
    return printValue(E);
  return (Fragment("(" + Locals.typeText(T, E) + ")") + print(E, Precedence::Unary))
      .binding(Precedence::Cast);
}

TypeText LocalNames::types() {
  TypeText Types(Unit, [this](const Decl *D, const RecordClone *R) { P.Found.need(D, R); });
  Types.onExtension([this](llvm::StringRef Name) { P.Found.needExtension(Name); });
  Types.onHelper([this](llvm::StringRef Stem) { P.Found.needHelper(Stem); });
  if (Version.Function)
    Types.usedAt(Version.Function->getLocation());
  else if (Plan.Record)
    Types.usedAt(Plan.Record->getLocation());
  if (Plan.Record)
    Types.inside(Plan.Record,
                 [this](const Decl *D, const RecordClone *R) { P.Found.Pointed.insert({D, R}); });
  return Types;
}

std::string LocalNames::typeText(QualType T, const Expr *E) {
  return types().declare(
      T, "", E ? spacesOf(Unit, Version, E) : [](unsigned) { return AddressSpace::Private; });
}

const Appended *LocalNames::appendedFor(const VarDecl *D) const {
  if (!Version.Function)
    return nullptr;
  D = D->getCanonicalDecl();
  for (const Appended &A : Unit.appended(Version))
    if ((A.Variable && A.Variable->getCanonicalDecl() == D) ||
        (A.K == Appended::DynamicShared && deviceStorage(D) == DeviceStorage::DynamicShared))
      return &A;
  return nullptr;
}

std::string LocalNames::appendedName(Appended::Kind K) const {
  for (const Appended &A : Unit.appended(P.place()))
    if (A.K == K)
      return A.Name;
  return Appended::nameOf(K);
}

std::string LocalNames::printTakesPart(const CallExpr *Call) const {
  if (!Plan.Walk)
    return "true";
  auto It = Plan.Walk->Calls.find(Call);
  return It == Plan.Walk->Calls.end() ? "true" : Plan.Barriers.Predicates[It->second];
}

std::string LocalNames::nameOf(const ValueDecl *D) {
  if (const std::string *Name = P.Scope.nameFor(D))
    return *Name;
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (const Appended *A = appendedFor(V);
        A && A->Variable->getCanonicalDecl() == V->getCanonicalDecl())
      return A->Name;
    if (V->hasGlobalStorage() && !V->isStaticLocal() && deviceStorage(V) == DeviceStorage::None)
      return P.names().global(V);
  }
  if (isa<EnumConstantDecl>(D))
    return P.names().global(D);
  if (const auto *Group = dyn_cast<DecompositionDecl>(D)) {
    std::string Name;
    for (const BindingDecl *B : Group->bindings())
      Name += (Name.empty() ? "" : "_") + B->getName().str();
    return Name;
  }
  return Unit.TheNames.local(D);
}

bool LocalNames::isPointerInOutput(const ValueDecl *D) {
  if (P.Scope.isNamed(D))
    return false;
  if (D->getType()->isReferenceType()) {
    if (pointedFunction(D->getType()))
      return false; // a number
    const auto *P = dyn_cast<ParmVarDecl>(D);
    return !P || !isPassedByValue(Unit, Version, P);
  }
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || V->getType()->isArrayType())
    return false;
  const Appended *A = appendedFor(V);
  if (!A || A->K == Appended::DynamicShared || A->K == Appended::Texture)
    return false;
  // A shared variable of a kernel's own is declared there, not handed in.
  return !(A->K == Appended::StaticShared && Version.Function->hasAttr<CUDAGlobalAttr>());
}

bool LocalNames::selfIsObject() const {
  return isa_and_nonnull<CXXConstructorDecl>(Version.Function) && !Plan.MadeInPlace;
}

/// In a lambda `this` is that of the method around it.
Fragment LocalNames::printThis(const CXXThisExpr *) const {
  if (!Self.empty())
    return Self;
  if (const FieldDecl *F = captureField(Version.Function, nullptr))
    return F->getType()->isPointerType()
               ? Fragment("self->" + Unit.TheNames.local(F))
               : Fragment("&self->" + Unit.TheNames.local(F)).binding(Precedence::Unary);
  return selfIsObject() ? Fragment("&self").binding(Precedence::Unary) : Fragment("self");
}

Fragment LocalNames::printThisMember(const CXXThisExpr *) const {
  if (!SelfMember.empty())
    return SelfMember;
  if (const FieldDecl *F = captureField(Version.Function, nullptr))
    return Fragment("self->" + Unit.TheNames.local(F) +
                    (F->getType()->isPointerType() ? "->" : "."));
  return Fragment(selfMember());
}

bool LocalNames::isReferenceField(const Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(E);
  return M && isa<FieldDecl>(M->getMemberDecl()) &&
         M->getMemberDecl()->getType()->isReferenceType() &&
         !pointedFunction(M->getMemberDecl()->getType());
}

/// True if \p E is a part of its object: a base of it.
static bool isBaseOfObject(const Expr *E) {
  for (E = E->IgnoreParens();; E = cast<ImplicitCastExpr>(E)->getSubExpr()->IgnoreParens()) {
    if (asDerivedToBase(E))
      return true;
    if (!isa<ImplicitCastExpr>(E))
      return false;
  }
}

bool AddressPrinter::isLoweredToPointer(const Expr *E, std::string *Pointer) {
  if (isBaseOfObject(E))
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(withoutImplicit(E->IgnoreParens())->IgnoreParens());
  if (!Ref)
    return false;
  if (const Expr *Other = P.Scope.substituteOf(Ref->getDecl()))
    return isLoweredToPointer(Other, Pointer);
  if (const FieldDecl *F = Ref->refersToEnclosingVariableOrCapture()
                               ? captureField(Version.Function, Ref->getDecl())
                               : nullptr) {
    if (!F->getType()->isReferenceType() || pointedFunction(F->getType()))
      return false;
    if (Pointer)
      *Pointer = "self->" + Unit.TheNames.local(F);
    return true;
  }
  if (!P.Locals.isPointerInOutput(Ref->getDecl()))
    return false;
  if (Pointer)
    *Pointer = P.Locals.nameOf(Ref->getDecl());
  return true;
}

} // namespace cu2cl
