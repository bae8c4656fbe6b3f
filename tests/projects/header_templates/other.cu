#include "launch.h"

struct Half {
  __host__ __device__ float operator()(float x) const { return x / 2; }
};

void other(float *v) {
  run_fill(v, 3.0f);
  run_apply(v, Half());
}
