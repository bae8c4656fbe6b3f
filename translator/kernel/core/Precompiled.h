// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The headers that almost every rule includes, compiled once.
#include "kernel/core/KernelPrinter.h"
