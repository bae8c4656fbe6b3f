// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Source.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl::opt {

namespace {
/// Keeps the first error.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    llvm::SmallString<128> Words;
    Info.FormatDiagnostic(Words);
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc Place = Info.getSourceManager().getPresumedLoc(
          Info.getSourceManager().getExpansionLoc(Info.getLocation()));
      if (Place.isValid())
        Text = (llvm::Twine(Place.getFilename()) + ":" + llvm::Twine(Place.getLine()) + ":" +
                llvm::Twine(Place.getColumn()) + ": ")
                   .str();
    }
    Text += Words.str();
  }
  std::string Text;
};
} // namespace

llvm::Expected<std::unique_ptr<Source>> Source::parse(llvm::StringRef Path,
                                                      llvm::ArrayRef<std::string> Options) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(), "cannot read %s: %s", Path.str().c_str(),
                                   Buffer.getError().message().c_str());
  return parseText((*Buffer)->getBuffer(), Path, Options);
}

llvm::Expected<std::unique_ptr<Source>> Source::parseText(llvm::StringRef Text,
                                                          llvm::StringRef Path,
                                                          llvm::ArrayRef<std::string> Options,
                                                          const Files &Others) {
  std::vector<std::string> Arguments = {"-xcl",
                                        "-cl-std=CL1.2",
                                        "-D__OPENCL_VERSION__=120", // as devices do
                                        "-Xclang",
                                        "-finclude-default-header",
                                        "-Xclang",
                                        "-fdeclare-opencl-builtins",
                                        "-Xclang",
                                        "-detailed-preprocessing-record", // for isSkipped()
                                        "-resource-dir",
                                        CU2CL_RESOURCE_DIR,
                                        "-w"};
  // The options of drivers that Clang's own driver does not take concern the code, not the tree.
  for (const std::string &Option : Options)
    if (!llvm::StringRef(Option).starts_with("-cl-") ||
        llvm::StringRef(Option).starts_with("-cl-std="))
      Arguments.push_back(Option);
  FirstError Errors;
  auto Result = std::make_unique<Source>();
  Result->Path = Path.str();
  Result->Unit = tooling::buildASTFromCodeWithArgs(
      // A name that ends in "cl" would make the driver take options as Microsoft spells them.
      Text, Arguments, Path, "clang", std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(), Others, &Errors);
  if (!Result->Unit || Errors.getNumErrors())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                   Errors.Text.empty() ? "cannot be parsed" : Errors.Text.c_str());
  return Result;
}

llvm::StringRef Source::text() const { return sources().getBufferData(sources().getMainFileID()); }

std::vector<const FunctionDecl *> Source::kernels() const {
  std::vector<const FunctionDecl *> Result;
  for (const Decl *D : context().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (F->hasAttr<OpenCLKernelAttr>() && F->isThisDeclarationADefinition() &&
          sources().isInMainFile(sources().getExpansionLoc(F->getBeginLoc())))
        Result.push_back(F);
  return Result;
}

std::optional<Span> Source::spanOf(SourceRange Range) const {
  if (Range.isInvalid())
    return std::nullopt;
  const SourceManager &SM = sources();
  CharSourceRange File =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Range), SM, context().getLangOpts());
  if (File.isInvalid() || SM.getFileID(File.getBegin()) != SM.getMainFileID() ||
      SM.getFileID(File.getEnd()) != SM.getMainFileID())
    return std::nullopt;
  return Span{SM.getFileOffset(File.getBegin()), SM.getFileOffset(File.getEnd())};
}

bool Source::isSkipped(Span S) const {
  PreprocessingRecord *Record = Unit->getPreprocessor().getPreprocessingRecord();
  const SourceManager &SM = sources();
  return llvm::any_of(Record->getSkippedRanges(), [&](const SourceRange &Range) {
    SourceLocation Begin = Range.getBegin(), End = Range.getEnd();
    return SM.getFileID(Begin) == SM.getMainFileID() && SM.getFileOffset(Begin) <= S.Begin &&
           S.End <= SM.getFileOffset(End);
  });
}

/// The macro \p Name if it is defined once, and nowhere undefined; else null.
const MacroInfo *Source::onlyMacro(llvm::StringRef Name) const {
  auto Known = context().Idents.find(Name);
  if (Known == context().Idents.end())
    return nullptr;
  const MacroDirective *Last = Unit->getPreprocessor().getLocalMacroDirectiveHistory(Known->second);
  return Last && Last->isDefined() && !Last->getPrevious() ? Last->getMacroInfo() : nullptr;
}

std::string Source::lastingMacro(SourceLocation Loc) const {
  if (!Loc.isMacroID() || sources().isMacroArgExpansion(Loc))
    return "";
  llvm::StringRef Name = Lexer::getImmediateMacroName(Loc, sources(), context().getLangOpts());
  const MacroInfo *Only = onlyMacro(Name);
  return Only && Only->isObjectLike() && Only->getNumTokens() == 1 ? Name.str() : "";
}

bool Source::isLanguageMacro(llvm::StringRef Name) const {
  const MacroInfo *Only = onlyMacro(Name);
  return Only && sources().getFilename(Only->getDefinitionLoc()).starts_with(CU2CL_RESOURCE_DIR);
}

std::string Source::languageMacro(const clang::Expr *E) const {
  std::optional<Span> Whole = spanOf(E->getSourceRange());
  std::string Name = Whole ? textOf(*Whole).str() : "";
  bool Is =
      E->getBeginLoc().isMacroID() && isLanguageMacro(Name) && onlyMacro(Name)->isObjectLike();
  return Is ? Name : "";
}

bool isShared(const ValueDecl *V) {
  return isa<VarDecl>(V) && V->getType().getAddressSpace() == LangAS::opencl_global;
}

std::string Source::placeOf(SourceLocation Loc) const {
  PresumedLoc Place = sources().getPresumedLoc(sources().getExpansionLoc(Loc));
  if (Place.isInvalid())
    return Path;
  return (llvm::Twine(Place.getFilename()) + ":" + llvm::Twine(Place.getLine()) + ":" +
          llvm::Twine(Place.getColumn()))
      .str();
}

} // namespace cu2cl::opt
