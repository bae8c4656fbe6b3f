// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_MEMORYUSES_H
#define CU2CL_ANALYSIS_EFFECTS_MEMORYUSES_H

#include "analysis/reach/DeviceCallGraph.h"
#include "llvm/ADT/SetVector.h"

namespace cu2cl {

/// Which types device code uses each piece of memory as. Pointers that may lead to the same memory
/// lead to one piece; nothing is told apart by the order of statements or by the elements of an
/// array, and a member is one variable for all objects of its class.
class MemoryUses {
public:
  using Piece = unsigned;

  explicit MemoryUses(const clang::ASTContext &Context) : Context(Context) {}

  /// The memory of \p D: a variable, a member, or what a function gives back.
  Piece of(const clang::ValueDecl *D);
  /// The target of a pointer in \p Where.
  Piece behind(Piece Where);
  Piece fresh();
  void unite(Piece A, Piece B);
  /// \p Where is used as objects of type \p T: of the storage of a variable, or of what a pointer
  /// points to.
  void use(Piece Where, clang::QualType T, bool IsStorage);

  /// Returns true if numbers of type \p T in \p Where are used as other objects, too, and have to
  /// say so. The type that the variable has whose memory it is need not: the others do.
  bool isAliased(Piece Where, clang::QualType T);
  /// The classes whose objects are used as other classes or as pointers, too; each has to say so.
  /// Their members become one piece with all that their memory is used as.
  llvm::SmallSetVector<const clang::RecordDecl *, 4> aliasedRecords();

private:
  /// Adds the classes of one piece that have to say so to \p Out, and unites their members.
  bool addAliasedRecords(Piece Where, llvm::SmallSetVector<const clang::RecordDecl *, 4> &Out);
  struct Content {
    Piece Parent;
    std::optional<Piece> Behind;
    llvm::SmallSetVector<const clang::Type *, 2> Types, StorageTypes; ///< canonical
  };
  Piece root(Piece P);

  const clang::ASTContext &Context;
  std::vector<Content> Pieces;
  llvm::DenseMap<const clang::ValueDecl *, Piece> Known;
};

/// The number type that \p T is the same as for a compiler: one for int and unsigned, and for long
/// and long long; null for bytes and what is no number.
clang::QualType numberOf(const clang::ASTContext &Context, clang::QualType T);
/// Returns true if the integer \p E, before it is converted, can hold an address.
bool holdsAddress(const clang::ASTContext &Context, const clang::Expr *E);
/// Returns true if \p T has a part that is other than \p Number, which is one of numberOf().
bool hasOtherThan(const clang::ASTContext &Context, clang::QualType T, clang::QualType Number);

} // namespace cu2cl

#endif
