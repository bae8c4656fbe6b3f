// Operations of cooperative groups to which not all threads of the block can be led: shuffles name the lanes
// of the group.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

struct Pair {
  int a;
  long long b;
};

__global__ void groups(int *v, Pair *p) {
  int x = v[threadIdx.x];
again:
  cg::coalesced_group g = cg::coalesced_threads();
  auto t = cg::tiled_partition<16>(cg::this_thread_block());
  x += g.shfl(x, 3) + g.any(x == 4);
  x += t.shfl_xor(x, 1) + t.all(x > 2);
  x += cg::reduce(g, x, cg::plus<int>());
  p[threadIdx.x] = g.shfl(p[threadIdx.x], 2);
  g.sync();
  if (x < 9)
    goto again;
  v[threadIdx.x] = x;
}
// CL: words[i] = clrt_masked_shfl_uint(lanes, words[i], lane, 32);
// CL: int other = clrt_masked_shfl_int(group.lanes, value,
// CL: #ifdef CLRT_MASKED_WARPS // masked_groups.cu:17
// CL: coalesced_group g = coalesced_threads();
// CL: x += clrt_masked_shfl_int(g.lanes, x, clrt_fns(g.lanes, 0u, 3 + 1), 32) + (clrt_masked_ballot(g.lanes, x == 4) != 0);
// CL: clrt_masked_shfl_xor_int(segment_lanes(16u), x, 1, 16u)
// CL: clrt_masked_syncwarp(g.lanes);

// A jump past an exchange of a tile: its mask is all lanes of it, as in CUDA.
__global__ void jumps_past_a_tile(int *v) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int x = v[threadIdx.x];
  if (x > 0)
    goto end;
  s[threadIdx.x] = tile.shfl_down(x, 1);
  __syncwarp();
  v[threadIdx.x] = s[threadIdx.x ^ 1];
end:
  v[threadIdx.x] += 1;
}
// CL: s[get_local_id(0)] = clrt_masked_shfl_down_int(segment_lanes(8u), x, 1, 8u);

// Others that call the same function of the library run everywhere: it cannot be masked for one of them.
__global__ void alone(float *v) {
  auto t = cg::tiled_partition<8>(cg::this_thread_block());
  v[threadIdx.x] = t.shfl_down(v[threadIdx.x], 1); // CL: clrt_shfl_down_float(v[get_local_id(0)], 1, 8u, warp)
}
// DIAG: 2304
__global__ void jumps(float *v) {
  auto t = cg::tiled_partition<8>(cg::this_thread_block());
  float x = v[threadIdx.x];
again:
  x += t.shfl_down(x, 1);
  if (x < 9)
    goto again;
  v[threadIdx.x] = x;
}
