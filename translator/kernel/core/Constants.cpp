// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compile-time values. In C++ a const int is a constant expression, in C it is not: such variables
// become enumerators, and what C cannot evaluate becomes its value.

#include "kernel/core/Constants.h"
#include "analysis/reach/ProgramData.h"
#include "catalog/Catalog.h"
#include "kernel/core/BaseClasses.h"
#include "kernel/core/BitFieldLayout.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

ConstantForm constantForm(const VarDecl *D) {
  if (!D->hasGlobalStorage() || deviceStorage(D) != DeviceStorage::None ||
      !(D->getType().isConstQualified() || D->isConstexpr() || D->getType()->isArrayType() ||
        D->hasAttr<CUDAConstantAttr>() || isProgramData(D)))
    return ConstantForm::None;
  const VarDecl *Definition = nullptr;
  if (!D->getAnyInitializer(Definition))
    return ConstantForm::None;
  QualType T = D->getType().getCanonicalType().getUnqualifiedType();
  ASTContext &Context = D->getASTContext();
  if (T->isIntegerType() && !T->isEnumeralType() && Context.getTypeSize(T) <= 32 &&
      !T->isSpecificBuiltinType(BuiltinType::UInt))
    return ConstantForm::Enumerator;
  return ConstantForm::Variable;
}

/// True if C evaluates \p E as an integer constant expression to the same value.
static bool isConstantInC(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return isConstantInC(C->getSubExpr());
  if (const auto *C = dyn_cast<ConstantExpr>(E))
    return isConstantInC(C->getSubExpr());
  if (isa<IntegerLiteral, CharacterLiteral, SubstNonTypeTemplateParmExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (isa<EnumConstantDecl>(Ref->getDecl()))
      return true;
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && constantForm(V) == ConstantForm::Enumerator;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && !B->isCommaOp() && isConstantInC(B->getLHS()) &&
           isConstantInC(B->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return isConstantInC(U->getSubExpr());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return isConstantInC(C->getCond()) && isConstantInC(C->getTrueExpr()) &&
           isConstantInC(C->getFalseExpr());
  if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
    return C->getType()->isIntegerType() && C->getSubExpr()->getType()->isIntegerType() &&
           isConstantInC(C->getSubExpr());
  if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return S->getKind() == UETT_SizeOf;
  return false;
}

bool isKeptExpression(const Expr *Init, QualType T) {
  bool IsWritten =
      Init->getBeginLoc().isMacroID() || !isa<IntegerLiteral>(Init->IgnoreParenImpCasts());
  return IsWritten && !T->isBooleanType() && !T->isEnumeralType() && isConstantInC(Init);
}

/// Returns true if \p E is \p Value before it is converted to the type that it has in the end:
/// `const unsigned char all = ~0;` is 255, and an enumerator of C has no such type.
static bool isUnconverted(const ASTContext &Context, const Expr *E, const llvm::APSInt &Value) {
  for (;; E = cast<CastExpr>(E)->getSubExpr()) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr()->IgnoreParens();
    const auto *C = dyn_cast<ImplicitCastExpr>(E);
    if (!C || (C->getCastKind() != CK_IntegralCast && C->getCastKind() != CK_IntegralToBoolean &&
               C->getCastKind() != CK_NoOp))
      break;
  }
  std::optional<llvm::APSInt> Own = E->getIntegerConstantExpr(Context);
  return !Own || llvm::APSInt::isSameValue(*Own, Value);
}

Fragment printConstant(KernelPrinter &P, const Expr *E, const llvm::APInt &Value) {
  bool IsSigned = E->getType()->isSignedIntegerOrEnumerationType();
  if (isConstantInC(E) && isUnconverted(P.context(), E, llvm::APSInt(Value, !IsSigned)))
    return P.print(E);
  llvm::SmallString<20> Text;
  Value.toString(Text, 10, IsSigned);
  return Fragment(Text.str());
}

std::string runtimeEnumerator(const EnumConstantDecl *E) {
  std::string Value = llvm::toString(E->getInitVal(), 10);
  return (E->getInitVal().isNegative() ? "(" + Value + ")" : Value) + " /* " +
         E->getNameAsString() + " */";
}

std::string integerLiteral(const ASTContext &Context, const llvm::APSInt &Value, QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  std::string Text = llvm::toString(Value, 10);
  unsigned Bits = Context.getTypeSize(T);
  // -2147483648 is not an int literal with a sign in front.
  if (Value.isSigned() && Value.isMinSignedValue() && Bits >= 32)
    return Bits == 32 ? "(-2147483647 - 1)" : "(-9223372036854775807L - 1)";
  if (T->isUnsignedIntegerType() && Bits >= 32)
    Text += Bits == 64 ? "UL" : "u";
  else if (Bits == 64)
    Text += "L";
  else if (Bits < 32 && !T->isBooleanType())
    Text = "(" +
           std::string(Bits == 8 ? (T->isUnsignedIntegerType() ? "uchar" : "char")
                                 : (T->isUnsignedIntegerType() ? "ushort" : "short")) +
           ")" + Text;
  return Text;
}

std::string floatingLiteral(const llvm::APFloat &Value, bool IsDouble) {
  if (Value.isNaN())
    return IsDouble ? "((double)NAN)" : "NAN";
  if (Value.isInfinity())
    return std::string("(") + (Value.isNegative() ? "-" : "") +
           (IsDouble ? "(double)INFINITY)" : "INFINITY)");
  llvm::SmallString<40> Text;
  Value.toString(Text, /*FormatPrecision=*/0, /*FormatMaxPadding=*/6);
  std::string Out = Text.str().str();
  if (Out.find_first_of(".eE") == std::string::npos)
    Out += ".0";
  return IsDouble ? Out : Out + "f";
}

/// The values of the bases and members of an object.
static std::optional<std::string> objectValue(KernelPrinter &P, const APValue &Value,
                                              const CXXRecordDecl *R) {
  std::vector<std::string> Parts;
  unsigned Index = 0;
  for (const CXXBaseSpecifier &B : R->bases()) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    const APValue &Part = Value.getStructBase(Index++);
    if (!Base || baseMember(P, R, Base).empty())
      continue;
    std::optional<std::string> Text = constantValue(P, Part, B.getType());
    if (!Text)
      return std::nullopt;
    Parts.push_back(*Text);
  }
  for (const FieldDecl *F : R->fields()) {
    std::optional<std::string> Text =
        F->isAnonymousStructOrUnion() || F->getType()->isReferenceType()
            ? std::nullopt
            : constantValue(P, Value.getStructField(F->getFieldIndex()), F->getType());
    if (!Text)
      return std::nullopt;
    Parts.push_back(*Text);
  }
  return "{" + (Parts.empty() ? "0" : llvm::join(Parts, ", ")) + "}";
}

static std::optional<std::string> vectorOf(KernelPrinter &P, const APValue &Value, QualType T,
                                           const catalog::VectorType &Row) {
  if (Row.IsStruct || !Value.isStruct())
    return std::nullopt;
  std::string Out;
  for (const FieldDecl *F : T->getAsRecordDecl()->fields()) {
    std::optional<std::string> Text =
        constantValue(P, Value.getStructField(F->getFieldIndex()), F->getType());
    if (!Text)
      return std::nullopt;
    Out += (Out.empty() ? "" : ", ") + *Text;
  }
  return "(" + P.Locals.typeText(T, nullptr) + ")(" + Out + ")";
}

static std::optional<std::string> arrayValue(KernelPrinter &P, const APValue &Value, QualType T) {
  QualType Element = P.context().getAsArrayType(T)->getElementType();
  std::string Out;
  for (unsigned I = 0; I < Value.getArraySize(); ++I) {
    const APValue &One = I < Value.getArrayInitializedElts() ? Value.getArrayInitializedElt(I)
                                                             : Value.getArrayFiller();
    std::optional<std::string> Text = constantValue(P, One, Element);
    if (!Text)
      return std::nullopt;
    Out += (I ? ", " : "") + *Text;
  }
  return "{" + Out + "}";
}

std::optional<std::string> constantValue(KernelPrinter &P, const APValue &Value, QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const catalog::VectorType *Row = vectorTypeOf(T))
    return vectorOf(P, Value, T, *Row);
  if (Value.isInt()) {
    const auto *E = T->getAs<EnumType>();
    return integerLiteral(P.context(), Value.getInt(), E ? E->getDecl()->getIntegerType() : T);
  }
  if (Value.isFloat())
    return floatingLiteral(Value.getFloat(), T->isSpecificBuiltinType(BuiltinType::Double));
  if (Value.isLValue() && Value.isNullPointer())
    return "0";
  if (Value.isArray())
    return arrayValue(P, Value, T);
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (Value.isStruct() && R && !hasBitFields(R))
    return objectValue(P, Value, R);
  const FieldDecl *Active = Value.isUnion() ? Value.getUnionField() : nullptr;
  if (!Active || Active->isAnonymousStructOrUnion())
    return std::nullopt;
  std::optional<std::string> Text = constantValue(P, Value.getUnionValue(), Active->getType());
  return Text ? std::optional("{." + P.names().local(Active) + " = " + *Text + "}") : std::nullopt;
}

} // namespace cu2cl
