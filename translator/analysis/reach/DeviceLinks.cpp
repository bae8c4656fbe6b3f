// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/reach/DeviceLinks.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "core/source/AstVisitor.h"
#include "core/source/TypeParts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Index/USRGeneration.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>

using namespace clang;

namespace cu2cl {
namespace {

std::string usr(const Decl *D) {
  llvm::SmallString<128> Text;
  return index::generateUSRForDecl(D, Text) ? std::string() : Text.str().str();
}

/// Calls \p Found for every function with a body outside of system headers.
class BodyFinder : public AstVisitor {
public:
  BodyFinder(const ParsedSide &Side, bool Instances,
             std::function<void(const FunctionDecl *)> Found)
      : Side(Side), Instances(Instances), Found(std::move(Found)) {}
  bool shouldVisitTemplateInstantiations() const override { return Instances; }
  bool shouldVisitImplicitCode() const override { return true; }
  bool traverseStmt(Stmt *, StmtQueue *) override { return true; }
  bool visitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() &&
        !Side.sources().isInSystemHeader(Side.sources().getExpansionLoc(F->getLocation())))
      Found(F);
    return true;
  }

private:
  const ParsedSide &Side;
  bool Instances;
  std::function<void(const FunctionDecl *)> Found;
};

/// The meaning of a function's body, as text: names, types and values of all that is in it.
class Meaning : public AstVisitor {
public:
  Meaning(const ParsedSide &Side, std::string &Out)
      : Context(Side.context()), Policy(Side.langOpts()), Out(Out) {
    Policy.AnonymousTagLocations = false;
  }
  bool shouldVisitImplicitCode() const override { return true; }

  bool visitStmt(Stmt *S) override {
    Out += S->getStmtClassName();
    Out += ' ';
    if (auto *E = dyn_cast<Expr>(S)) {
      type(E->getType());
      Expr::EvalResult Value;
      if (isa<IntegerLiteral, CharacterLiteral, FloatingLiteral, StringLiteral>(E))
        Out += Lexer::getSourceText(CharSourceRange::getTokenRange(E->getSourceRange()),
                                    Context.getSourceManager(), Context.getLangOpts());
      else if (auto *B = dyn_cast<BinaryOperator>(E))
        Out += B->getOpcodeStr();
      else if (auto *U = dyn_cast<UnaryOperator>(E))
        Out += UnaryOperator::getOpcodeStr(U->getOpcode());
      else if (auto *C = dyn_cast<CXXConstructExpr>(E))
        name(C->getConstructor());
      else if (auto *C = dyn_cast<CastExpr>(E))
        Out += C->getCastKindName();
    }
    Out += '\n';
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *E) override { return name(E->getDecl()); }
  bool visitMemberExpr(MemberExpr *E) override { return name(E->getMemberDecl()); }
  bool visitVarDecl(VarDecl *V) override {
    type(V->getType());
    return true;
  }

private:
  bool name(const ValueDecl *D) {
    Out += D->getQualifiedNameAsString() + " ";
    type(D->getType());
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && V->hasGlobalStorage() && deviceStorage(V) == DeviceStorage::None &&
        V->getAnyInitializer() && Seen.insert(V).second)
      traverseStmt(const_cast<Expr *>(V->getAnyInitializer()));
    if (const auto *E = dyn_cast<EnumConstantDecl>(D))
      Out += llvm::toString(E->getInitVal(), 10);
    return true;
  }

  void type(QualType T) {
    T = T.getCanonicalType();
    Out += T.getAsString(Policy) + " ";
    T = innermostType(T);
    const RecordDecl *R = T->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    if (!R || R->isInvalidDecl() || R->isDependentType() || !Seen.insert(R).second ||
        Context.getSourceManager().isInSystemHeader(R->getLocation()))
      return;
    Out += "{" + std::to_string(Context.getTypeSizeInChars(T).getQuantity());
    for (const FieldDecl *F : R->fields()) {
      Out += " " + F->getNameAsString() + "@" + std::to_string(Context.getFieldOffset(F)) + ":";
      type(F->getType());
    }
    Out += "}";
  }

  ASTContext &Context;
  PrintingPolicy Policy;
  std::string &Out;
  llvm::DenseSet<const Decl *> Seen;
};

std::string meaningOf(const ParsedSide &Side, const FunctionDecl *F) {
  std::string Text;
  Meaning M(Side, Text);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      M.traverseStmt(I->getInit());
  M.traverseStmt(F->getBody());
  return Text;
}

std::string keyOf(const ParsedSide &Side, const FunctionDecl *F) {
  std::string Key;
  llvm::raw_string_ostream Stream(Key);
  PrintingPolicy Policy(Side.langOpts());
  Policy.AnonymousTagLocations = false;
  F->getNameForDiagnostic(Stream, Policy, /*Qualified=*/true);
  Stream << " " << F->getType().getCanonicalType().getAsString(Policy);
  return Stream.str();
}

/// \p Text with the names that the user gave.
std::string withOldNames(std::string Text, const JoinedPart &Part) {
  for (const auto &[New, Old] : Part.Renamed)
    for (size_t At = 0; (At = Text.find(New, At)) != std::string::npos; At += Old.size())
      if (At + New.size() == Text.size() ||
          !(llvm::isAlnum(Text[At + New.size()]) || Text[At + New.size()] == '_'))
        Text.replace(At, New.size(), Old);
  return Text;
}

/// The functions of one unit by itself.
class OwnUnit {
public:
  explicit OwnUnit(const ParsedSide &Side) : Side(Side) {
    BodyFinder Finder(Side, /*Instances=*/true, [&](const FunctionDecl *F) {
      if (!F->isDependentContext())
        Functions.emplace(keyOf(Side, F), F);
    });
    Finder.traverseDecl(Side.context().getTranslationUnitDecl());
  }

  /// True if function \p F, which the unit has, too, means the same in \p Joined. An instance that
  /// the unit alone does not need is its template's business.
  bool agrees(const ParsedSide &Joined, const FunctionDecl *F, const JoinedPart &Part) const {
    auto Own = Functions.find(withOldNames(keyOf(Joined, F), Part));
    return Own == Functions.end() ||
           meaningOf(Side, Own->second) == withOldNames(meaningOf(Joined, F), Part);
  }

private:
  const ParsedSide &Side;
  std::map<std::string, const FunctionDecl *> Functions;
};

/// Finds variables of device memory of which each source has its own, not being \p Part's.
class OtherUnitsVariables : public AstVisitor {
public:
  OtherUnitsVariables(const ParsedSide &Joined, const JoinedPart &Part)
      : Joined(Joined), Part(Part) {}
  bool Found = false;
  bool visitDeclRefExpr(DeclRefExpr *E) override { return see(E->getDecl()); }
  bool visitMemberExpr(MemberExpr *E) override { return see(E->getMemberDecl()); }
  bool visitVarDecl(VarDecl *V) override { return see(V); }

private:
  bool see(const ValueDecl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    DeviceStorage S = V ? deviceStorage(V) : DeviceStorage::None;
    Found |= (S == DeviceStorage::Constant || S == DeviceStorage::Global) &&
             !V->isExternallyVisible() && Joined.joinedPart(V->getLocation()) != &Part;
    return true;
  }
  const ParsedSide &Joined;
  const JoinedPart &Part;
};

bool usesOtherUnitsVariable(const ParsedSide &Joined, const FunctionDecl *F,
                            const JoinedPart &Part) {
  OtherUnitsVariables Finder(Joined, Part);
  Finder.traverseStmt(F->getBody());
  return Finder.Found;
}

} // namespace

std::set<std::string> definedDeviceFunctions(const ParsedSide &Device) {
  std::set<std::string> Defined;
  BodyFinder Finder(Device, /*Instances=*/false, [&](const FunctionDecl *F) {
    if (F->hasAttr<CUDADeviceAttr>() && F->isExternallyVisible())
      Defined.insert(usr(F));
  });
  Finder.traverseDecl(Device.context().getTranslationUnitDecl());
  return Defined;
}

DeviceLinkFacts collectDeviceLinks(const DeviceCallGraph &Reach) {
  DeviceLinkFacts Facts;
  for (const FunctionDecl *F : Reach.Undefined) {
    std::set<std::string> Names = {usr(F)};
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern(/*ForDefinition=*/false))
      Names.insert(usr(Pattern));
    Facts.Missing.push_back(std::move(Names));
    if (F->getIdentifier())
      Facts.MissingNames.insert(F->getName().str());
    if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->getParent()->getIdentifier())
      Facts.MissingNames.insert(M->getParent()->getName().str());
  }
  return Facts;
}

void reportChangedMeanings(const ParsedSide &Joined, const DeviceCallGraph &Reach,
                           const std::vector<const ParsedUnit *> &Others, DiagnosticSink &Sink) {
  std::map<std::string, std::unique_ptr<OwnUnit>> Own;
  for (const ParsedUnit *Other : Others)
    Own[Other->Command.File] = std::make_unique<OwnUnit>(*Other->Device);
  const SourceManager &SM = Joined.sources();
  std::set<std::pair<const FunctionDecl *, const JoinedPart *>> Seen;
  std::vector<std::pair<const FunctionDecl *, const JoinedPart *>> Work;
  for (const FunctionDecl *F : Reach.Functions)
    if (const JoinedPart *Part = Joined.joinedPart(F->getLocation()))
      Work.push_back({F, Part});
  while (!Work.empty()) {
    auto [F, Part] = Work.back();
    Work.pop_back();
    if (!Seen.insert({F, Part}).second)
      continue;
    if (!Own.at(Part->Source)->agrees(Joined, F, *Part) ||
        usesOtherUnitsVariable(Joined, F, *Part)) {
      SourceLocation At = SM.getExpansionLoc(F->getLocation());
      Sink.report(
          {diag::DeviceFunctionDiffers,
           {Joined.pathOf(At), SM.getSpellingLineNumber(At), SM.getSpellingColumnNumber(At)},
           {F->getNameAsString(), llvm::sys::path::filename(Part->Source).str()},
           {}});
    }
    for (const DeviceCall &C : Reach.calls(F)) {
      SourceLocation At = SM.getExpansionLoc(C.Callee->getLocation());
      const JoinedPart *Next = Joined.joinedPart(At);
      if (Next || !SM.isInMainFile(At)) // of the unit itself, or of a header: as the caller sees it
        Work.push_back({C.Callee, Next ? Next : Part});
    }
  }
}

} // namespace cu2cl
