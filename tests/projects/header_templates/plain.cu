// No CUDA at all, but nvcc's implicit include declares what is called here.
#include <cstdio>

int plain(int x) {
  char bytes[sizeof x];
  memcpy(bytes, &x, sizeof x);
  return (int)strlen("abc") + abs(-x) + (int)floor(2.5) + (bytes[0] == x ? 0 : 100);
}
