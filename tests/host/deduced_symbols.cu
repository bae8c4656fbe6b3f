// Device variables of a deduced type: the type is written.
template <typename T, int N> struct Row {
  T at[N];
};
struct Rows {
  static constexpr int count = 2;
  static constexpr Row<short, count> first() { return {{3, 4}}; }
};

__device__ auto deduced = 2.5f;
// HOST: static clrt::symbol<float> deduced(2.5f);
__constant__ auto deduced_constant = 7u;
// HOST: static clrt::symbol<unsigned int> deduced_constant(7u);
__device__ constexpr auto deduced_row = Rows::first();
// HOST: static clrt::symbol<Row<short, 2>> deduced_row(Rows::first());

__global__ void deduced_use(float *out) { *out = deduced * deduced_constant + deduced_row.at[1]; }

void run(float *d) {
  deduced_use<<<1, 1>>>(d);
}
