// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/invariant.h"

#include <fmt/core.h>

namespace kleene {

void invariant_failed(const char* file,
                      int line,
                      const char* condition,
                      const std::string& reason) {
  throw InternalError(fmt::format("{}:{}: {} (violated: {})", file, line, reason, condition));
}

} // namespace kleene
