// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "capture_file.h"

#include <fstream>
#include <sstream>

static bool read_hexadecimal(std::istream &in, std::vector<char> &bytes) {
  std::string text;
  if (!(in >> text) || text.size() % 2 != 0)
    return false;
  for (size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return true;
}

static bool read_parameter(std::istream &line, CaptureFile::Parameter &p) {
  std::string kind;
  line >> kind;
  if (kind == "buffer") {
    p.kind = p.Buffer;
    return static_cast<bool>(line >> p.buffer >> p.first >> p.size);
  }
  p.kind = kind == "offset"  ? p.Offset
           : kind == "value" ? p.Value
           : kind == "local" ? p.Local
                             : p.Null;
  if (p.kind == p.Null)
    return kind == "null";
  if (p.kind != p.Value && !(line >> p.size))
    return false;
  return p.kind == p.Local || read_hexadecimal(line, p.bytes);
}

bool CaptureFile::read(const std::string &path, std::string &why) {
  std::ifstream in(path, std::ios::binary);
  std::string text, word;
  if (!std::getline(in, text) || text != "clrt-capture 1")
    return why = "it does not begin with 'clrt-capture 1'", false;
  while (std::getline(in, text) && text != "data") {
    std::istringstream line(text);
    size_t number = 0, size = 0;
    bool good = static_cast<bool>(line >> word);
    if (word == "kernel")
      line >> kernel;
    else if (word == "options")
      std::getline(line >> std::ws, options);
    else if (word == "grid" || word == "block")
      for (size_t i = 0; i < 3; ++i)
        good = good && line >> (word == "grid" ? grid : block)[i];
    else if (word == "local")
      good = static_cast<bool>(line >> local);
    else if (word == "parameter" && (good = static_cast<bool>(line >> number))) {
      parameters.push_back(Parameter());
      good = number + 1 == parameters.size() && read_parameter(line, parameters.back());
    } else if (word == "source" && (good = static_cast<bool>(line >> size)))
      source.resize(size);
    else if (word == "buffer" && (good = static_cast<bool>(line >> number >> size)))
      buffers.push_back(std::vector<char>(size));
    else if (word == "program")
      std::getline(line >> std::ws, program);
    else if (word == "hash")
      line >> hash;
    if (!good)
      return why = "its line '" + text + "' cannot be read", false;
  }
  in.read(&source[0], static_cast<std::streamsize>(source.size()));
  for (std::vector<char> &b : buffers)
    in.read(b.data(), static_cast<std::streamsize>(b.size()));
  for (const Parameter &p : parameters)
    if (p.kind == p.Buffer && (p.buffer >= buffers.size() || p.first > buffers[p.buffer].size() ||
                               p.size > buffers[p.buffer].size() - p.first))
      return why = "a parameter names a buffer that is not there", false;
  return in && in.peek() == EOF ? true : (why = "it ends too early or too late", false);
}

CapturedLaunch::~CapturedLaunch() {
  clrt_device_synchronize();
  for (cl_mem part : parts_)
    if (part)
      clReleaseMemObject(part);
  for (void *p : memory_)
    clrt_free(p);
}

bool CapturedLaunch::prepare(std::string &why) {
  const size_t count = file_.parameters.size();
  memory_.resize(file_.buffers.size());
  for (size_t i = 0; i < memory_.size(); ++i)
    if (clrt_malloc(&memory_[i], file_.buffers[i].size()) != CLRT_SUCCESS)
      return why = "there is no memory for its buffers", false;
  parts_.resize(count);
  values_.resize(count);
  symbols_.reserve(count);
  symbol_list_.reserve(count);
  bool appends = false; // dynamic local memory is appended, and what follows it
  for (size_t i = 0; i < count; ++i) {
    const CaptureFile::Parameter &p = file_.parameters[i];
    const bool has_offset = i + 1 < count && file_.parameters[i + 1].kind == p.Offset;
    const size_t element = has_offset ? file_.parameters[i + 1].size : 1;
    if (p.kind == p.Local) {
      appends = true;
      appended_.push_back(clrt_appended{CLRT_DYNAMIC_LOCAL, 0, nullptr, nullptr});
    } else if (appends && p.kind == p.Buffer && p.size == file_.buffers[p.buffer].size()) {
      symbols_.push_back(clrt_symbol{file_.buffers[p.buffer].data(), p.size, nullptr, 0});
      symbol_list_.push_back(&symbols_.back());
      appended_.push_back(clrt_appended{CLRT_SYMBOL, 1, &symbol_list_.back(), nullptr});
    } else if (appends) {
      return why = "parameter " + std::to_string(i) + " behind local memory is no whole buffer",
             false;
    } else if (p.kind == p.Value) {
      arguments_.push_back(clrt_arg{CLRT_VALUE, p.bytes.size(), p.bytes.data()});
    } else if (p.kind == p.Null) {
      arguments_.push_back(
          clrt_arg{has_offset ? CLRT_GLOBAL_AT : CLRT_GLOBAL, element, &values_[i]});
    } else if (p.kind == p.Buffer && p.size == file_.buffers[p.buffer].size()) {
      int64_t elements = 0;
      if (has_offset)
        memcpy(&elements, file_.parameters[i + 1].bytes.data(), sizeof elements);
      values_[i] = reinterpret_cast<const void *>(reinterpret_cast<intptr_t>(memory_[p.buffer]) +
                                                  elements * static_cast<intptr_t>(element));
      arguments_.push_back(
          clrt_arg{has_offset ? CLRT_GLOBAL_AT : CLRT_GLOBAL, element, &values_[i]});
    } else if (p.kind == p.Buffer) {
      const cl_buffer_region region = {p.first, p.size};
      cl_int code;
      parts_[i] = clCreateSubBuffer(clrt_mem(memory_[p.buffer]), CL_MEM_READ_WRITE,
                                    CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
      if (code != CL_SUCCESS)
        return why = "parameter " + std::to_string(i) + " begins where no sub-buffer can", false;
      arguments_.push_back(
          clrt_arg{has_offset ? CLRT_BUFFER_AT : CLRT_BUFFER, sizeof(cl_mem), &parts_[i]});
    }
  }
  return true;
}

clrt_error CapturedLaunch::restore() {
  clrt_error e = CLRT_SUCCESS;
  for (size_t i = 0; i < memory_.size() && e == CLRT_SUCCESS; ++i)
    e = clrt_write(memory_[i], file_.buffers[i].data(), file_.buffers[i].size());
  for (size_t i = 0; i < symbols_.size() && e == CLRT_SUCCESS; ++i)
    e = clrt_memcpy_to_symbol(&symbols_[i], symbols_[i].init, symbols_[i].size, 0,
                              CLRT_MEMCPY_HOST_TO_DEVICE);
  return e;
}

clrt_error CapturedLaunch::results(std::vector<std::vector<char>> &bytes) const {
  bytes = file_.buffers;
  clrt_error e = CLRT_SUCCESS;
  for (size_t i = 0; i < memory_.size() && e == CLRT_SUCCESS; ++i)
    e = clrt_read(bytes[i].data(), memory_[i], bytes[i].size());
  for (const clrt_symbol &s : symbols_) {
    bytes.push_back(std::vector<char>(s.size));
    if (e == CLRT_SUCCESS)
      e = clrt_memcpy_from_symbol(bytes.back().data(), &s, s.size, 0, CLRT_MEMCPY_DEVICE_TO_HOST);
  }
  return e;
}

const clrt_kernel &CapturedLaunch::handle(const clrt_program &program) {
  for (const auto &known : handles_)
    if (known.first == &program)
      return known.second;
  handles_.emplace_back(&program, clrt_kernel{&program, file_.kernel.c_str(), appended_.data(),
                                              appended_.size(), 0, 0});
  return handles_.back().second;
}

clrt_error CapturedLaunch::launch(const clrt_program &program) {
  clrt_config config = {{file_.grid[0], file_.grid[1], file_.grid[2]},
                        {file_.block[0], file_.block[1], file_.block[2]},
                        file_.local,
                        nullptr};
  return clrt_launch(&handle(program), &config, arguments_.data(), arguments_.size());
}
