// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/TypeText.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "catalog/Roles.h"
#include "core/source/ScalarNames.h"
#include "core/source/TypeParts.h"
#include "kernel/core/LibraryDecls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cu2cl {

const catalog::VectorType *vectorTypeOf(QualType T) {
  const auto *Record = T->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier() || !Record->getDeclContext()->isTranslationUnit())
    return nullptr;
  llvm::StringRef Name = Record->getName(), OfExtent = catalog::vectorOfExtent(Name);
  return catalog::findVectorType(OfExtent.empty() ? Name : OfExtent);
}

bool isStructInOpenCl(QualType T) {
  const catalog::VectorType *Vector = vectorTypeOf(T);
  return Vector ? Vector->IsStruct : T->isRecordType();
}

/// The OpenCL name of a built-in type, empty if there is none.
static llvm::StringRef builtinName(const BuiltinType *T, StoredIn Where) {
  switch (T->getKind()) {
  case BuiltinType::Void:
    return "void";
  case BuiltinType::Bool:
    return Where == StoredIn::Memory ? "uchar" : "bool";
  case BuiltinType::LongDouble: // for the device a double, but not in memory that the host lays out
    return Where == StoredIn::Value ? "double" : "";
  case BuiltinType::Half: // CUDA's is a class of the catalog
    return "";
  default:
    return scalarName(T->getKind());
  }
}

bool TypeText::isSpelledAlike(QualType T) {
  const auto *B = dyn_cast<BuiltinType>(T.getTypePtr());
  if (!B)
    return false;
  switch (B->getKind()) {
  case BuiltinType::Void:
  case BuiltinType::Char_S:
  case BuiltinType::UChar:
  case BuiltinType::Short:
  case BuiltinType::UShort:
  case BuiltinType::Int:
  case BuiltinType::UInt:
  case BuiltinType::Long:
  case BuiltinType::ULong:
  case BuiltinType::Float:
  case BuiltinType::Double:
    return true;
  default:
    return false;
  }
}

/// A typedef that may keep its name: of the user, at namespace scope, for a type without pointers.
static const TypedefNameDecl *keptTypedef(const DeviceUnit &Unit, const TypedefType *T) {
  const TypedefNameDecl *D = T->getDecl();
  QualType Canonical = T->getCanonicalTypeInternal();
  if (!Unit.isUserCode(D->getLocation()) || !D->getDeclContext()->isFileContext() ||
      Canonical->isPointerType() || Canonical->isReferenceType() || Canonical->isArrayType() ||
      Canonical->isFunctionType() || Canonical->isBooleanType() || Canonical->isDependentType())
    return nullptr;
  return D;
}

PointeeSpaces spacesOf(const DeviceUnit &Unit, const FunctionClone &V, const ValueDecl *D,
                       unsigned Skip) {
  return {[&Unit, &V, D, Skip](unsigned Level) { return Unit.Spaces.pointee(V, D, Level + Skip); },
          Unit.Spaces.record(V, D)};
}

PointeeSpaces spacesOf(const DeviceUnit &Unit, const FunctionClone &V, const Expr *E) {
  return {[&Unit, &V, E](unsigned Level) { return Unit.Spaces.pointee(V, E, Level); },
          Unit.Spaces.record(V, E)};
}

/// Returns true if \p R is the class whose text is being made, or one that has it, or pointers to
/// it.
bool TypeText::leadsToOpen(const RecordDecl *R) const {
  llvm::SmallPtrSet<const RecordDecl *, 8> Seen;
  std::function<bool(const RecordDecl *)> Leads = [&](const RecordDecl *At) {
    At = At->getDefinition() ? At->getDefinition() : At;
    if (At == Open)
      return true;
    return Seen.insert(At).second && llvm::any_of(At->fields(), [&](const FieldDecl *F) {
             const RecordDecl *Next = innermostType(F->getType())->getAsRecordDecl();
             return Next && Leads(Next);
           });
  };
  return Open && Leads(R);
}

std::string TypeText::tagName(const TagDecl *Tag, const RecordClone *Record, bool IsBehindPointer) {
  const auto *Class = dyn_cast<RecordDecl>(Tag);
  Class = Class && Class->getDefinition() ? Class->getDefinition() : Class;
  if (!Record || Record->Record != Class)
    Record = Class ? Unit.Spaces.anyVersion(Class) : nullptr;
  std::string Name = Unit.TheNames.type(Tag) + (Record ? Record->Suffix : "");
  const TagDecl *Definition = Tag->getDefinition() ? Tag->getDefinition() : Tag;
  if (Class && IsBehindPointer && leadsToOpen(Class)) {
    Pointed(Definition, Record);
    return (Class->isUnion() ? "union " : "struct ") + Name;
  }
  Need(Definition, Record);
  return Name;
}

/// Returns the typedef that names \p T in the output; null if it has no name there. \p T is then
/// the type that was found below the others.
const TypedefNameDecl *TypeText::keptName(QualType &T, const RecordClone *Record) const {
  while (true) {
    if (const auto *Typedef = dyn_cast<TypedefType>(T.getTypePtr()))
      if (const TypedefNameDecl *D = keptTypedef(Unit, Typedef)) {
        // "typedef struct {...} S" is printed with the struct.
        if (const TagDecl *Tag = T->getAsTagDecl();
            Tag && (Tag->getTypedefNameForAnonDecl() == D || Tag->getName() == D->getName()))
          return nullptr;
        // A class with several versions has no other name.
        return Record && !Record->Suffix.empty() ? nullptr : D;
      }
    QualType Next = T.getSingleStepDesugaredType(Unit.context()).getUnqualifiedType();
    if (Next == T)
      return nullptr;
    T = Next;
  }
}

bool isOfRuntime(const DeviceUnit &Unit, const EnumDecl *E) {
  return E->getDefinition() && !Unit.isUserCode(E->getLocation()) && !isLibraryCode(E);
}

std::string TypeText::base(QualType T, StoredIn Where, const RecordClone *Record,
                           bool IsBehindPointer) {
  T = T.getUnqualifiedType();
  if (isTextureReference(T) || isTextureObject(T)) {
    Helper("sampling");
    return "clrt_texture";
  }
  if (const auto *B = T->getAs<BuiltinType>(); B && IsAliased && IsBehindPointer) {
    Helper("aliased");
    if (B->getKind() == BuiltinType::Double)
      Extension("cl_khr_fp64");
    return ("clrt_aliased_" + builtinName(B, Where)).str();
  }
  if (const TypedefNameDecl *D = keptName(T, Record)) {
    if (T->isSpecificBuiltinType(BuiltinType::Double))
      Extension("cl_khr_fp64");
    Need(D, nullptr);
    return Unit.TheNames.type(D);
  }
  if (T->isSpecificBuiltinType(BuiltinType::Double) ||
      T->isSpecificBuiltinType(BuiltinType::LongDouble))
    Extension("cl_khr_fp64");
  if (const auto *B = T->getAs<BuiltinType>())
    if (llvm::StringRef Name = builtinName(B, Where); !Name.empty())
      return Name.str();
  if (const catalog::VectorType *V = vectorTypeOf(T)) {
    if (V->IsStruct)
      Helper("vector_types");
    if (V->Base == "double")
      Extension("cl_khr_fp64");
    return V->OpenCl.str();
  }
  if (const catalog::DeviceClass *C = deviceClassOf(T)) {
    Helper(C->Helper);
    return C->OpenCl.str();
  }
  if (const auto *Enum = dyn_cast_or_null<EnumDecl>(T->getAsTagDecl());
      Enum && Enum->getDefinition() && !Enum->getIdentifier() && !Enum->getTypedefNameForAnonDecl())
    return base(Enum->getIntegerType(), Where, nullptr, IsBehindPointer); // enum { A, B } kind;
  const TagDecl *Tag = T->getAsTagDecl();
  if (const auto *Enum = dyn_cast_or_null<EnumDecl>(Tag); Enum && isOfRuntime(Unit, Enum))
    return base(Enum->getIntegerType(), Where, nullptr, IsBehindPointer); // cudaError_t e
  if (Tag && (Unit.isUserCode(Tag->getLocation()) || isLibraryCode(Tag)))
    return tagName(Tag, Record, IsBehindPointer);
  if (const auto *M = T->getAs<MemberPointerType>())
    if (llvm::StringRef Name = memberPointerType(Unit, M); !Name.empty())
      return Name.str();
  std::string Name = T.getAsString();
  if (!Tag)
    return Unit.mark(diag::UnsupportedType, Use, {Name}) + " /* " + Name + " */";
  return Unit.mark(deviceDiagnosticOf(Unit.Side, Tag, diag::UnsupportedType),
                   Use.isValid() ? Use : Tag->getLocation(), {Tag->getQualifiedNameAsString()}) +
         " /* " + Name + " */";
}

static std::string withQualifiers(Qualifiers Q) {
  std::string Out;
  if (Q.hasConst())
    Out += "const ";
  if (Q.hasVolatile())
    Out += "volatile ";
  if (Q.hasRestrict())
    Out += "restrict ";
  return Out;
}

/// Adds to \p Out, which has what the types around \p T give to a declaration, what \p T gives.
void TypeText::build(Split &Out, QualType T, const std::string &Qualifier, unsigned Level,
                     const Spaces &Space, StoredIn Where, Around Outer) {
  ASTContext &Context = Unit.context();
  Out.HasSpace = !Qualifier.empty();
  // A function is a number.
  if (const FunctionProtoType *F = pointedFunction(T); F && hasTargets(*Unit.Reach, F)) {
    Out.Specifiers = Qualifier + withQualifiers(T.getCanonicalType().getQualifiers()) + "ulong";
    return;
  }
  if (isHandleOfCuda(T)) {
    Out.Specifiers = Qualifier + withQualifiers(T.getCanonicalType().getQualifiers()) + "ulong";
    return;
  }
  if (T->isPointerType() || T->isReferenceType()) {
    // What const and restrict a pointer has follows its star.
    Qualifiers Own = T.getCanonicalType().getQualifiers();
    std::string Star = "*" + Qualifier + withQualifiers(Own);
    if (Out.declarator().empty() && (Own.hasConst() || Own.hasVolatile() || Own.hasRestrict()))
      Star.pop_back();
    Out.Before = Star + Out.Before;
    return build(Out, T->getPointeeType(), keyword(Space(Level)).str(), Level + 1, Space,
                 StoredIn::Memory, {true, true});
  }
  if (const ArrayType *Array = Context.getAsArrayType(T)) {
    if (Outer.IsPointer) {
      Out.Before = "(" + Out.Before;
      Out.After += ")";
    }
    const auto *Sized = dyn_cast<ConstantArrayType>(Array);
    Out.After += "[" + (Sized ? std::to_string(Sized->getSize().getZExtValue()) : "") + "]";
    return build(Out, Array->getElementType(), Qualifier, Level + 1, Space, StoredIn::Memory,
                 {false, Outer.IsBehindPointer});
  }
  Out.Specifiers = Qualifier + withQualifiers(T.getQualifiers()) +
                   base(T, Where, Space.Record, Outer.IsBehindPointer);
}

TypeText::Split TypeText::split(QualType T, llvm::StringRef Name, const Spaces &Space,
                                StoredIn Where) {
  Split Out;
  Out.Name = Name.str();
  build(Out, T, "", 0, Space, Where, {});
  return Out;
}

std::string TypeText::declare(QualType T, llvm::StringRef Name, const Spaces &Space,
                              StoredIn Where) {
  return split(T, Name, Space, Where).whole();
}

/// Returns true if a member of type \p T is, or holds, something other than numbers.
static bool holdsPointers(QualType T) {
  return anyPart(
      T, [](QualType Part) { return !Part->isArithmeticType() && !Part->isEnumeralType(); });
}

llvm::StringRef memberPointerType(const DeviceUnit &Unit, const MemberPointerType *T) {
  if (T->isMemberDataPointer())
    return holdsPointers(T->getPointeeType()) ? "" : "long";
  return memberTargets(*Unit.Reach, T).empty() ? "" : "ulong";
}

} // namespace cu2cl
