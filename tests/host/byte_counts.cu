// A device address has eight bytes, as in CUDA: byte counts, bytes and type traits stay as they are.
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <type_traits>

__global__ void k(float *p, int n) { p[n] = n; }

struct Item {
  float *d;
  int n;
};
struct Holder {
  int n;
  Item items[2];
};
struct Plain {
  float *h;
  int n;
};

template <class T> T *make(size_t n) { return (T *)malloc(n * sizeof(T)); }

template <class T> bool isPointer(T) {
  return std::is_pointer<T>::value;
}
template <class T> bool isFloat(T) { return std::is_same<T, float>::value; }

int main() {
  float *d;
  cudaMalloc(&d, 64);
  float *e = d + 2;
  // HOST: float *e = d + 2;
  k<<<1, 1>>>(e, 1);
  auto *f = e;
  // HOST: auto *f = e;
  const auto *g = f + 1;
  float **a = (float **)malloc(3 * sizeof(float *));
  a[2] = e;
  float **b = (float **)malloc(24);
  // HOST: float **b = (float **)malloc(24);
  b[2] = e;
  size_t bytes = 3 * sizeof(float *);
  float **c = (float **)malloc(bytes);
  c[0] = e;
  size_t shown = 3 * sizeof(float *);
  float **y = (float **)malloc(shown);
  y[shown > 8] = e;
  float **z = (float **)calloc(3, 8);
  z[0] = e;
  Item *items = (Item *)malloc(2 * 16);
  items[0].d = e;
  Item *more = make<Item>(2);
  more[0].d = e;
  Holder holder;
  memset(&holder, 0, sizeof holder);
  holder.items[0].d = e;
  memset(&holder, 0, 40);
  float *copy;
  memcpy(&copy, &e, 8);
  // HOST: memcpy(&copy, &e, 8);
  memcpy(&copy, &e, sizeof copy);
  float *all[4];
  memset(all, 0, sizeof(all));
  memset(all, 0, 4 * sizeof(float *));
  memset(all, 0, 32);
  all[3] = e;
  Plain plain;
  memset(&plain, 0, 16);
  plain.h = (float *)malloc(16);
  int numbers[4];
  memset(numbers, 0, 16);
  bool answers = isPointer(e) && isFloat(1) && isPointer(numbers) && copy == all[3] && g;
  (void)answers;
  cudaFree(d);
}
