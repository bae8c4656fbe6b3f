/* A host in C. */
#include "table.h"
#include <stdio.h>
#include <stdlib.h>

CUresult load(CUmodule *module, const char *name) {
  char path[256];
  const char *folder = getenv("MODULES");
  CUcontext second;
#if CUDA_VERSION >= 13000
  CUresult r = cuCtxCreate(&second, NULL, 0, 0);
#else
  CUresult r = cuCtxCreate(&second, 0, 0);
#endif
  if (r == CUDA_SUCCESS)
    r = cuCtxDestroy(second);
  snprintf(path, sizeof path, "%s/%s", folder ? folder : ".", name);
  return r == CUDA_SUCCESS ? cuModuleLoad(module, path) : r;
}
