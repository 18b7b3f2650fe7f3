// SPDX-License-Identifier: Apache-2.0
// Small programs, two of each sort with different answers, and evidence of every kind about one of the two.
#pragma once
#include "kleene/evidence/problem.h"

#include <string>
#include <vector>

namespace kleene::evidence::testing_support {

struct KnownProgram {
  std::string name;
  std::string text;
  bool unreachable; ///< whether the properties hold
  bool ends;
  bool no_overflow;
};

struct KnownEvidence {
  std::string kind;
  std::string program; ///< that it is about
  std::string twin;    ///< alike, but with another answer
  Property property;
  std::string text;
};

const std::vector<KnownProgram>& known_programs();
const std::vector<KnownEvidence>& known_evidence();

} // namespace kleene::evidence::testing_support
