// The "managed" base class of classes that are allocated in managed memory, also for a member.
class Managed {
public:
  void *operator new(size_t size) {
    void *p;
    cudaMallocManaged(&p, size);
    return p;
  }
  void operator delete(void *p) { cudaFree(p); }
};
struct Text : Managed {
  int length;
  char *data;
};
struct Row : Managed {
  Text name; // CL: Managed base; Text name;
  int value;
};

__global__ void rows(Row *row) {
  row->value += row->name.length; // CL: row->value += row->name.length;
}
