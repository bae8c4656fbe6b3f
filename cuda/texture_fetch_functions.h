// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Textures and surfaces in device code, by reference and by object.
#ifndef CU2CL_CUDA_TEXTURE_FETCH_FUNCTIONS_H
#define CU2CL_CUDA_TEXTURE_FETCH_FUNCTIONS_H

#include "texture_types.h"

#ifdef __CUDA__

// Their names belong to the program where it declares them itself: the parse finds these where
// nothing else has the name (frontend/OldTemplates.h).
namespace __cu2cl_references {
template <class __T, int __Type = cudaTextureType1D,
          enum cudaTextureReadMode __Mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : textureReference {
  texture(int normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
          enum cudaTextureAddressMode address = cudaAddressModeClamp);
  texture(int normalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
          cudaChannelFormatDesc desc);
};
template <class __T, int __Type = cudaSurfaceType1D>
struct __device_builtin_surface_type__ surface : surfaceReference {
  surface();
};
} // namespace __cu2cl_references

// What a fetch gives: the element, or, normalised, floats.
template <class __T, enum cudaTextureReadMode __Mode> struct __cu2cl_texel {
  typedef __T type;
};
#define CU2CL_TEXEL(__T, __F)                                                                      \
  template <> struct __cu2cl_texel<__T, cudaReadModeNormalizedFloat> {                             \
    typedef __F type;                                                                              \
  };
CU2CL_TEXEL(char, float)
CU2CL_TEXEL(signed char, float)
CU2CL_TEXEL(unsigned char, float)
CU2CL_TEXEL(short, float)
CU2CL_TEXEL(unsigned short, float)
CU2CL_TEXEL(char1, float1)
CU2CL_TEXEL(uchar1, float1)
CU2CL_TEXEL(short1, float1)
CU2CL_TEXEL(ushort1, float1)
CU2CL_TEXEL(char2, float2)
CU2CL_TEXEL(uchar2, float2)
CU2CL_TEXEL(short2, float2)
CU2CL_TEXEL(ushort2, float2)
CU2CL_TEXEL(char4, float4)
CU2CL_TEXEL(uchar4, float4)
CU2CL_TEXEL(short4, float4)
CU2CL_TEXEL(ushort4, float4)
#undef CU2CL_TEXEL

// By reference the element's type is known; by object it is named or stored through a pointer.
#define CU2CL_FETCH(Name)                                                                          \
  template <class __T, int __Type, enum cudaTextureReadMode __Mode, class... __A>                  \
  __cu2cl_device typename __cu2cl_texel<__T, __Mode>::type Name(                                   \
      __cu2cl_references::texture<__T, __Type, __Mode>, __A...);                                   \
  template <class __T, class... __A> __cu2cl_device __T Name(cudaTextureObject_t, __A...);         \
  template <class __T, class... __A> __cu2cl_device void Name(__T *, cudaTextureObject_t, __A...);
CU2CL_FETCH(tex1D)
CU2CL_FETCH(tex1Dfetch)
CU2CL_FETCH(tex2D)
CU2CL_FETCH(tex3D)
CU2CL_FETCH(tex1DLayered)
CU2CL_FETCH(tex2DLayered)
CU2CL_FETCH(texCubemap)
CU2CL_FETCH(texCubemapLayered)
CU2CL_FETCH(tex1DLod)
CU2CL_FETCH(tex2DLod)
CU2CL_FETCH(tex3DLod)
CU2CL_FETCH(tex1DGrad)
CU2CL_FETCH(tex2DGrad)
CU2CL_FETCH(tex3DGrad)
CU2CL_FETCH(tex1DLayeredLod)
CU2CL_FETCH(tex2DLayeredLod)
CU2CL_FETCH(tex1DLayeredGrad)
CU2CL_FETCH(tex2DLayeredGrad)
CU2CL_FETCH(texCubemapLod)
CU2CL_FETCH(texCubemapGrad)
CU2CL_FETCH(texCubemapLayeredLod)
CU2CL_FETCH(texCubemapLayeredGrad)
#undef CU2CL_FETCH
// Four texels' components; of objects only, since references do not name what it gives.
template <class __T>
__cu2cl_device __T tex2Dgather(cudaTextureObject_t, float __x, float __y, int __component = 0);
template <class __T>
__cu2cl_device void tex2Dgather(__T *, cudaTextureObject_t, float __x, float __y,
                                int __component = 0);

// Reads and writes of surfaces; the coordinates are given in parentheses.
#define CU2CL_UNPACK(...) __VA_ARGS__
#define CU2CL_SURFACE(Name, Coordinates)                                                           \
  template <class __T, int __Type>                                                                 \
  __cu2cl_device __T Name##read(__cu2cl_references::surface<void, __Type>,                         \
                                CU2CL_UNPACK Coordinates,                                          \
                                enum cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap);       \
  template <class __T, int __Type>                                                                 \
  __cu2cl_device void Name##read(__T *, __cu2cl_references::surface<void, __Type>,                 \
                                 CU2CL_UNPACK Coordinates,                                         \
                                 enum cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap);      \
  template <class __T>                                                                             \
  __cu2cl_device __T Name##read(cudaSurfaceObject_t, CU2CL_UNPACK Coordinates,                     \
                                enum cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap);       \
  template <class __T>                                                                             \
  __cu2cl_device void Name##read(__T *, cudaSurfaceObject_t, CU2CL_UNPACK Coordinates,             \
                                 enum cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap);      \
  template <class __T, int __Type>                                                                 \
  __cu2cl_device void Name##write(__T, __cu2cl_references::surface<void, __Type>,                  \
                                  CU2CL_UNPACK Coordinates,                                        \
                                  enum cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap);     \
  template <class __T>                                                                             \
  __cu2cl_device void Name##write(__T, cudaSurfaceObject_t, CU2CL_UNPACK Coordinates,              \
                                  enum cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap);
CU2CL_SURFACE(surf1D, (int __x))
CU2CL_SURFACE(surf2D, (int __x, int __y))
CU2CL_SURFACE(surf3D, (int __x, int __y, int __z))
CU2CL_SURFACE(surf1DLayered, (int __x, int __layer))
CU2CL_SURFACE(surf2DLayered, (int __x, int __y, int __layer))
CU2CL_SURFACE(surfCubemap, (int __x, int __y, int __face))
#undef CU2CL_SURFACE
#undef CU2CL_UNPACK

template <class __T> cudaChannelFormatDesc cudaCreateChannelDesc();
template <class __T, int __Type, enum cudaTextureReadMode __Mode>
cudaError_t
cudaBindTexture(size_t *offset, const __cu2cl_references::texture<__T, __Type, __Mode> &tex,
                const void *devPtr, const cudaChannelFormatDesc &desc, size_t size = 0xffffffff);
template <class __T, int __Type, enum cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture(size_t *offset,
                            const __cu2cl_references::texture<__T, __Type, __Mode> &tex,
                            const void *devPtr, size_t size = 0xffffffff);
template <class __T, int __Type, enum cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture2D(size_t *offset,
                              const __cu2cl_references::texture<__T, __Type, __Mode> &tex,
                              const void *devPtr, const cudaChannelFormatDesc &desc, size_t width,
                              size_t height, size_t pitch);
template <class __T, int __Type, enum cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture2D(size_t *offset,
                              const __cu2cl_references::texture<__T, __Type, __Mode> &tex,
                              const void *devPtr, size_t width, size_t height, size_t pitch);
template <class __T, int __Type, enum cudaTextureReadMode __Mode>
cudaError_t cudaBindTextureToArray(const __cu2cl_references::texture<__T, __Type, __Mode> &tex,
                                   cudaArray_const_t array, const cudaChannelFormatDesc &desc);
template <class __T, int __Type, enum cudaTextureReadMode __Mode>
cudaError_t cudaBindTextureToArray(const __cu2cl_references::texture<__T, __Type, __Mode> &tex,
                                   cudaArray_const_t array);
template <class __T, int __Type, enum cudaTextureReadMode __Mode>
cudaError_t cudaUnbindTexture(const __cu2cl_references::texture<__T, __Type, __Mode> &tex);
template <class __T, int __Type>
cudaError_t cudaBindSurfaceToArray(const __cu2cl_references::surface<__T, __Type> &surf,
                                   cudaArray_const_t array, const cudaChannelFormatDesc &desc);
template <class __T, int __Type>
cudaError_t cudaBindSurfaceToArray(const __cu2cl_references::surface<__T, __Type> &surf,
                                   cudaArray_const_t array);

#endif

#endif
