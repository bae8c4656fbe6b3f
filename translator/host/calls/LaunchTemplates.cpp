// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches in templates: what a kernel's template arguments are called there.

#include "host/calls/LaunchTemplates.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "core/source/TypeParts.h"
#include "host/calls/HandleFinders.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

/// Returns what the type of an invented template parameter is called: `[](auto v)` gives
/// "decltype(v)"; "auto" if it has no such name.
static std::string inventedName(const FunctionDecl *Function, const NamedDecl *Parameter) {
  const FunctionDecl *Pattern = Function->getPrimaryTemplate()->getTemplatedDecl();
  QualType Type(cast<TemplateTypeParmDecl>(Parameter)->getTypeForDecl(), 0);
  for (const ParmVarDecl *P : Pattern->parameters())
    if (P->getASTContext().hasSameType(P->getType(), Type))
      return "decltype(" + P->getNameAsString() + ")";
  return "auto";
}

/// The names under which the templates around instance \p Function know their arguments, the
/// innermost first.
static std::vector<std::pair<std::string, TemplateArgument>>
parametersAround(const FunctionDecl *Function) {
  std::vector<std::pair<std::string, TemplateArgument>> All;
  auto Add = [&](const TemplateParameterList *Names, ArrayRef<TemplateArgument> Values) {
    for (unsigned I = 0; I < std::min<size_t>(Names->size(), Values.size()); ++I) {
      const NamedDecl *D = Names->getParam(I);
      std::string Name = D->isImplicit() ? inventedName(Function, D) : D->getNameAsString();
      All.push_back({Name + (D->isTemplateParameterPack() ? "..." : ""), Values[I]});
    }
  };
  while (Function) {
    if (const FunctionTemplateDecl *T = Function->getPrimaryTemplate())
      Add(T->getTemplateParameters(), Function->getTemplateSpecializationArgs()->asArray());
    const auto *Method = dyn_cast<CXXMethodDecl>(Function);
    if (const auto *Class =
            Method ? dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent()) : nullptr)
      Add(Class->getSpecializedTemplate()->getTemplateParameters(),
          Class->getTemplateArgs().asArray());
    bool InLambda = Method && Method->getParent()->isLambda();
    Function = InLambda ? dyn_cast<FunctionDecl>(Method->getParent()->getDeclContext()) : nullptr;
  }
  return All;
}

/// The name under which the template around instance \p Function knows \p Wanted: one of its
/// parameters, whose index among all of them is \p Index; empty if there are not so many.
static std::string parameterName(const FunctionDecl *Function, size_t Index,
                                 TemplateArgument &Argument) {
  auto All = parametersAround(Function);
  if (Index >= All.size())
    return {};
  Argument = All[Index].first == "auto" ? TemplateArgument(Function->getASTContext().VoidTy)
                                        : All[Index].second; // void: of no kernel
  return All[Index].first;
}

static bool same(const HostUnit &U, const TemplateArgument &A, const TemplateArgument &B) {
  const ASTContext &C = U.Side.context();
  return C.getCanonicalTemplateArgument(A).structurallyEquals(C.getCanonicalTemplateArgument(B));
}

/// Returns true if the template around an expression of type \p T has a name for it: T is neither
/// unknown there nor made of the `auto` of a generic lambda.
static bool hasName(const ASTContext &C, QualType T) {
  T = innermostType(T);
  // `auto` of a dependent value counts as deduced.
  const AutoType *Auto = T->getContainedAutoType();
  if (Auto && Auto->getDeducedType().isNull())
    return false;
  const auto *Parameter = T->getAs<TemplateTypeParmType>();
  return !T->isPlaceholderType() && !T->isUndeducedType() && !C.hasSameType(T, C.DependentTy) &&
         !(Parameter && (!Parameter->getDecl() || Parameter->getDecl()->isImplicit()));
}

/// The type of the argument \p A as C++ itself finds it: "typename std::decay<decltype(a)>::type",
/// for a parameter of type \p To, or pointer to T, what that points to. Empty if the text of
/// \p A cannot stand there.
static std::string typeByText(const HostUnit &U, const Expr *A, QualType To) {
  if (isa<LambdaExpr, PackExpansionExpr>(A->IgnoreImplicit()))
    return {};
  std::string Text = Lexer::getSourceText(CharSourceRange::getTokenRange(A->getSourceRange()),
                                          U.Side.sources(), U.Side.context().getLangOpts())
                         .str();
  if (Text.empty())
    return {};
  std::string Type = "typename std::decay<decltype(" + Text + ")>::type";
  if (!To->isPointerType())
    return Type;
  Type = "typename std::remove_pointer<" + Type + ">::type";
  return To->getPointeeType().hasQualifiers() ? "typename std::remove_cv<" + Type + ">::type"
                                              : Type;
}

/// Returns the lambda that \p E, an argument, is; null if it is none.
static const LambdaExpr *lambdaIn(const Expr *E) {
  E = E->IgnoreImplicit();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
    return lambdaIn(C->getArg(0));
  return dyn_cast<LambdaExpr>(E);
}

/// The type of the lambda that a launch's argument \p I is, `[=] __device__(int i) { ... }`, by
/// what stands for it: "decltype(make_scale_lambda(data, f))". Empty if it stays a lambda.
static std::string typeOfLambda(const HostUnit &U, const Launch &L, unsigned I) {
  const CUDAKernelCallExpr *Call = L.Calls.empty() ? nullptr : L.Calls.front();
  const LambdaExpr *E = Call && I < Call->getNumArgs() ? lambdaIn(Call->getArg(I)) : nullptr;
  if (!E || E->getLambdaClass()->isDependentContext() || !isDeviceLambda(E))
    return {};
  const std::string Text = textOfClosure(U, E);
  return Text.empty() ? "" : "decltype(" + Text + ")";
}

/// Returns what type parameter \p Index of the kernel is deduced from, by the template around the
/// launch: the type that it has given the argument ("Scale<T>", "typename Traits<T>::vector") or,
/// where it has no name for that, "decltype(scale)".
static std::string deducedType(const HostUnit &U, const Launch &L, unsigned Index) {
  const FunctionTemplateDecl *Template = L.Kernel->getPrimaryTemplate();
  const auto *Parameter =
      dyn_cast<TemplateTypeParmDecl>(Template->getTemplateParameters()->getParam(Index));
  if (!Parameter || Parameter->isParameterPack())
    return {};
  const ASTContext &C = U.Side.context();
  QualType Wanted(Parameter->getTypeForDecl(), 0);
  ArrayRef<ParmVarDecl *> Declared = Template->getTemplatedDecl()->parameters();
  for (unsigned I = 0; I < std::min<size_t>(Declared.size(), L.Written->getNumArgs()); ++I) {
    const Expr *Argument = L.Written->getArg(I);
    QualType To = Declared[I]->getType(), From = Argument->getType().getNonReferenceType();
    bool IsValue = C.hasSameUnqualifiedType(To, Wanted);
    if (!IsValue &&
        !(To->isPointerType() && C.hasSameUnqualifiedType(To->getPointeeType(), Wanted)))
      continue;
    if (lambdaIn(Argument))
      return IsValue ? typeOfLambda(U, L, I) : "";
    bool IsNamed = hasName(C, From);
    if (IsNamed && (IsValue || From->isPointerType())) {
      QualType Named = IsValue ? From : From->getPointeeType();
      // T of a `T *` is const where the argument points to what is.
      if (IsValue || To->getPointeeType().hasQualifiers())
        Named = Named.getUnqualifiedType();
      return Named.getAsString(U.policy());
    }
    std::string Text = IsNamed && !From->isDependentType() ? "" : typeByText(U, Argument, To);
    if (!Text.empty())
      return Text;
  }
  return {};
}

static std::string argumentText(const HostUnit &U, const TemplateArgument &Argument) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Argument.print(U.policy(), Stream, false);
  return Text;
}

std::vector<std::string> templateArguments(const HostUnit &U, const Launch &L) {
  std::vector<std::string> All;
  if (L.Instances.empty())
    return All;
  size_t Count = L.Kernel->getTemplateSpecializationArgs()->size();
  auto KernelArgument = [](const FunctionDecl *Kernel, size_t I) {
    return Kernel->getTemplateSpecializationArgs()->get(I);
  };
  for (size_t I = 0; I < Count; ++I) {
    std::string Found;
    for (size_t P = 0; Found.empty(); ++P) {
      bool Agrees = true;
      std::string Name;
      for (const auto &[Function, Kernel] : L.Instances) {
        TemplateArgument Value;
        Name = Function ? parameterName(Function, P, Value) : "";
        Agrees &= !Name.empty() && same(U, Value, KernelArgument(Kernel, I));
      }
      if (Name.empty())
        break;
      if (Agrees)
        Found = Name;
    }
    TemplateArgument First = KernelArgument(L.Instances.front().second, I);
    if (Found.empty() && llvm::all_of(L.Instances, [&](const auto &Instance) {
          return same(U, First, KernelArgument(Instance.second, I));
        })) {
      if (First.getKind() == TemplateArgument::Pack) {
        // Without the <> that Clang writes around it.
        for (const TemplateArgument &Element : First.pack_elements())
          All.push_back(argumentText(U, Element));
        continue;
      }
      Found = argumentText(U, First);
    }
    if (Found.empty())
      Found = deducedType(U, L, I);
    if (Found.empty())
      return {};
    All.push_back(std::move(Found));
  }
  return All;
}

std::string argumentsInTemplate(const HostUnit &U, const Launch &L) {
  return llvm::join(templateArguments(U, L), ", ");
}

static bool hasLambda(const Stmt *S) {
  return isa<LambdaExpr, StmtExpr>(S) ||
         llvm::any_of(S->children(), [](const Stmt *Child) { return Child && hasLambda(Child); });
}

/// Returns true if \p E, an argument of a launch, can be looked at without its value, beside the
/// argument itself.
static bool canRepeat(const HostUnit &U, const Expr *E) {
  const Expr *Value = E->IgnoreUnlessSpelledInSource();
  return !hasLambda(Value) &&
         !(Value->getType()->isPointerType() && U.Pointers.of(Value) == PointerRep::ClMem);
}

std::string chosenHandle(const HostUnit &U, const Launch &L, const std::string &Name,
                         StringRef Arguments) {
  if (!llvm::all_of(L.Patterns, canChoose))
    return {};
  const Expr *First = nullptr, *Last = nullptr;
  for (const CUDAKernelCallExpr *Call : L.Calls)
    for (const Expr *E : Call->arguments())
      if (!isa<CXXDefaultArgExpr>(E) && !canRepeat(U, E))
        return {};
  for (const Expr *E : L.Written->arguments()) {
    if (isa<CXXDefaultArgExpr>(E))
      continue;
    if (!canRepeat(U, E))
      return {};
    First = First ? First : E;
    Last = E;
  }
  StringRef Text = First ? U.Source.textSeenFrom({First->getBeginLoc(), Last->getEndLoc()},
                                                 L.Written->getConfig()->getCallee()->getBeginLoc())
                         : "";
  if (First && Text.empty())
    return {};
  return ("decltype(" + byOverload(U, Name) + Arguments + "(" + Text + "))::kernel()").str();
}

} // namespace cu2cl
