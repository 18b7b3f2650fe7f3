// SPDX-License-Identifier: Apache-2.0
// What `check --explain` adds to an answer: how it was found, and all that the evidence says, at the source
// lines where it holds.
#pragma once
#include "kleene/report/report.h"

namespace kleene::report {

/// The predicates through which an engine saw a procedure.
struct PredicatesOf {
  std::string procedure;
  std::vector<std::string> predicates;
};

/// One formula of the evidence.
struct ExplainedFact {
  std::string kind; ///< `invariant`, `summary`, `never left`, …; facts of one kind stand together
  std::string procedure;
  std::string formula;
  SourcePlace place; ///< of the statement before which it holds; for a summary, of the procedure
};

struct Explained {
  std::vector<std::string> steps;
  std::vector<PredicatesOf> predicates;
  std::vector<ExplainedFact> facts;
};

std::string to_text(const Explained& explained);

} // namespace kleene::report
