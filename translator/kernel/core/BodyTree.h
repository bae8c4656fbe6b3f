// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_BODYTREE_H
#define CU2CL_KERNEL_CORE_BODYTREE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

/// The parents of each statement of a function's body and of its member initialisers.
class BodyTree {
public:
  BodyTree() = default; ///< of nothing
  explicit BodyTree(const clang::FunctionDecl *F);

  /// The statement around \p S, null at the top. Initialisers have their DeclStmt.
  const clang::Stmt *parent(const clang::Stmt *S) const { return Parents.lookup(S); }
  /// The nearest parent that is no parenthesis or implicit node; \p Child becomes its child.
  const clang::Stmt *meaningfulParent(const clang::Stmt *&Child) const;
  /// True if something looks at the value of \p S.
  bool isUsed(const clang::Stmt *S) const;
  /// The variable that \p Init initialises, null if none.
  const clang::VarDecl *initialised(const clang::Stmt *Init) const { return Inits.lookup(Init); }
  /// True if a constructor initialises a member or base with \p S.
  bool isMemberInit(const clang::Stmt *S) const { return MemberInits.contains(S); }

private:
  void add(const clang::Stmt *S);

  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::VarDecl *> Inits;
  llvm::DenseSet<const clang::Stmt *> MemberInits;
};

/// True if the source has a ';' after the tokens of \p S, which are without it. True, too, where it
/// may have one: after an `if constexpr` whose last branch is discarded.
bool hasSemicolon(const clang::Stmt *S);

} // namespace cu2cl

#endif
