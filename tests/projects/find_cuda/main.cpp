#include "steps.h"
#include <cstdio>
#ifndef ONLY_HOST
#error "definitions of the target"
#endif

int main() {
  bool Fine = steps_are_right();
  std::puts(Fine ? "PASSED" : "FAILED");
  return !Fine;
}
