// Literals that C spells otherwise.

#define SHOWN(x) #x
#define TEXT(x) SHOWN(x)
#define WIDE(x) ((x) + 1)

__device__ int line(int x, int n = __builtin_LINE()) { return x + n; }

__global__ void literal(unsigned long long *v, float *f, int *n) {
  v[0] = 1'000'000ull;          // CL: v[0] = 1000000ul;
  v[1] = 0b1011;                // CL: v[1] = 0xB;
  f[0] = 1'0.5f;                // CL: f[0] = 10.5f;
  int *none = nullptr;          // CL: int *none = 0;
  n[0] = none == n;
  n[1] = 'a' + L'b';            // CL: n[1] = 'a' + 98;
  n[2] = int();                 // CL: n[2] = (int)0;
  n[3] = true;                  // CL: n[3] = true;
  n[4] = TEXT(WIDE(n))[0];      // CL: n[4] = "((n) + 1)"[0];
  n[5] = __builtin_LINE();      // CL: n[5] = 19;
  n[6] = line(1);               // CL: n[6] = line(1, 20);
  n[7] = __builtin_FILE()[0];   // CL: n[7] = "literals.cu"[0];
}
