// Addresses of elements of device memory.
#include <cuda_runtime.h>

struct Body {
  float pos[3];
  float mass;
};

int main() {
  float h[8], *d, *whole;
  Body *b;
  float(*rows)[4];
  // HOST: clrt::ptr<float[4]> rows;
  cudaMalloc(&d, sizeof(*d) * 8);
  // HOST: clrt::malloc(&d, sizeof(float) * 8);
  cudaMalloc(&whole, sizeof *whole);
  // HOST: clrt::malloc(&whole, sizeof(float));
  cudaMalloc(&b, 4 * sizeof(Body));
  cudaMalloc(&rows, sizeof rows[0]);
  cudaMemcpy(&(d[4]), h, 4, cudaMemcpyHostToDevice);
  // HOST: clrt::write((d + 4), h, 4);
  cudaMemcpy(&whole[0], h, 4, cudaMemcpyHostToDevice);
  // HOST: clEnqueueWriteBuffer(clrt::queue(), whole, CL_TRUE, 0, 4, h, 0, nullptr, nullptr);
  cudaMemcpy(h, &b[1].mass, 4, cudaMemcpyDeviceToHost);
  // HOST: clrt::read(h, clrt::field(b + 1, &Body::mass), 4);
  cudaMemcpy(h, b->pos, sizeof b->pos, cudaMemcpyDeviceToHost);
  // HOST: clrt::read(h, clrt::ptr<float>(clrt::field(b, &Body::pos)), sizeof(float[3]));
  cudaMemcpy(h, rows[2], 16, cudaMemcpyDeviceToHost);
  // HOST: clrt::read(h, clrt::ptr<float>(rows + 2), 16);
  cudaMemcpy(h, &rows[1][3], 4, cudaMemcpyDeviceToHost);
  // HOST: clrt::read(h, clrt::ptr<float>(rows + 1) + 3, 4);
}
