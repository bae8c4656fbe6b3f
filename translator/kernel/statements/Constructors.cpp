// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constructors.
//
// Effect: a constructor is a function that returns the object, `Complex make_Complex(float re)`:
// it declares `self`, initialises the members in the order of their declaration, runs the body and
// returns `self`. A construction is a call of it. Copies of objects that C copies alike are the
// object itself. A constructor that keeps the address of its object is given the place where that
// stays, `Stack stack = make_Stack(&stack)`.

#include "kernel/statements/Constructors.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Construction.h"
#include "analysis/effects/OwnAddresses.h"
#include "catalog/Catalog.h"
#include "kernel/core/LibraryDecls.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/types/BitFieldWords.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace cu2cl {

/// "for (int i = 0; i < 4; ++i) " for each level of array type \p T, from \p First on in the
/// outermost; \p At becomes "[i]". \p T becomes the type of the elements. \p Counter: the name of
/// the outermost counter.
static std::string loopsOver(KernelPrinter &P, QualType &T, std::string &At, uint64_t First = 0,
                             const std::string &Counter = "i") {
  std::string Out;
  for (unsigned Level = 1; const auto *Array = P.context().getAsConstantArrayType(T); ++Level) {
    std::string I = Counter + (Level == 1 ? "" : std::to_string(Level));
    Out += "for (int " + I + " = " + std::to_string(Level == 1 ? First : 0) + "; " + I + " < " +
           std::to_string(Array->getSize().getZExtValue()) + "; ++" + I + ") ";
    At += "[" + I + "]";
    T = Array->getElementType();
  }
  return Out;
}

/// "for (int i = 0; i < 4; ++i) self.tile[i] = other->tile[i];"; nothing if it cannot be said.
static std::optional<Fragment> copyArray(KernelPrinter &P, const std::string &Target,
                                         const ArrayInitLoopExpr *Loop) {
  const Expr *Element = Loop->getSubExpr();
  while (const auto *Inner = dyn_cast<ArrayInitLoopExpr>(Element))
    Element = Inner->getSubExpr();
  std::string At;
  QualType T = Loop->getType();
  std::string Loops = loopsOver(P, T, At);
  const auto *C = dyn_cast<CXXConstructExpr>(Element);
  if (!C || C->getConstructor()->isTrivial())
    return Fragment(Loops + Target + At + " = ") +
           P.print(Loop->getCommonExpr()->getSourceExpr(), Precedence::Postfix) + At + ";";
  const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), C);
  if (!Callee)
    return std::nullopt;
  std::vector<std::string> Counters;
  for (llvm::StringRef Rest = At; !Rest.empty();) { // "[i][i2]"
    Counters.push_back(Rest.split(']').first.drop_front().str());
    Rest = Rest.split(']').second;
  }
  auto Counted = P.Scope.counted(std::move(Counters));
  auto Place = P.Scope.madeAt(C, "&" + Target + At);
  return Fragment(Loops + Target + At + " = ") + P.Lvalues.printConstructorCall(C, *Callee) + ";";
}

/// The elements of an array of type \p T from \p First on, each made by \p C; nothing if it
/// cannot be said.
static std::optional<Fragment> constructArray(KernelPrinter &P, const std::string &Target,
                                              QualType T, uint64_t First,
                                              const CXXConstructExpr *C) {
  if (doesNothing(C->getConstructor()) && !C->requiresZeroInitialization())
    return Fragment();
  const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), C);
  if (!Callee)
    return std::nullopt;
  std::string At;
  std::string Loops = loopsOver(P, T, At, First);
  auto Place = P.Scope.madeAt(C, "&" + Target + At);
  return Fragment(Loops + Target + At + " = ") + P.Lvalues.printConstructorCall(C, *Callee) + ";";
}

/// The value \p Init of \p Target, which is where an object is made that keeps its own address.
static Fragment printMade(KernelPrinter &P, const Expr *Init, const std::string &Target) {
  std::optional<ScopedEntry<PrintScope::Texts>> Place;
  if (const CXXConstructExpr *C = constructionIn(Init))
    Place.emplace(P.Scope.madeAt(C, "&" + Target));
  return P.printValue(Init);
}

/// Returns true if \p E, which nobody wrote, makes an object of zeros.
static bool makesZeros(const Expr *E) {
  const auto *List = dyn_cast<InitListExpr>(E->IgnoreImplicit());
  return isa<ImplicitValueInitExpr>(E) ||
         (List && llvm::all_of(List->inits(), makesZeros) &&
          (!List->hasArrayFiller() || makesZeros(List->getArrayFiller())));
}

/// "(Row)" in front of \p Init, braces of a class: C has them in declarations only.
static std::string literalType(KernelPrinter &P, const Expr *Init) {
  QualType T = Init->getType();
  bool IsList = isa<InitListExpr>(Init->IgnoreImplicit()) && T->isRecordType() && !vectorTypeOf(T);
  return IsList ? "(" + P.Locals.typeText(T.getUnqualifiedType(), Init) + ")" : "";
}

/// The zero of type \p T as a value, where \p Init is written.
static std::string zeroOf(KernelPrinter &P, QualType T, const Expr *Init) {
  if (!T->isRecordType())
    return "0";
  const catalog::VectorType *Row = vectorTypeOf(T);
  if (Row && Row->IsStruct)
    P.Found.needHelper("vector_types");
  return "(" + P.Locals.typeText(T.getUnqualifiedType(), Init) + ")" +
         (Row && !Row->IsStruct ? "(0)" : "{0}");
}

static void initialiseArray(KernelPrinter &P, const std::string &Target, const ArrayType *T,
                            const Expr *Init, std::vector<Fragment> &Out);

static void initialiseElement(KernelPrinter &P, const std::string &Element, QualType T,
                              const Expr *Init, std::vector<Fragment> &Out) {
  if (const ArrayType *Inner = P.context().getAsArrayType(T))
    initialiseArray(P, Element, Inner, Init, Out);
  else
    Out.push_back(Fragment(Element + " = ") + literalType(P, Init) + printMade(P, Init, Element) +
                  ";");
}

/// The elements from \p Given on of an array of type \p T, which nobody wrote: \p Filler makes each
/// (null: zeros).
static void fillArray(KernelPrinter &P, const std::string &Target, const ConstantArrayType *T,
                      uint64_t Given, const Expr *Filler, const Expr *Init,
                      std::vector<Fragment> &Out) {
  const uint64_t Size = T->getSize().getZExtValue();
  std::optional<Fragment> Whole;
  if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(Filler))
    Whole = constructArray(P, Target, QualType(T, 0), Given, C);
  if (Whole) {
    if (!Whole->empty())
      Out.push_back(*Whole);
  } else if (!Filler || makesZeros(Filler) || T->getElementType()->isScalarType()) {
    std::string At;
    QualType Element(T, 0);
    std::string Loops = loopsOver(P, Element, At, Given);
    Out.push_back(Loops + Target + At + " = " + zeroOf(P, Element, Init) + ";");
  } else if (Size - Given <= 64 && isa<InitListExpr>(Filler->IgnoreImplicit())) {
    for (uint64_t I = Given; I < Size; ++I)
      initialiseElement(P, Target + "[" + std::to_string(I) + "]", T->getElementType(), Filler,
                        Out);
  } else {
    Out.push_back(P.unit().mark(diag::UnsupportedArrayOfObjects, Init->getBeginLoc(),
                                {"initialize an array member with this"}) +
                  ";");
  }
}

/// "self.tile[0] = a; self.tile[1] = b;": C has no assignment of arrays.
static void initialiseArray(KernelPrinter &P, const std::string &Target, const ArrayType *T,
                            const Expr *Init, std::vector<Fragment> &Out) {
  Init = Init->IgnoreImplicit();
  const auto *Sized = dyn_cast<ConstantArrayType>(T);
  const auto *List = dyn_cast<InitListExpr>(Init);
  bool IsZero = isa<ImplicitValueInitExpr>(Init);
  std::optional<Fragment> Whole;
  if (const auto *Loop = dyn_cast<ArrayInitLoopExpr>(Init))
    Whole = copyArray(P, Target, Loop);
  else if (const auto *C = dyn_cast<CXXConstructExpr>(Init); C && Sized)
    Whole = constructArray(P, Target, QualType(T, 0), 0, C);
  if (Whole) {
    if (!Whole->empty())
      Out.push_back(*Whole);
    return;
  }
  if (!Sized || (!List && !IsZero)) {
    Out.push_back(P.unit().mark(diag::UnsupportedArrayOfObjects, Init->getBeginLoc(),
                                {"initialize an array member with this"}) +
                  ";");
    return;
  }
  uint64_t Size = Sized->getSize().getZExtValue(), Given = List ? List->getNumInits() : 0;
  for (uint64_t I = 0; I < Given; ++I)
    initialiseElement(P, Target + "[" + std::to_string(I) + "]", Sized->getElementType(),
                      List->getInit(I), Out);
  if (Given < Size)
    fillArray(P, Target, Sized, Given, List ? List->getArrayFiller() : nullptr, Init, Out);
}

std::vector<Fragment> printInitialisers(KernelPrinter &P, const CXXConstructorDecl *C) {
  std::vector<Fragment> Out;
  std::set<std::string> Started; // words of bit-fields
  for (const CXXCtorInitializer *I : C->inits()) {
    if (initialisesNothing(I))
      continue;
    const Expr *Init = I->getInit();
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
      Init = Default->getExpr();
    if (I->isDelegatingInitializer()) {
      std::optional<ScopedEntry<PrintScope::Texts>> Place;
      bool InPlace = P.plan().MadeInPlace;
      if (const CXXConstructExpr *Made = constructionIn(Init); Made && InPlace)
        Place.emplace(P.Scope.madeAt(Made, "self"));
      Out.push_back(Fragment(InPlace ? "*self = " : "self = ") + P.printValue(Init) + ";");
      continue;
    }
    if (I->isBaseInitializer()) {
      const CXXRecordDecl *Base = QualType(I->getBaseClass(), 0)->getAsCXXRecordDecl();
      bool IsList = isa<InitListExpr>(Init->IgnoreImplicit());
      if (std::string Member = baseMember(P, C->getParent(), Base); !Member.empty())
        Out.push_back(Fragment(P.Locals.selfMember() + Member + " = ") +
                      (IsList ? "(" + P.Locals.typeText(Init->getType(), Init) + ")" : "") +
                      printMade(P, Init, P.Locals.selfMember() + Member) + ";");
      continue;
    }
    const FieldDecl *F = I->getAnyMember();
    std::string Target = P.Locals.selfMember() + P.names().local(F);
    if (F->isBitField()) {
      Out.push_back(bitFieldInitialiser(P, F, Init, Started));
    } else if (F->getType()->isReferenceType()) {
      Out.push_back(Fragment(Target + " = ") +
                    P.Lvalues.printAddress(Init, Precedence::Assignment) + ";");
    } else if (const ArrayType *Array = P.context().getAsArrayType(F->getType())) {
      initialiseArray(P, Target, Array, Init, Out);
    } else if (isa<ImplicitValueInitExpr>(Init->IgnoreImplicit()) && F->getType()->isRecordType()) {
      Out.push_back(Fragment(Target + " = (" + P.Locals.typeText(F->getType(), Init) + "){0};"));
    } else if (isa<InitListExpr>(Init->IgnoreImplicit()) && F->getType()->isRecordType() &&
               !vectorTypeOf(F->getType())) {
      Out.push_back(Fragment(Target + " = (" + P.Locals.typeText(F->getType(), Init) + ")") +
                    P.printValue(Init) + ";");
    } else {
      Out.push_back(Fragment(Target + " = ") + printMade(P, Init, Target) + ";");
    }
  }
  return Out;
}

/// The loop for `__builtin_memcpy(&this->m, &other.m, n)`, which Clang writes for arrays.
static std::optional<Fragment> printArrayAssignment(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || Call->getBuiltinCallee() != Builtin::BI__builtin_memcpy)
    return std::nullopt;
  const Expr *Sides[2];
  for (unsigned I = 0; I < 2; ++I) {
    const auto *Address = dyn_cast<UnaryOperator>(Call->getArg(I)->IgnoreParenCasts());
    if (!Address)
      return std::nullopt;
    Sides[I] = Address->getSubExpr();
  }
  std::string At;
  QualType T = Sides[0]->getType();
  std::string Loops = loopsOver(P, T, At);
  return Fragment(Loops) + P.print(Sides[0], Precedence::Postfix) + At + " = " +
         P.print(Sides[1], Precedence::Postfix) + At;
}

/// The loop that Clang writes for an array of objects, with a counter of ours.
static Fragment printElementAssignment(KernelPrinter &P, const ForStmt *For, unsigned Level = 1) {
  const auto *Counter = dyn_cast<DeclStmt>(For->getInit());
  const auto *End = dyn_cast<BinaryOperator>(For->getCond());
  Expr::EvalResult Size;
  if (!Counter || !End || !End->getRHS()->EvaluateAsInt(Size, P.context()))
    return P.unit().mark(diag::UnsupportedArrayOfObjects, For->getBeginLoc(),
                         {"assign it element by element"});
  std::string I = "i" + (Level == 1 ? "" : std::to_string(Level));
  auto Named = P.Scope.named(cast<VarDecl>(Counter->getSingleDecl()), I);
  Fragment Out("for (int " + I + " = 0; " + I + " < " +
               std::to_string(Size.Val.getInt().getZExtValue()) + "; ++" + I + ") ");
  const auto *Inner = dyn_cast<ForStmt>(For->getBody());
  return Out + (Inner ? printElementAssignment(P, Inner, Level + 1) : P.print(For->getBody()));
}

Fragment printDefaultedAssignment(KernelPrinter &P, const CompoundStmt *Body) {
  Fragment Out("{");
  for (const Stmt *S : Body->body()) {
    Out += "\n  ";
    if (std::optional<Fragment> Loop = printArrayAssignment(P, S))
      Out += *Loop;
    else if (const auto *For = dyn_cast<ForStmt>(S))
      Out += printElementAssignment(P, For);
    else if (const auto *R = dyn_cast<ReturnStmt>(S))
      Out += Fragment("return ") + P.Lvalues.printAddress(R->getRetValue(), Precedence::Assignment);
    else
      Out += P.print(S);
    Out += ";";
  }
  return Out + "\n}";
}

Fragment printArrayConstruction(KernelPrinter &P, const VarDecl *V) {
  QualType T = V->getType();
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(V->getInit());
  if (!P.context().getAsConstantArrayType(T) || !C || doesNothing(C->getConstructor()))
    return {};
  const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), C);
  if (!Callee)
    return P.unit().mark(diag::UnsupportedArrayOfObjects, V->getLocation(),
                         {"construct " + V->getNameAsString()}) +
           ";";
  std::string Name = P.Locals.nameOf(V), At;
  std::string Loops = loopsOver(P, T, At, 0, uniqueName(P.unit(), P.version(), Name + "_i"));
  auto Place = P.Scope.madeAt(C, "&" + Name + At);
  return Fragment(Loops + Name + At + " = ") + P.Lvalues.printConstructorCall(C, *Callee) + ";";
}

/// Returns where list \p List has its element \p Element: "[1]", ".left"; empty if that is not
/// known.
static std::string placeInList(KernelPrinter &P, const InitListExpr *List, const Stmt *Element) {
  const auto *At = llvm::find(List->inits(), Element);
  if (At == List->inits().end())
    return "";
  unsigned Index = At - List->inits().begin();
  if (List->getType()->isArrayType())
    return "[" + std::to_string(Index) + "]";
  const auto *R = dyn_cast_or_null<CXXRecordDecl>(List->getType()->getAsRecordDecl());
  if (!R || R->getNumBases() != 0 || R->isUnion())
    return "";
  return "." + P.names().local(*std::next(R->field_begin(), Index));
}

/// The address of the variable, or of the part of one, that \p C, without the copies that C++
/// leaves out, is the value of; empty if there is none.
static Fragment variableMadeBy(KernelPrinter &P, const CXXConstructExpr *C) {
  std::string Path;
  const Stmt *Whole = C;
  for (const Stmt *S = C; S; S = P.plan().Body.parent(S)) {
    const auto *Init = dyn_cast<Expr>(S);
    if (!Init || (Whole == C && constructionIn(Init) != C))
      return {};
    if (const VarDecl *V = P.plan().Body.initialised(S)) {
      QualType T = P.context().getBaseElementType(V->getType());
      if (T->isReferenceType())
        return {};
      std::string Cast = T.isConstQualified()
                             ? "(" + P.Locals.typeText(C->getType().getUnqualifiedType(), C) + " *)"
                             : "";
      return Fragment(Cast + "&" + P.Locals.nameOf(V) + Path);
    }
    if (const auto *List = dyn_cast_or_null<InitListExpr>(P.plan().Body.parent(S))) {
      std::string Step = placeInList(P, List, S);
      if (Step.empty())
        return {};
      Path = Step + Path;
      Whole = List;
    }
  }
  return {};
}

/// T(a) as a value.
std::optional<Fragment> printConstructor(KernelPrinter &P, const Stmt *S) {
  const auto *C = dyn_cast<CXXConstructExpr>(S);
  if (!C || vectorTypeOf(C->getType()))
    return std::nullopt;
  const CXXConstructorDecl *D = C->getConstructor();
  std::optional<ScopedEntry<PrintScope::Texts>> Place;
  if (Fragment Variable = variableMadeBy(P, C); !Variable.empty())
    Place.emplace(P.Scope.madeAt(C, std::move(Variable)));
  if (D->isCopyOrMoveConstructor() && C->getNumArgs() >= 1 && (D->isTrivial() || C->isElidable()))
    return P.print(C->getArg(0));
  if (const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), C);
      Callee && !(doesNothing(D) && !C->requiresZeroInitialization()))
    return P.Lvalues.printConstructorCall(C, *Callee);
  if (D->isDefaultConstructor() && doesNothing(D))
    return Fragment("(" + P.Locals.typeText(C->getType(), C) + "){0}");
  if (isOfDeviceLibrary(D) && !D->isDefaulted())
    return Fragment(
        P.unit().mark(deviceDiagnosticOf(P.unit().Side, D, diag::UnsupportedSpecialMember),
                      C->getBeginLoc(), {D->getQualifiedNameAsString()}));
  return Fragment(P.unit().mark(
      diag::UnsupportedSpecialMember, C->getBeginLoc(),
      {D->getParent()->getNameAsString() + "::" + D->getNameAsString(),
       D->isDefaulted() ? "it is defaulted, and members or bases have constructors of their own"
                        : "its body is not visible"}));
}

} // namespace cu2cl
