// Destructors with an effect are called on every way out.

struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) { *p += 1; }
  __device__ ~Guard() { *p -= 1; }
};

__global__ void leaves(int *v, int n) {
  Guard outer(v);
  for (int i = 0; i < n; ++i) {
    Guard inner(v + 1);
    if (v[i] == 3)
      continue;              // CL: { Guard_destroy(&inner); continue; }
    if (v[i] == 4)
      break;                 // CL: { Guard_destroy(&inner); break; }
    if (v[i] == 5)
      return;                // CL: { Guard_destroy(&inner); Guard_destroy(&outer); return; }
    v[i] = 6;
  }                          // CL: Guard_destroy(&inner);
  v[n] = 7;                  // CL: v[n] = 7; Guard_destroy(&outer);
}
