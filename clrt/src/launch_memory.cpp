// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "launch_memory.h"

#include <algorithm>

using namespace clrt_impl;

std::string clrt_impl::size_class(const clrt_config *c) {
  std::string name;
  for (int i = 0; i < 3; ++i) {
    int log = 0;
    for (size_t items = c->grid[i] * c->block[i]; items > 1; items /= 2)
      ++log;
    name += (i ? "." : "") + std::to_string(log);
  }
  return name;
}

// What the kernel gets of packed constants, as clrt.hpp lays them out.
static clrt_error pack(Device *d, const clrt_appended &a, std::vector<char> &bytes) {
  for (size_t i = 0; i < a.size; ++i) {
    const clrt_symbol *symbol = a.symbols[i];
    SymbolMemory p = SymbolMemory();
    clrt_error e = symbol_memory(d, symbol, &p);
    if (e != CLRT_SUCCESS)
      return e;
    if (p.mem)
      p.address = add_buffer(p.mem, symbol->size, d, Memory::Symbol);
    const size_t at = (bytes.size() + 15) / 16 * 16;
    bytes.resize(at + symbol->size);
    e = clrt_memcpy(bytes.data() + at, p.address, symbol->size, CLRT_MEMCPY_DEVICE_TO_HOST);
    if (e != CLRT_SUCCESS)
      return e;
  }
  return CLRT_SUCCESS;
}

bool LaunchMemory::add(const Launch &l, int parameter, const LaunchView::Parameter &p,
                       const Range &r, std::string &why) {
  Piece piece = {parameter, nullptr, 0, {}, false};
  PieceOf part = {0, r.first, r.size()};
  const clrt_appended *appended =
      p.kind == LaunchView::Parameter::Appended ? &l.handle->appended[p.appended] : nullptr;
  if (appended && appended->kind == CLRT_PACKED) {
    if (pack(l.d, *appended, piece.packed) != CLRT_SUCCESS)
      return why = "its packed constants cannot be read", false;
    piece.size = part.size = piece.packed.size();
  } else if (appended && r.root) {
    piece.size = r.size();
    piece.is_fault = appended->kind == CLRT_FAULT;
    piece.home = static_cast<char *>(add_buffer(r.root, r.size(), l.d, Memory::Symbol));
  } else if (r.home) {
    piece.home = reinterpret_cast<char *>(r.home);
    piece.size = r.size();
  } else {
    piece.home = static_cast<char *>(clrt_address(r.root));
    piece.size = piece.home ? memory_at(piece.home).size : 0;
  }
  if (!piece.home && piece.packed.empty())
    return why = "parameter " + std::to_string(parameter) + " is a buffer that cannot be read",
           false;
  if (r.is_address) { // the kernel gets the address itself, which may lie inside
    if (r.offset < 0 || static_cast<size_t>(r.offset) > piece.size)
      return why = "parameter " + std::to_string(parameter) + " points outside its memory", false;
    part.first = static_cast<size_t>(r.offset);
    part.size = piece.size - part.first;
  }
  // An allocation of one byte has a buffer of four.
  part.size = std::min(part.size, piece.size - std::min(part.first, piece.size));
  size_t at = 0;
  while (at < pieces.size() && !(piece.home && pieces[at].home == piece.home))
    ++at;
  if (at == pieces.size())
    pieces.push_back(piece);
  part.piece = static_cast<int>(at);
  parameters.push_back(part);
  return true;
}

bool LaunchMemory::find(const Launch &l, std::string &why) {
  const size_t count = l.plain->arg_count;
  if (count > Condition::most_arguments)
    return why = "it has more than " + std::to_string(Condition::most_arguments) + " parameters",
           false;
  std::vector<KnownRange> known(count);
  LaunchView view(l.d, l.handle, l.plain, l.config, l.args, l.count, static_cast<int>(count) - 1,
                  known.data());
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const LaunchView::Parameter &p = view.at(static_cast<size_t>(i));
    const bool is_memory = p.kind == LaunchView::Parameter::Address ||
                           p.kind == LaunchView::Parameter::Buffer ||
                           p.kind == LaunchView::Parameter::Appended;
    if (!is_memory) {
      parameters.push_back(PieceOf{-1, 0, 0});
      continue;
    }
    const Range r = view.range(i); // adding buffers changes the table
    if (r.kind == Range::Unknown)
      return why = "parameter " + std::to_string(i) + " is an address of no device memory", false;
    if (r.kind != Range::Known)
      parameters.push_back(PieceOf{-1, 0, 0});
    else if (!add(l, i, p, r, why))
      return false;
  }
  return true;
}

clrt_error LaunchMemory::read(const Launch &l, std::vector<std::vector<char>> &bytes) const {
  clrt_error e = from_wait(l.d, finish_queues(l.d));
  bytes.resize(pieces.size());
  for (size_t i = 0; i < pieces.size() && e == CLRT_SUCCESS; ++i) {
    const Piece &p = pieces[i];
    bytes[i] = p.packed;
    bytes[i].resize(p.size);
    if (p.home)
      e = clrt_memcpy(bytes[i].data(), p.home, p.size, CLRT_MEMCPY_DEFAULT);
  }
  return e;
}

clrt_error LaunchMemory::write(const std::vector<std::vector<char>> &bytes) const {
  clrt_error e = CLRT_SUCCESS;
  for (size_t i = 0; i < pieces.size() && e == CLRT_SUCCESS; ++i)
    if (pieces[i].home && !pieces[i].is_fault)
      e = clrt_memcpy(pieces[i].home, bytes[i].data(), pieces[i].size, CLRT_MEMCPY_DEFAULT);
  return e;
}

int LaunchMemory::holding_addresses(Device *d, const std::vector<Piece> &pieces,
                                    const std::vector<std::vector<char>> &bytes) {
  std::vector<std::pair<uintptr_t, uintptr_t>> shared;
  {
    std::lock_guard<std::mutex> lock(d->svm_mutex);
    for (const auto &region : d->shared)
      if (!region.second.pieces.empty())
        shared.emplace_back(region.first, region.first + region.second.size);
  }
  for (size_t i = 0; i < pieces.size() && !shared.empty(); ++i)
    for (size_t at = 0; at + sizeof(uintptr_t) <= bytes[i].size(); at += sizeof(uint32_t)) {
      uintptr_t word;
      memcpy(&word, &bytes[i][at], sizeof word);
      for (const auto &s : shared)
        if (word >= s.first && word < s.second)
          return pieces[i].parameter;
    }
  return -1;
}
