// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The words of bit-fields, which OpenCL C has not.
//
// Precondition: each lies within one word, aligned or not, that holds no ordinary member.
// Effect: the words are members, and a macro for each field holds its word, first bit and width.

#include "kernel/types/BitFieldWords.h"
#include "kernel/core/SideEffects.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

const RecordDecl *namedRecord(const FieldDecl *F) {
  const RecordDecl *D = F->getParent();
  while (!D->getIdentifier() && !D->getTypedefNameForAnonDecl())
    if (const auto *Outer = dyn_cast<RecordDecl>(D->getDeclContext()))
      D = Outer;
    else
      break;
  return D;
}

std::string bitFieldMacro(KernelPrinter &P, const FieldDecl *F) {
  return P.names().type(namedRecord(F)) + "_" + F->getName().str();
}

std::string bitFieldMacros(KernelPrinter &P, const RecordDecl *D) {
  std::string Out;
  BitFieldPlan Plan = planBitFields(P.context(), D);
  for (const FieldDecl *F : D->fields()) {
    if (const auto *Inner = F->getType()->getAsRecordDecl();
        Inner && !Inner->getIdentifier() && !Inner->getTypedefNameForAnonDecl())
      Out += bitFieldMacros(P, Inner);
    const BitFieldPlan::Unit *U = Plan.unitOf(F);
    if (!U)
      continue;
    P.Found.needHelper("bit_fields");
    Out += "\n#define " + bitFieldMacro(P, F) + " " + U->name() + ", " +
           std::to_string(bitOffset(P.context(), F) - U->Offset * 8) + ", " +
           std::to_string(F->getBitWidthValue(P.context()));
  }
  return Out;
}

Fragment unsupportedBitField(KernelPrinter &P, const Stmt *S, const char *Why) {
  return P.unit().mark(diag::UnsupportedBitField, S->getBeginLoc(), {Why});
}

Fragment bitFieldInitialiser(KernelPrinter &P, const FieldDecl *F, const Expr *Init,
                             std::set<std::string> &Started) {
  BitFieldPlan Plan = planBitFields(P.context(), F->getParent());
  const BitFieldPlan::Unit *U = Plan.unitOf(F);
  if (!U)
    return unsupportedBitField(P, Init, noFreeWord());
  P.Found.needHelper("bit_fields");
  Fragment Out;
  if (Started.insert(U->name()).second)
    Out += P.Locals.selfMember() + U->name() + " = 0; ";
  return Out + "clrt_set_bits(" + (P.plan().MadeInPlace ? "*self, " : "self, ") +
         bitFieldMacro(P, F) + ", " + P.printValue(Init) + ");";
}

std::vector<Fragment> bitFieldInitialisers(KernelPrinter &P, const InitListExpr *List) {
  const RecordDecl *D = List->getType()->getAsRecordDecl();
  BitFieldPlan Plan = planBitFields(P.context(), D);
  std::vector<Fragment> Out;
  std::map<const BitFieldPlan::Unit *, size_t> Started;
  std::set<const BitFieldPlan::Unit *> Changing; // in C, the parts of a sum have no order
  unsigned I = 0;
  for (const FieldDecl *F : D->fields()) {
    if (F->isUnnamedBitField())
      continue;
    const Expr *Init = nullptr;
    if (!D->isUnion())
      Init = I < List->getNumInits() ? List->getInit(I++) : nullptr;
    else if (F == List->getInitializedFieldInUnion() && List->getNumInits())
      Init = List->getInit(0);
    if (!Init || isa<ImplicitValueInitExpr>(Init))
      continue;
    const BitFieldPlan::Unit *U = Plan.unitOf(F);
    if (!U) {
      Out.push_back(Fragment("." + P.names().local(F) + " = ") + P.printValue(Init));
      continue;
    }
    P.Found.needHelper("bit_fields");
    Fragment Placed = Fragment("clrt_place_bits(" + bitFieldMacro(P, F) + ", ");
    Placed += P.printValue(Init) + ")";
    auto [It, New] = Started.try_emplace(U, Out.size());
    bool Ordered = Changing.count(U) || mayChange(P, Init);
    if (Ordered)
      Changing.insert(U);
    if (New)
      Out.push_back(Fragment("." + U->name() + " = ") + Placed);
    else if (Ordered)
      Out[It->second] +=
          unsupportedBitField(P, Init, "an initializer may change a value that another one reads");
    else
      Out[It->second] += Fragment(" | ") + Placed;
  }
  return Out;
}

} // namespace cu2cl
