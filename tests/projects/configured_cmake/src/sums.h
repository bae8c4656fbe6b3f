#pragma once
#include "config.h"

void run_sum(float *out, const float *in, int blocks);
void run_sum(int *out, const int *in, int blocks);
void run_parts(int *v, int n);
