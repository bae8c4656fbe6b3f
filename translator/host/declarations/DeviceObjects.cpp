// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Symbols and kernels that host code names without launching them:
//   cudaMemcpyToSymbol("c", ...), cudaGetSymbolAddress(&p, &c)   the symbol c itself
//   cudaFuncGetAttributes(&a, (const void *)k<float>)            the handle k_float
// A kernel that is used in another way is a value: its function stays (KernelFunctions.cpp).

#include "analysis/dialect/Dialect.h"
#include "analysis/reach/HostConstants.h"
#include "catalog/Catalog.h"
#include "host/declarations/SymbolTemplates.h"
#include "host/unit/DeviceSymbols.h"
#include "host/unit/KernelFunctions.h"
#include "host/unit/RuleNames.h"
#include "host/unit/SymbolTypes.h"

using namespace clang;

namespace cu2cl {

/// The argument of an API call that \p Ref is written in, past casts and `&`; null if it is used in
/// another way.
static const Expr *argumentAround(const HostUnit &U, const Expr *Ref) {
  const Expr *Outer = Ref;
  for (const Stmt *Parent = U.parent(Ref); Parent; Parent = U.parent(Parent)) {
    auto *Address = dyn_cast<UnaryOperator>(Parent);
    if (isa<CastExpr, ParenExpr, MaterializeTemporaryExpr>(Parent) ||
        (Address && Address->getOpcode() == UO_AddrOf)) {
      Outer = cast<Expr>(Parent);
      continue;
    }
    auto *Call = dyn_cast<CallExpr>(Parent);
    return Call && symbolCallRow(Call) ? Outer : nullptr;
  }
  return nullptr;
}

static bool isUnderSizeof(const HostUnit &U, const Stmt *S) {
  for (S = U.parent(S); S; S = U.parent(S))
    if (isa<UnaryExprOrTypeTraitExpr>(S))
      return true;
  return false;
}

/// Returns true if the call around \p Argument is one that takes a variable of the device by its
/// name.
static bool isSymbolCall(const HostUnit &U, const Expr *Argument) {
  auto *Call = cast<CallExpr>(U.writtenParent(Argument));
  const catalog::HostFunction *Row = symbolCallRow(Call);
  return Row && Row->takesSymbol();
}

/// A managed variable is the host's, too: `counter` becomes `*counter`.
static void rewriteManaged(HostScope &S, const DeclRefExpr *Ref, unsigned Depth) {
  const Stmt *Parent = S.Unit.writtenParent(Ref);
  auto *Unary = dyn_cast_or_null<UnaryOperator>(Parent);
  bool Binds =
      isa_and_nonnull<MemberExpr, ArraySubscriptExpr, CXXOperatorCallExpr, CXXMemberCallExpr>(
          Parent) ||
      (Unary && Unary->isPostfix());
  if (!S.Source.insertBefore(Ref->getBeginLoc(), Binds ? "(*" : "*", rule::DeviceObjects, Depth) ||
      (Binds && !S.Source.insertAfter(Ref->getEndLoc(), ")", rule::DeviceObjects, Depth)))
    S.Unit.report(diag::UnsupportedManagedVariable, Ref->getLocation(),
                  {Ref->getNameInfo().getAsString()});
}

/// The value of a constant that host code reads, which it may as C++ puts the value in its place:
/// `limit` becomes `((int)64 /* limit */)`. False if \p Ref is no such use.
static bool writeValue(HostScope &S, const DeclRefExpr *Ref, unsigned Depth) {
  const ASTContext &Context = S.Unit.Side.context();
  auto *V = cast<VarDecl>(Ref->getDecl());
  // In the bound of an array the declaration is around it.
  const Stmt *Parent = S.Unit.parent(Ref);
  auto *Read = dyn_cast_or_null<ImplicitCastExpr>(Parent);
  if ((Read ? Read->getCastKind() != CK_LValueToRValue : !isa_and_nonnull<DeclStmt>(Parent)) ||
      !V->getType()->isArithmeticType() ||
      !(V->isUsableInConstantExpressions(Context) || isHostConstant(V)))
    return false;
  const APValue *Value = V->evaluateValue();
  if (!Value || !(Value->isInt() || Value->isFloat()))
    return false;
  std::string Type = V->getType().getUnqualifiedType().getAsString(S.Unit.policy());
  return S.Source.replace(Ref->getSourceRange(),
                          "((" + Type + ")" + numberText(*Value) + " /* " + V->getNameAsString() +
                              " */)",
                          rule::DeviceObjects, Edit::Replace, Depth);
}

/// Reads a part of a constant of the device, `table[i].weight`, in the constant that the host has
/// beside it (DeviceSymbols.cpp). False if \p Ref is no such use.
static bool readOnHost(HostScope &S, const DeclRefExpr *Ref, unsigned Depth) {
  const auto *V = cast<VarDecl>(Ref->getDecl());
  if (!isHostConstant(V) || V->isStaticDataMember() || V->getLocation().isMacroID() ||
      isa<CXXConstructExpr>(V->getInit()->IgnoreImplicit()) || namesSymbol(V->getInit()) ||
      isDeviceInitializer(S.Unit, V->getInit()))
    return false;
  const std::string Name = hostConstantName(S.Unit, V);
  const IdentifierTable &Idents = S.Unit.Side.context().Idents;
  if (Idents.find(Name) != Idents.end()) // of the system's headers
    return false;
  const Stmt *Part = S.Unit.parent(Ref);
  for (; isa_and_nonnull<ParenExpr, MemberExpr, ArraySubscriptExpr, ImplicitCastExpr>(Part);
       Part = S.Unit.parent(Part))
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Part);
        Cast && Cast->getCastKind() == CK_LValueToRValue) {
      const bool IsRead =
          hostConstantIn(Cast->getSubExpr()) == Ref &&
          S.Source.replace(Ref->getLocation(), Name, rule::DeviceObjects, Edit::Replace, Depth);
      if (IsRead)
        S.Unit.HostConstants.insert(V->getCanonicalDecl());
      return IsRead;
    }
  return false;
}

/// Leaves the name where it is, inside one that does not compile.
static void refuseSymbol(HostScope &S, const DeclRefExpr *Ref, unsigned Depth) {
  S.Unit.report(diag::DeviceVariableInHostCode, Ref->getLocation(),
                {Ref->getNameInfo().getAsString()});
  leaveMarked(S, Ref, diag::DeviceVariableInHostCode, rule::DeviceObjects, Depth);
}

/// `decltype(symbol)` is the type of the variable, not clrt's. False if \p Ref is no such operand.
static bool rewriteDecltype(HostScope &S, const DeclRefExpr *Ref, unsigned Depth) {
  auto It = S.Unit.DecltypeOperands.find(Ref);
  if (It == S.Unit.DecltypeOperands.end())
    return false;
  if (!S.Source.insertAfter(It->second, "::value_type", rule::DeviceObjects, Depth))
    S.Unit.report(diag::UneditableSymbol, Ref->getLocation(), {Ref->getNameInfo().getAsString()});
  return true;
}

static void rewriteSymbol(HostScope &S, const DeclRefExpr *Ref, unsigned Depth) {
  if (rewriteDecltype(S, Ref, Depth))
    return;
  if (isUnderSizeof(S.Unit, Ref))
    return;
  const Expr *Argument = argumentAround(S.Unit, Ref);
  const SymbolArgument Passed = Argument ? SymbolArgument::None : symbolArgument(S.Unit, Ref);
  if (Passed == SymbolArgument::Symbol)
    return;
  if (isManaged(cast<VarDecl>(Ref->getDecl())) && Passed == SymbolArgument::None &&
      (!Argument || !isSymbolCall(S.Unit, Argument)))
    return rewriteManaged(S, Ref, Depth);
  if (!Argument && (writeValue(S, Ref, Depth) || readOnHost(S, Ref, Depth)))
    return;
  if (!Argument)
    return refuseSymbol(S, Ref, Depth);
  if (Argument->getSourceRange() == Ref->getSourceRange())
    return;
  std::string Name = S.Source.text(Ref->getSourceRange()).str();
  if (Name.empty() || !S.Source.replace(Argument->getSourceRange(), Name, rule::DeviceObjects,
                                        Edit::Cover, Depth - 1))
    S.Unit.report(diag::UneditableSymbol, Ref->getLocation(), {Ref->getNameInfo().getAsString()});
}

/// The call that \p Ref is an argument of, past casts and `&`; null if it is something else.
static const CallExpr *callAround(const HostUnit &U, const Expr *Ref) {
  const Stmt *Parent = U.parent(Ref);
  while (Parent && isa<CastExpr, ParenExpr, UnaryOperator, MaterializeTemporaryExpr>(Parent))
    Parent = U.parent(Parent);
  return dyn_cast_or_null<CallExpr>(Parent);
}

static void rewriteKernel(HostScope &S, const DeclRefExpr *Ref, const FunctionDecl *Kernel,
                          unsigned Depth) {
  const CallExpr *Call = callAround(S.Unit, Ref);
  auto *Launch = dyn_cast_or_null<CUDAKernelCallExpr>(Call);
  if (Launch && Launch->getCallee()->IgnoreParenImpCasts() == Ref)
    return;
  const KernelInterface *K = S.Unit.kernel(Kernel);
  if (!K)
    return S.Unit.report(diag::UndefinedKernel, Ref->getLocation(),
                         {Kernel->getQualifiedNameAsString()});
  const Expr *Argument = argumentAround(S.Unit, Ref);
  if (!Argument || !Call || kernelAskedFor(Call, Argument, S.Unit.functionAround(Ref)) != Ref) {
    if (!hasNamedFunction(*K))
      S.Unit.report(diag::UnnameableKernelValue, Ref->getLocation(),
                    {Kernel->getQualifiedNameAsString()});
    return;
  }
  std::string Qualifier = namespaceBeforeHandle(Ref, *K);
  if (Qualifier.empty() && Ref->hasQualifier())
    Qualifier = S.Source.text(Ref->getQualifierLoc().getSourceRange()).str();
  if (!S.Source.replace(Argument->getSourceRange(), Qualifier + K->HandleName, rule::DeviceObjects,
                        Edit::Cover, Depth - 1))
    S.Unit.report(diag::UneditableSymbol, Ref->getLocation(), {K->Name});
}

/// Returns true if \p Name, in a function of \p Scope, names a variable of the device.
static bool namesSymbolFrom(const HostUnit &U, const DeclContext *Scope, StringRef Name) {
  const IdentifierInfo &Identifier = U.Side.context().Idents.get(Name);
  for (; Scope; Scope = Scope->getParent())
    if (Scope->isFileContext())
      for (const NamedDecl *D : Scope->lookup(&Identifier))
        if (const auto *V = dyn_cast<VarDecl>(D->getUnderlyingDecl()); V && isSymbol(V))
          return true;
  return false;
}

/// The old form: a symbol by its name in a string. The name may be of another source.
static void rewriteSymbolString(HostScope &S, const CallExpr *Call, unsigned Depth) {
  const catalog::HostFunction *Row = runtimeFunctionOf(Call->getDirectCallee());
  if (!Row || !Row->takesSymbol())
    return;
  const DeclContext *Scope = S.Body.Function ? S.Body.Function->getDeclContext()
                                             : S.Unit.Side.context().getTranslationUnitDecl();
  for (unsigned I = 0; I < Call->getNumArgs() && I < 2; ++I) {
    auto *Name = dyn_cast<StringLiteral>(Call->getArg(I)->IgnoreParenCasts());
    if (Name && (!Name->isOrdinary() || !namesSymbolFrom(S.Unit, Scope, Name->getString())))
      S.Unit.report(diag::SymbolByString, Name->getBeginLoc(), {Name->getString().str()});
    else if (Name && !S.Source.replace(Call->getArg(I)->getSourceRange(), Name->getString(),
                                       rule::DeviceObjects, Edit::Cover, Depth))
      S.Unit.report(diag::UneditableSymbol, Name->getBeginLoc(), {Name->getString().str()});
  }
}

void rewriteDeviceObjects(HostScope &S) {
  rewriteSymbolTypes(S);
  for (const HostNode &Node : S.Body.Nodes) {
    if (auto *Call = dyn_cast<CallExpr>(Node.S))
      rewriteSymbolString(S, Call, Node.Depth);
    if (auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(Node.S))
      rewriteSizeOfSymbol(S, Size, Node.Depth);
    auto *Ref = dyn_cast<DeclRefExpr>(Node.S);
    if (!Ref)
      continue;
    if (isSymbol(Ref->getDecl()))
      rewriteSymbol(S, Ref, Node.Depth);
    else if (auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()); F && F->hasAttr<CUDAGlobalAttr>())
      rewriteKernel(S, Ref, F, Node.Depth);
  }
}

} // namespace cu2cl
