// SPDX-License-Identifier: Apache-2.0
// An accepted answer in words, with all that was asked for: evidence, harness, witness, certificate.
#pragma once
#include "kleene/report/report.h"
#include "kleene/report/witness_file.h"
#include "kleene/support/budget.h"
#include "kleene/verify/goal.h"
#include "kleene/verify/portfolio.h"
#include "kleene/verify/second_look.h"

namespace kleene::report {

/// What is wanted beside the verdict and its explanation.
struct Outputs {
  bool json = false;
  bool sarif = false;
  bool evidence = false;
  std::optional<std::string> harness;   ///< a file, or `-`
  std::optional<std::string> replay;    ///< a folder
  std::optional<WitnessHeader> witness; ///< the specification is that of the goal
};

/// The words of the answer, for which `report` is filled in. An answer to a question of a formula is one about the
/// formula. The error is that of a file that cannot be written.
verify::Outcome tell(const Outputs& outputs,
                     const Budget& budget,
                     const verify::Goal& goal,
                     const verify::Question& question,
                     const verify::Accepted& accepted,
                     Report report);

/// The same for a report that is filled in already: `so_far` says what the verdict is.
verify::Outcome
told(const Outputs& outputs, const Budget& budget, Report report, verify::Told so_far);

/// A report with a verdict, in the forms that are wanted.
Rendered rendered(const Outputs& outputs, const Budget& budget, Report& report);

/// What was told, as the report of the command and its verdict.
Verdict take(Report& report, verify::Told told, std::string_view engine);
Verdict verdict_of(const verify::Told& told);

/// The verdict after a second look at a proof; an error in place of `true` if a native run contradicts it.
Verdict after_second_look(Report& report,
                          const verify::Question& question,
                          const evidence::TriedInputs& tried,
                          const Verdict& verdict,
                          Budget& budget,
                          Observer& observer);

/// A warning among the messages of a report.
void warn(Report& report, std::string message);

/// Where parts of an answer go.
struct AnswerFiles {
  std::optional<std::string> evidence;    ///< a file, or `-`
  std::optional<std::string> witness;     ///< likewise
  std::optional<std::string> certificate; ///< a folder
};
/// Writes those that are named, and are there. What cannot be written costs the verdict, but names it.
std::optional<Diagnostic>
write_files(const Report& report, const AnswerFiles& files, const Verdict& verdict);

} // namespace kleene::report
