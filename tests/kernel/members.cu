// Members: of references, static ones, of anonymous unions, mutable ones.

struct Node {
  static constexpr int Size = 4;
  enum { Limit = 9 };
  union {
    int word;
    float value;
  };
  mutable int seen;
  int &target;
};

__device__ int look(const Node &n) {
  n.seen = 1;             // CL: *(int *)&n->seen = 1;
  return n.word + n.Size; // CL: return n->word + Node_Size;
}

__global__ void members(int *v) {
  int own = v[0];
  Node n = {{v[1]}, 2, own};
  n.target = n.Limit;     // CL: *n.target = Node_Limit;
  v[2] = look(n) + own;   // CL: v[2] = look(&n) + own;
}
