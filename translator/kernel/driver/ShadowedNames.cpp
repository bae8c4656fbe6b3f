// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Local variables that hide what the output means by their name.
//
// Precondition: C++ looks names up in more scopes than C has: `cfg::width` beside a variable
// `width`, a built-in function of OpenCL C that no C++ name stands for (`int popcount =
// __popc(x)`). The text is complete, and its variables' names have marks.
// Effect: such a variable gets a '_' appended, wherever it is mentioned; the marks go. What hides
// what is found in the text, so no rule has to say what it calls.

#include "kernel/driver/ShadowedNames.h"
#include "core/source/AstVisitor.h"
#include "core/source/NameMarks.h"
#include "kernel/core/UniqueName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The variables of one function, without those of lambdas in it, and where it mentions any.
class VariableFinder : public AstVisitor {
public:
  llvm::SetVector<const VarDecl *> Variables;
  std::vector<std::pair<const VarDecl *, SourceLocation>> Mentions;
  bool shouldVisitImplicitCode() const override { return true; }
  bool visitVarDecl(VarDecl *V) override {
    if (V->getIdentifier())
      Variables.insert(V);
    Mentions.push_back({V, V->getLocation()});
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      Mentions.push_back({V, E->getLocation()});
    return true;
  }
  bool traverseLambdaExpr(LambdaExpr *E, StmtQueue *) override {
    for (Expr *Init : E->capture_inits())
      traverseStmt(Init);
    return true;
  }
};

/// Adds the names that are before a '(' in \p Text. A name with a mark is a variable.
void addCalled(llvm::StringRef Text, std::string &Last, llvm::StringSet<> &Out) {
  for (size_t I = 0; I < Text.size();) {
    if (llvm::isAlpha(Text[I]) || Text[I] == '_') {
      llvm::StringRef Word =
          Text.substr(I).take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      Last = Word.str();
      I += Word.size();
      continue;
    }
    if (Text[I] == '(' && !Last.empty())
      Out.insert(Last);
    if (!llvm::isSpace(Text[I]))
      Last.clear();
    ++I;
  }
}

llvm::StringSet<> calledNames(const DeviceUnit &Unit, const Fragment &Text) {
  llvm::StringSet<> Out;
  std::string Last;
  for (const Fragment::Piece &Piece : Text.pieces()) {
    if (!Piece.isTokens()) {
      addCalled(Piece.Text, Last, Out);
      continue;
    }
    for (unsigned I = Piece.Begin; I < Piece.End; ++I) {
      if (Unit.tokenKind(I) == tok::l_paren && !Last.empty())
        Out.insert(Last);
      Last = Unit.tokenKind(I) == tok::identifier ? Unit.tokenText(I).str() : "";
    }
  }
  return Out;
}

/// Finds the variables of a clone that need another name, and gives it to them.
class NameSettler {
public:
  NameSettler(DeviceUnit &Unit, const FunctionClone &V, const Fragment &Text) : Unit(Unit), V(V) {
    Finder.traverseDecl(const_cast<FunctionDecl *>(V.Function));
    Meant = calledNames(Unit, Text);
    for (const std::string &Name : Unit.TheNames.mentioned())
      Meant.insert(Name);
    // The head has it; inside of the function nothing means it, as there is no recursion.
    Meant.erase(Unit.TheNames.function(V));
    for (const Appended &A : Unit.appended(V))
      AppendedNames.insert({withoutNameMarks(A.Name), A.entity()});
    for (const VarDecl *D : Finder.Variables)
      settleVariable(D);
    for (const Appended &A : Unit.appended(V))
      if (!Finder.Variables.contains(A.Variable))
        settle(A.entity(), withoutNameMarks(A.Name),
               [](const std::string &Name) { return Name + "_"; });
    if (Suffixes.empty())
      return;
    for (const auto &[D, Loc] : Finder.Mentions)
      if (auto It = Suffixes.find(D->getCanonicalDecl()); It != Suffixes.end())
        if (TokenRange Range = Unit.tokensOf(Loc); Range.End == Range.Begin + 1)
          Renamed[Range.Begin] = It->second;
  }

  std::string settled(llvm::StringRef Text) const {
    return replaceNameMarks(Text, [&](const void *Entity) -> llvm::StringRef {
      auto It = Suffixes.find(Entity);
      return It == Suffixes.end() ? llvm::StringRef() : It->second;
    });
  }

  /// \p Text with the variables' names, in new text and in the user's tokens.
  Fragment settledText(const Fragment &Text) const {
    return Text.transformed([&](llvm::StringRef Own) { return settled(Own); },
                            [&](unsigned Token) -> std::optional<std::string> {
                              auto It = Renamed.find(Token);
                              if (It == Renamed.end())
                                return std::nullopt;
                              return Unit.tokenText(Token).str() + It->second;
                            });
  }

private:
  void settleVariable(const VarDecl *D) {
    const VarDecl *Entity = D->getCanonicalDecl();
    auto Next = [&](const std::string &Name) { return nextName(D, Name); };
    for (const Appended &A : Unit.appended(V))
      if (A.entity() == Entity)
        return settle(Entity, withoutNameMarks(A.Name), Next);
    // Others that are no local variables have names of file scope.
    if (D->hasLocalStorage())
      settle(Entity, Unit.TheNames.plainLocal(D), Next);
  }

  /// Notes the suffix that \p Entity, called \p Name, needs.
  void settle(const void *Entity, const std::string &Name,
              llvm::function_ref<std::string(const std::string &)> Next) {
    auto IsTaken = [&](const std::string &Candidate) {
      auto It = AppendedNames.find(Candidate);
      return Meant.contains(Candidate) || (It != AppendedNames.end() && It->second != Entity);
    };
    std::string New = Name;
    while (IsTaken(New))
      New = Next(New);
    if (New != Name)
      Suffixes[Entity] = New.substr(Name.size());
  }

  DeviceUnit &Unit;
  const FunctionClone &V;
  VariableFinder Finder;
  llvm::StringSet<> Meant;
  std::map<std::string, const void *> AppendedNames;
  llvm::DenseMap<const void *, std::string> Suffixes;
  llvm::DenseMap<unsigned, std::string> Renamed; ///< by token
};

} // namespace

void settleNames(DeviceUnit &Unit, const FunctionClone &V, FunctionText &Text) {
  NameSettler Settler(Unit, V, Text.Text);
  Text.Text = Settler.settledText(Text.Text);
  KernelInterface &K = Text.Interface;
  K.Signature = Settler.settled(K.Signature);
  for (KernelParameter &P : K.Parameters)
    P.Name = Settler.settled(P.Name);
  for (AppendedParameter &A : K.Appended)
    A.Name = Settler.settled(A.Name);
}

Fragment withPlainNames(const Fragment &Text) {
  return Text.transformed([](llvm::StringRef Own) { return withoutNameMarks(Own); },
                          [](unsigned) { return std::nullopt; });
}

} // namespace cu2cl
