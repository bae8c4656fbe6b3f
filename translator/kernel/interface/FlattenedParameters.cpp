// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects with device pointers as kernel parameters: OpenCL takes no struct with pointers there.
// A texture object is one, with a pointer to its memory.
//
// Precondition: splitParts() can take the object apart.
// Effect: one parameter for each member, pointers with their offsets; the kernel begins by putting
// the object together.

#include "kernel/interface/FlattenedParameters.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/interface/AlignedArguments.h"
#include "kernel/interface/HiddenParameters.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cu2cl {

/// The name of a part after its object's: "_data", and how the object has it: ".data".
static std::pair<std::string, std::string> pathText(KernelPrinter &P, const SplitPart &Part) {
  std::string Label, Target;
  for (const SplitStep &Step : Part.Path) {
    if (Step.Base) {
      Label += "_" + P.names().type(Step.Base);
      Target += "." + baseMember(P, Step.Derived, Step.Base);
    } else if (Step.Field) {
      Label += "_" + P.names().local(Step.Field);
      Target += "." + P.names().local(Step.Field);
    } else {
      Label += "_" + std::to_string(Step.Element);
      Target += "[" + std::to_string(Step.Element) + "]";
    }
  }
  return {Label, Target};
}

/// The texture object \p Target of a kernel, whose parts are \p Name and more.
static SplitMember textureMember(KernelPrinter &P, std::string Name, std::string Target) {
  P.Found.needHelper("sampling");
  SplitMember M;
  M.Declaration = textureDeclarations(Name);
  M.Target = std::move(Target);
  M.Value = textureValue(Name);
  M.Name = std::move(Name);
  return M;
}

std::vector<SplitMember> splitParameter(KernelPrinter &P, const ParmVarDecl *D) {
  std::vector<SplitMember> Members;
  const auto *F = dyn_cast<FunctionDecl>(D->getDeclContext());
  if (!F || !F->hasAttr<CUDAGlobalAttr>() || P.names().local(D).empty())
    return Members;
  if (isTextureObject(D->getType()))
    return {textureMember(P, P.names().local(D), P.names().local(D))};
  auto Parts = splitParts(P.context(), D->getType());
  if (!Parts)
    return Members;
  std::set<std::string> Taken;
  for (const ParmVarDecl *Other : F->parameters())
    Taken.insert(P.names().local(Other));
  bool BehindObject = false;
  unsigned Used = 0;
  for (const SplitPart &Part : *Parts) {
    auto [Label, Target] = pathText(P, Part);
    SplitMember M;
    M.Name = uniqueName(P.unit(), P.version(), P.names().local(D) + Label);
    while (!Taken.insert(M.Name).second)
      M.Name += '_';
    if (isTextureObject(Part.Type)) {
      Members.push_back(textureMember(P, M.Name, P.names().local(D) + Target));
      continue;
    }
    M.Target = P.names().local(D) + Target;
    if (Part.Type->isPointerType())
      M.Offset = uniqueName(P.unit(), P.version(), M.Name + "_offset");
    M.Declaration = P.Locals.types().declare(
        Part.Type, M.Name, [](unsigned) { return AddressSpace::Global; }, StoredIn::Memory);
    if (needsWords(P.context(), D, Part.Type, BehindObject, Used)) {
      std::string Class = wordsName(P, M.Name);
      M.Class = wordsClass(P, M.Name, Part.Type);
      M.Declaration = Class + " " + M.Name;
      M.Value = fromWords(Class, M.Name,
                          P.Locals.types().declare(
                              Part.Type.getUnqualifiedType(), "",
                              [](unsigned) { return AddressSpace::Global; }, StoredIn::Memory));
      Members.push_back(std::move(M));
      continue;
    }
    BehindObject |= Part.Type->isRecordType();
    Used += Part.Type->isPointerType() ? 2 : 1; // with its offset
    M.Value = M.Offset.empty() ? M.Name : pointerWithOffset(Part.Type, M.Name, M.Offset);
    Members.push_back(std::move(M));
  }
  return Members;
}

std::string pointerWithOffset(QualType T, const std::string &Name, const std::string &Offset) {
  const QualType Pointee = T->getPointeeType();
  const std::string Bytes = !Pointee->isVoidType()       ? ""
                            : Pointee.isConstQualified() ? "(__global const char *)"
                                                         : "(__global char *)";
  return Bytes + Name + " + " + Offset;
}

std::string addOffset(QualType T, const std::string &Name, const std::string &Offset) {
  return Name +
         (T->isVoidPointerType() ? " = " + pointerWithOffset(T, Name, Offset) : " += " + Offset) +
         ";\n";
}

std::string splitDeclarations(llvm::ArrayRef<SplitMember> Members) {
  std::string Out;
  for (const SplitMember &M : Members)
    Out +=
        (Out.empty() ? "" : ", ") + M.Declaration + (M.Offset.empty() ? "" : ", ulong " + M.Offset);
  return Out;
}

std::string assembleObject(llvm::ArrayRef<SplitMember> Members) {
  std::string Out;
  for (const SplitMember &M : Members)
    Out += M.Target + " = " + M.Value + ";\n";
  return Out;
}

} // namespace cu2cl
