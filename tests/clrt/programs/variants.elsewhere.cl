// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// For no device that there is.
//@device vendor="Nobody" type!=cpu

//@variant 1 elsewhere_x1 of elsewhere for nobody
//@ items 1 1 1, group 1 1 1
__kernel void elsewhere_x1(__global int *who) { who[0] = 2; }
