// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device variables that start with addresses. Only the device's program can have these: tables of
// strings and functions become its data, where nothing changes them.

#include "analysis/reach/ProgramData.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/FunctionPointers.h"
#include "core/source/ConstantParts.h"
#include "core/source/TypeParts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace cu2cl;

bool cu2cl::isFunctionTable(const VarDecl *V) {
  const VarDecl *Definition = nullptr;
  if (!V->hasGlobalStorage() || !V->getType()->isConstantArrayType() ||
      !pointedFunction(V->getType()->getAsArrayTypeUnsafe()->getElementType()) ||
      !(V->hasAttr<CUDAConstantAttr>() || V->hasAttr<CUDADeviceAttr>() || V->isStaticLocal() ||
        V->getType().isConstQualified()))
    return false;
  const Expr *Init = V->getAnyInitializer(Definition);
  const auto *List = Init ? dyn_cast<InitListExpr>(Init->IgnoreImplicit()) : nullptr;
  return List && !List->hasArrayFiller() && llvm::all_of(List->inits(), functionNamedBy);
}

/// Returns true if an object of type \p T holds a pointer.
static bool holdsPointer(QualType T) {
  return anyPart(T, [](QualType Part) { return Part->isAnyPointerType(); });
}

namespace {
/// The addresses in a value.
struct Addresses {
  bool Strings = false, Functions = false, Others = false;

  void find(const APValue &Value) {
    forEachPart(Value, [this](const APValue &Part) {
      if (!Part.isLValue() || Part.isNullPointer())
        return;
      APValue::LValueBase Base = Part.getLValueBase();
      const auto *D = Base.dyn_cast<const ValueDecl *>();
      const auto *E = Base.dyn_cast<const Expr *>();
      (isa_and_nonnull<FunctionDecl>(D)    ? Functions
       : isa_and_nonnull<StringLiteral>(E) ? Strings
                                           : Others) = true;
    });
  }
};
} // namespace

static Addresses addressesIn(const VarDecl *V) {
  Addresses Found;
  const VarDecl *Definition = nullptr;
  const Expr *Init = V->getAnyInitializer(Definition);
  if (!Init || V->getType()->isDependentType() || Init->isValueDependent() ||
      Init->containsErrors() || !holdsPointer(V->getType()))
    return Found;
  if (const APValue *Value = Definition->evaluateValue())
    Found.find(*Value);
  return Found;
}

bool cu2cl::startsWithAddress(const VarDecl *V) {
  Addresses Found = addressesIn(V);
  return Found.Strings || Found.Functions || Found.Others;
}

bool cu2cl::isProgramData(const VarDecl *V) {
  if (isFunctionTable(V))
    return true;
  if (!V->hasGlobalStorage() || V->hasAttr<CUDASharedAttr>() || isManaged(V) ||
      !(V->hasAttr<CUDAConstantAttr>() || V->hasAttr<CUDADeviceAttr>() || V->isStaticLocal()) ||
      pointedFunction(QualType(V->getType()->getBaseElementTypeUnsafe(), 0)))
    return false;
  Addresses Found = addressesIn(V);
  return (Found.Strings || Found.Functions) && !Found.Others;
}
