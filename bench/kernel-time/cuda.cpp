// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Injected into a program (CUDA_INJECTION64_PATH), counts the time of its CUDA kernels with CUPTI's
// activity records, and appends a line "name<TAB>launches<TAB>seconds" for each kernel to the file
// that KERNEL_TIME_FILE names.

#include <cupti.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

// The record of this toolkit's CUPTI; the members used here have been in all of them.
#if CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
#else
using KernelRecord = CUpti_ActivityKernel9;
#endif

struct Total {
  long Launches = 0;
  double Seconds = 0;
};

std::map<std::string, Total> &totals() {
  static std::map<std::string, Total> The;
  return The;
}

void CUPTIAPI giveBuffer(uint8_t **Buffer, size_t *Size, size_t *MaxRecords) {
  *Size = 8 << 20;
  *Buffer = static_cast<uint8_t *>(aligned_alloc(8, *Size));
  *MaxRecords = 0;
}

void CUPTIAPI takeBuffer(CUcontext, uint32_t, uint8_t *Buffer, size_t, size_t Valid) {
  CUpti_Activity *Record = nullptr;
  while (cuptiActivityGetNextRecord(Buffer, Valid, &Record) == CUPTI_SUCCESS) {
    if (Record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
      continue;
    const auto *Kernel = reinterpret_cast<const KernelRecord *>(Record);
    Total &Sum = totals()[Kernel->name ? Kernel->name : "?"];
    ++Sum.Launches;
    Sum.Seconds += double(Kernel->end - Kernel->start) * 1e-9;
  }
  free(Buffer);
}

void writeTotals() {
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  const char *Path = getenv("KERNEL_TIME_FILE");
  FILE *File = Path ? fopen(Path, "a") : nullptr;
  if (!File)
    return;
  for (const auto &Entry : totals())
    fprintf(File, "%s\t%ld\t%.9f\n", Entry.first.c_str(), Entry.second.Launches,
            Entry.second.Seconds);
  fclose(File);
}

} // namespace

// The driver calls this before the program's first CUDA call does its work.
extern "C" int InitializeInjection() {
  totals();
  cuptiActivityRegisterCallbacks(giveBuffer, takeBuffer);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  atexit(writeTotals);
  return 1;
}
