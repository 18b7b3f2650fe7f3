// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/validation.h"

#include "kleene/verify/ltl.h"
#include "kleene/verify/spec.h"

#include <fmt/core.h>

namespace kleene::verify {
namespace {

bool same(const ir::TargetSelection& a, const ir::TargetSelection& b) {
  return a.functions == b.functions && a.assertions == b.assertions && a.labels == b.labels
         && a.checks == b.checks;
}

/// The option that asks about the formula.
std::string option_of(const std::string& spec) {
  std::string ltl = ltl_spec("");
  return spec.starts_with(ltl) ? fmt::format("--ltl \"{}\"", spec.substr(ltl.size()))
                               : fmt::format("--spec \"{}\"", spec);
}

} // namespace

std::optional<std::string> stated(std::string_view what, const std::string& text) {
  std::string begin = fmt::format("\n{} ", what);
  std::size_t at = text.find(begin);
  if (at == std::string::npos) return std::nullopt;
  at += begin.size();
  return text.substr(at, text.find('\n', at) - at);
}

std::string other_formula(const std::string& shown, const Goal& goal) {
  if (same_formula(shown, goal.spec)) return {};
  if (shown.empty()) return "the evidence is about a property: leave out --spec or --ltl";
  if (goal.spec.empty())
    return fmt::format("the evidence is about a formula: give {}", option_of(shown));
  return fmt::format("the evidence is about another formula: {}", option_of(shown));
}

std::string other_question(const evidence::EvidenceFile& shown,
                           const evidence::Problem& problem,
                           const Goal& goal) {
  if (std::string reason = other_formula(shown.spec, goal); !reason.empty()) return reason;
  bool same_targets = !problem.events().targets || same(shown.targets, goal.targets);
  if (shown.property != problem.property || !same_targets || shown.integers != problem.integers)
    return "the evidence is about another question: give the same --property, --label and "
           "--integers as for check";
  return {};
}

} // namespace kleene::verify
