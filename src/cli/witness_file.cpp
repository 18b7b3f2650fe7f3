// SPDX-License-Identifier: Apache-2.0
#include "witness_file.h"

#include "kleene/support/sha256.h"
#include "kleene/witness/export.h"

#include <fmt/core.h>

#include <ctime>
#include <random>

#include "version.h"

namespace kleene::cli {
namespace {

using frontend::task::InvariantSet;
using frontend::task::ViolationSequence;
using frontend::task::Witness;
using Content = std::variant<ViolationSequence, InvariantSet>;

/// RFC 4122, version 4.
std::string random_uuid() {
  std::random_device device;
  std::array<unsigned, 4> words{device(), device(), device(), device()};
  words[1] = (words[1] & 0xffff0fffU) | 0x4000U;
  words[2] = (words[2] & 0x3fffffffU) | 0x80000000U;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:04x}{:08x}",
                     words[0],
                     words[1] >> 16U,
                     words[1] & 0xffffU,
                     words[2] >> 16U,
                     words[2] & 0xffffU,
                     words[3]);
}

std::string now() {
  std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return {text.data(), length};
}

Content
of_leaps(const evidence::Problem& problem, const evidence::LeapChain& chain, Budget& budget) {
  if (!chain.execution) return witness::violation(problem, chain);
  return witness::violation(problem, evidence::replay(problem, *chain.execution, budget), budget);
}

void warn(const Context& context, const char* text) {
  Diagnostic d = Diagnostic::error(ErrorKind::Usage, text);
  d.severity = Severity::Warning;
  context.report.diagnostics.push_back(std::move(d));
}

/// Nothing if witnesses have no words for this kind of answer.
std::optional<Content>
content_of(const evidence::Problem& problem, const engine::Candidate& candidate, Budget& budget) {
  if (const auto* c = std::get_if<engine::Violated>(&candidate))
    return witness::violation(problem, evidence::replay(problem, c->execution, budget), budget);
  if (const auto* c = std::get_if<engine::NeverEnds>(&candidate))
    return witness::violation(
        problem, c->lasso, evidence::judge(problem, c->lasso, budget), budget);
  if (const auto* c = std::get_if<engine::Recurs>(&candidate))
    return witness::violation(problem, c->set, budget);
  if (const auto* c = std::get_if<engine::Leapt>(&candidate))
    return of_leaps(problem, c->chain, budget);
  if (const auto* c = std::get_if<engine::Proved>(&candidate))
    return witness::invariants(problem, c->proof);
  if (engine::violated(candidate) != false) return std::nullopt;
  return InvariantSet{};
}

} // namespace

std::string witness_text(const Context& context,
                         const Input& input,
                         const Goal& goal,
                         const evidence::Problem& problem,
                         const engine::Candidate& candidate) {
  std::optional<Content> content = content_of(problem, candidate, context.budget);
  const auto* steps = content ? std::get_if<ViolationSequence>(&*content) : nullptr;
  if (!content || (steps != nullptr && steps->segments.empty())) {
    warn(context, "no witness can say what was found");
    return {};
  }
  const auto* leapt = std::get_if<engine::Leapt>(&candidate);
  if (leapt != nullptr && !leapt->chain.execution)
    warn(context,
         "the execution takes too many steps to be written down: the witness says only where it "
         "leads");
  Witness witness;
  witness.content = std::move(*content);
  bool infinite = problem.property == evidence::Property::Termination
                  && std::holds_alternative<ViolationSequence>(witness.content);
  witness.format_version = infinite ? "2.1" : "2.0";
  witness.uuid = random_uuid();
  witness.creation_time = now();
  witness.producer = "kleene";
  witness.producer_version = version_number;
  witness.input_files = input.files;
  for (const std::string& file : input.files)
    witness.hashes.emplace_back(file, sha256(read_file(file).text.value_or(std::string())));
  witness.specification = goal.specification;
  witness.data_model = data_model_name(input);
  return frontend::task::write_witness(witness);
}

} // namespace kleene::cli
