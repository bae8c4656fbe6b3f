// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included in front of CUDA programs with texture references (nvcc -include), which CUDA 12
// dropped: a reference is a variable in constant memory that holds a texture object, made when the
// program binds memory to it. Not part of cu2cl or of what it writes.
//
// `texture` becomes a macro that adds __constant__, since only a device variable can be named in
// device code. So references are supported as variables and as `textureOf<...> &` parameters; a
// host function that returns `texture<...> &` is not.
#ifndef CU2CL_BENCH_CUDA_TEXTURE_REFERENCES_H
#define CU2CL_BENCH_CUDA_TEXTURE_REFERENCES_H
#if defined(__CUDACC__) && CUDART_VERSION >= 12000

#include <cstdint>
#include <cuda_runtime.h>

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  cudaTextureReadMode readMode;
  cudaTextureObject_t object;
};

// The number of components of T and the bits of each.
template <class T> struct TexelOf {
  static constexpr int Count = 1;
  using Component = T;
};
template <class T, int N> struct TexelOfVector {
  static constexpr int Count = N;
  using Component = T;
};
#define CU2CL_TEXELS(component, name)                                                              \
  template <> struct TexelOf<name##1> : TexelOfVector<component, 1> {};                            \
  template <> struct TexelOf<name##2> : TexelOfVector<component, 2> {};                            \
  template <> struct TexelOf<name##4> : TexelOfVector<component, 4> {};
CU2CL_TEXELS(char, char)
CU2CL_TEXELS(unsigned char, uchar)
CU2CL_TEXELS(short, short)
CU2CL_TEXELS(unsigned short, ushort)
CU2CL_TEXELS(int, int)
CU2CL_TEXELS(unsigned, uint)
CU2CL_TEXELS(float, float)
#undef CU2CL_TEXELS

template <int N> struct FloatsOf;
template <> struct FloatsOf<1> {
  using Type = float;
};
template <> struct FloatsOf<2> {
  using Type = float2;
};
template <> struct FloatsOf<4> {
  using Type = float4;
};

// What a fetch gives: the element, or floats in [0, 1] or [-1, 1].
template <class T, cudaTextureReadMode Mode> struct FetchedFrom {
  using Type = T;
};
template <class T> struct FetchedFrom<T, cudaReadModeNormalizedFloat> {
  using Type = typename FloatsOf<TexelOf<T>::Count>::Type;
};

template <class T> constexpr cudaChannelFormatDesc channelsOf() {
  using Component = typename TexelOf<T>::Component;
  constexpr int Bits = 8 * sizeof(Component), Count = TexelOf<T>::Count;
  return {Bits, Count > 1 ? Bits : 0, Count > 2 ? Bits : 0, Count > 3 ? Bits : 0,
          Component(0.5) != Component(0) ? cudaChannelFormatKindFloat
          : Component(-1) < Component(0) ? cudaChannelFormatKindSigned
                                         : cudaChannelFormatKindUnsigned};
}

template <class T, int Type = cudaTextureType1D, cudaTextureReadMode Mode = cudaReadModeElementType>
struct textureOf : textureReference {
  constexpr textureOf(int Normalized = 0, cudaTextureFilterMode Filter = cudaFilterModePoint,
                      cudaTextureAddressMode Address = cudaAddressModeClamp,
                      cudaChannelFormatDesc Channels = channelsOf<T>())
      : textureReference{Normalized, Filter, {Address, Address, Address}, Channels, Mode, 0} {}
};

// A reference is the address of the host's copy of the variable, which keeps what the program wrote
// there; the device's copy has the object, too.
inline cudaError_t setObject(const textureReference *Texture, cudaTextureObject_t Object) {
  textureReference Bound = *Texture;
  Bound.object = Object;
  return cudaMemcpyToSymbol(static_cast<const void *>(Texture), &Bound, sizeof(Bound));
}

inline cudaError_t cudaUnbindTexture(const textureReference *Texture) {
  textureReference Bound;
  cudaError_t State =
      cudaMemcpyFromSymbol(&Bound, static_cast<const void *>(Texture), sizeof(Bound));
  if (State != cudaSuccess || Bound.object == 0)
    return State;
  cudaDestroyTextureObject(Bound.object);
  return setObject(Texture, 0);
}

inline cudaError_t bindResource(const textureReference *Texture, const cudaResourceDesc &Resource) {
  if (!Texture)
    return cudaErrorInvalidValue;
  cudaTextureDesc Description = {};
  for (int I = 0; I < 3; ++I)
    Description.addressMode[I] = Texture->addressMode[I];
  Description.filterMode = Texture->filterMode;
  Description.readMode = Texture->readMode;
  Description.normalizedCoords = Texture->normalized;
  cudaTextureObject_t Object;
  cudaError_t State = cudaCreateTextureObject(&Object, &Resource, &Description, nullptr);
  return State != cudaSuccess ? State : setObject(Texture, Object);
}

// The texture begins at an aligned address; Offset, where it is wanted, is what the program adds to
// its indices, in bytes.
inline char *alignedStart(size_t *Offset, const void *Pointer) {
  size_t Rest = Offset ? reinterpret_cast<uintptr_t>(Pointer) % 512 : 0;
  if (Offset)
    *Offset = Rest;
  return static_cast<char *>(const_cast<void *>(Pointer)) - Rest;
}

inline cudaError_t cudaBindTexture(size_t *Offset, const textureReference *Texture,
                                   const void *Pointer, const cudaChannelFormatDesc *Channels,
                                   size_t Size = UINT_MAX) {
  int Device = 0, MaxWidth = 0;
  cudaGetDevice(&Device);
  cudaDeviceGetAttribute(&MaxWidth, cudaDevAttrMaxTexture1DLinearWidth, Device);
  size_t Most = size_t(MaxWidth) * (Channels->x + Channels->y + Channels->z + Channels->w) / 8;
  cudaResourceDesc Resource = {};
  Resource.resType = cudaResourceTypeLinear;
  Resource.res.linear.devPtr = alignedStart(Offset, Pointer);
  Resource.res.linear.desc = *Channels;
  Size += static_cast<const char *>(Pointer) - static_cast<char *>(Resource.res.linear.devPtr);
  Resource.res.linear.sizeInBytes = Size < Most ? Size : Most;
  return bindResource(Texture, Resource);
}
inline cudaError_t cudaBindTexture2D(size_t *Offset, const textureReference *Texture,
                                     const void *Pointer, const cudaChannelFormatDesc *Channels,
                                     size_t Width, size_t Height, size_t Pitch) {
  cudaResourceDesc Resource = {};
  Resource.resType = cudaResourceTypePitch2D;
  Resource.res.pitch2D.devPtr = alignedStart(Offset, Pointer);
  Resource.res.pitch2D.desc = *Channels;
  Resource.res.pitch2D.width = Width;
  Resource.res.pitch2D.height = Height;
  Resource.res.pitch2D.pitchInBytes = Pitch;
  return bindResource(Texture, Resource);
}
inline cudaError_t cudaBindTextureToArray(const textureReference *Texture, cudaArray_const_t Array,
                                          const cudaChannelFormatDesc *) {
  cudaResourceDesc Resource = {};
  Resource.resType = cudaResourceTypeArray;
  Resource.res.array.array = const_cast<cudaArray_t>(Array);
  return bindResource(Texture, Resource);
}

// The forms that take the variable itself, with its own channels or others.
#define CU2CL_TEXTURE template <class T, int Type, cudaTextureReadMode Mode> cudaError_t
#define CU2CL_VARIABLE const textureOf<T, Type, Mode> &Texture
CU2CL_TEXTURE cudaBindTexture(size_t *Offset, CU2CL_VARIABLE, const void *Pointer,
                              const cudaChannelFormatDesc &Channels, size_t Size = UINT_MAX) {
  return cudaBindTexture(Offset, &Texture, Pointer, &Channels, Size);
}
CU2CL_TEXTURE cudaBindTexture(size_t *Offset, CU2CL_VARIABLE, const void *Pointer,
                              size_t Size = UINT_MAX) {
  return cudaBindTexture(Offset, &Texture, Pointer, &Texture.channelDesc, Size);
}
CU2CL_TEXTURE cudaBindTexture2D(size_t *Offset, CU2CL_VARIABLE, const void *Pointer,
                                const cudaChannelFormatDesc &Channels, size_t Width, size_t Height,
                                size_t Pitch) {
  return cudaBindTexture2D(Offset, &Texture, Pointer, &Channels, Width, Height, Pitch);
}
CU2CL_TEXTURE cudaBindTexture2D(size_t *Offset, CU2CL_VARIABLE, const void *Pointer, size_t Width,
                                size_t Height, size_t Pitch) {
  return cudaBindTexture2D(Offset, &Texture, Pointer, &Texture.channelDesc, Width, Height, Pitch);
}
CU2CL_TEXTURE cudaBindTextureToArray(CU2CL_VARIABLE, cudaArray_const_t Array,
                                     const cudaChannelFormatDesc &Channels) {
  return cudaBindTextureToArray(&Texture, Array, &Channels);
}
CU2CL_TEXTURE cudaBindTextureToArray(CU2CL_VARIABLE, cudaArray_const_t Array) {
  return cudaBindTextureToArray(&Texture, Array, &Texture.channelDesc);
}
CU2CL_TEXTURE cudaUnbindTexture(CU2CL_VARIABLE) { return cudaUnbindTexture(&Texture); }
#undef CU2CL_VARIABLE
#undef CU2CL_TEXTURE

#define CU2CL_FETCH(name, parameters, arguments)                                                   \
  template <class T, cudaTextureReadMode Mode>                                                     \
  __device__ typename FetchedFrom<T, Mode>::Type name parameters {                                 \
    return name<typename FetchedFrom<T, Mode>::Type> arguments;                                    \
  }
#define CU2CL_TEXTURE(type) const textureOf<T, type, Mode> &Texture
CU2CL_FETCH(tex1Dfetch, (CU2CL_TEXTURE(cudaTextureType1D), int X), (Texture.object, X))
CU2CL_FETCH(tex1D, (CU2CL_TEXTURE(cudaTextureType1D), float X), (Texture.object, X))
CU2CL_FETCH(tex2D, (CU2CL_TEXTURE(cudaTextureType2D), float X, float Y), (Texture.object, X, Y))
CU2CL_FETCH(tex3D, (CU2CL_TEXTURE(cudaTextureType3D), float X, float Y, float Z),
            (Texture.object, X, Y, Z))
CU2CL_FETCH(tex1DLayered, (CU2CL_TEXTURE(cudaTextureType1DLayered), float X, int Layer),
            (Texture.object, X, Layer))
CU2CL_FETCH(tex2DLayered, (CU2CL_TEXTURE(cudaTextureType2DLayered), float X, float Y, int Layer),
            (Texture.object, X, Y, Layer))
CU2CL_FETCH(texCubemap, (CU2CL_TEXTURE(cudaTextureTypeCubemap), float X, float Y, float Z),
            (Texture.object, X, Y, Z))
#undef CU2CL_TEXTURE
#undef CU2CL_FETCH

#define texture __constant__ textureOf

#endif
#endif
