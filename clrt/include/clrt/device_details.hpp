// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access between devices, places on the bus, hints of streams: a part of clrt.hpp, which includes
// this.

#ifndef CLRT_DEVICE_DETAILS_HPP
#define CLRT_DEVICE_DETAILS_HPP
#include "names_begin.h"

#include "place.hpp"

namespace clrt {

typedef clrt_device_p2p_attr device_p2p_attr;
typedef clrt_stream_attr_id stream_attr_id;
typedef clrt_stream_attr_value stream_attr_value;
typedef clrt_launch_attribute launch_attribute;
typedef clrt_launch_config launch_config;
typedef clrt_access_property access_property;
typedef clrt_access_policy_window access_policy_window;
typedef clrt_synchronization_policy synchronization_policy;

inline clrt_error stream_set_attribute(clrt_stream s, stream_attr_id id,
                                       const stream_attr_value *value) {
  return clrt_stream_set_attribute(s, id, value);
}
inline clrt_error stream_get_attribute(clrt_stream s, stream_attr_id id, stream_attr_value *value) {
  return clrt_stream_get_attribute(s, id, value);
}
inline clrt_error stream_copy_attributes(clrt_stream to, clrt_stream from) {
  return clrt_stream_copy_attributes(to, from);
}
inline clrt_error stream_get_id(clrt_stream s, unsigned long long *id) {
  return clrt_stream_get_id(s, id);
}
inline clrt_error stream_get_device(clrt_stream s, int *device) {
  return clrt_stream_get_device(s, device);
}
inline clrt_error device_enable_peer_access(int peer, unsigned flags) {
  return clrt_device_enable_peer_access(peer, flags);
}
inline clrt_error device_disable_peer_access(int peer) {
  return clrt_device_disable_peer_access(peer);
}
inline clrt_error device_p2p_attribute(int *value, device_p2p_attr attribute, int from, int to) {
  return clrt_device_p2p_attribute(value, attribute, from, to);
}
inline clrt_error device_pci_bus_id(char *text, int length, int device) {
  return clrt_device_pci_bus_id(text, length, device);
}
inline clrt_error device_by_pci_bus_id(int *device, const char *text) {
  return clrt_device_by_pci_bus_id(device, text);
}
inline clrt_error init_device(int device, unsigned device_flags, unsigned flags) {
  return clrt_init_device(device, device_flags, flags);
}

} // namespace clrt

#include "names_end.h"

#endif
