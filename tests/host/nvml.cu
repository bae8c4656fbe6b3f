// What OpenCL tells of devices is answered by clrt under NVML's names; the rest is marked.
#include <cuda_runtime.h>
#include <nvml.h>
// HOST: #include <clrt/nvml.h>

int main() {
  nvmlInit();
  // HOST: nvmlInit();
  unsigned int count = 0, heat = 0;
  nvmlDeviceGetCount(&count);
  nvmlDevice_t device;
  if (nvmlDeviceGetHandleByIndex(0, &device) != NVML_SUCCESS)
    return 1;
  char name[NVML_DEVICE_NAME_BUFFER_SIZE];
  nvmlDeviceGetName(device, name, sizeof name);
  // HOST: nvmlDeviceGetName(device, name, sizeof name);
  nvmlMemory_t memory;
  nvmlDeviceGetMemoryInfo(device, &memory); // DIAG: 3019
  nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &heat); // DIAG: 3018
  // HOST: CU2CL_ERROR(3018, nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &heat));
  nvmlShutdown();
}
