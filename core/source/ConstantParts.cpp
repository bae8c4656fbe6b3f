// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/ConstantParts.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace cu2cl {

void forEachPart(const APValue &Value, llvm::function_ref<void(const APValue &)> Visit) {
  if (Value.isArray()) {
    for (unsigned I = 0; I < Value.getArrayInitializedElts(); ++I)
      forEachPart(Value.getArrayInitializedElt(I), Visit);
    if (Value.hasArrayFiller())
      forEachPart(Value.getArrayFiller(), Visit);
  } else if (Value.isStruct()) {
    for (unsigned I = 0; I < Value.getStructNumBases(); ++I)
      forEachPart(Value.getStructBase(I), Visit);
    for (unsigned I = 0; I < Value.getStructNumFields(); ++I)
      forEachPart(Value.getStructField(I), Visit);
  } else {
    Visit(Value);
    if (Value.isUnion() && Value.getUnionField())
      forEachPart(Value.getUnionValue(), Visit);
  }
}

std::string initialDigest(const VarDecl *V) {
  const ASTContext &Context = V->getASTContext();
  if (V->getType()->isIncompleteType() || V->getType()->isDependentType())
    return {};
  std::string Text = std::to_string(Context.getTypeSizeInChars(V->getType()).getQuantity());
  const VarDecl *Definition = nullptr;
  const Expr *Init = V->getAnyInitializer(Definition);
  const APValue *Value = Init && !Init->isValueDependent() ? Definition->evaluateValue() : nullptr;
  if (!Value)
    return Text;
  SmallString<32> Number;
  llvm::raw_string_ostream Stream(Text);
  forEachPart(*Value, [&](const APValue &Part) {
    if (!Part.isInt() && !Part.isFloat())
      return;
    Number.clear();
    (Part.isInt() ? llvm::APInt(Part.getInt()) : Part.getFloat().bitcastToAPInt())
        .toString(Number, 16, /*Signed=*/false);
    Stream << ' ' << Number;
  });
  return llvm::utohexstr(llvm::xxh3_64bits(Text));
}

} // namespace cu2cl
