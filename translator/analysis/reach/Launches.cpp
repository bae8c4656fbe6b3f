// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/reach/Launches.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/reach/InstanceUsr.h"
#include "core/source/AstVisitor.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace cu2cl {
namespace {

class LaunchCollector : public AstVisitor {
public:
  explicit LaunchCollector(ASTContext &Context) : Context(Context) {}
  LaunchFacts Facts;

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitMeaning() const override { return true; }

  bool traverseDecl(Decl *D) override {
    // Nothing in a system header launches kernels of the program.
    if (D && D->getLocation().isValid() &&
        Context.getSourceManager().isInSystemHeader(D->getLocation()))
      return true;
    return AstVisitor::traverseDecl(D);
  }

  bool visitCUDAKernelCallExpr(CUDAKernelCallExpr *Launch) override {
    const FunctionDecl *Kernel = Launch->getDirectCallee();
    if (!Kernel)
      return true;
    if (auto *Ref = dyn_cast<DeclRefExpr>(Launch->getCallee()->IgnoreParenImpCasts()))
      Launched.insert(Ref);
    std::optional<BlockSize> Size;
    if (Launch->getConfig()->getNumArgs() > 1)
      Size = blockSize(Launch->getConfig()->getArg(1));
    add(Kernel, Size);
    return true;
  }

  bool visitDeclRefExpr(DeclRefExpr *Ref) override {
    if (auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()); F && F->hasAttr<CUDAGlobalAttr>())
      Named.push_back(Ref);
    return true;
  }

  /// A kernel whose address goes elsewhere may be launched with any size.
  void finish() {
    for (const DeclRefExpr *Ref : Named)
      if (!Launched.count(Ref))
        add(cast<FunctionDecl>(Ref->getDecl()), std::nullopt);
  }

private:
  void add(const FunctionDecl *Kernel, std::optional<BlockSize> Size) {
    auto [It, New] = Facts.try_emplace(instanceUsr(Kernel), Size);
    if (!New && It->second != Size)
      It->second = std::nullopt;
  }

  std::optional<unsigned> constant(const Expr *E) const {
    Expr::EvalResult Result;
    if (E->isValueDependent() || !E->EvaluateAsInt(Result, Context) || Result.HasSideEffects)
      return std::nullopt;
    return unsigned(Result.Val.getInt().getZExtValue());
  }

  std::optional<BlockSize> blockSize(const Expr *E) const {
    E = E->IgnoreImplicit();
    if (auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
      E = Cast->getSubExpr()->IgnoreImplicit();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      // Another value could be assigned to a variable that is not const.
      return Var && Var->getInit() && (Var->getType().isConstQualified() || isNeverChanged(Var))
                 ? blockSize(Var->getInit())
                 : std::nullopt;
    }
    auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct) {
      // `dim3 block(x, y)` of a template that does not parse as a whole has no type.
      bool IsNumber = !E->getType().isNull() && E->getType()->isIntegerType();
      std::optional<unsigned> X = IsNumber ? constant(E) : std::nullopt;
      return X ? std::optional(BlockSize{*X, 1, 1}) : std::nullopt;
    }
    if (Construct->getConstructor()->isCopyOrMoveConstructor())
      return blockSize(Construct->getArg(0));
    // Another class's constructor may do anything with its arguments.
    BlockSize Size = {1, 1, 1};
    if (Construct->getNumArgs() > 3 || !isExtent(Construct->getConstructor()->getParent()))
      return std::nullopt;
    for (unsigned I = 0; I < Construct->getNumArgs(); ++I) {
      std::optional<unsigned> Value = constant(Construct->getArg(I));
      if (!Value)
        return std::nullopt;
      Size[I] = *Value;
    }
    return Size;
  }

  /// True if every use of the local \p Var only reads it: it is passed by value or one of its
  /// members is read.
  bool isNeverChanged(const VarDecl *Var) const {
    if (!Var->isLocalVarDecl() || Var->getType()->isReferenceType())
      return false;
    auto *Function = dyn_cast_or_null<FunctionDecl>(Var->getParentFunctionOrMethod());
    if (!Function || !Function->getBody())
      return false;
    return onlyRead(Function->getBody(), Var, false);
  }

  static bool onlyRead(const Stmt *S, const VarDecl *Var, bool Read) {
    if (!S)
      return true;
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      return Ref->getDecl() != Var || Read;
    bool ReadsChild = false;
    if (auto *Cast = dyn_cast<ImplicitCastExpr>(S))
      ReadsChild = Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_NoOp;
    else if (auto *Construct = dyn_cast<CXXConstructExpr>(S))
      ReadsChild = Construct->getConstructor()->isCopyOrMoveConstructor();
    else if (isa<MemberExpr, ParenExpr>(S))
      ReadsChild = Read;
    if (auto *Region = dyn_cast<CapturedStmt>(S)) // of OpenMP: no child of the directive
      if (!onlyRead(Region->getCapturedStmt(), Var, false))
        return false;
    for (const Stmt *Child : S->children())
      if (!onlyRead(Child, Var, ReadsChild))
        return false;
    return true;
  }

  ASTContext &Context;
  llvm::DenseSet<const DeclRefExpr *> Launched;
  std::vector<const DeclRefExpr *> Named;
};

} // namespace

LaunchFacts collectLaunches(const ParsedSide &Host) {
  LaunchCollector Collector(Host.context());
  Collector.traverseDecl(Host.context().getTranslationUnitDecl());
  Collector.finish();
  return std::move(Collector.Facts);
}

std::map<std::string, BlockSize> linkLaunches(llvm::ArrayRef<LaunchFacts> Units) {
  LaunchFacts All;
  for (const LaunchFacts &Unit : Units)
    for (const auto &[Usr, Size] : Unit) {
      auto [It, New] = All.try_emplace(Usr, Size);
      if (!New && It->second != Size)
        It->second = std::nullopt;
    }
  std::map<std::string, BlockSize> Agreed;
  for (const auto &[Usr, Size] : All)
    if (Size)
      Agreed[Usr] = *Size;
  return Agreed;
}

} // namespace cu2cl
