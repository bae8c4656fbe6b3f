// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sharing with OpenGL: parameters are not checked.
#ifndef CU2CL_CUDA_CUDA_GL_INTEROP_H
#define CU2CL_CUDA_CUDA_GL_INTEROP_H

#include "driver_types.h"



__cu2cl_c_begin

cudaError_t cudaGLGetDevices(__cu2cl_any);
cudaError_t cudaGLSetGLDevice(__cu2cl_any);
cudaError_t cudaGraphicsGLRegisterBuffer(__cu2cl_any);
cudaError_t cudaGraphicsGLRegisterImage(__cu2cl_any);
cudaError_t cudaGLRegisterBufferObject(__cu2cl_any);
cudaError_t cudaGLUnregisterBufferObject(__cu2cl_any);
cudaError_t cudaGLMapBufferObject(__cu2cl_any);
cudaError_t cudaGLUnmapBufferObject(__cu2cl_any);
cudaError_t cudaGLMapBufferObjectAsync(__cu2cl_any);
cudaError_t cudaGLSetBufferObjectMapFlags(__cu2cl_any);

__cu2cl_c_end

#endif
