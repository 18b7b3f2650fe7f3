// SPDX-License-Identifier: Apache-2.0
// What an execution asks of the world, as people would give it to the program: a command line and a standard input.
#pragma once
#include "kleene/evidence/execution.h"

#include <string>
#include <vector>

namespace kleene::evidence {

struct World {
  /// The execution looked at its arguments; the first is the name of the program. There may be none at all.
  bool has_arguments = false;
  std::vector<std::string> arguments;
  bool reads_input = false;
  std::string standard_input;
  bool others = false; ///< it asked the world for more than these
};

World world_of(const std::vector<Input>& inputs);

/// `./prog 'a' < FILE`; empty if the execution asks for neither arguments nor standard input.
std::string
command_line(const World& world, const std::string& program, const std::string& input_file);

/// As a shell takes it.
std::string quoted(const std::string& word);

} // namespace kleene::evidence
