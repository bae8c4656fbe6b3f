// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuda::std in host code: the C++ library under the name that libcu++ gives it.
#ifndef CLRT_CUDA_STD_HPP
#define CLRT_CUDA_STD_HPP
#include "names_begin.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#if __cplusplus >= 201703L
#include <optional>
#include <variant>
#endif

namespace cuda {
namespace std {
using namespace ::std;
} // namespace std
} // namespace cuda

#include "names_end.h"

#endif
