// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects made where memory is: `new (place) T(1, 2)`.
//
// Precondition: by the operator of the C++ library; one object, an array whose elements stay as the
// memory was, or a few elements.
// Effect: an assignment through the pointer, `*(T *)place = make_T(1, 2)`; where the pointer is
// used, it is kept in a variable of ours, which also has the elements: `made[0] = 1, made[1] = 2`.

#include "analysis/effects/OwnAddresses.h"
#include "analysis/reach/LibraryCode.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// The value of an object of type \p T. A list says its own type, but for one \p InList.
static Fragment printInitialValue(KernelPrinter &P, const Expr *Init, QualType T, bool InList) {
  if (const auto *List = dyn_cast<InitListExpr>(Init); List && !T->isRecordType())
    return List->getNumInits() == 1 ? P.printValue(List->getInit(0)) : Fragment("0");
  bool NeedsType = T->isRecordType() &&
                   (isa<ImplicitValueInitExpr>(Init) || (InList && isa<InitListExpr>(Init)));
  std::string Type = NeedsType ? "(" + P.Locals.typeText(T, nullptr) + ")" : "";
  return Fragment(Type) + P.printValue(Init);
}

/// ", made[0] = 1, made[1] = 2" for the elements of \p New, an array of \p T at \p Name.
static Fragment printElements(KernelPrinter &P, const CXXNewExpr *New, QualType T,
                              const std::string &Name) {
  const auto *List = dyn_cast<InitListExpr>(New->getInitializer());
  Fragment Out;
  for (unsigned I = 0, N = *placedElements(New); I < N; ++I) {
    Out += ", " + Name + "[" + std::to_string(I) + "] = ";
    const Expr *Init = !List                     ? New->getInitializer()
                       : I < List->getNumInits() ? List->getInit(I)
                                                 : List->getArrayFiller();
    bool IsZero = !Init || (isa<ImplicitValueInitExpr>(Init) && !T->isRecordType());
    if (IsZero || isa<ImplicitValueInitExpr>(Init))
      Out += T->isRecordType() ? "(" + P.Locals.typeText(T, nullptr) + "){0}" : "0";
    else
      Out += printInitialValue(P, Init, T, List != nullptr);
  }
  return Out;
}

/// Returns true if an element of \p New keeps its own address, which an assignment would not.
static bool keepsAddresses(const CXXNewExpr *New) {
  auto Keeps = [](const Expr *Init) {
    const CXXConstructExpr *Made = Init ? constructionIn(Init) : nullptr;
    return Made && keepsOwnAddress(Made->getConstructor());
  };
  const auto *List = dyn_cast<InitListExpr>(New->getInitializer());
  return List ? llvm::any_of(List->inits(), Keeps) || Keeps(List->getArrayFiller())
              : Keeps(New->getInitializer());
}

std::optional<Fragment> printPlacementNew(KernelPrinter &P, const Stmt *S) {
  const auto *New = dyn_cast<CXXNewExpr>(S);
  const Expr *Place = New ? placeOfNew(New) : nullptr;
  if (!Place)
    return std::nullopt;
  QualType T = New->getAllocatedType().getUnqualifiedType();
  AddressSpace Space = P.unit().Spaces.pointee(P.version(), Place);
  const RecordClone *Record = P.unit().Spaces.record(P.version(), New);
  PointeeSpaces Spaces{[Space](unsigned) { return Space; }, Record};
  QualType Pointer = P.context().getPointerType(T);
  Fragment At = Fragment("(" + P.Locals.types().declare(Pointer, "", Spaces) + ")") +
                P.print(Place, Precedence::Unary);
  if (startsAsItIs(New))
    return P.plan().Body.isUsed(New) ? At : Fragment("(void)") + P.print(Place, Precedence::Unary);
  if (New->isArray()) {
    if (keepsAddresses(New))
      return std::nullopt;
    std::string Elements = P.Locals.hoistedVariable(New, "made", [&](const std::string &Name) {
      return P.Locals.types().declare(Pointer, Name, Spaces);
    });
    Fragment Out = Fragment("(" + Elements + " = ") + At + printElements(P, New, T, Elements);
    return Out + (P.plan().Body.isUsed(New) ? ", " + Elements + ")" : ")");
  }
  const CXXConstructExpr *Made = constructionIn(New->getInitializer());
  bool InPlace = Made && keepsOwnAddress(Made->getConstructor()) && Space == AddressSpace::Private;
  if (!P.plan().Body.isUsed(New) && !InPlace)
    return Fragment("*") + At + " = " +
           printInitialValue(P, New->getInitializer(), T, /*InList=*/false);
  std::string Name = P.Locals.hoistedVariable(New, "made", [&](const std::string &Name) {
    return P.Locals.types().declare(Pointer, Name, Spaces);
  });
  std::optional<ScopedEntry<PrintScope::Texts>> Its;
  if (InPlace)
    Its.emplace(P.Scope.madeAt(Made, Name));
  return Fragment("(" + Name + " = ") + At + ", *" + Name + " = " +
         printInitialValue(P, New->getInitializer(), T, /*InList=*/false) + ", " + Name + ")";
}

} // namespace cu2cl
