// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_DEVICEREACH_H
#define CU2CL_ANALYSIS_REACH_DEVICEREACH_H

#include "core/report/Diagnostics.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <optional>
#include <vector>

namespace cu2cl {

class ParsedSide;

/// Where a variable lives in device code.
/// Texture: a texture or surface reference, a variable of the host's that kernels get by value.
enum class DeviceStorage { None, Constant, Global, Shared, DynamicShared, Texture };

/// Storage of \p V by its attributes; None for locals and for host variables.
DeviceStorage deviceStorage(const clang::VarDecl *V);
/// Returns true if the compiler computes \p Part, a child of \p S: the condition of an `if
/// constexpr`, a case label, a number that is the value of a constexpr variable of the function.
bool isComputedWhenCompiling(const clang::Stmt *S, const clang::Stmt *Part);
/// Returns true if \p V, a constant of the program, has a value that constructors or functions
/// computed when the CUDA was compiled: it is written out, and they are not called.
bool isComputedConstant(const clang::VarDecl *V);
/// Returns true if \p S is a literal with a suffix of the program's own, `3_km`.
bool isUserLiteral(const clang::Stmt *S);
/// The number that a literal like `3_km` is, or a call, with constants, of a constexpr function
/// that calls itself; nothing for other expressions.
std::optional<clang::APValue> literalValue(const clang::Stmt *S, const clang::ASTContext &Context);
/// The host's name for the symbol of \p V, a static variable of a device function, beside that
/// function: "next_calls"; "next_float_calls" of the instance of a template.
std::string staticLocalName(const clang::VarDecl *V);
/// Returns true if the host can have that symbol, beside a function that is no member; of the
/// instance of a template, where no type of the program may be used yet, if it is a number.
bool hasStaticSymbol(const clang::VarDecl *V);
/// Returns true if \p V is a __managed__ variable.
bool isManaged(const clang::VarDecl *V);

/// One call in device code: a CallExpr, CXXConstructExpr or the like, and the defined function that
/// it reaches.
struct DeviceCall {
  const clang::Expr *Site = nullptr;           ///< null: a destructor ends the parts of its object
  const clang::FunctionDecl *Callee = nullptr; ///< the definition
};

/// Everything that the kernels defined in one unit reach. Functions are definitions (template
/// instances count for themselves); "source order" is the order of their text, instances of one
/// template in order of instantiation.
class DeviceCallGraph {
public:
  std::vector<const clang::FunctionDecl *> Kernels;      ///< source order
  std::vector<const clang::FunctionDecl *> Functions;    ///< kernels included, source order
  std::vector<const clang::FunctionDecl *> CalleesFirst; ///< the same, callees before callers
  /// Records, enums and typedefs that the functions and variables need, in the order in which they
  /// must be emitted; template instances by themselves. Types of the bundled headers
  /// (float4, dim3) are not listed.
  std::vector<const clang::TypeDecl *> Types;
  /// All __constant__, __device__ and __shared__ variables used, by first declaration.
  std::vector<const clang::VarDecl *> Variables;
  /// Functions that are called here and defined elsewhere, if anywhere.
  std::vector<const clang::FunctionDecl *> Undefined;
  /// CUDA's own functions that pointers hold, and what of the user's first makes such a pointer.
  std::vector<std::pair<const clang::FunctionDecl *, const clang::Decl *>> LibraryTargets;
  /// Other namespace-scope or static variables whose value device code uses (const, constexpr).
  std::vector<const clang::VarDecl *> Constants;
  /// What OpenCL C cannot do at all (recursion, function pointers, virtual calls, new and delete,
  /// asm, exceptions: CU2CL2001 to CU2CL2029). Who prints the code reports it.
  std::vector<Diagnostic> Messages;

  /// True if something can see how \p R lies in memory: host code (through parameters of kernels
  /// and variables), casts of pointers, sizeof.
  bool layoutMatters(const clang::RecordDecl *R) const { return Observed.count(R); }
  bool reached(const clang::FunctionDecl *F) const;
  /// True if \p Call is the last that a function does, which it calls: a jump to its beginning.
  bool isTailCall(const clang::Expr *Call) const { return TailCalls.count(Call); }
  /// True if \p F returns a const reference of which every caller only takes the value
  /// (`max(a, b)`): it is translated to return the value, so that a and b may lie anywhere.
  bool returnsValue(const clang::FunctionDecl *F) const { return ValueResults.count(F); }
  /// Calls in the body of \p F, in source order.
  llvm::ArrayRef<DeviceCall> calls(const clang::FunctionDecl *F) const;
  /// Variables with device storage that \p F uses itself or through calls, by first declaration.
  llvm::ArrayRef<const clang::VarDecl *> variables(const clang::FunctionDecl *F) const;
  /// Kernels that reach \p F, source order.
  std::vector<const clang::FunctionDecl *> kernelsReaching(const clang::FunctionDecl *F) const;

private:
  friend class DeviceCallGraphBuilder;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<DeviceCall>> Calls;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<const clang::VarDecl *>> Uses;
  llvm::DenseSet<const clang::FunctionDecl *> ValueResults;
  llvm::DenseSet<const clang::RecordDecl *> Observed;
  llvm::DenseSet<const clang::Expr *> TailCalls;
};

/// Finds what the kernels of \p Device reach. It goes through all of the unit, so each parse has
/// one graph, which its users share.
std::shared_ptr<const DeviceCallGraph> computeDeviceCallGraph(const ParsedSide &Device);

} // namespace cu2cl

#endif
