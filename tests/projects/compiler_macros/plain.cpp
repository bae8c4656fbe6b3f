// Not nvcc's: no answers of its own.
#include "answers.h"

void plain_answers(int *nvcc, int *runtime, int *version) {
  *nvcc = ANSWER_nvcc;
  *runtime = ANSWER_runtime;
  *version = ANSWER_version;
}
