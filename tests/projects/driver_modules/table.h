#ifndef TABLE_H
#define TABLE_H
#include <cuda.h>
#ifdef __cplusplus
extern "C" {
#endif
/* The module of a file in a folder that only the program knows. */
CUresult load(CUmodule *module, const char *name);
#ifdef __cplusplus
}
#endif
#endif
