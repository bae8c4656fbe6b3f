// Shared memory: dynamic, several views of one block, in device functions and nested blocks.
struct Cell { float value; int index; };

// CL: float blockSum(float v, __local float *partial, __local int *turn)
__device__ float blockSum(float v) {
  __shared__ float partial[32];
  __shared__ int turn;
  partial[threadIdx.x % 32] = v;
  turn = 0;                        // CL: *turn = 0;
  __syncthreads();
  return partial[0] + turn;        // CL: return partial[0] + *turn;
}

__device__ int fromBlock(int i) {
  extern __shared__ int words[];
  return words[i];
}

// CL: __kernel void both(__global float *out, __local float *block) {
// CL: __local float partial[32];
// CL: __local int turn;
// CL: __local Cell cells[8];
__global__ void both(float *out) {
  extern __shared__ float block[];
  int *ints = (int *)(block + 64);           // CL: __local clrt_aliased_int *ints = (__local clrt_aliased_int *)(block + 64);
  block[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[0] = blockSum(block[1]) + ints[0] + fromBlock(3);
  if (out[0] > 1) {
    __shared__ Cell cells[8];
    cells[threadIdx.x].value = 1;
    __syncthreads();
    out[1] = cells[0].value;
  }
}
// CL: out[0] = blockSum(block[1], partial, &turn) + ints[0] + fromBlock(3, (__local int *)block);
// CL-NOT: extern

// A block that is looked at as a wider type comes in as one: OpenCL aligns it by its parameter's type.
__device__ void put(char *at, double v) { *(double *)at = v; }

// CL: __kernel void carved(__global float *out, __local ulong *bytes_block) {
// CL: __local char *bytes = (__local char *)bytes_block;
__global__ void carved(float *out) {
  extern __shared__ char bytes[];
  float *values = (float *)bytes;
  put(bytes + 8, 1.0);
  out[0] = values[0];
}

// No wider view, no wide block.
// CL: __kernel void narrow(__global float4 *out, __local float *line) {
__global__ void narrow(float4 *out) {
  extern __shared__ float line[];
  unsigned *bits = (unsigned *)line;
  out[0] = *(float4 *)(out + bits[0]);
}

// The same for an array of the kernel's own; one that is no wider than the views is left alone.
// CL: __local unsigned char packed[64] __attribute__((aligned(4)));
// CL: __local float lanes[16];
__global__ void unpacked(const unsigned *in, float *out) {
  __shared__ unsigned char packed[64];
  __shared__ float lanes[16];
  ((unsigned *)packed)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  lanes[threadIdx.x] = packed[threadIdx.x];
  out[threadIdx.x] = lanes[threadIdx.x];
}

// Comments after which a blank line stands are not the left out declaration's.
__global__ void staged(float *out) {
  // The tile is loaded by all threads. // CL: // The tile is loaded by all threads.
  // Then it is turned.                 // CL: // Then it is turned.

  // Its size comes from the launch.    // CL-NOT: // Its size comes
  extern __shared__ float tile[];
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
