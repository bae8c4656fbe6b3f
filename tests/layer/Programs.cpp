// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the compiler of the limited device refuse what the device lacks: a few macros stand before
// each source.

#include "Settings.h"

#include <cstring>

namespace layer {

// 'double' becomes a name that nobody declared; the message of the compiler then says why.
static const char NoFp64[] =
    "#define double double_is_not_on_this_device\n#define double2 double_is_not_on_this_device\n"
    "#define double3 double_is_not_on_this_device\n#define double4 double_is_not_on_this_device\n"
    "#define double8 double_is_not_on_this_device\n#define double16 double_is_not_on_this_device\n";

/// The atomics of 32 bits under other names, which then take the place of the overloaded ones.
static std::string noInt64Atomics() {
  static const struct {
    const char *Name, *Parameters, *Arguments;
  } Rows[] = {{"add", ", T v", ", v"},
              {"sub", ", T v", ", v"},
              {"xchg", ", T v", ", v"},
              {"min", ", T v", ", v"},
              {"max", ", T v", ", v"},
              {"and", ", T v", ", v"},
              {"or", ", T v", ", v"},
              {"xor", ", T v", ", v"},
              {"inc", "", ""},
              {"dec", "", ""},
              {"cmpxchg", ", T c, T v", ", c, v"}};
  std::string Functions, Names;
  for (const char *Type : {"int", "uint"}) {
    Functions += std::string("#define T ") + Type + "\n";
    for (const char *Space : {"__global", "__local"})
      for (const auto &Row : Rows)
        Functions += std::string("static T __attribute__((overloadable)) cu2cl_atom_") + Row.Name +
                     "(volatile " + Space + " T *p" + Row.Parameters + ") { return atom_" +
                     Row.Name + "(p" + Row.Arguments + "); }\n";
    Functions += "#undef T\n";
  }
  for (const auto &Row : Rows)
    Names += std::string("#undef atom_") + Row.Name + "\n#define atom_" + Row.Name +
             " cu2cl_atom_" + Row.Name + "\n";
  return Functions + Names;
}

static std::string makePrefix(bool WithAtomics) {
  const Settings &S = settings();
  std::string Text;
#define EXTENSION(NAME, LIMIT)                                                                     \
  if (S.hasNo(S.LIMIT))                                                                            \
    Text += "#undef " #NAME "\n";
#include "Limits.def"
  if (S.hasNo(S.Fp64))
    Text += NoFp64;
  if (S.hasNo(S.Int64Atomics) && WithAtomics)
    Text += noInt64Atomics();
  return Text.empty() ? Text : Text + "#line 1\n";
}

/// What is before a source. The functions for atomics take time to compile; most programs have
/// none.
static const std::string &prefixFor(const std::string &Source) {
  static const std::string With = makePrefix(true), Without = makePrefix(false);
  const bool MayHaveAtomics =
      Source.find("atom_") != std::string::npos || Source.find("include") != std::string::npos;
  return MayHaveAtomics ? With : Without;
}

static cl_program CL_API_CALL createProgramWithSource(cl_context Context, cl_uint Count,
                                                      const char **Strings, const size_t *Lengths,
                                                      cl_int *Error) {
  std::string Source;
  for (cl_uint I = 0; Strings && I < Count; ++I) {
    if (!Strings[I]) // the device says what is wrong with it
      return Next.clCreateProgramWithSource(Context, Count, Strings, Lengths, Error);
    Source.append(Strings[I], Lengths && Lengths[I] ? Lengths[I] : strlen(Strings[I]));
  }
  const std::string &Prefix = prefixFor(Source);
  if (Prefix.empty() || Count == 0 || !Strings)
    return Next.clCreateProgramWithSource(Context, Count, Strings, Lengths, Error);
  Source.insert(0, Prefix);
  const char *Whole = Source.c_str();
  const size_t Length = Source.size();
  return Next.clCreateProgramWithSource(Context, 1, &Whole, &Length, Error);
}

static cl_int CL_API_CALL getProgramInfo(cl_program Program, cl_program_info Query, size_t Size,
                                         void *Value, size_t *SizeNeeded) {
  size_t Own = 0;
  cl_int Error = Next.clGetProgramInfo(Program, Query, 0, nullptr, &Own);
  if (Query != CL_PROGRAM_SOURCE || Error != CL_SUCCESS || Own == 0)
    return Next.clGetProgramInfo(Program, Query, Size, Value, SizeNeeded);
  std::string Text(Own, '\0');
  Error = Next.clGetProgramInfo(Program, Query, Own, &Text[0], nullptr);
  if (Error != CL_SUCCESS)
    return Error;
  for (bool WithAtomics : {true, false}) {
    const std::string Prefix = makePrefix(WithAtomics);
    if (Text.compare(0, Prefix.size(), Prefix) == 0) {
      Text.erase(0, Prefix.size());
      break;
    }
  }
  if (Value && Size < Text.size())
    return CL_INVALID_VALUE;
  if (Value)
    memcpy(Value, Text.data(), Text.size());
  if (SizeNeeded)
    *SizeNeeded = Text.size();
  return CL_SUCCESS;
}

/// The options as the limited device takes them; nothing where it does not.
static std::optional<std::string> limitedOptions(const char *Options) {
  std::string Text = Options ? Options : "";
  const size_t Standard = Text.find("-cl-std=CL");
  const size_t Number = Standard + strlen("-cl-std=CL");
  if (settings().Version && Standard != std::string::npos && Number + 2 < Text.size()) {
    const size_t Asked = size_t(Text[Number] - '0') * 10 + size_t(Text[Number + 2] - '0');
    if (Asked > *settings().Version) {
      say("the compiler does not know %s", Text.substr(Standard, 13).c_str());
      return std::nullopt;
    }
  }
  if (settings().hasNo(settings().Fp64))
    Text += " -cl-single-precision-constant"; // what 1.0 means without fp64
  if (settings().ConstantArgs)
    Text += " -cl-kernel-arg-info";
  return Text;
}

static cl_int CL_API_CALL buildProgram(cl_program Program, cl_uint Count,
                                       const cl_device_id *Devices, const char *Options,
                                       void(CL_CALLBACK *Notify)(cl_program, void *), void *Data) {
  std::optional<std::string> Text = limitedOptions(Options);
  if (!Text)
    return CL_INVALID_BUILD_OPTIONS;
  return Next.clBuildProgram(Program, Count, Devices, Text->c_str(), Notify, Data);
}

static cl_int CL_API_CALL compileProgram(cl_program Program, cl_uint Count,
                                         const cl_device_id *Devices, const char *Options,
                                         cl_uint HeaderCount, const cl_program *Headers,
                                         const char **Names,
                                         void(CL_CALLBACK *Notify)(cl_program, void *),
                                         void *Data) {
  std::optional<std::string> Text = limitedOptions(Options);
  if (!Text)
    return CL_INVALID_COMPILER_OPTIONS;
  return Next.clCompileProgram(Program, Count, Devices, Text->c_str(), HeaderCount, Headers, Names,
                               Notify, Data);
}

void limitPrograms(cl_icd_dispatch &Table) {
  Table.clCreateProgramWithSource = createProgramWithSource;
  Table.clGetProgramInfo = getProgramInfo;
  Table.clBuildProgram = buildProgram;
  Table.clCompileProgram = compileProgram;
}

} // namespace layer
