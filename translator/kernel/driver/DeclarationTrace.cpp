// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/driver/DeclarationTrace.h"
#include "kernel/core/Constants.h"
#include "kernel/core/ParameterPassing.h"
#include "kernel/core/Rules.h"
#include "kernel/driver/FunctionParameters.h"
#include "kernel/types/BitFieldWords.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;

namespace cu2cl {

namespace rule = declaration_rule;

namespace {

class Tracer {
public:
  Tracer(KernelPrinter &P, const Decl *D) : P(P), Where(D->getLocation()) {}
  void add(const char *Rule, const char *Subject = "") const {
    P.Found.fired(Rule, Subject, Where);
  }

private:
  KernelPrinter &P;
  SourceLocation Where;
};

} // namespace

static const char *spaceName(AddressSpace S) {
  switch (S) {
  case AddressSpace::Global:
    return "global";
  case AddressSpace::Local:
    return "local";
  case AddressSpace::Constant:
    return "constant";
  case AddressSpace::Private:
  case AddressSpace::Unknown:
    return "private";
  }
  llvm_unreachable("another address space");
}

static void traceParameters(KernelPrinter &P, const FunctionDecl *F) {
  Tracer Rules(P, F);
  for (const ParmVarDecl *D : F->parameters()) {
    if (!D->getType()->isPointerType() && !D->getType()->isReferenceType())
      continue;
    bool IsValue = isPassedByValue(P.unit(), P.version(), D);
    Rules.add(D->getType()->isPointerType() ? rule::PointerParameters
              : IsValue                     ? rule::ReferencesAsValues
                                            : rule::ReferencesAsPointers,
              IsValue ? "" : spaceName(P.unit().Spaces.pointee(P.version(), D)));
  }
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (Pattern && llvm::any_of(Pattern->parameters(),
                              [](const ParmVarDecl *D) { return D->isParameterPack(); }))
    Rules.add(rule::PackParameters);
}

static void traceAppended(const Tracer &Rules, KernelPrinter &P) {
  for (const Appended &A : P.unit().appended(P.version())) {
    const char *Rule = A.K == Appended::DynamicShared                      ? rule::DynamicShared
                       : A.K == Appended::StaticShared                     ? rule::SharedArguments
                       : A.K == Appended::Scratch || A.K == Appended::Warp ? rule::ScratchMemory
                       : A.K == Appended::Constant                         ? rule::AppendedConstants
                       : A.K == Appended::Texture                          ? rule::BoundTextures
                       : A.K == Appended::Fault                            ? rule::FaultWords
                                                : rule::AppendedVariables;
    Rules.add(Rule);
  }
}

static void traceInterface(const Tracer &Rules, KernelPrinter &P, const KernelInterface &K) {
  for (const KernelParameter &D : K.Parameters) {
    if (D.K == KernelParameter::GlobalAt)
      Rules.add(rule::ParameterOffsets);
    if (D.K == KernelParameter::Members)
      Rules.add(rule::FlattenedParameters, D.Closure ? "lambda" : "class");
    if (D.K == KernelParameter::Value && D.HostType == "bool")
      Rules.add(rule::BoolParameters);
  }
  FunctionParameters Parameters(P);
  for (const ParmVarDecl *D : P.version().Function->parameters())
    if (Parameters.needsCopy(D) || Parameters.givenType(D))
      Rules.add(rule::GivenParameters);
  for (const AppendedParameter &A : K.Appended)
    if (A.K == AppendedParameter::PackedConstants)
      Rules.add(rule::PackedConstants);
  if (K.WorkGroupSize)
    Rules.add(rule::WorkGroupSizes);
}

void traceFunction(KernelPrinter &P, const KernelInterface *K) {
  Tracer Rules(P, P.version().Function);
  const FunctionDecl *F = P.version().Function;
  traceParameters(P, F);
  traceAppended(Rules, P);
  if (F->getTemplateSpecializationArgs())
    Rules.add(rule::FunctionTemplates, K ? "kernel" : "function");
  if (!P.version().Suffix.empty())
    Rules.add(rule::FunctionClones);
  if (const auto *M = dyn_cast<CXXMethodDecl>(F)) {
    if (isa<CXXConstructorDecl>(M))
      Rules.add(rule::ConstructorFunctions);
    else if (isa<CXXDestructorDecl>(M))
      Rules.add(rule::DestructorFunctions);
    else
      Rules.add(M->getParent()->isLambda() ? rule::LambdaFunctions : rule::Methods,
                M->isStatic() ? "static" : "");
  }
  if (K)
    traceInterface(Rules, P, *K);
}

static void traceClass(KernelPrinter &P, const RecordDecl *D, const RecordClone *Version) {
  Tracer Rules(P, D);
  const auto *Class = dyn_cast<CXXRecordDecl>(D);
  if (!D->getDefinition())
    return;
  bool IsLambda = Class && Class->isLambda();
  Rules.add(IsLambda ? rule::LambdaClasses : rule::Classes, D->isUnion() ? "union" : "");
  if (Class && Class->getNumBases())
    Rules.add(rule::BaseClasses);
  if (D->field_empty())
    Rules.add(rule::EmptyClasses);
  if (isa<ClassTemplateSpecializationDecl>(D))
    Rules.add(rule::ClassTemplates);
  if (Version && !Version->Suffix.empty())
    Rules.add(rule::ClassVersions);
  if (hasBitFields(D))
    Rules.add(rule::BitFieldWords);
  if (isPacked(D))
    Rules.add(rule::PackedClasses);
  if (D->hasAttr<AlignedAttr>())
    Rules.add(rule::AlignedClasses);
}

void traceDeclaration(KernelPrinter &P, const Decl *D, const RecordClone *Version) {
  Tracer Rules(P, D);
  if (const auto *R = dyn_cast<RecordDecl>(D)) {
    if (R->getDefinition()) // else only pointed at
      traceClass(P, R, Version);
  } else if (const auto *E = dyn_cast<EnumDecl>(D))
    Rules.add(P.context().getTypeSize(E->getIntegerType()) == 32 ? rule::Enums : rule::WideEnums);
  else if (isa<TypedefNameDecl>(D))
    Rules.add(rule::Typedefs);
  else if (const auto *V = dyn_cast<VarDecl>(D))
    Rules.add(constantForm(V) == ConstantForm::Enumerator ? rule::ConstantEnumerators
                                                          : rule::ConstantVariables);
}

} // namespace cu2cl
