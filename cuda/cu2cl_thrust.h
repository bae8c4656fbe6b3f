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

template <class T> class device_ptr;

template <class T> class device_reference {
public:
  __cu2cl_both operator T() const;
  __cu2cl_both device_reference &operator=(const T &);
  __cu2cl_both device_reference &operator=(const device_reference &);
  __cu2cl_both device_reference &operator+=(const T &);
  __cu2cl_both device_reference &operator-=(const T &);
  __cu2cl_both device_ptr<T> operator&() const;
};

template <class T> class device_ptr {
public:
  typedef T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef T *pointer;
  typedef T &reference;
  typedef std::random_access_iterator_tag iterator_category;
  __cu2cl_both device_ptr();
  __cu2cl_both explicit device_ptr(T *);
  template <class U> __cu2cl_both device_ptr(const device_ptr<U> &);
  __cu2cl_both T *get() const;
  __cu2cl_both device_reference<T> operator*() const;
  __cu2cl_both device_reference<T> operator[](std::ptrdiff_t) const;
  __cu2cl_both device_ptr operator+(std::ptrdiff_t) const;
  __cu2cl_both device_ptr operator-(std::ptrdiff_t) const;
  __cu2cl_both std::ptrdiff_t operator-(const device_ptr &) const;
  __cu2cl_both device_ptr &operator++();
  __cu2cl_both device_ptr &operator+=(std::ptrdiff_t);
  __cu2cl_both bool operator==(const device_ptr &) const;
  __cu2cl_both bool operator!=(const device_ptr &) const;
};

template <class T, class Allocator = void> class host_vector : public std::vector<T> {
public:
  using std::vector<T>::vector;
  host_vector() = default;
  template <class V> host_vector(const V &);
  template <class V> host_vector &operator=(const V &);
};

template <class T, class Allocator = void> class device_vector {
public:
  typedef T value_type;
  typedef device_ptr<T> iterator;
  typedef device_ptr<const T> const_iterator;
  typedef device_reference<T> reference;
  typedef device_ptr<T> pointer;
  typedef std::size_t size_type;
  device_vector();
  explicit device_vector(std::size_t);
  device_vector(std::size_t, const T &);
  template <class V> device_vector(const V &);
  template <class I> device_vector(I, I);
  device_vector(std::initializer_list<T>);
  template <class V> device_vector &operator=(const V &);
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
  device_ptr<const T> data() const;
  reference operator[](std::size_t);
  T operator[](std::size_t) const;
  reference front();
  reference back();
  void resize(std::size_t);
  void resize(std::size_t, const T &);
  void reserve(std::size_t);
  void clear();
  void shrink_to_fit();
  void push_back(const T &);
  void pop_back();
  void swap(device_vector &);
  template <class... A> void assign(A &&...);
  template <class... A> iterator erase(A &&...);
  template <class... A> iterator insert(A &&...);
};

template <class T> __cu2cl_both device_ptr<T> device_pointer_cast(T *);
template <class T> __cu2cl_both T *raw_pointer_cast(T *);
template <class T> __cu2cl_both T *raw_pointer_cast(const device_ptr<T> &);
template <class T> device_ptr<T> device_malloc(std::size_t);
template <class T> void device_free(T);
template <class T, class... A> device_ptr<T> device_new(A &&...);

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;

struct execution_policy {
  template <class... A> execution_policy operator()(A &&...) const;
  template <class... A> execution_policy on(A &&...) const;
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
  template <class T> __cu2cl_both operator T() const;
};

#define CU2CL_FUNCTOR_1(Name)                                                                      \
  template <class T = void> struct Name {                                                          \
    __cu2cl_both T operator()(const T &) const;                                                    \
  };
#define CU2CL_FUNCTOR_2(Name, Result)                                                              \
  template <class T = void> struct Name {                                                          \
    typedef T first_argument_type;                                                                 \
    typedef T second_argument_type;                                                                \
    typedef Result result_type;                                                                    \
    __cu2cl_both Result operator()(const T &, const T &) const;                                    \
  };
CU2CL_FUNCTOR_1(negate)
CU2CL_FUNCTOR_1(identity)
CU2CL_FUNCTOR_1(square)
CU2CL_FUNCTOR_1(logical_not)
CU2CL_FUNCTOR_2(plus, T)
CU2CL_FUNCTOR_2(minus, T)
CU2CL_FUNCTOR_2(multiplies, T)
CU2CL_FUNCTOR_2(divides, T)
CU2CL_FUNCTOR_2(modulus, T)
CU2CL_FUNCTOR_2(maximum, T)
CU2CL_FUNCTOR_2(minimum, T)
CU2CL_FUNCTOR_2(bit_and, T)
CU2CL_FUNCTOR_2(bit_or, T)
CU2CL_FUNCTOR_2(bit_xor, T)
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
template <class A, class R> struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};

#define CU2CL_ALGORITHM(Name)                                                                      \
  template <class... A> __cu2cl_both anything Name(A &&...);
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

template <class T> struct any_iterator {
  typedef T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef T *pointer;
  typedef T reference;
  typedef std::random_access_iterator_tag iterator_category;
  template <class... A> __cu2cl_both any_iterator(A &&...);
  __cu2cl_both T operator*() const;
  __cu2cl_both T operator[](std::ptrdiff_t) const;
  __cu2cl_both any_iterator operator+(std::ptrdiff_t) const;
  __cu2cl_both std::ptrdiff_t operator-(const any_iterator &) const;
};
template <class T, class... Rest> using counting_iterator = any_iterator<T>;
template <class T, class... Rest> using constant_iterator = any_iterator<T>;
template <class F, class I, class... Rest> using transform_iterator = any_iterator<anything>;
template <class E, class I> using permutation_iterator = any_iterator<anything>;
template <class T> using zip_iterator = any_iterator<anything>;
template <class T> counting_iterator<T> make_counting_iterator(T);
template <class T> constant_iterator<T> make_constant_iterator(T);
template <class I, class F> any_iterator<anything> make_transform_iterator(I, F);
template <class E, class I> any_iterator<anything> make_permutation_iterator(E, I);
template <class... A> any_iterator<anything> make_zip_iterator(A &&...);
template <class I> any_iterator<anything> make_reverse_iterator(I);
any_iterator<anything> make_discard_iterator();
struct discard_iterator : any_iterator<anything> {};
template <class I> struct iterator_traits : std::iterator_traits<I> {};
template <class T> struct complex {
  __cu2cl_both complex(T = T(), T = T());
  __cu2cl_both T real() const;
  __cu2cl_both T imag() const;
};

struct default_random_engine {
  typedef unsigned int result_type;
  __cu2cl_both explicit default_random_engine(unsigned int = 1);
  __cu2cl_both unsigned int operator()();
  __cu2cl_both void discard(unsigned long long);
};
typedef default_random_engine minstd_rand;
template <class T> struct uniform_real_distribution {
  __cu2cl_both explicit uniform_real_distribution(T = 0, T = 1);
  template <class E> __cu2cl_both T operator()(E &);
};
template <class T> struct uniform_int_distribution : uniform_real_distribution<T> {
  using uniform_real_distribution<T>::uniform_real_distribution;
};
template <class T> struct normal_distribution : uniform_real_distribution<T> {
  using uniform_real_distribution<T>::uniform_real_distribution;
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
