// The right side of an assignment comes first where the left side reads what it changes.

__device__ int next(int *n) { return (*n)++; }

__global__ void ordered(int *v, int n) {
  int i = 0;
  v[i] = next(&i);  // CL: { int value = next(&i); v[i] = value; }
  v[i++] = n;       // CL: v[i++] = n;
  n = v[i] = i += 2;
  v[7] = n;
}
