// Whole blocks branch, and several arms have barriers: their ends are kept apart.

__device__ int meet(int *v) {
  __syncthreads();
  return v[threadIdx.x];
}

__global__ void arms(int *v, int n) {
  if (n > 1)
    meet(v); // CL: { meet(v); clrt_end_of_arm(); }
  else if (n > 0) {
    meet(v);
    v[0] = 1; // CL: v[0] = 1; clrt_end_of_arm();
  } else
    meet(v + 1); // CL: { meet(v + 1); clrt_end_of_arm(); }
  if (n > 2) {
    __syncthreads();
    v[1] = 2; // CL: v[1] = 2;
  } else
    v[2] = 3; // CL: v[2] = 3;
}

__global__ void leaves(int *v, int n) {
  if (n > 1) {
    meet(v);
    return; // CL: clrt_end_of_arm(); return;
  }
  if (n > 0)
    return; // CL: return;
  meet(v);
}

__global__ void cases(int *v, int n) {
  switch (n) {
  case 0:
    meet(v);
    break; // CL: clrt_end_of_arm(); break;
  case 1:
    v[0] = 1;
    break;
  default:
    meet(v + 1); // CL: { meet(v + 1); clrt_end_of_arm(); }
  }
}

__device__ int value(int *v, int n) {
  if (n > 2)
    return meet(v); // CL: return clrt_value_of_arm(meet(v));
  int m = n > 1 ? meet(v) : meet(v + 1); // CL: n > 1 ? clrt_value_of_arm(meet(v)) : clrt_value_of_arm(meet(v + 1));
  return m + meet(v); // CL: return clrt_value_of_arm(m + meet(v));
}

__global__ void rounds(int *v, int n) {
  for (int i = 0; i < n; ++i) {
    if (i & 1) {
      v[2] = value(v, n);
      continue; // CL: clrt_end_of_arm(); continue;
    }
    meet(v + 1); // CL: meet(v + 1); clrt_end_of_arm(); }
  }
}
