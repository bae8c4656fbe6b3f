// Warp functions: one call where all threads of the block come, else all walk there, and predicates
// say who is there in CUDA.

__device__ float warp_sum(float v) { // CL: float warp_sum(float v, __local ulong *warp) {
  for (int o = 16; o > 0; o /= 2)
    v += __shfl_down_sync(0xffffffff, v, o); // CL: v += clrt_shfl_down_float(v, o, 32, warp);
  return v;
}

__global__ void uniform(float *a, unsigned *b) {
  // CL: __local ulong warp[clrt_warp_slots(1024)];
  a[threadIdx.x] = warp_sum(a[threadIdx.x]); // CL: = warp_sum(a[get_local_id(0)], warp);
  b[threadIdx.x] = __ballot_sync(~0u, b[threadIdx.x] > 1);
  // CL: clrt_ballot(~0u, b[get_local_id(0)] > 1, warp);
}

__global__ void branch(float *a) {
  float v = a[threadIdx.x];
  if (threadIdx.x / 32 == 0) // CL: bool active = get_local_id(0) / 32 == 0;
    v = warp_sum(v);         // CL: if (clrt_enter(active, warp))
  a[threadIdx.x] = v;        // CL: { float exchanged = warp_sum(v, warp); if (active) v = exchanged; }
}

__global__ void row(float *a, int n) {
  int t = threadIdx.x;
  if (t / 32 >= n) // CL: bool active = !(t / 32 >= n);
    return;
  float v = a[t];  // CL: float v = active ? a[t] : 0;
  v = warp_sum(v); // CL: v = warp_sum(v, warp);
  if (t % 32 == 0) // CL: if (!active) return;
    a[t] = v;
}

__global__ void loop(unsigned *a, unsigned n) {
  unsigned s = 0;
  for (unsigned k = threadIdx.x; k < n; k += 40)
    // CL: for (unsigned k = get_local_id(0); clrt_goes_on(active = active && k < n, warp); k += 40)
    s += __ballot_sync(__activemask(), a[k]);
  // CL: clrt_ballot(clrt_ballot(~0u, active, warp), active && a[k], warp);
  a[threadIdx.x] = s;
}

// A function that only some threads call takes who they are.
__device__ unsigned counted(unsigned v) {
  // CL: unsigned counted(unsigned v, __local ulong *warp, bool active) {
  return __popc(__ballot_sync(~0u, v > 3)); // CL: clrt_ballot(~0u, active && v > 3, warp)
}
__global__ void some(unsigned *a) {
  if (a[threadIdx.x] & 1)
    a[threadIdx.x] = counted(a[threadIdx.x]);
  // CL: counted((active ? a[get_local_id(0)] : 0), warp, active);
}

// Operands of a condition that have exchanges are asked one after the other.
__device__ float warp_max(float v) {
  for (int o = 16; o > 0; o >>= 1)
    v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__global__ void in_turn(float *a, int n) {
  float q = a[threadIdx.x];
  int i = 0;
  while (i < a[n] && warp_max(q) > 3) { // CL: clrt_goes_on((active = active && i < a[n], active = warp_max(q, warp) > 3 && active), warp)
    q -= 1;
    ++i;
  }
  // CL: bool active2;
  for (i = threadIdx.x / 32; i < n || __any_sync(~0u, q > 9); ++i) // CL: clrt_goes_on((active2 = active && !(i < n), active = ((clrt_any(~0u, active2 && q > 9, warp)) || !active2) && active), warp)
    q -= 1;
  // CL: active = active && (exchanged
  if (i > a[n] && warp_max(q) > 1 && __all_sync(~0u, q > -5))
    q = 0;
  a[threadIdx.x] = q;
}

// A method without an object changes nothing of it.
struct Lanes {
  int unused;
  __device__ static bool any(bool v) { return __any_sync(~0u, v); }
};
__global__ void methods(int *a, int n) {
  Lanes lanes;
  int t = threadIdx.x, v = a[t];
  if (t / 32 >= n)
    return;
  while (lanes.any(v > 2)) // CL: while (clrt_goes_on(active2 = Lanes_any(v > 2, warp, active2) && active2, warp))
    v -= t % 3;
  a[t] = v;
}

// Exchanges that are all that a function gives back, or the mask of another one: all threads make them.
__device__ int next_or(int *a, int t) {
  if (a[t] == 3)
    return 4;
  return __shfl_down_sync(~0u, a[t], 1); // CL: int exchanged = clrt_shfl_down_int((active ? a[t] : 0), 1, 32, warp);
  // CL: return (active ? exchanged : result);
}
__global__ void results(int *a) {
  int t = threadIdx.x;
  if (a[t] > 1)
    a[t] = next_or(a, t) + __match_any_sync(__activemask(), t);
  // CL: clrt_match_any_int(select(0u, (uint)(clrt_ballot(~0u, active, warp)), (uint)active), t, warp)
}

// An object that only some threads may read.
__device__ float4 turned(float4 v) {
  return make_float4(v.y, __shfl_xor_sync(~0u, v.x, 1), 0, 0);
}
__global__ void objects(float4 *a) {
  if (threadIdx.x / 32 == 1)
    a[threadIdx.x] = turned(a[threadIdx.x]);
  // CL: turned((active ? a[get_local_id(0)] : (float4)(0)), warp
}
