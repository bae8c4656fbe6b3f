// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_HOSTPOINTERS_UNITVIEW_H
#define CU2CL_ANALYSIS_HOSTPOINTERS_UNITVIEW_H

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/hostpointers/PointerRepresentations.h"
#include <tuple>

namespace cu2cl {

/// PointerQuery by collecting the facts of the unit once more.
class UnitPointerQuery : public PointerQuery {
public:
  UnitPointerQuery(const PointerRepresentations &D, const ParsedSide &Host);
  PointerRep of(const clang::ValueDecl *D, unsigned Level) const override;
  PointerRep returned(const clang::FunctionDecl *F, unsigned Level) const override;
  PointerRep of(const clang::Expr *E, unsigned Level) const override;
  std::vector<WrittenPointer> written(const clang::DeclaratorDecl *D) const override;
  std::vector<WrittenPointer> written(const clang::Expr *E, clang::TypeLoc Written) const override;
  bool needsOffset(const clang::FunctionDecl *Kernel, unsigned Index) const override {
    return Decisions.needsOffset(usr(Kernel), Index);
  }
  bool isDeviceOnly(const clang::FunctionDecl *F) const override {
    return Decisions.isDeviceOnly(usr(F));
  }
  bool storesPointers() const override { return Decisions.storesPointers(); }
  const std::set<std::string> &asked() const override { return Asked; }

private:
  using Impl = PointerRepresentations::Impl;
  struct Found {
    BodyRef Where;
    uint32_t Node = NoNode; ///< program-wide; address for glvalues
    bool IsAddress = false;
    clang::QualType Type;
  };
  struct Walk {
    uint32_t Function;
    std::vector<WrittenPointer> *Out;
  };
  std::string usr(const clang::Decl *D) const {
    return *Asked.insert(pointerUsr(Host, Side::Host, D)).first;
  }
  std::optional<Found> find(const clang::Expr *E) const;
  void walk(Walk W, clang::TypeLoc T, uint32_t Value, unsigned Level) const;
  uint32_t deref(uint32_t N) const { return State ? State->deref(N) : NoNode; }
  uint32_t child(uint32_t N, uint32_t Key) const {
    return N == NoNode ? NoNode : State->Solver->Graph.findChild(N, Key);
  }
  using RangeKey = std::tuple<unsigned, unsigned>;
  static RangeKey keyOf(const clang::Expr *E) {
    return {E->getBeginLoc().getRawEncoding(), E->getEndLoc().getRawEncoding()};
  }

  const PointerRepresentations &Decisions;
  const ParsedSide &Host;
  const Impl *State;
  FactIndex Index;
  uint32_t Unit = 0;
  llvm::DenseMap<const clang::Expr *, std::pair<uint32_t, uint32_t>> Nodes; ///< body, number
  std::map<RangeKey, const clang::Expr *> InstanceNodes;
  mutable std::set<std::string> Asked;
};

} // namespace cu2cl

#endif
