// Constants of the C library keep their names, also in the bodies of macros; a macro whose body
// names others of a library's headers is written out.
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <math_constants.h>

#define TWO_PI (2 * M_PI)
#define BIG (LLONG_MAX - 1)
#define HALF_RANDOM (RAND_MAX / 2)
#define NEVER INFINITY
#define CLAMPED(v) ((v) > UINT32_MAX ? UINT32_MAX : (v))
#define SCALED(x) ((x) * M_PI_2)
#define WIDE INT64_C(5)
#define NEAR_ZERO CUDART_MIN_DENORM_F
#define TWICE(x) ((x) + (x))

__global__ void constants(float *f, double *d, int *i, unsigned long long *u, long long *l) {
  f[0] = M_PI;                         // CL: f[0] = M_PI;
  f[1] = -FLT_MAX;                     // CL: f[1] = -FLT_MAX;
  f[2] = -INFINITY;                    // CL: f[2] = -INFINITY;
  f[3] = fminf(f[3], NAN);             // CL: fmin(f[3], NAN);
  f[4] = FLT_MIN;                      // CL: f[4] = FLT_MIN;
  f[5] = f[4] > NEVER ? HUGE_VALF : 0; // CL: f[4] > NEVER ? HUGE_VALF : 0;
  d[0] = TWO_PI * DBL_MAX;             // CL: d[0] = TWO_PI * DBL_MAX;
  d[1] = SCALED(d[2]) + HUGE_VAL;      // CL: d[1] = SCALED(d[2]) + HUGE_VAL;
  i[0] = INT_MAX / SHRT_MIN;           // CL: i[0] = INT_MAX / SHRT_MIN;
  i[1] = HALF_RANDOM;                  // CL: i[1] = HALF_RANDOM;
  i[2] = TWICE(INT32_MIN / 2);         // CL: i[2] = TWICE(INT32_MIN / 2);
  u[0] = CLAMPED(u[1]);                // CL: u[0] = CLAMPED(u[1]);
  u[2] = ULLONG_MAX - SIZE_MAX;        // CL: u[2] = ULLONG_MAX - SIZE_MAX;
  l[0] = BIG;                          // CL: l[0] = BIG;
  l[3] = LLONG_MAX;                    // CL: l[3] = LLONG_MAX;
  long long most = LLONG_MAX;          // CL: long most = LLONG_MAX;
  l[4] = most + LLONG_MIN;             // CL: l[4] = most + LLONG_MIN;
  f[6] = -CUDART_INF_F;                // CL: f[6] = -CUDART_INF_F;
  f[7] = fminf(f[8], CUDART_NAN_F);    // CL: f[7] = fmin(f[8], CUDART_NAN_F);
  d[3] = 2 * CUDART_PI + CUDART_INF;   // CL: d[3] = 2 * CUDART_PI + CUDART_INF;
  f[9] = CUDART_PI_F * NEAR_ZERO;      // CL: f[9] = CUDART_PI_F * CUDART_MIN_DENORM_F;
  l[1] = WIDE;                         // CL: l[1] = 5L;
  l[2] = TWICE(INT64_C(7));            // CL: l[2] = ((7L) + (7L));
}
