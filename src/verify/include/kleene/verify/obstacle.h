// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace kleene::verify {

/// What an engine came to without an answer.
struct Obstacle {
  std::string engine;
  std::string reason;
  double seconds = 0; ///< that it worked, as far as that is known
};

} // namespace kleene::verify
