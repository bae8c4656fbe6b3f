// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// C declares nothing in a condition: a number is assigned there, an object is made in each round.
__device__ int next(int &s) { return s = s * 3 % 17; }
struct Guard {
  int *log;
  __device__ Guard(int *log) : log(log) { ++*log; }
  __device__ ~Guard() { --*log; }
  __device__ operator bool() const { return *log < 5; }
};
__global__ void loops(int *out, int s) {
  while (int x = next(s)) {
    if (x == 9)
      continue;
    out[0] += x;
  }
  // CL: for (int x; (x = next(&s));) { if (x == 9) continue; out[0] += x; }
  for (int i = 0; int left = 5 - i; ++i)
    out[1] += left;
  // CL: { int left; for (int i = 0; (left = 5 - i); ++i) { out[1] += left; } }
  for (int i = 0; int left = 5 - i; i += left)
    out[1] += left;
  // CL: { int left; for (int i = 0; (left = 5 - i); i += left) { out[1] += left; } }
  int log = 0;
  while (Guard g{&log}) {
    if (log == 3)
      continue;
    log += 2;
  }
  // CL: Guard g = make_Guard(&log); if (!Guard_to_bool(&g)) { Guard_destroy(&g); break; }
  // CL: if (log == 3) { Guard_destroy(&g); continue; }
  // CL: log += 2; Guard_destroy(&g); }
  for (int i = 0; Guard g{&log}; i += log)
    log += i;
  // CL: for (int i = 0; ;) { Guard g = make_Guard(&log); if (!Guard_to_bool(&g)) { Guard_destroy(&g); break; }
  // CL: log += i; i += log; Guard_destroy(&g); }
  switch (int x = s % 4) {
  case 1:
    out[2] = x;
  }
  // CL: { int x = s % 4; switch (x) { case 1: out[2] = x; } }
  switch (int y = s + 1; y % 3) {
  case 1:
    out[3] = y;
  }
  // CL: { int y = s + 1; switch (y % 3) { case 1: out[3] = y; } }
  if (s > 3)
    if (int x = s & 1)
      out[4] = x;
    else
      out[4] = 2;
  else
    out[4] = 3;
  // CL: if (s > 3) { int x = s & 1; if (x) out[4] = x; else out[4] = 2; } else out[4] = 3;
}
