// Copies of arrays that Clang writes: for members of a class, and for what is taken apart.

// CL: self.f[i] = other->f[i];
// CL: self.parts[i][i2] = make_Inner_const_Inner(&other->parts[i][i2]);

struct Inner {
  int n;
  __device__ Inner(const Inner &o) : n(o.n + 1) {}
  __device__ Inner() : n(1) {}
};
struct Holder {
  float f[2];
  Inner parts[2][3];
};

__global__ void copies(int *v) {
  int a[2] = {v[0], v[1]};
  auto [x, y] = a;         // CL: int x_y[2] = { a[0], a[1]};
  Holder h;
  Holder k = h;
  v[2] = x + y + k.parts[1][2].n;
}
