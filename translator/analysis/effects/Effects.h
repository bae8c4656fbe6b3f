// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_EFFECTS_H
#define CU2CL_ANALYSIS_EFFECTS_EFFECTS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cu2cl {

/// The objects that the evaluation of code reads and changes: variables that nothing else leads to,
/// and memory by type and field.
struct Effects {
  struct Memory {
    clang::QualType T;                       ///< null: of any type
    const clang::FieldDecl *Field = nullptr; ///< null: any place of the type
    bool IsLocal = false;                    ///< a part of a variable of the function itself
  };
  llvm::SmallPtrSet<const clang::VarDecl *, 4> ReadVariables, ChangedVariables;
  std::vector<Memory> Read, Changed;

  /// True if what \p Other reads may be something that this changes.
  bool changesWhatReads(const Effects &Other) const;
  /// True if both may change the same.
  bool changesWhatChanges(const Effects &Other) const;
  /// True if it may show which of the two comes first.
  bool meets(const Effects &Other) const;
};

/// The effects of calls of functions, without evaluating their arguments: memory only. Each
/// function is looked at once.
class EffectSummaries {
public:
  enum class Side { Device, Host };
  /// On the host, functions whose bodies are elsewhere may do anything: print, read a file.
  explicit EffectSummaries(Side Where = Side::Device) : Where(Where) {}

  const Effects &ofCall(const clang::FunctionDecl *Callee);

private:
  /// Returns true if all that \p Callee, which has no body, can do follows from its parameters.
  bool isByParameters(const clang::FunctionDecl *Callee) const;
  Effects compute(const clang::FunctionDecl *Callee);

  Side Where;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Effects>> Known;
};

/// Finds effects in the body of one function, those of what it calls included.
class EffectFinder {
public:
  EffectFinder(const clang::FunctionDecl *F, EffectSummaries &Summaries)
      : F(F), Summaries(Summaries) {}

  /// Of evaluating \p S; of a glvalue, of finding out which object it is, without reading that.
  Effects of(const clang::Stmt *S);
  /// Of reading the object \p E, once it is known.
  Effects ofReading(const clang::Expr *E);
  /// Of reading \p V, or what it refers to.
  Effects ofReading(const clang::VarDecl *V);

private:
  friend class EffectSummaries;
  enum class Use { Read, Change };
  void walk(const clang::Stmt *S, Effects &Into);
  void addCall(const clang::CallExpr *Call, Effects &Into);
  void addCallee(const clang::FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Args,
                 Effects &Into);
  void add(const clang::Expr *Object, Use U, Effects &Into);
  bool isOwn(const clang::VarDecl *V);

  const clang::FunctionDecl *F;
  EffectSummaries &Summaries;
  llvm::DenseMap<const clang::VarDecl *, bool> Own;
};

} // namespace cu2cl

#endif
