// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arguments with more alignment than 8 bytes, by value.
//
// PoCL 3.1 on a CPU calls its kernels with such an object at any multiple of 8 on the stack, while
// the kernel reads it at a multiple of the alignment.
// Precondition: what is before it may be on the stack: an object, or more numbers and pointers than
// there are registers; or it wants more alignment than the stack of a call has.
// Effect: the kernel takes words in its place, which begin anywhere, and makes the object of them.

#include "kernel/interface/AlignedArguments.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace cu2cl {

bool needsWords(const ASTContext &Context, const ParmVarDecl *D, QualType T, bool BehindObject,
                unsigned Used) {
  constexpr int64_t OfStack = 8, OfCalls = 16;
  const int64_t Alignment = Context.getTypeAlignInChars(T).getQuantity();
  if (!T->isRecordType() || Alignment <= OfStack)
    return false;
  constexpr unsigned Registers = 6;
  for (const ParmVarDecl *Before : cast<FunctionDecl>(D->getDeclContext())->parameters()) {
    if (Before == D)
      break;
    BehindObject |= Before->getType()->isRecordType() && !vectorTypeOf(Before->getType());
    Used += Before->getType()->isPointerType() ? 2 : 1; // an offset may follow
  }
  return BehindObject || Used > Registers || Alignment > OfCalls;
}

std::string wordsName(KernelPrinter &P, const std::string &Name) {
  return P.names().function(P.version()) + "_" + Name;
}

std::string wordsClass(KernelPrinter &P, const std::string &Name, QualType T) {
  return "// PoCL 3.1 may misplace a struct with this alignment: the words of '" + Name +
         "'.\ntypedef struct { ulong words[" +
         std::to_string(P.context().getTypeSizeInChars(T).getQuantity() / 8) + "]; } " +
         wordsName(P, Name) + ";\n";
}

std::string fromWords(const std::string &Class, const std::string &Given, const std::string &Type) {
  return "((union { " + Class + " words; " + Type + " value; }){" + Given + "}).value";
}

} // namespace cu2cl
