// Functions that ask for ids.
#define BLOCK 8
#define TWICE(x) ((x) + (x))

int item() { return get_global_id(0); }
int item_of_group() { return get_group_id(0) * get_local_size(0) + get_local_id(0); }
uint item_by_number() {
  const uint group = get_group_id(0);
  uint local_item = get_local_id(0);
  return group * BLOCK + local_item;
}
int place(int x, int y, int n) { return y * n + x; }
int place_of(int n) { return place(get_global_id(0), get_global_id(1), n); }
int nested(int n) { return item() + (n > 3 ? 0 : n - n); }
uchar narrow() { return get_global_id(0) + 250; }
short narrow_argument(short s, uint n) { return s + get_global_id(0) * 2 + n; }
int in_double_steps() { return TWICE(4) * (int)get_global_id(0) - (BLOCK - 1) * (int)get_global_id(0); }
float real_item(float h) { return get_global_id(0) * h; }
int first_of(__global const int *a) { return a[get_global_id(0)]; }

__kernel void by_item(__global float *out, __global const float *a, int n) {
  if (item() < n)
    out[item()] = a[item()] * 2.0f + item();
}

__kernel void by_group(__global float *out, __global const float *a, int n) {
  int x = item_of_group();
  if (x >= n)
    return;
  out[x] = a[x + 1] - a[x];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void by_number(__global int *out, __global const int *a, uint n) {
  uint x = item_by_number();
  if (x < n)
    out[x] = a[x] * 3;
}

__kernel void in_two(__global float *out, __global const float *a, int n, int m) {
  int x = item(), y = get_global_id(1);
  if (x < n && y < m)
    out[place_of(n)] = a[place(x, y, n)] + a[place_of(n)];
}

__kernel void of_others(__global int *out, __global const int *a, int n, int k) {
  int x = nested(k);
  if (x >= n)
    return;
  out[x] = a[in_double_steps()] + narrow() * 3 + narrow_argument(k * 40000, n) + narrow_argument(x, 70000u) / 7;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void hidden(__global int *out, __global const int *a, int n) {
  int group = 3, local_item = 5;
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] * group + (int)item_by_number() * local_item - -item();
}

__kernel void of_memory(__global float *out, __global const float *a, __global const int *b, int n, float h) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] + real_item(h) + first_of(b);
}

int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
int quotient(int i, int k) { return i / k; }
int unused(int i, int k) { return k * 2; }
int shadow(int n) {
  int x = n + 1;
  return x * x - n;
}
uchar byte_of(int i) { return i; }
long wide(int i) { return i * 2; }

// Functions of numbers alone
__kernel void by_number_alone(__global int *out, __global const int *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int here = place(x, y, n), s = a[place(clamped(x - 1, n), y, n)] - a[place(clamped(x + k, n), clamped(y - 1, m), n)];
  if (k > 2)
    s += quotient(x, k - 2) + unused(quotient(x, k), x & 3);
  s += shadow(x - y) ^ byte_of(x * 77) + (int)(wide(x) >> 1);
  s = clamped(s & 1023, shadow(k)) - -clamped(a[here] & 15, 9);
  out[here] = s << byte_of(k + 256);
}

#undef BLOCK
#define BLOCK 100
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void redefined(__global int *out, __global const int *a, uint n) {
  uint x = get_global_id(0);
  if (x < n)
    out[x] = a[x] + item_by_number() + BLOCK;
}

// Calls within macros
#define HERE place(x, y, n)
#define AT(v) v[place(x, y, n) + item() * 0]
#define CALL(f, i) f(i, y, n)
#define PLUS_ITEM + item()
__kernel void in_macros(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float s = a[HERE] * 2.0f - AT(a);
  s += a[CALL(place, x + 1)] PLUS_ITEM;
  AT(out) = s + (HERE & 7) + CALL(place, 2 * x) * 0.5f;
}

int bits(int i) { return (i & 3) | 4; }
int choice(int i) { return i > 2 ? i : -i; }
uint negative(int i) { return -i; }
__kernel void precedence(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int s = bits(x) * 3 + -bits(k) - choice(x - k) * 2;
  s -= (bits(choice(x ^ k)) << 1) & ~choice(k | 1);
  s += negative(x) / 2 > 5 ? choice(bits(x)) ? 1 : 2 : choice(-x);
  s = s * (int)negative(k - x) % 1000;
  out[x] = s + a[choice(k) & 3] - -choice(-k);
}
