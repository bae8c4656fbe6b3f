// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Local variables that hide what the output means by their name.
//
// Precondition: C++ looks names up in more scopes than C has: `cfg::width` beside a variable
// `width`, a built-in function of OpenCL C that no C++ name stands for (`int popcount =
// __popc(x)`).
// Effect: such a variable gets a '_' appended, wherever it is mentioned. Found in the printed text,
// so no rule has to say what it calls.

#include "kernel/driver/ShadowedNames.h"
#include "core/source/AstVisitor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The variables of one function, without those of lambdas in it.
class VariableFinder : public AstVisitor {
public:
  llvm::SetVector<const VarDecl *> Variables;
  bool shouldVisitImplicitCode() const override { return true; }
  bool visitVarDecl(VarDecl *V) override {
    if (V->getIdentifier())
      Variables.insert(V);
    return true;
  }
  bool traverseLambdaExpr(LambdaExpr *E, StmtQueue *) override {
    for (Expr *Init : E->capture_inits())
      traverseStmt(Init);
    return true;
  }
};

/// Adds the names that are before a '(' in \p Text.
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

} // namespace

bool renameHidingVariables(DeviceUnit &Unit, const FunctionClone &V, const Fragment &Text) {
  VariableFinder Finder;
  Finder.traverseDecl(const_cast<FunctionDecl *>(V.Function));
  llvm::StringSet<> Meant = calledNames(Unit, Text);
  for (const std::string &Name : Unit.TheNames.mentioned())
    Meant.insert(Name);
  // The head has it; inside of the function nothing means it, as there is no recursion.
  Meant.erase(Unit.TheNames.function(V));
  bool Changed = false;
  for (const VarDecl *D : Finder.Variables) {
    const Appended *Given = nullptr;
    bool IsTaken = Meant.contains(Unit.TheNames.local(D));
    for (const Appended &A : Unit.appended(V))
      if (A.Variable && A.Variable->getCanonicalDecl() == D->getCanonicalDecl())
        Given = &A;
      else
        IsTaken |= A.Name == Unit.TheNames.local(D);
    if (!IsTaken || (!Given && deviceStorage(D) != DeviceStorage::None))
      continue;
    if (!Unit.TheNames.rename(D))
      continue;
    if (Given)
      Unit.renameAppended(V, *Given, Unit.TheNames.local(D));
    Changed = true;
  }
  auto IsLong = [](llvm::StringRef Name) { return Name.ends_with("_____"); };
  // After errors of Clang's, anything may be called.
  for (const Appended &A : Unit.appended(V))
    if (Meant.contains(A.Name) && !Finder.Variables.contains(A.Variable) && !IsLong(A.Name)) {
      Unit.renameAppended(V, A, A.Name + "_");
      Changed = true;
    }
  return Changed;
}

} // namespace cu2cl
