// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_FACTBUILDER_H
#define CU2CL_ANALYSIS_FLOW_FACTBUILDER_H

#include "analysis/flow/PointerConstraints.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace cu2cl {

/// The name under which pointer facts know a declaration: its USR; for what has internal linkage
/// the file is added, on the host an instance of a template has its pattern's.
std::string pointerUsr(const ParsedSide &Parsed, Side S, const clang::Decl *D);

/// The levels of \p T from outside in, one letter each: p pointer, r reference, a array.
std::string pointerShape(clang::ASTContext &Context, clang::QualType T);

/// The other half of a FactBody: which AST node a number stands for.
struct BodyIndex {
  const clang::FunctionDecl *Function = nullptr;       ///< null: namespace scope
  llvm::DenseMap<const clang::Expr *, uint32_t> Nodes; ///< address for glvalues, else value
  llvm::DenseMap<const clang::ValueDecl *, uint32_t> Entities;
  llvm::DenseMap<const clang::Expr *, uint32_t> Calls;
  llvm::DenseMap<const void *, uint32_t> Destructors; ///< calls of them by object, device side
};

/// Knows which classes hold pointers or references, in themselves or in parts of them.
class PointerHolders {
public:
  bool holdPointers(const clang::RecordDecl *R) const;
  /// The field whose value is also that of \p F: of a union that holds pointers the first, since
  /// what is written as one member may be read as another.
  const clang::FieldDecl *sharedField(const clang::FieldDecl *F) const;

private:
  mutable llvm::DenseMap<const clang::RecordDecl *, bool> Known;
};

struct FactIndex {
  std::vector<BodyIndex> Bodies;
  std::vector<clang::SourceLocation> Locations; ///< of UnitPointerConstraints::Places
  PointerHolders Holders;
  /// Numbers of fields, on the device side: the field's value is child step::Field + number of the
  /// value of its object.
  llvm::DenseMap<const clang::FieldDecl *, uint32_t> Fields;
  /// Device side: casts that make bytes an object with pointers, with their bodies; and those of
  /// them whose pointers are known to point to global memory.
  std::vector<std::pair<uint32_t, const clang::Expr *>> BytesAsPointers;
  llvm::DenseSet<const clang::Expr *> GlobalPointers;
  /// A use of a pointer, whose value is \p Node of body \p Body.
  struct PointerUse {
    uint32_t Body;
    const clang::Expr *Site;
    uint32_t Node;
  };
  /// Device side: casts that make a pointer of an integer that is no constant; what is read or
  /// written through; and where an address becomes something that is not followed: bytes, or an
  /// integer narrower than it.
  std::vector<PointerUse> NumbersAsPointers, Dereferenced, LostAddresses;
  /// How integers are followed that may be addresses: not at all (but inside one expression), from
  /// variable to variable, or so that those in global memory are addresses of global memory, too.
  enum class Integers : uint8_t { InExpressions, Followed, GlobalInGlobalMemory };
  Integers Addresses = Integers::InExpressions;
  /// Variables, and whether what initialises them converts a pointer to an integer.
  llvm::DenseMap<const clang::VarDecl *, bool> InitialisedByAddress;
};

// A smart pointer's argument is the pointee; the pointer itself is this part of it.
constexpr uint32_t PointerPart = 48;

/// The class template that \p T is an instance of; null if there is none.
const clang::ClassTemplateSpecializationDecl *specialisation(clang::QualType T);

/// Kinds of memory on the host side; the device side uses AddressSpace's numbers.
namespace hostkind {
constexpr uint32_t Host = 1, Device = 2, Managed = 3;
}

/// Turns the bodies of one side into facts. Host and device differ in what is seeded and in the
/// calls that are known (ConstraintGenHost.cpp, ConstraintGenContainers.cpp).
class ConstraintGenerator {
public:
  ConstraintGenerator(const ParsedSide &Parsed, Side S, UnitPointerConstraints &Facts,
                      FactIndex &Index);

  /// Adds the body of \p F; its definition must be \p F.
  void addFunction(const clang::FunctionDecl *F);
  /// Device side: the functions that return the value of what they return a reference to.
  void setReach(const class DeviceCallGraph *R) { Reach = R; }
  /// Adds the initialisers of variables at namespace scope, and those that \p Fields have in their
  /// classes: a constructor that nobody wrote has no body that would tell of them. Pointers that
  /// come from elsewhere may hold \p Functions, too.
  void addGlobals(llvm::ArrayRef<const clang::VarDecl *> Variables,
                  llvm::ArrayRef<const clang::FunctionDecl *> Functions = {},
                  llvm::ArrayRef<const clang::FieldDecl *> Fields = {});
  /// Address node of \p D in the body that is being built.
  uint32_t entity(const clang::ValueDecl *D);

  // Facts about the current body.
  uint32_t fresh() { return Body->NodeCount++; }
  uint32_t child(uint32_t Node, uint32_t Key);
  uint32_t deref(uint32_t Node) { return child(Node, step::Deref); }
  void unify(uint32_t A, uint32_t B, clang::SourceLocation Loc, llvm::StringRef Text = "");
  void sameKind(uint32_t A, uint32_t B, clang::SourceLocation Loc, llvm::StringRef Text = "");
  void seed(uint32_t A, uint32_t Kind, clang::SourceLocation Loc, llvm::StringRef Text);
  void mark(uint32_t A, uint16_t Use, clang::SourceLocation Loc, llvm::StringRef Text = "");
  /// The memory that \p Pointer points to holds an object of class \p R.
  void holds(uint32_t Pointer, const clang::RecordDecl *R, clang::SourceLocation Loc,
             llvm::StringRef Text);
  /// Seeds every pointer level of an object of type \p T at address \p Node, fields included.
  void seedPointees(uint32_t Node, clang::QualType T, uint32_t Kind, clang::SourceLocation Loc,
                    llvm::StringRef Text, uint16_t Use = 0);

private:
  using Expr = clang::Expr;
  // ConstraintGenerator.cpp
  uint32_t string(llvm::StringRef S);
  uint32_t place(clang::SourceLocation Loc);
  void begin(const clang::FunctionDecl *F);
  void end();
  void joinOverridden(const clang::CXXMethodDecl *M);
  void keepFunctionTypes(const clang::FunctionDecl *F, clang::QualType Result);
  uint32_t initialisedObject(const clang::VarDecl *V);
  void declare(const clang::VarDecl *V);
  void statement(const clang::Stmt *S);
  void children(const clang::Stmt *S);
  uint32_t storageKind(const clang::VarDecl *V) const;
  uint32_t objectKind() const;
  bool carries(clang::QualType T) const;
  bool mayBeAddress(clang::QualType T) const;
  bool inSystemCode(const clang::Decl *D) const;
  bool isShared(const clang::ValueDecl *D) const;

  uint32_t typedefObject(const clang::TypedefNameDecl *D);
  void joinTypedef(uint32_t Address, clang::QualType T);
  void joinDeclarators(uint32_t Address, const clang::DeclaratorDecl *D);
  void joinUnion(uint32_t Address, const clang::FieldDecl *F);

  // ConstraintGenTypes.cpp: pointers whose type stays as it is written.
  bool writesPointers(clang::QualType T) const;
  void declaredType(const clang::ValueDecl *D, uint32_t Value);
  void keepType(uint32_t Value, clang::QualType T, clang::SourceLocation Loc, llvm::StringRef Text,
                uint16_t Use = use::Typed);
  void keepSignature(uint32_t Function, const clang::FunctionProtoType *Proto,
                     clang::SourceLocation Loc, llvm::StringRef Text, uint16_t Use = use::Typed);
  void keepContents(uint32_t Pointer, clang::QualType T, clang::SourceLocation Loc,
                    uint16_t Use = use::Untracked);

  // ConstraintGenRecords.cpp: objects and their parts.
  void initialise(uint32_t Address, clang::QualType T, const Expr *Init, clang::SourceLocation Loc,
                  llvm::StringRef Text);
  void initialiseRecord(uint32_t Address, const clang::InitListExpr *List);
  void initialiseParts(uint32_t Object, clang::QualType T, const clang::InitListExpr *List);
  void constructorInitialisers(const clang::CXXConstructorDecl *C);
  uint32_t fieldValue(uint32_t Record, const clang::FieldDecl *F);
  uint32_t fieldAddress(uint32_t Object, const clang::FieldDecl *F, clang::SourceLocation Loc);
  uint32_t member(const clang::MemberExpr *E);
  void materialise(uint32_t Value, clang::QualType T);
  void seedSplit(clang::QualType T, clang::SourceLocation Loc, llvm::StringRef Text);
  void seedFields(uint32_t Node, const clang::RecordDecl *R, uint32_t Kind,
                  clang::SourceLocation Loc, llvm::StringRef Text, uint16_t Use);

  // ConstraintGenLambdas.cpp
  uint32_t lambda(const clang::LambdaExpr *E);
  uint32_t closure(const clang::LambdaExpr *E);
  uint32_t captured(const clang::ValueDecl *D, clang::SourceLocation Loc);
  uint32_t thisValue(clang::SourceLocation Loc);
  uint32_t lambdaResult(const clang::CXXMethodDecl *M);
  uint32_t lambdaCall(const clang::CXXMethodDecl *M, llvm::ArrayRef<uint32_t> Arguments,
                      clang::SourceLocation Loc);

  // ConstraintGenExpressions.cpp
  uint32_t expr(const Expr *E);
  uint32_t value(const Expr *E);
  uint32_t loaded(const Expr *E);
  uint32_t compute(const Expr *E);
  std::optional<uint32_t> unnamedObject(const Expr *E);
  uint32_t statementExpression(const clang::StmtExpr *E);
  uint32_t otherExpression(const Expr *E);
  uint32_t castExpr(const clang::CastExpr *E);
  void recast(const clang::CastExpr *E, uint32_t Node);
  uint32_t unary(const clang::UnaryOperator *E);
  uint32_t binary(const clang::BinaryOperator *E);
  uint32_t conditional(const clang::AbstractConditionalOperator *E);
  /// The value of lvalue \p E of type \p To. Of the arms of `c ? a : b` only the values meet, not
  /// the places, which may lie in different memories.
  uint32_t load(const clang::Expr *E, clang::QualType To);
  uint32_t subscript(const clang::ArraySubscriptExpr *E);
  uint32_t reference(const clang::DeclRefExpr *E);
  uint32_t functionValue(const clang::FunctionDecl *F);
  uint32_t sharedObject(const std::string &All, llvm::StringRef Name = "");
  uint32_t functionsOfType(clang::QualType T);
  uint32_t membersOfType(clang::QualType T, clang::SourceLocation Loc);
  uint32_t unknown(clang::QualType T, clang::SourceLocation Loc, llvm::StringRef Text);
  uint32_t temporary(uint32_t Value, clang::SourceLocation Loc);
  void sizeOf(const clang::UnaryExprOrTypeTraitExpr *E);
  void access(uint32_t Address, const Expr *Lvalue, bool Write);

  // ConstraintGenCalls.cpp
  uint32_t call(const clang::CallExpr *E);
  uint32_t construct(const clang::CXXConstructExpr *E, uint32_t Address);
  uint32_t directCall(const Expr *Site, const clang::FunctionDecl *F, uint32_t This,
                      llvm::ArrayRef<const Expr *> Arguments);
  uint32_t knownCall(const Expr *Site, const clang::FunctionDecl *F, uint32_t This,
                     llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes);
  void destroy(const void *Object, clang::QualType T, uint32_t Address, clang::SourceLocation Loc,
               llvm::StringRef Text);
  void destroyParts(const clang::CXXDestructorDecl *D);
  uint32_t indirectCall(const clang::CallExpr *E);
  void launchArgument(clang::QualType T, uint32_t N, clang::SourceLocation Loc,
                      const std::string &Kernel);
  void markReachedBy(const clang::FunctionDecl *K, unsigned Index, clang::SourceLocation Loc,
                     std::set<std::pair<const clang::RecordDecl *, bool>> &Seen);
  void kernelValue(const clang::FunctionDecl *K, llvm::ArrayRef<uint32_t> Parameters);
  void launchAt(uint32_t Places, clang::SourceLocation Loc);
  uint32_t launch(const clang::CUDAKernelCallExpr *E);
  uint32_t launchByCall(const clang::CallExpr *E, unsigned Kernel);
  void launchOf(const Expr *E, const clang::FunctionDecl *K, const Expr *Callee,
                llvm::ArrayRef<const Expr *> Arguments);
  void markReached(clang::QualType T, bool InMemory, clang::SourceLocation Loc,
                   llvm::StringRef Text,
                   std::set<std::pair<const clang::RecordDecl *, bool>> &Seen);
  bool copiesMembers(const clang::CXXMethodDecl *M) const;
  uint32_t resultNode(const clang::FunctionDecl *F);
  void addCall(const Expr *Site, FactCall Call, clang::SourceLocation Loc, llvm::StringRef Text);
  void markDeduction(const clang::FunctionDecl *F, unsigned Index, uint32_t Node,
                     const Expr *Argument);

  // ConstraintGenAllocation.cpp
  uint32_t newObject(const clang::CXXNewExpr *E);
  void deleteObject(const clang::CXXDeleteExpr *E);
  void joinAllocation(const clang::CXXMethodDecl *M);
  const clang::CXXMethodDecl *allocatorMethod(const clang::CXXRecordDecl *Library,
                                              llvm::StringRef Name) const;
  void ownAllocation(const clang::CXXMethodDecl *Method, llvm::ArrayRef<uint32_t> Nodes,
                     uint32_t Result, clang::SourceLocation Loc);

  // ConstraintGenHost.cpp: the CUDA API and the C library, seen from the host.
  bool apiCall(const clang::CallExpr *E, const clang::FunctionDecl *F,
               llvm::ArrayRef<uint32_t> Arguments, uint32_t &Result);
  void apiRole(char Role, uint32_t Argument, clang::SourceLocation Loc, llvm::StringRef By);
  void apiValue(const clang::FunctionDecl *F, uint32_t Function);
  void copyCall(const clang::CallExpr *E, llvm::ArrayRef<uint32_t> Arguments, llvm::StringRef Roles,
                llvm::StringRef Name);
  void storedOnDevice(const Expr *Argument, uint32_t Node, clang::SourceLocation Loc);

  // ConstraintGenContainers.cpp: classes and functions of system headers, by their signatures.
  uint32_t systemCall(const Expr *Site, const clang::FunctionDecl *F, uint32_t This,
                      llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes);
  void libraryMethod(const Expr *Site, const clang::CXXMethodDecl *M, uint32_t This,
                     llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                     uint32_t Result);
  void libraryTemplate(const Expr *Site, const clang::FunctionDecl *F,
                       llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                       uint32_t Result);
  void libraryFunction(const Expr *Site, const clang::FunctionDecl *F,
                       llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                       uint32_t Result);
  void keepPassed(const Expr *Site, const clang::FunctionDecl *F,
                  llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                  uint32_t Result);
  void deviceBuiltin(const clang::FunctionDecl *F, llvm::ArrayRef<const Expr *> Arguments,
                     llvm::ArrayRef<uint32_t> Nodes, uint32_t Result, clang::SourceLocation Loc);
  uint32_t elementOf(const clang::FunctionDecl *Get, uint32_t Object, clang::QualType Class);
  /// Joins \p Node, an object's value of type \p Sub, with those parts of \p Object, a value of
  /// class \p Class, that have its type.
  void joinParts(uint32_t Node, clang::QualType Sub, uint32_t Object, clang::QualType Class,
                 clang::SourceLocation Loc);

  // ConstraintGenCallables.cpp: functions, lambdas and objects that system code calls.
  void bindCallables(const Expr *Site, const clang::FunctionDecl *F, uint32_t Object,
                     llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes);
  void bindParameters(const Expr *Callable, uint32_t Node, uint32_t Signature,
                      clang::SourceLocation Loc);
  uint32_t lambdaFunction(const Expr *Lambda, clang::SourceLocation Loc);
  void keepLambda(const Expr *Argument, clang::SourceLocation Loc, llvm::StringRef Text);
  void bindDeleter(clang::QualType Deleter, uint32_t Pointer, clang::SourceLocation Loc);
  bool functionObjectCall(const clang::CXXMethodDecl *M, uint32_t Object,
                          llvm::ArrayRef<uint32_t> Nodes, uint32_t Result,
                          clang::SourceLocation Loc);
  bool returnsValue(const clang::FunctionDecl *F) const;
  static bool isAddressDistance(const clang::BinaryOperator *E);
  bool holdsAddress(const Expr *E);
  uint32_t numberOf(const clang::BinaryOperator *E, uint32_t Left, uint32_t Right);
  void onlyLooksAt(const Expr *E);
  void loseAddress(const clang::CastExpr *E, uint32_t Node);
  void usePointer(std::vector<FactIndex::PointerUse> &Uses, const Expr *Site, uint32_t Node);
  void dereference(const Expr *Pointer, uint32_t Node);

  const ParsedSide &Parsed;
  const class DeviceCallGraph *Reach = nullptr;
  Side S;
  UnitPointerConstraints &Facts;
  FactIndex &Index;
  FactBody *Body = nullptr;
  BodyIndex *Map = nullptr;
  llvm::StringMap<uint32_t> Strings;
  llvm::DenseMap<clang::SourceLocation, uint32_t> Places;
  llvm::DenseMap<uint64_t, uint32_t> ChildNodes; ///< (node, key) of the current body
  llvm::DenseMap<const clang::TypedefNameDecl *, uint32_t> TypedefNodes; ///< of the current body
  llvm::StringMap<uint32_t> SharedNodes;                                 ///< of the current body
  struct Frame { ///< the innermost function or lambda
    uint32_t Result = NoNode;
    bool ReturnsReference = false;
    std::string Name;
  };
  std::deque<Frame> Frames; ///< references stay valid when a lambda adds one
  llvm::DenseMap<const clang::CXXMethodDecl *, Frame> Lambdas;
  llvm::DenseMap<const clang::CXXMethodDecl *, uint32_t> LambdaResults; ///< of the current body
  llvm::DenseMap<const clang::RecordDecl *, uint32_t> Seeding; ///< records around, device side
  std::vector<const clang::RecordDecl *> Materialising;
};

} // namespace cu2cl

#endif
