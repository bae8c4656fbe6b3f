// Casts that are written.

struct Point {
  int x, y;
};

__global__ void cast(float *f, int *v, unsigned n) {
  v[0] = int(f[0]) + (int)f[1];                 // CL: v[0] = convert_int_sat(f[0]) + convert_int_sat(f[1]);
  v[1] = reinterpret_cast<int *>(f)[2];         // CL: v[1] = ((__global int *)f)[2];
  f[3] = static_cast<float>(n) / 2;             // CL: f[3] = (float)n / 2;
  v[2] = (n > 2) + (bool)n;                     // CL: v[2] = (n > 2) + (n != 0);
  v[3] = reinterpret_cast<Point &>(v[4]).y;     // CL: (*(__global Point *)&v[4]).y;
  const int *c = v;
  *const_cast<int *>(c) = (unsigned short)n;    // CL: *(__global int *)c = (unsigned short)n;
}
