// Loops that count: to bounds known and not, up and down, by steps that pass the end.

__kernel void dot_row(__global float *out, __global const float *a, __global const float *b, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = 0.0f;
  for (int j = 0; j < 5 * k; j++)
    s += a[i + j] * b[j];
  out[i] = s;
}

__kernel void steps_of_three(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  // Passes its bound
  for (int j = -4; j <= 3 * k; j += 3)
    s = s * 3 + (a[i] ^ j);
  for (int j = 2 * k; j > -5; j -= 2)
    s = s * 5 + j;
  out[i] = s;
}

__kernel void known_counts(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 1, t[7];
#pragma unroll
  for (int j = 0; j < 7; j++)
    t[j] = a[i + j] + j;
  for (int j = 6; j >= 0; --j)
    s = s * 7 + t[j];
  for (uint j = 3; j < 3; j++)
    s = 0;
  for (long j = 5; j <= 17; j += 4) {
    int v = a[j] * 3; // each round has its own
    if (v & 1)
      s ^= v;
    s += (int)(j * 3000000000l >> 20);
  }
  out[i] = s;
}

__kernel void unsigned_counters(__global int *out, __global const int *a, int n, uint k) {
  uint i = get_global_id(0);
  if (i >= (uint)n)
    return;
  int s = 0;
  for (uint j = 0; j < k; j++)
    s = s * 3 + a[i + j];
  for (uint j = 0; j < k; j += 7)
    s = s * 3 + a[j];
  for (ulong j = k; j > 2; j--)
    s = s * 3 + a[j];
  for (uint j = 1; j <= k; j += 2)
    s = s * 3 + a[j];
  out[i] = s;
}

// Counts near the ends of their types: sums of the counter and the step would wrap.
__kernel void far_bounds(__global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0, last = 2147483647 - k + 3;
  uint top = 4294967295u - (uint)k;
  for (int j = 2147483600; j < last; j++)
    s = s * 3 + (j & 15);
  for (int j = -2147483647 + k; j > -2147483647; j--)
    s = s * 3 + (j & 15);
  for (uint j = 4294967280u; j < top; j++)
    s = s * 3 + (int)(j & 15);
  for (int j = 5; j < -2147483647; j++)
    s = -1;
  for (int j = 0; j < -2147483647 - k % 2; j++)
    s = -1;
  out[i] = s;
}

__kernel void nests(__global int *out, __global const int *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int s = 0;
  for (int p = 0; p < k; p++) {
    int q = p + 1;
    for (int j = q; j < q + x % 4; j++) {
      int v = a[x + j] - q;
      for (int l = 0; l < 3; l++)
        v = v * 3 + l * j;
      s += v;
    }
    s ^= q;
  }
  out[y * n + x] = s;
}

__kernel void shared_counter(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0, j, e = k + 2;
  for (j = 0; j < k; j++)
    s += a[i + j];
  for (int l = 0; l < e; l++) {
    s = s * 3 + l;
    e -= l & 1;
  }
  for (int l = 0; l < 9; l++) {
    if (a[l] % 3 == 1)
      continue;
    s -= l;
    if (s % 11 == 3)
      l++;
  }
  out[i] = s + j;
}

__kernel void condition_inside(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = 0.0f;
#pragma unroll
  for (int j = 0; j < 2 * k + 1; j++)
    s += a[i + j] * (k > 2 ? a[j] : a[i]);
  out[i] = s;
}

// A condition that is equal for all chooses what a variable of the loop is: its two versions have a variable each.
__kernel void chosen_in_loop(__global int *out, __global const int *b, __global const int *index_a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  if (b[y * n + x] & 1)
    k += 1;
  int s = 0;
  for (int j = index_a[x] % 4; j > 0; --j) {
    int t = n > 5 ? ~(m < b[x + k] ? k : b[x + k]) : n;
    s += t;
  }
  out[y * n + x] = s;
}

// One counter, declared ahead, of several loops; what follows them does not ask for it.
__kernel void counter_declared_ahead(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0), p, q;
  // the counter of all loops
  uint j;
  int s = 0;
  if (i >= n)
    return;
  for (j = 0; j < (uint)k; j++)
    s = s * 3 + a[i + j];
  for (p = k; p > -3; p -= 2) {
    for (q = p; q < p + 3; q++)
      s = s * 5 + a[(p + q) & 7];
    for (j = 1; j < 4; j++)
      s ^= j << p;
  }
  out[i] = s;
}

// The same where something else asks for the counter: the loop around it, an address, what follows.
__kernel void counter_is_asked_for(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0), p, q, r;
  if (i >= n)
    return;
  int s = 0;
  for (p = 0; p < k; p++)
    for (p = p * 2; p < 3; p++)
      s = s * 3 + a[i + p];
  for (q = 0; q < 6; q++) {
    int *at = &q;
    s = s * 3 + *at;
  }
  for (r = 0; r < k; r++)
    s = s * 7 + a[r];
  out[i] = s * 2 + r;
}
