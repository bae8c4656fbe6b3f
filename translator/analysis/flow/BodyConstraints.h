// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_BODYCONSTRAINTS_H
#define CU2CL_ANALYSIS_FLOW_BODYCONSTRAINTS_H

#include "analysis/flow/FactIndex.h"

namespace cu2cl {

class DeviceCallGraph;

/// Tells what of the code of one side is followed: which types carry pointers, whose objects lie in
/// which memory, what the system's headers define.
class FollowedCode {
public:
  FollowedCode(const ParsedSide &Parsed, Side S, const FactIndex &Index)
      : Parsed(Parsed), S(S), Index(Index) {}

  /// Device side: the functions that return the value of what they return a reference to.
  void setReach(const DeviceCallGraph *R) { Reach = R; }
  const DeviceCallGraph *reach() const { return Reach; }
  uint32_t storageKind(const clang::VarDecl *V) const;
  uint32_t objectKind() const;
  bool carries(clang::QualType T) const;
  bool mayBeAddress(clang::QualType T) const;
  bool inSystemCode(const clang::Decl *D) const;
  bool isShared(const clang::ValueDecl *D) const;
  bool copiesMembers(const clang::CXXMethodDecl *M) const;
  bool returnsValue(const clang::FunctionDecl *F) const;

private:
  const ParsedSide &Parsed;
  const Side S;
  const FactIndex &Index;
  const DeviceCallGraph *Reach = nullptr;
};

/// Writes the facts of one body after the other: its nodes, and what is said about them.
class BodyConstraints {
public:
  BodyConstraints(const ParsedSide &Parsed, Side S, UnitPointerConstraints &Facts,
                  FactIndex &Index);

  /// Begins the body of \p F; without one, of namespace scope.
  void begin(const clang::FunctionDecl *F);
  void end() { Body = nullptr; }

  uint32_t fresh() { return Body->NodeCount++; }
  uint32_t child(uint32_t Node, uint32_t Key);
  uint32_t deref(uint32_t Node) { return child(Node, step::Deref); }
  void unify(uint32_t A, uint32_t B, clang::SourceLocation Loc, llvm::StringRef Text = "");
  /// \p A and \p B, which are compared, point to one kind of memory and have one type.
  void compared(uint32_t A, uint32_t B, clang::SourceLocation Loc);
  void sameKind(uint32_t A, uint32_t B, clang::SourceLocation Loc, llvm::StringRef Text = "");
  void seed(uint32_t A, uint32_t Kind, clang::SourceLocation Loc, llvm::StringRef Text);
  void mark(uint32_t A, uint16_t Use, clang::SourceLocation Loc, llvm::StringRef Text = "");
  uint32_t string(llvm::StringRef S);
  uint32_t place(clang::SourceLocation Loc);
  uint32_t sharedObject(const std::string &All, llvm::StringRef Name = "");
  void addCall(const clang::Expr *Site, FactCall Call, clang::SourceLocation Loc,
               llvm::StringRef Text);

  FactBody *Body = nullptr; ///< the current one
  BodyIndex *Map = nullptr; ///< which AST node a number of it stands for

private:
  const ParsedSide &Parsed;
  const Side S;
  FactIndex &Index;
  UnitPointerConstraints &Facts;
  llvm::StringMap<uint32_t> Strings;
  llvm::DenseMap<clang::SourceLocation, uint32_t> Places;
  llvm::DenseMap<uint64_t, uint32_t> ChildNodes; ///< (node, key) of the current body
  llvm::StringMap<uint32_t> SharedNodes;         ///< of the current body
};

} // namespace cu2cl

#endif
