// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_ASSEMBLYOPERANDS_H
#define CU2CL_FRONTEND_ASSEMBLYOPERANDS_H

#include "catalog/Ptx.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace cu2cl {

/// The operands of one asm statement as expressions, and the variables that its registers become.
class AssemblyOperands {
protected:
  using Expr = clang::Expr;
  using VarDecl = clang::VarDecl;
  using QualType = clang::QualType;
  using Stmt = clang::Stmt;
  using StringRef = llvm::StringRef;
  template <typename T> using SmallVectorImpl = llvm::SmallVectorImpl<T>;
  using PtxOperand = catalog::PtxOperand;
  using PtxText = catalog::PtxText;

  AssemblyOperands(clang::Sema &S, clang::FunctionDecl *F, const clang::GCCAsmStmt *Asm)
      : S(S), Context(S.Context), F(F), Asm(Asm), At(Asm->getAsmLoc()), End(Asm->getRParenLoc()) {}

  static const VarDecl *variableOf(const Expr *E);

  /// Returns where several instructions follow each other, inputs are read before the first of
  /// them, and outputs that are no variables are set after the last.
  bool declareOperands();

  bool declareRegisters(const PtxText &Text);

  QualType typeOf(char Letter, bool IsSigned) const;

  /// Returns true if \p Part reads one of \p Variables. A reference may be to one of them, and a
  /// pointer may point to one.
  static bool namesAny(const Stmt *Part, const llvm::SmallPtrSetImpl<const VarDecl *> &Variables);

  /// A name like \p Wish that no operand's expression and no other register has.
  std::string nameLike(StringRef Wish);

  void takeNames(const Stmt *Part);

  VarDecl *declare(StringRef Wish, QualType T, Expr *Init);

  Expr *refer(VarDecl *V);

  /// The expression of \p Operand, a source or destination; null if there is none.
  Expr *expressionOf(const PtxOperand &Operand);

  /// Returns true if \p Operand fits \p Letter; its expression goes to \p Into.
  bool match(char Letter, const PtxOperand &Operand, SmallVectorImpl<Expr *> &Into, char Value);

  /// An address, which must be a pointer to what the other registers of the instruction hold; where
  /// \p Value is 0, to anything.
  bool matchAddress(char Letter, const PtxOperand &Operand, SmallVectorImpl<Expr *> &Into,
                    char Value);

  /// The value of a constant.
  std::optional<unsigned long long> constantOf(const PtxOperand &Operand) const;

  /// The pointer to shared memory whose number \p Operand is, by __cvta_generic_to_shared in itself
  /// or in the initial value of a variable; null if that cannot be told.
  Expr *sharedAddressOf(const PtxOperand &Operand);

  /// Returns true if \p Part has the same value wherever it is computed in the function.
  bool isSteady(const Stmt *Part) const;

  /// Returns true if nothing in the function but its declaration gives \p V a value.
  bool isNeverChanged(const VarDecl *V) const;

  /// The type of a declaration or of 32 bits.
  QualType typeNamed(StringRef Name);

  /// \p Pointer as one to \p T; null if there is none.
  Expr *pointerTo(QualType T, Expr *Pointer);

  Expr *elementAt(Expr *Pointer, size_t Index);

  /// The width of a segment that the constant \p Operand of shfl means; 0 if it is none.
  unsigned widthOf(const PtxOperand &Operand, unsigned Clamp) const;

  Expr *call(StringRef Function, llvm::ArrayRef<Expr *> Arguments);

  Expr *addressOfCarry();

  clang::Sema &S;
  clang::ASTContext &Context;
  clang::FunctionDecl *F;
  const clang::GCCAsmStmt *Asm;
  clang::SourceLocation At, End;
  bool IsSequence = false;   ///< of several instructions
  bool WritesMemory = false; ///< one of them
  llvm::SmallVector<Expr *, 8> Operands;
  /// Outputs that are set after the last instruction, and what holds them until then.
  llvm::SmallVector<std::pair<Expr *, VarDecl *>, 2> Late;
  llvm::SmallVector<Stmt *, 8> Out; ///< the statements so far

private:
  llvm::StringMap<VarDecl *> Registers;
  VarDecl *Carry = nullptr;
  std::set<std::string> Taken;
};

} // namespace cu2cl

#endif
