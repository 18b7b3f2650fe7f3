// SPDX-License-Identifier: Apache-2.0
// In which order `--engine auto` starts the engines: what a program has decides whose chances are best.
#pragma once
#include "kleene/verify/registry.h"

namespace kleene::verify {

/// What matters for the choice.
struct Features {
  bool loops = false;
  bool recursion = false;
  bool memory = false;     ///< bytes are read or written
  bool non_linear = false; ///< products of variables, bit operations, division by variables
};
Features features_of(const ir::Program& program);
/// In words, for people: "loops, memory".
std::string describe(const Features& features);

/// The engines for C, the most promising first.
void put_in_order(std::vector<const engine::Engine*>& engines, const Features& features);

} // namespace kleene::verify
