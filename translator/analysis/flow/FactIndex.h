// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_FACTINDEX_H
#define CU2CL_ANALYSIS_FLOW_FACTINDEX_H

#include "analysis/flow/PointerConstraints.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace cu2cl {

/// The name under which pointer facts know a declaration: its USR; for what has internal linkage
/// the file is added, on the host an instance of a template has its pattern's.
std::string pointerUsr(const ParsedSide &Parsed, Side S, const clang::Decl *D);

/// The levels of \p T from outside in, one letter each: p pointer, r reference, a array.
std::string pointerShape(clang::ASTContext &Context, clang::QualType T);

/// The other half of a FactBody: which AST node a number stands for.
struct BodyIndex {
  const clang::FunctionDecl *Function = nullptr;       ///< null: namespace scope
  llvm::DenseMap<const clang::Expr *, uint32_t> Nodes; ///< address for glvalues, else value
  llvm::DenseMap<const clang::ValueDecl *, uint32_t> Entities;
  llvm::DenseMap<const clang::Expr *, uint32_t> Calls;
  llvm::DenseMap<const void *, uint32_t> Destructors; ///< calls of them by object, device side
};

/// Knows which classes hold pointers or references, in themselves or in parts of them.
class PointerHolders {
public:
  bool holdPointers(const clang::RecordDecl *R) const;
  /// The field whose value is also that of \p F: of a union that holds pointers the first, since
  /// what is written as one member may be read as another.
  const clang::FieldDecl *sharedField(const clang::FieldDecl *F) const;

private:
  mutable llvm::DenseMap<const clang::RecordDecl *, bool> Known;
};

struct FactIndex {
  std::vector<BodyIndex> Bodies;
  std::vector<clang::SourceLocation> Locations; ///< of UnitPointerConstraints::Places
  PointerHolders Holders;
  /// Numbers of fields, on the device side: the field's value is child step::Field + number of the
  /// value of its object.
  llvm::DenseMap<const clang::FieldDecl *, uint32_t> Fields;
  /// Device side: casts that make bytes an object with pointers, with their bodies; and those of
  /// them whose pointers are known to point to global memory.
  std::vector<std::pair<uint32_t, const clang::Expr *>> BytesAsPointers;
  llvm::DenseSet<const clang::Expr *> GlobalPointers;
  /// A use of a pointer, whose value is \p Node of body \p Body.
  struct PointerUse {
    uint32_t Body;
    const clang::Expr *Site;
    uint32_t Node;
  };
  /// Device side: casts that make a pointer of an integer that is no constant; what is read or
  /// written through; and where an address becomes something that is not followed: bytes, or an
  /// integer narrower than it.
  std::vector<PointerUse> NumbersAsPointers, Dereferenced, LostAddresses;
  /// How integers are followed that may be addresses: not at all (but inside one expression), from
  /// variable to variable, or so that those in global memory are addresses of global memory, too.
  enum class Integers : uint8_t { InExpressions, Followed, GlobalInGlobalMemory };
  Integers Addresses = Integers::InExpressions;
  /// Variables, and whether what initialises them converts a pointer to an integer.
  llvm::DenseMap<const clang::VarDecl *, bool> InitialisedByAddress;
};

// A smart pointer's argument is the pointee; the pointer itself is this part of it.
constexpr uint32_t PointerPart = 48;

/// The class template that \p T is an instance of; null if there is none.
const clang::ClassTemplateSpecializationDecl *specialisation(clang::QualType T);

/// The arguments of \p C, with those of packs; null for one that is no type.
llvm::SmallVector<clang::QualType, 4>
typeArguments(const clang::ClassTemplateSpecializationDecl *C);

/// Kinds of memory on the host side; the device side uses AddressSpace's numbers.
namespace hostkind {
constexpr uint32_t Host = 1, Device = 2, Managed = 3;
}

} // namespace cu2cl

#endif
