// Objects made where memory is.

#include <new>

struct Point {
  int x, y;
  __device__ Point(int a, int b) : x(a), y(b) {}
};

template <class T> __device__ T *create(char *place) {
  ::new (place) T;                    // CL: *(__global Made *)place = make_Made();
  return new (place + sizeof(T)) T;   // CL: return (made = (__global Made *)(place + sizeof(Made)), *made = make_Made(), made);
}
struct Made {
  int value;
  __device__ Made() : value(7) {}
};
template <class T> __device__ int renewed(Made *p, T n) {
  p = new (p) Made;                   // CL: p = (made = (__global Made *)p, *made = make_Made(), made);
  return p->value + n;
}

__global__ void place(char *memory, int *v) {    // CL: __global Point *made;
  new (memory) Point(v[0], v[1]);               // CL: *(__global Point *)memory = make_Point(v[0], v[1]);
  Point *p = new (memory + 8) Point(1, 2);      // CL: (made = (__global Point *)(memory + 8), *made = make_Point(1, 2), made);
  v[2] = p->y;
  int *n = new (v + 4) int;                     // CL: int *n = (__global int *)(v + 4);
  v[3] = n == v;
  int *several = new (v + 8) int[v[1] + 2];     // CL: __global int *several = (__global int *)(v + 8);
  v[7] = several[1];
  v[4] = create<Made>(memory)->value;
  v[5] = renewed((Made *)(v + 6), 3);
}

// A few elements are assigned one by one.
__global__ void elements(int *v) {
  int *p = new (v) int[3]{7, v[9]}; // CL: int *p = (made = (__global int *)v, made[0] = 7, made[1] = v[9], made[2] = 0, made);
  new (p + 4) Point[2]{{1, 2}, Point(3, 4)}; // CL: (made_2 = (__global Point *)(p + 4), made_2[0] = make_Point(1, 2), made_2[1] = make_Point(3, 4));
}
