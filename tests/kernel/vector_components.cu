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

// One list of statements that writes a whole vector: as it is.
__global__ void whole(float2 *v, int3 *c, uint2 *u, double2 *d, float4 *f, int2 *p, int n) {
  int i = threadIdx.x;
  v[i].x = cosf(n);     // CL: v[i].x = cos((float)n);
  float sine = sinf(n);
  v[i].y += sine;       // CL: v[i].y += sine;
  u[threadIdx.x].y = 1, n++;
  u[threadIdx.x].y = n; // CL: u[get_local_id(0)].y = n;
  u[threadIdx.x].x = 2; // CL: u[get_local_id(0)].x = 2;
  c[i].x = n;           // CL: c[i].x = n;
  d[i].x = n;           // CL: *(__global double *)&d[i] = n;
  i += n;               // another vector
  d[i].y = n;           // CL: *((__global double *)&d[i] + 1) = n;
  p[i].x = i++;         // CL: *(__global int *)&p[i] = value;
  p[i].y = n;           // CL: *((__global int *)&p[i] + 1) = n;
  f[i].x = n;           // CL: *(__global float *)&f[i] = n;
  f[i].y = n;           // CL: *((__global float *)&f[i] + 1) = n;
  f[i].z = n;           // CL: *((__global float *)&f[i] + 2) = n;
}

// Where another vector may be meant by the same words.
struct Rows {
  float2 *v;
  int *at;
};
__global__ void moved(Rows r, int n) {
  r.v[n].x = n;         // CL: r.v[n].x = n;
  r.v[n].y = n;         // CL: r.v[n].y = n;
  r.v[r.at[0]].x = n;   // CL: *(__global float *)&r.v[r.at[0]] = n;
  r.v[r.at[0]].y = n;   // CL: *((__global float *)&r.v[r.at[0]] + 1) = n;
}

__global__ void waits(float2 *v, int n) {
  __shared__ float2 s[32];
  s[threadIdx.x].x = n; // CL: *(__local float *)&s[get_local_id(0)] = n;
  __syncthreads();
  s[threadIdx.x].y = n; // CL: *((__local float *)&s[get_local_id(0)] + 1) = n;
  v[threadIdx.x] = s[threadIdx.x];
}
