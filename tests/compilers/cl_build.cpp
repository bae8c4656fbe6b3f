// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_build PLATFORM FILE.cl [OPTION...]: builds a source with the first OpenCL platform whose name
// contains PLATFORM, and makes its kernels. Exit status 0 built, 1 not built (the log is printed),
// 2 usage or file, 3 no such platform.
//
// cl_build PLATFORM -: the same for each line "FILE.cl OPTION..." of the standard input, since a
// platform takes longer to start than to build. For each, a line "FILE.cl STATUS" is printed, below
// the log; exit status 0, 2 or 3.

#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

static cl_platform_id findPlatform(const std::string &Part) {
  cl_uint Count = 0;
  clGetPlatformIDs(0, nullptr, &Count);
  std::vector<cl_platform_id> Platforms(Count);
  if (Count)
    clGetPlatformIDs(Count, Platforms.data(), nullptr);
  for (cl_platform_id Platform : Platforms) {
    char Name[256] = "";
    clGetPlatformInfo(Platform, CL_PLATFORM_NAME, sizeof Name - 1, Name, nullptr);
    cl_uint Devices = 0;
    clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &Devices);
    if (Devices && std::string(Name).find(Part) != std::string::npos)
      return Platform;
  }
  return nullptr;
}

/// Builds the source and makes its kernels; prints the log where one of the two fails.
static bool build(cl_context Context, cl_device_id Device, const std::string &Source,
                  const std::string &Options) {
  cl_int Error = CL_SUCCESS;
  const char *Text = Source.c_str();
  cl_program Program = clCreateProgramWithSource(Context, 1, &Text, nullptr, &Error);
  if (Error == CL_SUCCESS)
    Error = clBuildProgram(Program, 1, &Device, Options.c_str(), nullptr, nullptr);
  cl_uint Kernels = 0;
  if (Error == CL_SUCCESS)
    Error = clCreateKernelsInProgram(Program, 0, nullptr, &Kernels);
  if (Error == CL_SUCCESS) {
    clReleaseProgram(Program);
    return true;
  }
  size_t Size = 0;
  clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &Size);
  std::vector<char> Log(Size + 1);
  clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, Size, Log.data(), nullptr);
  printf("error %d\n%s\n", Error, Log.data());
  return false;
}

/// Builds the file; returns the exit status.
static int buildFile(cl_context Context, cl_device_id Device, const std::string &Name,
                     const std::string &Options) {
  std::ifstream File(Name);
  std::stringstream Source;
  Source << File.rdbuf();
  if (!File) {
    fprintf(stderr, "cannot read %s\n", Name.c_str());
    return 2;
  }
  return build(Context, Device, Source.str(), Options) ? 0 : 1;
}

static void buildLines(cl_context Context, cl_device_id Device) {
  std::string Line;
  while (std::getline(std::cin, Line)) {
    size_t End = std::min(Line.find(' '), Line.size());
    std::string Name = Line.substr(0, End);
    int Status = buildFile(Context, Device, Name, Line.substr(End));
    printf("%s %d\n", Name.c_str(), Status);
    fflush(stdout);
  }
}

int main(int Count, char **Arguments) {
  if (Count < 3) {
    fprintf(stderr, "usage: cl_build PLATFORM FILE.cl [OPTION...] | cl_build PLATFORM -\n");
    return 2;
  }
  std::string Options;
  for (int I = 3; I < Count; ++I)
    Options += std::string(I > 3 ? " " : "") + Arguments[I];
  cl_platform_id Platform = findPlatform(Arguments[1]);
  cl_device_id Device = nullptr;
  cl_int Error = CL_SUCCESS;
  if (!Platform || clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr) != CL_SUCCESS)
    return 3;
  cl_context Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Error);
  if (Error != CL_SUCCESS)
    return 3;
  if (Arguments[2] != std::string("-"))
    return buildFile(Context, Device, Arguments[2], Options);
  buildLines(Context, Device);
  return 0;
}
