// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_PARSEDSIDE_H
#define CU2CL_CORE_SOURCE_PARSEDSIDE_H

#include "core/report/DiagnosticIds.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Syntax/Tokens.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

struct FrontendOptions;
struct SharedStart;

/// CUDA is compiled twice. Host text follows the host AST, device text the device AST.
enum class Side { Host, Device };

/// The way in which a source file is to be parsed.
enum class Language { Cuda, Cxx, C };

/// One source file with the flags of one command line.
struct CompileCommand {
  std::string File;      ///< absolute path
  std::string Directory; ///< absolute; relative paths in Flags start here
  std::vector<std::string>
      Flags; ///< Clang spelling: -I -D -U -std= -include -f..., no outputs, no inputs
  Language Lang = Language::Cuda;
  std::string Arch = "sm_70"; ///< of -arch; decides __CUDA_ARCH__
  /// Names of the files with device code alone that the build makes of it (nvcc -ptx), which
  /// programs load when they run.
  std::vector<std::string> ModuleFiles;
};

/// `#include` as written. Path is empty if the file was not found.
struct IncludeDirective {
  clang::SourceLocation HashLoc;
  clang::SourceRange FilenameRange; ///< with quotes or angle brackets
  std::string Spelled;              ///< without them
  std::string Path; ///< absolute path of the file, or a virtual one under cudaHeaderRoot()
  bool Angled = false;
  bool System = false; ///< the file lies in a system folder
};

/// `#define` as written in a file of the project (not on the command line, not in a system header).
struct MacroDefinition {
  std::string Name;
  clang::SourceRange Range; ///< from the macro's name to the last token of the body
  const clang::MacroInfo *Info = nullptr;
};

/// One of #if #ifdef #ifndef #elif #else #endif.
struct ConditionalDirective {
  enum Kind { If, Ifdef, Ifndef, Elif, Else, Endif } K;
  clang::SourceLocation Loc;        ///< of the keyword after '#'
  clang::SourceLocation OpeningLoc; ///< Loc of the If/Ifdef/Ifndef of this group
  clang::SourceRange Condition;     ///< empty for Else and Endif
  bool Taken = false;               ///< the branch that starts here was compiled
};

/// A message of Clang about the input.
struct FrontendMessage {
  bool IsError = false;
  std::string File; ///< empty if there is no place
  unsigned Line = 0, Column = 0;
  std::string Text;
  diag::Id Number = diag::ParseError; ///< of the diagnostic that it becomes
};

/// Another source of the program, parsed after the unit's own text.
struct JoinedPart {
  std::string Source;  ///< absolute path
  std::string Path;    ///< of its text; another one if that has other names
  unsigned Offset = 0; ///< in the main file: what follows it belongs to this part
  std::map<std::string, std::string> Renamed; ///< names that were changed, and what they were
};

/// One side of one unit: the AST, the tokens, and what the preprocessor saw.
/// Owns everything; locations and AST pointers are valid as long as this lives.
class ParsedSide {
public:
  ~ParsedSide();
  ParsedSide(const ParsedSide &) = delete;
  ParsedSide &operator=(const ParsedSide &) = delete;

  /// False if not even parsing could start (bad flags, no such file); then only Messages may be
  /// read.
  bool isUsable() const { return Compiler != nullptr; }
  clang::ASTContext &context() const { return Compiler->getASTContext(); }
  clang::SourceManager &sources() const { return Compiler->getSourceManager(); }
  const clang::LangOptions &langOpts() const { return Compiler->getLangOpts(); }
  clang::Preprocessor &preprocessor() const { return Compiler->getPreprocessor(); }
  const clang::syntax::TokenBuffer &tokens() const { return *Tokens; }

  /// The tokens of \p File as they are written, directives included. TokenBuffer has only files
  /// that gave tokens to the expanded stream; this has all. Not for several threads at once.
  llvm::ArrayRef<clang::syntax::Token> spelledTokens(clang::FileID File) const;

  /// The files that gave tokens to the expanded stream.
  const std::set<clang::FileID> &filesWithTokens() const { return FilesWithTokens; }

  /// Returns true if \p Word is a token in a file of the program, directives included: not in a
  /// header of the system. Not for several threads at once.
  bool isWordOfProgram(llvm::StringRef Word) const;

  std::vector<IncludeDirective> Includes;
  std::vector<MacroDefinition> Macros;
  std::vector<ConditionalDirective> Conditionals;
  std::vector<clang::SourceRange> SkippedRanges;
  std::vector<FrontendMessage> Messages;
  bool HasErrors = false;
  bool IsModule = false; ///< the command has ModuleFiles: kernels are launched by their names

  /// Other sources whose text follows the unit's own (frontend/JoinedSources.h).
  std::vector<JoinedPart> Joined;
  /// The joined part that \p Loc is in, also by an include of it; null if none.
  const JoinedPart *joinedPart(clang::SourceLocation Loc) const;

  /// The absolute, dot-free path of the file that spells \p Loc (through macros: where the token is
  /// written). Empty for built-in and command-line text.
  std::string pathOf(clang::SourceLocation Loc) const;

private:
  friend std::unique_ptr<ParsedSide> parseSide(const CompileCommand &, Side,
                                               const FrontendOptions &,
                                               const std::map<std::string, std::string> &,
                                               const SharedStart *);
  ParsedSide() = default;
  std::unique_ptr<clang::CompilerInstance> Compiler;
  std::unique_ptr<clang::FrontendAction> Action;
  std::unique_ptr<clang::syntax::TokenBuffer> Tokens;
  std::set<clang::FileID> FilesWithTokens;
  mutable std::map<clang::FileID, std::vector<clang::syntax::Token>> OtherFiles;
  mutable llvm::StringSet<> Words; ///< of the program, once they are asked for
};

} // namespace cu2cl

#endif
