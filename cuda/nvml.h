// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Management of devices: parameters are not checked.
#ifndef CU2CL_CUDA_NVML_H
#define CU2CL_CUDA_NVML_H

#include "host_defines.h"

typedef struct nvmlDevice_st *nvmlDevice_t;
typedef enum nvmlReturn_t {
  NVML_SUCCESS,
  NVML_ERROR_UNINITIALIZED,
  NVML_ERROR_INVALID_ARGUMENT,
  NVML_ERROR_NOT_SUPPORTED,
} nvmlReturn_t;


__cu2cl_c_begin

nvmlReturn_t nvmlInit(__cu2cl_any);
nvmlReturn_t nvmlInit_v2(__cu2cl_any);
nvmlReturn_t nvmlShutdown(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetCount(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetHandleByIndex(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetName(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetPowerUsage(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetTemperature(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetUtilizationRates(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetMemoryInfo(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetClockInfo(__cu2cl_any);
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(__cu2cl_any);
const char *nvmlErrorString(__cu2cl_any);

__cu2cl_c_end

#endif
