// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One walk over the host's syntax tree, which sorts what the rules look at.

#include "analysis/dialect/Dialect.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "core/source/AstVisitor.h"
#include "core/source/LambdaOperators.h"
#include "host/unit/DeviceLibraryNames.h"
#include "host/unit/HostUnit.h"
#include "host/unit/KernelFunctions.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

/// True if \p D exists on the device only.
static bool isDeviceOnly(const FunctionDecl *F) {
  return F->hasAttr<CUDAGlobalAttr>() || isForDeviceAlone(F);
}

static bool isDeviceOnly(const VarDecl *V) {
  return V->hasAttr<CUDAConstantAttr>() || V->hasAttr<CUDADeviceAttr>() ||
         V->hasAttr<CUDASharedAttr>() || isManaged(V);
}

/// True if \p S has no tokens but those of what it holds: an instance of a template has more of
/// these than the template itself.
static bool isImplicit(const Stmt *S) {
  if (auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return !isa<CXXTemporaryObjectExpr>(S) && Construct->getParenOrBraceRange().isInvalid();
  return isa<ImplicitCastExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
             SubstNonTypeTemplateParmExpr>(S);
}

/// Walks the host AST once and sorts what the rules look at into bodies.
class HostCollector : public AstVisitor {
public:
  explicit HostCollector(HostUnit &U) : U(U) { U.Bodies.emplace_back(); }

  bool shouldVisitTemplateInstantiations() const override { return true; }

  void run() {
    const SourceManager &SM = U.Side.sources();
    for (const Decl *D : U.Side.context().getTranslationUnitDecl()->decls()) {
      SourceLocation Loc = D->getBeginLoc();
      if (Loc.isInvalid() || !U.Source.isEditable(SM.getExpansionLoc(Loc)))
        continue;
      U.TopLevel.push_back(D);
      traverseDecl(const_cast<Decl *>(D));
    }
  }

  bool traverseDecl(Decl *D) override {
    if (!D)
      return true;
    if (noteDeviceOnly(D))
      return true;
    auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || Current != 0)
      return AstVisitor::traverseDecl(D);
    Current = bodyOf(F);
    if (F->doesThisDeclarationHaveABody() && F->getBody())
      U.Functions[F->getBody()] = F;
    bool Ok = AstVisitor::traverseDecl(D);
    Current = 0;
    return Ok;
  }

  // Each at once, for what is above it.
  bool traverseStmt(Stmt *S, StmtQueue *) override {
    if (!S || DeviceCode.contains(S))
      return true;
    U.Parents.try_emplace(S, Above);
    const Stmt *Saved = Above;
    unsigned SavedDepth = Depth;
    Above = S;
    // As deep in the text, whatever an instance adds: implicit nodes lie between the written ones.
    Depth = isImplicit(S) ? Depth | 1 : (Depth | 1) + 1;
    noteExpansions(S->getSourceRange());
    if (Seen.insert({S, Current}).second && isa<Expr, DeclStmt>(S))
      U.Bodies[Current].Nodes.push_back({S, Depth});
    // The body of a lambda for kernels is device code.
    noteLabel(S);
    const auto *Lambda = dyn_cast_or_null<LambdaExpr>(S);
    // What stands for a template's parameter is written where the instance is named.
    bool Ok = (Lambda && isDeviceLambda(Lambda)) || isa<SubstNonTypeTemplateParmExpr>(S) ||
              AstVisitor::traverseStmt(S);
    if (Lambda && !isDeviceLambda(Lambda))
      traverseInstances(Lambda);
    Depth = SavedDepth;
    Above = Saved;
    return Ok;
  }

  // As it is written, for its text. The kernels that a name of a template, or of overloads,
  // stands for are in the other form alone.
  bool traverseInitListExpr(InitListExpr *List, StmtQueue *Queue) override {
    if (!AstVisitor::traverseInitListExpr(List, Queue))
      return false;
    InitListExpr *Chosen = List->isSemanticForm() ? List : List->getSemanticForm();
    if (Chosen)
      for (Stmt *Child : Chosen->children())
        traverseChosenKernels(Child);
    return true;
  }

  bool visitNamedDecl(NamedDecl *D) override {
    if (const auto *Using = dyn_cast<UsingDecl>(D)) {
      U.Usings.push_back(Using);
      // `using ::cudaSuccess;` goes on to name the enumerator, whose uses get its new name.
      if (Using->shadow_size() == 1 &&
          isa<EnumConstantDecl>(Using->shadow_begin()->getTargetDecl()))
        return noteUse(Using->shadow_begin()->getTargetDecl(), D->getLocation());
    }
    U.UserNames.insert(U.Side.sources().getSpellingLoc(D->getLocation()).getRawEncoding());
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *E) override { return noteUse(E->getDecl(), E->getLocation()); }
  bool visitMemberExpr(MemberExpr *E) override {
    return noteUse(E->getMemberDecl(), E->getMemberLoc());
  }
  bool visitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override {
    for (const NamedDecl *D : E->decls())
      noteUse(D, E->getNameLoc());
    return true;
  }
  bool visitCXXConstructorDecl(CXXConstructorDecl *D) override {
    for (const CXXCtorInitializer *I : D->inits())
      if (I->isWritten() && I->isAnyMemberInitializer())
        noteUse(I->getAnyMember(), I->getMemberLocation());
    return true;
  }
  bool visitTypeLoc(TypeLoc T) override {
    if (auto L = T.getAs<DecltypeTypeLoc>())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(L.getUnderlyingExpr()))
        U.DecltypeOperands.insert({Ref, L.getRParenLoc()});
    if (auto L = T.getAs<TagTypeLoc>())
      return noteUse(L.getDecl(), L.getNameLoc());
    if (auto L = T.getAs<TemplateTypeParmTypeLoc>())
      return noteUse(L.getDecl(), L.getNameLoc());
    if (auto L = T.getAs<TypedefTypeLoc>())
      return noteUse(L.getTypedefNameDecl(), L.getNameLoc());
    if (auto L = T.getAs<UsingTypeLoc>())
      return noteUse(L.getFoundDecl(), L.getNameLoc());
    if (auto L = T.getAs<InjectedClassNameTypeLoc>())
      return noteUse(L.getDecl(), L.getNameLoc());
    if (auto L = T.getAs<TemplateSpecializationTypeLoc>())
      return noteUse(L.getTypePtr()->getTemplateName().getAsTemplateDecl(), L.getTemplateNameLoc());
    if (auto L = T.getAs<DeducedTemplateSpecializationTypeLoc>())
      return noteUse(L.getTypePtr()->getTemplateName().getAsTemplateDecl(), L.getTemplateNameLoc());
    return true;
  }
  bool visitFieldDecl(FieldDecl *F) override {
    if (!F->hasInClassInitializer() || !isDeviceInitializer(U, F->getInClassInitializer()))
      return true;
    DeviceCode.insert(F->getInClassInitializer());
    U.DeviceInitializers.push_back(F);
    return true;
  }
  bool visitFriendDecl(FriendDecl *F) override {
    U.Friends.push_back(F);
    return true;
  }
  bool visitDeclaratorDecl(DeclaratorDecl *D) override {
    if (!D->isImplicit())
      U.Bodies[Current].Declarators.push_back(D);
    return true;
  }

private:
  HostUnit &U;
  const Stmt *Above = nullptr;
  unsigned Depth = 0;
  size_t Current = 0;
  llvm::DenseMap<const FunctionDecl *, size_t> Index;
  llvm::DenseSet<std::pair<const Stmt *, size_t>> Seen;
  llvm::DenseSet<const Decl *> Noted;
  llvm::DenseSet<const Stmt *> DeviceCode; ///< of members' default initializers

  /// \p D, which may be null, is named at \p Loc.
  bool noteUse(const NamedDecl *D, SourceLocation Loc) {
    if (D && Loc.isValid() && U.Source.isEditable(D->getLocation()))
      U.UserNames.insert(U.Side.sources().getSpellingLoc(Loc).getRawEncoding());
    return true;
  }

  /// Walks the names of kernels in \p S that are not in the text's own tree.
  void traverseChosenKernels(Stmt *S) {
    auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
    if (!S || U.Parents.count(S))
      return;
    if (Ref && Ref->getDecl()->hasAttr<CUDAGlobalAttr>())
      traverseStmt(Ref, nullptr);
    for (Stmt *Child : S->children())
      traverseChosenKernels(Child);
  }

  /// Labels have names of their own: `goto cudaError;`.
  void noteLabel(const Stmt *S) {
    auto Note = [&](SourceLocation Loc) {
      U.UserNames.insert(U.Side.sources().getSpellingLoc(Loc).getRawEncoding());
    };
    if (const auto *L = dyn_cast_or_null<LabelStmt>(S))
      Note(L->getIdentLoc());
    else if (const auto *G = dyn_cast_or_null<GotoStmt>(S))
      Note(G->getLabelLoc());
    else if (const auto *A = dyn_cast_or_null<AddrLabelExpr>(S))
      Note(A->getLabelLoc());
  }

  /// Visits the instances of a generic lambda, which no declaration contains.
  void traverseInstances(const LambdaExpr *Lambda) {
    if (!Lambda->isGenericLambda())
      return;
    for (CXXMethodDecl *F : lambdaOperators(Lambda))
      if (F->hasBody()) {
        U.Functions[F->getBody()] = F;
        AstVisitor::traverseDecl(F);
      }
  }

  size_t bodyOf(const FunctionDecl *F) {
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      F = Pattern;
    auto [It, New] = Index.try_emplace(F, U.Bodies.size());
    if (New) {
      U.Bodies.emplace_back();
      U.Bodies.back().Function = F;
    }
    return It->second;
  }

  /// The macro bodies that a token of host code came through.
  void expansionsOf(SourceLocation Loc, std::set<FileID> &Found) const {
    const SourceManager &SM = U.Side.sources();
    for (; Loc.isMacroID(); Loc = SM.getImmediateExpansionRange(Loc).getBegin())
      if (SM.isMacroArgExpansion(Loc))
        expansionsOf(SM.getImmediateSpellingLoc(Loc), Found);
      else
        Found.insert(SM.getFileID(Loc));
  }

  /// Notes the macro bodies that host code came through, and how deep the outermost nodes lie that
  /// one body holds as a whole.
  void noteExpansions(SourceRange R) {
    if (R.getBegin().isFileID() && R.getEnd().isFileID())
      return;
    std::set<FileID> First, Last;
    expansionsOf(R.getBegin(), First);
    expansionsOf(R.getEnd(), Last);
    for (FileID File : First)
      if (Last.count(File))
        U.Source.noteDepth(File, Depth);
    U.Expansions.insert(First.begin(), First.end());
    U.Expansions.insert(Last.begin(), Last.end());
  }

  /// The unbraced `extern "C"` around \p D, if there is one.
  static const Decl *withLinkage(const Decl *D) {
    auto *Spec = dyn_cast<LinkageSpecDecl>(D->getLexicalDeclContext());
    return Spec && !Spec->hasBraces() ? Spec : D;
  }

  /// Returns true if \p D is one of several: `using a::f, b::g;`.
  bool isInList(const UsingDecl *D) const {
    std::optional<Token> Next =
        Lexer::findNextToken(D->getLocation(), U.Side.sources(), U.Side.langOpts());
    return (Next && Next->is(tok::comma)) ||
           U.Source.text({D->getUsingLoc(), D->getLocation()}).contains(',');
  }

  /// Notes \p D if it is device code, so that it is not walked.
  bool noteDeviceOnly(Decl *D) {
    DeviceDecl Found;
    const Decl *Inner = D;
    if (auto *Template = dyn_cast<TemplateDecl>(D); Template && Template->getTemplatedDecl())
      Inner = Template->getTemplatedDecl();
    if (auto *F = dyn_cast<FunctionDecl>(Inner)) {
      bool IsBoth = F->hasAttr<CUDADeviceAttr>() && F->hasAttr<CUDAHostAttr>() && !F->isImplicit();
      if (!isDeviceOnly(F) && !(IsBoth && U.Pointers.isDeviceOnly(F))) {
        if (IsBoth)
          U.HostDevice.push_back(F);
        return false;
      }
      Found.Function = F;
    } else if (auto *V = dyn_cast<VarDecl>(Inner)) {
      if (!isDeviceOnly(V))
        return false;
      Found.Variable = V;
      // What a use makes of a template has no text of its own.
      if (V->getTemplateSpecializationKind() == TSK_ImplicitInstantiation)
        return true;
    } else if (renamesDeviceLibrary(U.Side, Inner)) {
      // goes with the device code that means it
    } else if (auto *Using = dyn_cast<UsingDecl>(Inner)) {
      // `using Base::f;` goes with all that it names; launches name the namespace of a handle.
      auto IsDeviceOnly = [this](const UsingShadowDecl *S) {
        const FunctionDecl *F = S->getTargetDecl()->getAsFunction();
        return F && isDeviceOnly(F) && !isKernelValue(U, F);
      };
      if (Using->shadow_size() == 0 || !llvm::all_of(Using->shadows(), IsDeviceOnly))
        return false;
      if (isInList(Using)) { // the others stay
        U.Usings.push_back(Using);
        U.DeviceUsings.insert(Using);
        return true;
      }
    } else {
      return false;
    }
    Found.D = withLinkage(D);
    bool IsInstance =
        Found.Function && Found.Function->isTemplateInstantiation() &&
        Found.Function->getTemplateSpecializationKind() != TSK_ExplicitInstantiationDeclaration &&
        Found.Function->getTemplateSpecializationKind() != TSK_ExplicitInstantiationDefinition;
    // `extern "C"` in front of several variables is one declaration around each of them.
    if (!IsInstance && Noted.insert(Found.Variable ? Found.Variable : Found.D).second)
      U.DeviceOnly.push_back(Found);
    return true;
  }
};

void collectHostNodes(HostUnit &U) { HostCollector(U).run(); }

} // namespace cu2cl
