// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A small program that variants_test.sh runs in several environments: launches the kernels that its
// words name, and prints which text of each ran or what came of it.

#include <clrt/clrt.hpp>
#include <cstdio>
#include <map>
#include <string>

CLRT_PROGRAM(variants_cl);

struct pair {
  int a, b;
};
static clrt::symbol<int[4]> weights({1, 20, 300, 4000});
static clrt::symbol<int> first_constant(7), second_constant(50000);
static const clrt::kernel<clrt::global_at<int>, int, int, clrt::global<int>> fill_from(variants_cl,
                                                                                       "fill_from");
static const clrt::kernel<clrt::global<int>, pair, clrt::global<const int>> both(variants_cl,
                                                                                 "both");
static const clrt::kernel<clrt::global_at<int>, int> bump(variants_cl, "bump");
static const clrt::kernel<clrt::global<int>> elsewhere(variants_cl, "elsewhere");
static const clrt::kernel<clrt::global<int>> reverse_blocks(variants_cl, "reverse_blocks",
                                                            {clrt::dynamic_local()});
static const clrt::kernel<clrt::global<int>, int>
    weighted(variants_cl, "weighted",
             {clrt::constant(weights), clrt::packed_constants({first_constant, second_constant}),
              clrt::fault_word()});

static int *d, *other;

static int get(const int *p, size_t at) {
  int v = -1;
  clrt::read(&v, p + at, sizeof v);
  return v;
}

static void fill(int n) {
  clrt::error e = clrt::launch(fill_from, {2, 32}, d + 10, 100, n, other);
  printf("fill %d %s: %d\n", n, clrt::error_name(e), get(other, 0));
}

static void run_both() {
  clrt::memset(d, 0, 64 * sizeof(int));
  clrt::error e = clrt::launch(both, {1, 64}, other, pair{10, 7}, d);
  printf("both %s: %d %d\n", clrt::error_name(e), get(other, 4), get(other, 5));
}

static void run_bump() {
  clrt::memset(d, 0, 64 * sizeof(int));
  for (int i = 0; i < 3; ++i)
    clrt::launch(bump, {1, 32}, d + 1, 31);
  printf("bump: %d %d %d\n", get(d, 0), get(d, 1), get(d, 31));
}

static void run_fault(int n) {
  clrt::error e = clrt::launch(weighted, {1, 32}, d, n), later = clrt::device_synchronize();
  printf("weighted %s %s: %d\n", clrt::error_name(e), clrt::error_name(later), get(d, 1));
}

// A buffer with the address of shared memory in it.
static void run_addresses() {
  int *shared = nullptr;
  if (clrt::svm_malloc(&shared, 256) != CLRT_SUCCESS)
    printf("no shared memory\n");
  clrt::memset(d, 0, 64 * sizeof(int));
  clrt::write(d + 8, &shared, sizeof shared);
  clrt::launch(bump, {1, 32}, d, 4);
  printf("addresses: %d\n", get(d, 3));
  clrt::free(shared);
}

static void run_pinned() {
  int *host;
  if (clrt::malloc_host(&host, 64 * sizeof(int)) != CLRT_SUCCESS) {
    printf("no pinned memory\n");
    return;
  }
  for (int i = 0; i < 64; ++i)
    host[i] = i;
  clrt::launch(bump, {1, 32}, host + 2, 31);
  clrt::device_synchronize();
  printf("pinned: %d %d %d\n", host[1], host[2], host[33]);
  clrt::free_host(host);
}

static void run_reverse() {
  clrt::memset(d, 0, 128 * sizeof(int));
  clrt::error e = clrt::launch(reverse_blocks, {2, 64, 64 * sizeof(int)}, d);
  printf("reverse %s: %d\n", clrt::error_name(e), get(d, 127));
}

int main(int count_of_words, char **words) {
  clrt::malloc(&d, 256 * sizeof(int));
  clrt::malloc(&other, 256 * sizeof(int));
  for (int i = 1; i < count_of_words; ++i) {
    const std::string word = words[i];
    if (word == "both")
      run_both();
    else if (word == "bump")
      run_bump();
    else if (word == "weighted")
      run_fault(31);
    else if (word == "fault")
      run_fault(-1);
    else if (word == "addresses")
      run_addresses();
    else if (word == "pinned")
      run_pinned();
    else if (word == "elsewhere")
      printf("elsewhere %s: %d\n", clrt::error_name(clrt::launch(elsewhere, {1, 1}, other)),
             get(other, 0));
    else if (word == "reverse")
      run_reverse();
    else
      fill(std::stoi(word));
  }
  return 0;
}
