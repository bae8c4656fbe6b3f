#pragma once
__device__ inline int optional_answer() { return 17; }
