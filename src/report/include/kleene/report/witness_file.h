// SPDX-License-Identifier: Apache-2.0
// The witness of an accepted answer, as text.
#pragma once
#include "kleene/verify/accepted.h"

#include <string>
#include <vector>

namespace kleene::report {

struct WitnessHeader {
  std::string version; ///< of kleene
  std::vector<std::string> files;
  std::string specification; ///< as in a property file
  std::string data_model;
};

struct WitnessText {
  std::string text;    ///< empty if there is no witness for such an answer
  std::string warning; ///< what the user should know of it; may be empty
};

/// Requires: the program is C with machine integers.
WitnessText witness_text(const evidence::Problem& problem,
                         const verify::Accepted& accepted,
                         const WitnessHeader& header);

} // namespace kleene::report
