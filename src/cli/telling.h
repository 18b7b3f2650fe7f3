// SPDX-License-Identifier: Apache-2.0
// An accepted answer in words, with all that the command line asked for: evidence, harness, witness.
#pragma once
#include "kleene/verify/portfolio.h"
#include "kleene/verify/second_look.h"
#include "kleene/verify/spec.h"

#include "commands.h"
#include "goal.h"

namespace kleene::cli {

/// The goal as a question about a program; of a formula, whether it wants an execution.
verify::Question question_of(const Context& context,
                             const Input& input,
                             const Goal& goal,
                             const ir::Program& program,
                             const verify::Spec* spec = nullptr);

/// The words of the answer, for which `report` is filled in. An answer to a question of a formula is one about the
/// formula. The error is that of a file that cannot be written.
verify::Outcome tell(const Context& context,
                     const Input& input,
                     const Goal& goal,
                     const verify::Question& question,
                     const verify::Accepted& accepted,
                     report::Report report);

/// The same for a report that is filled in already: `so_far` says what the verdict is.
verify::Outcome told(const Context& context, report::Report report, verify::Told so_far);

/// A report with a verdict, in the forms that the command line asked for.
report::Rendered rendered(const Context& context, report::Report& report);

/// What was told, as the report of the command and its verdict.
report::Verdict take(report::Report& report, verify::Told told, std::string_view engine);
report::Verdict verdict_of(const verify::Told& told);

/// The verdict after a second look at a proof; an error in place of `true` if a native run contradicts it.
report::Verdict after_second_look(Context& context,
                                  const verify::Question& question,
                                  const evidence::TriedInputs& tried,
                                  const report::Verdict& verdict);

/// A warning among the messages of a report.
void warn(report::Report& report, std::string message);

/// Limits and messages of the command for a search.
verify::PortfolioOptions portfolio_options(Context& context, Observer& observer);

} // namespace kleene::cli
