// Classes whose first member is, or begins with, a class that they derive from, too: C++ keeps two objects of one
// class apart, so a base without data takes a byte and the member comes after it.
#include <cstdio>

struct PlainTag {};
struct OtherTag {};
struct TaggedShort : PlainTag {
  short a;
};
struct TwoTags : PlainTag, OtherTag {
  TaggedShort in;
  int z;
};
struct DerivedTags : TwoTags {
  TaggedShort more;
  __host__ __device__ int sum() const { return in.a + z + more.a; }
};
struct TaggedArray : PlainTag {
  TaggedShort all[3];
  double d;
};

__global__ void emptyBases(DerivedTags t, TaggedArray a, const TaggedArray *stored, int *out) {
  out[0] = t.sum();
  out[1] = a.all[2].a + (int)a.d;
  TaggedArray b = a;
  b.all[1].a = 9;
  TwoTags w{{}, {}, {{}, 4}, 5};
  out[2] = b.all[1].a + b.all[0].a + w.in.a * w.z;
  out[3] = sizeof(DerivedTags) * 100 + sizeof(TaggedArray);
  const OtherTag *base = &t;
  out[4] = static_cast<const DerivedTags *>(base)->z;
  out[5] = stored[1].all[2].a + (int)stored[1].d;
}

int main() {
  DerivedTags t;
  t.in.a = 1;
  t.z = 20;
  t.more.a = 300;
  TaggedArray a[2];
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 3; ++k)
      a[i].all[k].a = short(5 + k + 10 * i);
    a[i].d = 30.5 + i;
  }
  TaggedArray *stored;
  int *out, result[6];
  if (cudaMalloc(&stored, sizeof a) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess) {
    printf("FAILED: no memory\n");
    return 1;
  }
  cudaMemcpy(stored, a, sizeof a, cudaMemcpyHostToDevice);
  emptyBases<<<1, 1>>>(t, a[0], stored, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  const int expected[6] = {321, 37, 34, int(sizeof(DerivedTags) * 100 + sizeof(TaggedArray)), 20, 48};
  bool right = true;
  for (int i = 0; i < 6; ++i)
    if (result[i] != expected[i]) {
      printf("%d: %d instead of %d\n", i, result[i], expected[i]);
      right = false;
    }
  cudaFree(stored);
  cudaFree(out);
  printf(right ? "PASSED\n" : "FAILED\n");
  return !right;
}
