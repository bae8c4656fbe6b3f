// Kernels as values: a function stands for each, launches by name take its handle all the same.
#include <cuda_runtime.h>

// What it does.
__global__ void add(float *v, int n) { v[threadIdx.x] += n; }
// HOST: void add(float *v, int n) { clrt::kernel_entry(__func__, v, n); }
// HOST-NOT: What it does
__global__ void alone(float *v, int) { v[0] = 1; }
// HOST-NOT: void alone
template <typename T, int N = 2> __global__ void __launch_bounds__(64) scale(T *v, int n);
template <typename T, int N> __global__ void scale(T *v, int n) { v[threadIdx.x] *= n * N; }
// HOST: template <typename T, int N = 2> void scale(T *v, int n);
// HOST: template <typename T, int N> void scale(T *v, int n) { clrt::kernel_entry(__func__, v, n); }
namespace {
extern "C++" __global__ void hidden(float *const v, int = 3) { v[0] = 2; }
} // namespace
// HOST: void hidden(float *const v, int) { clrt::kernel_entry(__func__, v); }
// HANDLES: add_kernel(test_cl, "add", add);
// HANDLES: alone(test_cl, "alone");
// HANDLES: hidden_kernel(test_cl, "hidden", hidden);
// HANDLES: scale_float_2(test_cl, "scale_float_2", scale<float, 2>, clrt::launch_bounds(64));

typedef void (*Kernel)(float *, int);
static const Kernel table[] = {add, scale<float>, &hidden};
// HOST: static const Kernel table[] = {add, scale<float>, &hidden};
static int place;
static int next() { return ++place; }
template <Kernel K> void run(float *v) { K<<<1, 1>>>(v, 4); }
// HOST: template <Kernel K> void run(float *v) { clrt::launch(K, {1, 1}, v, 4); }
template <typename K, typename... A> void pass(K k, A... a) { k<<<1, 1>>>(a...); }
// HOST: void pass(K k, A... a) { clrt::launch(k, {1, 1}, a...); }

int main() {
  float *v;
  cudaMalloc(&v, 400);
  // HOST: float *v;
  table[1]<<<2, 32, 0, 0>>>(v + 1, 5);
  // HOST: clrt::launch(table[1], {2, 32, 0, 0}, v + 1, 5);
  add<<<1, 32>>>(v, 1);
  alone<<<1, 1>>>(v, 1);
  // HOST: clrt::launch(add_kernel, {1, 32}, v, 1);
  // HOST: clrt::launch(alone, {1, 1}, v, 1);
  (*table[0])<<<next(), 1>>>(v, next());
  // HOST: clrt::configure((*table[0]), next(), 1).launch(v, next());
  run<add>(v);
  pass(scale<float>, v, 3);
  Kernel k = table[0];
  void *arguments[] = {&v, &place};
  cudaLaunchKernel((const void *)k, dim3(1), dim3(1), arguments, 0, 0);
  cudaLaunchKernel((const void *)alone, dim3(1), dim3(1), arguments, 0, 0);
  // HOST: clrt::launch_kernel((const void *)k, dim3(1), dim3(1), arguments, 0, 0);
  // HOST: clrt::launch_kernel(alone, dim3(1), dim3(1), arguments, 0, 0);
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, k);
  cudaFuncGetAttributes(&a, add);
  // HOST: clrt::func_attributes(&a, k);
  // HOST: clrt::func_attributes(&a, add_kernel);
  return k == add;
  // HOST: return k == add;
}
