// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_DEVICEREACHBUILDER_H
#define CU2CL_ANALYSIS_REACH_DEVICEREACHBUILDER_H

#include "analysis/reach/DeviceCallGraph.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

/// Walks the bodies that kernels reach.
class DeviceCallGraphBuilder {
public:
  explicit DeviceCallGraphBuilder(const ParsedSide &Device)
      : Device(Device), Sources(Device.sources()), Reach(std::make_unique<DeviceCallGraph>()) {}
  std::unique_ptr<DeviceCallGraph> build();

private:
  void visitFunction(const clang::FunctionDecl *F);
  void walk(const clang::Stmt *S);
  void callTo(const clang::Expr *Site, const clang::FunctionDecl *F);
  void visitExpr(const clang::Expr *E);
  void visitCall(const clang::CallExpr *C);
  void noteCallee(const clang::Stmt *S);
  void refuse(const clang::Stmt *S);
  void use(const clang::VarDecl *V);
  void type(clang::QualType T);
  void typeDecl(const clang::TypeDecl *D);
  void observe(clang::QualType T);
  void checkDeduction(clang::QualType T, clang::SourceLocation Loc);
  void endOf(clang::QualType T, const clang::Expr *Site);
  void orderCalls(const clang::FunctionDecl *F);
  void closeUses();
  void noteValue(const clang::Expr *E);
  void takeAddress(const clang::DeclRefExpr *Ref, const clang::FunctionDecl *F);
  void takeInitialValues(const clang::DeclContext *Context);
  void resolveIndirectCalls();
  void findValueResults();
  bool before(const clang::Decl *A, const clang::Decl *B) const {
    return Sources.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
  }
  bool isSystem(const clang::Decl *D) const {
    clang::SourceLocation L = D->getLocation();
    return L.isInvalid() || Sources.isInSystemHeader(Sources.getFileLoc(L));
  }
  void report(diag::Id Number, clang::SourceLocation Loc, std::vector<std::string> Arguments = {});

  const ParsedSide &Device;
  const clang::SourceManager &Sources;
  std::unique_ptr<DeviceCallGraph> Reach;
  const clang::FunctionDecl *Current = nullptr;
  bool Constant = false; ///< in what the compiler computes: its calls are not made
  llvm::DenseSet<const clang::FunctionDecl *> Visited, Ordered, OnStack;
  llvm::DenseSet<const clang::Decl *> Seen;
  /// Calls through pointers, with the function that they are in.
  std::vector<std::pair<const clang::FunctionDecl *, const clang::CallExpr *>> IndirectCalls;
  llvm::DenseSet<const clang::Expr *> Called;            ///< callees of direct calls
  std::vector<const clang::FunctionProtoType *> Foreign; ///< of a function without a body here
  const clang::VarDecl *Initialised =
      nullptr; ///< whose initial value is walked, outside of functions
  llvm::DenseSet<const clang::Expr *> ValueCalls; ///< calls of which only the value is taken
};

} // namespace cu2cl

#endif
