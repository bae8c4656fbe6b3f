// Values of enums have the type that C++ gives them.

enum Small : unsigned char { Low = 1, High = 200 };
enum class Wide : unsigned long long { Big = 1ull << 40 };
enum Plain { One = 1, Two };

__global__ void valued(int *v, unsigned long long *w, Small s, Plain p) {
  v[0] = s + 1;                                       // CL: v[0] = s + 1;
  w[0] = static_cast<unsigned long long>(Wide::Big);  // CL: w[0] = (ulong)Wide_Big;
  v[1] = p == Two ? High : Low;                       // CL: v[1] = p == Two ? High : Low;
  v[2] = (p - Two) / 2 < 0;
}
