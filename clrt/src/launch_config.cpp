// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches with attributes.

#include "internal.h"

#include <cstdio>

using namespace clrt_impl;

// What the launch would need and has not got; nullptr: nothing.
static const char *lacks(const clrt_launch_attribute &a) {
  switch (a.id) {
  case CLRT_LAUNCH_ATTRIBUTE_COOPERATIVE:
    return a.val.cooperative ? "blocks that wait for each other" : nullptr;
  case CLRT_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
    return a.val.clusterDim.x * a.val.clusterDim.y * a.val.clusterDim.z > 1 ? "clusters of blocks"
                                                                            : nullptr;
  case CLRT_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
  case CLRT_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
    return "events that kernels record";
  default: // a hint: a kernel that may start early starts in its turn
    return nullptr;
  }
}

clrt_error clrt_check_launch(const clrt_launch_config *c) {
  if (!c || (c->numAttrs != 0 && !c->attrs))
    return record(CLRT_ERROR_INVALID_VALUE);
  for (unsigned i = 0; i < c->numAttrs; ++i)
    if (const char *what = lacks(c->attrs[i])) {
      fprintf(stderr, "clrt: a launch that asks for %s is not supported\n", what);
      return record(CLRT_ERROR_NOT_SUPPORTED);
    }
  return CLRT_SUCCESS;
}

clrt_error clrt_launch_kernel_exc(const clrt_launch_config *c, const void *function, void **args) {
  clrt_error e = clrt_check_launch(c);
  return e == CLRT_SUCCESS ? clrt_launch_kernel(function, c->gridDim, c->blockDim, args,
                                                c->dynamicSmemBytes, c->stream)
                           : e;
}
