// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/ConstantParts.h"

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

} // namespace cu2cl
