// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The name of the kernel in a launch becomes that of its handle. In a template or a macro that
// launches several kernels, C++ finds the handle:
//   scale<T>  becomes  scale_for<T>::kernel(), by the template arguments
//   scale     becomes  decltype(scale_chosen(v, n))::kernel(), by the arguments of the launch

#include "host/calls/LaunchNames.h"
#include "core/source/AstVisitor.h"
#include "host/calls/HandleFinders.h"
#include "host/unit/KernelFunctions.h"
#include "host/unit/RuleNames.h"
#include "host/unit/WrittenName.h"

using namespace clang;

namespace cu2cl {

namespace {

/// Looks for a template parameter in the types of a function's parameters, which it is deduced
/// from.
class ParameterUses : public AstVisitor {
public:
  explicit ParameterUses(const NamedDecl *Wanted) : Wanted(Wanted) {}

  bool isIn(const FunctionDecl *Pattern) {
    for (ParmVarDecl *P : Pattern->parameters())
      traverseDecl(P);
    return Found;
  }
  bool visitTypeLoc(TypeLoc T) override {
    auto Parameter = T.getAs<TemplateTypeParmTypeLoc>();
    Found |= Parameter && Parameter.getDecl() == Wanted;
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *Ref) override {
    Found |= Ref->getDecl() == Wanted;
    return true;
  }

private:
  const NamedDecl *Wanted;
  bool Found = false;
};

} // namespace

/// Returns true if the template arguments that \p Callee writes for the pack of number \p Index are
/// all that \p Kernel, an instance of its template, has in it: deduction may add others.
static bool namesWholePack(const Expr *Callee, const FunctionDecl *Kernel, unsigned Index) {
  const TemplateArgumentList *Arguments = Kernel->getTemplateSpecializationArgs();
  if (!Arguments || Index >= Arguments->size() ||
      Arguments->get(Index).getKind() != TemplateArgument::Pack)
    return true;
  return ofName(Callee, [&](const auto *E) {
    llvm::ArrayRef<TemplateArgumentLoc> Written = E->template_arguments();
    return llvm::any_of(
               Written,
               [](const TemplateArgumentLoc &A) { return A.getArgument().isPackExpansion(); }) ||
           Written.size() >= Index + Arguments->get(Index).pack_size();
  });
}

/// Returns true if \p Callee writes all template arguments of the kernel, or all but defaults that
/// no argument of the launch can change. \p Kernel: an instance.
static bool namesAll(const Expr *Callee, const FunctionTemplateDecl *Template,
                     const FunctionDecl *Kernel) {
  const unsigned Written = ofName(Callee, [](const auto *E) { return E->getNumTemplateArgs(); });
  const TemplateParameterList *Parameters = Template->getTemplateParameters();
  if (Written < Parameters->getMinRequiredArguments())
    return false;
  for (unsigned I = 0; I < std::min(Written, Parameters->size()); ++I)
    if (Parameters->getParam(I)->isTemplateParameterPack() && !namesWholePack(Callee, Kernel, I))
      return false;
  for (unsigned I = Written; I < Parameters->size(); ++I)
    if (ParameterUses(Parameters->getParam(I)).isIn(Template->getTemplatedDecl()))
      return false;
  return true;
}

/// Returns true if a macro's body spells the kernel's template arguments by the macro's parameters,
/// so that its uses launch different instances: `#define RUN(N) scale<N><<<grid, block>>>(v)`.
static bool isNamedByMacro(const HostUnit &U, SourceLocation Name, SourceLocation RAngle) {
  const SourceManager &SM = U.Side.sources();
  if (!RAngle.isMacroID() || SM.isMacroArgExpansion(RAngle))
    return false;
  return llvm::any_of(U.Side.tokens().expandedTokens({Name, RAngle}),
                      [&](const syntax::Token &T) { return SM.isMacroArgExpansion(T.location()); });
}

/// Returns true if \p L is in a header and launches a template that the program has other instances
/// of: other units may launch those here.
static bool isSharedByUnits(const HostUnit &U, const Launch &L) {
  const SourceManager &SM = U.Side.sources();
  auto Template = [](const KernelInterface *K) {
    return StringRef(K->QualifiedName).split('<').first;
  };
  const KernelInterface *Own = *L.Handles.begin();
  return !SM.isInMainFile(SM.getExpansionLoc(L.Written->getBeginLoc())) &&
         llvm::any_of(U.Kernels, [&](const auto &Entry) {
           return Entry.second != Own && Template(Entry.second) == Template(Own);
         });
}

namespace {

/// The name of a kernel in a launch, with its template arguments.
struct WrittenName {
  SourceLocation Begin; ///< of its qualifier
  SourceLocation Name, LAngle, RAngle;
  std::string Text;
  /// What "ns::handle" or, without \p Namespace, the handle's name alone takes the place of.
  SourceRange range(bool Namespace) const {
    return {Namespace ? Begin : Name, RAngle.isValid() ? RAngle : Name};
  }
};

} // namespace

static std::optional<WrittenName> writtenName(const Expr *Callee) {
  return ofName(Callee, [](const auto *E) -> std::optional<WrittenName> {
    bool HasArguments = E->hasExplicitTemplateArgs();
    return WrittenName{E->getBeginLoc(), E->getNameInfo().getLoc(),
                       HasArguments ? E->getLAngleLoc() : SourceLocation(),
                       HasArguments ? E->getRAngleLoc() : SourceLocation(),
                       E->getNameInfo().getAsString()};
  });
}

/// Returns what goes in front of the handle's name: nothing where the qualifier stays as it is
/// written. A macro that has it beside the name, `#define KERNEL ns::scale` in `KERNEL<4>`, is
/// replaced with the template arguments.
static std::string namespaceBefore(const HostUnit &U, const Expr *Callee, const KernelInterface &K,
                                   const WrittenName &W) {
  std::optional<FileRange> Name = U.Source.range(W.range(false)),
                           Whole = U.Source.range(W.range(true));
  bool IsReplaced = W.Begin != W.Name && Name && Whole && Name->Begin == Whole->Begin;
  return IsReplaced ? absoluteNamespace(K) : namespaceBeforeHandle(Callee, K);
}

/// Returns true if the functions that stand for the kernels of \p L in overload resolution are
/// those that C++ chooses from: all of one namespace, none of which is declared after the launch
/// (they all come before the first one), and none that using-declarations add.
static bool hasSameOverloads(const HostUnit &U, const Launch &L) {
  const DeclContext *Namespace =
      (*L.Patterns.begin())->getDeclContext()->getEnclosingNamespaceContext();
  auto IsThere = [&](const NamedDecl *D) {
    return D->getDeclContext()->getEnclosingNamespaceContext()->Equals(Namespace);
  };
  const Expr *Callee = L.Written->getCallee()->IgnoreParenImpCasts();
  if (!llvm::all_of(foundBy(Callee),
                    [&](const NamedDecl *D) { return IsThere(D->getUnderlyingDecl()); }))
    return false;
  const SourceManager &SM = U.Side.sources();
  return llvm::all_of(L.Patterns, [&](const FunctionDecl *Pattern) {
    return IsThere(Pattern) &&
           llvm::none_of(Pattern->getDeclContext()->lookup(Pattern->getDeclName()),
                         [&](const NamedDecl *D) {
                           return SM.isBeforeInTranslationUnit(
                               L.Written->getBeginLoc(), D->getCanonicalDecl()->getLocation());
                         });
  });
}

/// Lets overload resolution find the handle of \p L, written as \p W; false if it cannot.
static bool nameByOverload(HostScope &S, const Launch &L, const WrittenName &W,
                           const std::string &Namespace) {
  HostUnit &U = S.Unit;
  // The arguments' text is where the name is: a macro's parameter names nothing there.
  SourceLocation Chevrons = L.Written->getConfig()->getCallee()->getBeginLoc();
  if ((W.Begin != W.Name && W.Begin.isMacroID()) ||
      U.Source.seenFrom(W.Begin, Chevrons, /*End=*/false) != W.Begin || !hasSameOverloads(U, L))
    return false;
  std::string Name = W.Begin == W.Name || !Namespace.empty()
                         ? Namespace + W.Text
                         : S.Source.text({W.Begin, W.Name}).str();
  StringRef Arguments =
      W.RAngle.isValid() ? S.Source.textSeenFrom({W.LAngle, W.RAngle}, W.Name) : "";
  std::string Handle = chosenHandle(U, L, Name, Arguments);
  if (Handle.empty() || (W.RAngle.isValid() && Arguments.empty()))
    return false;
  for (const FunctionDecl *Pattern : L.Patterns) {
    U.ChosenKernels.insert(Pattern);
    if (const FunctionTemplateDecl *Template = Pattern->getDescribedFunctionTemplate())
      U.TemplateLaunches.insert(Template->getCanonicalDecl());
  }
  return S.Source.replace({W.Begin, W.range(true).getEnd()}, Handle, rule::KernelLaunch);
}

/// Returns ", float" for what C++ deduces of the kernel's template arguments where the launch
/// writes the others; empty if it writes all. Nothing if they have no text there.
static std::optional<std::string> argumentsNotWritten(const HostUnit &U, const Launch &L,
                                                      const FunctionTemplateDecl *Template) {
  const Expr *Callee = L.Written->getCallee()->IgnoreParenImpCasts();
  if (namesAll(Callee, Template, L.Kernel))
    return "";
  if (llvm::any_of(*Template->getTemplateParameters(),
                   [](const NamedDecl *P) { return P->isParameterPack(); }))
    return std::nullopt;
  std::vector<std::string> All = templateArguments(U, L);
  const unsigned Written = ofName(Callee, [](const auto *E) { return E->getNumTemplateArgs(); });
  std::string Text;
  for (unsigned I = Written; I < All.size(); ++I)
    Text += ", " + All[I];
  if (Text.empty() || StringRef(Text).contains("(lambda at "))
    return std::nullopt;
  return Text;
}

/// Names the handle of \p L, an instance of a template, by its template arguments in a template or
/// macro; null if these are not to be had there.
static std::optional<bool> nameByArguments(HostScope &S, const Launch &L, const WrittenName &W,
                                           const std::string &Namespace) {
  const FunctionTemplateDecl *Template = L.Kernel->getPrimaryTemplate()->getCanonicalDecl();
  const std::string Class = byArguments(S.Unit, Template);
  std::optional<std::string> Further;
  if (W.RAngle.isValid())
    Further = argumentsNotWritten(S.Unit, L, Template);
  if (Further && (Further->empty() || isNamedByMacro(S.Unit, W.Name, W.RAngle))) {
    S.Unit.TemplateLaunches.insert(Template);
    if (!Further->empty() && !S.Source.insertBefore(W.RAngle, *Further, rule::KernelLaunch))
      return false;
    bool IsNamed = Namespace.empty()
                       ? S.Source.insertAfter(W.Name, StringRef(Class).substr(W.Text.size()),
                                              rule::KernelLaunch)
                       : S.Source.replace({W.Begin, W.Name}, Namespace + Class, rule::KernelLaunch);
    return IsNamed && S.Source.insertAfter(W.RAngle, "::kernel()", rule::KernelLaunch, L.Depth);
  }
  bool IsAmbiguous = L.Handles.size() > 1 || isSharedByUnits(S.Unit, L);
  std::string Arguments = IsAmbiguous && !L.IsRepeated ? argumentsInTemplate(S.Unit, L) : "";
  if (Arguments.empty() || StringRef(Arguments).contains("(lambda at "))
    return std::nullopt; // what captures a lambda that stays one has no name
  S.Unit.TemplateLaunches.insert(Template);
  return S.Source.replace(W.range(!Namespace.empty()),
                          Namespace + Class + "<" + Arguments + ">::kernel()", rule::KernelLaunch);
}

/// Reports that \p L, of one or several kernels, cannot be named because of \p Id.
static std::optional<diag::Id> refuse(HostScope &S, const Launch &L, diag::Id Id) {
  std::vector<std::string> Arguments;
  if (Id != diag::UneditableLaunch)
    Arguments.push_back(L.Kernel->getQualifiedNameAsString());
  S.Unit.report(Id, L.Written->getBeginLoc(), Arguments);
  return Id;
}

/// Returns true if the types of lambdas alone, which have no names, tell \p K from another kernel:
/// one partial specialisation would stand for both.
static bool isFoundTwice(const HostUnit &U, const KernelInterface &K) {
  return !K.OpenTypes.empty() && llvm::any_of(U.Kernels, [&](const auto &Other) {
    return Other.second != &K && Other.second->QualifiedName == K.QualifiedName;
  });
}

std::optional<diag::Id> nameLaunched(HostScope &S, const Launch &L) {
  const Expr *Callee = L.Written->getCallee()->IgnoreParenImpCasts();
  const std::optional<WrittenName> W = writtenName(Callee);
  if (!W)
    return refuse(S, L, diag::UnnameableKernelValue);
  const KernelInterface *K = *L.Handles.begin();
  const std::string Namespace = namespaceBefore(S.Unit, Callee, *K, *W);
  // A lambda that stays one has no name to find its handle by.
  bool HasLambda =
      L.Handles.size() > 1 && llvm::any_of(L.Handles, [&](const KernelInterface *K) {
        return StringRef(K->QualifiedName).contains("(lambda at ") || isFoundTwice(S.Unit, *K);
      });
  if (!HasLambda && (L.IsDependent || isNamedByMacro(S.Unit, W->Name, W->RAngle))) {
    // scale<T>, or scale alone: the handle is found by the template arguments.
    if (L.Patterns.size() == 1 && L.Kernel->getPrimaryTemplate())
      if (std::optional<bool> Done = nameByArguments(S, L, *W, Namespace))
        return *Done ? std::nullopt : refuse(S, L, diag::UneditableLaunch);
    if ((L.Handles.size() > 1 || L.IsRepeated) && !L.HasArgumentsElsewhere &&
        nameByOverload(S, L, *W, Namespace))
      return std::nullopt;
  }
  if (L.Handles.size() > 1)
    return refuse(S, L, diag::AmbiguousTemplateLaunch);
  // The qualifier as written still holds: handles lie in the kernel's namespace.
  if (W->Text == K->HandleName && W->RAngle.isInvalid() && Namespace.empty())
    return std::nullopt;
  return S.Source.replace(W->range(!Namespace.empty()), Namespace + K->HandleName,
                          rule::KernelLaunch)
             ? std::nullopt
             : refuse(S, L, diag::UneditableLaunch);
}

} // namespace cu2cl
