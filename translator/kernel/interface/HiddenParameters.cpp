// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Appends the hidden parameters of a function: the shared block, __constant__ and __device__
// variables, the fault word; and the one buffer that takes the place of too many constants.

#include "kernel/interface/HiddenParameters.h"
#include "analysis/dialect/Dialect.h"
#include "core/source/NameMarks.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// Where clrt places the constants of a pack.
constexpr uint64_t PackAlignment = 16;

/// The pointer type by which \p A is handed in: of an array, to its elements.
static QualType appendedType(KernelPrinter &P, const Appended &A) {
  QualType T = A.Variable->getType().getNonReferenceType();
  if (const ArrayType *Array = P.context().getAsArrayType(T))
    T = Array->getElementType();
  return P.context().getPointerType(A.K == Appended::Constant ? T.getUnqualifiedType() : T);
}

static PointeeSpaces appendedSpaces(KernelPrinter &P, const Appended &A) {
  DeviceUnit &Unit = P.unit();
  const FunctionClone &V = P.version();
  AddressSpace Space = A.K == Appended::Constant ? AddressSpace::Constant
                       : A.K == Appended::Global ? AddressSpace::Global
                                                 : AddressSpace::Local;
  unsigned Skip = A.Variable && A.Variable->getType().getNonReferenceType()->isArrayType() ? 0 : 1;
  return {[&Unit, &V, Space, Skip, Variable = A.Variable](unsigned Level) {
            return Level == 0 ? Space : Unit.Spaces.pointee(V, Variable, Level - Skip);
          },
          A.Variable ? Unit.Spaces.record(V, A.Variable) : nullptr};
}

/// \p Name, made different from all parameters'.
static std::string unusedName(KernelPrinter &P, std::string Name) {
  std::string Plain = withoutNameMarks(Name);
  auto IsTaken = [&] {
    return llvm::any_of(P.unit().appended(P.version()),
                        [&](const Appended &A) { return withoutNameMarks(A.Name) == Plain; }) ||
           llvm::any_of(P.version().Function->parameters(),
                        [&](const ParmVarDecl *D) { return D->getName() == Plain; });
  };
  for (; IsTaken(); Plain += '_')
    Name += '_';
  return Name;
}

bool isWideBlock(KernelPrinter &P, const Appended &A) {
  if (A.K != Appended::DynamicShared || !P.version().Function->hasAttr<CUDAGlobalAttr>())
    return false;
  QualType Element = P.context().getBaseElementType(A.Variable->getType());
  return P.unit().sharedViewAlignment(P.version()) >
         P.context().getTypeAlignInChars(Element).getQuantity();
}

std::string alignmentForViews(KernelPrinter &P, const VarDecl *V) {
  unsigned Widest = P.unit().sharedViewAlignment(P.version());
  QualType Element = P.context().getBaseElementType(V->getType());
  if (!V->getType()->isArrayType() || V->hasAttr<AlignedAttr>() ||
      Widest <= P.context().getTypeAlignInChars(Element).getQuantity())
    return {};
  return " __attribute__((aligned(" + std::to_string(Widest) + ")))";
}

/// An OpenCL type of \p Alignment bytes, and aligned to them, that every device has.
static llvm::StringRef typeAlignedTo(unsigned Alignment) {
  return Alignment > 8 ? "float4" : Alignment > 4 ? "ulong" : Alignment > 2 ? "uint" : "ushort";
}

std::string appendedName(KernelPrinter &P, const Appended &A) {
  return isWideBlock(P, A) ? unusedName(P, A.Name + "_block") : A.Name;
}

std::string viewOfBlock(KernelPrinter &P, const Appended &A) {
  QualType T = appendedType(P, A);
  PointeeSpaces Spaces = appendedSpaces(P, A);
  return P.Locals.types().declare(T, A.Name, Spaces) + " = (" +
         P.Locals.types().declare(T, "", Spaces) + ")" + appendedName(P, A) + ";\n";
}

std::string textureDeclarations(llvm::StringRef Name) {
  return ("__global uchar *" + Name + "_data, clrt_texture_info " + Name + "_info").str();
}

std::string textureValue(llvm::StringRef Name) {
  return ("clrt_make_texture(" + Name + "_data, " + Name + "_info)").str();
}

std::string appendedText(KernelPrinter &P, const Appended &A) {
  // The host's are numbers.
  if (A.Variable && !A.isOwnLocalMemory() &&
      (holdsTextureObjects(P.context(), A.Variable->getType()) ||
       leadsToTextureObjects(P.context(), A.Variable->getType())))
    return P.unit().mark(diag::DeviceTexture, A.Variable->getLocation(),
                         {A.Variable->getNameAsString()});
  if (A.K == Appended::Scratch)
    return "__local int *" + A.Name;
  if (A.K == Appended::Warp)
    return "__local ulong *" + A.Name;
  if (A.K == Appended::Fault)
    return "__global int *" + A.Name;
  if (A.K == Appended::Texture) {
    P.Found.needHelper("sampling");
    bool IsKernel = P.version().Function->hasAttr<CUDAGlobalAttr>();
    return IsKernel ? textureDeclarations(A.Name) : "clrt_texture " + A.Name;
  }
  if (isWideBlock(P, A))
    return ("__local " + typeAlignedTo(P.unit().sharedViewAlignment(P.version())) + " *").str() +
           appendedName(P, A);
  return P.Locals.types().declare(appendedType(P, A), A.Name, appendedSpaces(P, A));
}

bool isGivenAsVoid(KernelPrinter &P, const Appended &A) {
  bool Argument = A.K == Appended::Global || (A.K == Appended::Constant && !hasPackedConstants(P));
  return P.version().Function->hasAttr<CUDAGlobalAttr>() && Argument &&
         appendedType(P, A)->getPointeeType()->isPointerType();
}

std::string givenText(const Appended &A) {
  return (A.K == Appended::Constant ? "__constant void *" : "__global void *") + A.Name + "_given";
}

/// More __constant__ variables than a kernel may have arguments: all come in one buffer.
bool hasPackedConstants(KernelPrinter &P) {
  if (!P.version().Function->hasAttr<CUDAGlobalAttr>())
    return false;
  size_t Constants = llvm::count_if(P.unit().appended(P.version()),
                                    [](const Appended &A) { return A.K == Appended::Constant; });
  return Constants > P.unit().Decisions.MaxConstantArguments;
}

std::string packName(KernelPrinter &P) { return unusedName(P, "constants"); }

/// "__constant float *row = (__constant float *)(constants + 16);" for each; clrt packs at
/// multiples of 16 bytes.
std::string unpackConstants(KernelPrinter &P) {
  std::string Out;
  uint64_t Offset = 0;
  for (const Appended &A : P.unit().appended(P.version())) {
    if (A.K != Appended::Constant)
      continue;
    std::string Text = appendedText(P, A);
    std::string Type = P.Locals.types().declare(appendedType(P, A), "", appendedSpaces(P, A));
    std::string From = packName(P) + (Offset ? " + " + std::to_string(Offset) : "");
    Out += Text + " = (" + Type + ")(" + From + ");\n";
    uint64_t Size = P.context().getTypeSizeInChars(A.Variable->getType()).getQuantity();
    Offset = llvm::alignTo(Offset + Size, PackAlignment);
  }
  return Out;
}

} // namespace cu2cl
