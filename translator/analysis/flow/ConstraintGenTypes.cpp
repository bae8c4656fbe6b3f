// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the places where the type of a device pointer cannot be replaced by cl_mem: it is not
// written with a star of its own (typedef, auto, template, macro), or code that is not translated
// depends on it.

#include "analysis/flow/ConstraintGenerator.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace cu2cl;

/// Returns true if another constructor of the class takes a pointer where \p C takes its parameter
/// \p Index.
static bool hasOverload(const CXXConstructorDecl *C, unsigned Index) {
  return llvm::any_of(C->getParent()->ctors(), [&](const CXXConstructorDecl *Other) {
    return Other->getCanonicalDecl() != C->getCanonicalDecl() && Index < Other->getNumParams() &&
           Other->getParamDecl(Index)->getType().getNonReferenceType()->isPointerType();
  });
}

/// Returns true if \p T writes each of its pointers with a star of its own. Classes of system
/// headers do so in their arguments, as std::vector<float *>.
bool TypeConstraints::writesPointers(QualType T) const {
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
  if (!Code.carries(T))
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
void TypeConstraints::declaredType(const ValueDecl *D, uint32_t Value) {
  if (S != Side::Host || !Code.carries(D->getType()))
    return;
  const auto *Declarator = dyn_cast<DeclaratorDecl>(D);
  const auto *Field = dyn_cast<FieldDecl>(D);
  QualType Written = D->getType();
  if (const auto *P = dyn_cast<ParmVarDecl>(D))
    Written = P->getOriginalType();
  bool IsDeduced = Written->getContainedDeducedType(); // `auto *p = d` fits a cl_mem, too
  bool IsArrayParameter = isa<ParmVarDecl>(D) && Written->isArrayType();
  bool IsCaught = isa<VarDecl>(D) && cast<VarDecl>(D)->isExceptionVariable();
  const char *Why =
      !Parsed.langOpts().CPlusPlus                                   ? "declared in C"
      : isGeneric(D)                                                 ? "declared generically"
      : Field && Field->getParent()->isUnion()                       ? "a member of a union"
      : IsCaught                                                     ? "caught"
      : IsArrayParameter || (!IsDeduced && !writesPointers(Written)) ? "its type is not written out"
      : Declarator && isDeclaredByMacro(Parsed.sources(), Declarator) ? "declared by a macro"
                                                                      : nullptr;
  // Another member of the union may have moved the pointer, or put another one there.
  bool IsLost = (Field && Field->getParent()->isUnion()) || IsCaught;
  if (Why)
    keepType(Value, D->getType(), D->getLocation(), Why,
             IsLost ? use::Untracked | use::Elsewhere : use::Typed);
}

/// All pointers in \p Value, of type \p T, keep their type, as \p Use says (Typed, or Untracked).
void TypeConstraints::keepType(uint32_t Value, QualType T, SourceLocation Loc, llvm::StringRef Text,
                               uint16_t Use) {
  if (S != Side::Host || Value == NoNode || !Code.carries(T))
    return;
  T = T.getCanonicalType();
  if (const ArrayType *A = Parsed.context().getAsArrayType(T))
    return keepType(Value, A->getElementType(), Loc, Text, Use);
  if (T->isReferenceType())
    return keepType(Out.deref(Value), T->getPointeeType(), Loc, Text, Use);
  if (T->isPointerType()) {
    if (const auto *Proto = T->getPointeeType()->getAs<FunctionProtoType>())
      return keepSignature(Value, Proto, Loc, Text, Use);
    Out.mark(Value, Use, Loc, Text);
    return keepType(Out.deref(Value), T->getPointeeType(), Loc, Text, Use);
  }
  const ClassTemplateSpecializationDecl *Class = specialisation(T);
  if (!Class)
    return;
  Out.mark(Out.child(Value, PointerPart), Use, Loc, Text);
  auto Keep = [&](unsigned I, const TemplateArgument &A) {
    if (A.getKind() != TemplateArgument::Type)
      return;
    if (const auto *Proto = A.getAsType()->getAs<FunctionProtoType>()) // of a std::function
      keepSignature(Out.child(Value, step::Argument + I), Proto, Loc, Text, Use);
    else
      keepType(Out.child(Value, step::Argument + I), A.getAsType(), Loc, Text, Use);
  };
  unsigned I = 0;
  for (const TemplateArgument &A : Class->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &P : A.pack_elements())
        Keep(I++, P);
    else
      Keep(I++, A);
}

void TypeConstraints::keepSignature(uint32_t Function, const FunctionProtoType *Proto,
                                    SourceLocation Loc, llvm::StringRef Text, uint16_t Use) {
  for (unsigned I = 0; I != Proto->getNumParams(); ++I)
    if (Code.carries(Proto->getParamType(I)))
      keepType(Out.child(Function, step::Parameter + I), Proto->getParamType(I), Loc, Text, Use);
  if (Code.carries(Proto->getReturnType()))
    keepType(Out.child(Function, step::Result), Proto->getReturnType(), Loc, Text, Use);
}

/// Who sees the memory that \p Pointer, of type \p T, points to as bytes takes the pointers in it
/// for what they are in CUDA, and may change them.
void TypeConstraints::keepContents(uint32_t Pointer, QualType T, SourceLocation Loc, uint16_t Use) {
  QualType Object = T->getPointeeType();
  while (const ArrayType *A = Parsed.context().getAsArrayType(Object))
    Object = A->getElementType();
  keepType(Out.deref(Pointer), Object, Loc, "seen as bytes", Use);
  std::vector<const RecordDecl *> Records;
  std::set<const RecordDecl *> Seen;
  auto Add = [&](QualType Of) {
    const RecordDecl *R = Of->getBaseElementTypeUnsafe()->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    if (R && !Code.inSystemCode(R) && Index.Holders.holdPointers(R) && Seen.insert(R).second)
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
      keepType(Out.deref(G.Entities.entity(F)), F->getType(), Loc, "seen as bytes", Use);
      Add(F->getType());
    }
  }
}

/// Overloads and template deduction look at the type of argument \p Index, which is \p Node.
void TypeConstraints::markDeduction(const FunctionDecl *F, unsigned Index, uint32_t Node,
                                    const Expr *Argument) {
  if (S != Side::Host)
    return;
  bool Chosen = F->getPrimaryTemplate() != nullptr;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    Chosen |= hasOverload(C, Index);
  else if (!Chosen && Parsed.langOpts().CPlusPlus && F->getDeclName().isIdentifier())
    Chosen = llvm::count_if(
                 F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName()),
                 [](const NamedDecl *D) { return isa<FunctionDecl, FunctionTemplateDecl>(D); }) > 1;
  if (Chosen)
    keepType(F->getParamDecl(Index)->getType()->isReferenceType() ? Out.deref(Node) : Node,
             Argument->getType(), Argument->getExprLoc(),
             "'" + F->getNameAsString() + "' is chosen by its type");
}

/// The fields of the classes that a kernel reaches through a parameter of type \p T lie in memory
/// that it reads: what they point to is not decided by that (the host may have such lists, too).
/// The fields of an object that goes member by member do not.
void TypeConstraints::markReached(QualType T, bool InMemory, SourceLocation Loc,
                                  llvm::StringRef Text,
                                  std::set<std::pair<const RecordDecl *, bool>> &Seen) {
  T = T.getCanonicalType();
  for (; T->isPointerType() || T->isReferenceType() || T->isArrayType(); T = T.getCanonicalType()) {
    InMemory |= !T->isArrayType();
    T = T->isArrayType() ? Parsed.context().getAsArrayType(T)->getElementType()
                         : T->getPointeeType();
  }
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || Code.inSystemCode(R) || !Index.Holders.holdPointers(R) ||
      !Seen.insert({R, InMemory}).second)
    return;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      markReached(B.getType(), InMemory, Loc, Text, Seen);
  for (const FieldDecl *F : R->fields()) {
    uint32_t Value = G.Entities.entity(F);
    bool FieldInMemory = InMemory;
    for (QualType P = F->getType().getCanonicalType(); Code.carries(P); P = P.getCanonicalType()) {
      if (const ArrayType *A = Parsed.context().getAsArrayType(P)) {
        P = A->getElementType();
        continue;
      }
      if (!P->isPointerType() || P->isFunctionPointerType())
        break;
      Value = Out.deref(Value);
      if (std::exchange(FieldInMemory, true))
        Out.mark(Value, use::StoredOnDevice | use::Found, Loc, Text);
      P = P->getPointeeType();
    }
    if (InMemory && F->getType()->isRecordType() && Code.carries(F->getType()))
      G.Records.seedPointees(G.Entities.entity(F), F->getType(), hostkind::Device, Loc, Text,
                             use::StoredOnDevice | use::Found);
    markReached(F->getType(), InMemory, Loc, Text, Seen);
  }
}

/// On the device a pointer may hold every function of its type. Returns the node of all of them.
uint32_t TypeConstraints::functionsOfType(QualType T) {
  T = Parsed.context().getFunctionTypeWithExceptionSpec(T, EST_None);
  return Out.deref(Out.sharedObject("functions of type " + T.getCanonicalType().getAsString()));
}

/// Returns what a pointer to a member of type \p T may lead to: the host's fields of that type.
uint32_t TypeConstraints::membersOfType(QualType T, SourceLocation Loc) {
  uint32_t Member = Out.sharedObject("members of type " + T.getCanonicalType().getAsString());
  keepType(Out.deref(Member), T, Loc, "a pointer to a member", use::Untracked);
  return Member;
}

/// The methods that \p M overrides take and return the same: a call may mean any of them.
void TypeConstraints::joinOverridden(const CXXMethodDecl *M) {
  for (const CXXMethodDecl *Base : M->overridden_methods()) {
    if (Code.inSystemCode(Base))
      continue;
    FactCall Call;
    Call.Callee = Out.string(pointerUsr(Parsed, S, Base));
    for (const ParmVarDecl *P : M->parameters())
      Call.Arguments.push_back(Code.carries(P->getType()) ? Out.deref(G.Entities.entity(P))
                                                          : NoNode);
    Call.Result = Out.Body->Result;
    Out.addCall(nullptr, std::move(Call), M->getLocation(), "overrides a virtual function");
  }
}

/// What in the signature of \p F, which returns a \p Result, stays as it is written, since others
/// have it, too.
void TypeConstraints::keepFunctionTypes(const FunctionDecl *F, QualType Result) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  Out.Body->Tied = M && M->isVirtual() && !isa<CXXDestructorDecl>(M);
  Out.Body->HostDevice = S == Side::Host && F->hasAttr<CUDADeviceAttr>() &&
                         F->hasAttr<CUDAHostAttr>() && !Out.Body->Tied &&
                         !isa<CXXConstructorDecl, CXXDestructorDecl>(F);
  if (Out.Body->Tied && S == Side::Host)
    joinOverridden(M);
  // Who overrides, converts or calls an object of the class (the library) has the type once more.
  bool IsCallable = F->getOverloadedOperator() == OO_Call;
  if (Out.Body->Tied || IsCallable)
    for (const ParmVarDecl *P : F->parameters())
      keepType(Out.deref(G.Entities.entity(P)), P->getType(), P->getLocation(),
               Out.Body->Tied ? "of a virtual function" : "of a call operator");
  if (Out.Body->Tied || IsCallable || isa<CXXConversionDecl>(F) || !Parsed.langOpts().CPlusPlus ||
      F->getTemplateInstantiationPattern() || !writesPointers(F->getReturnType()))
    keepType(Out.Body->Result, Result, F->getLocation(), "of '" + F->getNameAsString() + "'");
  // Code that is not seen finds it by its name: who loads a library.
  if (S == Side::Host && F->isExternC() && F->isExternallyVisible()) {
    const std::string Text = "of '" + F->getNameAsString() + "', which nothing here calls";
    for (const ParmVarDecl *P : F->parameters())
      keepType(Out.deref(G.Entities.entity(P)), P->getType(), P->getLocation(), Text,
               use::Untracked | use::IfUncalled);
    keepType(Out.Body->Result, Result, F->getLocation(), Text, use::Untracked | use::IfUncalled);
  }
}
