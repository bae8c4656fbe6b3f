// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which objects go to a kernel member by member, and what their members are.

#include "analysis/SplitArguments.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cu2cl {
namespace {

constexpr size_t MaxParts = 64;

/// True if \p D or what it stands in is an instance of a template.
bool isInInstance(const DeclContext *C) {
  for (; C && !C->isTranslationUnit(); C = C->getParent()) {
    if (const auto *F = dyn_cast<FunctionDecl>(C); F && F->getTemplateInstantiationPattern())
      return true;
    if (isa<ClassTemplateSpecializationDecl>(C))
      return true;
  }
  return false;
}

/// Lists the parts of one object.
class PartLister {
public:
  explicit PartLister(const ASTContext &Context) : Context(Context) {}
  std::vector<SplitPart> Parts;
  bool AnyPointer = false;

  /// False if the object cannot be split.
  bool list(QualType T, std::vector<SplitStep> Path) {
    T = T.getCanonicalType().getUnqualifiedType();
    if (const ConstantArrayType *A = Context.getAsConstantArrayType(T))
      return listElements(A, Path);
    if (const CXXRecordDecl *R = T->getAsCXXRecordDecl(); R && holdsPointers(R))
      return listClass(R, Path);
    if (T->isPointerType()) {
      QualType Pointee = T->getPointeeType();
      if (Pointee->isPointerType() || Pointee->isFunctionType())
        return false;
      AnyPointer = true;
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
    if (R->isLambda() && (isInInstance(R->getDeclContext()) || R->isGenericLambda() ||
                          !capturesCopies(R)))
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
      if (F->isBitField() || F->isAnonymousStructOrUnion() || !list(F->getType(), Path))
        return false;
      // The text of a template's class cannot tell its instances' elements, that of a lambda's has
      // no array.
      if (F->getType()->isArrayType() && (writtenClass(R) != R || R->isLambda()))
        return false;
    }
    return true;
  }

  static bool capturesCopies(const CXXRecordDecl *R) {
    return llvm::all_of(R->captures(), [](const LambdaCapture &C) {
      return C.getCaptureKind() == LCK_ByCopy && C.capturesVariable() &&
             !C.getCapturedVar()->isInitCapture();
    });
  }

  bool holdsPointers(const RecordDecl *R) const {
    R = R->getDefinition();
    if (!R)
      return false;
    auto Holds = [&](QualType T) {
      while (const ArrayType *A = Context.getAsArrayType(T))
        T = A->getElementType();
      const RecordDecl *Part = T->getAsRecordDecl();
      return T->isPointerType() || T->isReferenceType() || (Part && holdsPointers(Part));
    };
    const auto *C = dyn_cast<CXXRecordDecl>(R);
    return llvm::any_of(R->fields(), [&](const FieldDecl *F) { return Holds(F->getType()); }) ||
           (C && llvm::any_of(C->bases(), [&](const CXXBaseSpecifier &B) {
              return Holds(B.getType());
            }));
  }

  const ASTContext &Context;
};

} // namespace

std::optional<std::vector<SplitPart>> splitParts(const ASTContext &Context, QualType T) {
  PartLister Lister(Context);
  if (!T->isRecordType() || !Lister.list(T, {}) || !Lister.AnyPointer)
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
    Out += (Out.empty() ? "" : ", ") + Name;
    return;
  }
  for (uint64_t I = 0; I < A->getSize().getZExtValue(); ++I)
    addElements(Out, Name + "[" + std::to_string(I) + "]", A->getElementType(), Context);
}

std::string memberList(const CXXRecordDecl *R) {
  const ASTContext &Context = R->getASTContext();
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  std::string Out;
  for (const CXXBaseSpecifier &B : R->bases()) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    if (!Base || !Base->isEmpty())
      addElements(Out, "static_cast<const " + B.getType().getAsString(Policy) + " &>(v)",
                  B.getType(), Context);
  }
  auto Capture = R->isLambda() ? R->captures_begin() : nullptr;
  for (const FieldDecl *F : R->fields())
    addElements(Out,
                "v." + (Capture ? (Capture++)->getCapturedVar()->getName() : F->getName()).str(),
                F->getType(), Context);
  return "{" + Out + "}";
}

bool isDeviceLambda(const LambdaExpr *L) {
  const CXXMethodDecl *M = L->getCallOperator();
  // Clang gives every lambda of a host function the attributes of both sides.
  const auto *A = M->getAttr<CUDADeviceAttr>();
  return A && !A->isImplicit() && splitParts(M->getASTContext(), L->getType());
}

} // namespace cu2cl
