// for over a range: a loop over a pointer.

__global__ void loops(int *v) {
  int a[4] = {1, 2, 3, 4};
  for (int x : a)        // CL: for (int *x_at = a, *x_at_end = a + 4; x_at != x_at_end; ++x_at) { int x = *x_at;
    v[0] += x;
  for (int &x : a) {     // CL: { int *x = x_at;
    x *= 2;              // CL: *x *= 2;
  }
  for (int x : {5, 6})   // CL: int x_in[2] = {5, 6}; for (const int *x_at = x_in, *x_at_end = x_in + 2;
    v[1] += x + a[0];
}

// The variable is on a line of its own where the first statement is.
__global__ void lines(int *v) {
  int a[2] = {1, 2};
  for (int x : a) {
    // CL: {
    v[x] = x; // CL: int x = *x_at; v[x] = x;
    v[0] += x;
  }
}
