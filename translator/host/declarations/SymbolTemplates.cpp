// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Function templates that take a variable of the device by reference:
//   template <class T> void put(const T &symbol, const void *from) {
//     cudaMemcpyToSymbol(symbol, from, sizeof(T));
//   }
// T becomes the symbol's class there, which the calls of clrt take as they are; everywhere else the
// template says `typename T::value_type`, the type of the value.
//
// Precondition: the parameter is an argument of CUDA's calls or of sizeof alone; no macro says T,
// and T leads to no member (`T::name`); a template that says T elsewhere has one declaration.

#include "host/declarations/SymbolTemplates.h"
#include "analysis/dialect/Dialect.h"
#include "core/source/AstVisitor.h"
#include "host/unit/RuleNames.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include <map>
#include <set>

using namespace clang;

namespace cu2cl {

const catalog::HostFunction *symbolCallRow(const CallExpr *Call) {
  const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Call->getCallee()->IgnoreParenImpCasts());
  if (!Lookup)
    return runtimeFunctionOf(Call->getDirectCallee());
  const catalog::HostFunction *Row = nullptr;
  for (const NamedDecl *D : Lookup->decls()) {
    const NamedDecl *Found = D->getUnderlyingDecl();
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Found))
      Found = Template->getTemplatedDecl();
    Row = runtimeFunctionOf(dyn_cast<FunctionDecl>(Found));
    if (!Row) // one of the user's
      return nullptr;
  }
  return Row;
}

namespace {

/// The parameter of a template that \p T, `T &` or `const T &`, names; null if it is none.
const TemplateTypeParmType *referredParameter(QualType T) {
  const auto *Reference = T->getAs<LValueReferenceType>();
  return Reference ? Reference->getPointeeType()->getAs<TemplateTypeParmType>() : nullptr;
}

/// How a function template uses one of its parameters and the type of that.
class SymbolUses : public AstVisitor {
public:
  SymbolUses(const FunctionDecl *Pattern, const ParmVarDecl *D)
      : Pattern(Pattern), D(D), T(referredParameter(D->getType())) {
    // The parameters of the template may say T, too: `class U = T`.
    const FunctionTemplateDecl *Template = Pattern->getDescribedFunctionTemplate();
    traverseDecl(Template ? const_cast<FunctionTemplateDecl *>(Template)
                          : static_cast<Decl *>(const_cast<FunctionDecl *>(Pattern)));
  }

  /// Returns what the template does with the argument.
  SymbolArgument kind() const {
    if (Calls == 0)
      return SymbolArgument::None;
    const bool IsKnown = Types.size() == 1 || llvm::hasSingleElement(Pattern->redecls());
    return Names == Calls + SizesOfName && AreTypesPlain && IsKnown ? SymbolArgument::Symbol
                                                                    : SymbolArgument::Mixed;
  }

  /// The places that name the type outside of `sizeof(T)`, which is changed whole.
  const std::vector<SourceLocation> &types() const { return Types; }

  bool visitDeclRefExpr(DeclRefExpr *Ref) override {
    Names += Ref->getDecl() == D;
    return true;
  }
  bool visitTypeLoc(TypeLoc Loc) override {
    const auto Place = Loc.getAs<TemplateTypeParmTypeLoc>();
    const TemplateTypeParmType *Named = Place ? Place.getTypePtr() : nullptr;
    if (!Named || Named->getIndex() != T->getIndex() || Named->getDepth() != T->getDepth() ||
        llvm::is_contained(Sizes, Place.getNameLoc()))
      return true;
    const ASTContext &Context = Pattern->getASTContext();
    Types.push_back(Place.getNameLoc());
    AreTypesPlain &=
        Types.back().isFileID() &&
        Lexer::findLocationAfterToken(Types.back(), tok::coloncolon, Context.getSourceManager(),
                                      Context.getLangOpts(), false)
            .isInvalid();
    return true;
  }
  bool visitCallExpr(CallExpr *Call) override {
    const catalog::HostFunction *Row = symbolCallRow(Call);
    if (Row && Row->takesSymbol())
      for (const Expr *A : Call->arguments())
        Calls += named(A) == D;
    return true;
  }
  bool visitStmt(Stmt *S) override {
    const auto *E = dyn_cast<UnaryExprOrTypeTraitExpr>(S);
    if (!E || E->getKind() != UETT_SizeOf)
      return true;
    if (!E->isArgumentType())
      SizesOfName += named(E->getArgumentExpr()) == D;
    else if (E->getArgumentType()->getAs<TemplateTypeParmType>())
      Sizes.push_back(E->getArgumentTypeInfo()->getTypeLoc().getBeginLoc());
    return true;
  }

private:
  static const ValueDecl *named(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref ? Ref->getDecl() : nullptr;
  }

  const FunctionDecl *Pattern;
  const ParmVarDecl *D;
  const TemplateTypeParmType *T;
  unsigned Names = 0, Calls = 0, SizesOfName = 0;
  std::vector<SourceLocation> Types, Sizes;
  bool AreTypesPlain = true;
};

/// Returns what template \p Pattern does with its parameter \p I.
SymbolArgument symbolArgument(const FunctionDecl *Pattern, unsigned I) {
  if (!Pattern || !Pattern->hasBody(Pattern) || I >= Pattern->getNumParams() ||
      !referredParameter(Pattern->getParamDecl(I)->getType()))
    return SymbolArgument::None;
  return SymbolUses(Pattern, Pattern->getParamDecl(I)).kind();
}

} // namespace

SymbolArgument symbolArgument(const HostUnit &U, const DeclRefExpr *Ref) {
  const Stmt *Argument = Ref;
  const Stmt *Parent = U.parent(Ref);
  for (; isa_and_nonnull<ParenExpr, ImplicitCastExpr>(Parent); Parent = U.parent(Parent))
    Argument = Parent;
  const auto *Call = dyn_cast_or_null<CallExpr>(Parent);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const FunctionTemplateDecl *Template = F ? F->getPrimaryTemplate() : nullptr;
  const Expr *Callee = Call ? Call->getCallee()->IgnoreImplicit() : nullptr;
  const auto *Name = dyn_cast_or_null<DeclRefExpr>(Callee);
  const auto *Method = dyn_cast_or_null<MemberExpr>(Callee);
  if (!Template || !(Name || Method))
    return SymbolArgument::None;
  const bool IsFixed =
      (Name ? Name->hasExplicitTemplateArgs() : Method->hasExplicitTemplateArgs()) ||
      F->getTemplateSpecializationKind() != TSK_ImplicitInstantiation;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (Call->getArg(I) == Argument) {
      SymbolArgument Kind = symbolArgument(Template->getTemplatedDecl(), I);
      return Kind == SymbolArgument::Symbol && IsFixed ? SymbolArgument::Mixed : Kind;
    }
  return SymbolArgument::None;
}

/// "typename T::value_type" of the parameter of \p Template.
static std::string valueType(const FunctionTemplateDecl *Template, const TemplateTypeParmType *T) {
  return "typename " +
         Template->getTemplateParameters()->getParam(T->getIndex())->getNameAsString() +
         "::value_type";
}

void rewriteSymbolTypes(HostScope &S) {
  const FunctionDecl *F = S.Body.Function;
  const FunctionTemplateDecl *Template = F ? F->getDescribedFunctionTemplate() : nullptr;
  if (!Template)
    return;
  std::map<SourceLocation, std::string> Values;
  std::set<SourceLocation> OfSymbols;
  for (const ParmVarDecl *D : F->parameters()) {
    const TemplateTypeParmType *T = referredParameter(D->getType());
    if (!T || symbolArgument(F, D->getFunctionScopeIndex()) != SymbolArgument::Symbol)
      continue;
    const SourceRange Written = D->getTypeSourceInfo()->getTypeLoc().getSourceRange();
    const SymbolUses Uses(F, D);
    for (SourceLocation Place : Uses.types()) {
      Values[Place] = valueType(Template, T);
      if (Written.fullyContains(Place))
        OfSymbols.insert(Place);
    }
  }
  for (const auto &[Place, Text] : Values)
    if (!OfSymbols.count(Place))
      S.Source.replace(Place, Text, rule::DeviceObjects);
}

void rewriteSizeOfSymbol(HostScope &S, const UnaryExprOrTypeTraitExpr *E, unsigned Depth) {
  const FunctionDecl *F = S.Body.Function;
  const FunctionTemplateDecl *Template = F ? F->getDescribedFunctionTemplate() : nullptr;
  if (!Template || E->getKind() != UETT_SizeOf)
    return;
  const auto *Ref = E->isArgumentType()
                        ? nullptr
                        : dyn_cast<DeclRefExpr>(E->getArgumentExpr()->IgnoreParenImpCasts());
  const auto *T =
      E->isArgumentType() ? E->getArgumentType()->getAs<TemplateTypeParmType>() : nullptr;
  for (const ParmVarDecl *D : F->parameters()) {
    const TemplateTypeParmType *Referred = referredParameter(D->getType());
    if (!Referred || !(Ref ? Ref->getDecl() == D : T && T->getIndex() == Referred->getIndex()) ||
        symbolArgument(F, D->getFunctionScopeIndex()) != SymbolArgument::Symbol)
      continue;
    S.Source.replace(E->getSourceRange(), "sizeof(" + valueType(Template, Referred) + ")",
                     rule::DeviceObjects, Edit::Replace, Depth);
    return;
  }
}

} // namespace cu2cl
