// The destructor would run in threads that returned.
// DIAG: 2059
struct Last {
  int *p;
  __device__ ~Last() { *p = 1; }
};
__global__ void ends(int *a, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i >= n)
    return;
  Last last{a};
  s[i] = a[i];
  __syncthreads();
  a[i] = s[0];
}

// A vote that decides with more than its result; and one that lets blocks go on for ever that have
// no threads left.
// DIAG: 2059
__global__ void votes(int *a, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  if (__syncthreads_or(i > 3) && a[0])
    a[i] = 1;
}
// DIAG: 2059
__global__ void votes_for_ever(int *a, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  for (;;)
    if (__syncthreads_or(i > 3))
      break;
}

// A counter that the threads outside of the block still need.
// DIAG: 2059
__global__ void kept_counter(int *v, int n) {
  __shared__ int s[64];
  int i = threadIdx.x, k = 5;
  if (i < n) {
    for (k = 0; k < 2; ++k) {
      s[i] = v[i];
      __syncthreads();
      v[i] += s[0];
    }
  }
  v[i] = k;
}
// DIAG: 2059
__global__ void kept_index(int *v, int n) {
  int i;
  for (i = threadIdx.x; i < n; ++i) {
    __syncthreads();
    v[i] = 1;
  }
  v[threadIdx.x] = i;
}

// ... by a pointer to it, or because they come by again.
// DIAG: 2059
__global__ void kept_by_pointer(int *v, int n) {
  int i, *p = &i;
  for (i = threadIdx.x; i < n; ++i) {
    __syncthreads();
    v[i] = 1;
  }
  v[threadIdx.x] = *p;
}
// DIAG: 2059
__global__ void comes_again(int *v, int n, int rounds) {
  int i = threadIdx.x, k = 5;
again:
  v[i] += k;
  if (i < n) {
    for (k = 0; k < 2; ++k) {
      __syncthreads();
      v[i] += 1;
    }
  }
  if (--rounds)
    goto again;
}

// What the declaration makes would end in all threads.
struct Halves {
  int *p;
  __device__ ~Halves() { *p /= 2; }
};
__device__ int taken(const Halves &h) { return *h.p; }
// DIAG: 2059
__global__ void made_by_declaration(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = v[t];
  int x = taken(Halves{v + t});
  __syncthreads();
  v[t] = x + s[0];
}

// ... and what was made before the return would not end there.
// DIAG: 2059
__global__ void ends_at_return(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  Halves h{v + t};
  if (t >= n)
    return;
  s[t] = v[t];
  __syncthreads();
  v[t] = s[0];
}

// Threads that wait at different barriers hand data to each other there: in two arms, or in blocks of
// which the second takes others in.
// DIAG: 2030
// DIAG: 2030
__global__ void arms(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) {
    __syncthreads();
    v[t] = s[t + n];
  } else {
    s[t] = t;
    __syncthreads();
  }
}
// DIAG: 2030
// DIAG: 2030
__global__ void arms_by_global_memory(int *v, int *w, int n) {
  int t = threadIdx.x;
  if (t < n) {
    v[t] = t;
    __syncthreads();
  } else {
    __syncthreads();
    w[t] = v[t - n];
  }
}
// DIAG: 2030
// DIAG: 2030
__global__ void arms_by_pointer(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, *place = s + t;
  if (t < n) {
    *place = t;
    __syncthreads();
  } else {
    __syncthreads();
    v[t] += s[t - n];
  }
}
struct Counters {
  int *all;
  __device__ void count(int i) { all[i]++; }
};
// DIAG: 2030
// DIAG: 2030
__global__ void arms_by_members(Counters c, int *v, int n) {
  int t = threadIdx.x;
  if (t < n) {
    __syncthreads();
    v[t] = c.all[0];
  } else {
    c.count(0);
    __syncthreads();
  }
}
// DIAG: 2059
__global__ void two_blocks(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) {
    __syncthreads();
    v[t] = s[t + n];
  }
  if (t >= n) {
    s[t] = t;
    __syncthreads();
  }
}

// A constructor with a barrier.
struct Meets {
  int x;
  __device__ explicit Meets(int y) : x(y) { __syncthreads(); }
};
// DIAG: 2030
__global__ void made_together(int *v, int n) {
  int t = threadIdx.x;
  if (t < n) {
    Meets m(t);
    v[t] = m.x;
  }
}

// What reads the counter that the threads outside of the block still need does not name it.
// DIAG: 2059
__global__ void kept_in_lambda(int *v, int n) {
  int t = threadIdx.x, k = 5;
  auto show = [&] { return k; };
  if (t < n) {
    for (k = 0; k < 2; ++k)
      __syncthreads();
  }
  v[t] = show();
}
// DIAG: 2059
__global__ void kept_in_reference(int *v, int n) {
  int t = threadIdx.x, k = 5;
  const int &shown = k;
  if (t < n) {
    for (k = 0; k < 2; ++k)
      __syncthreads();
  }
  v[t] = shown;
}
struct Shown {
  const int &k;
};
// DIAG: 2059
__global__ void kept_in_member(int *v, int n) {
  int t = threadIdx.x, k = 5;
  Shown shown{k};
  if (t < n) {
    for (k = 0; k < 2; ++k)
      __syncthreads();
  }
  v[t] = shown.k;
}
template <class T> __device__ const T &same_object(const T &v) { return v; }
// DIAG: 2059
__global__ void kept_by_function(int *v, int n) {
  int t = threadIdx.x, k = 5;
  const int &shown = same_object(k);
  if (t < n) {
    for (k = 0; k < 2; ++k)
      __syncthreads();
  }
  v[t] = shown;
}
// DIAG: 2059
__global__ void kept_in_capture(int *v, int n) {
  int t = threadIdx.x, k = 5;
  auto show = [&r = k] { return r; };
  if (t < n) {
    for (k = 0; k < 2; ++k)
      __syncthreads();
  }
  v[t] = show();
}

// A counter that an object leads to, which a const method or a function has left there.
struct Held {
  const int *p;
};
struct Keeper {
  Held *into;
  __device__ void keep(const int &x) const { into->p = &x; }
};
__device__ void keep(Held &into, const int &x) { into.p = &x; }
// DIAG: 2059
__global__ void left_by_method(int *out, int n, int m) {
  __shared__ int s[32];
  Held held = {nullptr};
  Keeper keeper{&held};
  int t = threadIdx.x, k = 99;
  keeper.keep(k);
  if (t < n) {
    for (k = 0; k < m; k++) {
      s[t] = k;
      __syncthreads();
    }
  }
  out[t] = *held.p;
}
// DIAG: 2059
__global__ void left_by_function(int *out, int n, int m) {
  __shared__ int s[32];
  Held held = {nullptr};
  int t = threadIdx.x, k = 99;
  keep(held, k);
  if (t < n) {
    for (k = 0; k < m; k++) {
      s[t] = k;
      __syncthreads();
    }
  }
  out[t] = *held.p;
}

// What a helper leaves through a pointer differs, since it is given what differs.
__device__ void leave(int value, int *where) { *where = value; }
// DIAG: 2030
__global__ void left(float *a) {
  __shared__ float s[64];
  int n;
  leave(threadIdx.x, &n);
  s[threadIdx.x] = a[threadIdx.x];
  n > 3 && (__syncthreads(), true);
  a[threadIdx.x] = s[0];
}

// Nothing that it is given differs, but only some threads come to where it is left.
__device__ void leave_some(int *where) {
  if (threadIdx.x > 5)
    *where = 7;
}
// DIAG: 2030
__global__ void left_by_some(float *a) {
  __shared__ float s[64];
  int n = 0;
  leave_some(&n);
  s[threadIdx.x] = a[threadIdx.x];
  n > 3 && (__syncthreads(), true);
  a[threadIdx.x] = s[0];
}
