// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Constructs.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Roles.h"
#include "core/source/AstVisitor.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;

namespace cu2cl {

namespace {
class HostVisitor : public AstVisitor {
public:
  HostVisitor(const ParsedSide &Side, const std::function<bool(const std::string &)> &IsProjectFile,
              std::map<std::string, std::set<std::string>> &Places)
      : Side(Side), IsProjectFile(IsProjectFile), Places(Places) {}

  bool traverseNamespaceDecl(NamespaceDecl *N) override {
    return isLibraryNamespace(N) || AstVisitor::traverseNamespaceDecl(N);
  }

  bool visitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
    count("launch", E->getBeginLoc());
    return true;
  }

  bool visitDeclRefExpr(DeclRefExpr *E) override {
    auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (F && F->getDeclName().isIdentifier() && !F->isImplicit() && isRuntime(F))
      count(F->getName().str(), E->getLocation());
    return true;
  }

private:
  bool isRuntime(const FunctionDecl *F) {
    return catalog::isRuntimeName(F->getName()) &&
           llvm::StringRef(Side.pathOf(F->getLocation())).starts_with(cudaHeaderRoot());
  }

  void count(const std::string &Kind, SourceLocation Loc) {
    Loc = Side.sources().getSpellingLoc(Loc);
    std::string File = Side.pathOf(Loc);
    if (IsProjectFile(File))
      Places[Kind].insert(File + ":" + std::to_string(Side.sources().getFileOffset(Loc)));
  }

  const ParsedSide &Side;
  const std::function<bool(const std::string &)> &IsProjectFile;
  std::map<std::string, std::set<std::string>> &Places;
};
} // namespace

ConstructCounter::Places
ConstructCounter::placesIn(const ParsedSide &Host,
                           const std::function<bool(const std::string &)> &IsProjectFile) {
  Places Found;
  HostVisitor(Host, IsProjectFile, Found).traverseAST(Host.context());
  return Found;
}

void ConstructCounter::add(const Places &Host) {
  for (const auto &[Kind, Where] : Host)
    All[Kind].insert(Where.begin(), Where.end());
}

void ConstructCounter::add(const DeviceText &Device) {
  auto KindOf = [](const DeviceDefinition &Item) {
    switch (Item.K) {
    case DeviceDefinition::Type:
      return "device type";
    case DeviceDefinition::Variable:
      return "device variable";
    case DeviceDefinition::Function:
      return "device function";
    case DeviceDefinition::Kernel:
      return "kernel";
    }
    llvm_unreachable("another kind of definition");
  };
  for (const DeviceDefinition &Item : Device.Items)
    All[KindOf(Item)].insert(Item.File + ":" + std::to_string(Item.Begin));
}

std::map<std::string, unsigned> ConstructCounter::counts() const {
  std::map<std::string, unsigned> Result;
  for (const auto &[Kind, Where] : All)
    Result[Kind] = Where.size();
  return Result;
}

} // namespace cu2cl
