// A declaration that is all that a condition or a loop runs.

struct Guard {
  int *place;
  __device__ Guard(int *p) : place(p) {}
  __device__ ~Guard() { atomicAdd(place, 1); }
};
__device__ int next(int *v) { return v[0]++; }

__global__ void bodies(int *v, int n) {
  if (n > 1) Guard g(v);                            // CL: if (n > 1) { Guard g = make_Guard(v); Guard_destroy(&g); }
  if (n > 2) v[1] = 1; else int unused = next(v);   // CL: if (n > 2) v[1] = 1; else { int unused = next(v); }
  for (int i = 0; i < n; ++i) int a = next(v), b = next(v); // CL: { int a = next(v), b = next(v); }
  do Guard h(v); while (v[0] < n);                  // CL: do { Guard h = make_Guard(v); Guard_destroy(&h); } while (v[0] < n);
  switch (n) default: int k = next(v);              // CL: switch (n) default: { int k = next(v); }
  if constexpr (int m = next(v); sizeof(m) == 4)    // CL: { int m = next(v); v[2] = m; }
    v[2] = m;
}
