// Constructors are functions that return the object.

struct Complex {
  float re, im;
  __device__ Complex(float r = 0, float i = 0) : re(r), im(i) {}
};
struct Pair {
  Complex a, b;
  float rest[2];
  __device__ Pair(float x) : a(x), b(a), rest{x, 1} {} // CL: self.a = make_Complex(x, 0); self.b = self.a; self.rest[0] = x; self.rest[1] = 1; return self;
};

__global__ void made(float *f) {
  Complex c(f[0], f[1]);     // CL: Complex c = make_Complex(f[0], f[1]);
  Pair p(f[2]);              // CL: Pair p = make_Pair(f[2]);
  Complex all[3];            // CL: for (int all_i = 0; all_i < 3; ++all_i) all[all_i] = make_Complex(0, 0);
  Complex square[2][2];      // CL: for (int square_i = 0; square_i < 2; ++square_i) for (int square_i2 = 0; square_i2 < 2; ++square_i2) square[square_i][square_i2] = make_Complex(0, 0);
  f[3] = c.re + p.b.im + all[1].re + Complex(1).re;
}

// `Tally()` is zero where no member has a value, and so are its parts; `Spare s;` is not.
struct Part {
  int kept, set;
  __device__ Part() { set = 5; } // CL: Part self = {0};
};
struct Tally {
  int counts[4];
  Part part;
  bool open = true;
};
struct Spare {
  int counts[4];
  bool open = true;
};
struct Full {
  int a = 1, b = 2;
};

__global__ void zeroed(int *o) {
  Tally t = Tally(); // CL: Tally self = {0};
  Spare s;           // CL: Spare self;
  Full f = Full();   // CL: Full self;
  o[0] = t.counts[3] + t.part.kept + s.open + f.a;
}
