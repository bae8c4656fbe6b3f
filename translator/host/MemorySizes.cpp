// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Byte counts of host memory that holds device pointers. A clrt::ptr is larger than the pointer
// that it stands for, so a count must come from a sizeof that grows with it:
//   (float **)malloc(n * sizeof(float *))   fine: sizeof(clrt::ptr<float>)
//   (float **)malloc(n * 8)                 4007
//   bytes = n * sizeof(float *)             sizeof(clrt::ptr<float>) where bytes are only allocated

#include "host/PointerText.h"

using namespace clang;

namespace cu2cl {
namespace {

/// A function that is told how many bytes some memory has.
struct SizedFunction {
  StringRef Name;
  std::vector<unsigned> Sizes;    ///< arguments; their product counts
  std::vector<unsigned> Pointers; ///< arguments that lead to the memory; none: the result does
};

const SizedFunction SizedFunctions[] = {
    {"malloc", {0}, {}},         {"calloc", {0, 1}, {}},       {"realloc", {1}, {}},
    {"alloca", {0}, {}},         {"__builtin_alloca", {0}, {}}, {"aligned_alloc", {1}, {}},
    {"memcpy", {2}, {0, 1}},     {"memmove", {2}, {0, 1}},     {"memcmp", {2}, {0, 1}},
    {"memset", {2}, {0}},
};

bool hasGrown(PointerRep R) { return R == PointerRep::Ptr || R == PointerRep::Any; }

class SizeCheck {
public:
  explicit SizeCheck(const HostScope &S) : S(S) {}

  /// True if the function's own count of the bytes may be too small.
  bool isShort(const CallExpr *Call, const SizedFunction &F) {
    bool Grows = F.Pointers.empty() && leadsToGrown(castOf(Call));
    for (unsigned I : F.Pointers)
      Grows |= I < Call->getNumArgs() && leadsToGrown(Call->getArg(I));
    return Grows && llvm::none_of(F.Sizes, [&](unsigned I) {
             return I < Call->getNumArgs() && follows(Call->getArg(I), 0);
           });
  }

  /// Lets the size that a variable brings to \p Call grow; false if that may be wrong elsewhere.
  bool grow(const CallExpr *Call, const SizedFunction &F) {
    PointerRep Rep = S.Unit.Pointers.of(castOf(Call), 1, S.Version);
    for (unsigned I : F.Sizes) {
      if (I >= Call->getNumArgs() || !hasGrown(Rep))
        return false;
      auto *Ref = dyn_cast<DeclRefExpr>(Call->getArg(I)->IgnoreParenImpCasts());
      auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (V && V->isLocalVarDecl() && V->getInit() && onlyAllocates(V) &&
          growIn(V->getInit(), Rep))
        return true;
    }
    return false;
  }

private:
  static bool isAllocator(StringRef Name) {
    static const StringRef Names[] = {"malloc",        "calloc",     "realloc",       "alloca",
                                      "aligned_alloc", "cudaMalloc", "cudaMallocHost"};
    return llvm::is_contained(Names, Name);
  }

  /// True if all uses of \p V are sizes of new memory, which may as well be larger.
  bool onlyAllocates(const VarDecl *V) {
    return llvm::all_of(S.Body.Nodes, [&](const HostNode &Node) {
      auto *Ref = dyn_cast<DeclRefExpr>(Node.S);
      if (!Ref || Ref->getDecl() != V)
        return true;
      const Stmt *Parent = S.Unit.parent(Ref);
      while (isa_and_nonnull<ImplicitCastExpr, ParenExpr>(Parent))
        Parent = S.Unit.parent(Parent);
      auto *Call = dyn_cast_or_null<CallExpr>(Parent);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      return Callee && Callee->getIdentifier() && isAllocator(Callee->getName()) &&
             !S.Source.isEditable(Callee->getLocation());
    });
  }

  /// Makes the first sizeof(T *) in \p E the size of a \p Rep.
  bool growIn(const Stmt *E, PointerRep Rep) {
    if (!E)
      return false;
    auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
    if (!Size)
      return llvm::any_of(E->children(), [&](const Stmt *C) { return growIn(C, Rep); });
    if (Size->getKind() != UETT_SizeOf || !Size->isArgumentType())
      return false;
    TypeLoc Written = Size->getArgumentTypeInfo()->getTypeLoc().getUnqualifiedLoc();
    if (!Written.getAs<PointerTypeLoc>())
      return false;
    WrittenPointer Pointer;
    Pointer.Loc = Written;
    Pointer.Pointee = Written.getType()->getPointeeType();
    Pointer.Rep = Rep;
    return rewritePointer(S.Unit, S.Source, Pointer);
  }

  /// The call as the pointer that the program takes it for.
  const Expr *castOf(const CallExpr *Call) const {
    const Expr *Result = Call;
    for (const Stmt *P = S.Unit.parent(Call); isa_and_nonnull<CastExpr, ParenExpr>(P);
         P = S.Unit.parent(P))
      Result = cast<Expr>(P);
    return Result;
  }

  /// True if an object of \p Record holds a pointer that has grown.
  bool holdsGrown(const RecordDecl *Record) {
    Record = Record ? Record->getDefinition() : nullptr;
    if (!Record || !S.Source.isEditable(Record->getLocation()))
      return false;
    if (auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (holdsGrown(Base.getType()->getAsRecordDecl()))
          return true;
    return llvm::any_of(Record->fields(), [&](const FieldDecl *Field) {
      unsigned Level = Field->getType()->isArrayType() ? 1 : 0;
      const Type *Element = Field->getType()->getBaseElementTypeUnsafe();
      return Element->isPointerType() ? hasGrown(S.Unit.Pointers.of(Field, Level))
                                      : holdsGrown(Element->getAsRecordDecl());
    });
  }

  /// True if \p Pointer (an array, too) leads to memory that holds such pointers.
  bool leadsToGrown(const Expr *Pointer) {
    const Expr *Inner = Pointer->IgnoreParenCasts(); // (void *)&copy
    for (const Expr *E : {Pointer, Inner}) {
      QualType From = E->getType();
      if (From->isDependentType() || (!From->isPointerType() && !From->isArrayType()))
        continue;
      QualType First = From->isPointerType() ? From->getPointeeType() : From;
      const Type *To = First->getBaseElementTypeUnsafe();
      if (To->isPointerType() ? hasGrown(S.Unit.Pointers.of(E, 1, S.Version))
                              : holdsGrown(To->getAsRecordDecl()))
        return true;
    }
    return false;
  }

  /// True if \p Size is a sizeof of something that has grown.
  bool isGrownSize(const UnaryExprOrTypeTraitExpr *Size) {
    if (Size->getKind() != UETT_SizeOf)
      return false;
    QualType Of = Size->getTypeOfArgument();
    if (Of->isDependentType())
      return true; // judged in the instances
    const Type *Element = Of->getBaseElementTypeUnsafe();
    if (!Element->isPointerType())
      return holdsGrown(Element->getAsRecordDecl());
    if (!Size->isArgumentType())
      return hasGrown(
          S.Unit.Pointers.of(Size->getArgumentExpr(), Of->isArrayType() ? 1 : 0, S.Version));
    TypeLoc Written = Size->getArgumentTypeInfo()->getTypeLoc();
    if (Written.getUnqualifiedLoc().getAs<SubstTemplateTypeParmTypeLoc>())
      return true; // T is what it is in the memory's type
    return llvm::any_of(S.Unit.Pointers.written(Size, Written, S.Version),
                        [](const WrittenPointer &P) { return hasGrown(P.Rep); });
  }

  /// True if \p E is computed from such a size, through variables of the function, too.
  bool follows(const Stmt *E, unsigned Depth) {
    if (!E || Depth > 8)
      return false;
    if (auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
      return isGrownSize(Size);
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        return follows(V->getInit(), Depth + 1) || isAssigned(V, Depth + 1);
    return llvm::any_of(E->children(), [&](const Stmt *C) { return follows(C, Depth); });
  }

  bool isAssigned(const VarDecl *V, unsigned Depth) {
    return llvm::any_of(S.Body.Nodes, [&](const HostNode &Node) {
      auto *Assignment = dyn_cast<BinaryOperator>(Node.S);
      auto *To = Assignment && Assignment->isAssignmentOp()
                     ? dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens())
                     : nullptr;
      return To && To->getDecl() == V && follows(Assignment->getRHS(), Depth);
    });
  }

  const HostScope &S;
};

} // namespace

void checkMemorySizes(HostScope &S) {
  SizeCheck Check(S);
  for (const HostNode &Node : S.Body.Nodes) {
    auto *Call = dyn_cast<CallExpr>(Node.S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (!F || !F->getIdentifier() || S.Source.isEditable(F->getLocation()))
      continue;
    for (const SizedFunction &Row : SizedFunctions)
      if (F->getName() == Row.Name && Check.isShort(Call, Row) && !Check.grow(Call, Row))
        S.Unit.report(4007, Call->getBeginLoc(), {Row.Name.str()});
  }
}

} // namespace cu2cl
