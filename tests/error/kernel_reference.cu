// expect: CU2CL2081 state
// Of a managed object a kernel may have a reference in CUDA.
struct State {
  int steps;
};
__global__ void step(State &state) { ++state.steps; }
void run(State *managed) { step<<<1, 1>>>(*managed); }
