// A class: a struct, and a function for each method.
#include <cuda_runtime.h>

class Ray {
public:
  __host__ __device__ Ray(float3 origin, float3 direction) : origin(origin), direction(direction) {}
  /// Where the ray is at time t.
  __host__ __device__ float3 at(float t) const {
    return make_float3(origin.x + t * direction.x, origin.y + t * direction.y,
                       origin.z + t * direction.z);
  }
  __device__ Ray &operator+=(float3 shift) {
    origin = make_float3(origin.x + shift.x, origin.y + shift.y, origin.z + shift.z);
    return *this;
  }

private:
  float3 origin, direction;
};

__global__ void march(float3 *points, float3 shift, float step) {
  int i = threadIdx.x;
  Ray ray(points[i], make_float3(0, 0, 1)); // straight on
  ray += shift;
  points[i] = ray.at(i * step);
}

int main() {
  float3 *points;
  cudaMalloc(&points, 64 * sizeof(float3));
  march<<<1, 64>>>(points, make_float3(1, 0, 0), 0.5f);
  cudaFree(points);
}
