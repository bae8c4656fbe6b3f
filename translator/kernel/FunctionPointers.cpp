// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers to device functions, which OpenCL C has not.
//
// Precondition: all functions of the type whose address is taken are known, get plain values or
// pointers and references to such, each to the same memory, and give plain values.
// Effect: a function is a number, `add_function`; a call through a pointer is a call of a function
// that chooses by the number, `call_float_float_float(op, a, b)`. Where numbers come from the host
// or another unit, an unknown one is a trap, as a wild pointer is in CUDA.

#include "kernel/FunctionPointers.h"
#include "analysis/FunctionPointers.h"
#include "kernel/Rules.h"
#include "kernel/TypeText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

/// Whether \p A and \p B, functions of one type, take pointers to the same memories.
static bool takeTheSame(const DeviceUnit &Unit, const FunctionVersion &A,
                        const FunctionVersion &B) {
  for (unsigned I = 0; I < A.Function->getNumParams(); ++I) {
    QualType T = A.Function->getParamDecl(I)->getType();
    if ((T->isPointerType() || T->isReferenceType()) &&
        keyword(Unit.Spaces.pointee(A, A.Function->getParamDecl(I))) !=
            keyword(Unit.Spaces.pointee(B, B.Function->getParamDecl(I))))
      return false;
  }
  return true;
}

std::vector<const FunctionVersion *> targetVersions(const DeviceUnit &Unit,
                                                    const FunctionProtoType *T) {
  std::vector<const FunctionVersion *> Out;
  std::set<uint32_t> Numbers;
  for (const FunctionDecl *F : functionTargets(*Unit.Reach, T)) {
    const FunctionVersion *Only = nullptr;
    for (const FunctionVersion &V : Unit.Spaces.versions())
      if (V.Function->getCanonicalDecl() == F->getCanonicalDecl())
        Only = Only ? Only : &V;
    if (!Only || !Unit.appended(*Only).empty() || !Numbers.insert(functionNumber(F)).second ||
        (!Out.empty() && !takeTheSame(Unit, *Out.front(), *Only)))
      return {};
    Out.push_back(Only);
  }
  return Out;
}

static std::string numberOf(KernelPrinter &P, const FunctionVersion &V) {
  return P.names().function(V) + "_function";
}

static std::string functionNumbers(KernelPrinter &P, const FunctionProtoType *T) {
  std::string Out;
  bool IsShared = comesFromOutside(*P.unit().Reach, T);
  for (const FunctionVersion *V : targetVersions(P.unit(), T)) {
    Out += (Out.empty() ? "" : ", ") + numberOf(P, *V);
    if (IsShared)
      Out += " = 0x" + llvm::utohexstr(functionNumber(V->Function), /*LowerCase=*/true);
    else if (V == targetVersions(P.unit(), T).front())
      Out += " = 1";
  }
  return std::string("// The functions that pointers hold, by number") +
         (IsShared ? "; the host has the same numbers" : "") + ".\nenum { " + Out + " };";
}

static std::string dispatcherName(const DeviceUnit &Unit, const FunctionProtoType *T) {
  std::vector<TemplateArgument> Types = {TemplateArgument(T->getReturnType())};
  for (QualType P : T->param_types())
    Types.push_back(TemplateArgument(P));
  return "call" + nameSuffix(Types, Unit.context());
}

/// What a call of none of the known functions does.
static std::string printUnknown(KernelPrinter &P, const FunctionProtoType *T) {
  P.needHelper("trap");
  std::string Out =
      std::string("  default:\n    clrt_trap(") + Appended::nameOf(Appended::Fault) + ");\n";
  QualType Result = T->getReturnType().getUnqualifiedType();
  if (Result->isVoidType())
    return Out;
  auto Private = [](unsigned) { return AddressSpace::Private; };
  if (Result->isScalarType())
    return Out + "    return 0;\n";
  return Out + "    return (" + P.types().declare(Result, "", Private) + "){0};\n";
}

Fragment printDispatcher(KernelPrinter &P, const FunctionProtoType *T) {
  std::vector<const FunctionVersion *> Targets = targetVersions(P.unit(), T);
  const FunctionDecl *First = Targets.front()->Function;
  std::string Parameters = "ulong function", Arguments;
  for (unsigned I = 0; I < T->getNumParams(); ++I) {
    std::string Name = P.names().local(First->getParamDecl(I));
    if (Name.empty() || Name == "function")
      Name = "argument" + std::to_string(I);
    Parameters +=
        ", " + P.types().declare(T->getParamType(I).getUnqualifiedType(), Name,
                                 spacesOf(P.unit(), *Targets.front(), First->getParamDecl(I)));
    Arguments += (I ? ", " : "") + Name;
  }
  if (comesFromOutside(*P.unit().Reach, T))
    Parameters += std::string(", __global int *") + Appended::nameOf(Appended::Fault);
  std::string Head = P.types().declare(T->getReturnType().getUnqualifiedType(), "",
                                       [](unsigned) { return AddressSpace::Private; }) +
                     " " + dispatcherName(P.unit(), T) + "(" + Parameters + ")";
  bool IsVoid = T->getReturnType()->isVoidType(), IsShared = comesFromOutside(*P.unit().Reach, T);
  std::string Body = " {\n  switch (function) {\n";
  for (const FunctionVersion *V : Targets) {
    P.needVersion(*V);
    std::string Call = P.names().function(*V) + "(" + Arguments + ");\n";
    Body += V == Targets.back() && !IsShared ? "  default:\n" : "  case " + numberOf(P, *V) + ":\n";
    Body += IsVoid ? "    " + Call + "    break;\n" : "    return " + Call;
  }
  if (IsShared)
    Body += printUnknown(P, T);
  return functionNumbers(P, T) + "\n" + Head + Body + "  }\n}";
}

/// The function that \p E names, without `&`, `*` and what the compiler adds.
static const DeclRefExpr *namedFunction(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *N = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return namedFunction(N->getReplacement());
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
    return namedFunction(U->getSubExpr());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && isa<FunctionDecl>(Ref->getDecl()) ? Ref : nullptr;
}

/// A call through a pointer.
static Fragment printIndirectCall(KernelPrinter &P, const CallExpr *Call,
                                  const FunctionProtoType *T) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  // (*op)(x), where op is a function or points to one: not what lies in memory.
  const auto *U = dyn_cast<UnaryOperator>(Callee);
  while (U && U->getOpcode() == UO_Deref && U->getType()->isFunctionType()) {
    Callee = U->getSubExpr()->IgnoreParenImpCasts();
    U = dyn_cast<UnaryOperator>(Callee);
  }
  P.need(functionTargets(*P.unit().Reach, T).front());
  Fragment Out(dispatcherName(P.unit(), T) + "(");
  Out += P.print(Callee);
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *A = Call->getArg(I);
    Out += ", ";
    Out += T->getParamType(I)->isReferenceType() ? P.printAddress(A) : P.printValue(A);
  }
  if (comesFromOutside(*P.unit().Reach, T))
    Out += ", " + P.appendedName(Appended::Fault);
  return Out + ")";
}

std::optional<Fragment> printFunctionPointer(KernelPrinter &P, const Stmt *S) {
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionProtoType *T = calledThroughPointer(Call);
    if (const DeclRefExpr *Invoker = convertedLambda(Call->getDirectCallee()))
      return printFunctionPointer(P, Invoker);
    if (!T || targetVersions(P.unit(), T).empty())
      return std::nullopt;
    return printIndirectCall(P, Call, T);
  }
  const auto *E = dyn_cast<Expr>(S);
  if (!E || !(isa<DeclRefExpr, UnaryOperator, SubstNonTypeTemplateParmExpr>(E)))
    return std::nullopt;
  const DeclRefExpr *Ref = namedFunction(E);
  const auto *F = Ref ? cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  const auto *T = F ? F->getType().getCanonicalType()->getAs<FunctionProtoType>() : nullptr;
  if (!T)
    return std::nullopt;
  for (const FunctionVersion *V : targetVersions(P.unit(), T))
    if (V->Function->getCanonicalDecl() == F->getCanonicalDecl()) {
      P.need(functionTargets(*P.unit().Reach, T).front());
      return Fragment(numberOf(P, *V));
    }
  return std::nullopt;
}

} // namespace cu2cl
