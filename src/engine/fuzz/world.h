// SPDX-License-Identifier: Apache-2.0
// What a program may find in its arguments, in standard input and in files: words that stand in its own text, numbers, lines.
#pragma once
#include <string>
#include <vector>

#include "inputs.h"

namespace kleene::engine::fuzz {

/// The strings of a program that could be words, and those parts of them that separators set apart.
std::vector<std::string> words_of(const ir::Program& program);

/// Answers what is asked of the world, one run long.
class WorldText {
public:
  WorldText(const std::vector<std::string>& words, const std::vector<Integer>& constants)
      : words_(words), constants_(constants) {}

  /// Nothing if the request is none of the world.
  std::optional<Integer> choose(const ir::InputRequest& request, Policy policy, Random& random);

private:
  std::string word(Policy policy, Random& random) const;
  Integer byte(Policy policy, Random& random);

  const std::vector<std::string>& words_;
  const std::vector<Integer>& constants_;
  std::string argument_; ///< what is left of the argument that is asked for
  std::string text_;     ///< what is left of the line that is read
};

} // namespace kleene::engine::fuzz
