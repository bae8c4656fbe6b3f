// Arrays and structs taken apart.
struct Pair { int x; float y; };

__global__ void apart(int *out) {
  int a[2] = {1, 2};
  auto &[r, s] = a;        // CL: int (*r_s)[2] = &a;
  r += 5;                  // CL: (*r_s)[0] += 5;
  s *= r;                  // CL: (*r_s)[1] *= (*r_s)[0];
  auto [u, v] = a;         // CL: int u_v[2] = { a[0], a[1]};
  u += v;                  // CL: u_v[0] += u_v[1];
  int m[2][2] = {{1, 2}, {3, 4}};
  auto &[row, other] = m;
  row[1] = other[0];       // CL: (*row_other)[0][1] = (*row_other)[1][0];
  int *q = &s;             // CL: int *q = &(*r_s)[1];
  Pair p = {3, 1.5f};
  auto &[x, y] = p;        // CL: Pair *x_y = &p;
  x += 1;                  // CL: x_y->x += 1;
  const uint3 &block = blockIdx; // CL: const clrt_uint3 *block = (__private clrt_uint3[1]){(clrt_uint3){
  out[1] = block.y;
  out[0] = a[0] + *q + u + m[0][1] + p.x;
}

// Copies of arrays that are members or elements, and of arrays of arrays.
struct Rows {
  int of[2][2];
};
__global__ void copied(int *out) {
  Rows rows = {{{1, 2}, {3, 4}}};
  auto [p, q] = rows.of[1]; // CL: rows.of[1][0], rows.of[1][1]};
  auto [r, s] = rows.of;    // CL: rows.of[0][0], rows.of[0][1]}, {rows.of[1][0], rows.of[1][1]}};
  p++;
  r[1] = 7;
  out[0] = p + q + r[1] + s[0] + rows.of[0][1];
}
