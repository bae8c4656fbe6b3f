// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
struct Shape {
  size_t x, y;
  Shape(size_t x, size_t y);
};
void *nothing();
