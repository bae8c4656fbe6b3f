// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// docs/support.md is what the rows say.

#include "catalog/Support.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

TEST(Support, PageIsUpToDate) {
  auto Buffer = llvm::MemoryBuffer::getFile(CU2CL_TEST_SOURCE "/docs/support.md");
  ASSERT_TRUE(Buffer);
  EXPECT_TRUE((*Buffer)->getBuffer() == cu2cl::catalog::supportPage())
      << "run: cu2cl-generate support docs/support.md";
}
