// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of the runtime API become clrt's functions, as the catalog says.

#include "catalog/Catalog.h"
#include "host/calls/CalledName.h"
#include "host/calls/HintCalls.h"
#include "host/unit/RuleNames.h"
#include "host/unit/WrittenName.h"

using namespace clang;

namespace cu2cl {

const catalog::HostFunction *apiFunction(const HostUnit &U, const NamedDecl *D) {
  if (!D || !D->getDeclName().isIdentifier())
    return nullptr;
  // C may call a function of the API that nothing declares.
  if (U.Source.isEditable(D->getLocation()) && !(U.IsC && D->isImplicit()))
    return nullptr;
  return catalog::findHostFunction(D->getName());
}

/// Leaves the call where it is, inside a name that does not compile.
static void refuse(HostScope &S, const Expr *E, unsigned Depth, const catalog::HostFunction &Row) {
  diag::Id Number = Row.Diag ? diag::Id(Row.Diag) : diag::UnsupportedHostFunction;
  S.Unit.report(Number, E->getBeginLoc(), {Row.Cuda.str()});
  leaveMarked(S, E, Number, rule::RuntimeCalls, Depth);
}

/// \p Ref names the function: resolved, or in a template not yet.
static void rename(HostScope &S, const Expr *Ref, StringRef Name, bool KeepArguments = false) {
  SourceRange Written = Ref->getSourceRange();
  if (KeepArguments)
    Written.setEnd(ofName(Ref, [](const auto *E) { return E->getNameInfo().getLoc(); }));
  if (!S.Source.replace(Written, calledName(S.Unit, Name), rule::RuntimeCalls))
    S.Unit.report(diag::UneditableCall, Ref->getBeginLoc(), {Name.str()});
}

/// Returns true if only the template's written arguments say what \p Call calls:
/// `cudaCreateChannelDesc<float>()`.
static bool isChosenByTemplateArguments(const CallExpr *Call, const Expr *Ref) {
  return Call->getNumArgs() == 0 &&
         ofName(Ref, [](const auto *E) { return E->hasExplicitTemplateArgs(); });
}

/// Removes argument \p Index with the comma before it. Fails if the argument is written elsewhere
/// than the call's name (one of them in a macro): then other uses of the macro need another text.
static bool dropArgument(HostScope &S, const CallExpr *Call, unsigned Index) {
  EditSource &Source = S.Source;
  SourceLocation Name = Call->getCallee()->getEndLoc();
  SourceLocation Begin = Call->getArg(Index)->getBeginLoc(), End = Call->getArg(Index)->getEndLoc();
  SourceLocation Before = Source.seenFrom(Call->getArg(Index - 1)->getEndLoc(), Begin, true);
  std::optional<FileRange> Left = Source.range(Before, Before),
                           All = Source.range(Call->getArg(Index - 1)->getEndLoc(), End);
  std::optional<FileRange> Own = Source.range(Begin, End);
  SourceLocation Seen = Source.seenFrom(End, Name, true);
  std::optional<FileRange> FromName = Source.range(Seen, Seen);
  if (!Left || !All || !Own || !FromName || FromName->File != Own->File ||
      FromName->End != Own->End || Left->File != All->File || Left->End > Own->Begin)
    return false;
  Source.add(All->with(Left->End, All->End), "", rule::RuntimeCalls, Edit::Cover, 1u << 30);
  return true;
}

/// cudaMemcpy and its like: a literal kind chooses the function and goes.
static void rewriteCopy(HostScope &S, const CallExpr *Call, const Expr *Ref,
                        const catalog::HostFunction &Row) {
  using catalog::CopyKind;
  StringRef General = S.Unit.IsC ? Row.C : Row.Cxx;
  unsigned Index = Row.KindArgument;
  bool IsSymbol = Row.Rule != catalog::HostRule::Copy;
  // In a template the arguments that the call leaves to their defaults are not there yet.
  if (Index >= Call->getNumArgs() && !IsSymbol)
    return rename(S, Ref, General);
  const Expr *Kind = Index < Call->getNumArgs() ? Call->getArg(Index) : nullptr;
  if (!Kind || isa<CXXDefaultArgExpr>(Kind)) {
    // The defaults of the symbol copies.
    CopyKind Default = Row.Rule == catalog::HostRule::CopyFromSymbol ? CopyKind::DeviceToHost
                                                                     : CopyKind::HostToDevice;
    return rename(S, Ref, copyFunction(Row, Default, !S.Unit.IsC));
  }
  auto *Name = dyn_cast<DeclRefExpr>(Kind->IgnoreParenImpCasts());
  auto *Enumerator = Name ? dyn_cast<EnumConstantDecl>(Name->getDecl()) : nullptr;
  if (!Enumerator)
    return rename(S, Ref, General);
  auto Value = CopyKind(Enumerator->getInitVal().getSExtValue());
  std::string Function = copyFunction(Row, Value, !S.Unit.IsC);
  if (Function == General || Value == CopyKind::Default || Value == CopyKind::HostToHost)
    return rename(S, Ref, General);
  rename(S, Ref, dropArgument(S, Call, Index) ? StringRef(Function) : General);
}

/// An allocation whose address device code finds in memory is one of shared virtual memory:
///   cudaMalloc(&list, n)    clrt::svm_malloc(&list, n)
/// In C it names its place itself, for the message on a device that has no such memory.
static bool allocateShared(HostScope &S, const CallExpr *Call, const Expr *Ref,
                           const catalog::HostFunction &Row) {
  if (Row.Shared.empty() || Call->getNumArgs() == 0)
    return false;
  // A cudaPitchedPtr has a member for the address, which all such objects share.
  const Expr *Place = Call->getArg(0)->IgnoreParenCasts();
  const bool IsInObject =
      Place->getType()->isPointerType() && Place->getType()->getPointeeType()->isRecordType();
  if (IsInObject ? !S.Unit.Pointers.storesPointers()
                 : S.Unit.Pointers.of(Place, 1) != PointerRep::Svm)
    return false;
  rename(S, Ref, S.Unit.IsC ? Row.SharedC : Row.Shared);
  return true;
}

static void rewriteCall(HostScope &S, const CallExpr *Call, const Expr *Ref, unsigned Depth,
                        const catalog::HostFunction &Row) {
  if (allocateShared(S, Call, Ref, Row))
    return;
  switch (Row.Rule) {
  case catalog::HostRule::Keep:
    if (Row.Diag)
      S.Unit.report(diag::Id(Row.Diag), Call->getBeginLoc(), {Row.Cuda.str()});
    return;
  case catalog::HostRule::Rename:
    return rename(S, Ref, S.Unit.IsC ? Row.C : Row.Cxx, isChosenByTemplateArguments(Call, Ref));
  case catalog::HostRule::Copy:
  case catalog::HostRule::CopyToSymbol:
  case catalog::HostRule::CopyFromSymbol:
    return rewriteCopy(S, Call, Ref, Row);
  case catalog::HostRule::Success:
  case catalog::HostRule::Marker:
    return dropHint(S, Call, Ref, Depth, Row);
  case catalog::HostRule::Unsupported:
    return refuse(S, Call, Depth, Row);
  }
}

/// Returns true if \p D is one of the runtime's templates for all types of pointers, as
/// `template <class T> cudaError_t cudaMalloc(T **, size_t)`.
static bool isForAllPointers(const NamedDecl *D) {
  const FunctionDecl *F = D->getAsFunction();
  if (!F || (!F->getPrimaryTemplate() && !F->getDescribedFunctionTemplate()))
    return false;
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (F->getNumParams() == 0)
    return false;
  QualType First = (Pattern ? Pattern : F)->getParamDecl(0)->getType();
  return First->isPointerType() && First->getPointeeType()->isPointerType() &&
         First->getPointeeType()->getPointeeType()->isTemplateTypeParmType();
}

/// Returns the replacement of all that the name of \p F may mean: the template for all types of
/// pointers if there is one, since the place of an overload in a template has one text for all
/// instances.
static const NamedDecl *forAllOverloads(const NamedDecl *F) {
  for (const NamedDecl *D : F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName()))
    if (isForAllPointers(D))
      return D;
  return F;
}

/// A function of the API that is named but not called: &cudaFree, which \p F is, or one of whose
/// overloads. The function of the C core has CUDA's type; C++'s may take other arguments, except
/// those of clrt::exact. Nobody can tell for whom a value allocates.
///   alloc = cudaMalloc<float>    alloc = clrt::exact::svm_malloc<float>
static void rewriteReference(HostScope &S, const Expr *Ref, const NamedDecl *F, SourceLocation Name,
                             unsigned Depth, const catalog::HostFunction &Row) {
  if (Row.Rule == catalog::HostRule::Keep || Row.Rule == catalog::HostRule::Marker)
    return;
  bool IsTemplate = isForAllPointers(F);
  if ((Row.Rule != catalog::HostRule::Rename && Row.Rule != catalog::HostRule::Copy) ||
      (F->getAsFunction()->isTemplateInstantiation() && !IsTemplate))
    return refuse(S, Ref, Depth, Row);
  bool IsShared = !Row.Shared.empty() && S.Unit.Pointers.storesPointers();
  StringRef Target = IsTemplate ? (IsShared ? Row.Shared : Row.Cxx)
                     : IsShared ? Row.SharedC
                                : Row.C;
  std::string Text = Target.str();
  if (IsTemplate)
    Text.insert(Target.rfind(':') + 1, "exact::");
  if (!S.Source.replace({Ref->getBeginLoc(), Name}, Text, rule::RuntimeCalls))
    S.Unit.report(diag::UneditableCall, Ref->getBeginLoc(), {Text});
}

const NamedDecl *calledDecl(const Expr *Callee) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    return Ref->getDecl();
  if (auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Callee); Lookup && Lookup->getNumDecls() > 0)
    return (*Lookup->decls_begin())->getUnderlyingDecl();
  return nullptr;
}

void rewriteRuntimeCalls(HostScope &S) {
  llvm::DenseSet<const Expr *> Callees;
  const bool InTemplate = S.Body.Function && S.Body.Function->isTemplated();
  for (const HostNode &Node : S.Body.Nodes) {
    if (auto *Call = dyn_cast<CallExpr>(Node.S)) {
      if (isTemplateParameter(Call->getCallee()))
        continue;
      const Expr *Ref = Call->getCallee()->IgnoreParenImpCasts();
      Callees.insert(Ref);
      if (const catalog::HostFunction *Row = apiFunction(S.Unit, calledDecl(Ref)))
        rewriteCall(S, Call, Ref, Node.Depth, *Row);
    } else if (auto *Ref = dyn_cast<DeclRefExpr>(Node.S); Ref && !Callees.count(Ref)) {
      if (const catalog::HostFunction *Row = apiFunction(S.Unit, Ref->getDecl()))
        rewriteReference(S, Ref, InTemplate ? forAllOverloads(Ref->getDecl()) : Ref->getDecl(),
                         Ref->getLocation(), Node.Depth, *Row);
    } else if (auto *Set = dyn_cast<UnresolvedLookupExpr>(Node.S); Set && !Callees.count(Set)) {
      // In a template, or in a list of initial values.
      if (const catalog::HostFunction *Row = apiFunction(S.Unit, calledDecl(Set)))
        rewriteReference(S, Set, forAllOverloads(calledDecl(Set)), Set->getNameLoc(), Node.Depth,
                         *Row);
    }
  }
}

} // namespace cu2cl
