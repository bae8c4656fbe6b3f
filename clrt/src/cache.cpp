// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The cache of built programs: one file per program, device and options.
//
// An entry is: the line "clrt-cache-1", the size of the key, the size of the binary and its
// checksum in one line, the key, the binary. The key names all that the binary depends on, and is
// compared, so that two keys with one hash do no harm. Entries appear by rename, so a reader sees a
// whole one or none; a damaged one is built again and replaced.

#include "internal.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

using namespace clrt_impl;

uint64_t clrt_impl::fnv1a(const void *data, size_t size, uint64_t hash) {
  const unsigned char *bytes = static_cast<const unsigned char *>(data);
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ bytes[i]) * 1099511628211ull;
  return hash;
}

static std::string key_of(const Device *d, const std::string &what) {
  return platform_text(d->platform, CL_PLATFORM_VERSION) + '\n' + info_text(d->id, CL_DEVICE_NAME) +
         '\n' + info_text(d->id, CL_DEVICE_VERSION) + '\n' + info_text(d->id, CL_DRIVER_VERSION) +
         '\n' + what + '\n';
}

// The folder; empty if there is none to use.
static std::string folder() {
  const char *off = getenv("CLRT_CACHE"), *own = getenv("CLRT_CACHE_DIR");
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (off && std::string(off) == "0")
    return "";
  if (own && *own)
    return own;
  if (xdg && *xdg)
    return std::string(xdg) + "/clrt";
  return home && *home ? std::string(home) + "/.cache/clrt" : "";
}

bool clrt_impl::cache_is_on() { return !folder().empty(); }

static std::string entry_path(const std::string &key) {
  std::string dir = folder();
  if (dir.empty())
    return "";
  char name[64];
  uint64_t low = fnv1a(key.data(), key.size(), fnv1a_basis),
           high = fnv1a(key.data(), key.size(), low ^ fnv1a_basis);
  snprintf(name, sizeof name, "/%016llx%016llx.bin", static_cast<unsigned long long>(high),
           static_cast<unsigned long long>(low));
  return dir + name;
}

bool clrt_impl::cache_holds(const Device *d, const std::string &what) {
  return access(entry_path(key_of(d, what)).c_str(), R_OK) == 0;
}

bool clrt_impl::cache_load(const Device *d, const std::string &what,
                           std::vector<unsigned char> &binary) {
  std::string key = key_of(d, what), path = entry_path(key);
  FILE *f = path.empty() ? nullptr : fopen(path.c_str(), "rb");
  if (!f)
    return false;
  struct stat st;
  unsigned long long key_size = 0, size = 0, sum = 0;
  bool good = fstat(fileno(f), &st) == 0 &&
              fscanf(f, "clrt-cache-1 %llu %llu %llx", &key_size, &size, &sum) == 3 &&
              fgetc(f) == '\n' && key_size == key.size() && size != 0 &&
              size <= static_cast<unsigned long long>(st.st_size);
  if (good) {
    std::string stored(key.size(), '\0');
    binary.resize(static_cast<size_t>(size));
    good = fread(&stored[0], 1, stored.size(), f) == stored.size() && stored == key &&
           fread(binary.data(), 1, binary.size(), f) == binary.size() && fgetc(f) == EOF &&
           fnv1a(binary.data(), binary.size(), fnv1a_basis) == sum;
  }
  fclose(f);
  return good;
}

static void make_folders(const std::string &path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(),
          0777); // fails where it exists or may not; opening the file will tell
}

void clrt_impl::cache_store(const Device *d, const std::string &what, cl_program built) {
  std::string key = key_of(d, what), path = entry_path(key);
  size_t size = 0;
  if (path.empty() ||
      clGetProgramInfo(built, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS ||
      size == 0)
    return;
  std::vector<unsigned char> binary(size);
  unsigned char *bytes = binary.data();
  if (clGetProgramInfo(built, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr) != CL_SUCCESS)
    return;
  make_folders(path);
  std::string temporary = path + ".XXXXXX";
  int fd = mkstemp(&temporary[0]);
  FILE *f = fd >= 0 ? fdopen(fd, "wb") : nullptr;
  if (!f)
    return;
  fprintf(f, "clrt-cache-1 %llu %llu %llx\n", static_cast<unsigned long long>(key.size()),
          static_cast<unsigned long long>(size),
          static_cast<unsigned long long>(fnv1a(binary.data(), size, fnv1a_basis)));
  bool good = fwrite(key.data(), 1, key.size(), f) == key.size() &&
              fwrite(binary.data(), 1, size, f) == size;
  good = fclose(f) == 0 && good;
  if (!good || rename(temporary.c_str(), path.c_str()) != 0)
    unlink(temporary.c_str());
}
