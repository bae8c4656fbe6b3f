// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the objects that are passed to a kernel member by member, and their members.
// Over 400 lines: what the members of an object are, and what a lambda has for them on the host.

#include "analysis/flow/FlattenedAggregates.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/flow/CaptureOrder.h"
#include "analysis/flow/PlainValues.h"
#include "analysis/reach/LibraryCode.h"
#include "core/source/AstVisitor.h"
#include "core/source/TypeParts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include <set>

using namespace clang;

namespace cu2cl {
namespace {

constexpr size_t MaxParts = 64;

/// A lambda with `__device__` alone.
bool isForDeviceOnly(const CXXRecordDecl *R) {
  const CXXMethodDecl *M = R && R->isLambda() ? R->getLambdaCallOperator() : nullptr;
  auto IsWritten = [](const Attr *A) { return A && !A->isImplicit(); };
  return M && IsWritten(M->getAttr<CUDADeviceAttr>()) && !IsWritten(M->getAttr<CUDAHostAttr>());
}

/// Returns true if field \p F of lambda \p R is a copy of an object of the class in whose method
/// the lambda is. What the host has for the lambda may be needed before that class: so it has
/// the members.
bool isTakenApart(const CXXRecordDecl *R, const FieldDecl *F) {
  const auto *Around = R->isLambda() ? dyn_cast<CXXMethodDecl>(R->getDeclContext()) : nullptr;
  const CXXRecordDecl *Class = F->getType()->getAsCXXRecordDecl();
  return Around && Class && Class->getCanonicalDecl() == Around->getParent()->getCanonicalDecl();
}

/// Adds the members of \p F, whose name is \p Name; false if they cannot be listed.
bool addMembers(const FieldDecl *F, const std::string &Name, const ValueDecl *Variable,
                std::vector<CapturedValue> &Out) {
  const CXXRecordDecl *R = F->getType()->getAsCXXRecordDecl();
  if (!R || R->getNumBases() || R->isUnion())
    return false;
  for (const FieldDecl *Member : R->fields()) {
    if (Member->getType()->isArrayType() || Member->getName().empty())
      return false;
    Out.push_back(
        {Name + "_" + Member->getName().str(), Member->getType(), Variable, nullptr, Member});
  }
  return true;
}

/// Lists the parts of one object.
class PartLister {
public:
  explicit PartLister(const ASTContext &Context) : Context(Context) {}
  std::vector<SplitPart> Parts;
  bool MustSplit = false;

  /// False if the object cannot be split.
  bool list(QualType T, std::vector<SplitStep> Path) {
    if (isTextureObject(T)) {
      MustSplit = true;
      Parts.push_back({std::move(Path), T.getUnqualifiedType()});
      return Parts.size() <= MaxParts;
    }
    if (const ConstantArrayType *A = Context.getAsConstantArrayType(T))
      return listElements(A, Path);
    T = T.getCanonicalType().getUnqualifiedType();
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    const bool IsOther = R && isOtherOnHost(R);
    MustSplit |= IsOther;
    if (R && (IsOther || holdsPointers(R) || (Path.empty() && isForDeviceOnly(R)) ||
              hasMembersOnHost(R)))
      return listClass(R, Path);
    if (T->isPointerType()) {
      QualType Pointee = T->getPointeeType();
      if (Pointee->isPointerType() || Pointee->isFunctionType())
        return false;
      MustSplit = true;
    } else if (!T->isArithmeticType() && !T->isEnumeralType() && !T->isRecordType()) {
      return false;
    }
    Parts.push_back({std::move(Path), T});
    return Parts.size() <= MaxParts;
  }

private:
  bool listElements(const ConstantArrayType *A, std::vector<SplitStep> Path) {
    uint64_t Count = A->getSize().getZExtValue();
    if (Count > MaxParts)
      return false;
    Path.emplace_back();
    for (uint64_t I = 0; I < Count; ++I) {
      Path.back().Element = I;
      if (!list(A->getElementType(), Path))
        return false;
    }
    return true;
  }

  bool listClass(const CXXRecordDecl *R, std::vector<SplitStep> Path) {
    const SourceManager &SM = Context.getSourceManager();
    if (R->isUnion() || R->isPolymorphic() || R->getNumVBases() > 0 ||
        SM.isInSystemHeader(SM.getExpansionLoc(R->getLocation())))
      return false;
    if (R->isLambda() && (!capturedValues(R) || !enclosingParameters(R)))
      return false;
    Path.emplace_back();
    for (const CXXBaseSpecifier &B : R->bases()) {
      const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
      Path.back() = {R, Base, nullptr, -1};
      if (!Base || (!Base->isEmpty() && !list(B.getType(), Path)))
        return false;
    }
    for (const FieldDecl *F : R->fields()) {
      Path.back() = {nullptr, nullptr, F, -1};
      if (F->isBitField() || F->isAnonymousStructOrUnion() ||
          !(isTakenApart(R, F) ? listClass(F->getType()->getAsCXXRecordDecl(), Path)
                               : list(F->getType(), Path)))
        return false;
      // The text of a template's class cannot tell its instances' elements.
      if (F->getType()->isArrayType() &&
          (writtenClass(R) != R || (R->isLambda() && !isArrayCapture(R, F))))
        return false;
    }
    return true;
  }

  /// Returns true if the host's class for \p Lambda can hold the array \p F: of plain values.
  static bool isArrayCapture(const CXXRecordDecl *Lambda, const FieldDecl *F) {
    return !isInInstance(Lambda) && !anyPart(F->getType(), [](QualType T) {
      return T->isPointerType() || T->isReferenceType() || isTextureObject(T);
    });
  }

  /// Returns true if the host has a class with members for the lambda \p R: it goes with these.
  static bool hasMembersOnHost(const CXXRecordDecl *R) {
    return isForDeviceOnly(R) && !R->field_empty() && hasHostClass(R);
  }

  /// Returns true if the bytes of \p R are others on the host: a lambda is in it for which the host
  /// has the members of what it captures.
  static bool isOtherOnHost(const CXXRecordDecl *R) {
    auto InType = [](QualType T) {
      const CXXRecordDecl *Part = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      return Part && isOtherOnHost(Part);
    };
    if (!R->hasDefinition())
      return false;
    return llvm::any_of(R->fields(),
                        [&](const FieldDecl *F) {
                          return (isForDeviceOnly(R) && isTakenApart(R, F)) || InType(F->getType());
                        }) ||
           llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) { return InType(B.getType()); });
  }

  bool holdsPointers(const RecordDecl *R) const {
    return R->getDefinition() && anyPart(Context.getRecordType(R), [](QualType T) {
             return (T->isPointerType() && !isHandleOfCuda(T)) || T->isReferenceType() ||
                    isTextureObject(T);
           });
  }

  const ASTContext &Context;
};

} // namespace

std::optional<std::vector<SplitPart>> splitParts(const ASTContext &Context, QualType T) {
  PartLister Lister(Context);
  if (!T->isRecordType() || !Lister.list(T, {}) ||
      !(Lister.MustSplit || isForDeviceOnly(T->getAsCXXRecordDecl())) || Lister.Parts.empty())
    return std::nullopt;
  return std::move(Lister.Parts);
}

const CXXRecordDecl *writtenClass(const CXXRecordDecl *R) {
  const CXXRecordDecl *Pattern = R->getTemplateInstantiationPattern();
  return Pattern ? Pattern : R;
}

/// "v.m[0], v.m[1]"
static void addElements(std::string &Out, const std::string &Name, QualType T,
                        const ASTContext &Context) {
  const ConstantArrayType *A = Context.getAsConstantArrayType(T);
  if (!A) {
    Out +=
        (Out.empty() ? "" : ", ") + (isTextureObject(T) ? "clrt::texture_in(" + Name + ")" : Name);
    return;
  }
  for (uint64_t I = 0; I < A->getSize().getZExtValue(); ++I)
    addElements(Out, Name + "[" + std::to_string(I) + "]", A->getElementType(), Context);
}

std::string elementList(const std::string &Name, QualType T, const ASTContext &Context) {
  std::string Out;
  addElements(Out, Name, T, Context);
  return Out;
}

/// Returns true if \p R, which may be a template's class, has no members from its base \p B.
static bool isEmptyBase(const CXXRecordDecl *R, const CXXBaseSpecifier &B) {
  if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
    return Base->isEmpty();
  const ClassTemplateDecl *Template = R->getDescribedClassTemplate();
  size_t Index = &B - R->bases_begin();
  if (!Template || B.isPackExpansion())
    return false;
  bool Any = false;
  for (const ClassTemplateSpecializationDecl *S : Template->specializations()) {
    if (!S->hasDefinition() || S->isExplicitSpecialization() || S->getNumBases() <= Index)
      continue;
    const CXXRecordDecl *Base = S->bases_begin()[Index].getType()->getAsCXXRecordDecl();
    if (!Base || !Base->isEmpty())
      return false;
    Any = true;
  }
  return Any;
}

std::string memberList(const CXXRecordDecl *R) {
  const ASTContext &Context = R->getASTContext();
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  std::string Out;
  for (const CXXBaseSpecifier &B : R->bases())
    if (!isEmptyBase(R, B))
      addElements(Out, "static_cast<const " + B.getType().getAsString(Policy) + " &>(v)",
                  B.getType(), Context);
  for (const FieldDecl *F : R->fields())
    addElements(Out, "v." + F->getName().str(), F->getType(), Context);
  return "{" + Out + "}";
}

namespace {

/// Collects the type parameters that are the types of variables of certain names.
class VariableTypes : public AstVisitor {
public:
  std::set<std::string> Names;
  std::set<std::pair<unsigned, unsigned>> Types; ///< by depth and index
  bool visitVarDecl(VarDecl *V) override {
    const auto *T = V->getType()->getAs<TemplateTypeParmType>();
    if (T && V->getIdentifier() && Names.count(V->getName().str()))
      Types.insert({T->getDepth(), T->getIndex()});
    return true;
  }
};

/// The type parameters that \p Lambda, an instance's or a pattern's, captures values of: its
/// members tell these.
std::set<std::pair<unsigned, unsigned>> capturedParameters(const CXXRecordDecl *Lambda) {
  VariableTypes Found;
  const auto *F = dyn_cast<FunctionDecl>(Lambda->getDeclContext());
  const FunctionDecl *Pattern = F ? F->getTemplateInstantiationPattern() : nullptr;
  for (const LambdaCapture &C : Lambda->captures())
    if (C.capturesVariable())
      Found.Names.insert(C.getCapturedVar()->getName().str());
  if (Pattern && Pattern->isDefined(Pattern))
    Found.traverseDecl(const_cast<FunctionDecl *>(Pattern));
  return Found.Types;
}

} // namespace

/// Adds the parameters of one template but those of \p Captured; false if one has no name in host
/// code.
static bool addParameters(const TemplateParameterList *Parameters,
                          llvm::ArrayRef<TemplateArgument> Arguments, const ASTContext &Context,
                          const std::set<std::pair<unsigned, unsigned>> &Captured,
                          std::vector<EnclosingParameter> &Out) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  for (unsigned I = 0; I < Parameters->size(); ++I) {
    const NamedDecl *D = Parameters->getParam(I);
    const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(D);
    if (isa<TemplateTemplateParmDecl>(D) || D->isParameterPack() || D->getName().empty() ||
        D->isImplicit())
      return false;
    const auto *Type = dyn_cast<TemplateTypeParmDecl>(D);
    if (Type && Captured.count({Type->getDepth(), Type->getIndex()}))
      continue;
    EnclosingParameter One;
    One.Name = D->getName().str();
    One.Declaration =
        (Value ? Value->getType().getAsString(Policy) : std::string("typename")) + " " + One.Name;
    if (I < Arguments.size()) {
      llvm::raw_string_ostream Stream(One.Argument);
      Arguments[I].print(Policy, Stream, /*IncludeType=*/false);
      if (Type)
        One.Type = Arguments[I].getAsType();
    }
    Out.push_back(std::move(One));
  }
  return true;
}

bool isInInstance(const CXXRecordDecl *Lambda) {
  for (const DeclContext *C = Lambda->getDeclContext(); C; C = C->getParent()) {
    const auto *F = dyn_cast<FunctionDecl>(C);
    if (isa<ClassTemplateSpecializationDecl>(C) || (F && F->isTemplateInstantiation()))
      return true;
  }
  return false;
}

std::optional<std::vector<EnclosingParameter>> enclosingParameters(const CXXRecordDecl *Lambda) {
  const ASTContext &Context = Lambda->getASTContext();
  const auto Captured = capturedParameters(Lambda);
  std::vector<EnclosingParameter> Out;
  for (const DeclContext *C = Lambda->getDeclContext(); C; C = C->getParent()) {
    std::vector<EnclosingParameter> Here;
    bool Ok = true;
    if (const auto *F = dyn_cast<FunctionDecl>(C)) {
      if (F->isTemplateInstantiation() && F->getPrimaryTemplate())
        Ok = addParameters(F->getPrimaryTemplate()->getTemplateParameters(),
                           F->getTemplateSpecializationArgs()->asArray(), Context, Captured, Here);
      else if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
        Ok = addParameters(T->getTemplateParameters(), {}, Context, Captured, Here);
    } else if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C)) {
      auto From = S->getInstantiatedFrom();
      if (auto *T = From.dyn_cast<ClassTemplateDecl *>())
        Ok = addParameters(T->getTemplateParameters(), S->getTemplateArgs().asArray(), Context,
                           Captured, Here);
      else
        Ok = From.isNull(); // an explicit specialisation has none
    } else if (const auto *R = dyn_cast<CXXRecordDecl>(C)) {
      if (const ClassTemplateDecl *T = R->getDescribedClassTemplate())
        Ok = addParameters(T->getTemplateParameters(), {}, Context, Captured, Here);
    }
    if (!Ok)
      return std::nullopt;
    Out.insert(Out.begin(), Here.begin(), Here.end());
  }
  return Out;
}

const Expr *pointerOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getType()->isPointerType())
    return pointerOf(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS());
  return E;
}

/// Returns true if the value of the init-capture \p V can stand among the members of the host's
/// class.
static bool isComputedCapture(const CXXRecordDecl *Lambda, const VarDecl *V) {
  unsigned Calls = 0;
  QualType T = V->getType();
  const RecordDecl *R = T->getAsRecordDecl();
  if (Lambda->isDependentContext() || T->isReferenceType() || T->isArrayType() ||
      (R && (isOfSystem(R) || !T.isTriviallyCopyableType(Lambda->getASTContext()))) ||
      !(R || T->isArithmeticType() || T->isEnumeralType() || T->isPointerType()))
    return false;
  return !isa<InitListExpr>(V->getInit()->IgnoreImplicit()) &&
         isComputedValue(V->getInit(), Calls) && Calls <= 1;
}

std::optional<std::vector<CapturedValue>> capturedValues(const CXXRecordDecl *Lambda) {
  std::vector<CapturedValue> Out;
  auto Field = Lambda->field_begin();
  for (const LambdaCapture &C : Lambda->captures()) {
    const FieldDecl *F = *Field++;
    if (C.getCaptureKind() == LCK_StarThis) {
      if (!addMembers(F, "object", nullptr, Out))
        return std::nullopt;
      continue;
    }
    if (C.getCaptureKind() != LCK_ByCopy || !C.capturesVariable())
      return std::nullopt;
    const ValueDecl *Captured = C.getCapturedVar(); // a structured binding, too
    const auto *V = Captured->isInitCapture() ? cast<VarDecl>(Captured) : nullptr;
    if (!V && isTakenApart(Lambda, F)) {
      if (!addMembers(F, Captured->getName().str(), Captured, Out))
        return std::nullopt;
      continue;
    }
    // `s = v.size()` is no `size_type` where the class stands.
    CapturedValue One{Captured->getName().str(), V && F->getType()->isArithmeticType()
                                                     ? F->getType().getCanonicalType()
                                                     : F->getType()};
    if (!V)
      One.Variable = Captured;
    else if ((isPlainValue(V->getInit()) || isComputedCapture(Lambda, V)) && isOrderKept(Lambda, V))
      One.Init = V->getInit();
    else
      return std::nullopt;
    Out.push_back(std::move(One));
  }
  return Out;
}

bool hasHostClass(const CXXRecordDecl *Lambda) {
  const ASTContext &Context = Lambda->getASTContext();
  if (splitParts(Context, Context.getRecordType(Lambda)))
    return true;
  // A class has a name, by which templates find the kernel for it.
  return isForDeviceOnly(Lambda) && enclosingParameters(Lambda) && capturedValues(Lambda) &&
         llvm::none_of(Lambda->fields(),
                       [](const FieldDecl *F) { return F->getType()->isArrayType(); });
}

bool isDeviceLambda(const LambdaExpr *L) {
  const CXXMethodDecl *M = L->getCallOperator();
  // Clang gives every lambda of a host function the attributes of both sides.
  const auto *A = M->getAttr<CUDADeviceAttr>();
  if (!A || A->isImplicit())
    return false;
  const CXXRecordDecl *R = L->getLambdaClass();
  if (R->isDependentContext()) // what its instances will be
    return enclosingParameters(R) && (!L->captures().empty() || isForDeviceOnly(R));
  return hasHostClass(R);
}

} // namespace cu2cl
