// SPDX-License-Identifier: Apache-2.0
// One question: all engines that can take it, and words for the first accepted answer.
#pragma once
#include "kleene/evidence/tried.h"

#include "goal.h"

namespace kleene::cli {

class OneQuestion {
public:
  /// Keeps references.
  OneQuestion(Context& context,
              const Input& input,
              const Goal& goal,
              const ir::Program& program,
              const verify::Spec* spec = nullptr,
              std::shared_ptr<const evidence::LtlClaim> ltl = nullptr);

  /// What came of it; `observer` sees the inputs that were tried.
  verify::PortfolioResult ask(std::string_view engine, Observer& observer);
  /// The verdict, after a second look; the report of the context is filled in.
  Result<report::Verdict> decide();
  const verify::Question& question() const { return question_; }

private:
  report::Verdict unknown(const verify::Cause& cause, std::vector<report::Obstacle> obstacles);
  verify::Outcome
  attempt(const engine::Engine& engine, Observer& observer, const std::vector<std::string>& hints);

  Context& context_;
  const Input& input_;
  const Goal& goal_;
  verify::Question question_;
};

} // namespace kleene::cli
