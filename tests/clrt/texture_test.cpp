// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texture objects of memory that is too small, of none, and objects that are none. Sampling itself
// is compared in tests/run.

#include "fixture.h"

namespace {

class Texture : public Clrt {
protected:
  clrt::resource_desc linear(void *p, size_t bytes) {
    clrt::resource_desc r = clrt::resource_desc();
    r.resType = CLRT_RESOURCE_TYPE_LINEAR;
    r.res.linear.devPtr = p;
    r.res.linear.desc = clrt::create_channel_desc<float>();
    r.res.linear.sizeInBytes = bytes;
    return r;
  }
  clrt::texture_desc modes = clrt::texture_desc();
  clrt::texture_object object = 0;
};

TEST_F(Texture, LargerThanItsMemory) {
  float *p;
  OK(clrt::malloc(&p, 64));
  clrt::resource_desc all = linear(p, 64), more = linear(p, 1 << 20);
  testing::internal::CaptureStderr();
  OK(clrt::create_texture_object(&object, &all, &modes, nullptr));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  OK(clrt::create_texture_object(&object, &more, &modes, nullptr));
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "clrt: a texture of 1048576 bytes lies in memory that ends after 64: fetches beyond the "
      "end give 0\n");
  OK(clrt::destroy_texture_object(object));
  OK(clrt::free(p));
}

// The values that CUDA 13 gave on an H100.
TEST_F(Texture, OfNothing) {
  float *p;
  OK(clrt::malloc(&p, 64));
  clrt::resource_desc empty = linear(p, 0), null = linear(nullptr, 64);
  OK(clrt::create_texture_object(&object, &empty, &modes, nullptr));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::create_texture_object(&object, &null, &modes, nullptr));
  OK(clrt::destroy_texture_object(0));
  OK(clrt::destroy_texture_object(12345));
  OK(clrt::free(p));
}

// Kernels read by the reference's own type.
TEST_F(Texture, ReferenceToElementsOfAnotherSize) {
  static clrt::texture<float> line;
  static clrt::texture<uchar4, CLRT_TEXTURE_TYPE1D, CLRT_READ_MODE_NORMALIZED_FLOAT> colours;
  float *p;
  OK(clrt::malloc(&p, 64));
  const clrt::channel_format_desc other = clrt::create_channel_desc<float2>(),
                                  ints = clrt::create_channel_desc<int>(),
                                  byte = clrt::create_channel_desc<unsigned char>();
  FAILS(CLRT_ERROR_INVALID_CHANNEL_DESCRIPTOR, clrt::bind_texture(nullptr, line, p, other, 64));
  OK(clrt::bind_texture(nullptr, line, p, ints, 64));
  OK(clrt::bind_texture(nullptr, colours, p, byte, 64)); // read texel by texel
  OK(clrt::unbind_texture(line));
  OK(clrt::unbind_texture(colours));
  OK(clrt::free(p));
}

} // namespace
