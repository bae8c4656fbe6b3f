// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/ScalarNames.h"

using namespace clang;

namespace cu2cl {

llvm::StringRef scalarName(BuiltinType::Kind Kind) {
  switch (Kind) {
  case BuiltinType::Char_S:
  case BuiltinType::SChar:
    return "char";
  case BuiltinType::Char_U:
  case BuiltinType::UChar:
  case BuiltinType::Char8:
    return "uchar";
  case BuiltinType::Short:
    return "short";
  case BuiltinType::UShort:
  case BuiltinType::Char16:
    return "ushort";
  case BuiltinType::Int:
  case BuiltinType::WChar_S:
    return "int";
  case BuiltinType::UInt:
  case BuiltinType::Char32:
    return "uint";
  case BuiltinType::Long:
  case BuiltinType::LongLong:
    return "long";
  case BuiltinType::ULong:
  case BuiltinType::ULongLong:
    return "ulong";
  case BuiltinType::Half:
    return "half";
  case BuiltinType::Float:
    return "float";
  case BuiltinType::Double:
    return "double";
  default:
    return "";
  }
}

} // namespace cu2cl
