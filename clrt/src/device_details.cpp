// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access between devices, places on the bus, hints of streams.

#include "internal.h"

#include <cstdio>

using namespace clrt_impl;

static clrt_error numbered_device(int number, Device *&d) {
  d = device_at(number);
  return d ? CLRT_SUCCESS : device_total() == 0 ? CLRT_ERROR_NO_DEVICE : CLRT_ERROR_INVALID_DEVICE;
}

// ---- access ----

clrt_error clrt_device_enable_peer_access(int peer, unsigned flags) {
  Device *d;
  clrt_error e = flags ? CLRT_ERROR_INVALID_VALUE : numbered_device(peer, d);
  return record(e == CLRT_SUCCESS ? CLRT_ERROR_PEER_ACCESS_UNSUPPORTED : e);
}

clrt_error clrt_device_disable_peer_access(int peer) {
  Device *d;
  clrt_error e = numbered_device(peer, d);
  return record(e == CLRT_SUCCESS ? CLRT_ERROR_PEER_ACCESS_NOT_ENABLED : e);
}

clrt_error clrt_device_p2p_attribute(int *value, clrt_device_p2p_attr attribute, int from, int to) {
  Device *d;
  if (!value || attribute < CLRT_DEV_P2P_ATTR_PERFORMANCE_RANK ||
      attribute > CLRT_DEV_P2P_ATTR_CUDA_ARRAY_ACCESS_SUPPORTED)
    return record(CLRT_ERROR_INVALID_VALUE);
  clrt_error e = numbered_device(from, d);
  if (e == CLRT_SUCCESS)
    e = from == to ? CLRT_ERROR_INVALID_DEVICE : numbered_device(to, d);
  if (e == CLRT_SUCCESS)
    *value = 0;
  return record(e);
}

// ---- places on the bus ----

clrt_error clrt_device_pci_bus_id(char *text, int length, int device) {
  clrt_device_properties p;
  if (!text || length < 1)
    return record(CLRT_ERROR_INVALID_VALUE);
  clrt_error e = clrt_get_device_properties(&p, device);
  if (e != CLRT_SUCCESS)
    return e;
  int written = snprintf(text, static_cast<size_t>(length), "%04x:%02x:%02x.0",
                         static_cast<unsigned>(p.pciDomainID), static_cast<unsigned>(p.pciBusID),
                         static_cast<unsigned>(p.pciDeviceID));
  return written < length ? CLRT_SUCCESS : record(CLRT_ERROR_INVALID_VALUE);
}

// [domain]:[bus]:[device].[function], [domain]:[bus]:[device] and [bus]:[device].[function]
static bool parse_place(const char *text, unsigned &domain, unsigned &bus, unsigned &device) {
  unsigned function;
  int end = 0;
  size_t length = strlen(text);
  auto took_all = [&](int fields, int wanted) {
    return fields == wanted && static_cast<size_t>(end) == length;
  };
  if (took_all(sscanf(text, "%x:%x:%x.%x%n", &domain, &bus, &device, &function, &end), 4) ||
      took_all(sscanf(text, "%x:%x:%x%n", &domain, &bus, &device, &end), 3))
    return true;
  domain = 0;
  return took_all(sscanf(text, "%x:%x.%x%n", &bus, &device, &function, &end), 3);
}

clrt_error clrt_device_by_pci_bus_id(int *device, const char *text) {
  unsigned domain, bus, slot;
  if (!device || !text || !parse_place(text, domain, bus, slot))
    return record(CLRT_ERROR_INVALID_VALUE);
  for (int i = 0; i < device_total(); ++i) {
    clrt_device_properties p;
    clrt_error e = clrt_get_device_properties(&p, i);
    if (e != CLRT_SUCCESS)
      return e;
    if (static_cast<unsigned>(p.pciDomainID) == domain &&
        static_cast<unsigned>(p.pciBusID) == bus && static_cast<unsigned>(p.pciDeviceID) == slot) {
      *device = i;
      return CLRT_SUCCESS;
    }
  }
  return record(device_total() == 0 ? CLRT_ERROR_NO_DEVICE : CLRT_ERROR_INVALID_DEVICE);
}

clrt_error clrt_init_device(int device, unsigned, unsigned flags) {
  Device *d;
  clrt_error e = numbered_device(device, d);
  if (e != CLRT_SUCCESS || flags > 1)
    return record(e == CLRT_SUCCESS ? CLRT_ERROR_INVALID_VALUE : e);
  e = clrt_set_device(device);
  return e == CLRT_SUCCESS ? record(current(d)) : e;
}

// ---- hints of streams ----

static clrt_error find_idle(clrt_stream handle, Stream *&s) {
  Device *d;
  clrt_error e = current(d);
  return e == CLRT_SUCCESS ? find_stream(handle, d, s) : e;
}

static bool is_sensible(const clrt_access_policy_window &w) {
  return w.hitRatio >= 0 && w.hitRatio <= 1 && w.missProp != CLRT_ACCESS_PROPERTY_PERSISTING;
}

clrt_error clrt_stream_set_attribute(clrt_stream handle, clrt_stream_attr_id id,
                                     const clrt_stream_attr_value *value) {
  Stream *s;
  clrt_error e = value ? find_idle(handle, s) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  switch (id) {
  case CLRT_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    if (!is_sensible(value->accessPolicyWindow))
      return record(CLRT_ERROR_INVALID_VALUE);
    s->hints.window = value->accessPolicyWindow;
    return CLRT_SUCCESS;
  case CLRT_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    s->hints.policy = value->syncPolicy;
    return CLRT_SUCCESS;
  case CLRT_STREAM_ATTRIBUTE_PRIORITY:
    return CLRT_SUCCESS; // there is one
  default:
    return record(CLRT_ERROR_INVALID_VALUE); // of launches only
  }
}

clrt_error clrt_stream_get_attribute(clrt_stream handle, clrt_stream_attr_id id,
                                     clrt_stream_attr_value *value) {
  Stream *s;
  clrt_error e = value ? find_idle(handle, s) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  switch (id) {
  case CLRT_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    value->accessPolicyWindow = s->hints.window;
    return CLRT_SUCCESS;
  case CLRT_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    value->syncPolicy = s->hints.policy;
    return CLRT_SUCCESS;
  case CLRT_STREAM_ATTRIBUTE_PRIORITY:
    value->priority = 0;
    return CLRT_SUCCESS;
  default:
    return record(CLRT_ERROR_INVALID_VALUE);
  }
}

clrt_error clrt_stream_copy_attributes(clrt_stream to, clrt_stream from) {
  Stream *target, *source;
  clrt_error e = find_idle(to, target);
  if (e == CLRT_SUCCESS)
    e = find_idle(from, source);
  if (e == CLRT_SUCCESS)
    target->hints = source->hints;
  return record(e);
}

clrt_error clrt_stream_get_device(clrt_stream handle, int *device) {
  Stream *s;
  clrt_error e = device ? find_idle(handle, s) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    *device = s->device->index;
  return record(e);
}

clrt_error clrt_stream_get_id(clrt_stream handle, unsigned long long *id) {
  Stream *s;
  clrt_error e = id ? find_idle(handle, s) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    *id = s->id;
  return record(e);
}
