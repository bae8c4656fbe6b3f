// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Does not build.
//@device any

//@variant 1 unbuilt_x1 of unbuilt for test
//@ items 1 1 1, group 1 1 1
__kernel void unbuilt_x1(__global int *who) { who[0] = no_such_variable; }

//@variant 1 unbuilt_x2 of unbuilt for test
//@ items 1 1 1, group 1 1 1
__kernel void unbuilt_x2(__global int *who) { who[0] = 3; }

//@variant 1 second_of_unbuilt of second for test
//@ items 1 1 1, group 1 1 1
__kernel void second_of_unbuilt(__global int *who) { who[0] = 3; }

// Contract lines that a person broke: these two are left out, the others stay.
//@variant 1 second_broken of second for test
//@ items 1 1 1, grupp 1 1 1
//@variant 2 second_newer of second for test
//@ items 1 1 1, group 1 1 1
