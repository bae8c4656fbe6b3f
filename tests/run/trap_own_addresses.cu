// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: constructors that keep the address of their object, or of a part of it, make it where it
// stays: not in a variable of their own that is copied afterwards.
#include "check.h"
#include <new>

struct Stack {
  int data[8];
  int *top;
  __device__ Stack() : top(data) {}
  __device__ void push(int v) { *top++ = v; }
  __device__ int pop() { return *--top; }
};
struct Node {
  int v;
  Node *next;
  __device__ Node(int v) : v(v), next(this) {}
};
struct Alias {
  int v;
  int &r;
  __device__ Alias(int x) : v(x), r(v) {}
};
struct Base {
  int k;
  Base *me;
  __device__ Base(int k) : k(k) {
    Base *self = this;
    me = self;
  }
};
struct Derived : Base {
  int z;
  __device__ Derived(int a) : Base(a), z(a) {}
};
struct Listed {
  int v;
  __device__ Listed(Listed **list, int v) : v(v) { *list = this; }
};
struct Sent;
__device__ void keep(Sent *s, Sent **list) { *list = s; }
struct Sent {
  int v;
  __device__ Sent(Sent **list, int v) : v(v) { keep(this, list); }
};
struct Held {
  int first;
  Stack stack;
  Node nodes[2];
  __device__ Held(int k) : first(k), nodes{Node(k), Node(k + 1)} {}
};
template <typename T> struct Cursor {
  T all[3], *at = all + 1;
  __device__ Cursor(T x) : all{x, x, x} {}
  __device__ Cursor() : Cursor(T(4)) {}
};
// These keep nothing: what they pass on is only used.
__device__ void clear(int *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = i;
}
struct Cleared {
  int m[4];
  __device__ Cleared(int k) {
    clear(m, 4);
    int *last = m + 3;
    *last = k;
  }
  __device__ int last() const { return m[3] + m[1]; }
};
__device__ Cleared cleared(int k) { return Cleared(k); }

__global__ void k(int *out) {
  Stack s;
  s.push(3);
  s.push(4);
  *out++ = s.pop() + 10 * s.data[0];
  Node n(5), m = Node(6);
  n.v = 7;
  m.v = 8;
  *out++ = n.next->v * 10 + m.next->v;
  Alias r{3};
  r.v = 9;
  *out++ = r.r;
  Derived d(4);
  d.k = 8;
  *out++ = d.me->k;
  Listed *list;
  Listed a(&list, 3);
  a.v = 12;
  *out++ = list->v;
  Sent *sent;
  Sent b(&sent, 3);
  b.v = 13;
  *out++ = sent->v;
  Stack stacks[2];
  stacks[1].push(6);
  stacks[1].push(2);
  *out++ = stacks[1].data[0] + stacks[1].pop();
  Node nodes[2] = {Node(1), 2};
  nodes[1].v = 31;
  *out++ = nodes[1].next->v;
  Held h(3);
  h.stack.push(6);
  h.nodes[1].v = 20;
  *out++ = h.stack.data[0] + h.nodes[1].next->v;
  Cursor<int> c;
  c.all[1] = 14;
  *out++ = *c.at;
  const Cursor<short> e(3);
  *out++ = e.at - e.all;
  alignas(Node) char memory[sizeof(Node)];
  Node *made = new (memory) Node(2);
  made->v = 17;
  *out++ = made->next->v;
  *out++ = cleared(5).last();
}

int main() {
  int got[13], *d_got;
  const int want[13] = {34, 78, 9, 8, 12, 13, 8, 31, 26, 14, 1, 17, 6};
  OK(cudaMalloc(&d_got, sizeof got));
  k<<<1, 1>>>(d_got);
  OK(cudaMemcpy(got, d_got, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 13; i++)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(d_got));
  return verdict();
}
