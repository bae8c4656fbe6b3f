#include "common/broken.clh"
__kernel void broken(__global int *out) { out[0] = helper(); }
