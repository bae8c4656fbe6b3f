// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_TYPETEXT_H
#define CU2CL_KERNEL_CORE_TYPETEXT_H

#include "kernel/core/DeviceUnit.h"
#include <functional>

namespace cu2cl {

namespace catalog {
struct VectorType;
}

/// Where an object lies decides how a bool is stored.
enum class StoredIn {
  Value, ///< a local variable, parameter or result by itself: bool stays
  Memory ///< something that a pointer or the host sees: one byte, uchar
};

/// The pointees of a type: the space at each level (see AddressSpaceMap), and the version of the
/// class that follows all of them.
class PointeeSpaces {
public:
  PointeeSpaces() = default;
  template <typename Function>
  PointeeSpaces(Function F, const RecordClone *Record = nullptr)
      : Record(Record), Space(std::move(F)) {}
  AddressSpace operator()(unsigned Level) const { return Space(Level); }

  const RecordClone *Record = nullptr;

private:
  std::function<AddressSpace(unsigned Level)> Space;
};

/// Returns \p Of without its first level, that of a reference that is passed as a value.
inline PointeeSpaces behindReference(const PointeeSpaces &Of) {
  return {[Of](unsigned Level) { return Of(Level + 1); }, Of.Record};
}

/// Returns what \p D (\p E) points to in \p V; \p Skip levels are left out.
PointeeSpaces spacesOf(const DeviceUnit &Unit, const FunctionClone &V, const clang::ValueDecl *D,
                       unsigned Skip = 0);
PointeeSpaces spacesOf(const DeviceUnit &Unit, const FunctionClone &V, const clang::Expr *E);

/// Spells CUDA's types in OpenCL C.
class TypeText {
public:
  using Spaces = PointeeSpaces;

  /// \p Need is told the user's types that the text names.
  TypeText(DeviceUnit &Unit, std::function<void(const clang::Decl *, const RecordClone *)> Need)
      : Unit(Unit), Need(std::move(Need)) {}
  /// The numbers that pointers lead to may be the same memory as other types.
  void setAliased(bool Value) { IsAliased = Value; }
  void onExtension(std::function<void(llvm::StringRef)> F) { Extension = std::move(F); }
  /// While the text of \p R is made: classes that lead to it are named with their tag, as they may
  /// follow it. \p Pointed is told of them instead.
  void inside(const clang::RecordDecl *R,
              std::function<void(const clang::Decl *, const RecordClone *)> F) {
    Open = R;
    Pointed = std::move(F);
  }
  void onHelper(std::function<void(llvm::StringRef)> F) { Helper = std::move(F); }

  /// The parts of a declaration: "__global const float", and the declarator "*name[4]", which is
  /// what is before the name, the name, and what is after it.
  struct Split {
    std::string Specifiers, Before, Name, After;
    bool HasSpace = false; ///< the specifiers begin with an address space
    std::string declarator() const { return Before + Name + After; }
    std::string whole() const {
      std::string Rest = declarator();
      return Specifiers + (Rest.empty() ? "" : " ") + Rest;
    }
  };
  /// Returns the declaration of \p Name, of type \p T. References become pointers.
  Split split(clang::QualType T, llvm::StringRef Name, const Spaces &Space,
              StoredIn Where = StoredIn::Value);
  /// "__global const float *name"; without \p Name the type alone. References become pointers.
  std::string declare(clang::QualType T, llvm::StringRef Name, const Spaces &Space,
                      StoredIn Where = StoredIn::Value);

  /// The name of a type that is no pointer, array or reference, without qualifiers.
  /// \p Record is the version of a class; null: any.
  std::string base(clang::QualType T, StoredIn Where, const RecordClone *Record = nullptr,
                   bool IsBehindPointer = false);

  /// Where the user names what is spelled: for messages about what only CUDA's headers declare.
  void usedAt(clang::SourceLocation Loc) { Use = Loc; }

  /// True if OpenCL C knows \p T by the words with which C++ spells it ("unsigned int").
  static bool isSpelledAlike(clang::QualType T);

private:
  /// The types around one, whose elements or pointee it is.
  struct Around {
    bool IsPointer = false;       ///< the next one is a pointer
    bool IsBehindPointer = false; ///< one of them is
  };
  void build(Split &Out, clang::QualType T, const std::string &Qualifier, unsigned Level,
             const Spaces &Space, StoredIn Where, Around Outer);
  std::string tagName(const clang::TagDecl *Tag, const RecordClone *Record, bool IsBehindPointer);
  const clang::TypedefNameDecl *keptName(clang::QualType &T, const RecordClone *Record) const;
  bool leadsToOpen(const clang::RecordDecl *R) const;
  DeviceUnit &Unit;
  const clang::RecordDecl *Open = nullptr;
  clang::SourceLocation Use;
  bool IsAliased = false;
  std::function<void(const clang::Decl *, const RecordClone *)> Need, Pointed;
  std::function<void(llvm::StringRef)> Extension = [](llvm::StringRef) {};
  std::function<void(llvm::StringRef)> Helper = [](llvm::StringRef) {};
};

/// The row of a CUDA vector type (dim3 counts as uint3), null for other types.
const catalog::VectorType *vectorTypeOf(clang::QualType T);

/// Returns true if \p E is an enum of CUDA's runtime, as cudaError_t is: a number in device code.
bool isOfRuntime(const DeviceUnit &Unit, const clang::EnumDecl *E);
/// Returns true if \p T is a struct in OpenCL C, of which 0 is no value.
bool isStructInOpenCl(clang::QualType T);

/// Returns what OpenCL C has for a pointer to a member of type \p T: "long", its place in the
/// object; "ulong", a function's number; nothing where such pointers are not translated.
llvm::StringRef memberPointerType(const DeviceUnit &Unit, const clang::MemberPointerType *T);

} // namespace cu2cl

#endif
