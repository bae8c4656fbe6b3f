/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the port's macros make strings of (#call), as the CUDA source has it. */
#ifndef CLRT_SOURCE_TEXT_H
#define CLRT_SOURCE_TEXT_H
#include "names_begin.h"

#ifdef __cplusplus
#include <initializer_list>

extern "C" {
#endif

/* The CUDA source's text for `text` of the port; `text` itself if no table has it. */
const char *clrt_source_text(const char *text);

#ifdef __cplusplus
}

namespace clrt {

inline const char *source_text(const char *text) { return clrt_source_text(text); }

/// A table of literals, known from its making on.
struct source_texts {
  struct row {
    const char *port, *source;
  };
  source_texts(std::initializer_list<row> rows);
};

} // namespace clrt
#endif

#include "names_end.h"

#endif
