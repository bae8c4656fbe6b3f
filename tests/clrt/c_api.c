/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The C core used from C11, as the C files of a ported project use it. */

#include <clrt/clrt.h>
#include <stdio.h>

#define CHECK(CALL)                                                                                \
  do {                                                                                             \
    clrt_error error_ = (CALL);                                                                    \
    if (error_ != CLRT_SUCCESS) {                                                                  \
      printf("FAILED: line %d: %s\n", __LINE__, clrt_error_string(error_));                        \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)
#define EXPECT(CONDITION)                                                                          \
  do {                                                                                             \
    if (!(CONDITION)) {                                                                            \
      printf("FAILED: line %d: %s\n", __LINE__, #CONDITION);                                       \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

extern const clrt_program kernels_cl;
static const int initial = 5;
static clrt_symbol counter = {&initial, sizeof initial, NULL, 0};
static const clrt_symbol *const counters[] = {&counter};
static const clrt_appended appended[] = {{CLRT_SYMBOL, 1, counters, NULL}};
static clrt_kernel count = {&kernels_cl, "count", appended, 1, 0, 0};
static clrt_kernel fill = {&kernels_cl, "fill", NULL, 0, 0, 0};

static int launches(int *d) {
  int value = 7, n = 16, v[16];
  clrt_config config = {{1, 1, 1}, {16, 1, 1}, 0, 0};
  clrt_arg args[3] = {{CLRT_GLOBAL, sizeof(int), &d},
                      {CLRT_VALUE, sizeof value, &value},
                      {CLRT_VALUE, sizeof n, &n}};
  CHECK(clrt_launch(&fill, &config, args, 3));
  CHECK(clrt_launch(&count, &config, args, 1));
  CHECK(clrt_read(v, d, sizeof v));
  EXPECT(v[0] == 7 + 16 && v[15] == 7);
  CHECK(clrt_memcpy_from_symbol(v, &counter, sizeof(int), 0, CLRT_MEMCPY_DEVICE_TO_HOST));
  EXPECT(v[0] == 5 + 16);
  return 0;
}

int main(void) {
  void *d;
  char *e;
  cl_mem m;
  float4 v[4], w[4];
  size_t i;
  int devices = 0;
  clrt_device_properties p;
  CHECK(clrt_device_count(&devices));
  CHECK(clrt_get_device_properties(&p, 0));
  CHECK(clrt_malloc(&d, sizeof v));
  CHECK(clrt_malloc_mem(&m, sizeof v));
  e = (char *)clrt_address(m) + 16;
  for (i = 0; i < 4; ++i)
    v[i] = make_float4((float)i, 1, 2, 3);
  CHECK(clrt_write(d, v, sizeof v));
  EXPECT(clrt_mem(e) == m && clrt_offset(e) == 16);
  CHECK(clrt_copy(e, (char *)d + 32, 32));
  CHECK(clrt_memcpy(w, e, 32, CLRT_MEMCPY_DEFAULT));
  EXPECT(w[0].x == 2 && w[1].x == 3 && w[1].w == 3);
  EXPECT(clrt_write(d, v, sizeof v + 1) == CLRT_ERROR_INVALID_VALUE);
  EXPECT(clrt_last_error() == CLRT_ERROR_INVALID_VALUE && clrt_last_error() == CLRT_SUCCESS);
  if (launches(d))
    return 1;
  CHECK(clrt_free(d));
  CHECK(clrt_free_mem(m));
  puts("PASSED");
  return 0;
}
