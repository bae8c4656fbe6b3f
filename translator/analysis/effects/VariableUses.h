// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_VARIABLEUSES_H
#define CU2CL_ANALYSIS_EFFECTS_VARIABLEUSES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include <functional>

namespace cu2cl {

/// The part of its object that a method retains after the call.
enum class Kept {
  Nothing,
  Part, ///< it returns a reference to the object or a part of it
  Object
};

/// The effect of a function on a variable, or a part of it, besides reading it.
struct VariableUses {
  bool IsChangedOrKept = false; ///< it gets a value, or something gets its address
  bool IsReturned = false;      ///< a reference to it is returned
};

/// The effect of a method that is called on the variable.
using KeptByMethod = std::function<Kept(const clang::CXXMethodDecl *)>;

/// The uses of \p V in the whole text of \p F, a constructor's initialisers included; of the object
/// of \p F, a method, if \p V is null. A lambda's body is not looked into: what it captures counts.
VariableUses usesIn(const clang::FunctionDecl *F, const clang::ValueDecl *V,
                    const KeptByMethod &Method);

} // namespace cu2cl

#endif
