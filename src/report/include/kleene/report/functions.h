// SPDX-License-Identifier: Apache-2.0
// The functions of a program, each checked as an entry, as a table.
#pragma once
#include "kleene/report/report.h"

#include <string>
#include <vector>

namespace kleene::report {

struct ShownFunction {
  std::string name;
  SourcePlace place;
  Verdict verdict;
  std::string json; ///< the whole answer
};

/// Violated if one function is, true if all are.
Verdict verdict_on(const std::vector<ShownFunction>& functions);

/// A row for each, and how many there are of each kind.
std::string to_text(const std::vector<ShownFunction>& functions);
/// Adds them to an answer that was put into words before.
void amend(Rendered& answer, const std::vector<ShownFunction>& functions);

} // namespace kleene::report
