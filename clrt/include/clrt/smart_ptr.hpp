// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Smart pointers of the standard library that hold device pointers. Not part of clrt.hpp, as it
// needs <memory>.

#ifndef CLRT_SMART_PTR_HPP
#define CLRT_SMART_PTR_HPP

#include "ptr.hpp"

#include <memory>
#include <utility>

namespace clrt {

// std::unique_ptr<T, clrt::deleter<T, D>> holds a ptr<T> and calls D for it.
template <typename T, typename D> class deleter {
public:
  typedef ptr<T> pointer;
  deleter() = default;
  deleter(D d) : d_(std::move(d)) {}
  void operator()(ptr<T> p) { d_(p); }

private:
  D d_;
};

// std::shared_ptr<T> for a device pointer; there is always a deleter.
template <typename T> class shared_ptr {
  struct Holder {
    ptr<T> p;
    virtual ~Holder() {}
  };
  template <typename D> struct Deleting : Holder {
    D d;
    explicit Deleting(D deleter) : d(std::move(deleter)) {}
    ~Deleting() override { d(this->p); }
  };

public:
  typedef T element_type;
  shared_ptr() = default;
  shared_ptr(std::nullptr_t) {}
  template <typename D>
  shared_ptr(ptr<T> p, D d) : holder_(std::make_shared<Deleting<D>>(std::move(d))) {
    holder_->p = p;
  }
  ptr<T> get() const { return holder_ ? holder_->p : ptr<T>(nullptr); }
  void reset() { holder_.reset(); }
  template <typename D> void reset(ptr<T> p, D d) { *this = shared_ptr(p, std::move(d)); }
  void swap(shared_ptr &other) { holder_.swap(other.holder_); }
  long use_count() const { return holder_.use_count(); }
  explicit operator bool() const { return static_cast<bool>(get()); }
  friend bool operator==(const shared_ptr &a, const shared_ptr &b) { return a.get() == b.get(); }
  friend bool operator!=(const shared_ptr &a, const shared_ptr &b) { return a.get() != b.get(); }

private:
  std::shared_ptr<Holder> holder_;
};
} // namespace clrt

#endif
