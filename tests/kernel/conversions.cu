// Conversions that OpenCL C leaves open.

__global__ void converts(int *v, unsigned char *c, float f, double d, int n, bool *b) {
  v[0] = f;               // CL: v[0] = convert_int_sat(f);
  v[1] = 3.0f;            // CL: v[1] = 3.0f;
  c[0] = f;               // CL: c[0] = clrt_float2uint_rz(f);
  v[2] = d;               // CL: v[2] = clrt_double2int_rz(d);
  b[0] = n;               // CL: b[0] = n != 0;
  bool own = n & 2;       // CL: bool own = n & 2;
  if (f && own)           // CL: if (f && own)
    v[3] = own;
  v[4] = 300.0;           // CL: v[4] = 300.0;
  v[5] = 3e9f;            // CL: v[5] = convert_int_sat(3e9f);
  c[1] = 255.0f;          // CL: c[1] = 255.0f;
  c[2] = (unsigned)-5.0f; // CL: c[2] = convert_uint_sat(-5.0f);
  c[3] = (int)-0.5f;      // CL: c[3] = (int)-0.5f;
}
