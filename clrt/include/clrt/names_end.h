/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* tools/clrt-names.py --write writes this file. */

/* Brings back what names_begin.h has set aside. */
#if defined(CLRT_NAMES_8)
#undef CLRT_NAMES_8
#elif defined(CLRT_NAMES_7)
#undef CLRT_NAMES_7
#elif defined(CLRT_NAMES_6)
#undef CLRT_NAMES_6
#elif defined(CLRT_NAMES_5)
#undef CLRT_NAMES_5
#elif defined(CLRT_NAMES_4)
#undef CLRT_NAMES_4
#elif defined(CLRT_NAMES_3)
#undef CLRT_NAMES_3
#elif defined(CLRT_NAMES_2)
#undef CLRT_NAMES_2
#elif defined(CLRT_NAMES_1)
#undef CLRT_NAMES_1
#pragma pop_macro("Argument")
#pragma pop_macro("Arguments")
#pragma pop_macro("Block")
#pragma pop_macro("Bytes")
#pragma pop_macro("C")
#pragma pop_macro("Class")
#pragma pop_macro("D")
#pragma pop_macro("Dimensions")
#pragma pop_macro("First")
#pragma pop_macro("Function")
#pragma pop_macro("Grid")
#pragma pop_macro("Integer")
#pragma pop_macro("IsNumber")
#pragma pop_macro("Kernel")
#pragma pop_macro("M")
#pragma pop_macro("Mode")
#pragma pop_macro("Number")
#pragma pop_macro("Other")
#pragma pop_macro("Param")
#pragma pop_macro("Parts")
#pragma pop_macro("Pointer")
#pragma pop_macro("Rest")
#pragma pop_macro("Result")
#pragma pop_macro("Scope")
#pragma pop_macro("Size")
#pragma pop_macro("Stream")
#pragma pop_macro("T")
#pragma pop_macro("Text")
#pragma pop_macro("Type")
#pragma pop_macro("a")
#pragma pop_macro("b")
#pragma pop_macro("c")
#pragma pop_macro("d")
#pragma pop_macro("e")
#pragma pop_macro("f")
#pragma pop_macro("g")
#pragma pop_macro("h")
#pragma pop_macro("i")
#pragma pop_macro("j")
#pragma pop_macro("k")
#pragma pop_macro("l")
#pragma pop_macro("m")
#pragma pop_macro("n")
#pragma pop_macro("o")
#pragma pop_macro("p")
#pragma pop_macro("q")
#pragma pop_macro("r")
#pragma pop_macro("s")
#pragma pop_macro("t")
#pragma pop_macro("u")
#pragma pop_macro("v")
#pragma pop_macro("w")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")
#endif
