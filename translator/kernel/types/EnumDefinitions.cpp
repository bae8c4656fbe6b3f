// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The definitions of enumerations.

#include "kernel/core/Constants.h"
#include "kernel/core/EnumValues.h"
#include "kernel/core/Literals.h"
#include "kernel/core/TypeText.h"
#include "kernel/types/TypeDefinitions.h"

using namespace clang;

namespace cu2cl {

/// The tokens of enumerator \p E in its braces, with the comma after it.
static TokenRange tokensOfEnumerator(KernelPrinter &P, const EnumConstantDecl *E) {
  TokenRange All = P.unit().tokensOf(E->getSourceRange());
  if (!All.empty() && P.unit().tokenText(All.End) == ",")
    ++All.End;
  return All;
}

/// \p E as a macro, since its value is none of an int, which C wants in an enum:
///   enum { KB = 1 << 10, TB = 1ull << 40 };    enum { KB = 1 << 10, };
///                                              #define TB ((ulong)(1ul << 40))
static Fragment printWideEnumerator(KernelPrinter &P, const EnumConstantDecl *E) {
  Fragment Value(llvm::toString(E->getInitVal(), 10));
  if (const Expr *Init = E->getInitExpr())
    Value = printConstant(P, Init, E->getInitVal());
  QualType T = enumeratorTypeInC(P.context(), E);
  return Fragment("\n#define " + P.names().global(E) + " ((" +
                  P.Locals.types().base(T, StoredIn::Memory) + ")(") +
         Value + "))";
}

Fragment printEnum(KernelPrinter &P, const EnumDecl *D) {
  std::string Name = P.names().type(D);
  // An enum of a class template's instance knows no braces of its own.
  const EnumDecl *Written = D->getInstantiatedFromMemberEnum();
  TokenRange Braces = P.unit().tokensOf((Written ? Written : D)->getBraceRange());
  std::vector<KernelPrinter::Edit> Edits;
  Fragment Wide, Built("{");
  bool IsEmpty = true;
  for (const EnumConstantDecl *E : D->enumerators()) {
    if (enumeratorTypeInC(P.context(), E) != P.context().IntTy) {
      Edits.push_back({tokensOfEnumerator(P, E), ""});
      Wide = Wide + printWideEnumerator(P, E);
      continue;
    }
    Built +=
        (IsEmpty ? " " : ", ") + P.names().global(E) + " = " + llvm::toString(E->getInitVal(), 10);
    IsEmpty = false;
    TokenRange Token = P.unit().tokensOf(E->getLocation());
    std::string Text = P.names().global(E);
    if (!Token.empty() && P.unit().tokenText(Token.Begin) != Text)
      Edits.push_back({Token, Text});
    if (const Expr *Init = E->getInitExpr())
      if (TokenRange R = P.unit().tokensOf(Init->getSourceRange()); !R.empty())
        Edits.push_back({R, printConstant(P, Init, E->getInitVal())});
  }
  // One of a library or of a macro's text has no tokens here.
  Fragment Body = Braces.empty() ? Built + " }" : P.compose(Braces, std::move(Edits));
  QualType T = D->getIntegerType();
  bool HasName = D->getIdentifier() || D->getTypedefNameForAnonDecl();
  Fragment Type =
      Fragment("typedef " + P.Locals.types().base(T, StoredIn::Memory) + " " + Name + ";");
  if (IsEmpty) // C has no enum without enumerators
    return (HasName ? Type : Fragment()) + Wide;
  if (!HasName)
    return Fragment("enum ") + Body + ";" + Wide;
  // In C an enum is as wide as an int.
  if (P.context().getTypeSize(T) != 32)
    return Fragment("enum ") + Body + ";\n" + Type + Wide;
  return Fragment("typedef enum " + Name + " ") + Body + " " + Name + ";" + Wide;
}

} // namespace cu2cl
