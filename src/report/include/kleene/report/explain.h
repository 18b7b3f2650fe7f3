// SPDX-License-Identifier: Apache-2.0
// `check --explain`: what an engine says while it works, and what its evidence says, gathered for the report.
#pragma once
#include "kleene/evidence/file.h"
#include "kleene/report/explained.h"
#include "kleene/support/observer.h"

namespace kleene::report {

/// All that evidence says, kind by kind.
std::vector<ExplainedFact> facts_of(const ir::Program& program, const evidence::Evidence& evidence);

/// Passes progress on to another observer and keeps the explanations.
class ExplainingObserver : public Observer {
public:
  explicit ExplainingObserver(Observer& other) : other_(other) {}

  void phase(std::string_view name) override { other_.phase(name); }
  void progress(std::string_view text) override { other_.progress(text); }
  void tried(std::string_view inputs) override { other_.tried(inputs); }
  bool explains() const override { return true; }
  void step(std::string_view text) override { explained_.steps.emplace_back(text); }
  void predicate(std::string_view procedure, std::string_view text) override;

  /// All that was said, with what the evidence of an accepted answer says.
  Explained explained(const evidence::Problem& problem,
                      const std::optional<evidence::Evidence>& evidence) const;

private:
  Observer& other_;
  Explained explained_;
};

} // namespace kleene::report
