// Objects that C++ lets one change and C does not: they are changed through their addresses.

__global__ void changed(int *v, int a, int b) {
  (v[0] ? a : b) = 5;  // CL: (*(v[0] ? &a : &b)) = 5;
  (v[1] = a) += b;     // CL: (*(v[1] = a, &v[1])) += b;
  ++(++v[2]);          // CL: ++(*(++v[2], &v[2]));
  int own[2] = {a, b};
  (a ? own[0] : own[1]) += 7; // CL: (own[a ? 0 : 1]) += 7;
  v[3] = own[0] + own[1] + a;
}
