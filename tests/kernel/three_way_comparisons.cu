// -std=c++20
// Comparisons that C++ makes of other operators, and aggregates in parentheses.
#include <compare>

struct Point { int x, y; };
struct Line { Point a, b; int tag = 7; };

__global__ void parentheses(int *out, int n) {
  Point a(1, n);                    // CL: Point a = {1, n};
  Line l(Point(n, 2), a);           // CL: Line l = {(Point){n, 2}, a, 7};
  int row[3](n, 2);                 // CL: int row[3] = {n, 2};
  a = Point(n, 7);                  // CL: a = (Point){n, 7};
  out[0] = a.x + l.tag + row[1];
}

struct Id {
  int x;
  __host__ __device__ friend bool operator==(Id a, int b) { return a.x == b; }
};

__global__ void equal(int *out, Id id, int n) {
  out[0] = id != n;                 // CL: out[0] = !operator_equalequal(id, n);
  out[1] = 3 == id;                 // CL: out[1] = operator_equalequal(id, 3);
}

struct Key {
  int a[2];
  unsigned long long b;
  auto operator<=>(const Key &) const = default;
};
// CL: for (int i = 0; i < 2; ++i) { strong_ordering cmp = (strong_ordering){clrt_order_long((*self).a[i], other->a[i])}; if (!(cmp._M_value == 0)) return cmp; }
// CL: { strong_ordering cmp = (strong_ordering){clrt_order_ulong((*self).b, other->b)}; if (!(cmp._M_value == 0)) return cmp; }

__global__ void ordered(int *out, const Key *keys, float x) {
  out[0] = keys[0] < keys[1];       // CL: _M_value < 0;
  out[1] = (x <=> 1.0f) > 0;        // CL: clrt_order_float(x, 1.0f) == 1;
  auto o = x <=> 2.0f;              // CL: partial_ordering o = (partial_ordering){clrt_order_float(x, 2.0f)};
  out[2] = o >= 0;                  // CL: out[2] = (uchar)o._M_value < 2;
}
