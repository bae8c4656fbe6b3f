// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_CONSTRAINTGENERATOR_H
#define CU2CL_ANALYSIS_FLOW_CONSTRAINTGENERATOR_H

#include "analysis/flow/ConstraintGenParts.h"

namespace cu2cl {

/// Turns the bodies of one side into facts: its statements and declarations; what they consist of
/// is its parts' matter. Host and device differ in what is seeded and in the calls that are known
/// (ApiConstraints, LibraryConstraints).
class ConstraintGenerator {
public:
  ConstraintGenerator(const ParsedSide &Parsed, Side S, UnitPointerConstraints &Facts,
                      FactIndex &Index);

  /// Adds the body of \p F; its definition must be \p F.
  void addFunction(const clang::FunctionDecl *F);
  /// Device side: the functions that return the value of what they return a reference to.
  void setReach(const DeviceCallGraph *R) { Code.setReach(R); }
  /// Adds the initialisers of variables at namespace scope, and those that \p Fields have in their
  /// classes: a constructor that nobody wrote has no body that would tell of them. Pointers that
  /// come from elsewhere may hold \p Functions, too.
  void addGlobals(llvm::ArrayRef<const clang::VarDecl *> Variables,
                  llvm::ArrayRef<const clang::FunctionDecl *> Functions = {},
                  llvm::ArrayRef<const clang::FieldDecl *> Fields = {});
  /// Adds what \p S says, a statement of the current body.
  void statement(const clang::Stmt *S);
  /// Adds the initialiser of \p V.
  void declare(const clang::VarDecl *V);

  const ParsedSide &Parsed;
  const Side S;
  FactIndex &Index;
  FollowedCode Code;
  BodyConstraints Out;
  EntityConstraints Entities{*this};
  TypeConstraints Types{*this};
  RecordConstraints Records{*this};
  LambdaConstraints Lambdas{*this};
  ExpressionConstraints Expressions{*this};
  AddressConstraints Addresses{*this};
  CallConstraints Calls{*this};
  LaunchConstraints Launches{*this};
  AllocationConstraints Allocations{*this};
  ApiConstraints Api{*this};
  LibraryConstraints Library{*this};
  CallableConstraints Callables{*this};
  std::deque<FunctionFrame> Frames; ///< references stay valid when a lambda adds one

private:
  void begin(const clang::FunctionDecl *F);
  uint32_t initialisedObject(const clang::VarDecl *V);
  void children(const clang::Stmt *S);
};

} // namespace cu2cl

#endif
