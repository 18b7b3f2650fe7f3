// SPDX-License-Identifier: Apache-2.0
// Random concurrent Boolean programs as text, in each of the forms that the front end knows. The same
// seed gives the same program everywhere.
#pragma once
#include <cstdint>
#include <string>

namespace kleene::reference {

struct ConcurrentShape {
  unsigned shared = 3;     ///< at most
  unsigned threads = 3;    ///< at most
  unsigned statements = 4; ///< at most, in a block
  bool recursion = false;
};

std::string random_concurrent_program(std::uint64_t seed, const ConcurrentShape& shape = {});

} // namespace kleene::reference
