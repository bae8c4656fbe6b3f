// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Structures that are linked by device pointers: built on the host, walked and changed by kernels, copied back.
#include "check.h"

#include <cstdlib>

struct Node {
  int value;
  Node *next;
};

__global__ void total(const Node *head, int *out) {
  int sum = 0;
  for (const Node *n = head; n; n = n->next)
    sum = sum * 3 + n->value;
  *out = sum;
}

__device__ Node *reversed(Node *head) {
  Node *done = nullptr;
  while (head) {
    Node *next = head->next;
    head->next = done;
    done = head;
    head = next;
  }
  return done;
}

__global__ void reverse(Node **head) { *head = reversed(*head); }

// Two classes that lead to each other, one of them with an array of links.
struct Leaf;
struct Branch {
  Branch *child[2];
  Leaf *leaf;
  float key;
};
struct Leaf {
  float weight;
  Branch *owner;
};

__global__ void find(const Branch *root, const float *keys, float *weights, float *owners, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Branch *at = root;
  while (at && at->key != keys[i])
    at = at->child[keys[i] > at->key];
  weights[i] = at ? at->leaf->weight : -1;
  owners[i] = at ? at->leaf->owner->key : -1;
}

// The node goes in front of `next`. Null: there is no such memory here.
static Node *push(int value, Node *next) {
  Node h = {value, next}, *d = nullptr;
  if (cudaMalloc(&d, sizeof(Node)) != cudaSuccess)
    return nullptr;
  OK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
  return d;
}

static Branch *grow(int low, int high) {
  if (low >= high)
    return nullptr;
  int middle = (low + high) / 2;
  Branch h, *d;
  Leaf leaf;
  OK(cudaMalloc(&d, sizeof(Branch)));
  OK(cudaMalloc(&h.leaf, sizeof(Leaf)));
  h.key = middle;
  h.child[0] = grow(low, middle);
  h.child[1] = grow(middle + 1, high);
  leaf.weight = middle * 10.0;
  leaf.owner = d;
  OK(cudaMemcpy(h.leaf, &leaf, sizeof leaf, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
  return d;
}

static void cut(Branch *d) {
  if (!d)
    return;
  Branch h;
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  cut(h.child[0]);
  cut(h.child[1]);
  OK(cudaFree(h.leaf));
  OK(cudaFree(d));
}

static void lists(Node *head) {
  int *d_out, out = 0, want = 0, back = 0;
  for (int i = 5; i >= 1; i--)
    want = want * 3 + i;
  for (int i = 1; i <= 5; i++)
    back = back * 3 + i;
  OK(cudaMalloc(&d_out, sizeof(int)));
  total<<<1, 1>>>(head, d_out);
  OK(cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(out, want);
  Node **d_head;
  OK(cudaMalloc(&d_head, sizeof(Node *)));
  OK(cudaMemcpy(d_head, &head, sizeof(Node *), cudaMemcpyHostToDevice));
  reverse<<<1, 1>>>(d_head);
  OK(cudaMemcpy(&head, d_head, sizeof(Node *), cudaMemcpyDeviceToHost));
  total<<<1, 1>>>(head, d_out);
  OK(cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(out, back);
  int seen = 0;
  while (head) {
    Node h;
    OK(cudaMemcpy(&h, head, sizeof h, cudaMemcpyDeviceToHost));
    EXPECT_EQ(h.value, ++seen);
    OK(cudaFree(head));
    head = h.next;
  }
  EXPECT_EQ(seen, 5);
  OK(cudaFree(d_out));
  OK(cudaFree(d_head));
}

static void trees() {
  const int n = 20;
  float keys[n], *d_keys, owners[n], *d_owners;
  float weights[n], *d_weights;
  for (int i = 0; i < n; i++)
    keys[i] = (i * 7) % n;
  Branch *root = grow(0, n - 2); // the last two keys are not there
  OK(cudaMalloc(&d_keys, sizeof keys));
  OK(cudaMalloc(&d_owners, sizeof owners));
  OK(cudaMalloc(&d_weights, sizeof weights));
  OK(cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice));
  find<<<2, 16>>>(root, d_keys, d_weights, d_owners, n);
  OK(cudaMemcpy(weights, d_weights, sizeof weights, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(owners, d_owners, sizeof owners, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(weights[i], keys[i] < n - 2 ? keys[i] * 10.0 : -1.0);
    EXPECT_EQ(owners[i], keys[i] < n - 2 ? keys[i] : -1.0f);
  }
  cut(root);
  OK(cudaFree(d_keys));
  OK(cudaFree(d_owners));
  OK(cudaFree(d_weights));
}

// A table of chains that the device links in a pool; the host copies both and moves the links, so that it
// walks its own copy.
struct Entry {
  int value;
  Entry *next;
};
struct Table {
  Entry **chains;
  Entry *pool;
};

__global__ void link_chains(Table t, int n, int chains) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  t.pool[i].value = i * i;
  t.pool[i].next = i + chains < n ? t.pool + i + chains : nullptr;
  if (i < chains)
    t.chains[i] = t.pool + i;
}

static Entry *moved(Entry *e, const Table &from, const Table &to) {
  return e ? (Entry *)((size_t)e - (size_t)from.pool + (size_t)to.pool) : nullptr;
}

static void relocated() {
  const int n = 50, chains = 7;
  Table d, h;
  const bool is_there = cudaMalloc((void **)&d.chains, chains * sizeof(Entry *)) == cudaSuccess &&
                        cudaMalloc((void **)&d.pool, n * sizeof(Entry)) == cudaSuccess;
  EXPECT(is_there);
  if (!is_there)
    return;
  link_chains<<<4, 16>>>(d, n, chains);
  h.chains = (Entry **)malloc(chains * sizeof(Entry *));
  h.pool = (Entry *)malloc(n * sizeof(Entry));
  OK(cudaMemcpy(h.chains, d.chains, chains * sizeof(Entry *), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(h.pool, d.pool, n * sizeof(Entry), cudaMemcpyDeviceToHost));
  for (int i = 0; i < chains; i++)
    h.chains[i] = (Entry *)((size_t)h.chains[i] - (size_t)d.pool + (size_t)h.pool);
  for (int i = 0; i < n; i++)
    h.pool[i].next = moved(h.pool[i].next, d, h);
  int seen = 0;
  for (int i = 0; i < chains; i++) {
    int expected = i;
    for (Entry *e = h.chains[i]; e; e = e->next, expected += chains, seen++)
      EXPECT_EQ(e->value, expected * expected);
  }
  EXPECT_EQ(seen, n);
  OK(cudaFree(d.chains));
  OK(cudaFree(d.pool));
  free(h.chains);
  free(h.pool);
}

int main() {
  relocated();
  Node *head = nullptr;
  for (int i = 1; i <= 5; i++)
    head = push(i, head);
  EXPECT(head);
  if (head) {
    lists(head);
    trees();
  }
  return verdict();
}
