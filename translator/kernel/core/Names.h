// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_NAMES_H
#define CU2CL_KERNEL_CORE_NAMES_H

#include "analysis/spaces/AddressSpaces.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <set>
#include <string>

namespace cu2cl {

/// How sure a name of the user clashes in OpenCL C.
enum class Reserved {
  No,
  Word,    ///< keyword, type, macro: no declaration may have it
  Function ///< built-in function: no function, type or file-scope name may have it
};
Reserved reserved(llvm::StringRef Name);

/// The OpenCL names of the unit's declarations. Scopes, template arguments and overloads go into
/// the name; what clashes with a word of OpenCL C gets a '_' appended.
class Names {
public:
  explicit Names(const clang::ASTContext &Context) : Context(Context) {}

  /// "reduce_float_256", with the version's suffix.
  std::string function(const FunctionClone &V);
  /// Records, enums, typedefs.
  std::string type(const clang::TypeDecl *D);
  /// Parameters, local variables, fields, for a function's text: a variable's name has a mark
  /// after it (core/source/NameMarks.h), since only the whole text shows whether it hides another
  /// name.
  std::string local(const clang::NamedDecl *D) const;
  /// The same without the mark, to compare with other names.
  std::string plainLocal(const clang::NamedDecl *D) const;
  /// File-scope variables, static members, enumerators.
  std::string global(const clang::NamedDecl *D);

  /// The names of file scope that were asked for since the last call of forgetMentioned().
  const std::set<std::string> &mentioned() const { return Mentioned; }
  void forgetMentioned() { Mentioned.clear(); }

private:
  const std::string &mention(const std::string &Name) { return *Mentioned.insert(Name).first; }
  std::string functionName(const clang::FunctionDecl *F);
  std::string unique(const clang::NamedDecl *D, std::string Name);
  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::Decl *, std::string> Known;
  llvm::StringMap<const clang::Decl *> Taken;
  std::set<std::string> Mentioned;
};

/// The enumerator of \p D with this value, null if none has it.
const clang::EnumConstantDecl *enumerator(const clang::EnumDecl *D, const llvm::APSInt &Value);

/// Template arguments as a part of a name: "_float_256".
std::string nameSuffix(llvm::ArrayRef<clang::TemplateArgument> Arguments,
                       const clang::ASTContext &Context);

} // namespace cu2cl

#endif
