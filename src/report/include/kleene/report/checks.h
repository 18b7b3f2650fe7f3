// SPDX-License-Identifier: Apache-2.0
// The answers to all checks of a program.
#pragma once
#include "kleene/report/report.h"
#include "kleene/verify/all_checks.h"

namespace kleene::report {

/// A place at which something must not happen, and whether it does.
struct ShownCheck {
  using Outcome = verify::CheckOutcome;
  std::string property;
  std::string what; ///< must not happen: `division by zero`
  SourcePlace place;
  Outcome state = Outcome::Unknown;
  std::string reason; ///< why nobody knows
  Rendered shown;     ///< Violated: the execution, in each form
};

std::string_view name(ShownCheck::Outcome state);
ShownCheck to_shown(const verify::DecidedCheck& check, const SourceFiles& files);

/// All of them.
std::vector<ShownCheck> to_shown(const std::vector<verify::DecidedCheck>& checks,
                                 const SourceFiles& files);

/// The order of the source. Checks inside models of library functions go where the program calls these.
void put_in_order(std::vector<verify::DecidedCheck>& checks, const ir::Program& program);

/// Where a person sees that a check is violated; nothing if that was not told.
std::optional<SourcePlace> place_of_violation(const verify::DecidedCheck& check);

/// Counts, and the checks that are violated or unknown, one in a line.
std::string to_text(const std::vector<ShownCheck>& checks);
/// Adds them to an answer; executions are those of its violated checks, in their order.
void amend(Rendered& answer, const std::vector<ShownCheck>& checks);
/// A SARIF log with a result for each check, of the rule that is its property, and `log`'s word about all of them if none is violated.
std::string with_results(const std::string& log, const std::vector<ShownCheck>& checks);
/// Adds the proof of the checks that hold to an answer about one that does not; `proof` is the document that has it.
void amend_proof(Rendered& answer, const std::string& proof);

/// Adds the proofs of further checks: to the document, and to the text of an answer that is a proof.
void amend_proofs(Rendered& answer,
                  const std::vector<verify::SharedProof>& more,
                  const SourceFiles& files,
                  bool in_text);

} // namespace kleene::report
