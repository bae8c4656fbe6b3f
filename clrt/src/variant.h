// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variants of kernels: what one thread knows of them on one device.

#ifndef CLRT_VARIANT_H
#define CLRT_VARIANT_H

#include "contract.h"
#include "launch_view.h"

#include <memory>

namespace clrt_impl {

// A file of variants as it is built for one program.
struct VariantProgram {
  std::shared_ptr<const VariantFile> file;
  const clrt_program *program;
};

// What all threads know of a variant on one device, or of a file.
struct VariantState {
  std::atomic<bool> dropped{false}; // it is not used any more, and why was said
  std::atomic<bool> refused{false}; // that it was forced and does not fit was said
};

struct Candidate {
  std::shared_ptr<const VariantFile> file;
  const Contract *contract;
  const clrt_program *program;
  VariantState *state, *file_state;
  Instance *instance; // made when first chosen
};

// What is asked at a launch of a kernel.
struct Choices {
  std::vector<Candidate> candidates;                       // in the order of preference
  int last_argument = -1;                                  // that conditions ask about
  std::vector<KnownRange> known;                           // of each of them
  bool forced = false, captures = false, verifies = false; // as the settings say
};

// The environment, as it is when the first kernel is made.
struct VariantSettings {
  std::vector<std::string> forced; // CLRT_VARIANT; empty: clrt chooses
  std::vector<std::string> files;  // CLRT_VARIANTS
  std::string capture;             // CLRT_CAPTURE: the folder
  bool verify = false;             // CLRT_VERIFY
};
const VariantSettings &variant_settings();

// A launch, as the functions of this stage pass it on.
struct Launch {
  Device *d;
  Stream *s;
  const clrt_kernel *handle;
  Instance *plain;
  const clrt_config *config;
  const clrt_arg *args;
  size_t count;
};

// ---- variant.cpp ----
// `code`: what the driver says of the launch itself.
clrt_error run_variant(const Launch &l, Candidate &v, const clrt_config *config, cl_int &code);

// ---- variant_files.cpp ----
// Those of the program: from CLRT_VARIANTS, then those that it has itself.
std::vector<VariantProgram> variant_programs(const clrt_program *program);
void forget_variants(const clrt_program *program);

// ---- verify.cpp ----
// The first launch of a size class: both run, the plain kernel's results stay, and the variant is
// dropped if its own differ. False: nothing was run, as that has been done.
bool verify(const Launch &l, Candidate &variant, const clrt_config *config, clrt_error &e);

// ---- capture.cpp ----
// The first launch of a size class is saved and run. False: nothing was run.
bool capture(const Launch &l, clrt_error &e);
} // namespace clrt_impl

#endif
