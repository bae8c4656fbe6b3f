// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Answers queries about the device call graph, and about the memory of variables.

#include "analysis/dialect/Dialect.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/ProgramData.h"
#include "analysis/reach/StaticLocals.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace cu2cl;

const FunctionProtoType *cu2cl::pointedFunction(QualType T) {
  T = T.getCanonicalType();
  return T->isFunctionPointerType() || T->isFunctionReferenceType()
             ? dyn_cast<FunctionProtoType>(T->getPointeeType().getCanonicalType().getTypePtr())
             : nullptr;
}

const FunctionProtoType *cu2cl::calledThroughPointer(const CallExpr *Call) {
  if (Call->getDirectCallee() || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call))
    return nullptr;
  return pointedFunction(Call->getCallee()->getType());
}

bool cu2cl::isSameFunctionType(const FunctionProtoType *A, const FunctionProtoType *B) {
  return A == B || (A && B && A->getReturnType() == B->getReturnType() &&
                    A->param_types() == B->param_types() && A->isVariadic() == B->isVariadic() &&
                    A->getMethodQuals() == B->getMethodQuals());
}

static bool isInstanceMethod(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && M->isInstance();
}

static const FunctionProtoType *typeOf(const FunctionDecl *F) {
  return F->getType().getCanonicalType()->getAs<FunctionProtoType>();
}

std::vector<const FunctionDecl *> cu2cl::functionTargets(const DeviceCallGraph &Reach,
                                                         const FunctionProtoType *T) {
  std::vector<const FunctionDecl *> Out;
  // Calls without a caller are the functions whose address is taken.
  for (const DeviceCall &C : Reach.calls(nullptr))
    if (isSameFunctionType(typeOf(C.Callee), T) && !isInstanceMethod(C.Callee))
      Out.push_back(C.Callee);
  return Out;
}

const MemberPointerType *cu2cl::calledThroughMember(const CallExpr *Call) {
  const auto *B = dyn_cast<BinaryOperator>(Call->getCallee()->IgnoreParens());
  return B && B->isPtrMemOp() && !Call->getDirectCallee()
             ? B->getRHS()->getType().getCanonicalType()->getAs<MemberPointerType>()
             : nullptr;
}

/// Returns true if objects of type \p T hold pointers to member functions, which have 16 bytes in
/// CUDA.
static bool holdsMemberFunction(QualType T, llvm::DenseSet<const RecordDecl *> &Seen) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0).getCanonicalType();
  if (T->isMemberFunctionPointerType())
    return true;
  if (T->isPointerType() || T->isReferenceType())
    return holdsMemberFunction(T->getPointeeType(), Seen);
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  return R && Seen.insert(R).second && llvm::any_of(R->fields(), [&](const FieldDecl *F) {
           return holdsMemberFunction(F->getType(), Seen);
         });
}

std::vector<const FunctionDecl *> cu2cl::memberTargets(const DeviceCallGraph &Reach,
                                                       const MemberPointerType *T) {
  std::vector<const FunctionDecl *> Out;
  llvm::DenseSet<const RecordDecl *> Seen;
  auto IsSeen = [&](const VarDecl *V) { return holdsMemberFunction(V->getType(), Seen); };
  for (const FunctionDecl *K : Reach.Kernels)
    if (llvm::any_of(K->parameters(), IsSeen))
      return Out;
  if (llvm::any_of(Reach.Variables, [&](const VarDecl *V) {
        return deviceStorage(V) != DeviceStorage::Shared && IsSeen(V);
      }))
    return Out;
  const auto *F = T->getPointeeType().getCanonicalType()->getAs<FunctionProtoType>();
  const CXXRecordDecl *Class = T->getClass()->getAsCXXRecordDecl();
  for (const DeviceCall &C : Reach.calls(nullptr))
    if (isInstanceMethod(C.Callee) && isSameFunctionType(typeOf(C.Callee), F) &&
        cast<CXXMethodDecl>(C.Callee)->getParent()->getCanonicalDecl() == Class->getCanonicalDecl())
      Out.push_back(C.Callee);
  return Out;
}

std::vector<const FunctionDecl *> cu2cl::libraryTargets(const DeviceCallGraph &Reach,
                                                        const FunctionProtoType *T) {
  std::vector<const FunctionDecl *> Out;
  for (const auto &[F, Where] : Reach.LibraryTargets)
    if (isSameFunctionType(typeOf(F), T))
      Out.push_back(F);
  return Out;
}

bool cu2cl::hasTargets(const DeviceCallGraph &Reach, const FunctionProtoType *T) {
  return !functionTargets(Reach, T).empty() || !libraryTargets(Reach, T).empty();
}

DeviceStorage cu2cl::deviceStorage(const VarDecl *V) {
  // threadIdx and the like are declared as device variables but lie nowhere.
  if (builtinVariableOf(V) || isProgramData(V))
    return DeviceStorage::None;
  if (V->hasAttr<CUDASharedAttr>())
    return V->hasExternalStorage() ? DeviceStorage::DynamicShared : DeviceStorage::Shared;
  // The host cannot name one of a function: its value is what it begins with.
  if (const auto *A = V->getAttr<CUDAConstantAttr>(); A && !A->isImplicit())
    return V->isStaticLocal() && V->hasInit() ? DeviceStorage::None : DeviceStorage::Constant;
  if (const auto *A = V->getAttr<CUDADeviceAttr>(); A && !A->isImplicit())
    return DeviceStorage::Global;
  if (V->hasGlobalStorage() && isTextureReference(V->getType()))
    return DeviceStorage::Texture;
  // `static int calls;` in a device function lives as long as the module.
  if (V->isStaticLocal() && !V->getType().isConstQualified() && !V->isConstexpr()) {
    const auto *F = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
    if (F && (F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>()))
      return DeviceStorage::Global;
  }
  return DeviceStorage::None;
}

const CXXRecordDecl *cu2cl::outermostClass(const CXXMethodDecl *M) {
  const CXXRecordDecl *R = M->getParent();
  while (const auto *Outer = dyn_cast<CXXRecordDecl>(R->getDeclContext()))
    R = Outer;
  return R;
}

/// Returns true if all classes around \p M have names, the outermost is in no class or function,
/// and a static variable of the method may be before it.
static bool mayStandBeforeClass(const CXXMethodDecl *M) {
  bool IsInstance = false;
  for (const DeclContext *C = M->getDeclContext(); C->isRecord(); C = C->getParent()) {
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C);
    // Of class templates only whole ones at file scope, whose methods are written in them.
    if (S && (S->isExplicitSpecialization() || !S->getDeclContext()->isFileContext() ||
              M->isOutOfLine()))
      return false;
    if (!cast<CXXRecordDecl>(C)->getIdentifier())
      return false;
    IsInstance |= S != nullptr;
  }
  bool InInstance = isa<ClassTemplateSpecializationDecl>(M->getParent());
  return outermostClass(M)->getDeclContext()->isFileContext() && IsInstance == InInstance;
}

bool cu2cl::hasStaticSymbol(const VarDecl *V) {
  const auto *F = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
  bool HasNumbers = V->getASTContext().getBaseElementType(V->getType())->isArithmeticType();
  bool IsKnown = HasNumbers && (!V->getInit() || V->evaluateValue());
  // Of a method only numbers, which may be before its class.
  if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(F))
    return IsKnown && mayStandBeforeClass(M);
  return !F || !F->isTemplateInstantiation() || IsKnown;
}

static bool callsFunction(const Stmt *S) {
  return S && (isa<CallExpr>(S) || llvm::any_of(S->children(), callsFunction));
}

bool cu2cl::isComputedWhenCompiling(const Stmt *S, const Stmt *Part) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->isConstexpr() && Part == If->getCond();
  if (const auto *Case = dyn_cast<CaseStmt>(S))
    return Part == Case->getLHS() || Part == Case->getRHS();
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [&](const Decl *One) {
           const auto *V = dyn_cast<VarDecl>(One);
           if (!V || V->getInit() != Part || !V->isConstexpr())
             return false;
           if (V->hasGlobalStorage())
             return deviceStorage(V) == DeviceStorage::None && isComputedConstant(V);
           return (V->getType()->isArithmeticType() || V->getType()->isEnumeralType()) &&
                  callsFunction(Part) && V->evaluateValue();
         });
}

/// Returns true if C has no counterpart of \p S in an initialiser.
static bool isComputed(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    return !C->getConstructor()->isTrivial() || C->getNumArgs() > 0;
  return isa<CallExpr, CXXDefaultInitExpr>(S) || llvm::any_of(S->children(), isComputed);
}

bool cu2cl::isComputedConstant(const VarDecl *V) {
  const VarDecl *Definition = nullptr;
  const Expr *Init = V->getAnyInitializer(Definition);
  return Init && !Init->isValueDependent() && isComputed(Init) && Definition->evaluateValue();
}

/// Returns true if the body of \p F leads to a call of \p Wanted through constexpr functions.
static bool leadsTo(const FunctionDecl *F, const FunctionDecl *Wanted,
                    llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  const FunctionDecl *Definition = nullptr;
  if (!F->isConstexpr() || !F->isDefined(Definition) || !Seen.insert(Definition).second)
    return false;
  std::function<bool(const Stmt *)> Calls = [&](const Stmt *S) {
    const auto *Call = dyn_cast_or_null<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee && (Callee->getCanonicalDecl() == Wanted || leadsTo(Callee, Wanted, Seen)))
      return true;
    return S && llvm::any_of(S->children(), Calls);
  };
  return Calls(Definition->getBody());
}

/// A call of a constexpr function that calls itself: with arguments that are constants it can still
/// be had.
static bool isRecursiveConstant(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  return F && leadsTo(F, F->getCanonicalDecl(), Seen);
}

bool cu2cl::isUserLiteral(const Stmt *S) {
  // In instances of templates Clang makes it an ordinary call.
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getLiteralIdentifier();
}

std::optional<APValue> cu2cl::literalValue(const Stmt *S, const ASTContext &Context) {
  const auto *Literal = dyn_cast<CallExpr>(S);
  Expr::EvalResult Result;
  if (!Literal || !(isUserLiteral(S) || isRecursiveConstant(S)) ||
      !Literal->EvaluateAsRValue(Result, Context) || Result.HasSideEffects ||
      !(Result.Val.isInt() || Result.Val.isFloat()))
    return std::nullopt;
  return Result.Val;
}

bool cu2cl::isManaged(const VarDecl *V) {
  return V->hasAttr<HIPManagedAttr>() ||
         llvm::any_of(V->specific_attrs<AnnotateAttr>(), [](const AnnotateAttr *A) {
           return A->getAnnotation() == "cu2cl.managed"; // of the bundled headers
         });
}

bool DeviceCallGraph::reached(const FunctionDecl *F) const {
  return Calls.count(F) || llvm::is_contained(Functions, F);
}

llvm::ArrayRef<DeviceCall> DeviceCallGraph::calls(const FunctionDecl *F) const {
  auto It = Calls.find(F);
  return It == Calls.end() ? llvm::ArrayRef<DeviceCall>() : llvm::ArrayRef(It->second);
}

llvm::ArrayRef<const VarDecl *> DeviceCallGraph::variables(const FunctionDecl *F) const {
  auto It = Uses.find(F);
  return It == Uses.end() ? llvm::ArrayRef<const VarDecl *>() : llvm::ArrayRef(It->second);
}

std::vector<const FunctionDecl *> DeviceCallGraph::kernelsReaching(const FunctionDecl *F) const {
  std::vector<const FunctionDecl *> Result;
  for (const FunctionDecl *K : Kernels) {
    llvm::DenseSet<const FunctionDecl *> Seen;
    std::vector<const FunctionDecl *> Stack{K};
    while (!Stack.empty()) {
      const FunctionDecl *G = Stack.back();
      Stack.pop_back();
      if (!Seen.insert(G).second)
        continue;
      for (const DeviceCall &C : calls(G))
        Stack.push_back(C.Callee);
    }
    if (Seen.count(F))
      Result.push_back(K);
  }
  return Result;
}
