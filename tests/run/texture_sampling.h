// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a texture gives, by the formulas of CUDA's programming guide ("Texture Fetching"), in double,
// with the roundings that an H200 was seen to have: the expected values of the texture tests. Plain
// host code.
#pragma once

#include <cmath>

enum class Address { Wrap, Clamp, Mirror, Border };

// The texel that index `i` of an axis of `n` texels means; -1: the border.
inline int texel_index(int i, int n, Address mode) {
  switch (mode) {
  case Address::Wrap:
    return ((i % n) + n) % n;
  case Address::Mirror: {
    int in_period = ((i % (2 * n)) + 2 * n) % (2 * n);
    return in_period < n ? in_period : 2 * n - 1 - in_period;
  }
  case Address::Border:
    return i < 0 || i >= n ? -1 : i;
  default:
    return i < 0 ? 0 : i >= n ? n - 1 : i;
  }
}

// Wrap and mirror need normalised coordinates.
inline Address effective(Address mode, bool normalized) {
  bool repeats = mode == Address::Wrap || mode == Address::Mirror;
  return repeats && !normalized ? Address::Clamp : mode;
}

struct Texels {
  int width, height, depth;
  Address mode[3];
  bool normalized, linear;
  double border;
};

// Where coordinate `x` lies: two texels, and the weight of the second in 256ths.
struct AxisPlace {
  int first, second;
  double weight;
};
inline AxisPlace place_on_axis(const Texels &t, double x, int n, int axis) {
  Address mode = effective(t.mode[axis], t.normalized);
  if (t.normalized) {
    const double steps = 1 << 21; // of normalised coordinates, for at most 8192 texels
    if (mode == Address::Clamp)
      x = x < 0 ? 0 : x > 1 ? 1 : x;
    x = std::floor(x * steps) / steps * n;
  }
  if (!t.linear) {
    int i = texel_index((int)std::floor(x), n, mode);
    return {i, i, 0};
  }
  double at = std::floor(x * 256 + 0.5) - 128, below = std::floor(at / 256);
  AxisPlace place = {texel_index((int)below, n, mode), texel_index((int)below + 1, n, mode),
                     at - below * 256};
  if (mode == Address::Clamp && place.first == place.second)
    place.weight = 0;
  return place;
}

// `texel(x, y, z)` gives a texel's value as the read mode has it.
template <class Texel>
double sampled(const Texels &t, int dimensions, double x, double y, double z, Texel texel) {
  AxisPlace a = place_on_axis(t, x, t.width, 0);
  AxisPlace b = dimensions > 1 ? place_on_axis(t, y, t.height, 1) : AxisPlace{0, 0, 0};
  AxisPlace c = dimensions > 2 ? place_on_axis(t, z, t.depth, 2) : AxisPlace{(int)z, (int)z, 0};
  double sum = 0;
  for (int corner = 0; corner < 8; corner++) {
    int i = corner & 1 ? a.second : a.first, j = corner & 2 ? b.second : b.first,
        k = corner & 4 ? c.second : c.first;
    // z divides 256 in two, x each of these, half a step going to the second texel, and y each of
    // those, where the first column's half goes to the first row.
    double plane = corner & 4 ? c.weight : 256 - c.weight;
    double right = std::floor(a.weight * plane / 256 + 0.5);
    double column = corner & 1 ? right : plane - right;
    double lower = corner & 1 ? std::floor(b.weight * column / 256 + 0.5)
                              : std::ceil(b.weight * column / 256 - 0.5);
    double weight = (corner & 2 ? lower : column - lower) / 256;
    if (weight != 0)
      sum += weight * (i < 0 || j < 0 || k < 0 ? t.border : (double)texel(i, j, k));
  }
  return sum;
}
