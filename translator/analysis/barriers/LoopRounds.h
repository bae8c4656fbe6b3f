// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_LOOPROUNDS_H
#define CU2CL_ANALYSIS_BARRIERS_LOOPROUNDS_H

#include "analysis/barriers/BarrierJumps.h"
#include "analysis/barriers/Barriers.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace cu2cl {

/// A loop around barriers whose body may lead back to its head on several ways, some of which only
/// single threads take, before it is decided whether the loop goes on. Compilers make these ways
/// loops of their own, and PoCL 3.1 then loses threads (clrt/device/rounds.clh). A question at the
/// end of the body keeps them together.
struct OpenLoop {
  const clang::Stmt *Loop = nullptr;
  const clang::Stmt *Body = nullptr;
  std::vector<const clang::ContinueStmt *> Continues; ///< must come to the end of the body, too
};

/// Those of function \p F. \p Around: statements with barriers, or the like.
std::vector<OpenLoop> findOpenLoops(const BarrierMap &Barriers, const clang::FunctionDecl *F,
                                    const StmtSet &Around);

/// The statement that the body of a loop ends with; null if it is empty.
const clang::Stmt *endOfBody(const clang::Stmt *Body);

} // namespace cu2cl

#endif
