// Functions that wait at barriers, write memory at places of ids, or return what they make of both.
#define GROUP 8
#define ADD(t, i, d) t[i] += t[(i) + (d)]

__constant int scale = 3;
typedef struct {
  int tile[GROUP];
  int total;
} part;

int block_sum(int value, __local int *tile) {
  const int item = get_local_id(0);
  tile[item] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = GROUP / 2; half_size > 0; half_size /= 2) {
    if (item < half_size)
      ADD(tile, item, half_size);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int sum = tile[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum * scale;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void summed(__global int *out, __global const int *a, int n) {
  __local int tile[GROUP], other[GROUP];
  int item = get_global_id(0), sum = item < n ? a[item] : 0;
  sum = block_sum(sum, tile) - block_sum(sum * 2 + 1, other);
  sum += block_sum(sum & 255, tile + 0);
  if (item < n)
    out[item] = sum;
}

// Nested, with pointers to variables and structures, and early returns
void bounds(int *first, int *last, int n) {
  *first = get_group_id(0) * GROUP;
  *last = min(*first + GROUP, n);
}
int loaded(__global const int *a, int n, int k) {
  int first, last, at = get_global_id(0);
  bounds(&first, &last, n);
  if (at >= last)
    return -1;
  if (k > 2)
    return a[at] - first;
  return a[at] + (at == first ? k : last);
}
void keep(part *unused, __local part *p, int value) {
  unused->total += value;
  p->tile[get_local_id(0)] = value ^ unused->total;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0)
    return;
  int sum = 0;
  for (int i = 0; i < GROUP; ++i)
    sum += p->tile[i] * (i + 1);
  p->total = sum;
}
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void nested(__global int *out, __global const int *a, int n, int k) {
  __local part p;
  part own;
  own.total = k;
  int first = get_global_id(0);
  int value = loaded(a, n, k);
  keep(&own, &p, value);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first < n)
    out[first] = p.total * 2 + own.total + value;
}

// Parameters that are changed, converted, or hide names; conditions around calls
int narrowed(uchar c, short s, uint u) {
  c += 200;
  s <<= 3;
  u = u / 3 - get_global_id(0) % 2u;
  return c + s - (int)(u & 1023);
}
void store(__global int *out, int at, int n, int value) {
  if (at < 0 || at >= n)
    return;
  out[at] = value + (int)get_global_id(0) * 0;
}
__kernel void narrow(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0), value = 5;
  int s = 4;
  if (x < n) {
    int c = a[x];
    if (c > k)
      value = narrowed(c, s * c, k - x) + s;
    else
      store(out, x, n, narrowed(x, c, 7) / 2);
    if (c > k)
      store(out, x, n, value * s + c);
  }
}

// What is computed ahead of a call that changes it: the first stays a call, the second does not
int bump(int *counter) {
  *counter += 1 + get_global_id(0) * 3;
  return *counter * 2;
}
__kernel void ordered(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0), counter = 3;
  if (x >= n)
    return;
  int sum = a[x];
  sum = counter + bump(&counter);
  out[x] = sum;
}
__kernel void in_order(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0), counter = 3;
  if (x >= n)
    return;
  int sum = a[x] * 5;
  sum += bump(&counter);
  sum += bump(&counter) * 3 + bump(&counter) - counter;
  out[x] = sum;
}
__kernel void at_times(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0), counter = 3;
  if (x < n)
    out[x] = a[x] & 1 && bump(&counter) > 7 ? counter : bump(&counter) * 3;
}

int both(int p, int *q) {
  *q += 1 + (int)get_global_id(0);
  return p * 2 - *q * 5;
}
int of_both(int n) {
  int c = n, d = n;
  c += both(c, &c) + both(d, &c);
  return both(n, &n) * 3 - c;
}
int into(int *p, int i) {
  p[i] = p[i] * 3 + (int)get_global_id(0);
  return p[0] - i;
}
__kernel void through_pointers(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int4 v = (int4)(a[x], x, 3, 4);
  int w[3] = {1, x, 2};
  int s = of_both(a[x]);
  s += into((int *)&v, 1) - into(w, s & 1);
  s = into(&s, 0) + w[0] * 7 - w[1];
  out[x] = s + v.x * 3 - v.y;
}

// Names that mean something else at the kernel
int scaled(int x) {
  barrier(CLK_LOCAL_MEM_FENCE);
  return x * scale + GROUP + 0x10;
}
#undef GROUP
#define GROUP 100
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void redefined(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  int y = scaled(x + GROUP);
  if (x < n)
    out[x] = a[x] + y;
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void hidden(__global int *out, __global const int *a, int n) {
  int scale = 1000, x = get_global_id(0);
  int y = scaled(x) * scale;
  if (x < n)
    out[x] = a[x] + y;
}

// Private arrays, floating sums and pointers that a function moves
float weighted(const float *w, __global const float *a, int n, int k) {
  float s = 0.0f;
  int x = get_global_id(0);
  a += k & 1;
  for (int i = 0; i < 4; ++i)
    if (x + i + 1 < n)
      s += w[i] * a[x + i];
  return s * 0.5f;
}
__kernel void moved(__global float *out, __global const float *a, int n, int k) {
  float w[4];
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (int i = 0; i < 4; ++i)
    w[i] = a[x] * i + k;
  float s = weighted(w, a, n, k) + 0.25f;
  out[x] = s * s + weighted(w, a, n, 0);
}

// Objects without a name, as cu2cl writes temporaries: a function gets a pointer to them
typedef struct {
  int step;
  int *seen;
} adder;
int added(const adder *f, int value) { return value + f->step; }
int counted(adder *f, int value) {
  f->step += value & 3;
  *f->seen += f->step;
  return f->step * 5;
}
void add_to_tile(__local int *tile, int value, const adder *f) {
  tile[get_local_id(0)] = added(f, value) * f->step;
  barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void unnamed(__global int *out, __global const int *a, int n, int k) {
  __local int tile[8];
  int x = get_global_id(0), value = x < n ? a[x] : k, seen = 1;
  add_to_tile(tile, value, (__private adder[1]){(adder){7}});
  value = tile[7 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  add_to_tile(tile, value, &(__private adder){2});
  for (int i = 0; i < 3; ++i)
    value += counted((__private adder[1]){(adder){3, &seen}}, value) + added(&(__private adder){-1}, i);
  if (counted(&(__private adder){2, &seen}, value) > 12 && seen > 3)
    value -= tile[0] + added(&(__private adder){scale}, 4);
  else if (added(&(__private adder){5}, value) & 1)
    value ^= added((__private adder[1]){{9}}, 4);
  if (x < n)
    out[x] = value * 3 + seen;
}
__kernel void unnamed_items(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int seen = a[x];
  int value = added(&(__private adder){4}, seen);
  value += counted(&(__private adder){1, &seen}, x);
  out[x] = value + seen;
}
__kernel void unnamed_of_value(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] + added(&(__private adder){k++}, k);
}

// CUB's objects, as cu2cl writes them: a constructor makes one of local memory
typedef struct {
  int items[8];
} storage;
typedef struct {
  __local storage *kept;
  int first;
} reducer;
reducer make_reducer(__local storage *kept, int first) {
  reducer self;
  self.kept = kept;
  self.first = first - 1;
  return self;
}
uint item_of_group() { return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0); }
int reduced(reducer *self, int value) {
  uint item = item_of_group();
  self->first += value & 1;
  self->kept->items[item] = value;
  for (uint steps = 1; steps < 8; steps *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item % (2 * steps) == 0 && item + steps < 8) {
      value += self->kept->items[item + steps];
      self->kept->items[item] = value;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return self->kept->items[0] + self->first * 1000;
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void with_objects(__global int *out, __global const int *a, int n) {
  __local storage kept, other;
  int x = get_global_id(0);
  int value = x < n ? a[x] & 0xffff : 0;
  value -= reduced((__private reducer[1]){make_reducer(&kept, 3)}, value);
  value ^= reduced((__private reducer[1]){make_reducer(&other, -4)}, value & 255);
  if (x < n)
    out[x] = value;
}

// Names that mean something else at the kernel, beside ids of another function
#define WIDTH 8
#define SHIFT (3)
int item_of() { return get_global_id(0); }
int with_item(int x) {
  barrier(CLK_LOCAL_MEM_FENCE);
  return x * WIDTH + item_of() + (x << SHIFT);
}
#undef WIDTH
#define WIDTH 100
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void renamed(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  int y = with_item(x);
  if (x < n)
    out[x] = a[x] + y;
}

// Structures by value, whose arrays somebody changes
// 8 bytes: pair_of_words
typedef struct {
  int w[2];
} pair_of_words;
void set_first(int *w) { w[0] = 7; }
int own_copy(pair_of_words s) {
  set_first(s.w);
  return s.w[0] + (int)get_global_id(0);
}
int as_it_was(int *p, pair_of_words s) {
  p[0] += 1 + (int)get_global_id(0);
  return s.w[0];
}
__kernel void by_value(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  pair_of_words t = {{a[x], 1}};
  int r = own_copy(t) + t.w[0];
  r += as_it_was(t.w, t);
  out[x] = r + t.w[0];
}

// What a function without a result returns is a call, too
void put_at(__global int *o, int i) { o[i] += i + (int)get_local_id(0); }
void put_through(__global int *o, int i) { return put_at(o, i); }
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void put(__global int *out, int n) {
  int x = get_global_id(0);
  if (x < n)
    put_through(out, x);
}
__kernel void put_last(__global int *out, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  return put_at(out, x);
}

// Macros of OpenCL C itself mean the same everywhere
float bits(float x, __local float *tile) {
  uint sign = as_uint(x) & 0x80000000u;
  tile[get_local_id(0)] = x > FLT_MAX / 2 || isnan(x) ? INFINITY : x;
  barrier(CLK_LOCAL_MEM_FENCE);
  float other = tile[7 - get_local_id(0)];
  __local float *none = NULL;
  if (other == INFINITY || none != NULL)
    return NAN;
  return as_float(as_uint(fabs(other)) | sign) * M_PI_F + (as_float2((uint2)(sign, 7u)).y == 0.0f ? MAXFLOAT : SHRT_MAX);
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void with_bits(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int x = get_global_id(0);
  float b = bits(x < n ? a[x] : 1.0f, tile);
  if (x < n)
    out[x] = b;
}

// Arrays that a list of pointers, a member or a call leads to
int through(int **list, int i) {
  *list[i & 1] += 3 + (int)get_global_id(0);
  return list[0][0] * 5 - list[1][0];
}
__kernel void by_lists(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int v[2] = {a[x], 2}, w[2] = {x, 4};
  int *list[2] = {v, w};
  int s = v[0] * 7 - w[0];
  s += through(list, x);
  s -= through(list, 1) + v[0];
  out[x] = s + w[0] * 3;
}

// Returns from loops
int first_above(__global const int *a, int n, int limit) {
  for (int i = get_global_id(0); i < n; i++) {
    if (i % 5 == 4)
      continue;
    if ((a[i] & 255) > limit)
      return i;
  }
  return -n;
}
void mark_from(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) {
      if (x + i + j >= n)
        return;
      if ((a[x + i] & 7) == j)
        return;
      out[x] += i * 2 + j;
    }
  out[x] ^= 5;
}
__kernel void looked_for(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int first = first_above(a, n, k * 40), returned = k;
  out[x] = first * 3;
  mark_from(out, a, n);
  returned += first_above(a, n, 100);
  out[x] += returned;
}
