// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tune/Capture.h"
#include <fstream>
#include <sstream>

namespace cu2cl::opt {

static bool readBytes(const std::string &Text, std::vector<char> &Bytes) {
  const std::string Digits = "0123456789abcdef";
  if (Text.size() % 2 != 0 || Text.find_first_not_of(Digits) != std::string::npos)
    return false;
  for (size_t I = 0; I < Text.size(); I += 2)
    Bytes.push_back(char(Digits.find(Text[I]) * 16 + Digits.find(Text[I + 1])));
  return true;
}

bool Capture::readParameter(std::istream &Words) {
  Parameter P;
  size_t Index = 0;
  std::string Kind, Text;
  Words >> Index >> Kind;
  if (!Words || Index != Parameters.size())
    return false;
  if (Kind == "buffer") {
    P.Kind = Parameter::Buffer;
    Words >> P.Index >> P.First >> P.Size;
  } else if (Kind == "value") {
    P.Kind = Parameter::Value;
    Words >> Text;
    if (!readBytes(Text, P.Bytes))
      return false;
  } else if (Kind == "offset") { // in elements, of a buffer's parameter: what the kernel gets
    P.Kind = Parameter::Value;
    size_t ElementSize;
    Words >> ElementSize >> Text;
    if (!readBytes(Text, P.Bytes))
      return false;
  } else if (Kind == "local") {
    P.Kind = Parameter::Local;
    Words >> P.Size;
  } else if (Kind != "null") {
    return false;
  }
  Parameters.push_back(P);
  return !Words.fail();
}

bool Capture::readLine(const std::string &Line) {
  std::istringstream Words(Line);
  std::string Key;
  Words >> Key;
  std::string Rest = Line.size() > Key.size() ? Line.substr(Key.size() + 1) : "";
  const std::pair<const char *, std::string *> Texts[] = {
      {"kernel", &Kernel},     {"program", &Program}, {"hash", &Hash},    {"options", &Options},
      {"platform", &Platform}, {"device", &Device},   {"driver", &Driver}};
  for (const auto &[Name, Text] : Texts)
    if (Key == Name) {
      *Text = Rest;
      return true;
    }
  size_t Index = 0, Size = 0;
  if (Key == "grid")
    Words >> Grid[0] >> Grid[1] >> Grid[2];
  else if (Key == "block")
    Words >> Block[0] >> Block[1] >> Block[2];
  else if (Key == "local")
    Words >> LocalBytes;
  else if (Key == "time")
    Words >> Nanoseconds;
  else if (Key == "source")
    Words >> SourceSize;
  else if (Key == "parameter")
    return readParameter(Words);
  else if (Key == "buffer" && Words >> Index >> Size)
    BufferSizes.push_back(Size);
  return !Words.fail();
}

bool Capture::readHead(std::istream &In, std::string &Wrong) {
  std::string Line;
  if (!std::getline(In, Line) || Line != "clrt-capture 1") {
    Wrong = "it is no capture of version 1";
    return false;
  }
  while (std::getline(In, Line) && Line != "data")
    if (!readLine(Line)) {
      Wrong = "the line '" + Line + "' is broken";
      return false;
    }
  if (!In)
    Wrong = "it ends before its data";
  for (const Parameter &P : Parameters)
    if (P.Kind == Parameter::Buffer &&
        (P.Index >= BufferSizes.size() || P.First > BufferSizes[P.Index] ||
         P.Size > BufferSizes[P.Index] - P.First))
      Wrong = "a parameter names bytes that no buffer has";
  return Wrong.empty();
}

std::string Capture::read(const std::string &Path, bool WithBuffers) {
  std::ifstream In(Path, std::ios::binary | std::ios::ate);
  if (!In)
    return "it cannot be read";
  size_t FileSize = size_t(In.tellg());
  In.seekg(0);
  std::string Wrong;
  if (!readHead(In, Wrong))
    return Wrong;
  size_t Needed = SourceSize;
  for (size_t Size : BufferSizes)
    Needed = Size > FileSize ? FileSize + 1 : Needed + Size;
  if (SourceSize > FileSize || Needed > FileSize - size_t(In.tellg()))
    return "it ends within its data";
  Source.resize(SourceSize);
  In.read(Source.data(), std::streamsize(SourceSize));
  for (size_t Size : BufferSizes) {
    if (!WithBuffers)
      break;
    Buffers.emplace_back(Size);
    In.read(Buffers.back().data(), std::streamsize(Size));
  }
  return In ? "" : "it cannot be read to its end";
}

} // namespace cu2cl::opt
