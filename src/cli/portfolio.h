// SPDX-License-Identifier: Apache-2.0
// Several engines on one problem: one after the other, or at the same time in processes of their own.
// The first definite verdict is the answer; otherwise the answer says what stood in the way of each.
#pragma once
#include "kleene/engine/engine.h"

#include <functional>
#include <vector>

#include "commands.h"

namespace kleene::cli {

/// A verdict, or why there is none.
struct Outcome {
  std::optional<report::Verdict> verdict;
  std::string reason;
  std::string hints; ///< without a verdict: evidence text of what is believed to hold
};

/// One engine: candidate and judgement. Fills in the report of the context.
using Attempt = std::function<Result<Outcome>(const engine::Engine&, Context&)>;

Result<report::Verdict> try_in_turn(Context& context,
                                    const std::vector<const engine::Engine*>& engines,
                                    const Attempt& attempt);

/// A crash, or a lack of memory, of one engine costs that engine only. The winner puts its answer into
/// words in its own process: `context.report.rendered`.
Result<report::Verdict> try_at_once(Context& context,
                                    const std::vector<const engine::Engine*>& engines,
                                    const Attempt& attempt);

} // namespace kleene::cli
