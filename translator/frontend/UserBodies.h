// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_USERBODIES_H
#define CU2CL_FRONTEND_USERBODIES_H

#include "frontend/RedeclaredSides.h"
#include "clang/Frontend/FrontendActions.h"

namespace cu2cl {

struct SharedStart;

/// Returns true if the file that \p Loc is in lies below \p ProjectRoot, an absolute folder; none
/// does if that is empty.
bool isOfProject(clang::SourceLocation Loc, const clang::SourceManager &Sources,
                 llvm::StringRef ProjectRoot);

/// Parses and leaves the AST with the CompilerInstance. Where the frontend options say
/// SkipFunctionBodies, it leaves out the bodies in system headers that say nothing about the user's
/// code: those that are not templates, since a template may call, and so instantiate, what the user
/// wrote, and in device code not of device functions, which may be translated. (Clang itself keeps
/// the bodies of constexpr functions and of those that deduce their type.) Bodies of templates in
/// system headers are parsed if something instantiates them. Headers of the project that call
/// themselves system headers (#pragma GCC system_header) are parsed whole: their text is
/// translated. Text of the project sees GCC's macros (frontend/GccMacros.h).
class UserBodiesAction : public clang::SyntaxOnlyAction {
public:
  /// \p ProjectRoot: the absolute folder of the project; empty: no file is of it
  /// \p Start: what is parsed for many units at once, if not null (frontend/SharedStart.h)
  explicit UserBodiesAction(std::string ProjectRoot, const SharedStart *Start = nullptr)
      : ProjectRoot(std::move(ProjectRoot)), Start(Start) {}

  /// After the parse: what nvcc would add to declarations.
  const RedeclaredSides &missingSides() const { return Missing; }

private:
  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override;
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Compiler,
                                                        llvm::StringRef File) override;
  std::string ProjectRoot;
  const SharedStart *Start;
  RedeclaredSides Missing;
};

} // namespace cu2cl

#endif
