// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_SOURCE_H
#define CU2CL_OPTIMIZERS_TREE_SOURCE_H

#include "clang/Frontend/ASTUnit.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace cu2cl::opt {

/// Bytes [Begin, End) of the main file.
struct Span {
  unsigned Begin = 0, End = 0;
  bool contains(Span S) const { return Begin <= S.Begin && S.End <= End; }
};

/// A file of OpenCL C, parsed.
class Source {
public:
  /// Texts of files that are not on disk, by absolute path.
  using Files = std::vector<std::pair<std::string, std::string>>;

  /// Parses \p Path with \p Options (of a compiler of OpenCL C: -D, -I, -cl-std=).
  /// \returns an error that names file, line and Clang's words if it is not OpenCL C.
  static llvm::Expected<std::unique_ptr<Source>> parse(llvm::StringRef Path,
                                                       llvm::ArrayRef<std::string> Options);
  /// The same for \p Text, as if it stood in \p Path, with
  /// \p Others laid over the file system.
  static llvm::Expected<std::unique_ptr<Source>> parseText(llvm::StringRef Text,
                                                           llvm::StringRef Path,
                                                           llvm::ArrayRef<std::string> Options,
                                                           const Files &Others = {});

  clang::ASTContext &context() const { return Unit->getASTContext(); }
  clang::SourceManager &sources() const { return Unit->getSourceManager(); }
  llvm::StringRef path() const { return Path; }
  llvm::StringRef text() const;

  /// The kernels that the main file defines, in its order.
  std::vector<const clang::FunctionDecl *> kernels() const;

  /// The bytes of the main file that \p Range was written as: itself, the argument of a macro, or a
  /// whole invocation. Nothing if it is a part of a macro's body or is in another file.
  std::optional<Span> spanOf(clang::SourceRange Range) const;
  llvm::StringRef textOf(Span S) const { return text().slice(S.Begin, S.End); }

  /// True if the preprocessor left \p S out of the parse, an empty one by where it is.
  bool isSkipped(Span S) const;

  /// The macro that the token at \p Loc is all of, if it means that wherever it is defined:
  /// CLK_LOCAL_MEM_FENCE. Else empty.
  std::string lastingMacro(clang::SourceLocation Loc) const;

  /// True if \p Name is a macro that Clang's headers of OpenCL C define and nothing else changes:
  /// as_uint, NAN.
  bool isLanguageMacro(llvm::StringRef Name) const;
  /// Such a macro, without parameters, of which \p E is all; else empty.
  std::string languageMacro(const clang::Expr *E) const;

  /// "path:line:column" of \p Loc.
  std::string placeOf(clang::SourceLocation Loc) const;

private:
  const clang::MacroInfo *onlyMacro(llvm::StringRef Name) const;

  std::string Path;
  std::unique_ptr<clang::ASTUnit> Unit;
};

/// True if all work-items of all launches have one \p V, as OpenCL C has from 2.0 on: a variable
/// outside functions, or a static one, that is not constant.
bool isShared(const clang::ValueDecl *V);

} // namespace cu2cl::opt

#endif
