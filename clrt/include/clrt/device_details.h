/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What OpenCL has little of: access between devices, places on the bus, hints of streams. A part of
 * clrt.h, which includes this. */

#ifndef CLRT_DEVICE_DETAILS_H
#define CLRT_DEVICE_DETAILS_H
#include "names_begin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CLRT_CONSTANTS(NAME, VALUE, CUDA_NAME) CLRT_##NAME = VALUE,
typedef enum clrt_device_p2p_attr CLRT_INT_ENUM {
#define CLRT_KIND_OF_P2P CLRT_CONSTANTS
#include "constants.def"
} clrt_device_p2p_attr;
typedef enum clrt_stream_attr_id CLRT_INT_ENUM {
#define CLRT_KIND_OF_STREAM_ATTRIBUTE CLRT_CONSTANTS
#include "constants.def"
} clrt_stream_attr_id;
typedef enum clrt_access_property CLRT_INT_ENUM {
#define CLRT_KIND_OF_ACCESS CLRT_CONSTANTS
#include "constants.def"
} clrt_access_property;
typedef enum clrt_synchronization_policy CLRT_INT_ENUM {
#define CLRT_KIND_OF_SYNC_POLICY CLRT_CONSTANTS
#include "constants.def"
} clrt_synchronization_policy;
#undef CLRT_CONSTANTS

typedef struct clrt_access_policy_window {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  clrt_access_property hitProp, missProp;
} clrt_access_policy_window;
typedef union clrt_stream_attr_value {
  char pad[64];
  clrt_access_policy_window accessPolicyWindow;
  clrt_synchronization_policy syncPolicy;
  int priority, cooperative, programmaticStreamSerializationAllowed;
  struct {
    unsigned x, y, z;
  } clusterDim;
} clrt_stream_attr_value;

typedef struct clrt_launch_attribute {
  clrt_stream_attr_id id;
  char pad[8 - sizeof(clrt_stream_attr_id)];
  clrt_stream_attr_value val;
} clrt_launch_attribute;
typedef struct clrt_launch_config {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  clrt_stream stream;
  clrt_launch_attribute *attrs;
  unsigned numAttrs;
} clrt_launch_config;

/* What of such a launch no hint is (blocks that wait for each other, clusters of more than one
 * block, events): CLRT_ERROR_NOT_SUPPORTED and a message. */
clrt_error clrt_check_launch(const clrt_launch_config *config);
clrt_error clrt_launch_kernel_exc(const clrt_launch_config *config, const void *function,
                                  void **args);

/* Hints: a stream keeps them, and they can be asked for. */
clrt_error clrt_stream_set_attribute(clrt_stream s, clrt_stream_attr_id id,
                                     const clrt_stream_attr_value *value);
clrt_error clrt_stream_get_attribute(clrt_stream s, clrt_stream_attr_id id,
                                     clrt_stream_attr_value *value);
clrt_error clrt_stream_copy_attributes(clrt_stream to, clrt_stream from);
clrt_error clrt_stream_get_id(clrt_stream s, unsigned long long *id);
clrt_error clrt_stream_get_device(clrt_stream s, int *device);

/* No device has access to another's memory: CLRT_ERROR_PEER_ACCESS_UNSUPPORTED and
 * CLRT_ERROR_PEER_ACCESS_NOT_ENABLED; attributes are 0. */
clrt_error clrt_device_enable_peer_access(int peer, unsigned flags);
clrt_error clrt_device_disable_peer_access(int peer);
clrt_error clrt_device_p2p_attribute(int *value, clrt_device_p2p_attr attribute, int from, int to);
/* "domain:bus:device.function" as get_device_properties() has them. */
clrt_error clrt_device_pci_bus_id(char *text, int length, int device);
clrt_error clrt_device_by_pci_bus_id(int *device, const char *text);
/* Makes the device ready, and the current one. */
clrt_error clrt_init_device(int device, unsigned device_flags, unsigned flags);

#ifdef __cplusplus
}
#endif

#include "names_end.h"

#endif
