// Barriers after a return that only some threads take: all must reach them in OpenCL.

__global__ void sum_blocks(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;
  if (i >= n)                        // CL: bool active = !(i >= n);
    return;
  int live = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x)); // CL: int live = min((int)get_local_size(0), n -
  tile[t] = in[i];                   // CL: if (active) tile[t] = in[i];
  __syncthreads();                   // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (int step = 1; step < live; step *= 2) {
    int other = t + step < live ? tile[t + step] : 0; // CL: int other = active ? t + step < live ? tile[t + step] : 0 : 0;
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (t % (2 * step) == 0)         // CL: if (active) if (t % (2 * step) == 0)
      tile[t] += other;
    __syncthreads();
  }                                  // CL: } if (!active) return;
  if (t == 0)                        // CL: if (t == 0)
    out[blockIdx.x] = tile[0];
}

// The counter of the first loop is not what the second makes of it.
__global__ void counter(int *v, int n) {
  __shared__ int s[64];
  int i, t = threadIdx.x;
  s[t] = v[t];
  for (i = 2; i <= n; i = 2 * i) {
    if (t % i == 0)
      s[t] += s[t + i / 2];
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  if (t == 0)
    for (i = n; i < 64; i++)
      s[0] += v[i];
  v[t] = s[t];
}

// A pragma stays in front of its loop.
__global__ void unrolled(int *v, int n) {
  __shared__ int s[64];
  if (threadIdx.x >= n)              // CL: bool active = !(
    return;
#pragma unroll                       // CL: #pragma unroll
  for (int i = 0; i < 4; i++)        // CL: for (int i = 0; active && i < 4; i++)
    s[threadIdx.x] = v[threadIdx.x + i];
  __syncthreads();
  v[threadIdx.x] = s[0];
}

// Other calls of a function do not make this one's result differ between threads.
__device__ int round_up(int n, int to) { return (n + to - 1) / to; }
__global__ void chunks(int *v, const int *n) {
  __shared__ int s[64];
  int blocks = round_up(*n, 64);
  if (blockIdx.x < blocks) {         // CL: < blocks) {
    s[threadIdx.x] = v[round_up(threadIdx.x, 4)];
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    v[threadIdx.x] = s[0];
  }
}
// What all threads decide alike, those that returned decide, too.
// CL-NOT: if (active) if (r ==
__global__ void jumps(int *v, int n, int last, int odd) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n)                        // CL: bool active = !(t >= n);
    return;
  for (int r = 0;; r++) {
    if (r == odd)                    // CL: for (int r = 0;; r++) { if (r == odd)
      continue;
    if (r == last) {                 // CL: if (r == last) {
      v[t] = 0;                      // CL: if (active) v[t] = 0; break;
      break;
    }
    s[t] = v[r];                     // CL: if (active) s[t] = v[r];
    __syncthreads();
  }
  if (last < 3)                      // CL: if (last < 3) return;
    return;
  v[t] += s[0];                      // CL: if (active) v[t] += s[0];
  __syncthreads();
}

// Also what arrays, members and parameters count.
// CL-NOT: if (active) count[0]++
// CL-NOT: if (active) it.at = 0
// CL-NOT: if (active) it.at++
// CL-NOT: if (active) n--
struct Position {
  int at, end;
};
__global__ void counters(int *v, int n, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= m)
    return;
  int count[1] = {0};                // CL: int count[1] = {0};
  Position it;
  it.at = 0;                         // CL: it.at = 0;
  while (count[0] < 3) {
    s[t] = v[t];
    __syncthreads();
    count[0]++;                      // CL: count[0]++;
  }
  while (it.at < 2) {
    v[t] += s[0];
    __syncthreads();
    it.at++;                         // CL: it.at++;
  }
  while (n > 0) {
    s[t] = v[t];
    __syncthreads();
    n--;                             // CL: n--;
  }
}

// The else stays with its if.
__global__ void otherwise(int *v, int n, int u) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n)
    return;
  if (u)                             // CL: if (u) { if (active) s[t] = 1; } else { barrier(
    s[t] = 1;
  else {
    __syncthreads();
  }
  v[t] = s[t];
}

// A variable named as the predicate, in a function that the kernel calls.
__device__ int active;
__device__ void add_active(int t) { atomicAdd(&active, t); }
__global__ void names(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n)                        // CL: bool active_ = !(t >= n);
    return;
  s[t] = v[t];
  __syncthreads();
  add_active(s[0]);                  // CL: add_active(s[0], active);
}

// A block with barriers that only some threads enter: the others go on after it.
__global__ void some_enter(int *v, int n, int rounds) {
  __shared__ int s[64], w[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, k;
  if (i < n) {                       // CL: bool active = i < n; {
    int x = v[i], y;                 // CL: int x = active ? v[i] : 0, y;
    for (int r = 0; r < rounds; ++r) {
      s[t] = x;                      // CL: if (active) s[t] = x;
      __syncthreads();
      x += s[t ^ 1];                 // CL: if (active) x += s[t ^ 1];
      __syncthreads();
    }
    for (k = 0; k < 2; ++k) {        // CL: for (k = 0; k < 2; ++k) {
      __syncthreads();
    }
    y = x;                           // CL: if (active) { y = x; v[i] = y; }
    v[i] = y;
  }
  if (v[i] & 1) {                    // CL: active = v[i] & 1; {
    w[t] = 1;
    __syncthreads();
    v[i] += w[t];                    // CL: if (active) v[i] += w[t];
  }
  v[i] += 1;                         // CL: v[i] += 1;
}

// A loop with barriers that some threads leave before others: it goes on until all have.
__global__ void strides(int *v, int n, int most) {
  __shared__ int s[64];
  int t = threadIdx.x, total = 0;
  for (int i = t; i < n; i += blockDim.x) { // CL: bool active = true; for (int i = t; clrt_barrier_or(active = active && i < n, scratch); i += get_local_size(0)) {
    s[t] = v[i];                     // CL: if (active) s[t] = v[i];
    __syncthreads();
    int next = s[t ^ 1];             // CL: int next = active ? s[t ^ 1] : 0;
    if (next > 3)                    // CL: if (active) if (next > 3)
      total += next;
    __syncthreads();
    if (most == 1)                   // CL: if (most == 1) break;
      break;
    ++total;                         // CL: if (active) ++total;
  }
  while (t < n || v[t] < 0) {        // CL: active = true; while (clrt_barrier_or(active = active && (t < n || v[t] < 0), scratch)) {
    __syncthreads();
    t += 16;                         // CL: if (active) t += 16;
  }
  v[t] = total;
}

// What a statement makes and ends, it makes and ends under the predicate.
struct Doubles {
  int *p;
  __device__ Doubles(int *p) : p(p) { ++*p; }
  __device__ ~Doubles() { *p *= 2; }
  __device__ int get() const { return *p; }
};
__global__ void temporaries(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = v[t];
    __syncthreads();
    v[t] += Doubles(v + t).get() + s[0]; // CL: if (active) { Doubles *temporary; { int value =
  }
}

// A block in a block, also in a loop or after a return, and with an else: that comes first.
__global__ void blocks_in_blocks(int *v, int n, int rounds) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n)                        // CL: bool active = !(t >= n);
    return;
  for (int r = 0; r < rounds; ++r) {
    if (t < r || v[t] < 0) {         // CL: bool active2 = active && (t < r || v[t] < 0); if (active && !active2) {
      s[t] = r;                      // CL: v[t] = 0; } { if (active2) s[t] = r;
      __syncthreads();
      if (t & 1) {                   // CL: bool active3 = active2 && t & 1; {
        v[t] += s[t - 1];            // CL: if (active3) v[t] += s[t - 1];
        __syncthreads();
      }
    } else {
      v[t] = 0;
    }
    if (t < 9) {                     // CL: active2 = active && t < 9; {
      __syncthreads();
    }
  }
  for (int i = t; i < n; i += 64)    // CL: if (!active) return; for (int i = t; i < n; i += 64)
    v[i] += 1;
}

// Nothing of a class is made or read by the others.
struct Span {
  int *from, to;
  __device__ Span(int *v, int n) : from(v), to(v[n]) {}
};
__global__ void values(float4 *v, int *w, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    const float4 p = v[t];           // CL: float4 p; if (active) p = v[t];
    float4 q = make_float4(p.x, 0, 0, p.w), r = v[t + 1]; // CL: float4 q, r; if (active) q = (float4)(p.x, 0.0f, 0.0f, p.w); if (active) r = v[t + 1];
    Span span(w, t);                 // CL: Span span; if (active) span = make_Span(w, t);
    const float4 &x = v[t + n];      // CL: __global const float4 *x = &v[t + n];
    s[t] = q.w + r.x;
    __syncthreads();
    v[t].x = x.x + s[0] + span.to;
  }
}

// What those without the predicate cannot find out, the others tell them.
__device__ int left;
__global__ void told(int *v, const int *count, int n) {
  __shared__ int s[64], more;
  int t = threadIdx.x;
  if (t >= n)
    return;
  int m = count[blockIdx.x];         // CL: int m = active ? count[get_group_id(0)] : 0;
  for (int r = 0; r < m; r++) {      // CL: for (int r = 0; clrt_barrier_or(active && r < m, scratch); r++) {
    s[t] = v[t];
    __syncthreads();
    if (t == 0)                      // CL: if (active) if (t == 0)
      more = v[r];
    __syncthreads();
    if (more)                        // CL: if (!clrt_barrier_or(active && !(more), scratch))
      break;
    if (left) {                      // CL: if (clrt_barrier_or(active && *left, scratch)) {
      __syncthreads();
    }
  }
}

// A loop that runs at least once.
__global__ void at_least_once(int *v) {
  int t = threadIdx.x;
  do {                               // CL: bool active = true; do {
    __syncthreads();
    v[t] += 1;                       // CL: if (active) v[t] += 1;
  } while (v[t] < t);                // CL: } while (clrt_barrier_or(active = active && v[t] < t, scratch));
}

// A lambda that changes nothing may look at what counts.
__global__ void looks(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) {
    int r = 0;
    auto late = [&](int x) { return r > 2 ? x : s[t]; };
    while (r < 4) {                  // CL: while (r < 4) {
      s[t] = late(r);
      __syncthreads();
      ++r;                           // CL: ++r;
    }
  }
}

// Threads that go round more often than others.
__global__ void rounds_of_its_own(int *v, int n) {
  int i = threadIdx.x, rounds = 1;
  if (i < n)
    rounds = 2;
  for (int r = 0; r < rounds; ++r)   // CL: bool active = true; for (int r = 0; clrt_barrier_or(active = active && r < rounds, scratch); ++r)
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  v[i] = rounds;                     // CL: v[i] = rounds;
}

// The arm with the barrier may be the else, or be after one.
__global__ void else_if(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n)                         // CL: bool active = !(t < n); if (!active) {
    s[t] = 1;                        // CL: s[t] = 1; } { bool active2 = active && v[t] > 3;
  else if (v[t] > 3) {               // CL: if (active && !active2) { v[t] = 2; } { barrier(
    __syncthreads();
    v[t] = s[0];                     // CL: if (active2) v[t] = s[0];
  } else
    v[t] = 2;
}

// Votes in which only those with the predicate take part.
__global__ void votes(int *v, int n) {
  int t = threadIdx.x;
  if (t >= n)
    return;
  int any = __syncthreads_count(v[t] || t); // CL: int any = clrt_barrier_count(active && (v[t] || t), scratch);
  while (!__syncthreads_and(v[t] > 3)) // CL: while (!clrt_barrier_and(!active || (v[t] > 3), scratch))
    v[t] += any;                     // CL: if (active) v[t] += any;
  if (__syncthreads_or(v[t]) == 0)   // CL: if (clrt_barrier_or(active && v[t], scratch) == 0)
    return;
  v[t] = 0;
}

// What the others would read while it changes, they do not read.
__global__ void common(int *v, int n) {
  __shared__ int first[1];
  int t = threadIdx.x;
  if (t >= n)
    return;
  int x = first[0];                     // CL: int x = active ? first[0] : 0;
  first[0] = t;
  for (int r = 0; r < first[0]; ++r)    // CL: for (int r = 0; clrt_barrier_or(active && r < first[0], scratch); ++r)
    __syncthreads();
  first[0] = x;
}

// What a return has before it, or beside it.
__global__ void leaves(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, k = 0;
  if (t >= n) {                      // CL: bool active = true; if (t >= n) {
    v[t] = 0;                        // CL: v[t] = 0; active = false; }
    return;
  }
  if (v[t] == 1)                     // CL: if (active) { if (v[t] == 1) k = 1;
    k = 1;
  else if (v[t] == 2)                // CL: else if (v[t] == 2) active = false; }
    return;
  s[t] = k;                          // CL: if (active) s[t] = k;
  __syncthreads();
  v[t] = s[0];
}

// Threads leave a loop one by one.
__global__ void leaves_loop(int *v, int n) {
  for (int i = threadIdx.x; i < n; ++i) { // CL: bool active = true; for (int i = get_local_id(0); clrt_barrier_or(active = active && i < n, scratch); ++i) {
    if (v[i])                        // CL: active = active && !(v[i]);
      break;
    __syncthreads();
    v[i] = 1;                        // CL: if (active) v[i] = 1;
  }
}
__global__ void skips_rounds(int *v, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {      // CL: bool active = true; bool active2 = active; for (int i = 0; clrt_barrier_or(active2 = active2 && i < n, scratch); ++i) {
    if (v[t] == i)                   // CL: bool active3 = active2; active3 = active3 && !(v[t] == i);
      continue;
    if (v[t] > 8) {                  // CL: if (active3) if (v[t] > 8) {
      v[t] = 8;
      return;                        // CL: active = active2 = active3 = false;
    }
    __syncthreads();
  }                                  // CL: } if (!active) return;
  v[t] = 1;
}
__global__ void until_all_left(int *v, int n) {
  int t = threadIdx.x;
  for (;;) {                         // CL: bool active = true; for (;;) {
    if (t > n)                       // CL: if (!clrt_barrier_or(active, scratch)) break; active = active && !(t > n);
      break;
    __syncthreads();
    v[t++] = 1;                      // CL: if (active) v[t++] = 1; if (!clrt_next_round()) break;
  }
}
