// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/RuleCounts.h"
#include "kernel/core/Constants.h"
#include "kernel/driver/Rules.h"
#include "kernel/interface/Parameters.h"
#include "kernel/types/BitFields.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

// What becomes of declarations. The rules of kernelRules() are for statements.
static const char *const DeclarationRules[] = {"AlignedClasses",
                                               "AppendedConstants",
                                               "AppendedVariables",
                                               "BaseClasses",
                                               "BitFieldWords",
                                               "BoolParameters",
                                               "ClassTemplates",
                                               "ClassVersions",
                                               "Classes",
                                               "ConstantEnumerators",
                                               "ConstantVariables",
                                               "ConstructorFunctions",
                                               "DestructorFunctions",
                                               "DynamicShared",
                                               "EmptyClasses",
                                               "Enums",
                                               "FaultWords",
                                               "FunctionTemplates",
                                               "FunctionVersions",
                                               "GivenParameters",
                                               "LambdaClasses",
                                               "LambdaFunctions",
                                               "Methods",
                                               "PackParameters",
                                               "PackedConstants",
                                               "PackedClasses",
                                               "ParameterOffsets",
                                               "PointerParameters",
                                               "ReferencesAsPointers",
                                               "ReferencesAsValues",
                                               "ScratchMemory",
                                               "SharedArguments",
                                               "SplitParameters",
                                               "Typedefs",
                                               "WideEnums",
                                               "WorkGroupSizes"};

void RuleCounter::add(const char *Rule, const Stmt *S) {
  if (const auto *C = dyn_cast<CastExpr>(S))
    add(Rule, C->getCastKindName());
  else
    add(Rule, S->getStmtClassName());
}

RuleCounts RuleCounter::counts() const {
  RuleCounts Out;
  for (const auto &[Key, Count] : Counts)
    Out[Key.first][Key.second] += Count;
  return Out;
}

RuleCounts noRuleFired() {
  RuleCounts Out;
  for (const KernelRule &Rule : kernelRules())
    Out[Rule.Subject];
  for (const char *Rule : DeclarationRules)
    Out[Rule];
  return Out;
}

void addCounts(RuleCounts &To, const RuleCounts &More) {
  for (const auto &[Rule, Subjects] : More)
    for (const auto &[Subject, Count] : Subjects)
      To[Rule][Subject] += Count;
}

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
    break;
  }
  return "private";
}

static void countParameters(KernelPrinter &P, const FunctionDecl *F) {
  RuleCounter &Rules = P.unit().Rules;
  for (const ParmVarDecl *D : F->parameters()) {
    if (!D->getType()->isPointerType() && !D->getType()->isReferenceType())
      continue;
    bool IsValue = isPassedByValue(P.unit(), P.version(), D);
    Rules.add(D->getType()->isPointerType() ? "PointerParameters"
              : IsValue                     ? "ReferencesAsValues"
                                            : "ReferencesAsPointers",
              IsValue ? "" : spaceName(P.unit().Spaces.pointee(P.version(), D)));
  }
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (Pattern && llvm::any_of(Pattern->parameters(),
                              [](const ParmVarDecl *D) { return D->isParameterPack(); }))
    Rules.add("PackParameters");
}

static void countAppended(KernelPrinter &P) {
  for (const Appended &A : P.unit().appended(P.version())) {
    const char *Rule = A.K == Appended::DynamicShared  ? "DynamicShared"
                       : A.K == Appended::StaticShared ? "SharedArguments"
                       : A.K == Appended::Scratch      ? "ScratchMemory"
                       : A.K == Appended::Constant     ? "AppendedConstants"
                       : A.K == Appended::Fault        ? "FaultWords"
                                                       : "AppendedVariables";
    P.unit().Rules.add(Rule);
  }
}

static void countInterface(RuleCounter &Rules, const KernelInterface &K) {
  for (const KernelParameter &D : K.Parameters) {
    if (D.K == KernelParameter::GlobalAt)
      Rules.add("ParameterOffsets");
    if (D.K == KernelParameter::Members)
      Rules.add("SplitParameters", D.Closure ? "lambda" : "class");
    if (D.K == KernelParameter::Value && D.HostType == "bool")
      Rules.add("BoolParameters");
    if (llvm::StringRef(D.Name).ends_with("_given"))
      Rules.add("GivenParameters");
  }
  for (const AppendedParameter &A : K.Appended)
    if (A.K == AppendedParameter::PackedConstants)
      Rules.add("PackedConstants");
  if (K.WorkGroupSize)
    Rules.add("WorkGroupSizes");
}

void countFunctionRules(KernelPrinter &P, const KernelInterface *K) {
  RuleCounter &Rules = P.unit().Rules;
  const FunctionDecl *F = P.version().Function;
  countParameters(P, F);
  countAppended(P);
  if (F->getTemplateSpecializationArgs())
    Rules.add("FunctionTemplates", K ? "kernel" : "function");
  if (!P.version().Suffix.empty())
    Rules.add("FunctionVersions");
  if (const auto *M = dyn_cast<CXXMethodDecl>(F)) {
    if (isa<CXXConstructorDecl>(M))
      Rules.add("ConstructorFunctions");
    else if (isa<CXXDestructorDecl>(M))
      Rules.add("DestructorFunctions");
    else
      Rules.add(M->getParent()->isLambda() ? "LambdaFunctions" : "Methods",
                M->isStatic() ? "static" : "");
  }
  if (K)
    countInterface(Rules, *K);
}

static void countClass(KernelPrinter &P, const RecordDecl *D, const RecordVersion *Version) {
  RuleCounter &Rules = P.unit().Rules;
  const auto *Class = dyn_cast<CXXRecordDecl>(D);
  if (!D->getDefinition())
    return;
  bool IsLambda = Class && Class->isLambda();
  Rules.add(IsLambda ? "LambdaClasses" : "Classes", D->isUnion() ? "union" : "");
  if (Class && Class->getNumBases())
    Rules.add("BaseClasses");
  if (D->field_empty())
    Rules.add("EmptyClasses");
  if (isa<ClassTemplateSpecializationDecl>(D))
    Rules.add("ClassTemplates");
  if (Version && !Version->Suffix.empty())
    Rules.add("ClassVersions");
  if (hasBitFields(D))
    Rules.add("BitFieldWords");
  if (isPacked(D))
    Rules.add("PackedClasses");
  if (D->hasAttr<AlignedAttr>())
    Rules.add("AlignedClasses");
}

void countDeclarationRules(KernelPrinter &P, const Decl *D, const RecordVersion *Version) {
  RuleCounter &Rules = P.unit().Rules;
  if (const auto *R = dyn_cast<RecordDecl>(D)) {
    if (R->getDefinition()) // else only pointed at
      countClass(P, R, Version);
  } else if (const auto *E = dyn_cast<EnumDecl>(D))
    Rules.add(P.context().getTypeSize(E->getIntegerType()) == 32 ? "Enums" : "WideEnums");
  else if (isa<TypedefNameDecl>(D))
    Rules.add("Typedefs");
  else if (const auto *V = dyn_cast<VarDecl>(D))
    Rules.add(constantForm(V) == ConstantForm::Enumerator ? "ConstantEnumerators"
                                                          : "ConstantVariables");
}

} // namespace cu2cl
