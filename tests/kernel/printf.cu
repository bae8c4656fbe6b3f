// printf: the format follows the types that the arguments have in OpenCL C.
#include <cstdio>

__global__ void says(float *f, long long n, size_t m) {
  printf("%d of %s\n", threadIdx.x, "all");  // CL: printf("%d of %s\n", (uint)get_local_id(0), "all");
  printf("%lld %zu\n", n, m);                // CL: printf("%ld %lu\n", n, m);
  printf("%f\n", f[0]);                      // CL: printf("%f\n", f[0]);
}

// A constant variable's format is written where it is used.
__global__ void formatted(long long n, bool other) {
  const char *const line = "line %lld\n";
  static const char row[] = "row %d\n";
  printf(line, n);                           // CL: printf("line %ld\n", n);
  printf(row, (int)n);                       // CL: printf("row %d\n", (int)n);
  const char *open = "open\n";
  if (other)
    open = "other\n";
  printf(open);                              // DIAG: 2056
}

// An integer of another size than the format asks for: what follows it is still found.
__global__ void sizes(long long n, unsigned u, bool b, const char *name) {
  printf("%u %d %x\n", n, u, n * 2);         // CL: printf("%u %d %x\n", (uint)(n), u, (uint)(n * 2));
  printf("%lld %zu %c\n", u, b, u);          // CL: printf("%ld %lu %c\n", (long)(u), (ulong)((int)b), u);
  printf("%d %s %ld\n", n, name, u);         // CL: printf("%d ", (int)(n)), clrt_print_string_g(name, 0, -1), printf(" %ld\n", (long)(u));
}

// The name of a function is a literal like others.
__global__ void named(int n) {
  printf("%s: %d\n", __func__, n);           // CL: printf("%s: %d\n", "named", n);
}
