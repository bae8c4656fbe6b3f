// Addresses of elements of device memory are those of CUDA.
#include <cuda_runtime.h>

struct Body {
  float pos[3];
  float mass;
};

int main() {
  float h[8], *d, *whole;
  Body *b;
  float(*rows)[4];
  // HOST: float(*rows)[4];
  cudaMalloc(&d, sizeof(*d) * 8);
  // HOST: clrt::malloc(&d, sizeof(*d) * 8);
  cudaMalloc(&whole, sizeof *whole);
  cudaMalloc(&b, 4 * sizeof(Body));
  cudaMalloc(&rows, sizeof rows[0]);
  cudaMemcpy(&(d[4]), h, 4, cudaMemcpyHostToDevice);
  // HOST: clrt::write(&(d[4]), h, 4);
  cudaMemcpy(&whole[0], h, 4, cudaMemcpyHostToDevice);
  // HOST: clrt::write(&whole[0], h, 4);
  cudaMemcpy(h, &b[1].mass, 4, cudaMemcpyDeviceToHost);
  // HOST: clrt::read(h, &b[1].mass, 4);
  cudaMemcpy(h, b->pos, sizeof b->pos, cudaMemcpyDeviceToHost);
  // HOST: clrt::read(h, b->pos, sizeof b->pos);
  cudaMemcpy(h, rows[2], 16, cudaMemcpyDeviceToHost);
  // HOST: clrt::read(h, rows[2], 16);
  cudaMemcpy(h, &rows[1][3], 4, cudaMemcpyDeviceToHost);
}
