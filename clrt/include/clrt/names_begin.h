/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Sets the program's macros of one small letter aside, as in `-Dm=4`: clrt's headers use such
   names. names_end.h brings them back. No include guard: each header does so for itself. */
#pragma push_macro("a")
#undef a
#pragma push_macro("b")
#undef b
#pragma push_macro("c")
#undef c
#pragma push_macro("d")
#undef d
#pragma push_macro("e")
#undef e
#pragma push_macro("f")
#undef f
#pragma push_macro("g")
#undef g
#pragma push_macro("h")
#undef h
#pragma push_macro("i")
#undef i
#pragma push_macro("j")
#undef j
#pragma push_macro("k")
#undef k
#pragma push_macro("l")
#undef l
#pragma push_macro("m")
#undef m
#pragma push_macro("n")
#undef n
#pragma push_macro("o")
#undef o
#pragma push_macro("p")
#undef p
#pragma push_macro("q")
#undef q
#pragma push_macro("r")
#undef r
#pragma push_macro("s")
#undef s
#pragma push_macro("t")
#undef t
#pragma push_macro("u")
#undef u
#pragma push_macro("v")
#undef v
#pragma push_macro("w")
#undef w
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z
