// Components of vectors that threads write beside each other.

__global__ void alone(float2 *v, float4 *w, int n) {
  int i = threadIdx.x;
  __shared__ short2 s[32];
  if (i & 1)
    v[i / 2].y = n;     // CL: *((__global float *)&v[i / 2] + 1) = n;
  else
    v[i / 2].x = n;     // CL: *(__global float *)&v[i / 2] = n;
  float4 *p = &w[i / 4];
  if (i & 2)
    p->w += n;          // CL: *((__global float *)p + 3) += n;
  else
    p->x++;             // CL: (*(__global float *)p)++;
  if (i < 32)
    s[i].x = n;         // CL: *(__local short *)&s[i] = n;
  else
    s[i - 32].y = n;    // CL: *((__local short *)&s[i - 32] + 1) = n;
  float4 own;
  own.x = n;            // CL: own.x = n;
  w[i] = own;
}

__global__ void together(int4 *v, double2 *d, int n) {
  int i = threadIdx.x;
  v[i].x = n;           // CL: v[i].x = n;
  v[i].y += n;          // CL: v[i].y += n;
  int mid = n / 2;
  v[i].z = mid;         // CL: v[i].z = mid;
  if (n) {
    v[i + n].z = n;     // CL: v[i + n].z = n;
    v[i + n].y = n;     // CL: v[i + n].y = n;
  }
  d[i].x = n;           // CL: *(__global double *)&d[i] = n;
  i += n;
  d[i].y = n;           // CL: *((__global double *)&d[i] + 1) = n;
}
