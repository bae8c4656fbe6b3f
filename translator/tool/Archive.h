// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_ARCHIVE_H
#define CU2CL_TOOL_ARCHIVE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// Values as bytes. A structure has a function `template <typename A> void fields(A &Archive, S
/// &V)` that calls Archive(V.First, V.Second, ...): one list for writing and for reading.
class ArchiveWriter {
public:
  using Spelling = std::function<std::string(llvm::StringRef)>;
  /// \p Marked: how strings are written (folders that may lie elsewhere the next time).
  explicit ArchiveWriter(Spelling Marked = nullptr) : Marked(std::move(Marked)) {}

  template <typename... T> void operator()(const T &...Values) { (put(Values), ...); }
  const std::string &bytes() const { return Bytes; }

private:
  template <typename T>
  std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>> put(const T &V) {
    llvm::raw_string_ostream OS(Bytes);
    llvm::encodeULEB128(uint64_t(V), OS);
  }
  void put(const std::string &V) {
    std::string Text = Marked ? Marked(V) : V;
    put(Text.size());
    Bytes += Text;
  }
  template <typename T> void putAll(const T &Values) {
    put(Values.size());
    for (const auto &V : Values)
      put(V);
  }
  template <typename T> void put(const std::vector<T> &V) { putAll(V); }
  template <typename T> void put(const std::set<T> &V) { putAll(V); }
  template <typename K, typename T> void put(const std::map<K, T> &V) { putAll(V); }
  template <typename T, size_t N> void put(const std::array<T, N> &V) {
    for (const T &Each : V)
      put(Each);
  }
  template <typename T, typename U> void put(const std::pair<T, U> &V) {
    put(V.first);
    put(V.second);
  }
  template <typename T> void put(const std::optional<T> &V) {
    put(V.has_value());
    if (V)
      put(*V);
  }
  template <typename T> std::enable_if_t<std::is_class_v<T>> put(const T &V) {
    fields(*this, const_cast<T &>(V)); // only read
  }

  Spelling Marked;
  std::string Bytes;
};

/// The reverse. What is cut off or no archive leaves empty values and isFine() false.
class ArchiveReader {
public:
  explicit ArchiveReader(llvm::StringRef Bytes, ArchiveWriter::Spelling Unmarked = nullptr)
      : Unmarked(std::move(Unmarked)), Rest(Bytes) {}

  template <typename... T> void operator()(T &...Values) { (get(Values), ...); }
  bool isFine() const { return Fine; }

private:
  uint64_t number() {
    unsigned Length = 0;
    const char *Error = nullptr;
    uint64_t V = llvm::decodeULEB128(Rest.bytes_begin(), &Length, Rest.bytes_end(), &Error);
    if (Error) {
      Fine = false;
      Rest = {};
      return 0;
    }
    Rest = Rest.drop_front(Length);
    return V;
  }
  /// A number of things that have at least one byte each.
  size_t count() {
    uint64_t N = number();
    Fine &= N <= Rest.size();
    return Fine ? N : 0;
  }
  template <typename T> std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>> get(T &V) {
    V = T(number());
  }
  void get(std::string &V) {
    size_t Length = count();
    V = Unmarked ? Unmarked(Rest.take_front(Length)) : Rest.take_front(Length).str();
    Rest = Rest.drop_front(Length);
  }
  template <typename T> void get(std::vector<T> &V) {
    V.resize(count());
    for (T &Each : V)
      get(Each);
  }
  template <typename T> void get(std::set<T> &V) {
    for (size_t N = count(); N != 0; --N) {
      T Each{};
      get(Each);
      V.insert(std::move(Each));
    }
  }
  template <typename K, typename T> void get(std::map<K, T> &V) {
    for (size_t N = count(); N != 0; --N) {
      std::pair<K, T> Each;
      get(Each);
      V.insert(std::move(Each));
    }
  }
  template <typename T, size_t N> void get(std::array<T, N> &V) {
    for (T &Each : V)
      get(Each);
  }
  template <typename T, typename U> void get(std::pair<T, U> &V) {
    get(V.first);
    get(V.second);
  }
  template <typename T> void get(std::optional<T> &V) {
    bool There = false;
    get(There);
    if (There)
      get(V.emplace());
  }
  template <typename T> std::enable_if_t<std::is_class_v<T>> get(T &V) { fields(*this, V); }

  ArchiveWriter::Spelling Unmarked;
  llvm::StringRef Rest;
  bool Fine = true;
};

} // namespace cu2cl

#endif
