// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_REDECLAREDSIDES_H
#define CU2CL_FRONTEND_REDECLAREDSIDES_H

#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include <map>
#include <string>

namespace clang {
class Sema;
}

namespace cu2cl {

/// nvcc takes `float V::f() { ... }` for the definition of what the class declares as `__device__
/// float f();` (warnings 20037 to 20041). To Clang these are two functions, of which the second is
/// an error for a member. Therefore a parse writes down which declarations lack `__device__` or
/// `__host__`, and a second one reads the word after them. The text stays what it was.
class RedeclaredSides {
public:
  /// Looks whether \p Defined, whose body begins, has declarations of other sides.
  /// \p OfProject: whether a place is in a file of the project; other files stay as they are.
  void look(clang::Sema &S, clang::FunctionDecl *Defined,
            llvm::function_ref<bool(clang::SourceLocation)> OfProject);

  bool empty() const { return Words.empty(); }

  /// Tells \p PP that \p T was read: if a word follows, it comes next.
  void read(clang::Preprocessor &PP, const clang::Token &T) const;

private:
  void add(const clang::SourceManager &SM, const clang::FunctionDecl *F, bool Host, bool Device);

  /// Path of a file and offset of the last token of a declarator, to what follows it.
  std::map<std::pair<std::string, unsigned>, std::string> Words;
};

} // namespace cu2cl

#endif
