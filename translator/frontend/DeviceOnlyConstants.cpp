// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/DeviceOnlyConstants.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The pieces of files that a condition on __CUDA_ARCH__ lets in.
class DevicePieces {
public:
  explicit DevicePieces(const ParsedSide &Device) : SM(Device.sources()) {
    std::vector<Open> Groups;
    for (const ConditionalDirective &D : Device.Conditionals) {
      bool Opens = D.Loc == D.OpeningLoc;
      if (!Opens)
        end(Groups, D);
      if (D.K == ConditionalDirective::Endif)
        continue;
      if (Opens)
        Groups.push_back({D.OpeningLoc, {}, false});
      bool Asks = asksForArch(D.Condition, Device.langOpts());
      for (Open &Group : Groups)
        if (Group.Opening == D.OpeningLoc) {
          Group.Asks |= Asks;
          Group.Begin = D.Taken && Group.Asks ? D.Loc : SourceLocation();
        }
    }
  }

  bool empty() const { return Pieces.empty(); }

  /// Returns true if \p Loc, or what a macro at its place has there, is in one of the pieces.
  bool contain(SourceLocation Loc) const {
    for (;; Loc = SM.getImmediateMacroCallerLoc(Loc)) {
      SourceLocation Spelled = SM.getSpellingLoc(Loc);
      for (const auto &[Begin, End] : Pieces)
        if (SM.getFileID(Begin) == SM.getFileID(Spelled) &&
            SM.getFileOffset(Begin) < SM.getFileOffset(Spelled) &&
            SM.getFileOffset(Spelled) < SM.getFileOffset(End))
          return true;
      if (!Loc.isMacroID())
        return false;
    }
  }

private:
  struct Open {
    SourceLocation Opening, Begin; ///< Begin: of the branch, if that is such a piece
    bool Asks;                     ///< one of the conditions so far asks for __CUDA_ARCH__
  };

  /// \p D ends a branch of its group.
  void end(const std::vector<Open> &Groups, const ConditionalDirective &D) {
    for (const Open &Group : Groups)
      if (Group.Opening == D.OpeningLoc && Group.Begin.isValid())
        Pieces.push_back({Group.Begin, D.Loc});
  }

  bool asksForArch(SourceRange Condition, const LangOptions &Options) const {
    return Condition.isValid() &&
           Lexer::getSourceText(CharSourceRange::getTokenRange(Condition), SM, Options)
               .contains("__CUDA_ARCH__");
  }

  const SourceManager &SM;
  std::vector<std::pair<SourceLocation, SourceLocation>> Pieces;
};

class ConstantVisitor : public AstVisitor {
public:
  explicit ConstantVisitor(const DevicePieces &Pieces) : Pieces(Pieces) {}

  bool visitVarDecl(VarDecl *V) override {
    if (!V->hasGlobalStorage() || V->isStaticLocal() || V->getStorageClass() == SC_Extern ||
        V->getPreviousDecl() || !V->getInit() || V->hasAttr<HIPManagedAttr>() ||
        !V->getASTContext().getBaseElementType(V->getType()).isConstQualified())
      return true;
    // Clang gives each constant an implicit __constant__, which stays.
    const Attr *Constant = V->getAttr<CUDAConstantAttr>();
    bool IsConstant = Constant && !Constant->isImplicit();
    const Attr *Written = IsConstant ? Constant : V->getAttr<CUDADeviceAttr>();
    if (!Written || !Pieces.contain(Written->getLocation()))
      return true;
    V->dropAttr<CUDADeviceAttr>();
    if (IsConstant)
      V->dropAttr<CUDAConstantAttr>();
    return true;
  }

private:
  const DevicePieces &Pieces;
};

} // namespace

void freeDeviceOnlyConstants(const ParsedSide &Device) {
  DevicePieces Pieces(Device);
  if (!Pieces.empty())
    ConstantVisitor(Pieces).traverseAST(Device.context());
}

} // namespace cu2cl
