// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The initial values of symbols:
//   __device__ float factor = 2;       static clrt::symbol<float> factor(2);
//   __constant__ Limits limits;        static clrt::symbol<Limits> limits(Limits{});
//   __device__ int n = twice(8);       static clrt::symbol<int> n(16);
// The second where the default constructor, which nvcc computes, makes anything but zeros; the
// third where host code has not what the value is made by.

#include "host/unit/SymbolValues.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/FunctionPointers.h"
#include "core/source/ConstantParts.h"
#include "host/unit/SymbolTypes.h"

using namespace clang;

namespace cu2cl {

/// The initial value of \p V, pointers to device functions: the functions' numbers.
static std::string functionNumbers(const HostUnit &U, const VarDecl *V, const Expr *Init) {
  if (const auto *List = dyn_cast<InitListExpr>(Init->IgnoreImplicit())) {
    std::string Text;
    for (const Expr *Each : List->inits())
      Text += (Text.empty() ? "" : ", ") + functionNumbers(U, V, Each);
    return "{" + Text + "}";
  }
  const FunctionDecl *F = functionNamedBy(Init);
  if (!F)
    return "nullptr";
  QualType T = U.Side.context().getBaseElementType(V->getType()).getUnqualifiedType();
  return "(" + T.getAsString(U.policy()) + ")0x" +
         llvm::utohexstr(functionNumber(F), /*LowerCase=*/true) + "ull /* " + F->getNameAsString() +
         " */";
}

/// Returns true if \p Array, which \p S begins, is of signed or unsigned characters: a string is no
/// value of its type.
static bool isNoPlainString(const StringLiteral &S, const ConstantArrayType &Array) {
  QualType Element = Array.getElementType();
  return S.isOrdinary() && !Element->isSpecificBuiltinType(BuiltinType::Char_S) &&
         !Element->isSpecificBuiltinType(BuiltinType::Char_U);
}

/// Returns true if \p Init is an array whose elements are strings, or a string that is no value of
/// its array's type by itself.
static bool hasStrings(const ASTContext &Context, const Expr *Init) {
  Init = Init->IgnoreImplicit();
  if (const auto *List = dyn_cast<InitListExpr>(Init)) {
    const ArrayType *Array = Context.getAsArrayType(List->getType());
    return Array && Array->getElementType()->isArrayType() &&
           Context.getBaseElementType(List->getType())->isAnyCharacterType();
  }
  const auto *S = dyn_cast<StringLiteral>(Init);
  const ConstantArrayType *Array = S ? Context.getAsConstantArrayType(S->getType()) : nullptr;
  return Array && (Array->getSize() != S->getLength() + 1 || isNoPlainString(*S, *Array));
}

std::string initialText(const HostUnit &U, const VarDecl *V) {
  return withHostNames(
      U, U.Source.textSeenFrom(V->getInit()->getSourceRange(), V->getInnerLocStart()));
}

/// Returns true if an object with this value is what memory without an initial value is.
static bool isZero(const APValue &Value) {
  bool Result = true;
  forEachPart(Value, [&](const APValue &Part) {
    Result &= !Part.hasValue() || Part.isUnion() || (Part.isInt() && Part.getInt().isZero()) ||
              (Part.isFloat() && Part.getFloat().isPosZero()) ||
              (Part.isLValue() && Part.isNullPointer());
  });
  return Result;
}

/// The value of type \p Type that \p Braces, `{...}` or a macro for that, makes.
static std::string valueOf(const VarDecl *V, StringRef Type, StringRef Braces) {
  bool IsName = V->getType()->isRecordType() && !Type.contains(' ');
  return (IsName ? Type.str() : "clrt::initial<" + Type.str() + ">") +
         (Braces.starts_with("{") ? "" : " ") + Braces.str();
}

/// Returns true if the braces of \p Init, of objects of a class, may be those of a symbol to copy
/// as well:
/// `{}`, `{{1, 2}}`.
static bool isAmbiguous(const ASTContext &Context, const Expr *Init) {
  const auto *List = dyn_cast<InitListExpr>(Init->IgnoreImplicit());
  if (!List || !Context.getBaseElementType(List->getType())->isRecordType())
    return false;
  if (const InitListExpr *Written = List->getSyntacticForm())
    List = Written;
  return List->getNumInits() == 0 ||
         (List->getNumInits() == 1 && isa<InitListExpr>(List->getInit(0)));
}

/// Returns true if \p Init leaves out braces of the elements of an array, `{1, 2, 3, 4}` for
/// int[2][2]: so they are no value to pass to a constructor.
static bool leavesOutBraces(const ASTContext &Context, const Expr *Init) {
  const auto *List = dyn_cast<InitListExpr>(Init->IgnoreImplicit());
  const ArrayType *Array = List ? Context.getAsArrayType(List->getType()) : nullptr;
  if (!Array || Array->getElementType()->isScalarType())
    return false;
  if (const InitListExpr *Written = List->getSyntacticForm())
    List = Written;
  return llvm::any_of(List->inits(),
                      [&](const Expr *Each) {
                        return !isa<InitListExpr>(Each) && Each->getType()->isScalarType();
                      }) ||
         llvm::any_of(List->getSemanticForm() ? List->getSemanticForm()->inits() : List->inits(),
                      [&](const Expr *Each) { return leavesOutBraces(Context, Each); });
}

/// Returns what the default constructor makes of \p V.
static std::string defaultValue(const VarDecl *V, StringRef Type) {
  const APValue *Value = V->evaluateValue();
  return !Value || isZero(*Value) ? "" : "(" + valueOf(V, Type, "{}") + ")";
}

/// \p Value as braces around numbers; nothing if there is more in it than arrays and plain structs
/// of numbers.
static std::optional<std::string> numbersOf(const APValue &Value) {
  if (Value.isInt() || Value.isFloat())
    return numberText(Value);
  std::vector<const APValue *> Parts;
  if (Value.isArray()) {
    for (unsigned I = 0; I < Value.getArrayInitializedElts(); ++I)
      Parts.push_back(&Value.getArrayInitializedElt(I));
    if (Value.hasArrayFiller() && !isZero(Value.getArrayFiller()))
      Parts.resize(Value.getArraySize(), &Value.getArrayFiller());
  } else if (Value.isStruct() && Value.getStructNumBases() == 0) {
    for (unsigned I = 0; I < Value.getStructNumFields(); ++I)
      Parts.push_back(&Value.getStructField(I));
  } else {
    return std::nullopt;
  }
  std::string Text;
  for (const APValue *Part : Parts) {
    std::optional<std::string> One = numbersOf(*Part);
    if (!One)
      return std::nullopt;
    Text += (Text.empty() ? "" : ", ") + *One;
  }
  return "{" + Text + "}";
}

/// Returns true if a number in \p Init is that of its line, `__LINE__`, which is another one in the
/// port.
static bool namesItsLine(const SourceManager &SM, const Stmt *Init) {
  if (isa<IntegerLiteral>(Init) && Init->getBeginLoc().isMacroID() &&
      SM.isWrittenInScratchSpace(SM.getSpellingLoc(Init->getBeginLoc())))
    return true;
  return anyEvaluated(Init, [&](const Stmt *Part) { return namesItsLine(SM, Part); });
}

/// Returns true if a part of \p Init, of a static variable of \p F, is something of that function,
/// which is not in the port: a local enumerator or constant, a macro that its body defines.
static bool namesLocal(const SourceManager &SM, const FunctionDecl *F, const Stmt *Init) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Init);
      Ref && Ref->getDecl()->getParentFunctionOrMethod())
    return true;
  const SourceLocation Begin = Init->getBeginLoc(), Spelled = SM.getSpellingLoc(Begin);
  if (Begin.isMacroID() && !SM.isMacroArgExpansion(Begin) &&
      SM.isPointWithin(Spelled, SM.getExpansionLoc(F->getBeginLoc()),
                       SM.getExpansionLoc(F->getEndLoc())))
    return true;
  return anyEvaluated(Init, [&](const Stmt *Part) { return namesLocal(SM, F, Part); });
}

/// The value of \p V as numbers, where device functions, other variables of the device, things of
/// its function or its line make it and the class of its elements takes the values of its members;
/// nothing otherwise.
static std::optional<std::string> madeOnDevice(const HostUnit &U, const VarDecl *V) {
  QualType Element = U.Side.context().getBaseElementType(V->getType());
  const auto *Class = Element->getAsCXXRecordDecl();
  const auto *Around = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
  if (!(isDeviceInitializer(U, V->getInit()) || namesSymbol(V->getInit()) ||
        namesItsLine(U.Side.sources(), V->getInit()) ||
        (Around && namesLocal(U.Side.sources(), Around, V->getInit()))) ||
      (Class && !Class->isAggregate()))
    return std::nullopt;
  const APValue *Value = V->evaluateValue();
  return Value ? numbersOf(*Value) : std::nullopt;
}

std::string symbolValue(const HostUnit &U, const VarDecl *V, StringRef Type) {
  const Expr *Init = V->getInit();
  if (!Init)
    return "";
  const ASTContext &Context = U.Side.context();
  if (pointedFunction(Context.getBaseElementType(V->getType())))
    return "(" + functionNumbers(U, V, Init) + ")";
  auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  bool IsDefault =
      Construct && (Construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Construct->getArg(0)));
  if (std::optional<std::string> Numbers = IsDefault ? std::nullopt : madeOnDevice(U, V))
    return isa<VarTemplateSpecializationDecl>(V) ? "{" + *Numbers + "}" : "(" + *Numbers + ")";
  // "mask<short>(" would begin a function.
  if (isa<VarTemplateSpecializationDecl>(V) && !IsDefault)
    return "{" +
           (leavesOutBraces(Context, Init) ? valueOf(V, Type, initialText(U, V))
                                           : initialText(U, V)) +
           "}";
  if (IsDefault)
    return defaultValue(V, Type);
  // `V3 up(0, 1, 0)` has the arguments of a constructor there.
  if (Construct && V->getInitStyle() != VarDecl::CInit)
    return "(" + Type.str() + U.Source.text(Construct->getParenOrBraceRange()).str() + ")";
  std::string Written = initialText(U, V);
  if (hasStrings(Context, Init))
    return "(clrt::initial<" + Type.str() + ">" +
           (Written.front() == '{' ? Written : "{" + Written + "}") + ")";
  bool NeedsType = isAmbiguous(Context, Init) || leavesOutBraces(Context, Init);
  return "(" + (NeedsType ? valueOf(V, Type, Written) : Written) + ")";
}

} // namespace cu2cl
