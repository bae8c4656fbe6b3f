// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A small program that environment_test.sh runs in several environments: prints what clrt makes of
// them.

#include <clrt/clrt.hpp>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

CLRT_PROGRAM(kernels_cl);
static const clrt::kernel<clrt::global<int>, int, int> fill(kernels_cl, "fill");

// Leaves so many bytes of address space to the program.
static void limit(size_t bytes) {
  size_t pages = 0;
  if (FILE *f = fopen("/proc/self/statm", "r")) {
    if (fscanf(f, "%zu", &pages) != 1)
      pages = 0;
    fclose(f);
  }
  rlimit r;
  getrlimit(RLIMIT_AS, &r);
  r.rlim_cur = pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  setrlimit(RLIMIT_AS, &r);
}

// Little address space: what fits is given, what does not is out of memory.
static int with_limit() {
  const size_t mib = 1 << 20;
  char *p[3] = {}, text[8] = "limited";
  clrt::device_synchronize();
  limit(64 * mib);
  clrt::error small = clrt::malloc(&p[0], 1000), medium = clrt::malloc(&p[1], mib);
  clrt::error copy = clrt::write(p[1] + 5, text, sizeof text);
  memset(text, 0, sizeof text);
  clrt::error back = clrt::read(text, p[1] + 5, sizeof text);
  limit(25 * mib);
  clrt::error large = clrt::malloc(&p[2], 24 * mib);
  printf("%s %d %s\n", text, small | medium | copy | back, clrt::error_name(large));
  return 0;
}

int main(int count_of_words, char **words) {
  if (count_of_words > 1 && strcmp(words[1], "limit") == 0)
    return with_limit();
  int count = -1, v[64] = {0};
  clrt::error e = clrt::device_count(&count);
  printf("devices %d %s\n", count, clrt::error_name(e));
  clrt::device_properties p;
  if (clrt::get_device_properties(&p, 0) == CLRT_SUCCESS)
    printf("device %s\n", p.name);
  int *d;
  e = clrt::malloc(&d, sizeof v);
  printf("malloc %s\n", clrt::error_name(e));
  e = clrt::launch(fill, {1, 64}, d, 42, 64);
  printf("launch %s\n", clrt::error_name(e));
  printf("last %s\n", clrt::error_name(clrt::last_error()));
  if (clrt::read(v, d, sizeof v) == CLRT_SUCCESS)
    printf("result %d\n", v[63]);
  return clrt::free(d) == CLRT_SUCCESS ? 0 : 1;
}
