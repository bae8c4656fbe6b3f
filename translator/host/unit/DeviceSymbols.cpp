// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __constant__ and __device__ variables become symbols:
//   __constant__ float c[4];      static clrt::symbol<float[4]> c;

#include "host/unit/DeviceSymbols.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/InstanceUsr.h"
#include "analysis/reach/ProgramData.h"
#include "analysis/reach/StaticLocals.h"
#include "analysis/reach/UnnamedTypes.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/FreeNames.h"
#include "host/unit/PointerText.h"
#include "host/unit/RuleNames.h"
#include "host/unit/SymbolTypes.h"
#include "host/unit/SymbolValues.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

/// "float[4]" for `float c[4]`, with the bounds as they are written; "float" for `auto c = 2.5f`.
static std::string symbolType(const HostUnit &U, const VarDecl *V, StringRef Base) {
  std::string Bounds;
  TypeLoc Type = V->getTypeSourceInfo()->getTypeLoc();
  while (auto Array = Type.getUnqualifiedLoc().getAs<ArrayTypeLoc>()) {
    StringRef Written = U.Source.textSeenFrom(Array.getBracketsRange(), V->getInnerLocStart());
    if (!Written.starts_with("[") && isa<ConstantArrayType>(Array.getTypePtr())) {
      // The brackets are a macro's, which may be in no template argument.
      const auto *Known = cast<ConstantArrayType>(Array.getTypePtr());
      Bounds += "[" + std::to_string(Known->getSize().getZExtValue()) + "]";
    } else if (isa<IncompleteArrayType>(Array.getTypePtr()) || Written == "[]") {
      // `int a[] = {1, 2}`: the bound is in the type of the variable.
      if (auto *Known = U.Side.context().getAsConstantArrayType(V->getType()))
        Bounds += "[" + std::to_string(Known->getSize().getZExtValue()) + "]";
      else
        Bounds += "[]";
    } else {
      Bounds += Written;
    }
    Type = Array.getElementLoc();
  }
  // A deduced type may be written in words of the function that gives it: `Row<count>`.
  if (V->getTypeSourceInfo()->getType()->getContainedDeducedType())
    return withHostNames(
        U, V->getType().getCanonicalType().getUnqualifiedType().getAsString(U.policy()));
  if (U.Side.context().getBaseElementType(V->getType())->isPointerType() ||
      isa<VarTemplateSpecializationDecl>(V))
    return withHostNames(U, V->getType().getUnqualifiedType().getAsString(U.policy()));
  StringRef Plain = Base;
  if (!Plain.consume_front("const "))
    Plain.consume_back(" const");
  return withHostNames(U, Plain) + Bounds;
}

/// The `extern "C"` in front of the declaration of \p V alone; null if there is none, or one with
/// braces.
static const LinkageSpecDecl *linkageBefore(const VarDecl *V) {
  const auto *Spec = dyn_cast<LinkageSpecDecl>(V->getLexicalDeclContext());
  return Spec && !Spec->hasBraces() ? Spec : nullptr;
}

/// Returns what is before the type of a symbol. Without -rdc each unit has its own of what is not
/// declared `extern`, here or in another unit; inline variables with external linkage need -rdc.
static StringRef linkageText(const HostUnit &U, const VarDecl *V, bool IsFirst) {
  if (V->isStaticDataMember())
    return V->isOutOfLine() ? "" : V->isInlineSpecified() ? "static inline " : "static ";
  if (isa<VarTemplateSpecializationDecl>(V))
    return "template <> "; // the rest is as the template says
  if (linkageBefore(V) && !V->isThisDeclarationADefinition())
    return IsFirst ? "" : "extern "; // `extern "C"` says it, of one
  if (V->getStorageClass() == SC_Extern)
    return "extern ";
  if (V->isInlineSpecified() && V->isExternallyVisible())
    return "inline ";
  if (V->isExternallyVisible() && U.Context.Facts.ForeignSymbols.count(instanceUsr(V)))
    return "";
  return llvm::any_of(V->redecls(),
                      [](const VarDecl *Other) {
                        return Other->isThisDeclarationADefinition() == VarDecl::DeclarationOnly;
                      })
             ? ""
             : "static ";
}

/// The name in the declaration of a symbol: of a member with its class, of a static local variable
/// with its function.
static std::string declaredName(const HostUnit &U, const VarDecl *V) {
  if (V->getQualifierLoc())
    return U.Source.text(V->getQualifierLoc().getSourceRange()).str() + V->getNameAsString();
  if (const auto *S = dyn_cast<VarTemplateSpecializationDecl>(V)) {
    const ASTTemplateArgumentListInfo *Arguments = S->getTemplateArgsAsWritten();
    return V->getNameAsString() +
           (Arguments ? U.Source.text({Arguments->LAngleLoc, Arguments->RAngleLoc}).str() : "");
  }
  if (V->isStaticLocal())
    return staticLocalName(V);
  // Where a macro declares it, its parameter may be the name.
  StringRef Written = U.Source.textSeenFrom(V->getLocation(), V->getInnerLocStart());
  bool IsJoined = Written.contains("##") && llvm::all_of(Written, [](char C) {
                    return isAsciiIdentifierContinue(C) || C == '#' || C == ' ';
                  });
  return IsJoined || isValidAsciiIdentifier(Written) ? Written.str() : V->getNameAsString();
}

/// The declaration of one symbol, without a semicolon. An address of the device is not known when
/// the host's program is compiled; functions have numbers.
static std::string symbolText(const HostUnit &U, const VarDecl *V, const Specifiers &Specs,
                              bool IsFirst = true) {
  std::string Type = symbolType(U, V, Specs.Type), Value = symbolValue(U, V, Type);
  if (startsWithAddress(V) && !pointedFunction(U.Side.context().getBaseElementType(V->getType()))) {
    U.report(diag::AddressInInitializer, V->getLocation(), {V->getNameAsString()});
    Value = "(" + HostUnit::openMark(diag::AddressInInitializer) + Value + "))";
  }
  return linkageText(U, V, IsFirst).str() + (isManaged(V) ? "clrt::managed<" : "clrt::symbol<") +
         Type + "> " + declaredName(U, V) + Value;
}

/// The end of \p V's declaration: after `float f(2.5f)`, whose parenthesis belongs to no
/// expression.
static SourceLocation endOf(const HostUnit &U, const VarDecl *V) {
  SourceLocation End = V->getEndLoc();
  if (V->getInitStyle() != VarDecl::CallInit || !V->getInit() ||
      isa<CXXConstructExpr, ParenListExpr>(V->getInit()->IgnoreImplicit()))
    return End;
  const SourceManager &SM = U.Side.sources();
  std::optional<Token> Next =
      Lexer::findNextToken(SM.getExpansionRange(End).getEnd(), SM, U.Side.langOpts());
  return Next && Next->is(tok::r_paren) ? Next->getLocation() : End;
}

/// Returns true if the initial value \p Init, in an instance of a template, is a number that a
/// macro names.
static bool isNamedNumber(const Expr *Init) {
  bool IsNamed = Init->getBeginLoc().isMacroID();
  Init = Init->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Init))
    Init = U->getSubExpr()->IgnoreParenImpCasts();
  return IsNamed && isa<IntegerLiteral, FloatingLiteral>(Init);
}

/// Returns true if \p Init names something that is only known where it stands.
static bool namesAnything(const Stmt *Init) {
  return isa<DeclRefExpr>(Init) ||
         llvm::any_of(Init->children(), [](const Stmt *C) { return C && namesAnything(C); });
}

std::string symbolsOfStaticLocals(const HostUnit &U, const FunctionDecl *F) {
  std::string Text;
  for (const VarDecl *V : staticLocals(F)) {
    const auto *Around = cast<FunctionDecl>(V->getParentFunctionOrMethod());
    if (Around->isTemplateInstantiation() ||
        (isa<CXXMethodDecl>(Around) && V->getInit() && namesAnything(V->getInit()))) {
      if (!hasStaticSymbol(V))
        continue;
      std::string Type = V->getType().getUnqualifiedType().getAsString(U.policy());
      Text += "static clrt::symbol<" + Type + "> " + staticLocalName(V);
      if (const Expr *Init = V->getInit())
        Text += "(" + (isNamedNumber(Init) ? initialText(U, V) : numbersText(*V->evaluateValue())) +
                ")";
      Text += ";\n";
    } else if (std::optional<Specifiers> Specs = specifiersOf(U.Source, V)) {
      Text += symbolText(U, V, *Specs) + ";\n";
    }
  }
  return Text;
}

std::string hostConstantName(const HostUnit &U, const VarDecl *V) {
  return freeName(U.Side, V->getNameAsString() + "_host");
}

/// Declares, after the symbols that \p R becomes, the constants that host code reads instead:
///   static const int table_host[3] = {1, 2, 3};
/// An edit of its own: another unit may read other constants of a header.
static void addHostConstants(HostUnit &U, ArrayRef<const VarDecl *> Group, const FileRange &R,
                             StringRef Base) {
  std::string Text;
  for (const VarDecl *V : Group) {
    if (!U.HostConstants.contains(V->getCanonicalDecl()))
      continue;
    Base.consume_front("const ");
    const std::string Type = symbolType(U, V, Base);
    const size_t Bounds = Type.find('[') == std::string::npos ? Type.size() : Type.find('[');
    const bool IsConst = (" " + Type.substr(0, Bounds) + " ").find(" const ") != std::string::npos;
    Text += std::string(";\nstatic ") + (IsConst ? "" : "const ") + Type.substr(0, Bounds) + " " +
            hostConstantName(U, V) + Type.substr(Bounds) + " = " + initialText(U, V);
  }
  if (!Text.empty())
    U.Source.add(R.with(R.End, R.End), Text, rule::DeviceCode, Edit::Before);
}

void rewriteSymbols(HostUnit &U, ArrayRef<const VarDecl *> Group) {
  const VarDecl *First = Group.front(), *Last = Group.back();
  std::optional<Specifiers> Specs = specifiersOf(U.Source, First);
  const LinkageSpecDecl *Linkage = linkageBefore(First);
  SourceLocation Begin = Linkage && First->isThisDeclarationADefinition()
                             ? Linkage->getBeginLoc()
                             : First->getInnerLocStart();
  std::optional<FileRange> R = U.Source.range(Begin, endOf(U, Last));
  if (!Specs || !R)
    return U.report(diag::UneditableDeviceVariable, First->getLocation(),
                    {First->getNameAsString()});
  std::string Text;
  const TagDecl *Type = definedIn(First);
  if (Type)
    Specs->Type = Type->getIdentifier() ? Type->getNameAsString() : nameOfUnnamed(Type);
  for (const VarDecl *V : Group)
    Text += (Text.empty() ? "" : "; ") + symbolText(U, V, *Specs, V == First);
  if (!Type)
    U.Source.add(*R, Text, rule::DeviceCode, Edit::Cover);
  else if (!keepType(U, First, Type, *R, Text))
    U.report(diag::UneditableDeviceVariable, First->getLocation(), {First->getNameAsString()});
  addHostConstants(U, Group, *R, Specs->Type);
}

} // namespace cu2cl
