// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuda::std, the part of libcu++ that is the C++ library under another name.
#ifndef CU2CL_CUDA_CU2CL_STD_H
#define CU2CL_CUDA_CU2CL_STD_H

#include "cuda_runtime.h"

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

#endif
