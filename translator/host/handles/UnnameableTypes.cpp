// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A class may hold the class that a kernel takes, and what launches the kernel:
//   struct Box {
//     struct Twice { ... };
//     void run(int *v) { kernel<<<1, 32>>>(v, Twice()); }
//   };
// Its handle precedes Box, and nothing of Box can be declared ahead. Neither can an enumeration.
//
// Effect: the handle takes any object of that size, `clrt::object<4>`, or any that says its
// members, `clrt::members<void>`. Templates find it by a class that follows Box.

#include "host/handles/UnnameableTypes.h"
#include "core/source/TypeParts.h"
#include "host/handles/ForwardDeclarations.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/RuleNames.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

namespace {

/// Finds the types that a header which is included at one place can neither name nor declare.
class UnnameableTypes {
public:
  UnnameableTypes(const HostUnit &U, SourceLocation Before) : U(U), Before(Before) {}

  std::vector<const NamedDecl *> Found;

  void addType(QualType T) {
    T = innermostType(T.getCanonicalType());
    if (const auto *F = T->getAs<FunctionProtoType>()) {
      addType(F->getReturnType());
      for (QualType P : F->param_types())
        addType(P);
    }
    const TagDecl *Tag = T->getAsTagDecl();
    const auto *R = dyn_cast_or_null<CXXRecordDecl>(Tag);
    if (!Tag || (R && R->isLambda())) // a lambda's class in the header is made so that it can
      return;
    for (const DeclContext *C = Tag; C; C = C->getParent())
      if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C))
        addArguments(S->getTemplateArgs().asArray());
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Tag);
    const NamedDecl *D = S ? cast<NamedDecl>(S->getSpecializedTemplate()) : Tag;
    D = cast<NamedDecl>(D->getCanonicalDecl());
    if (isDeclaredAfter(U, Before, D) && !canDeclareAhead(D))
      Found.push_back(D);
  }

  void addArguments(ArrayRef<TemplateArgument> Arguments) {
    for (const TemplateArgument &A : Arguments)
      if (A.getKind() == TemplateArgument::Type)
        addType(A.getAsType());
      else if (A.getKind() == TemplateArgument::Integral)
        addType(A.getIntegralType());
      else if (A.getKind() == TemplateArgument::Pack)
        addArguments(A.getPackAsArray());
  }

private:
  const HostUnit &U;
  SourceLocation Before;
};

} // namespace

static bool isUnnameable(const HostUnit &U, SourceLocation Before, QualType T) {
  UnnameableTypes Types(U, Before);
  Types.addType(T);
  return !Types.Found.empty();
}

/// Returns true if the type of \p P is an instance of a class template for a lambda that stays one,
/// or for one that captures such a lambda.
static bool isOfOpenLambda(const KernelInterface &K, const KernelParameter &P) {
  const StringRef Type = P.HostType;
  return Type.contains("(lambda at ") ||
         llvm::any_of(K.OpenTypes, [&](const std::string &Open) { return Type.contains(Open); });
}

/// What marks a parameter of a handle, so that the header does not compile.
static std::string markOf(const KernelParameter &P) {
  return "CU2CL_ERROR_" + std::to_string(diag::UnnameableArgument) + " /* " + P.HostType + " */";
}

/// Returns what stands for the type of \p P, which is \p T, in its handle; empty if nothing does.
static std::string openType(const HostUnit &U, const KernelParameter &P, QualType T) {
  const ASTContext &Context = U.Side.context();
  const bool IsBuffer = P.K == KernelParameter::Global || P.K == KernelParameter::GlobalAt;
  if (IsBuffer)
    T = T->getPointeeType();
  if (T.isNull() || T->isIncompleteType() || T->isFunctionType())
    return {};
  // Other objects are copied by functions of theirs, and the copy is what CUDA passes.
  if (!IsBuffer && ((!T->isRecordType() && !T->isEnumeralType()) ||
                    !T.getCanonicalType().isTriviallyCopyableType(Context)))
    return {};
  if (P.K == KernelParameter::Members)
    return "void";
  return "clrt::object<" + std::to_string(Context.getTypeSizeInChars(T).getQuantity()) + ">";
}

/// Returns true if \p E, an argument of a launch, is an object of the parameter's own type, or a
/// pointer, and no conversion makes it.
static bool isOfOwnType(const Expr *E) {
  for (;;) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
      const CastKind K = Cast->getCastKind();
      if (K == CK_UserDefinedConversion || K == CK_ConstructorConversion || K == CK_DerivedToBase ||
          K == CK_UncheckedDerivedToBase)
        return false;
      E = Cast->getSubExpr();
    } else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
               C && !isa<CXXTemporaryObjectExpr>(C)) {
      if (!C->getConstructor()->isCopyOrMoveConstructor() || C->getNumArgs() == 0)
        return false;
      E = C->getArg(0);
    } else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E)) {
      E = Default->getExpr();
    } else if (isa<InitListExpr>(E)) {
      return false;
    } else {
      const Expr *Inner = E->IgnoreParens()->IgnoreImplicit();
      if (Inner == E)
        return true;
      E = Inner;
    }
  }
}

/// Marks parameters of the kernels \p Opened that launches convert their arguments for, which the
/// handles cannot do any more, and reports the launches of marked ones.
static void refuseConversions(HostUnit &U, const std::set<std::string> &Opened) {
  for (const HostBody &Body : U.Bodies)
    for (const HostNode &Node : Body.Nodes) {
      const auto *Call = dyn_cast<CUDAKernelCallExpr>(Node.S);
      const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
      const KernelInterface *K = F ? U.kernel(F) : nullptr;
      if (!K || !Opened.count(K->Usr))
        continue;
      for (auto &[Index, Type] : U.OpenParameters[K->Usr]) {
        if (Index >= Call->getNumArgs())
          continue;
        const KernelParameter &P = K->Parameters[Index];
        const Expr *Argument = Call->getArg(Index);
        // KernelLaunch.cpp writes the type before braces.
        const bool IsNamed = P.K == KernelParameter::Members &&
                             U.Source.text(Argument->getSourceRange()).starts_with("{");
        if (Type != markOf(P) && (IsNamed || isOfOwnType(Argument)))
          continue;
        Type = markOf(P);
        U.report(diag::UnnameableArgument, Argument->getBeginLoc(), {P.HostType, K->Name});
      }
    }
}

/// Reports launches in functions that C++ may instantiate before what finds their handles, since it
/// needs the functions' bodies at once.
static void refuseEarlyInstances(HostUnit &U) {
  for (const HostBody &Body : U.Bodies)
    for (const HostNode &Node : Body.Nodes) {
      const auto *Call = dyn_cast<CUDAKernelCallExpr>(Node.S);
      const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
      const FunctionDecl *Around = F ? U.functionAround(Call) : nullptr;
      const FunctionDecl *Pattern = Around ? Around->getTemplateInstantiationPattern() : nullptr;
      const KernelInterface *K = Pattern ? U.kernel(F) : nullptr;
      if (!K || !U.LateFinders.count(K->Usr) || !F->getPrimaryTemplate() ||
          !U.TemplateLaunches.count(F->getPrimaryTemplate()->getCanonicalDecl()) ||
          !(Pattern->isConstexpr() || Pattern->getReturnType()->getContainedDeducedType()))
        continue;
      HostScope Scope{U, Body, U.Source};
      leaveMarked(Scope, Call, diag::UnnameableArgument, rule::KernelHandles, Node.Depth);
      U.report(diag::UnnameableArgument, Call->getBeginLoc(),
               {U.LateFinders[K->Usr].Type, K->Name});
    }
}

/// Where the class that finds \p F in templates can stand: after the types among its template
/// arguments, in the main file.
static void placeFinder(HostUnit &U, const UnnameableTypes &Types, const std::string &Usr) {
  const SourceManager &SM = U.Side.sources();
  LatePlace Last;
  for (const NamedDecl *D : Types.Found) {
    SourceLocation At = SM.getExpansionLoc(D->getLocation());
    while (At.isValid() && SM.getFileID(At) != SM.getMainFileID())
      At = SM.getIncludeLoc(SM.getFileID(At));
    if (At.isInvalid())
      continue;
    LatePlace Place;
    Place.Type = D->getQualifiedNameAsString();
    Place.After = declarationAt(U, At);
    StringRef Text = U.Source.fileText(SM.getMainFileID());
    std::optional<FileRange> R = Place.After ? declarationRange(U, Place.After) : std::nullopt;
    Place.Offset = R ? R->End : std::min(Text.find('\n', SM.getFileOffset(At)), Text.size());
    if (Place.Offset > Last.Offset)
      Last = Place;
  }
  if (Last.Offset)
    U.LateFinders[Usr] = Last;
}

void openUnnameableTypes(HostUnit &U, const HandleUse &Use, StringRef KernelFile, unsigned Part) {
  std::set<std::string> Seen, Opened;
  forEachHandleUse(U, [&](const FunctionDecl *F, const KernelInterface &K, const std::string &,
                          const HandleUse &At) {
    if (K.File != KernelFile || U.partOf(K) != Part || !Seen.insert(K.Usr).second)
      return;
    for (unsigned I = 0; I < F->getNumParams() && I < K.Parameters.size(); ++I) {
      const KernelParameter &P = K.Parameters[I];
      QualType T = F->getParamDecl(I)->getType().getCanonicalType().getUnqualifiedType();
      if (P.Closure || P.K == KernelParameter::Texture ||
          !(isUnnameable(U, Use.Begin, T) || isOfOpenLambda(K, P)))
        continue;
      std::string Open = K.IsValue ? "" : openType(U, P, T); // a value has a function of this type
      if (K.IsValue)
        U.report(diag::UnnameableArgument, At.Begin, {P.HostType, K.Name});
      U.OpenParameters[K.Usr][I] = Open.empty() ? markOf(P) : Open;
      Opened.insert(K.Usr);
    }
    if (const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs()) {
      UnnameableTypes Types(U, Use.Begin);
      Types.addArguments(Arguments->asArray());
      placeFinder(U, Types, K.Usr);
    }
  });
  refuseConversions(U, Opened);
  refuseEarlyInstances(U);
}

} // namespace cu2cl
