// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Invocation.h"
#include "catalog/EmbeddedHeaders.h"
#include "frontend/SplitLaunchBrackets.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cu2cl {

llvm::StringRef cudaHeaderRoot() { return "/cu2cl-bundled/cuda"; }
llvm::StringRef deviceLibraryRoot() { return "/cu2cl-bundled/cuda/cu2cl_lib"; }

std::string orderedPath(llvm::StringRef File) {
  bool IsSystem = File.starts_with("/usr/include/") || File.starts_with("/usr/lib/");
  return (File.starts_with(cudaHeaderRoot()) ? "0 " : IsSystem ? "1 " : "2 ") + File.str();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
inputFileSystem(const std::map<std::string, std::string> &Changed) {
  auto Bundled = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const catalog::EmbeddedFile &File : catalog::cudaHeaders())
    Bundled->addFile((cudaHeaderRoot() + "/" + File.Name).str(), 0,
                     llvm::MemoryBuffer::getMemBuffer(File.Text, File.Name));
  addHostHeaders(*Bundled);
  for (const auto &[Path, Text] : Changed)
    Bundled->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      withJoinedLaunches(llvm::vfs::createPhysicalFileSystem()));
  Overlay->pushOverlay(Bundled);
  return Overlay;
}

/// Where likeGcc() finds omp.h, if nothing else on the machine has one that Clang takes.
static const char HostHeaderRoot[] = "/cu2cl-bundled/host";

/// What OpenMP's functions look like; GCC's own omp.h has attributes that Clang does not know.
static const char OmpHeader[] = R"(#pragma once
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { void *lock; } omp_lock_t;
typedef struct { void *lock; } omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
void omp_set_num_threads(int);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_dynamic(int);
int omp_get_dynamic(void);
void omp_set_nested(int);
int omp_get_nested(void);
void omp_set_schedule(omp_sched_t, int);
void omp_get_schedule(omp_sched_t *, int *);
int omp_get_thread_limit(void);
void omp_set_max_active_levels(int);
int omp_get_max_active_levels(void);
int omp_get_level(void);
int omp_get_ancestor_thread_num(int);
int omp_get_team_size(int);
int omp_get_active_level(void);
void omp_init_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *);
void omp_destroy_nest_lock(omp_nest_lock_t *);
void omp_set_nest_lock(omp_nest_lock_t *);
void omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);
double omp_get_wtime(void);
double omp_get_wtick(void);
#ifdef __cplusplus
}
#endif
)";

void addHostHeaders(llvm::vfs::InMemoryFileSystem &Files) {
  Files.addFile(std::string(HostHeaderRoot) + "/omp.h", 0,
                llvm::MemoryBuffer::getMemBuffer(OmpHeader, "omp.h"));
}

std::vector<std::string> likeGcc(Language Lang) {
  std::vector<std::string> Args;
  if (Lang == Language::C)
    Args = {"-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
            "-Wno-incompatible-function-pointer-types", "-Wno-return-mismatch"};
  else // warnings of g++: {i} for a char, "a"NAME for a macro's text after a string, register
    Args = {"-Wno-c++11-narrowing", "-Wno-reserved-user-defined-literal", "-Wno-register"};
  Args.insert(Args.end(), {"-fopenmp-version=45", "-idirafter", HostHeaderRoot}); // GCC 12's OpenMP
  return Args;
}

/// "700" for "sm_70".
static std::string archNumber(llvm::StringRef Arch) {
  return Arch.substr(Arch.find('_') + 1).take_while(llvm::isDigit).str() + "0";
}

std::vector<std::string> clangArguments(const CompileCommand &Command, Side S,
                                        const FrontendOptions &Options) {
  std::vector<std::string> Args = {"clang",
                                   "-fsyntax-only",
                                   "-w",
                                   "-fno-spell-checking", // tells errors late, out of order
                                   "-resource-dir",
                                   CU2CL_RESOURCE_DIR,
                                   "-working-directory=" + Command.Directory};
  bool Bundled = Options.CudaPath.empty();
  if (Command.Lang == Language::Cuda) {
    Args.insert(Args.end(),
                {"-x", "cuda", S == Side::Host ? "--cuda-host-only" : "--cuda-device-only",
                 "--cuda-gpu-arch=" + Command.Arch, "-nocudalib", "-Wno-unknown-cuda-version",
                 // nvcc is what the project is written for.
                 "-D__NVCC__=1", "-D__CUDACC__=1", "-D__CUDACC_VER_MAJOR__=12",
                 "-D__CUDACC_VER_MINOR__=4", "-D__CUDACC_VER_BUILD__=131",
                 "-D__CUDA_API_VER_MAJOR__=12", "-D__CUDA_API_VER_MINOR__=4",
                 "-D__CUDA_ARCH_LIST__=" + archNumber(Command.Arch),
                 // libstdc++ 15 asserts, on the host alone, where nothing is optimised.
                 "-D_GLIBCXX_NO_ASSERTIONS"});
    // Clang knows of OpenMP on the host alone, nvcc preprocesses for both sides alike.
    if (S == Side::Device && llvm::is_contained(Command.Flags, "-fopenmp"))
      Args.push_back("-D_OPENMP=201511");
    if (Bundled)
      Args.insert(Args.end(), {"-nocudainc", "-include", "cuda_runtime.h"});
    else
      Args.push_back("--cuda-path=" + Options.CudaPath);
    // __FILE__ in kernels is a text of the output, which no folder of this machine belongs in.
    if (S == Side::Device)
      Args.push_back("-fmacro-prefix-map=" + Command.Directory + "/=");
  } else {
    Args.insert(Args.end(), {"-x", Command.Lang == Language::C ? "c" : "c++"});
    if (!Bundled)
      Args.insert(Args.end(), {"-isystem", Options.CudaPath + "/include"});
  }
  Args.insert(Args.end(), Command.Flags.begin(), Command.Flags.end());
  std::vector<std::string> Habits = likeGcc(Command.Lang);
  Args.insert(Args.end(), Habits.begin(), Habits.end());
  if (Bundled)
    Args.insert(Args.end(), {"-isystem", cudaHeaderRoot().str()});
  Args.push_back(Command.File);
  return Args;
}

} // namespace cu2cl
