// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of types, and texts for messages.

#include "optimizers/tree/Print.h"

using namespace clang;

namespace cu2cl::opt {

static const char *scalarName(BuiltinType::Kind Kind) {
  switch (Kind) {
  case BuiltinType::Char_S:
  case BuiltinType::Char_U:
  case BuiltinType::SChar:
    return "char";
  case BuiltinType::UChar:
    return "uchar";
  case BuiltinType::Short:
    return "short";
  case BuiltinType::UShort:
    return "ushort";
  case BuiltinType::Int:
    return "int";
  case BuiltinType::UInt:
    return "uint";
  case BuiltinType::Long:
    return "long";
  case BuiltinType::ULong:
    return "ulong";
  case BuiltinType::Half:
    return "half";
  case BuiltinType::Float:
    return "float";
  case BuiltinType::Double:
    return "double";
  default:
    return nullptr;
  }
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
  const auto *Scalar = T->getAs<BuiltinType>();
  const char *Name = Scalar ? scalarName(Scalar->getKind()) : nullptr;
  return Name ? "as_" + std::string(Name) + (Lanes > 1 ? std::to_string(Lanes) : "") : "";
}

std::string Printer::typeName(QualType T, unsigned Lanes) const {
  if (Lanes == 1)
    return T.getUnqualifiedType().getAsString(From.context().getPrintingPolicy());
  const auto *Scalar = T->getAs<BuiltinType>();
  const char *Name = Scalar ? scalarName(Scalar->getKind()) : nullptr;
  return Name ? Name + std::to_string(Lanes) : "";
}

} // namespace cu2cl::opt
