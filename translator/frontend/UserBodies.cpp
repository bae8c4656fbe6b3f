// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/UserBodies.h"
#include "core/source/PlainPath.h"
#include "frontend/GccMacros.h"
#include "frontend/OldTemplates.h"
#include "frontend/SharedStart.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

bool isOfProject(SourceLocation Loc, const SourceManager &Sources, StringRef ProjectRoot) {
  OptionalFileEntryRef File = Sources.getFileEntryRefForID(Sources.getFileID(Loc));
  if (!File || ProjectRoot.empty())
    return false;
  SmallString<256> Path(File->getName());
  Sources.getFileManager().makeAbsolutePath(Path);
  const std::string Plain = plainPath(Path);
  StringRef Rest = Plain;
  return Rest.consume_front(ProjectRoot) && (Rest.starts_with("/") || ProjectRoot == "/");
}

namespace {

class UserBodies : public SemaConsumer {
public:
  UserBodies(const SourceManager &Sources, StringRef ProjectRoot, RedeclaredSides &Missing)
      : Sources(Sources), ProjectRoot(ProjectRoot), Missing(Missing) {}

  bool shouldSkipFunctionBody(Decl *D) override {
    if (FunctionDecl *F = D->getAsFunction())
      Missing.look(*Parsing, F, [&](SourceLocation Loc) {
        Loc = Sources.getFileLoc(Loc);
        return !Sources.isInSystemHeader(Loc) || isOfProject(Loc, Sources, ProjectRoot);
      });
    SourceLocation Loc = Sources.getFileLoc(D->getLocation());
    return !D->isTemplated() && !isa<FunctionTemplateDecl>(D) && Sources.isInSystemHeader(Loc) &&
           !isForDevice(D) && !isOfProject(Loc, Sources, ProjectRoot);
  }

  void InitializeSema(Sema &S) override {
    Parsing = &S;
    S.addExternalSource(llvm::makeIntrusiveRefCnt<OldTemplates>().get());
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      correct(D);
    return true;
  }

private:
  /// Device code may be translated from the bodies of its functions, wherever they are.
  static bool isForDevice(const Decl *D) {
    return D->getASTContext().getLangOpts().CUDAIsDevice && D->hasAttr<CUDADeviceAttr>();
  }

  static void correct(Decl *D) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(D))
      for (Decl *Inner : cast<DeclContext>(D)->decls())
        correct(Inner);
    auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    if (Template && Template->getBeginLoc().isInvalid())
      placeAbbreviated(*Template);
    shareGuide(Template ? Template->getTemplatedDecl() : D);
  }

  /// `void f(auto x)` is a template that Clang lets begin nowhere. It begins where the function
  /// does.
  static void placeAbbreviated(FunctionTemplateDecl &Template) {
    TemplateParameterList &Invented = *Template.getTemplateParameters();
    Template.setTemplateParameters(TemplateParameterList::Create(
        Template.getASTContext(), Template.getTemplatedDecl()->getBeginLoc(),
        Invented.getLAngleLoc(), Invented.asArray(), Invented.getRAngleLoc(),
        Invented.getRequiresClause()));
  }

  /// Deduction guides are for both sides; Clang 19 takes those that users write for host functions,
  /// and deduces something else in device code.
  static void shareGuide(Decl *D) {
    if (!isa<CXXDeductionGuideDecl>(D) || D->hasAttr<CUDADeviceAttr>() ||
        !D->getASTContext().getLangOpts().CUDA)
      return;
    D->addAttr(CUDAHostAttr::CreateImplicit(D->getASTContext()));
    D->addAttr(CUDADeviceAttr::CreateImplicit(D->getASTContext()));
  }

  const SourceManager &Sources;
  std::string ProjectRoot;
  RedeclaredSides &Missing;
  Sema *Parsing = nullptr;
};

/// Has the bodies of templates in system headers parsed where something instantiates them: most
/// never are. (Clang does so by itself with -fdelayed-template-parsing, which is for all files.)
class SystemTemplates : public PPCallbacks {
public:
  SystemTemplates(CompilerInstance &Compiler, StringRef ProjectRoot)
      : Options(Compiler.getLangOpts()), Sources(Compiler.getSourceManager()),
        ProjectRoot(ProjectRoot) {}

  void FileChanged(SourceLocation Loc, FileChangeReason, SrcMgr::CharacteristicKind Kind,
                   FileID) override {
    Options.DelayedTemplateParsing =
        SrcMgr::isSystem(Kind) && !isOfProject(Loc, Sources, ProjectRoot);
  }

private:
  LangOptions &Options;
  const SourceManager &Sources;
  StringRef ProjectRoot;
};

} // namespace

bool UserBodiesAction::BeginSourceFileAction(CompilerInstance &Compiler) {
  if (Start)
    forkBehindStart(Compiler, *Start);
  Compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<SystemTemplates>(Compiler, ProjectRoot));
  answerAsGcc(Compiler, ProjectRoot);
  return SyntaxOnlyAction::BeginSourceFileAction(Compiler);
}

std::unique_ptr<ASTConsumer> UserBodiesAction::CreateASTConsumer(CompilerInstance &Compiler,
                                                                 llvm::StringRef) {
  return std::make_unique<UserBodies>(Compiler.getSourceManager(), ProjectRoot, Missing);
}

} // namespace cu2cl
