// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the places where the type of a device pointer cannot be replaced by cl_mem: it is not
// written with a star of its own (typedef, auto, template, macro), or code that is not translated
// depends on it.

#include "analysis/flow/ConstraintGenerator.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace cu2cl;

/// Returns true if \p T writes each of its pointers with a star of its own. Classes of system
/// headers do so in their arguments, as std::vector<float *>.
bool ConstraintGenerator::writesPointers(QualType T) const {
  for (;;) {
    const Type *P = T.getTypePtr();
    if (const auto *Pointer = dyn_cast<PointerType>(P)) {
      T = Pointer->getPointeeType();
      if (T->isFunctionType() || T->isArrayType())
        return false;
    } else if (const auto *Reference = dyn_cast<ReferenceType>(P)) {
      T = Reference->getPointeeTypeAsWritten();
    } else if (const auto *Paren = dyn_cast<ParenType>(P)) {
      T = Paren->getInnerType();
    } else if (const auto *Elaborated = dyn_cast<ElaboratedType>(P)) {
      T = Elaborated->getNamedType();
    } else if (const auto *Attributed = dyn_cast<AttributedType>(P)) {
      T = Attributed->getModifiedType();
    } else if (const auto *Array = dyn_cast<ArrayType>(P)) {
      T = Array->getElementType();
    } else {
      break;
    }
  }
  if (!carries(T))
    return true;
  const auto *Class = dyn_cast<TemplateSpecializationType>(T.getTypePtr());
  return Class && !Class->isTypeAlias() &&
         llvm::all_of(Class->template_arguments(), [&](const TemplateArgument &A) {
           return A.getKind() != TemplateArgument::Type || writesPointers(A.getAsType());
         });
}

/// Returns true if a star of the declared type of \p D is in a macro's body: the macro may declare
/// pointers of all kinds.
static bool isDeclaredByMacro(const SourceManager &SM, const DeclaratorDecl *D) {
  const TypeSourceInfo *Info = D->getTypeSourceInfo();
  for (TypeLoc T = Info ? Info->getTypeLoc() : TypeLoc(); T; T = T.getNextTypeLoc())
    if (auto Star = T.getAs<PointerTypeLoc>())
      if (SM.isMacroBodyExpansion(Star.getStarLoc()))
        return true;
  return false;
}

/// Returns true if the template that declares \p D is written for more than one type.
static bool isGeneric(const ValueDecl *D) {
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(D->getDeclContext()))
    if (F->getTemplateInstantiationPattern())
      return true;
  return isa<ClassTemplateSpecializationDecl>(D->getDeclContext());
}

/// States what the declaration of \p D, whose value is \p Value, tells about its pointers.
void ConstraintGenerator::declaredType(const ValueDecl *D, uint32_t Value) {
  if (S != Side::Host || !carries(D->getType()))
    return;
  const auto *Declarator = dyn_cast<DeclaratorDecl>(D);
  const auto *Field = dyn_cast<FieldDecl>(D);
  QualType Written = D->getType();
  if (const auto *P = dyn_cast<ParmVarDecl>(D))
    Written = P->getOriginalType();
  bool IsDeduced = Written->getContainedDeducedType(); // `auto *p = d` fits a cl_mem, too
  bool IsArrayParameter = isa<ParmVarDecl>(D) && Written->isArrayType();
  const char *Why =
      !Parsed.langOpts().CPlusPlus                                   ? "declared in C"
      : isGeneric(D)                                                 ? "declared generically"
      : Field && Field->getParent()->isUnion()                       ? "a member of a union"
      : isa<VarDecl>(D) && cast<VarDecl>(D)->isExceptionVariable()   ? "caught"
      : IsArrayParameter || (!IsDeduced && !writesPointers(Written)) ? "its type is not written out"
      : Declarator && isDeclaredByMacro(Parsed.sources(), Declarator) ? "declared by a macro"
                                                                      : nullptr;
  // Another member of the union may have moved the pointer, or put another one there.
  bool InUnion = Field && Field->getParent()->isUnion();
  if (Why)
    keepType(Value, D->getType(), D->getLocation(), Why, InUnion ? use::Untracked : use::Typed);
}

/// All pointers in \p Value, of type \p T, keep their type, as \p Use says (Typed, or Untracked).
void ConstraintGenerator::keepType(uint32_t Value, QualType T, SourceLocation Loc,
                                   llvm::StringRef Text, uint16_t Use) {
  if (S != Side::Host || Value == NoNode || !carries(T))
    return;
  T = T.getCanonicalType();
  if (const ArrayType *A = Parsed.context().getAsArrayType(T))
    return keepType(Value, A->getElementType(), Loc, Text, Use);
  if (T->isReferenceType())
    return keepType(deref(Value), T->getPointeeType(), Loc, Text, Use);
  if (T->isPointerType()) {
    if (const auto *Proto = T->getPointeeType()->getAs<FunctionProtoType>())
      return keepSignature(Value, Proto, Loc, Text, Use);
    mark(Value, Use, Loc, Text);
    return keepType(deref(Value), T->getPointeeType(), Loc, Text, Use);
  }
  const ClassTemplateSpecializationDecl *Class = specialisation(T);
  if (!Class)
    return;
  mark(child(Value, PointerPart), Use, Loc, Text);
  auto Keep = [&](unsigned I, const TemplateArgument &A) {
    if (A.getKind() != TemplateArgument::Type)
      return;
    if (const auto *Proto = A.getAsType()->getAs<FunctionProtoType>()) // of a std::function
      keepSignature(child(Value, step::Argument + I), Proto, Loc, Text, Use);
    else
      keepType(child(Value, step::Argument + I), A.getAsType(), Loc, Text, Use);
  };
  unsigned I = 0;
  for (const TemplateArgument &A : Class->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &P : A.pack_elements())
        Keep(I++, P);
    else
      Keep(I++, A);
}

void ConstraintGenerator::keepSignature(uint32_t Function, const FunctionProtoType *Proto,
                                        SourceLocation Loc, llvm::StringRef Text, uint16_t Use) {
  for (unsigned I = 0; I != Proto->getNumParams(); ++I)
    if (carries(Proto->getParamType(I)))
      keepType(child(Function, step::Parameter + I), Proto->getParamType(I), Loc, Text, Use);
  if (carries(Proto->getReturnType()))
    keepType(child(Function, step::Result), Proto->getReturnType(), Loc, Text, Use);
}

/// Who sees the memory that \p Pointer, of type \p T, points to as bytes takes the pointers in it
/// for what they are in CUDA, and may change them.
void ConstraintGenerator::keepContents(uint32_t Pointer, QualType T, SourceLocation Loc,
                                       uint16_t Use) {
  QualType Object = T->getPointeeType();
  while (const ArrayType *A = Parsed.context().getAsArrayType(Object))
    Object = A->getElementType();
  keepType(deref(Pointer), Object, Loc, "seen as bytes", Use);
  std::vector<const RecordDecl *> Records;
  std::set<const RecordDecl *> Seen;
  auto Add = [&](QualType Of) {
    const RecordDecl *R = Of->getBaseElementTypeUnsafe()->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    if (R && !inSystemCode(R) && Index.Holders.holdPointers(R) && Seen.insert(R).second)
      Records.push_back(R);
  };
  Add(Object);
  while (!Records.empty()) {
    const RecordDecl *R = Records.back();
    Records.pop_back();
    if (const auto *C = dyn_cast<CXXRecordDecl>(R))
      for (const CXXBaseSpecifier &B : C->bases())
        Add(B.getType());
    for (const FieldDecl *F : R->fields()) {
      keepType(deref(entity(F)), F->getType(), Loc, "seen as bytes", Use);
      Add(F->getType());
    }
  }
}
