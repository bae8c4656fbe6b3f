// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers to device functions, which OpenCL C has not.
//
// Precondition: all functions of the type whose address is taken are known, get plain values or
// pointers and references to such, each to the same memory, and give plain values.
// Effect: a function is a number, `add_function`; a call through a pointer is a call of a function
// that chooses by the number, `call_float_float_float(op, a, b)`. Where numbers come from the host
// or another unit, an unknown one is a trap, as a wild pointer is in CUDA.

#include "kernel/expressions/FunctionPointers.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/LibraryCode.h"
#include "analysis/reach/StaticLocals.h"
#include "catalog/Catalog.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p A and \p B, functions of one type, take pointers to the same memories.
static bool takeTheSame(const DeviceUnit &Unit, const FunctionClone &A, const FunctionClone &B) {
  if (keyword(Unit.Spaces.self(A)) != keyword(Unit.Spaces.self(B)) ||
      Unit.Spaces.selfRecord(A) != Unit.Spaces.selfRecord(B))
    return false;
  for (unsigned I = 0; I < A.Function->getNumParams(); ++I) {
    QualType T = A.Function->getParamDecl(I)->getType();
    if ((T->isPointerType() || T->isReferenceType()) &&
        keyword(Unit.Spaces.pointee(A, A.Function->getParamDecl(I))) !=
            keyword(Unit.Spaces.pointee(B, B.Function->getParamDecl(I))))
      return false;
  }
  return true;
}

/// The targets of one pointer: functions of a type, or a class's member functions of it.
struct Callees {
  const FunctionProtoType *T = nullptr;
  const MemberPointerType *Member = nullptr;

  std::vector<const FunctionDecl *> own(const DeviceUnit &Unit) const {
    return Member ? memberTargets(*Unit.Reach, Member) : functionTargets(*Unit.Reach, T);
  }
  std::vector<const FunctionDecl *> library(const DeviceUnit &Unit) const {
    return Member ? std::vector<const FunctionDecl *>() : libraryTargets(*Unit.Reach, T);
  }
  bool comeFromOutside(const DeviceUnit &Unit) const {
    return !Member && comesFromOutside(*Unit.Reach, T);
  }
};

static Callees calleesLike(const FunctionDecl *F) {
  Callees C{F->getType().getCanonicalType()->getAs<FunctionProtoType>()};
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance()) {
    ASTContext &Context = F->getASTContext();
    QualType Class = Context.getRecordType(M->getParent());
    C.Member = Context.getMemberPointerType(QualType(C.T, 0), Class.getTypePtr())
                   ->castAs<MemberPointerType>();
  }
  return C;
}

/// One function that a pointer may hold.
struct Target {
  const FunctionDecl *Function = nullptr;
  const FunctionClone *Version = nullptr; ///< null: one of CUDA's own
};

/// The functions that a pointer to \p C may hold: empty if calls through it are not translated. The
/// user's have one version each.
static std::vector<Target> targetsOf(const DeviceUnit &Unit, const Callees &C) {
  std::vector<Target> Out;
  std::set<uint32_t> Numbers;
  for (const FunctionDecl *F : C.own(Unit)) {
    const FunctionClone *Only = nullptr;
    for (const FunctionClone &V : Unit.Spaces.versions())
      if (V.Function->getCanonicalDecl() == F->getCanonicalDecl())
        Only = Only ? Only : &V;
    if (!Only || !Unit.appended(*Only).empty() || !Numbers.insert(functionNumber(F)).second ||
        (!Out.empty() && !takeTheSame(Unit, *Out.front().Version, *Only)))
      return {};
    Out.push_back({F, Only});
  }
  for (const FunctionDecl *F : C.library(Unit)) {
    if (!Numbers.insert(functionNumber(F)).second)
      return {};
    Out.push_back({F, nullptr});
  }
  return Out;
}

/// Returns the replacement of the dispatcher among the definitions of the output.
static const FunctionDecl *dispatched(const DeviceUnit &Unit, const Callees &C) {
  return targetsOf(Unit, C).front().Function;
}

const Decl *placeOfDispatcher(const DeviceUnit &Unit, const FunctionDecl *F) {
  Callees C = calleesLike(F);
  std::vector<const FunctionDecl *> Own = C.own(Unit);
  if (const auto *M = Own.empty() ? nullptr : dyn_cast<CXXMethodDecl>(Own.back());
      M && M->isInstance())
    return outermostClass(M);
  if (!Own.empty())
    return Own.back();
  const FunctionDecl *First = C.library(Unit).front();
  return llvm::find_if(Unit.Reach->LibraryTargets,
                       [&](const auto &Known) { return Known.first == First; })
      ->second;
}

/// "add_function"; of CUDA's overloads that pointers hold, "max_int_int_function".
static std::string numberOf(KernelPrinter &P, const Target &T) {
  if (T.Version)
    return P.names().function(*T.Version) + "_function";
  std::string Name = T.Function->getName().str();
  bool IsOverloaded = llvm::any_of(P.unit().Reach->LibraryTargets, [&](const auto &Known) {
    return Known.first != T.Function && Known.first->getName() == Name;
  });
  std::vector<TemplateArgument> Types;
  for (const ParmVarDecl *D : T.Function->parameters())
    Types.push_back(TemplateArgument(D->getType().getUnqualifiedType()));
  return Name + (IsOverloaded ? nameSuffix(Types, P.context()) : "") + "_function";
}

static std::string functionNumbers(KernelPrinter &P, const Callees &C) {
  std::string Out;
  bool IsShared = C.comeFromOutside(P.unit());
  for (const Target &One : targetsOf(P.unit(), C)) {
    bool IsFirst = Out.empty();
    Out += (IsFirst ? "" : ", ") + numberOf(P, One);
    if (IsShared)
      Out += " = 0x" + llvm::utohexstr(functionNumber(One.Function), /*LowerCase=*/true);
    else if (IsFirst)
      Out += " = 1";
  }
  return std::string("// The functions that pointers hold, by number") +
         (IsShared ? "; the host has the same numbers" : "") + ".\nenum { " + Out + " };";
}

/// The call of \p F, a function of CUDA's own, with variables of its parameters' types.
static std::string libraryCall(KernelPrinter &P, const FunctionDecl *F,
                               llvm::ArrayRef<std::string> Names) {
  const catalog::DeviceFunction *Row = deviceRowOf(F);
  P.Found.needHelper(Row->Helper);
  llvm::SmallVector<llvm::StringRef, 4> Types = Row->parameterTypes();
  auto Argument = [&](unsigned I) {
    bool IsPromoted = I < Types.size() && Types[I] == "double" &&
                      !F->getParamDecl(I)->getType()->isSpecificBuiltinType(BuiltinType::Double);
    return (IsPromoted ? "(double)" : "") + Names[I];
  };
  std::string Out;
  llvm::StringRef Text = Row->Text;
  for (size_t At; (At = Text.find('$')) != llvm::StringRef::npos;) {
    Out += Text.take_front(At);
    Text = Text.drop_front(At + 1);
    unsigned Index = 0;
    if (Text.consume_front("*"))
      for (unsigned I = 0; I < Names.size(); ++I)
        Out += (I ? ", " : "") + Argument(I);
    else if (!Text.consumeInteger(10, Index) && Index < Names.size())
      Out += Argument(Index);
  }
  return Out + Text.str();
}

static std::string dispatcherName(const DeviceUnit &Unit, const Callees &C) {
  std::vector<TemplateArgument> Types;
  if (C.Member)
    Types.push_back(TemplateArgument(QualType(C.Member->getClass(), 0)));
  Types.push_back(TemplateArgument(C.T->getReturnType()));
  for (QualType P : C.T->param_types())
    Types.push_back(TemplateArgument(P));
  // Other types, whose functions are others.
  std::string Qualifiers = C.T->isConst() ? "_const" : "";
  if (C.T->getRefQualifier() != RQ_None)
    Qualifiers += C.T->getRefQualifier() == RQ_LValue ? "_lvalue" : "_rvalue";
  return "call" + nameSuffix(Types, Unit.context()) + Qualifiers;
}

/// Returns what a call of none of the known functions does.
static std::string printUnknown(KernelPrinter &P, const FunctionProtoType *T) {
  P.Found.needHelper("trap");
  std::string Out =
      std::string("  default:\n    clrt_trap(") + Appended::nameOf(Appended::Fault) + ");\n";
  QualType Result = T->getReturnType().getUnqualifiedType();
  if (Result->isVoidType())
    return Out;
  auto Private = [](unsigned) { return AddressSpace::Private; };
  if (Result->isScalarType())
    return Out + "    return 0;\n";
  return Out + "    return (" + P.Locals.types().declare(Result, "", Private) + "){0};\n";
}

/// The names of the parameters of the dispatcher after the number.
static std::vector<std::string> parameterNames(KernelPrinter &P, const Target &First) {
  std::vector<std::string> Names;
  for (const ParmVarDecl *D : First.Function->parameters()) {
    std::string Name = First.Version ? P.names().plainLocal(D) : "";
    if (Name.empty() || Name == "function")
      Name = First.Version ? "argument" + std::to_string(Names.size())
                           : std::string(1, char('x' + Names.size() % 3));
    Names.push_back(Name);
  }
  return Names;
}

/// After the number: the object, and what the functions take.
static std::string dispatcherParameters(KernelPrinter &P, const Callees &C, const Target &First,
                                        llvm::ArrayRef<std::string> Names) {
  std::string Out = "ulong function";
  if (C.Member) {
    const auto *M = cast<CXXMethodDecl>(First.Function);
    AddressSpace Self = P.unit().Spaces.self(*First.Version);
    Out += ", " + P.Locals.types().declare(M->getThisType(), "self",
                                           {[Self](unsigned) { return Self; },
                                            P.unit().Spaces.selfRecord(*First.Version)});
  }
  for (unsigned I = 0; I < C.T->getNumParams(); ++I) {
    QualType Type = C.T->getParamType(I).getUnqualifiedType();
    const ParmVarDecl *D = First.Function->getParamDecl(I);
    Out += ", " +
           (First.Version
                ? P.Locals.types().declare(Type, Names[I], spacesOf(P.unit(), *First.Version, D))
                : P.Locals.types().declare(Type, Names[I],
                                           [](unsigned) { return AddressSpace::Private; }));
  }
  if (C.comeFromOutside(P.unit()))
    Out += std::string(", __global int *") + Appended::nameOf(Appended::Fault);
  return Out;
}

Fragment printDispatcher(KernelPrinter &P, const FunctionDecl *F) {
  Callees C = calleesLike(F);
  std::vector<Target> Targets = targetsOf(P.unit(), C);
  std::vector<std::string> Names = parameterNames(P, Targets.front());
  QualType Result = C.T->getReturnType().getUnqualifiedType();
  std::string Head =
      P.Locals.types().declare(Result, "", [](unsigned) { return AddressSpace::Private; }) + " " +
      dispatcherName(P.unit(), C) + "(" + dispatcherParameters(P, C, Targets.front(), Names) + ")";
  std::string Arguments = llvm::join(Names, ", ");
  if (C.Member)
    Arguments = Arguments.empty() ? "self" : "self, " + Arguments;
  bool IsVoid = Result->isVoidType(), IsShared = C.comeFromOutside(P.unit());
  std::string Body = " {\n  switch (function) {\n";
  for (const Target &One : Targets) {
    if (One.Version)
      P.Found.needVersion(*One.Version);
    std::string Call = One.Version ? P.names().function(*One.Version) + "(" + Arguments + ")"
                                   : libraryCall(P, One.Function, Names);
    bool IsLast = One.Function == Targets.back().Function;
    Body += IsLast && !IsShared ? "  default:\n" : "  case " + numberOf(P, One) + ":\n";
    Body += IsVoid ? "    " + Call + ";\n    break;\n" : "    return " + Call + ";\n";
  }
  if (IsShared)
    Body += printUnknown(P, C.T);
  return functionNumbers(P, C) + "\n" + Head + Body + "  }\n}";
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

/// Returns the replacement of the pointer in the call of \p Call's dispatcher: not what leads to
/// the function.
static const Expr *calledPointer(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  // (*op)(x), where op is a function or points to one: not what lies in memory.
  const auto *U = dyn_cast<UnaryOperator>(Callee);
  while (U && U->getOpcode() == UO_Deref && U->getType()->isFunctionType()) {
    Callee = U->getSubExpr()->IgnoreParenImpCasts();
    U = dyn_cast<UnaryOperator>(Callee);
  }
  return Callee;
}

/// A call through a pointer.
static Fragment printIndirectCall(KernelPrinter &P, const CallExpr *Call, const Callees &C) {
  P.Found.need(dispatched(P.unit(), C));
  Fragment Out(dispatcherName(P.unit(), C) + "(");
  if (C.Member) {
    const Expr *Object = cast<CXXMemberCallExpr>(Call)->getImplicitObjectArgument();
    Out += P.printValue(cast<BinaryOperator>(Call->getCallee()->IgnoreParens())->getRHS());
    Out += ", ";
    Out += Object->getType()->isPointerType()
               ? P.printValue(Object)
               : P.Lvalues.printAddress(Object, Precedence::Assignment);
  } else {
    Out += P.printValue(calledPointer(Call));
  }
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *A = Call->getArg(I);
    Out += ", ";
    Out += C.T->getParamType(I)->isReferenceType()
               ? P.Lvalues.printAddress(A, Precedence::Assignment)
               : P.printValue(A);
  }
  if (C.comeFromOutside(P.unit()))
    Out += ", " + P.Locals.appendedName(Appended::Fault);
  return Out + ")";
}

/// Returns what \p Call goes through; nothing for direct calls.
static std::optional<Callees> calleesOf(const CallExpr *Call) {
  if (const FunctionProtoType *T = calledThroughPointer(Call))
    return Callees{T};
  const MemberPointerType *M = calledThroughMember(Call);
  const auto *T = M ? M->getPointeeType().getCanonicalType()->getAs<FunctionProtoType>() : nullptr;
  return T ? std::optional<Callees>({T, M}) : std::nullopt;
}

/// The number of \p F, if it is one that pointers hold.
static std::optional<Fragment> printNumber(KernelPrinter &P, const FunctionDecl *F) {
  Callees C = calleesLike(F);
  if (!C.T)
    return std::nullopt;
  for (const Target &One : targetsOf(P.unit(), C))
    if (One.Function->getCanonicalDecl() == F->getCanonicalDecl()) {
      P.Found.need(dispatched(P.unit(), C));
      return Fragment(numberOf(P, One));
    }
  return std::nullopt;
}

std::optional<Fragment> printMemberFunction(KernelPrinter &P, const Expr *E) {
  const Expr *Named = E->IgnoreParens();
  if (const auto *N = dyn_cast<SubstNonTypeTemplateParmExpr>(Named))
    Named = N->getReplacement()->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(Named); U && U->getOpcode() == UO_AddrOf)
    if (const auto *Ref = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens()))
      return printNumber(P, cast<FunctionDecl>(Ref->getDecl()));
  const auto *Cast = dyn_cast<CastExpr>(Named);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Named) ||
      (Cast && Cast->getCastKind() == CK_NullToMemberPointer))
    return Fragment("0");
  if (Cast && (Cast->getCastKind() == CK_BaseToDerivedMemberPointer ||
               Cast->getCastKind() == CK_DerivedToBaseMemberPointer ||
               Cast->getCastKind() == CK_ReinterpretMemberPointer))
    return Fragment(P.unit().mark(diag::UnsupportedMemberPointer, E->getExprLoc(),
                                  {"the conversion of a pointer to a member function"}));
  return std::nullopt;
}

std::optional<Fragment> printFunctionPointer(KernelPrinter &P, const Stmt *S) {
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    std::optional<Callees> C = calleesOf(Call);
    if (const DeclRefExpr *Invoker = convertedLambda(Call->getDirectCallee()))
      return printFunctionPointer(P, Invoker);
    if (!C || targetsOf(P.unit(), *C).empty())
      return std::nullopt;
    return printIndirectCall(P, Call, *C);
  }
  const auto *E = dyn_cast<Expr>(S);
  if (!E || !(isa<DeclRefExpr, UnaryOperator, SubstNonTypeTemplateParmExpr>(E)))
    return std::nullopt;
  const DeclRefExpr *Ref = namedFunction(E);
  return Ref ? printNumber(P, cast<FunctionDecl>(Ref->getDecl())) : std::nullopt;
}

} // namespace cu2cl
