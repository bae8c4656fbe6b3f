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

// A range with an effect is evaluated once, though begin() and end() both name it.
struct Bag {
  int v[4], n;
  __device__ int *begin() { return v; }
  __device__ int *end() { return v + n; }
};
struct Bags {
  Bag all[2];
  int next;
  __device__ Bag &take() { return all[next++]; }
};
__global__ void once(int *v, Bags *bags, bool (*flags)[2]) {
  int rows[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, k = 0;
  for (int x : rows[k++]) // CL: { int (*x_in)[4] = &rows[k++]; for (int *x_at = (*x_in), *x_at_end = (*x_in) + 4;
    v[0] += x;
  for (auto &x : bags->take()) // CL: { __global Bag *x_in = Bags_take(bags); for (__global int *x_at = Bag_begin(x_in), *x_at_end = Bag_end(x_in);
    v[1] += x++;
  for (bool x : *flags++) // CL: { __global uchar (*x_in)[2] = flags++; for (__global uchar *x_at = (*x_in),
    v[2] += x;
  for (const auto &row : (k--, rows)) // CL: { int (*row_in)[2][4] =
    for (int x : row)
      v[3] += x;
}

// What the head declares is declared before.
__device__ int first(int *v) { return v[0]++; }
__global__ void initial(int *v) {
  int a[2] = {1, 2};
  for (int n = first(v), m = n; int x : a) // CL: { int n = first(v), m = n; for (int *x_at = a, *x_at_end = a + 2;
    v[1] += x * n + m;
  for (v[2]++; int x : a) // CL: { v[2]++; for (int *x_at = a,
    v[3] += x;
  for (; int x : a) // CL: for (int *x_at = a,
    v[3] += x;
}
