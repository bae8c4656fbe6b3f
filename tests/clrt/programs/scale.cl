// Kernels of the clrt tests.
#include "common/scale.clh"

__kernel void scale(__global float *v, ulong v_offset, int n, __local float *tile, __constant float *factor) {
  v += v_offset;
  int i = get_global_id(0);
  tile[get_local_id(0)] = i < n ? v[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    v[i] = scaled(tile[get_local_id(0)], *factor);
}
