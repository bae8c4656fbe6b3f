// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_SCOPED_H
#define CU2CL_KERNEL_CORE_SCOPED_H

#include <optional>
#include <utility>

namespace cu2cl {

/// Gives a variable another value as long as it lives.
template <class T> class [[nodiscard]] ScopedValue {
public:
  ScopedValue(T &Of, T Value) : Of(Of), Before(std::exchange(Of, std::move(Value))) {}
  ScopedValue(const ScopedValue &) = delete;
  ~ScopedValue() { Of = std::move(Before); }

private:
  T &Of;
  T Before;
};

/// Gives an entry of a map another value as long as it lives.
template <class Map> class [[nodiscard]] ScopedEntry {
public:
  ScopedEntry(Map &Of, typename Map::key_type Key, typename Map::mapped_type Value)
      : Of(&Of), Key(Key) {
    if (auto It = Of.find(Key); It != Of.end())
      Before = std::exchange(It->second, std::move(Value));
    else
      Of.try_emplace(Key, std::move(Value));
  }
  ScopedEntry(ScopedEntry &&Other)
      : Of(std::exchange(Other.Of, nullptr)), Key(Other.Key), Before(std::move(Other.Before)) {}
  ~ScopedEntry() {
    if (Of && Before)
      (*Of)[Key] = std::move(*Before);
    else if (Of)
      Of->erase(Key);
  }

private:
  Map *Of;
  typename Map::key_type Key;
  std::optional<typename Map::mapped_type> Before;
};

} // namespace cu2cl

#endif
