// Temporaries with a destructor that has an effect: a pointer, set where they are made.

struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) { *p += 1; }
  __device__ ~Guard() { *p -= 1; }
  __device__ int get() const { return *p; }
};

__global__ void ends(int *v) {
  v[0] = Guard(v + 1).get();
  // CL: { Guard *temporary; v[0] = Guard_get((temporary = (__private Guard[1]){make_Guard(v + 1)})); Guard_destroy(temporary); }
  int n = v[2] ? Guard(v + 3).get() : 0;
  // CL: Guard *temporary_2 = 0; int n = v[2] ? Guard_get((temporary_2 = (__private Guard[1]){make_Guard(v + 3)})) : 0; if (temporary_2) Guard_destroy(temporary_2);
  if (Guard(v + 4).get() > n) // CL: bool condition = Guard_get((temporary_3 =
    v[5] = n;                 // CL: if (condition) v[5] = n;
}
