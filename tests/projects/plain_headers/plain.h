// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Needs no header of CUDA; only plain C++ files include it.
#pragma once
struct Plain { float *d_data; };
int use(Plain &p);
