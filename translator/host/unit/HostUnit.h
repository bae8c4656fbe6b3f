// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_HOSTUNIT_H
#define CU2CL_HOST_UNIT_HOSTUNIT_H

#include "analysis/hostpointers/DevicePointers.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "core/source/EditSource.h"
#include "host/unit/HostRewriter.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace cu2cl {

/// A node of the AST and how deep it lies.
struct HostNode {
  const clang::Stmt *S = nullptr;
  unsigned Depth = 0;
};

/// A function with host text, all instances of a template together with the pattern, or (Function
/// is null) everything at namespace scope.
struct HostBody {
  const clang::FunctionDecl *Function = nullptr; ///< the pattern's definition, or a declaration
  std::vector<HostNode> Nodes; ///< expressions and declaration statements, outer before inner
  std::vector<const clang::DeclaratorDecl *> Declarators;
};

/// A variable, function or template that only device code uses.
struct DeviceDecl {
  const clang::Decl *D = nullptr; ///< the outermost: the template, the linkage specification
  const clang::FunctionDecl *Function = nullptr;
  const clang::VarDecl *Variable = nullptr;
};

/// A place of the main file behind a declaration.
struct LatePlace {
  const clang::Decl *After = nullptr; ///< null: behind an include
  unsigned Offset = 0;
  std::string Type; ///< that it declares
};

/// One unit's host side as the rules see it.
class HostUnit {
public:
  HostUnit(const ParsedUnit &Unit, const PointerQuery &Pointers, const KernelTable &Kernels,
           const HostContext &Context, EditSet &Edits, DiagnosticSink &Sink);

  const ParsedUnit &Unit;
  const ParsedSide &Side;
  const PointerQuery &Pointers;
  const KernelTable &Kernels;
  const HostContext &Context;
  EditSource Source;
  bool IsC; ///< the unit is a C file: the C spelling of clrt

  std::vector<HostBody> Bodies;       ///< source order; the first is namespace scope
  std::vector<DeviceDecl> DeviceOnly; ///< source order
  std::vector<const clang::FunctionDecl *> HostDevice; ///< functions for both sides
  /// The members whose default initializers only device code can compute.
  std::vector<const clang::FieldDecl *> DeviceInitializers;
  /// Constants of the device that host code reads parts of.
  llvm::DenseSet<const clang::VarDecl *> HostConstants;
  std::vector<const clang::FriendDecl *> Friends;        ///< declarations of friends
  std::vector<const clang::UsingDecl *> Usings;          ///< using-declarations, source order
  llvm::DenseSet<const clang::UsingDecl *> DeviceUsings; ///< those of them that go: of device code
  /// Kernel templates that templates of the host launch by dependent arguments.
  llvm::SetVector<const clang::FunctionTemplateDecl *> TemplateLaunches;
  /// Those of them with launches that `if constexpr` discards outside of a template.
  llvm::DenseSet<const clang::FunctionTemplateDecl *> DiscardedLaunches;
  /// Kernels, and patterns of kernel templates, that launches find by overload resolution.
  llvm::SetVector<const clang::FunctionDecl *> ChosenKernels;
  /// The operands of `decltype` that are a variable's name, and where its parenthesis ends.
  llvm::DenseMap<const clang::DeclRefExpr *, clang::SourceLocation> DecltypeOperands;
  llvm::DenseSet<unsigned> UserNames; ///< where the project declares or uses names of its own
  std::set<clang::FileID> Expansions; ///< of macros, in host code
  /// Of the kernels of the main file, by USR: the part of the handles' header
  /// (HandleHeaderParts.cpp).
  std::map<std::string, unsigned> HandleHeaderParts;
  unsigned partOf(const KernelInterface &K) const {
    auto It = HandleHeaderParts.find(K.Usr);
    return It == HandleHeaderParts.end() ? 0 : It->second;
  }
  /// What handles have for types that their header cannot name (UnnameableTypes.cpp): by the
  /// kernel's USR and the parameter.
  OpenTypes OpenParameters;
  std::map<std::string, LatePlace> LateFinders; ///< by USR: of what finds such handles in templates
  /// Top-level declarations in project files, in order.
  std::vector<const clang::Decl *> TopLevel;

  const clang::Stmt *parent(const clang::Stmt *S) const { return Parents.lookup(S); }
  /// The function (instance) whose body \p S is in; null at namespace scope.
  const clang::FunctionDecl *functionAround(const clang::Stmt *S) const;
  /// The parent past implicit casts, parentheses excepted.
  const clang::Stmt *writtenParent(const clang::Stmt *S) const;
  /// True if the statement around \p E looks at its value (if, while, for, do).
  bool isCondition(const clang::Expr *E) const;
  /// Reports diagnostic \p Number at \p Loc (where it is spelled, or called if that is no file).
  void report(diag::Id Number, clang::SourceLocation Loc, std::vector<std::string> Arguments) const;
  void report(diag::Id Number, Place Where, std::vector<std::string> Arguments) const;
  /// Returns the beginning of the mark around text that stays as it is, so that it does not
  /// compile: "CU2CL_ERROR(3001, "; a ")" closes it.
  static std::string openMark(diag::Id Number) {
    return "CU2CL_ERROR(" + std::to_string(Number) + ", ";
  }
  /// The interface of kernel (instance) \p F; null if its definition is not in the project.
  const KernelInterface *kernel(const clang::FunctionDecl *F) const;
  Place placeOf(clang::SourceLocation Loc) const;
  clang::PrintingPolicy policy() const;

private:
  friend class HostCollector;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::FunctionDecl *> Functions; ///< by their bodies
  DiagnosticSink &Sink;
};

/// Walks the syntax tree of \p U once and sorts what the rules look at into bodies.
void collectHostNodes(HostUnit &U);

/// Offset of the line at which a first include could be: before the first one of the file, else
/// after its guard or the comment at its head.
unsigned headOf(const HostUnit &U, clang::FileID File);

/// Returns true if \p Device is a variable that becomes a symbol.
bool isSymbol(const HostUnit &U, const DeviceDecl &Device);

/// Returns true if \p S, the default initializer of a member, names what only device code has.
bool isDeviceInitializer(const HostUnit &U, const clang::Stmt *S);

/// The input of a rule: one body, and where its edits go.
struct HostScope {
  HostUnit &Unit;
  const HostBody &Body;
  EditSource &Source;
};

/// Reports \p Id and puts its mark around the whole text of \p E, which otherwise stays: a mark
/// that began in a macro's argument and was closed in the macro's body would not be closed at all.
void leaveMarked(HostScope &S, const clang::Expr *E, diag::Id Id, const char *Rule, unsigned Depth);

/// The function that says how an object of \p Class is split into \p Members ("{v.a, v.b}").
/// \param MayDiffer another source may have another class of the name: the linker must not take one
/// function for both.
std::string argumentsFriend(llvm::StringRef Class, llvm::StringRef Members, bool MayDiffer);

/// "make_scale_lambda(data, f)": what stands for \p L, which is for device code alone and not
/// dependent, on the host; empty if no kernel takes it.
std::string textOfClosure(const HostUnit &U, const clang::LambdaExpr *L);

// The rules, one per file.
void rewriteLaunches(HostScope &S);
void rewriteRuntimeCalls(HostScope &S);
void rewritePointerTypes(HostScope &S);
void rewriteTextures(HostScope &S);
void rewritePointerUses(HostScope &S);
void rewriteDeviceObjects(HostScope &S);
void rewriteDeviceLambdas(HostScope &S);
void rewriteRuntimeNames(HostUnit &U);
void rewriteConditionals(HostUnit &U);
void removeDeviceCode(HostUnit &U);
void removeDeviceInitializers(HostUnit &U);
void splitClasses(HostUnit &U);
void rewriteDirectOpenClCalls(HostUnit &U);
void rewriteExplicitInstantiations(HostUnit &U);
void qualifyFriends(HostUnit &U);
void rewriteUsings(HostUnit &U);
void includeHandles(HostUnit &U);
void enterModules(HostUnit &U);
void rewriteIncludes(HostUnit &U);
void checkOpenclNames(HostUnit &U);
void checkArchitectureVariables(HostUnit &U);
void checkPtxStrings(HostUnit &U);
void checkMacroNames(HostUnit &U);

} // namespace cu2cl

#endif
