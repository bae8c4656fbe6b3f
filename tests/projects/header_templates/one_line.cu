// Launches of a header's kernels in namespaces that open on the line of the launch.
#include "launch.h"

namespace one { namespace line { int calls; template <typename T> void again(T *v) { fill<<<1, 4>>>(v, T(5)); ++calls; } template void again(int *); } }
namespace two {
namespace lines { void last(int *v) { fill<<<1, 1>>>(v + 3, 6); } }
}

int one_line(int *v) {
  one::line::again(v);
  two::lines::last(v);
  return one::line::calls;
}
