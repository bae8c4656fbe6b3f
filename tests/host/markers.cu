// Marks for a profiler go where nobody wants their value; else clrt's functions of the same names do nothing.
#include <cuda_runtime.h>
#include <nvToolsExt.h> // DIAG: 3017
// HOST: #include <clrt/nvtx.h>
#include <nvtx3/nvtx3.hpp> // DIAG: 3017
#include <string>

#define RANGE(name) nvtxRangePushA(name)
// HOST: #define RANGE(name) ((void)0)
#define COLOURED(name, value)                                                                      \
  {                                                                                                \
    nvtxEventAttributes_t a = {};                                                                  \
    a.version = NVTX_VERSION, a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;                              \
    a.colorType = NVTX_COLOR_ARGB, a.color = value;                                                \
    a.messageType = NVTX_MESSAGE_TYPE_ASCII, a.message.ascii = name;                               \
    nvtxRangePushEx(&a);                                                                           \
  }
// HOST-NOT: nvtxRangePushEx

struct Part {
  static constexpr const char *name = "part";
};
struct Timer {
  nvtxRangeId_t id;
  Timer() : id(nvtxRangeStartA("timer")) {}
  // HOST: Timer() : id(nvtxRangeStartA("timer")) {}
  ~Timer() { nvtxRangeEnd(id); }
  // HOST: ~Timer() { }
};

static std::string text(int i) { return std::to_string(i); }

int main(int argc, char **) {
  // HOST: int main(int argc, char **) {
  nvtxNameOsThreadA(1, "main");
  // HOST-NOT: nvtxNameOsThreadA
  RANGE("all");
  COLOURED("coloured", 0xff00ff00);
  if (argc > 1)
    nvtxMarkA("arguments");
  // HOST: if (argc > 1)
  // HOST: {}
  nvtxRangePush(text(argc).c_str());
  // HOST: nvtxRangePush(text(argc).c_str());
  int depth = nvtxRangePop();
  // HOST: int depth = nvtxRangePop();
  nvtxRangeId_t id = nvtxRangeStartA("range");
  nvtxRangeEnd(id);
  // HOST: nvtxRangeEnd(id);
  nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
  nvtxEventAttributes_t event = {};
  event.payload.llValue = 7;
  nvtxDomainRangePushEx(domain, &event);
  nvtxDomainRangePop(domain);
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range whole{"whole"};
  nvtx3::scoped_range_in<Part> part{text(1), nvtx3::rgb{1, 2, 3}, nvtx3::payload{argc}};
  nvtx3::mark("here");
  Timer timer;
  return depth;
}
