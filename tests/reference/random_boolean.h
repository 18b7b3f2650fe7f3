// SPDX-License-Identifier: Apache-2.0
// Random recursive Boolean programs as text. The same seed gives the same program everywhere.
#pragma once
#include <cstdint>
#include <string>

namespace kleene::reference {

struct RandomShape {
  unsigned globals = 2;    ///< at most
  unsigned procedures = 3; ///< at most, besides main
  unsigned parameters = 2; ///< at most, each procedure
  unsigned locals = 2;     ///< at most, each procedure
  unsigned returns = 2;    ///< at most, each procedure
  unsigned statements = 5; ///< at most, in a block
  unsigned depth = 2;      ///< of nested blocks
};

/// A program that the front end accepts, with assertions, the label ERROR here and there, gotos,
/// loops, recursion, and every kind of statement of the sequential language.
std::string random_boolean_program(std::uint64_t seed, const RandomShape& shape = {});

} // namespace kleene::reference
