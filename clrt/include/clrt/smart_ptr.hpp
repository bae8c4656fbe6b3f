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

// std::unique_ptr<Type, clrt::deleter<Type, Delete>> holds a ptr<Type> and calls Delete for it.
template <typename Type, typename Delete> class deleter {
public:
  typedef ptr<Type> pointer;
  deleter() = default;
  deleter(Delete d) : d_(std::move(d)) {}
  void operator()(ptr<Type> p) { d_(p); }

private:
  Delete d_;
};

// std::shared_ptr<Type> for a device pointer; there is always a deleter.
template <typename Type> class shared_ptr {
  struct Holder {
    ptr<Type> p;
    virtual ~Holder() {}
  };
  template <typename Delete> struct Deleting : Holder {
    Delete d;
    explicit Deleting(Delete deleter) : d(std::move(deleter)) {}
    ~Deleting() override { d(this->p); }
  };

public:
  typedef Type element_type;
  shared_ptr() = default;
  shared_ptr(std::nullptr_t) {}
  template <typename Delete>
  shared_ptr(ptr<Type> p, Delete d) : holder_(std::make_shared<Deleting<Delete>>(std::move(d))) {
    holder_->p = p;
  }
  ptr<Type> get() const { return holder_ ? holder_->p : ptr<Type>(nullptr); }
  void reset() { holder_.reset(); }
  template <typename Delete> void reset(ptr<Type> p, Delete d) {
    *this = shared_ptr(p, std::move(d));
  }
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
