// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What rows of float16_api.h are on the host. Included in front of them, without a guard, first
// with CLRT_F16_DECLARED: in a class.
#undef CLRT_F16_FROM
#undef CLRT_F16_TO
#ifdef CLRT_F16_DECLARED
#define CLRT_F16_FROM(T, Type, Function) T(Type a);
#define CLRT_F16_TO(T, Type, Function) operator Type() const;
#undef CLRT_F16_DECLARED
#else
#undef CLRT_F16_CALL_1
#undef CLRT_F16_CALL_2
#undef CLRT_F16_CALL_3
#undef CLRT_F16_CHANGE_1
#undef CLRT_F16_CHANGE_2
#undef CLRT_F16_POSTFIX
#define CLRT_F16_FROM(T, Type, Function)                                                           \
  inline T::T(Type a) : x(clrt::float16::Function(a).x) {}
#define CLRT_F16_TO(T, Type, Function)                                                             \
  inline T::operator Type() const { return clrt::float16::Function(*this); }
#define CLRT_F16_CALL_1(Result, Name, A, Function)                                                 \
  inline Result Name(A a) { return clrt::float16::Function(a); }
#define CLRT_F16_CALL_2(Result, Name, A, B, Function)                                              \
  inline Result Name(A a, B b) { return clrt::float16::Function(a, b); }
#define CLRT_F16_CALL_3(Result, Name, A, B, C, Function)                                           \
  inline Result Name(A a, B b, C c) { return clrt::float16::Function(a, b, c); }
#define CLRT_F16_CHANGE_1(T, Name, Function)                                                       \
  inline T &Name(T &a) { return a = clrt::float16::Function(a); }
#define CLRT_F16_CHANGE_2(T, Name, Function)                                                       \
  inline T &Name(T &a, T b) { return a = clrt::float16::Function(a, b); }
#define CLRT_F16_POSTFIX(T, Name, Function)                                                        \
  inline T Name(T &a, int) {                                                                       \
    T old = a;                                                                                     \
    a = clrt::float16::Function(a);                                                                \
    return old;                                                                                    \
  }
#endif
