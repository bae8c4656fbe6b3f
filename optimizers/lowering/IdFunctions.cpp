// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/IdFunctions.h"
#include "optimizers/analysis/Facts.h"
#include "optimizers/lowering/Inlining.h"
#include "optimizers/tree/Build.h"
#include "optimizers/tree/Make.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class IdFunctions {
public:
  IdFunctions(const Source &From, Make &M) : From(From), M(M) {}

  Block inlined(const Block &B) {
    return M.rewrite(B, [&](const Expr *E) { return resultOf(E); });
  }

private:
  using Values = llvm::DenseMap<const Variable *, Expr *>;

  /// Functions whose result would be longer than this many parts stay calls.
  static constexpr size_t MostParts = 100;

  static bool isInteger(QualType T) { return T->isIntegerType() && !T->isBooleanType(); }

public:
  /// True for a call of a function that asks for ids, or only computes a number: steps know the
  /// stride of what they see.
  static bool mayBeInlined(const Expr *E) {
    return E->Kind == Expr::Form::Call && E->Callee && E->Callee->hasBody() &&
           (callKind(E) == CallKind::Item || callKind(E) == CallKind::Pure);
  }

private:
  /// What \p E, a call in the kernel, returns; null if it is another expression or cannot be said.
  Expr *resultOf(const Expr *E) {
    if (!mayBeInlined(E))
      return nullptr;
    llvm::SmallVector<Expr *, 4> Arguments;
    for (const Expr *Kid : E->Kids) {
      // It may be written more than once, or under a condition.
      bool IsValue = isInteger(skipImplicit(Kid)->Type) && hasNoEffect(Kid);
      forEach(Kid, [&](const Expr *Part) { IsValue &= !isMemory(Part); });
      Arguments.push_back(IsValue ? M.rewrite(Kid, [&](const Expr *P) { return resultOf(P); })
                                  : nullptr);
    }
    return resultOf(E->Callee, Arguments);
  }

  Expr *resultOf(const FunctionDecl *Function, llvm::ArrayRef<Expr *> Arguments) {
    const FunctionDecl *Body = nullptr;
    if (!isInteger(Function->getReturnType()) || !Function->hasBody(Body) ||
        !Active.insert(Body).second)
      return nullptr;
    Expr *Result = resultOfBody(buildKernel(From, Body, M.Nodes), Body, Arguments);
    Active.erase(Body);
    size_t Parts = 0;
    if (Result)
      forEach(Result, [&](const Expr *) { ++Parts; });
    return Parts > MostParts ? nullptr : Result;
  }

  /// Declarations with a value, and then a return.
  Expr *resultOfBody(const Kernel &F, const FunctionDecl *Body, llvm::ArrayRef<Expr *> Arguments) {
    Values Known;
    if (F.Parameters.size() != Arguments.size())
      return nullptr;
    for (auto [Parameter, Argument] : llvm::zip(F.Parameters, Arguments)) {
      if (!Argument || !isInteger(Parameter->Type))
        return nullptr;
      Known[Parameter] = as(Parameter->Type, Argument);
    }
    for (const Stmt *S : F.Body) {
      bool IsReturn = S->Kind == Stmt::Form::Return;
      if (!S->Value || (!IsReturn && S->Kind != Stmt::Form::Declare))
        return nullptr;
      QualType T = IsReturn ? Body->getReturnType() : S->Var->Type;
      Expr *Value = isInteger(T) && !T.isVolatileQualified() ? value(S->Value, Known) : nullptr;
      if (!Value || IsReturn)
        return Value ? as(T, Value) : nullptr;
      Known[S->Var] = as(T, Value);
    }
    return nullptr;
  }

  /// \p E as a number of type \p T. A conversion that the text does not show is lost with it.
  Expr *as(QualType T, Expr *E) {
    Expr *Inner = const_cast<Expr *>(skipImplicit(E));
    return M.Context.hasSameUnqualifiedType(Inner->Type, T) ? Inner
                                                            : M.cast(T.getUnqualifiedType(), Inner);
  }

  /// \p E of a function's body with what its variables are; null unless it is made of integers,
  /// ids and operators alone: other names may mean something else in the kernel.
  Expr *value(const Expr *E, const Values &Known) {
    if (!isInteger(E->Type))
      return nullptr;
    if (E->From && E->From->getExprLoc().isMacroID()) { // it may mean something else at the kernel
      std::optional<int64_t> Constant = constantOf(From, E);
      bool HasForm = Constant && M.Context.getTypeSize(E->Type) >= 32;
      return HasForm ? M.number(*Constant, E->Type.getUnqualifiedType()) : nullptr;
    }
    switch (E->Kind) {
    case Expr::Form::Literal:
      return const_cast<Expr *>(E);
    case Expr::Form::Reference:
      return Known.lookup(E->Var);
    case Expr::Form::Call:
      if (callKind(E) != CallKind::Id)
        return callIn(E, Known);
      return E->Kids.empty() || idDimension(E) ? const_cast<Expr *>(E) : nullptr;
    case Expr::Form::Unary:
      if (E->Opcode == UO_AddrOf || E->Opcode == UO_Deref || isAssignment(E))
        return nullptr;
      break;
    case Expr::Form::Binary:
      if (isAssignment(E) || E->Opcode == BO_Comma)
        return nullptr;
      break;
    case Expr::Form::Conditional:
    case Expr::Form::Cast:
      break;
    default:
      return nullptr;
    }
    llvm::SmallVector<Expr *, 3> Kids;
    for (const Expr *Kid : E->Kids) {
      Kids.push_back(value(Kid, Known));
      if (!Kids.back())
        return nullptr;
    }
    return M.withKids(E, Kids, E->Lanes);
  }

  /// A call in a function's body.
  Expr *callIn(const Expr *E, const Values &Known) {
    if (!E->Callee)
      return nullptr;
    llvm::SmallVector<Expr *, 4> Arguments;
    for (const Expr *Kid : E->Kids)
      Arguments.push_back(value(Kid, Known));
    return resultOf(E->Callee, Arguments);
  }

  const Source &From;
  Make &M;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Active; ///< no function calls itself in OpenCL C
};

} // namespace

Block withIdFunctions(const Source &From, Make &M, const Block &B) {
  bool Asks = false;
  forEachIn(B, [&](const Expr *E) { Asks |= IdFunctions::mayBeInlined(E); });
  return Asks ? IdFunctions(From, M).inlined(B) : B;
}

Kernel buildKernelOfIds(const Source &From, const FunctionDecl *Declared, Arena &Nodes) {
  Kernel K = buildKernel(From, Declared, Nodes);
  Make M(From.context(), Nodes);
  K.Body = withIdFunctions(From, M, K.Body);
  inlineItemFunctions(From, K, M);
  return K;
}

} // namespace cu2cl::opt
