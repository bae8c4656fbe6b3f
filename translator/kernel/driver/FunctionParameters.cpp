// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/driver/FunctionParameters.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/flow/FactIndex.h"
#include "catalog/CxxLibrary.h"
#include "kernel/core/ParameterPassing.h"
#include "kernel/core/UniqueName.h"
#include "kernel/interface/AlignedArguments.h"
#include "kernel/interface/FlattenedParameters.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cu2cl {

FunctionParameters::FunctionParameters(KernelPrinter &P)
    : P(P), Unit(P.unit()), V(P.version()), F(V.Function), IsKernel(F->hasAttr<CUDAGlobalAttr>()) {
  if (!IsKernel)
    return;
  auto It = Unit.Decisions.Kernels.find(usrOf(F));
  if (It != Unit.Decisions.Kernels.end())
    Decision = It->second;
}

bool FunctionParameters::needsCopy(const ParmVarDecl *D) {
  return IsKernel && isChanged(F, D) && splitParameter(P, D).empty();
}

/// Returns the class in an object of class \p R, a library's, whose device pointers the analysis of
/// host code does not follow: std::reference_wrapper, say. Null if there is none.
static const RecordDecl *unfollowedClass(const PointerHolders &Holders, const SourceManager &SM,
                                         const RecordDecl *R) {
  R = R ? R->getDefinition() : nullptr;
  if (!R || !Holders.holdPointers(R))
    return nullptr;
  auto In = [&](QualType T) {
    return T.isNull()
               ? nullptr
               : unfollowedClass(Holders, SM, T->getBaseElementTypeUnsafe()->getAsRecordDecl());
  };
  if (!SM.isInSystemHeader(SM.getFileLoc(R->getLocation()))) {
    if (const auto *C = dyn_cast<CXXRecordDecl>(R))
      for (const CXXBaseSpecifier &B : C->bases())
        if (const RecordDecl *Found = In(B.getType()))
          return Found;
    for (const FieldDecl *F : R->fields())
      if (const RecordDecl *Found = In(F->getType()))
        return Found;
    return nullptr;
  }
  const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!Class)
    return R;
  bool IsFollowed = catalog::holdsAddress(catalog::cxxClass(Class->getName()));
  for (QualType Argument : typeArguments(Class)) {
    if (const RecordDecl *Found = In(Argument))
      return Found;
    IsFollowed |= !Argument.isNull() &&
                  (Argument->isPointerType() ||
                   (Argument->isRecordType() && Holders.holdPointers(Argument->getAsRecordDecl())));
  }
  return IsFollowed ? nullptr : R;
}

std::optional<TypeText::Split> FunctionParameters::givenType(const ParmVarDecl *D) {
  QualType T = D->getType();
  if (!IsKernel)
    return std::nullopt;
  TypeText::Split Out;
  // The host's memory has the numbers of texture objects.
  if (leadsToTextureObjects(P.context(), T)) {
    Out.Specifiers = Unit.mark(diag::DeviceTexture, D->getLocation(), {P.names().local(D)});
    return Out;
  }
  if (T->isReferenceType()) {
    Out.Specifiers = Unit.mark(diag::KernelReference, D->getLocation(), {P.names().local(D)});
    return Out;
  }
  if (T->isPointerType() && T->getPointeeType()->isPointerType() &&
      !T->getPointeeType()->isFunctionPointerType()) {
    bool IsConst = T->getPointeeType().isConstQualified();
    Out.Specifiers = (keyword(Unit.Spaces.pointee(V, D)) + (IsConst ? "const void" : "void")).str();
    Out.Before = "*";
    return Out;
  }
  const RecordDecl *R = T->getAsRecordDecl();
  bool IsGiven = R && (Holders.holdPointers(R) ||
                       needsWords(P.context(), D, T, /*BehindObject=*/false, /*Used=*/0));
  if (!IsGiven || !splitParameter(P, D).empty())
    return std::nullopt;
  if (const RecordDecl *Unfollowed = unfollowedClass(Holders, Unit.Side.sources(), R)) {
    Out.Specifiers = Unit.mark(diag::LibraryClassParameter, D->getLocation(),
                               {P.names().local(D), Unfollowed->getQualifiedNameAsString()});
    return Out;
  }
  Out.Specifiers = P.names().function(V) + "_" + P.names().local(D);
  return Out;
}

std::string FunctionParameters::givenClasses() {
  std::string Out;
  for (const ParmVarDecl *D : F->parameters()) {
    for (const SplitMember &M : IsKernel ? splitParameter(P, D) : std::vector<SplitMember>())
      Out += M.Class;
    std::optional<TypeText::Split> Given = givenType(D);
    if (!Given || !D->getType()->isRecordType())
      continue;
    if (!Holders.holdPointers(D->getType()->getAsRecordDecl())) {
      Out += wordsClass(P, P.names().local(D), D->getType());
      continue;
    }
    TypeInfoChars Info = P.context().getTypeInfoInChars(D->getType());
    bool Aligned = Info.Align.getQuantity() > 8 &&
                   !needsWords(P.context(), D, D->getType(), /*BehindObject=*/false, /*Used=*/0);
    Out += "// OpenCL C 1.2 gives a kernel no pointers in a struct: these are the words of '" +
           P.names().local(D) + "'.\ntypedef struct { ulong words[" +
           std::to_string(Info.Width.getQuantity() / 8) + "]; } " +
           (Aligned ? "__attribute__((aligned(" + std::to_string(Info.Align.getQuantity()) + "))) "
                    : "") +
           Given->whole() + ";\n";
  }
  return Out;
}

std::string FunctionParameters::givenName(const ParmVarDecl *D) const {
  return uniqueName(Unit, V, P.names().local(D) + "_given");
}

std::string FunctionParameters::madeFromGiven(const ParmVarDecl *D) {
  std::string Name = P.names().local(D);
  PointeeSpaces Spaces = spacesOf(Unit, V, D);
  QualType T = D->getType().getUnqualifiedType();
  std::string Value = givenName(D);
  if (T->isRecordType() && needsWords(P.context(), D, T, /*BehindObject=*/false, /*Used=*/0))
    Value = fromWords(givenType(D)->whole(), Value, P.Locals.types().declare(T, "", Spaces));
  else if (T->isRecordType() && givenType(D))
    Value = "*(" + P.Locals.types().declare(T, "", Spaces) + " *)&" + Value;
  return P.Locals.types().declare(T, Name, Spaces) + " = " + Value + ";\n";
}

bool FunctionParameters::hasOffset(unsigned Index) const {
  return Decision.OffsetParameters.count(Index) &&
         F->getParamDecl(Index)->getType()->isPointerType();
}

std::string FunctionParameters::offsetName(unsigned Index) const {
  return uniqueName(Unit, V, P.names().local(F->getParamDecl(Index)) + "_offset");
}

TokenRange FunctionParameters::writtenAt(unsigned Index, TokenRange Close) const {
  const ParmVarDecl *D = F->getParamDecl(Index);
  TokenRange Range = Unit.tokensOf(D->getSourceRange());
  if (Range.empty())
    return Range;
  // That of `F &&f` ends before the name where F is a function or an array.
  QualType Referred = D->getType().getNonReferenceType();
  TokenRange Name = Unit.tokensOf(D->getLocation());
  if (D->getIdentifier() && (Referred->isFunctionType() || Referred->isArrayType()) &&
      !Name.empty())
    Range.End = std::max(Range.End, Name.End);
  // That of a parameter without a name, `float const`, ends before the qualifiers.
  while (!D->getIdentifier() && Range.End < Close.Begin && isQualifierToken(Unit, Range.End))
    ++Range.End;
  // A default argument that no call of the instance needs is not in the range.
  if (Range.End < Close.Begin && Unit.tokenKind(Range.End) == tok::equal) {
    const bool IsLast = Index + 1 == F->getNumParams();
    TokenRange Next = IsLast ? Close : Unit.tokensOf(F->getParamDecl(Index + 1)->getSourceRange());
    Range.End = Next.Begin - (IsLast ? 0 : 1);
  }
  return Range;
}

DeclarationStyle FunctionParameters::styleOf(const ParmVarDecl *D, unsigned Index) {
  DeclarationStyle Style;
  Style.Name = P.names().local(D);
  if (D->getName().empty())
    Style.Name = uniqueName(Unit, V, Style.Name);
  Style.Given = givenType(D);
  if (needsCopy(D) || Style.Given)
    Style.Name = givenName(D);
  if (Style.Given)
    Style.Given->Name = Style.Name;
  Style.Space = spacesOf(Unit, V, D);
  Style.IsAliased = Unit.Aliased.Declarations.contains(D);
  Style.ReferenceByValue = isPassedByValue(Unit, V, D);
  Style.Where = IsKernel ? StoredIn::Memory : StoredIn::Value; // no bool arguments of kernels
  Style.DropTopConst = IsKernel && hasOffset(Index);
  return Style;
}

std::string FunctionParameters::flat(const ParmVarDecl *D, unsigned Index) {
  if (std::vector<SplitMember> Members = splitParameter(P, D); !Members.empty())
    return splitDeclarations(Members);
  DeclarationStyle Style = styleOf(D, Index);
  QualType T = D->getType();
  if (Style.ReferenceByValue) {
    T = T.getNonReferenceType().getUnqualifiedType();
    Style.Space = behindReference(Style.Space);
  }
  if (Style.Given)
    return Style.Given->whole();
  return P.Locals.types().declare(T, Style.Name, Style.Space, Style.Where);
}

} // namespace cu2cl
