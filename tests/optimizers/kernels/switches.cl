// Switches that choose one of their cases.
enum kind { KIND_NONE, KIND_ONE, KIND_MANY = 7 };
#define FOUR 4

__kernel void by_argument(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float v = a[x];
  switch (k) {
  case 1:
    v *= 2.0f;
    break;
  case 2:
  case FOUR: // two values
    v += a[x + 1];
    v *= v;
    break;
  default:
    v = -v;
    break;
  case -3: {
    v = 3.0f;
    break;
  }
  }
  out[x] = v;
}

__kernel void by_item(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x < n) {
    switch ((a[x] & 7) + x % 2) {
    case KIND_NONE:
      out[x] = 1;
      break;
    case KIND_ONE: {
      int t = a[x] >> 1;
      out[x] = t * t;
    } break;
    case KIND_MANY:
      for (int j = 0; j < 5; j++) {
        if (j == x)
          break;
        out[x] += j;
      }
    }
  }
}

__kernel void changes_what_it_asks(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int v = a[x] & 3;
  switch (v) {
  case 0: v = 1; break;
  case 1: v = 2; break;
  case 2: v = 0; break;
  }
  switch (v++ * k) {
  case 1: out[x] = v; break;
  default: out[x] = -v;
  }
}

__kernel void leaves(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int s = 0;
  for (int j = 0; j < 6; j++) {
    switch (a[x + j] & 3) {
    case 3: {
      s++;
      continue;
    }
    case 2:
      s += 100;
      break;
    case 1:
      switch (j) {
      case 0: s--; break;
      case 5: s += j; break;
      }
      break;
    }
    s = s * 3 + j;
  }
  out[x] = s;
}

__kernel void by_small_types(__global int *out, __global const uchar *c, __global const long *l, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int s = 0;
  switch (c[x]) {
  case 200: s = 1; break;
  case 255: s = 2; break;
  case 'a': s = 3; break;
  default: s = c[x];
  }
  if (x & 1)
    switch (l[x] & 3l) {
    case 0l: s++; break;
    case 1l: s -= 7; break;
    }
  else
    s <<= 1;
  out[x] = s;
}

__kernel void chooses_nothing(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x] = a[x];
  switch (k) {
  default:
    out[x] += 2;
  }
}

__kernel void goes_on(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int v = a[x];
  switch (k & 3) {
  case 0:
    v++;
  case 1:
    v *= 3;
    break;
  case 2:
    if (v > 5)
      break;
    v = 9;
  }
  out[x] = v;
}

__kernel void returns(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x] = a[x];
  switch (a[x] & 1) {
  case 0:
    out[x] = 5;
    return;
  case 1:
  default:
    out[x] -= 5;
  }
}
