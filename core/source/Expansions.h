// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_EXPANSIONS_H
#define CU2CL_CORE_SOURCE_EXPANSIONS_H

#include "core/source/LibraryConstants.h"
#include "core/source/ParsedSide.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace cu2cl {

/// Where an expanded token was written.
struct TokenOrigin {
  enum Kind {
    File,     ///< as it stands, outside any macro
    Argument, ///< in an argument of the invocation that is in the file
    Body,     ///< in a macro's definition
    Unknown   ///< made by # or ##, or in a definition that no file holds
  } K = Unknown;
  clang::FileID Buffer; ///< of the spelling
  unsigned Offset = 0;  ///< of the spelling in that buffer
  /// For Body: the definition that holds the spelling.
  const clang::MacroInfo *Macro = nullptr;
};

/// One macro invocation in a file with everything that it expands to, nested macros included.
struct Expansion {
  unsigned Begin = 0, End = 0; ///< expanded tokens
  llvm::ArrayRef<clang::syntax::Token> Spelled;
};

/// The macro expansions of one side, by expanded token index. Only files that are not system
/// headers.
class ExpansionIndex {
public:
  explicit ExpansionIndex(const ParsedSide &Side);

  /// The expansion that token \p Index belongs to; null if it is in a file as it is.
  const Expansion *find(unsigned Index) const;
  /// The first and last token of \p Range: [Begin, End). Empty if the range has no tokens.
  std::pair<unsigned, unsigned> tokensOf(clang::SourceRange Range) const;
  TokenOrigin origin(unsigned Index) const;
  /// The definitions (in files) whose bodies the expansion's tokens went through, sorted by place,
  /// once each.
  std::vector<const clang::MacroInfo *> macrosOf(const Expansion &E) const;
  /// True for a macro that only the command line defines (-DN=128): the port's build passes it on.
  bool isCommandLineMacro(const Expansion &E) const;
  /// True if the token comes of a macro that the compiler or CUDA's headers define (__GNUC__,
  /// CUDART_VERSION), which the project's text names: device compilers have it otherwise or not.
  bool isOfCompiler(unsigned Index) const;
  /// True if the token comes of any other macro that the project's text names and does not define,
  /// but that of a constant which device code has, too: nothing defines it in the output.
  bool isOfLibrary(unsigned Index) const;
  /// The constant of the C library that the project's text names and the token comes of, or null.
  const LibraryConstant *constantOf(unsigned Index) const;
  const ParsedSide &side() const { return Side; }
  const clang::syntax::Token &token(unsigned Index) const {
    return Side.tokens().expandedTokens()[Index];
  }
  llvm::StringRef text(unsigned Index) const;
  /// The definition in a file whose body holds \p Spelling, or null.
  const clang::MacroInfo *definitionAt(clang::SourceLocation Spelling) const;

private:
  void collectMacros(clang::SourceLocation Loc,
                     llvm::SmallSetVector<const clang::MacroInfo *, 4> &Into) const;
  /// Asks \p IsWanted about each macro by which the token at \p Loc came, where the project's text
  /// names it and does not define it. Returns true if one is wanted.
  bool anyForeignMacro(clang::SourceLocation Loc,
                       llvm::function_ref<bool(llvm::StringRef)> IsWanted) const;
  bool isOfCommandLine(llvm::StringRef Name) const;
  const ParsedSide &Side;
  std::vector<Expansion> List; ///< sorted by Begin
  /// Definitions by place: (FileID hash, begin offset) sorted.
  struct DefinitionRange {
    clang::FileID Buffer;
    unsigned Begin, End;
    const clang::MacroInfo *Info;
  };
  std::vector<DefinitionRange> Definitions;
  llvm::StringSet<> Defined; ///< names of the project's macros
};

} // namespace cu2cl

#endif
