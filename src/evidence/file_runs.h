// SPDX-License-Identifier: Apache-2.0
// The lines of an evidence file that speak of runs of procedures.
#pragma once
#include "kleene/evidence/activations.h"

#include <sstream>
#include <string>

namespace kleene::evidence {

std::string write_lines(const Activations& runs, const ir::Program& program);

/// Takes the lines one by one.
class RunLines {
public:
  explicit RunLines(const ir::Program& program) : program_(program) {}
  /// Whether the line begins with one of the words it knows; throws Misread if the rest makes no sense.
  bool read(const std::string& word, std::istringstream& words);

  Activations runs;

private:
  Activation beginning(std::istringstream& words) const;

  const ir::Program& program_;
  Activation* run_ = nullptr; ///< that is being read
};

} // namespace kleene::evidence
