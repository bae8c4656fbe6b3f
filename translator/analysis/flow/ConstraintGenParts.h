// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_CONSTRAINTGENPARTS_H
#define CU2CL_ANALYSIS_FLOW_CONSTRAINTGENPARTS_H

#include "analysis/flow/BodyConstraints.h"
#include <deque>

namespace cu2cl {

class ConstraintGenerator;

/// A part of the generator: it states the facts of some kinds of nodes, and asks the other parts
/// for the nodes of what is inside of them.
class ConstraintGenPart {
public:
  explicit ConstraintGenPart(ConstraintGenerator &G);

protected:
  using Expr = clang::Expr;

  ConstraintGenerator &G;
  BodyConstraints &Out;
  const FollowedCode &Code;
  const ParsedSide &Parsed;
  const Side S;
  FactIndex &Index;
};

/// The innermost function or lambda.
struct FunctionFrame {
  uint32_t Result = NoNode;
  bool ReturnsReference = false;
  std::string Name;
};

/// The addresses of variables, functions and types, and what their declarations say.
class EntityConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  /// Address node of \p D in the body that is being built.
  uint32_t entity(const clang::ValueDecl *D);
  void joinTypedef(uint32_t Address, clang::QualType T);
  /// A new body begins.
  void clear() { TypedefNodes.clear(); }

private:
  FactEntity described(const clang::NamedDecl *D, uint32_t Node);
  uint32_t typedefObject(const clang::TypedefNameDecl *D);
  void joinDeclarators(uint32_t Address, const clang::DeclaratorDecl *D);
  void joinUnion(uint32_t Address, const clang::FieldDecl *F);

  llvm::DenseMap<const clang::TypedefNameDecl *, uint32_t> TypedefNodes; ///< of the current body
};

/// Pointers whose type stays as it is written, and who else has that type.
class TypeConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  void keepFunctionTypes(const clang::FunctionDecl *F, clang::QualType Result);
  void declaredType(const clang::ValueDecl *D, uint32_t Value);
  void keepType(uint32_t Value, clang::QualType T, clang::SourceLocation Loc, llvm::StringRef Text,
                uint16_t Use = use::Typed);
  void keepSignature(uint32_t Function, const clang::FunctionProtoType *Proto,
                     clang::SourceLocation Loc, llvm::StringRef Text, uint16_t Use = use::Typed);
  void keepContents(uint32_t Pointer, clang::QualType T, clang::SourceLocation Loc,
                    uint16_t Use = use::Untracked);
  uint32_t functionsOfType(clang::QualType T);
  uint32_t membersOfType(clang::QualType T, clang::SourceLocation Loc);
  void markReached(clang::QualType T, bool InMemory, clang::SourceLocation Loc,
                   llvm::StringRef Text,
                   std::set<std::pair<const clang::RecordDecl *, bool>> &Seen);
  void markDeduction(const clang::FunctionDecl *F, unsigned Index, uint32_t Node,
                     const Expr *Argument);

private:
  void joinOverridden(const clang::CXXMethodDecl *M);
  bool writesPointers(clang::QualType T) const;
};

/// Objects of classes and their parts.
class RecordConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  /// The memory that \p Pointer points to holds an object of class \p R.
  void holds(uint32_t Pointer, const clang::RecordDecl *R, clang::SourceLocation Loc,
             llvm::StringRef Text);
  /// Seeds every pointer level of an object of type \p T at address \p Node, fields included.
  void seedPointees(uint32_t Node, clang::QualType T, uint32_t Kind, clang::SourceLocation Loc,
                    llvm::StringRef Text, uint16_t Use = 0);
  void initialise(uint32_t Address, clang::QualType T, const Expr *Init, clang::SourceLocation Loc,
                  llvm::StringRef Text);
  void constructorInitialisers(const clang::CXXConstructorDecl *C);
  uint32_t fieldValue(uint32_t Record, const clang::FieldDecl *F);
  uint32_t fieldAddress(uint32_t Object, const clang::FieldDecl *F, clang::SourceLocation Loc);
  uint32_t member(const clang::MemberExpr *E);
  void materialise(uint32_t Value, clang::QualType T);
  void seedSplit(clang::QualType T, clang::SourceLocation Loc, llvm::StringRef Text);

private:
  void initialiseRecord(uint32_t Address, const clang::InitListExpr *List);
  void initialiseParts(uint32_t Object, clang::QualType T, const clang::InitListExpr *List);
  void seedHeld(uint32_t Object, clang::QualType T, uint32_t Kind, clang::SourceLocation Loc,
                llvm::StringRef Text, uint16_t Use);
  void seedFields(uint32_t Node, const clang::RecordDecl *R, uint32_t Kind,
                  clang::SourceLocation Loc, llvm::StringRef Text, uint16_t Use);

  llvm::DenseMap<const clang::RecordDecl *, uint32_t> Seeding; ///< records around, device side
  std::vector<const clang::RecordDecl *> Materialising;
};

/// Lambdas, what they capture, and their calls.
class LambdaConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  uint32_t lambda(const clang::LambdaExpr *E);
  uint32_t captured(const clang::ValueDecl *D, clang::SourceLocation Loc);
  uint32_t thisValue(clang::SourceLocation Loc);
  uint32_t lambdaCall(const clang::CXXMethodDecl *M, llvm::ArrayRef<uint32_t> Arguments,
                      clang::SourceLocation Loc);
  /// The frame of lambda \p M of the current body; null if it has not been met.
  const FunctionFrame *frameOf(const clang::CXXMethodDecl *M) const {
    auto Known = Lambdas.find(M);
    return Known == Lambdas.end() ? nullptr : &Known->second;
  }
  /// A new body begins.
  void clear() {
    Lambdas.clear();
    LambdaResults.clear();
  }

private:
  uint32_t closure(const clang::LambdaExpr *E);
  uint32_t lambdaResult(const clang::CXXMethodDecl *M);

  llvm::DenseMap<const clang::CXXMethodDecl *, FunctionFrame> Lambdas;
  llvm::DenseMap<const clang::CXXMethodDecl *, uint32_t> LambdaResults; ///< of the current body
};

/// The value or address of each kind of expression.
class ExpressionConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  uint32_t expr(const Expr *E);
  uint32_t value(const Expr *E);
  uint32_t loaded(const Expr *E);
  /// The value of lvalue \p E of type \p To. Of the arms of `c ? a : b` only the values meet, not
  /// the places, which may lie in different memories.
  uint32_t load(const clang::Expr *E, clang::QualType To);
  uint32_t functionValue(const clang::FunctionDecl *F);
  uint32_t temporary(uint32_t Value, clang::SourceLocation Loc);
  void access(uint32_t Address, const Expr *Lvalue, bool Write);

private:
  uint32_t compute(const Expr *E);
  std::optional<uint32_t> unnamedObject(const Expr *E);
  uint32_t materialized(const clang::Expr *Value, clang::SourceLocation Loc);
  uint32_t statementExpression(const clang::StmtExpr *E);
  uint32_t otherExpression(const Expr *E);
  uint32_t unary(const clang::UnaryOperator *E);
  uint32_t binary(const clang::BinaryOperator *E);
  uint32_t conditional(const clang::AbstractConditionalOperator *E);
  uint32_t subscript(const clang::ArraySubscriptExpr *E);
  uint32_t reference(const clang::DeclRefExpr *E);
  uint32_t unknown(clang::QualType T, clang::SourceLocation Loc, llvm::StringRef Text);
  void sizeOf(const clang::UnaryExprOrTypeTraitExpr *E);
};

/// Casts, and addresses that become integers or come from them.
class AddressConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  uint32_t castExpr(const clang::CastExpr *E);
  bool holdsAddress(const Expr *E);
  uint32_t numberOf(const clang::BinaryOperator *E, uint32_t Left, uint32_t Right);
  void usePointer(std::vector<FactIndex::PointerUse> &Uses, const Expr *Site, uint32_t Node);
  void dereference(const Expr *Pointer, uint32_t Node);

private:
  void recast(const clang::CastExpr *E, uint32_t Node);
  static bool isAddressDistance(const clang::BinaryOperator *E);
  void onlyLooksAt(const Expr *E);
  void loseAddress(const clang::CastExpr *E, uint32_t Node);
};

/// Calls of functions, constructors and destructors.
class CallConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  uint32_t call(const clang::CallExpr *E);
  uint32_t construct(const clang::CXXConstructExpr *E, uint32_t Address);
  void destroy(const void *Object, clang::QualType T, uint32_t Address, clang::SourceLocation Loc,
               llvm::StringRef Text);
  void destroyParts(const clang::CXXDestructorDecl *D);
  uint32_t resultNode(const clang::FunctionDecl *F);

private:
  uint32_t directCall(const Expr *Site, const clang::FunctionDecl *F, uint32_t This,
                      llvm::ArrayRef<const Expr *> Arguments);
  uint32_t knownCall(const Expr *Site, const clang::FunctionDecl *F, uint32_t This,
                     llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes);
  uint32_t indirectCall(const clang::CallExpr *E);
};

/// Launches of kernels and their arguments.
class LaunchConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  void kernelValue(const clang::FunctionDecl *K, llvm::ArrayRef<uint32_t> Parameters);
  void launchAt(uint32_t Places, clang::SourceLocation Loc);
  uint32_t launch(const clang::CUDAKernelCallExpr *E);
  uint32_t launchByCall(const clang::CallExpr *E, unsigned Kernel);

private:
  void launchArgument(clang::QualType T, uint32_t N, clang::SourceLocation Loc,
                      const std::string &Kernel);
  void markReachedBy(const clang::FunctionDecl *K, unsigned Index, clang::SourceLocation Loc,
                     std::set<std::pair<const clang::RecordDecl *, bool>> &Seen);
  void launchOf(const Expr *E, const clang::FunctionDecl *K, const Expr *Callee,
                llvm::ArrayRef<const Expr *> Arguments);
};

/// new, delete and the allocation functions of classes.
class AllocationConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  uint32_t newObject(const clang::CXXNewExpr *E);
  void deleteObject(const clang::CXXDeleteExpr *E);
  void joinAllocation(const clang::CXXMethodDecl *M);
  void ownAllocation(const clang::CXXMethodDecl *Method, llvm::ArrayRef<uint32_t> Nodes,
                     uint32_t Result, clang::SourceLocation Loc);

private:
  const clang::CXXMethodDecl *allocatorMethod(const clang::CXXRecordDecl *Library,
                                              llvm::StringRef Name) const;
};

/// The CUDA API and the C library, seen from the host.
class ApiConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  bool apiCall(const clang::CallExpr *E, const clang::FunctionDecl *F,
               llvm::ArrayRef<uint32_t> Arguments, uint32_t &Result);
  void apiValue(const clang::FunctionDecl *F, uint32_t Function);

private:
  void apiRole(char Role, uint32_t Argument, clang::SourceLocation Loc, llvm::StringRef By);
  void copyCall(const clang::CallExpr *E, llvm::ArrayRef<uint32_t> Arguments, llvm::StringRef Roles,
                llvm::StringRef Name);
  void storedOnDevice(const Expr *Argument, uint32_t Node, clang::SourceLocation Loc);
};

/// Classes and functions of system headers, by their signatures.
class LibraryConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  uint32_t systemCall(const Expr *Site, const clang::FunctionDecl *F, uint32_t This,
                      llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes);
  /// Joins \p Node, an object's value of type \p Sub, with those parts of \p Object, a value of
  /// class \p Class, that have its type.
  void joinParts(uint32_t Node, clang::QualType Sub, uint32_t Object, clang::QualType Class,
                 clang::SourceLocation Loc);

private:
  /// The same with those template arguments of \p Object's class \p Spec that have the type \p Sub.
  /// Returns true if there are some.
  bool joinArguments(uint32_t Node, clang::QualType Sub, uint32_t Object,
                     const clang::ClassTemplateSpecializationDecl *Spec, clang::SourceLocation Loc);
  void loseWay(const clang::FunctionDecl *F, uint32_t Object,
               llvm::ArrayRef<const clang::Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
               clang::SourceLocation Loc);
  void libraryMethod(const Expr *Site, const clang::CXXMethodDecl *M, uint32_t This,
                     llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                     uint32_t Result);
  void libraryTemplate(const Expr *Site, const clang::FunctionDecl *F,
                       llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                       uint32_t Result);
  void libraryFunction(const Expr *Site, const clang::FunctionDecl *F,
                       llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                       uint32_t Result);
  void keepArgument(const Expr *Argument, uint32_t Value, uint32_t Name, clang::SourceLocation Loc,
                    llvm::StringRef Text, uint16_t Use);
  void keepPassed(const Expr *Site, const clang::FunctionDecl *F,
                  llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                  uint32_t Result);
  void deviceBuiltin(const clang::FunctionDecl *F, llvm::ArrayRef<const Expr *> Arguments,
                     llvm::ArrayRef<uint32_t> Nodes, uint32_t Result, clang::SourceLocation Loc);
  uint32_t elementOf(const clang::FunctionDecl *Get, uint32_t Object, clang::QualType Class);
};

/// Functions, lambdas and objects that system code calls.
class CallableConstraints : public ConstraintGenPart {
public:
  using ConstraintGenPart::ConstraintGenPart;

  void bindCallables(const Expr *Site, const clang::FunctionDecl *F, uint32_t Object,
                     llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes);
  uint32_t lambdaFunction(const Expr *Lambda, clang::SourceLocation Loc);
  void keepLambda(const Expr *Argument, clang::SourceLocation Loc, llvm::StringRef Text);
  bool functionObjectCall(const clang::CXXMethodDecl *M, uint32_t Object,
                          llvm::ArrayRef<uint32_t> Nodes, uint32_t Result,
                          clang::SourceLocation Loc);
  /// The library makes objects of the classes that \p F, a function of its, and its class have as
  /// template arguments: of arguments that it passes on in a way which is not seen.
  void keepConstructed(const clang::FunctionDecl *F, clang::SourceLocation Loc);

private:
  void bindParameters(const Expr *Callable, uint32_t Node, uint32_t Signature,
                      clang::SourceLocation Loc);
  void bindOperator(const clang::CXXMethodDecl *M, uint32_t Signature, clang::SourceLocation Loc);
  uint32_t
  callFromLibrary(const clang::CXXMethodDecl *M, clang::SourceLocation Loc,
                  llvm::function_ref<void(const clang::ParmVarDecl *P, uint32_t Node)> Give);
  void keepWrapped(clang::QualType Wrapper, llvm::ArrayRef<const clang::Expr *> Arguments,
                   clang::SourceLocation Loc);
  void bindElements(const clang::CXXMethodDecl *Callee, size_t First, size_t Last,
                    llvm::ArrayRef<const Expr *> Arguments, llvm::ArrayRef<uint32_t> Nodes,
                    clang::SourceLocation Loc);
  void bindHeld(const Expr *Given, uint32_t Node, uint32_t Object, clang::QualType Class,
                clang::SourceLocation Loc);
  void bindDeleter(clang::QualType Deleter, uint32_t Pointer, clang::SourceLocation Loc);
};

} // namespace cu2cl

#endif
