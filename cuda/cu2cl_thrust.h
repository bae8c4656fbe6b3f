// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What programs name of Thrust. Calls take anything: they are refused anyway.
#ifndef CU2CL_CUDA_CU2CL_THRUST_H
#define CU2CL_CUDA_CU2CL_THRUST_H

#include "cuda_runtime.h"

#ifdef __cplusplus
#include <exception>
#include <initializer_list>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#define THRUST_VERSION 200000

namespace thrust {

template <class __T> class device_ptr;

template <class __T> class device_reference {
public:
  __cu2cl_both operator __T() const;
  __cu2cl_both device_reference &operator=(const __T &);
  __cu2cl_both device_reference &operator=(const device_reference &);
  __cu2cl_both device_reference &operator+=(const __T &);
  __cu2cl_both device_reference &operator-=(const __T &);
  __cu2cl_both device_ptr<__T> operator&() const;
};

template <class __T> class device_ptr {
public:
  typedef __T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef __T *pointer;
  typedef __T &reference;
  typedef std::random_access_iterator_tag iterator_category;
  __cu2cl_both device_ptr();
  __cu2cl_both explicit device_ptr(__T *);
  template <class __U> __cu2cl_both device_ptr(const device_ptr<__U> &);
  __cu2cl_both __T *get() const;
  __cu2cl_both device_reference<__T> operator*() const;
  __cu2cl_both device_reference<__T> operator[](std::ptrdiff_t) const;
  __cu2cl_both device_ptr operator+(std::ptrdiff_t) const;
  __cu2cl_both device_ptr operator-(std::ptrdiff_t) const;
  __cu2cl_both std::ptrdiff_t operator-(const device_ptr &) const;
  __cu2cl_both device_ptr &operator++();
  __cu2cl_both device_ptr &operator+=(std::ptrdiff_t);
  __cu2cl_both bool operator==(const device_ptr &) const;
  __cu2cl_both bool operator!=(const device_ptr &) const;
};

template <class __T, class Allocator = void> class host_vector : public std::vector<__T> {
public:
  using std::vector<__T>::vector;
  host_vector() = default;
  template <class __V> host_vector(const __V &);
  template <class __V> host_vector &operator=(const __V &);
};

template <class __T, class Allocator = void> class device_vector {
public:
  typedef __T value_type;
  typedef device_ptr<__T> iterator;
  typedef device_ptr<const __T> const_iterator;
  typedef device_reference<__T> reference;
  typedef device_ptr<__T> pointer;
  typedef std::size_t size_type;
  device_vector();
  explicit device_vector(std::size_t);
  device_vector(std::size_t, const __T &);
  template <class __V> device_vector(const __V &);
  template <class __I> device_vector(__I, __I);
  device_vector(std::initializer_list<__T>);
  template <class __V> device_vector &operator=(const __V &);
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  const_iterator cbegin() const;
  const_iterator cend() const;
  std::reverse_iterator<iterator> rbegin();
  std::reverse_iterator<iterator> rend();
  std::size_t size() const;
  std::size_t capacity() const;
  bool empty() const;
  pointer data();
  device_ptr<const __T> data() const;
  reference operator[](std::size_t);
  __T operator[](std::size_t) const;
  reference front();
  reference back();
  void resize(std::size_t);
  void resize(std::size_t, const __T &);
  void reserve(std::size_t);
  void clear();
  void shrink_to_fit();
  void push_back(const __T &);
  void pop_back();
  void swap(device_vector &);
  template <class... __A> void assign(__A &&...);
  template <class... __A> iterator erase(__A &&...);
  template <class... __A> iterator insert(__A &&...);
};

template <class __T> __cu2cl_both device_ptr<__T> device_pointer_cast(__T *);
template <class __T> __cu2cl_both __T *raw_pointer_cast(__T *);
template <class __T> __cu2cl_both __T *raw_pointer_cast(const device_ptr<__T> &);
template <class __T> device_ptr<__T> device_malloc(std::size_t);
template <class __T> void device_free(__T);
template <class __T, class... __A> device_ptr<__T> device_new(__A &&...);

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;

struct execution_policy {
  template <class... __A> execution_policy operator()(__A &&...) const;
  template <class... __A> execution_policy on(__A &&...) const;
};
static const execution_policy device = {}, host = {}, seq = {};
namespace cuda {
static const execution_policy par = {}, par_nosync = {};
}
namespace omp {
static const execution_policy par = {};
}

/// Converts to whatever the caller wants: the result of a refused call.
struct anything {
  template <class __T> __cu2cl_both operator __T() const;
};

#define CU2CL_FUNCTOR_1(Name)                                                                      \
  template <class __T = void> struct Name {                                                        \
    __cu2cl_both __T operator()(const __T &) const;                                                \
  };
#define CU2CL_FUNCTOR_2(Name, Result)                                                              \
  template <class __T = void> struct Name {                                                        \
    typedef __T first_argument_type;                                                               \
    typedef __T second_argument_type;                                                              \
    typedef Result result_type;                                                                    \
    __cu2cl_both Result operator()(const __T &, const __T &) const;                                \
  };
CU2CL_FUNCTOR_1(negate)
CU2CL_FUNCTOR_1(identity)
CU2CL_FUNCTOR_1(square)
CU2CL_FUNCTOR_1(logical_not)
CU2CL_FUNCTOR_2(plus, __T)
CU2CL_FUNCTOR_2(minus, __T)
CU2CL_FUNCTOR_2(multiplies, __T)
CU2CL_FUNCTOR_2(divides, __T)
CU2CL_FUNCTOR_2(modulus, __T)
CU2CL_FUNCTOR_2(maximum, __T)
CU2CL_FUNCTOR_2(minimum, __T)
CU2CL_FUNCTOR_2(bit_and, __T)
CU2CL_FUNCTOR_2(bit_or, __T)
CU2CL_FUNCTOR_2(bit_xor, __T)
CU2CL_FUNCTOR_2(equal_to, bool)
CU2CL_FUNCTOR_2(not_equal_to, bool)
CU2CL_FUNCTOR_2(less, bool)
CU2CL_FUNCTOR_2(less_equal, bool)
CU2CL_FUNCTOR_2(greater, bool)
CU2CL_FUNCTOR_2(greater_equal, bool)
CU2CL_FUNCTOR_2(logical_and, bool)
CU2CL_FUNCTOR_2(logical_or, bool)
#undef CU2CL_FUNCTOR_1
#undef CU2CL_FUNCTOR_2
template <class __A, class __R> struct unary_function {
  typedef __A argument_type;
  typedef __R result_type;
};
template <class __A, class __B, class __R> struct binary_function {
  typedef __A first_argument_type;
  typedef __B second_argument_type;
  typedef __R result_type;
};

#define CU2CL_ALGORITHM(Name) template <class... __A> __cu2cl_both anything Name(__A &&...);
CU2CL_ALGORITHM(adjacent_difference)
CU2CL_ALGORITHM(all_of)
CU2CL_ALGORITHM(any_of)
CU2CL_ALGORITHM(none_of)
CU2CL_ALGORITHM(binary_search)
CU2CL_ALGORITHM(copy)
CU2CL_ALGORITHM(copy_n)
CU2CL_ALGORITHM(copy_if)
CU2CL_ALGORITHM(count)
CU2CL_ALGORITHM(count_if)
CU2CL_ALGORITHM(equal)
CU2CL_ALGORITHM(equal_range)
CU2CL_ALGORITHM(exclusive_scan)
CU2CL_ALGORITHM(exclusive_scan_by_key)
CU2CL_ALGORITHM(inclusive_scan)
CU2CL_ALGORITHM(inclusive_scan_by_key)
CU2CL_ALGORITHM(fill)
CU2CL_ALGORITHM(fill_n)
CU2CL_ALGORITHM(find)
CU2CL_ALGORITHM(find_if)
CU2CL_ALGORITHM(for_each)
CU2CL_ALGORITHM(for_each_n)
CU2CL_ALGORITHM(gather)
CU2CL_ALGORITHM(gather_if)
CU2CL_ALGORITHM(generate)
CU2CL_ALGORITHM(generate_n)
CU2CL_ALGORITHM(inner_product)
CU2CL_ALGORITHM(is_sorted)
CU2CL_ALGORITHM(lower_bound)
CU2CL_ALGORITHM(upper_bound)
CU2CL_ALGORITHM(merge)
CU2CL_ALGORITHM(merge_by_key)
CU2CL_ALGORITHM(partition)
CU2CL_ALGORITHM(stable_partition)
CU2CL_ALGORITHM(reduce_by_key)
CU2CL_ALGORITHM(remove)
CU2CL_ALGORITHM(remove_if)
CU2CL_ALGORITHM(remove_copy_if)
CU2CL_ALGORITHM(replace)
CU2CL_ALGORITHM(replace_if)
CU2CL_ALGORITHM(reverse)
CU2CL_ALGORITHM(scatter)
CU2CL_ALGORITHM(scatter_if)
CU2CL_ALGORITHM(sequence)
CU2CL_ALGORITHM(set_difference)
CU2CL_ALGORITHM(set_intersection)
CU2CL_ALGORITHM(set_union)
CU2CL_ALGORITHM(sort)
CU2CL_ALGORITHM(sort_by_key)
CU2CL_ALGORITHM(stable_sort)
CU2CL_ALGORITHM(stable_sort_by_key)
CU2CL_ALGORITHM(swap_ranges)
CU2CL_ALGORITHM(tabulate)
CU2CL_ALGORITHM(transform)
CU2CL_ALGORITHM(transform_if)
CU2CL_ALGORITHM(transform_exclusive_scan)
CU2CL_ALGORITHM(transform_inclusive_scan)
CU2CL_ALGORITHM(unique)
CU2CL_ALGORITHM(unique_by_key)
CU2CL_ALGORITHM(unique_copy)
CU2CL_ALGORITHM(max_element)
CU2CL_ALGORITHM(min_element)
CU2CL_ALGORITHM(minmax_element)
CU2CL_ALGORITHM(distance)
CU2CL_ALGORITHM(advance)
CU2CL_ALGORITHM(reduce)
CU2CL_ALGORITHM(transform_reduce)
#undef CU2CL_ALGORITHM

template <class __T> struct any_iterator {
  typedef __T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef __T *pointer;
  typedef __T reference;
  typedef std::random_access_iterator_tag iterator_category;
  template <class... __A> __cu2cl_both any_iterator(__A &&...);
  __cu2cl_both __T operator*() const;
  __cu2cl_both __T operator[](std::ptrdiff_t) const;
  __cu2cl_both any_iterator operator+(std::ptrdiff_t) const;
  __cu2cl_both std::ptrdiff_t operator-(const any_iterator &) const;
};
template <class __T, class... __Rest> using counting_iterator = any_iterator<__T>;
template <class __T, class... __Rest> using constant_iterator = any_iterator<__T>;
template <class __F, class __I, class... __Rest> using transform_iterator = any_iterator<anything>;
template <class __E, class __I> using permutation_iterator = any_iterator<anything>;
template <class __T> using zip_iterator = any_iterator<anything>;
template <class __T> counting_iterator<__T> make_counting_iterator(__T);
template <class __T> constant_iterator<__T> make_constant_iterator(__T);
template <class __I, class __F> any_iterator<anything> make_transform_iterator(__I, __F);
template <class __E, class __I> any_iterator<anything> make_permutation_iterator(__E, __I);
template <class... __A> any_iterator<anything> make_zip_iterator(__A &&...);
template <class __I> any_iterator<anything> make_reverse_iterator(__I);
any_iterator<anything> make_discard_iterator();
struct discard_iterator : any_iterator<anything> {};
template <class __I> struct iterator_traits : std::iterator_traits<__I> {};
template <class __T> struct complex {
  __cu2cl_both complex(__T = __T(), __T = __T());
  __cu2cl_both __T real() const;
  __cu2cl_both __T imag() const;
};

struct default_random_engine {
  typedef unsigned int result_type;
  __cu2cl_both explicit default_random_engine(unsigned int = 1);
  __cu2cl_both unsigned int operator()();
  __cu2cl_both void discard(unsigned long long);
};
typedef default_random_engine minstd_rand;
template <class __T> struct uniform_real_distribution {
  __cu2cl_both explicit uniform_real_distribution(__T = 0, __T = 1);
  template <class __E> __cu2cl_both __T operator()(__E &);
};
template <class __T> struct uniform_int_distribution : uniform_real_distribution<__T> {
  using uniform_real_distribution<__T>::uniform_real_distribution;
};
template <class __T> struct normal_distribution : uniform_real_distribution<__T> {
  using uniform_real_distribution<__T>::uniform_real_distribution;
};
namespace random {
using thrust::default_random_engine;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
} // namespace random
namespace placeholders {
static const anything _1 = {}, _2 = {};
}
class system_error : public std::exception {
public:
  const char *what() const noexcept override;
};

} // namespace thrust
#endif

#endif
