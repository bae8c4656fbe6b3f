// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The C++ library in device code: what the catalog does not know is text like any other.

#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "catalog/CxxLibrary.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace cu2cl;

const catalog::DeviceClass *cu2cl::deviceClassOf(QualType T) {
  const auto *Record = T->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() && Record->getDeclContext()->isTranslationUnit()
             ? catalog::findDeviceClass(Record->getName())
             : nullptr;
}

/// The row of a constructor or conversion of a class that has a row.
static const catalog::DeviceFunction *rowOfMethod(const CXXMethodDecl *M,
                                                  llvm::ArrayRef<llvm::StringRef> Types) {
  QualType Class = M->getASTContext().getRecordType(M->getParent());
  const catalog::DeviceClass *Row = deviceClassOf(Class);
  if (!Row || !isa<CXXConstructorDecl, CXXConversionDecl>(M))
    return nullptr;
  std::string Name = Row->Cuda.str() + "::";
  if (isa<CXXConstructorDecl>(M))
    return catalog::findDeviceFunction(Name + Row->Cuda.str(), Types);
  PrintingPolicy Policy(M->getASTContext().getLangOpts());
  Policy.Bool = true;
  Policy.SuppressTagKeyword = true;
  Name += "operator " + M->getReturnType().getCanonicalType().getAsString(Policy);
  return catalog::findDeviceFunction(Name, {Row->Cuda});
}

const catalog::DeviceFunction *cu2cl::deviceRowOf(const FunctionDecl *F) {
  if (!F)
    return nullptr;
  PrintingPolicy Policy(F->getASTContext().getLangOpts());
  Policy.Bool = true;
  Policy.SuppressTagKeyword = true;
  std::vector<std::string> Texts;
  for (const ParmVarDecl *P : F->parameters())
    Texts.push_back(
        P->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType().getAsString(
            Policy));
  std::vector<llvm::StringRef> Types(Texts.begin(), Texts.end());
  if (const auto *M = dyn_cast<CXXMethodDecl>(F))
    return rowOfMethod(M, Types);
  if (F->isOverloadedOperator())
    return catalog::findDeviceFunction(F->getNameAsString(), Types);
  if (!F->getIdentifier())
    return nullptr;
  // std::min(float, float) is not CUDA's min(float, float): a NaN is kept or lost by its place.
  if (F->isInStdNamespace() && F->getReturnType().getNonReferenceType()->isRealFloatingType())
    if (const auto *Own = catalog::findDeviceFunction(("std::" + F->getName()).str(), Types))
      return Own;
  // nvcc's fast math takes the intrinsic for each function of float that has one (__sinf for sinf).
  // OpenCL's options that ask compilers for it let them forget NaN and reorder sums as well.
  auto IsFloat = [](llvm::StringRef Type) { return Type == "float" || Type == "float *"; };
  if (F->getASTContext().getLangOpts().GPUDeviceApproxTranscendentals && !Types.empty() &&
      llvm::all_of(Types, IsFloat)) {
    llvm::StringRef Base = F->getName();
    Base.consume_back("f");
    for (llvm::StringRef Prefix : {"__", "__cu2cl_fast_"})
      if (const auto *Fast = catalog::findDeviceFunction((Prefix + Base + "f").str(), Types))
        return Fast;
  }
  if (const auto *Row = catalog::findDeviceFunction(F->getName(), Types))
    return Row;
  // GCC's name of a function of numbers that the C library has: __builtin_fabsf. Others are what
  // their own names say to analyses.
  llvm::StringRef Plain = F->getName();
  bool IsOfNumbers = F->getNumParams() > 0 && !F->isVariadic() &&
                     llvm::all_of(F->parameters(), [](const ParmVarDecl *P) {
                       return P->getType()->isArithmeticType();
                     });
  return F->getBuiltinID() && IsOfNumbers && Plain.consume_front("__builtin_")
             ? catalog::findDeviceFunction(Plain, Types)
             : nullptr;
}

bool cu2cl::isLibraryCode(const Decl *D) {
  const DeclContext *Space = D->getDeclContext()->getEnclosingNamespaceContext();
  auto IsLibrary = [](const DeclContext *C) {
    const auto *N = dyn_cast<NamespaceDecl>(C);
    return C->isStdNamespace() || (N && N->getName() == "__gnu_cxx");
  };
  while (Space->isNamespace() && !IsLibrary(Space))
    Space = Space->getParent();
  if (!IsLibrary(Space))
    return false;
  const SourceManager &SM = D->getASTContext().getSourceManager();
  return D->getLocation().isValid() && SM.isInSystemHeader(SM.getFileLoc(D->getLocation()));
}

bool cu2cl::isLibraryNamespace(const NamespaceDecl *N) {
  const SourceManager &SM = N->getASTContext().getSourceManager();
  return N->isStdNamespace() && SM.isInSystemHeader(SM.getFileLoc(N->getLocation()));
}

bool cu2cl::isHandleOfCuda(QualType T) {
  const RecordDecl *R = T->isPointerType() ? T->getPointeeType()->getAsRecordDecl() : nullptr;
  if (!R || R->getDefinition() || isLibraryCode(R))
    return false;
  const SourceManager &SM = R->getASTContext().getSourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(R->getLocation()));
}

const CXXRecordDecl *cu2cl::orderingClassOf(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  bool Is = R && R->getIdentifier() && isLibraryCode(R) &&
            catalog::isOrdering(catalog::cxxClass(R->getName())) && R->hasDefinition() &&
            !R->field_empty();
  return Is ? R : nullptr;
}

/// Returns true if \p F compares an ordering with 0, or makes the object that this 0 is: the
/// printer writes the comparison.
static bool comparesOrdering(const FunctionDecl *F) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F)) {
    const CXXRecordDecl *R = C->getParent();
    return R->isEmpty() && C->getNumParams() == 1 &&
           C->getParamDecl(0)->getType()->getPointeeCXXRecordDecl() == R;
  }
  if (!F->isOverloadedOperator() || F->getNumParams() != 2 ||
      F->getOverloadedOperator() == OO_Spaceship)
    return false;
  return !orderingClassOf(F->getParamDecl(0)->getType()) !=
         !orderingClassOf(F->getParamDecl(1)->getType());
}

bool cu2cl::isTranslatedLibrary(const FunctionDecl *F) {
  return isLibraryCode(F) && !F->getBuiltinID() && F->isDefined() && !deviceRowOf(F) &&
         !comparesOrdering(F);
}

bool cu2cl::startsAsItIs(const CXXNewExpr *E) {
  const Expr *Init = E->getInitializer();
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(Init);
  return !Init || (C && C->getConstructor()->isTrivial() && C->getNumArgs() == 0 &&
                   !C->requiresZeroInitialization());
}

std::optional<unsigned> cu2cl::placedElements(const CXXNewExpr *E) {
  // As many assignments are printed.
  constexpr unsigned Most = 64;
  const Expr *Size = E->getArraySize().value_or(nullptr);
  const Expr *Init = E->getInitializer();
  if (!Size || !Init || E->getAllocatedType()->isArrayType() ||
      !isa<InitListExpr, ImplicitValueInitExpr, CXXConstructExpr>(Init))
    return std::nullopt;
  Expr::EvalResult Value;
  const ASTContext &Context = E->getOperatorNew()->getASTContext();
  if (Size->isValueDependent() || !Size->EvaluateAsInt(Value, Context) ||
      !Value.Val.getInt().isStrictlyPositive() || Value.Val.getInt().ugt(Most))
    return std::nullopt;
  return Value.Val.getInt().getZExtValue();
}

const Expr *cu2cl::placeOfNew(const CXXNewExpr *E) {
  const FunctionDecl *Operator = E->getOperatorNew();
  if (!Operator || !Operator->isReservedGlobalPlacementOperator() || E->getNumPlacementArgs() != 1)
    return nullptr;
  const Expr *Size = E->getArraySize().value_or(nullptr);
  if (E->isArray() && startsAsItIs(E) && Size && Size->HasSideEffects(Operator->getASTContext()))
    return nullptr;
  if (E->isArray() && !startsAsItIs(E) && !placedElements(E))
    return nullptr;
  const Expr *Place = E->getPlacementArg(0);
  while (const auto *C = dyn_cast<ImplicitCastExpr>(Place)) {
    if (C->getCastKind() != CK_BitCast && C->getCastKind() != CK_NoOp)
      break;
    Place = C->getSubExpr();
  }
  return Place;
}

const Expr *cu2cl::passedOn(const CallExpr *Call) {
  switch (Call->getBuiltinCallee()) {
  case Builtin::BImove:
  case Builtin::BIforward:
  case Builtin::BIforward_like:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIas_const:
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
    return Call->getArg(0);
  default:
    return nullptr;
  }
}

const Expr *cu2cl::addressTaken(const CallExpr *Call) {
  switch (Call->getBuiltinCallee()) {
  case Builtin::BIaddressof:
  case Builtin::BI__addressof:
  case Builtin::BI__builtin_addressof:
    return Call->getArg(0);
  default:
    return nullptr;
  }
}

bool cu2cl::isHint(const CallExpr *Call) {
  unsigned Id = Call->getBuiltinCallee();
  return Id == Builtin::BI__builtin_unreachable || Id == Builtin::BI__builtin_assume;
}

bool cu2cl::hasMembersForParts(const DecompositionDecl *Group) {
  const CXXRecordDecl *R = Group->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!R || !isLibraryCode(R))
    return false;
  catalog::CxxClass Class = catalog::cxxClass(R->getName());
  return Class == catalog::CxxClass::Pair || Class == catalog::CxxClass::Array;
}
