// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of types, and texts for messages.

#include "core/source/ScalarNames.h"
#include "optimizers/tree/Print.h"

using namespace clang;

namespace cu2cl::opt {

/// Returns the scalar type's name in names such as `float4`; empty if it has none.
static llvm::StringRef scalarName(QualType T) {
  const auto *Scalar = T->getAs<BuiltinType>();
  // OpenCL C's char is signed everywhere.
  if (Scalar && Scalar->getKind() == BuiltinType::Char_U)
    return "char";
  return Scalar ? cu2cl::scalarName(Scalar->getKind()) : "";
}

std::string shortened(llvm::StringRef Text) {
  llvm::StringRef Line = Text.split('\n').first.rtrim();
  bool IsWhole = Line.size() == Text.size() && Line.size() <= 60;
  return IsWhole ? Line.str() : Line.take_front(57).str() + "...";
}

std::string asTypeName(QualType T) {
  unsigned Lanes = 1;
  if (const auto *V = T->getAs<ExtVectorType>()) {
    Lanes = V->getNumElements();
    T = V->getElementType();
  }
  llvm::StringRef Name = scalarName(T);
  return Name.empty() ? "" : "as_" + Name.str() + (Lanes > 1 ? std::to_string(Lanes) : "");
}

std::string Printer::typeName(QualType T, unsigned Lanes) const {
  if (Lanes == 1)
    return T.getUnqualifiedType().getAsString(From.context().getPrintingPolicy());
  llvm::StringRef Name = scalarName(T);
  return Name.empty() ? "" : Name.str() + std::to_string(Lanes);
}

} // namespace cu2cl::opt
