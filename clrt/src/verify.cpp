#include "variant.h"
bool clrt_impl::verify(const Launch &, Candidate &, const clrt_config *, clrt_error &) {
  return false;
}
