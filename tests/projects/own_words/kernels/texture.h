// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A header of the project with the name of a type of CUDA's.
#pragma once
struct Texel {
  int red;
};
