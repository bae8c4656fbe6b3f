// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_DEVICEUNIT_H
#define CU2CL_KERNEL_CORE_DEVICEUNIT_H

#include "analysis/barriers/Barriers.h"
#include "analysis/effects/AliasedPointers.h"
#include "analysis/effects/Effects.h"
#include "analysis/effects/ZeroedObjects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/spaces/AddressSpaces.h"
#include "core/report/Diagnostics.h"
#include "frontend/ParsedUnit.h"
#include "kernel/core/DeviceText.h"
#include "kernel/core/Folds.h"
#include "kernel/core/Names.h"
#include "kernel/core/VectorStores.h"
#include "kernel/plan/WarpWalk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace cu2cl {

namespace catalog {
struct DeviceFunction;
}
class RuleTable;

/// The hidden arguments that a function clone gets from its kernels: one argument each,
/// appended in this order.
struct Appended {
  enum Kind {
    DynamicShared, ///< the block of a launch's third argument
    StaticShared,  ///< a __shared__ variable that the kernel declares
    Scratch,       ///< `__local int[2]` for helpers
    Warp,          ///< local memory for what the threads of a warp tell each other
    Constant,
    Global,
    Texture, ///< a texture reference: kernels get a buffer and a descriptor, functions both as one
    Fault    ///< the device's `__global int` for the error that the kernel ends with
  } K = Constant;
  const clang::VarDecl *Variable =
      nullptr;      ///< null for Scratch, Warp and Fault; of DynamicShared the first one used
  std::string Name; ///< in this function's text, with a mark (Names::local())

  /// The usual name of what stands for no variable.
  static const char *nameOf(Kind K) {
    return K == Scratch ? "scratch" : K == Warp ? "warp" : "fault";
  }
  /// The text in the mark of its name.
  const void *entity() const {
    static const char Kinds[Fault + 1] = {};
    return Variable ? static_cast<const void *>(Variable->getCanonicalDecl()) : &Kinds[K];
  }
  /// Returns true if kernels declare it themselves, and get no argument for it.
  bool isOwnLocalMemory() const { return K == StaticShared || K == Scratch || K == Warp; }
};

/// The state that all printing of one unit shares.
class DeviceUnit {
public:
  DeviceUnit(const ParsedSide &Side, const AddressSpaceMap &Spaces,
             const KernelDecisions &Decisions, const RuleTable &Rules, DiagnosticSink &Sink);

  const ParsedSide &Side;
  const AddressSpaceMap &Spaces;
  const KernelDecisions &Decisions;
  const RuleTable &Rules;
  Names TheNames;
  const DeviceCallGraph *const Reach;
  std::unique_ptr<BarrierMap> Barriers;
  EffectSummaries Summaries;
  const VectorStores ComponentStores;
  const llvm::DenseSet<const clang::CXXConstructorDecl *> Zeroed; ///< see zeroedConstructors()
  const AliasedPointers Aliased;
  std::unique_ptr<WarpWalks> Walks;
  FoldRanges Folds; ///< of the templates whose instances are printed

  /// The answers of isPassedByValue(), by parameter and version.
  mutable llvm::DenseMap<std::pair<const clang::ParmVarDecl *, unsigned>, bool> PassedByValue;
  /// True if a cast takes const from something in private memory; empty until somebody asks.
  mutable std::optional<bool> CastsConstAway;

  clang::ASTContext &context() const { return Side.context(); }

  /// The tokens of \p R; empty if it has none. Of a fold expression all or what is inside of it.
  TokenRange tokensOf(clang::SourceRange R) const;
  /// The tokens of a type name: of `unsigned char`, an instance of a template knows the first only.
  TokenRange tokensOf(clang::TypeLoc Written) const;
  llvm::StringRef tokenText(unsigned Index) const;
  clang::tok::TokenKind tokenKind(unsigned Index) const;

  void report(diag::Id Number, clang::SourceLocation Loc,
              const std::vector<std::string> &Arguments = {});
  /// Reports, and gives the name that stands for what could not be translated and does not compile.
  std::string mark(diag::Id Number, clang::SourceLocation Loc,
                   const std::vector<std::string> &Arguments = {});

  /// The name that stands for what could not be translated and is reported already.
  static std::string markOf(diag::Id Number) {
    return (MarkPrefix + llvm::Twine(unsigned(Number))).str();
  }
  static constexpr llvm::StringLiteral MarkPrefix = "CU2CL_ERROR_";

  /// The appended parameters of \p V.
  llvm::ArrayRef<Appended> appended(const FunctionClone &V) const { return Environments[V.Index]; }

  /// Bytes: the most that a view of shared memory by \p V or by what it calls needs (a cast to a
  /// wider pointer, another type of the dynamic block); 1 if there is none.
  unsigned sharedViewAlignment(const FunctionClone &V) const {
    return SharedViewAlignments[V.Index];
  }

  /// True if \p Loc is in the user's project: not in a system or bundled CUDA header.
  bool isUserCode(clang::SourceLocation Loc) const;

private:
  void computeEnvironments();
  std::vector<Appended> environmentOf(const FunctionClone &V);
  void noteSharedViews(const FunctionClone &V, llvm::ArrayRef<const clang::Expr *> Casts,
                       llvm::ArrayRef<const clang::VarDecl *> Variables);
  DiagnosticSink &Sink;
  std::vector<std::vector<Appended>> Environments;
  std::vector<unsigned> SharedViewAlignments;
};

/// The catalog's row for the callee of \p Call; null if it is the user's or unknown.
const catalog::DeviceFunction *deviceFunctionOf(const DeviceUnit &Unit,
                                                const clang::CallExpr *Call);

/// The USR of \p D.
std::string usrOf(const clang::Decl *D);

} // namespace cu2cl

#endif
