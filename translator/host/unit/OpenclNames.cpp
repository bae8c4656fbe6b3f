// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of the project that the port's headers take: cl_event, CL_SUCCESS, namespace clrt. A macro
// of such a name would silently have another value in the port.

#include "host/unit/HostUnit.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace cu2cl {

namespace {
enum class Taken { AsMacro, AsDeclaration };
} // namespace

static const llvm::StringMap<Taken> &takenNames() {
  static const llvm::StringMap<Taken> Table = {
      {"clrt", Taken::AsDeclaration},
#define OPENCL_MACRO(Name) {#Name, Taken::AsMacro},
#define OPENCL_DECLARED(Name) {#Name, Taken::AsDeclaration},
#include "catalog/OpenclNames.def"
  };
  return Table;
}

/// Whether \p Loc stands in text of the project that is not OpenCL's own, brought along.
static bool isProjects(const HostUnit &U, SourceLocation Loc) {
  return U.Source.isEditable(Loc) && !StringRef(U.Side.pathOf(Loc)).contains("/CL/");
}

/// Whether the project declares \p Name where the headers do, outside of classes and namespaces.
static bool isDeclaredOutside(const HostUnit &U, StringRef Name) {
  const ASTContext &C = U.Side.context();
  return llvm::any_of(C.getTranslationUnitDecl()->lookup(&C.Idents.get(Name)),
                      [&](const NamedDecl *D) { return isProjects(U, D->getLocation()); });
}

void checkOpenclNames(HostUnit &U) {
  std::set<std::string> Reported;
  for (const MacroDefinition &D : U.Side.Macros)
    if (takenNames().count(D.Name) && isProjects(U, D.Range.getBegin()) &&
        Reported.insert(D.Name).second)
      U.report(diag::ReservedOpenClName, D.Range.getBegin(), {D.Name});
  for (FileID File : U.Source.projectFiles()) {
    if (!isProjects(U, U.Side.sources().getLocForStartOfFile(File)))
      continue;
    for (const syntax::Token &Token : U.Source.spelledTokens(File)) {
      StringRef Word = Token.text(U.Side.sources());
      auto Found = takenNames().find(Word);
      if (Found == takenNames().end() || !U.UserNames.count(Token.location().getRawEncoding()))
        continue;
      // Members and local variables hide types and functions, but not macros.
      if ((Found->second == Taken::AsMacro || isDeclaredOutside(U, Word)) &&
          Reported.insert(Word.str()).second)
        U.report(diag::ReservedOpenClName, Token.location(), {Word.str()});
    }
  }
}

} // namespace cu2cl
