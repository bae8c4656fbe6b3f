// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/CudaStandIn.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The files that CMake looks for in a toolkit (FindCUDA, FindCUDAToolkit). The first says in
/// CompilerOptions.cpp, too, that a folder is a toolkit's.
static const char *const Headers[] = {"cuda_runtime.h",
                                      "cuda_runtime_api.h",
                                      "device_functions.h",
                                      "cublas_v2.h",
                                      "cufft.h",
                                      "curand.h",
                                      "cusparse.h",
                                      "cusolverDn.h",
                                      "nvToolsExt.h",
                                      "nvrtc.h",
                                      "npp.h",
                                      "cuda_profiler_api.h",
                                      "nvml.h",
                                      "nccl.h",
                                      "cudnn.h",
                                      "nvtx3/nvToolsExt.h"};

static const char *const Libraries[] = {
    "cudart",  "cudadevrt", "culibos",       "cublas",         "cublasLt",   "cufft",  "cufftw",
    "curand",  "cusolver",  "cusparse",      "nvrtc",          "nvToolsExt", "nvjpeg", "nvblas",
    "nvgraph", "cupti",     "nvptxcompiler", "nvrtc-builtins", "nvJitLink",  "npp",    "nppc",
    "nppi",    "nppial",    "nppicc",        "nppicom",        "nppidei",    "nppif",  "nppig",
    "nppim",   "nppist",    "nppisu",        "nppitc",         "npps",       "nccl",   "cudnn"};

static const char *const Stubs[] = {"cuda", "nvidia-ml"};

/// It says that it is nvcc 12.4 with its default architecture at the one that cu2cl parses for, and
/// that it links by itself. Its products are scripts, as CMake runs some of them, and hold the
/// lines that CMake searches programs for.
static const char Compiler[] = R"(#!/bin/sh
top=${0%/bin/nvcc}
out=a.out
before=
verbose=
only_asked=
for word; do
  [ "$before" = -o ] && out=$word
  case $word in
  --version|-V)
    echo "nvcc: NVIDIA (R) Cuda compiler driver"
    echo "Cuda compilation tools, release 12.4, V12.4.131"
    exit 0;;
  -v|--verbose|--dryrun|-dryrun) verbose=1;;
  --run|-run) exit 1;;
  __cmake_determine_cuda) only_asked=1;;
  esac
  before=$word
done
if [ -n "$verbose" ]; then
  echo "#\$ TOP=$top"
  echo "#\$ PATH=$top/bin:"
  echo "#\$ INCLUDES=\"-I$top/include\""
  echo "#\$ LIBRARIES= \"-L$top/lib64\""
  echo "#\$ cicc -arch compute_70 x"
  libraries="\"-L$top/lib64\" -lcudadevrt -lcudart_static -lrt -lpthread -ldl"
  echo "#\$ $top/bin/nvcc -o \"a.out\" $libraries"
fi >&2
[ -n "$only_asked" ] && exit 1
cat > "$out" <<'END' || exit 1
#!/bin/sh
echo 70
exit 0
INFO:compiler[NVIDIA]
INFO:compiler_version[00000012.00000004.00000131]
INFO:platform[Linux]
INFO:standard_default[17]
INFO:dialect_default[17]
INFO:extensions_default[ON]
INFO:simulate[GNU]
INFO:simulate_version[00000012.00000002]
INFO:sizeof_dptr[8]
INFO:byte_order[LITTLE_ENDIAN]
END
chmod +x "$out"
)";

bool writeTextFile(const std::string &Path, StringRef Text) {
  if (fs::create_directories(path::parent_path(Path)))
    return false;
  std::error_code EC;
  llvm::raw_fd_ostream OS(Path, EC);
  OS << Text;
  OS.flush();
  return !EC && !OS.has_error();
}

bool writeCudaStandIn(const std::string &Folder) {
  bool Fine =
      writeTextFile(Folder + "/bin/nvcc", Compiler) &&
      !fs::setPermissions(Folder + "/bin/nvcc", fs::all_read | fs::all_exe) &&
      !fs::create_directories(Folder + "/nvvm/libdevice") &&
      writeTextFile(Folder + "/include/cuda.h", "#define CUDA_VERSION 12040\n") &&
      writeTextFile(Folder + "/include/thrust/version.h", "#define THRUST_VERSION 200302\n") &&
      writeTextFile(Folder + "/include/cub/cub.cuh", "");
  for (const char *Name : Headers)
    Fine = Fine && writeTextFile(Folder + "/include/" + Name, "");
  for (const char *Name : Libraries)
    for (const char *End : {".so", "_static.a", ".a"})
      Fine = Fine && writeTextFile(Folder + "/lib64/lib" + Name + End, "");
  for (const char *Name : Stubs)
    Fine = Fine && writeTextFile(Folder + "/lib64/stubs/lib" + Name + ".so", "");
  return Fine;
}

} // namespace cu2cl
