// Compound assignments that become calls: the object is named twice, and evaluated once.

__device__ int next(int *n) { return ++*n; }

__global__ void compound(int *v, int n, float f) {
  v[0] <<= n;        // CL: v[0] = clrt_shl_int(v[0], n);
  v[1] += f;         // CL: v[1] = convert_int_sat(v[1] + f);
  v[next(&n)] >>= n; // CL: (value = n, place_2 = &v[next(&n)], *place_2 = clrt_shr_int(*place_2, value));
  v[2] += n;         // CL: v[2] += n;
}
