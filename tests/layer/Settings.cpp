// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Settings.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace layer {

void say(const char *Format, ...) {
  char Line[512];
  va_list Arguments;
  va_start(Arguments, Format);
  vsnprintf(Line, sizeof Line, Format, Arguments);
  va_end(Arguments);
  fprintf(stderr, "cu2cl layer: %s\n", Line);
}

void refuse(const std::string &What) {
  say("%s", What.c_str());
  _Exit(2);
}

static std::optional<long> number(const std::string &Text) {
  errno = 0;
  char *End = nullptr;
  long Value = strtol(Text.c_str(), &End, 10);
  if (Text.empty() || *End != '\0' || errno != 0)
    return std::nullopt;
  return Value;
}

static std::optional<size_t> limitOf(const char *Variable, size_t Default) {
  const std::string Name = std::string("CU2CL_LAYER_") + Variable;
  const char *All = getenv("CU2CL_LAYER_ALL");
  if (All && strcmp(All, "device") != 0)
    refuse(std::string("CU2CL_LAYER_ALL can only be 'device', not '") + All + "'");
  const char *Text = getenv(Name.c_str());
  if (!Text)
    return All ? std::nullopt : std::optional<size_t>(Default);
  if (strcmp(Text, "device") == 0)
    return std::nullopt;
  std::optional<long> Value = number(Text);
  if (!Value || *Value < 0)
    refuse(Name + " is '" + Text + "': a number or 'device' was expected");
  return size_t(*Value);
}

static bool isFunction(const std::string &Name) {
#define FUNCTION(NAME, SINCE)                                                                      \
  if (Name == #NAME)                                                                               \
    return true;
#include "Functions.def"
  return false;
}

/// Reads "clFinish:2=-36,clEnqueueReadBuffer:1+=-5".
static void readFailures(const char *Text, Settings &S) {
  std::istringstream Orders(Text);
  for (std::string Order; std::getline(Orders, Order, ',');) {
    const size_t Colon = Order.find(':'), Equals = Order.find('=');
    if (Colon == std::string::npos || Equals == std::string::npos || Equals < Colon + 2)
      refuse("CU2CL_LAYER_FAIL: '" + Order + "' is not like clFinish:2=-36");
    const std::string Function = Order.substr(0, Colon);
    if (!isFunction(Function))
      refuse("CU2CL_LAYER_FAIL: there is no function '" + Function + "'");
    Failure F;
    F.AndLater = Order[Equals - 1] == '+';
    std::optional<long> Nth = number(Order.substr(Colon + 1, Equals - Colon - 1 - F.AndLater));
    std::optional<long> Error = number(Order.substr(Equals + 1));
    if (!Nth || *Nth < 1 || !Error || *Error >= 0)
      refuse("CU2CL_LAYER_FAIL: '" + Order + "' needs a call from 1 on and a negative error");
    F.Nth = unsigned(*Nth);
    F.Error = cl_int(*Error);
    S.Failures[Function].push_back(F);
  }
}

static Settings readSettings() {
  Settings S;
#define LIMIT(NAME, VARIABLE, VALUE)                                                               \
  S.NAME = limitOf(#VARIABLE, VALUE);                                                              \
  S.Summary += S.NAME ? std::to_string(*S.NAME) + "." : std::string("d.");
#include "Limits.def"
  S.Summary.pop_back();
  if (const char *Text = getenv("CU2CL_LAYER_FAIL"))
    readFailures(Text, S);
  return S;
}

const Settings &settings() {
  static const Settings S = readSettings();
  return S;
}

} // namespace layer
