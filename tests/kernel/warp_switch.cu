// Switches whose cases single threads take: all walk through them, one after the other.

// Falling through, the default in the middle, a break in an if, cases together.
__global__ void cases(int *v) {
  int x = v[threadIdx.x];
  switch (x % 5) {
  case 0:
    x += __shfl_xor_sync(__activemask(), x, 1);
    break;
  case 2:
    if (x > 9)
      break;
    x = __popc(__ballot_sync(__activemask(), x & 1));
  default:
    x *= 2;
    x += __shfl_xor_sync(__activemask(), x, 2);
    break;
  case 3:
  case 4:
    x = 1;
  }
  v[threadIdx.x] = x;
}
// CL: bool active; { int selected = x % 5; active = selected == 0; if (clrt_enter(active, warp)) {
// CL: int exchanged = clrt_shfl_xor_int(x, 1, 32, warp); if (active) x += exchanged; }
// CL: active = selected == 2; if (clrt_enter(active, warp)) { active = active && !(x > 9);
// CL: active = active || !(selected == 0 || selected == 2 || selected == 3 || selected == 4);
// CL: if (active) x *= 2;
// CL: active = selected == 3 || selected == 4; if (active) { x = 1; } }
// CL: v[get_local_id(0)] = x;

// The loop's continue in a case without an exchange: those who stay exchange behind the switch.
__global__ void continues(int *v) {
  int x = v[threadIdx.x];
  for (int i = 0; i < 4; ++i) {
    switch (x & 3) {
    case 1:
      continue;
    case 2:
      x += 3;
    }
    x += __shfl_xor_sync(__activemask(), x, 4);
  }
  v[threadIdx.x] = x;
}
// CL: bool active2 = active; bool active3; {
// CL: int selected = x & 3; active3 = active2 && selected == 1;
// CL: if (active3) { if (active3) active2 = active3 = false; }
// CL: active3 = active2 && selected == 2; if (active3) { x += 3; } }
// CL: if (active2) x += exchanged;

// An early return gives back what is exchanged.
__device__ int early(int x) {
  if (x & 1)
    return __reduce_add_sync(__activemask(), x) + 1;
  x += __shfl_down_sync(__activemask(), x, 1);
  return x;
}
// CL: int exchanged = clrt_reduce_add_int(
// CL: if (active2) { result = exchanged + 1; active = active2 = false; }
__global__ void returns(int *v) { v[threadIdx.x] = early(v[threadIdx.x]); }

// No list of cases.
// DIAG: 2317
__global__ void woven(int *v) {
  int x = v[threadIdx.x];
  switch (x & 3) {
  case 0:
    do {
      ++x;
    case 1:
      x += __shfl_xor_sync(__activemask(), x, 1);
    } while (x < 9);
  }
  v[threadIdx.x] = x;
}
// What cases share is declared in front of them.
__global__ void shared_by_cases(int *v) {
  int x = v[threadIdx.x];
  switch (x & 3) {
  case 0:
    int kept;
    kept = __shfl_xor_sync(__activemask(), x, 1);
    x += kept;
    break;
  case 1:
    kept = 3;
    x += kept;
  }
  v[threadIdx.x] = x;
}
// CL: int selected = x & 3; int kept
// CL: active = selected == 0;
// CL: if (active) kept = exchanged;
// CL: if (active) { kept = 3;

// A head that declares, and a body without braces.
__global__ void declared(int *v) {
  int x = v[threadIdx.x];
  switch (int k = x & 3; k)
  default:
    x += __shfl_xor_sync(__activemask(), k, 1);
  v[threadIdx.x] = x;
}
// CL: { int k = x & 3; bool active; { int selected = k;
// CL: active = true;
// CL: int exchanged = clrt_shfl_xor_int(k, 1, 32, warp); if (active) x += exchanged; } } } }

// DIAG: 2317
__global__ void made_in_case(int *v) {
  int x = v[threadIdx.x];
  switch (x & 3) {
  case 0:
    x += __shfl_xor_sync(__activemask(), x, 1);
    break;
  default:
    enum { step = 3 };
    x += step;
    break;
  case 1:
    x -= step;
  }
  v[threadIdx.x] = x;
}
