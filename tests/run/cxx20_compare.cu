// C++20: aggregates made in parentheses, and comparisons that C++ makes of other operators, against the host's.
#include <cmath>
#include <compare>
#include <cstdio>

struct Point {
  int x, y;
};
struct Line {
  Point a, b;
  int tag = 7;
};
struct Base {
  int k;
  auto operator<=>(const Base &) const = default;
};
struct Derived : Base {
  float4 v;
  int m;
};
struct Row {
  int v[3];
  int n;
};
union Word {
  unsigned bits;
  float number;
};
struct Holder {
  Line line;
  Row rows[2];
  __host__ __device__ Holder(int n) : line(Point(n, 1), Point(2, n)), rows{Row({n, 2, 3}, 4)} {}
};
struct Tagged : Point {
  int t;
  __host__ __device__ Tagged(int n) : Point(n, n + 1), t(3) {}
};
template <class T> struct Pair {
  T a, b;
};
template <class T, class... A> __host__ __device__ T made(A... a) { return T(a...); }
__host__ __device__ int counted(int &n) { return n++; }

struct ById {
  int x, y;
  __host__ __device__ bool operator==(const ById &o) const { return x == o.x && y == o.y; }
};
struct Mixed {
  int x;
  __host__ __device__ friend bool operator==(Mixed a, int b) { return a.x == b; }
  __host__ __device__ friend int operator<=>(Mixed a, int b) { return a.x - b; }
};
struct Cells {
  int v[2][2];
  long long w;
  friend bool operator==(const Cells &, const Cells &) = default;
  auto operator<=>(const Cells &) const = default;
};
struct Cell : Base {
  float z;
  auto operator<=>(const Cell &) const = default;
};
struct Key {
  unsigned long long high;
  unsigned low;
  std::strong_ordering operator<=>(const Key &) const = default;
};
struct Weight {
  double w;
  __host__ __device__ std::partial_ordering operator<=>(const Weight &o) const { return w <=> o.w; }
  __host__ __device__ bool operator==(const Weight &o) const { return w == o.w; }
};
struct Grade {
  int g;
  __host__ __device__ std::weak_ordering operator<=>(const Grade &o) const {
    return g / 10 <=> o.g / 10;
  }
};
enum class Level : unsigned long long { low = 1, high = 1ull << 63 };
struct Result {
  std::strong_ordering order = std::strong_ordering::equal;
  int n = 0;
};
template <class T> __host__ __device__ const T &smaller(const T &a, const T &b) {
  return b < a ? b : a;
}

enum { Parens = 16, Compared = 24 };

__host__ __device__ void parentheses(int *out, int n) {
  Point a(1, n);
  Line l(Point(n, 2), Point(3, 4));
  const Line l2(a, Point(5, n), 9);
  Pair p(1.5f, 2.5f);
  Pair<int> q(n);
  int row[3](n, 2);
  Point *at = &a;
  *at = Point(n, 7);
  out[0] = a.x + a.y * 10;
  out[1] = l.a.x + l.b.y * 10 + l.tag * 100;
  out[2] = l2.b.y + l2.tag;
  out[3] = int(p.a + p.b);
  out[4] = q.a + q.b;
  out[5] = row[0] + row[1] + row[2];
  out[6] = made<Point>(n, 5).y + made<Pair<long long>>(3, n).b;
  Derived d(Base(n), float4(1, 2, 3, 4), 4);
  out[7] = d.k + d.m + int(d.v.z);
  Row r({1, n, 3}, 4);
  out[8] = r.v[1] + r.n;
  Word w(0x40400000u);
  out[9] = w.bits == 0x40400000u;
  Holder h(n);
  out[10] = h.line.b.y + h.line.tag + h.rows[0].v[0] + h.rows[1].n;
  Tagged t(n);
  out[11] = t.x + t.y * 10 + t.t;
  int m = n;
  Point e(counted(m), counted(m)); // from left to right
  out[12] = e.x * 100 + e.y;
  Point narrow(2.9f, n > 3);
  out[13] = narrow.x + narrow.y * 10;
  auto make = [=](int k) { return Line(Point(k, n), Point(n, k), k * n); };
  out[14] = make(3).tag + make(4).a.y;
  Point many[2]{Point(n, 1), Point(2, n)};
  out[15] = (n > 4 ? Point(1, 2) : Point(n, 3)).y + many[1].y;
}

__host__ __device__ int bits(bool a, bool b, bool c, bool d) { return a + 2 * b + 4 * c + 8 * d; }

template <class T> __host__ __device__ int ordered(const T &a, const T &b) {
  return bits(a < b, a > b, a <= b, a >= b);
}

__host__ __device__ void comparisons(int *out, int n, double nan) {
  ById a{1, n}, b{1, 3};
  out[0] = a != b;
  out[1] = !(a != b) && n;
  Mixed q{n};
  out[2] = bits(3 == q, 3 != q, q != 3, q == 3);
  out[3] = bits(3 < q, q < 3, 3 >= q, q <= 3);
  Cells c{{{1, 2}, {3, n}}, 5}, d{{{1, 2}, {3, 3}}, 5};
  out[4] = ordered(c, d) + 16 * (c == d) + 32 * (c != d);
  d.w = 1ll << 40;
  out[5] = ordered(c, d);
  Cell e{{n}, 1.5f}, f{{3}, float(nan)};
  out[6] = ordered(e, f);
  out[7] = bits(e == f, e != f, false, false);
  Key k{1ull << 63, unsigned(n)}, k2{1, 3u};
  out[8] = ordered(k, k2) + 16 * (k == k2);
  Weight w{1.0 * n}, w2{nan}, w3{3};
  out[9] = ordered(w, w2) + 16 * ordered(w, w3);
  out[10] = (w != w2) + 2 * (w == w3);
  out[11] = ordered(Grade{n}, Grade{3}) + 16 * ordered(Grade{n}, Grade{19});
  auto o = n <=> 3;
  out[12] = bits(o < 0, o > 0, o == 0, o != 0) + 16 * bits(0 < o, 0 >= o, std::is_lteq(o), o == std::strong_ordering::less);
  std::partial_ordering u = 1.0f <=> float(nan);
  out[13] = bits(u < 0, u > 0, u <= 0, u >= 0) + 16 * (u == std::partial_ordering::unordered) + 32 * (u != 0);
  Result r;
  r.order = unsigned(n) <=> 3u;
  out[14] = (r.order > 0) + 2 * (r.n == 0);
  out[15] = ordered(Level::low, Level::high);
  int v[4] = {1, 2, 3, 4};
  out[16] = bits((&v[n % 4] <=> &v[2]) < 0, (&v[n % 4] <=> &v[2]) == 0, (v <=> v + 1) < 0, false);
  out[17] = (-1 <=> n) < 0;
  out[18] = smaller(k, k2).low;
  std::partial_ordering wide = k <=> k2;
  out[19] = wide > 0;
  out[20] = n != 3 && a != b ? 5 : 6;
  int m = n;
  out[21] = ((m++ <=> 3) >= 0) + 2 * m;
  out[22] = (nan <=> nan) == 0;
  int i = 0;
  while (ById{i, 1} != ById{n, 1})
    ++i;
  out[23] = i;
}

__global__ void both(int *out, double nan) {
  int n = threadIdx.x;
  parentheses(out + n * (Parens + Compared), n);
  comparisons(out + n * (Parens + Compared) + Parens, n, nan);
}

int main() {
  const int threads = 8, each = Parens + Compared;
  int *device, result[threads * each], expected[threads * each], wrong = 0;
  cudaMalloc(&device, sizeof result);
  both<<<1, threads>>>(device, std::nan(""));
  cudaMemcpy(result, device, sizeof result, cudaMemcpyDeviceToHost);
  for (int n = 0; n < threads; ++n) {
    parentheses(expected + n * each, n);
    comparisons(expected + n * each + Parens, n, std::nan(""));
  }
  for (int i = 0; i < threads * each; ++i)
    if (result[i] != expected[i] && ++wrong < 20)
      std::printf("thread %d, %d: %d instead of %d\n", i / each, i % each, result[i], expected[i]);
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
