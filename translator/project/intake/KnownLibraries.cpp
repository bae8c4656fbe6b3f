// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/KnownLibraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cu2cl {

using llvm::StringRef;

namespace {
/// Libraries that CUDA programs show pictures and read files with.
struct LibraryRow {
  StringRef Imported, Header, Names; ///< Names: words, in the order of a link line
};

constexpr LibraryRow Rows[] = {
    {"OpenGL::GL", "GL/gl.h", "GL"},
    {"OpenGL::OpenGL", "GL/glext.h", "GL"},
    {"OpenGL::GLU", "GL/glu.h", "GLU GL"},
    {"OpenGL::GLX", "GL/glx.h", "GL X11"},
    {"GLUT::GLUT", "GL/glut.h", "glut GLU GL"},
    {"FreeGLUT::freeglut", "GL/freeglut.h", "glut GLU GL"},
    {"GLEW::GLEW", "GL/glew.h", "GLEW GL"},
    {"glfw", "GLFW/glfw3.h", "glfw GL"},
    {"X11::X11", "X11/Xlib.h", "X11"},
    {"SDL2::SDL2", "SDL2/SDL.h", "SDL2"},
    {"ZLIB::ZLIB", "zlib.h", "z"},
    {"PNG::PNG", "png.h", "png"},
    {"JPEG::JPEG", "jpeglib.h", "jpeg"},
    {"TIFF::TIFF", "tiffio.h", "tiff"},
    {"GSL::gsl", "gsl/gsl_rng.h", "gsl gslcblas"},
    {"FFTW3::fftw3", "fftw3.h", "fftw3"},
};

std::vector<std::string> wordsOf(StringRef Names) {
  llvm::SmallVector<StringRef, 4> Words;
  Names.split(Words, ' ');
  return {Words.begin(), Words.end()};
}
} // namespace

std::vector<std::string> librariesOfImported(StringRef Target) {
  auto Row = llvm::find_if(Rows, [&](const LibraryRow &R) { return R.Imported == Target; });
  if (Row != std::end(Rows))
    return wordsOf(Row->Names);
  // Boost's are called like their libraries.
  if (Target.consume_front("Boost::") && Target != "boost" && Target != "headers")
    return {("boost_" + Target).str()};
  return {};
}

bool isReplacedLibrary(StringRef Name) {
  return Name.starts_with("cuda") || Name == "culibos" || Name == "stdc++" ||
         Name.starts_with("nvToolsExt") || Name.starts_with("nvtx") || Name == "nvidia-ml" ||
         Name == "nvml" || Name == "toolkit";
}

bool isCudaLibrary(StringRef Name) {
  static const StringRef Starts[] = {
      "cublas",  "cudnn",    "cudss",    "cufft",    "cufile",        "cugraph",    "cupti",
      "curand",  "cusolver", "cusparse", "cutensor", "cutlass",       "custatevec", "cuvs",
      "cv-cuda", "nccl",     "npp",      "nvblas",   "nvgraph",       "nvjitlink",  "nvJitLink",
      "nvjpeg",  "nvonnx",   "nvinfer",  "nvperf",   "nvptxcompiler", "nvrtc",      "nvshmem",
      "nvvm",    "nvfatbin", "nvcomp",   "nvcuvid",  "nvidia-"};
  return llvm::any_of(Starts, [&](StringRef Start) { return Name.starts_with(Start); });
}

std::vector<std::string> librariesOfHeader(StringRef Header) {
  auto Row = llvm::find_if(Rows, [&](const LibraryRow &R) { return R.Header == Header; });
  return Row == std::end(Rows) ? std::vector<std::string>() : wordsOf(Row->Names);
}

} // namespace cu2cl
