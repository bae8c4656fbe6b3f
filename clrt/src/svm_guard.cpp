// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Managed memory that has to be mapped is closed to the host while the device has it: an access
// waits for the device and takes the memory back, as a page fault of CUDA's unified memory does.
// Without this a write would be lost, and a read would give an old value. (The same is done by
// ADSM: Gelado et al., ASPLOS 2010.)
//
// Only whole pages can be closed. A system call that is given such memory fails (EFAULT).

#include "internal.h"

#ifndef _WIN32
#include <cerrno>
#include <csignal>
#include <sys/mman.h>
#include <unistd.h>
#endif

using namespace clrt_impl;

#ifdef _WIN32
void clrt_impl::set_host_access(uintptr_t, size_t, HostAccess) {}
void clrt_impl::begin_trial(uintptr_t, size_t) {}
bool clrt_impl::end_trial() { return true; }
#else

static struct sigaction next_handler;

// The pages of a trial, and whether they were touched. One trial at a time.
static std::mutex trial_mutex;
static std::atomic<uintptr_t> trial_base{0};
static std::atomic<size_t> trial_size{0};
static std::atomic<bool> trial_touched{false};

static bool is_trial(uintptr_t address) {
  if (address - trial_base.load() >= trial_size.load())
    return false;
  trial_touched.store(true);
  set_host_access(trial_base.load(), trial_size.load(), HostAccess::All);
  return true;
}

void clrt_impl::begin_trial(uintptr_t base, size_t size) {
  trial_mutex.lock();
  trial_touched.store(false);
  trial_base.store(base);
  trial_size.store(size);
  set_host_access(base, size, HostAccess::None);
}

bool clrt_impl::end_trial() {
  set_host_access(trial_base.load(), trial_size.load(), HostAccess::All);
  trial_size.store(0);
  const bool touched = trial_touched.load();
  trial_mutex.unlock();
  return touched;
}

// Hands a fault that is not ours to who was there before; without one the process ends at its
// second try.
static void pass_on(int signal, siginfo_t *info, void *context) {
  if (next_handler.sa_flags & SA_SIGINFO)
    next_handler.sa_sigaction(signal, info, context);
  else if (next_handler.sa_handler == SIG_DFL || next_handler.sa_handler == SIG_IGN)
    std::signal(signal, SIG_DFL);
  else
    next_handler.sa_handler(signal);
}

// An access, unlike a signal in general, comes where its thread holds no lock of clrt's or of the
// driver's: neither uses managed memory by its address.
static void on_fault(int signal, siginfo_t *info, void *context) {
  const int kept = errno;
  if (!is_trial(reinterpret_cast<uintptr_t>(info->si_addr)) &&
      !open_to_host(memory_at(info->si_addr)))
    pass_on(signal, info, context);
  errno = kept;
}

static void handle_faults() {
  struct sigaction ours = {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGSEGV, &ours, &next_handler);
}

void clrt_impl::set_host_access(uintptr_t base, size_t size, HostAccess access) {
  static std::once_flag once;
  std::call_once(once, handle_faults);
  const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t first = (base + page - 1) / page * page, last = (base + size) / page * page;
  const int protection = access == HostAccess::None    ? PROT_NONE
                         : access == HostAccess::Reads ? PROT_READ
                                                       : PROT_READ | PROT_WRITE;
  if (first < last)
    mprotect(pointer(first), last - first, protection);
}
#endif
