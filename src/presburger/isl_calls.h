// SPDX-License-Identifier: Apache-2.0
// Checked calls of isl: every result is looked at.
#pragma once
#include "kleene/presburger/context.h"

#include <isl/ctx.h>

#include <cstdlib>
#include <string>

namespace kleene::presburger {

inline bool checked(const Context& context, isl_bool answer) {
  if (answer == isl_bool_error) context.failed();
  return answer == isl_bool_true;
}

inline std::size_t checked_size(const Context& context, isl_size size) {
  if (size < 0) context.failed();
  return static_cast<std::size_t>(size);
}

inline void checked_stat(const Context& context, isl_stat stat) {
  if (stat != isl_stat_ok) context.failed();
}

/// Consumes the text.
inline std::string checked_text(const Context& context, char* text) {
  if (text == nullptr) context.failed();
  std::string result(text);
  std::free(text);
  return result;
}

} // namespace kleene::presburger
