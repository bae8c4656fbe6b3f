// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes whose methods are all for both sides, as headers write them, and that hold device pointers: what only kernels
// call touches device memory and means nothing on the host; the rest does.

#include <cstdio>
#include <vector>

#define BOTH __host__ __device__

struct Csr {
  int rows;
  int *row, *__restrict__ column;
  const float *__restrict__ value;

  BOTH int first(int r) const { return row[r]; }
  BOTH int end(int r) const { return first(r + 1); }
  // What a row of the matrix makes of x.
  BOTH float dot(int r, const float *x) const {
    float sum = 0;
    for (int j = first(r); j < end(r); ++j)
      sum += value[j] * x[column[j]];
    return sum;
  }
  BOTH int size() const { return rows; }
};

template <typename T> class View {
public:
  BOTH View(T *data, int n) : data(data), n(n) {}
  BOTH T &operator[](int i) const { return data[i]; }
  BOTH T &front() const;
  BOTH int size() const { return n; }
  BOTH bool has(int i) const { return i >= 0 && i < n; }
  BOTH View from(int i) const { return View(data + i, n - i); }

private:
  T *data;
  int n;
};

template <typename T> BOTH T &View<T>::front() const { return data[0]; }

// Called with host memory, too: stays on both sides.
BOTH inline float total(const float *v, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += v[i];
  return sum;
}

struct Grid {
  float *cells;
  int width;
  BOTH float &at(int x, int y) { return cells[y * width + x]; }
  BOTH float at(int x, int y) const { return cells[y * width + x]; }
  BOTH static int area(int w, int h) { return w * h; }
};

BOTH inline float corner(Grid g) { return g.at(0, 0) + g.at(g.width - 1, 0); }

__global__ void multiply(Csr a, const float *x, View<float> y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < a.size() && y.has(r))
    y[r] = a.dot(r, x);
}

__global__ void sums(View<float> y, Grid g, float *out) {
  if (threadIdx.x != 0)
    return;
  g.at(1, 0) += 5;
  const Grid &same = g;
  out[0] = y.front() + y.from(1)[0];
  out[1] = corner(g) + same.at(1, 0);
  out[2] = total(out, 2);
}

template <typename T> static T *toDevice(const std::vector<T> &v) {
  T *d;
  cudaMalloc(&d, v.size() * sizeof(T));
  cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}

int main() {
  Csr a;
  a.rows = 3;
  a.row = toDevice<int>({0, 1, 3, 4});
  a.column = toDevice<int>({0, 0, 2, 1});
  a.value = toDevice<float>({2, 3, 4, 5});
  float *x = toDevice<float>({1, 10, 100}), *y = toDevice<float>({0, 0, 0});
  Grid g;
  g.width = 3;
  g.cells = toDevice<float>(std::vector<float>(Grid::area(3, 2), 7));
  float *out = toDevice<float>({0, 0, 0}), h[3], v[3];
  View<float> view(y, a.size());
  multiply<<<1, 32>>>(a, x, view);
  sums<<<1, 32>>>(view, g, out);
  cudaMemcpy(v, y, sizeof(v), cudaMemcpyDeviceToHost);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  std::printf("%g %g %g, %g %g %g\n", v[0], v[1], v[2], h[0], h[1], h[2]);
  bool fine = v[0] == 2 && v[1] == 403 && v[2] == 50 && h[0] == 405 && h[1] == 26 && h[2] == 431;
  fine = fine && total(v, 3) == 455 && view.size() == 3 && view.has(2) && !view.from(1).has(2);
  std::puts(fine ? "PASSED" : "FAILED");
  return !fine;
}
