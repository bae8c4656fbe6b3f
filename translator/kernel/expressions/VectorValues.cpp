// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Values of CUDA's vector types and of classes.
//
// Effect: make_float4(a, b, c, d) is (float4)(a, b, c, d) for OpenCL's own vectors and
// (clrt_float3){a, b, c} for the others; dim3(x) gets its ones; T{a, b} is a compound literal.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Construction.h"
#include "analysis/effects/MemoryEffects.h"
#include "catalog/Catalog.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/types/BitFieldWords.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

/// A value of \p Row from its components; each is converted to the component type \p Component.
Fragment vectorValue(KernelPrinter &P, const catalog::VectorType &Row, QualType Component,
                     llvm::ArrayRef<const Expr *> Values) {
  if (Row.IsStruct)
    P.Found.needHelper("vector_types");
  if (Row.Base == "double")
    P.Found.needExtension("cl_khr_fp64");
  Fragment Out("(" + Row.OpenCl.str() + ")" + (Row.IsStruct ? "{" : "("));
  for (unsigned I = 0; I < Row.Count; ++I) {
    Out += Fragment(I ? ", " : "");
    if (I < Values.size())
      Out += Row.IsStruct ? P.printValue(Values[I]) : P.printTyped(Values[I], Component);
    else
      Out += "0";
  }
  return Out + (Row.IsStruct ? "}" : ")");
}

QualType componentType(QualType Vector) {
  const auto *Record = Vector->getAsCXXRecordDecl();
  return Record->field_begin() != Record->field_end() ? Record->field_begin()->getType()
                                                      : QualType();
}

/// make_float4(...) of the bundled or the toolkit's headers.
std::optional<Fragment> printMake(KernelPrinter &P, const CallExpr *Call) {
  if (deviceRoleOf(Call->getDirectCallee()) != catalog::DeviceRole::Maker)
    return std::nullopt;
  const catalog::VectorType *Row = vectorTypeOf(Call->getType());
  if (!Row || Call->getNumArgs() != Row->Count)
    return std::nullopt;
  std::vector<const Expr *> Values(Call->arg_begin(), Call->arg_end());
  return vectorValue(P, *Row, componentType(Call->getType()), Values);
}

/// dim3(x, y): missing components are 1. dim3(v) of a uint3 is v.
std::optional<Fragment> printDim3(KernelPrinter &P, const CXXConstructExpr *C) {
  const CXXConstructorDecl *D = C->getConstructor();
  if (D->getNumParams() == 1)
    return P.print(C->getArg(0));
  P.Found.needHelper("vector_types");
  Fragment Out("(clrt_uint3){");
  for (unsigned I = 0; I < 3; ++I) {
    Out += I ? ", " : "";
    bool Given = I < C->getNumArgs() && !isa<CXXDefaultArgExpr>(C->getArg(I));
    Out += Given ? P.print(C->getArg(I)) : Fragment("1");
  }
  return Out + "}";
}

/// A vector without components is zero.
std::optional<Fragment> printConstruction(KernelPrinter &P, const CXXConstructExpr *C) {
  const CXXConstructorDecl *D = C->getConstructor();
  const catalog::VectorType *Row = vectorTypeOf(C->getType());
  if (!Row)
    return std::nullopt;
  if (D->isCopyOrMoveConstructor() && D->isTrivial() && C->getNumArgs() >= 1)
    return P.print(C->getArg(0));
  if (isExtent(D->getParent()))
    return printDim3(P, C);
  return Fragment("(" + P.Locals.typeText(C->getType(), nullptr) + ")" +
                  (Row->IsStruct ? "{0}" : "(0)"));
}

Fragment printElement(KernelPrinter &P, const InitListExpr *List, unsigned I);

/// Collects the members of its own object that \p S reads; false if it does something else with
/// the object.
bool collectOwnMembers(const Stmt *S, std::vector<const MemberExpr *> &Into) {
  if (!S)
    return true;
  const auto *Read = dyn_cast<ImplicitCastExpr>(S);
  if (Read && Read->getCastKind() == CK_LValueToRValue)
    if (const auto *M = dyn_cast<MemberExpr>(Read->getSubExpr()->IgnoreParens());
        M && isa<CXXThisExpr>(M->getBase()) && M->getType()->isScalarType()) {
      Into.push_back(M);
      return true;
    }
  if (isa<CXXThisExpr>(S))
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *C) { return collectOwnMembers(C, Into); });
}

/// `int b = a * 2;` of a member that the braces leave out: "3 * 2", with what they give \p a. The
/// object itself has no name there.
Fragment printLeftOut(KernelPrinter &P, const InitListExpr *List, const CXXDefaultInitExpr *D) {
  std::vector<const MemberExpr *> Uses;
  bool Known = collectOwnMembers(D->getExpr(), Uses);
  std::vector<ScopedEntry<PrintScope::Texts>> Stand;
  const auto *R = List->getType()->getAsCXXRecordDecl();
  for (const MemberExpr *M : Uses) {
    unsigned At = R->getNumBases();
    for (const FieldDecl *F : R->fields()) {
      if (F == M->getMemberDecl())
        break;
      At += !F->isUnnamedBitField();
    }
    const Expr *Given = At < List->getNumInits() ? List->getInit(At) : nullptr;
    if (R->isUnion() || !Given || M->getMemberDecl()->getDeclContext() != R ||
        !isRepeatable(Given)) {
      Known = false;
      break;
    }
    Fragment Value = printElement(P, List, At);
    Stand.push_back(P.Scope.standsFor(
        M, Fragment("((" + P.Locals.typeText(M->getType().getUnqualifiedType(), Given) + ")(") +
               Value + "))"));
  }
  Fragment Out =
      Known
          ? P.print(D->getExpr())
          : Fragment(P.unit().mark(diag::UnsupportedInitializer, List->getBeginLoc(),
                                   {"a default member initializer that reads the object itself"}));
  return Out;
}

/// Element \p I of \p List: of a member that is a reference the address.
Fragment printElement(KernelPrinter &P, const InitListExpr *List, unsigned I) {
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(List->getInit(I)))
    return printLeftOut(P, List, D);
  if (const auto *R = List->getType()->getAsCXXRecordDecl(); R && !R->isUnion()) {
    unsigned At = R->getNumBases();
    for (const FieldDecl *F : R->fields())
      if (!F->isUnnamedBitField() && At++ == I && F->getType()->isReferenceType())
        return P.Lvalues.printAddress(List->getInit(I), Precedence::Assignment);
  }
  return P.print(List->getInit(I));
}

/// Returns true if \p E, an initialiser that nobody wrote, makes something else than zeros.
bool makesMore(const Expr *E) {
  if (!E)
    return false;
  if (isa<CXXDefaultInitExpr>(E))
    return true;
  E = E->IgnoreImplicit();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return !doesNothing(C->getConstructor()) && !vectorTypeOf(C->getType());
  const auto *List = dyn_cast<InitListExpr>(E);
  return List && (makesMore(List->getArrayFiller()) || llvm::any_of(List->inits(), makesMore));
}

/// Returns true if element \p I of \p List is a base without data, which has no member.
bool isWithoutMember(KernelPrinter &P, const InitListExpr *List, unsigned I) {
  const auto *R = List->getType()->getAsCXXRecordDecl();
  if (!R || R->isUnion() || I >= R->getNumBases())
    return false;
  const CXXRecordDecl *Base = std::next(R->bases_begin(), I)->getType()->getAsCXXRecordDecl();
  return Base && baseMember(P, R, Base).empty();
}

/// Returns true if the tokens of \p List, in \p Range, are all that it says.
bool isWrittenWhole(KernelPrinter &P, const InitListExpr *List, TokenRange Range) {
  if (Range.empty() || P.unit().tokenKind(Range.Begin) != tok::l_brace ||
      makesMore(List->getArrayFiller()))
    return false;
  for (unsigned I = 0; I < List->getNumInits(); ++I)
    if (isWithoutMember(P, List, I))
      return false;
  for (const Expr *E : List->inits()) {
    TokenRange R = P.unit().tokensOf(E->getSourceRange());
    bool IsWritten = !R.empty() && Range.contains(R) && R.End < Range.End;
    if (isa<CXXDefaultInitExpr>(E) || (!IsWritten && makesMore(E)))
      return false;
  }
  for (unsigned I = Range.Begin; I < Range.End; ++I)
    if (P.unit().tokenKind(I) == tok::ellipsis) // of a pack
      return false;
  return true;
}

/// The elements of \p List one by one, with those that nobody wrote.
Fragment printElements(KernelPrinter &P, const InitListExpr *List) {
  Fragment Out("{");
  uint64_t Count = 0;
  for (unsigned I = 0; I < List->getNumInits(); ++I)
    if (!isWithoutMember(P, List, I))
      Out += Fragment(Count++ ? ", " : "") + printElement(P, List, I);
  const Expr *Filler = List->getArrayFiller();
  if (const auto *Array = P.context().getAsConstantArrayType(List->getType());
      Array && makesMore(Filler)) {
    uint64_t Size = Array->getSize().getZExtValue();
    if (Size - Count > 64)
      return P.unit().mark(diag::UnsupportedArrayOfObjects, List->getBeginLoc(),
                           {"construct more than 64 elements inside an expression"});
    for (; Count < Size; ++Count)
      Out += Fragment(Count ? ", " : "") + P.print(Filler);
  }
  return Out + (Count ? "}" : "0}");
}

/// {a, b} as a vector, or as a compound literal where C has no initialiser.
std::optional<Fragment> printList(KernelPrinter &P, const InitListExpr *List) {
  if (!List->isSemanticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  QualType T = List->getType();
  if (const catalog::VectorType *Row = vectorTypeOf(T)) {
    std::vector<const Expr *> Values(List->inits().begin(), List->inits().end());
    return vectorValue(P, *Row, componentType(T), Values);
  }
  const Stmt *Child = List;
  const Stmt *Up = P.plan().Body.meaningfulParent(Child);
  bool Initialises = P.plan().Body.initialised(Child) || P.plan().Body.initialised(List) ||
                     isa_and_nonnull<InitListExpr>(Up);
  if (T->isScalarType() && List->getNumInits() <= 1)
    return List->getNumInits() ? P.print(List->getInit(0)) : Fragment("0");
  TokenRange Range = P.unit().tokensOf(List->getSourceRange());
  Fragment Out;
  if (!Initialises || !Up)
    if (T->isRecordType() && Up)
      Out += "(" + P.Locals.typeText(T, List) + ")";
  if (const RecordDecl *D = T->getAsRecordDecl(); D && hasBitFields(D)) {
    std::vector<Fragment> Members = bitFieldInitialisers(P, List);
    Out += "{";
    for (size_t I = 0; I < Members.size(); ++I)
      Out += Fragment(I ? ", " : "") + Members[I];
    return Out + (Members.empty() ? "0}" : "}");
  }
  if (isWrittenWhole(P, List, Range)) {
    std::vector<KernelPrinter::Edit> Edits;
    for (unsigned I = 0; I < List->getNumInits(); ++I) {
      TokenRange R = P.unit().tokensOf(List->getInit(I)->getSourceRange());
      // What {} leaves out is at the closing brace.
      if (!R.empty() && Range.contains(R) && R.End < Range.End)
        Edits.push_back({R, printElement(P, List, I)});
    }
    if (Edits.empty())
      return Out + "{0}";
    return Out + P.compose(Range, std::move(Edits));
  }
  return Out + printElements(P, List);
}

} // namespace

std::optional<Fragment> printVectorValue(KernelPrinter &P, const Stmt *S) {
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
    // dim3 as a uint3.
    const auto *Conversion = dyn_cast_or_null<CXXConversionDecl>(Call->getMethodDecl());
    if (Conversion && vectorTypeOf(Call->getImplicitObjectArgument()->getType()))
      return P.print(Call->getImplicitObjectArgument());
    return std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return printMake(P, Call);
  if (const auto *List = dyn_cast<InitListExpr>(S))
    return printList(P, List);
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    return printConstruction(P, C);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
    return P.print(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return P.print(D->getExpr());
  return std::nullopt;
}

} // namespace cu2cl
