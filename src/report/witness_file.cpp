// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/witness_file.h"

#include "kleene/support/sha256.h"
#include "kleene/witness/export.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <random>

#include "view.h"

namespace kleene::report {
namespace {

using frontend::task::InvariantSet;
using frontend::task::ViolationSequence;
using frontend::task::Witness;
using verify::Accepted;
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

/// Nothing if witnesses have no words for this kind of answer.
std::optional<Content> content_of(const evidence::Problem& problem, const Accepted& accepted) {
  const evidence::Evidence& shown = accepted.evidence;
  if (accepted.replay) return witness::violation(problem, *accepted.replay, accepted.trace);
  if (const auto* lasso = std::get_if<evidence::Lasso>(&shown))
    return witness::violation(problem, *lasso, *accepted.lasso, accepted.trace);
  if (const auto* set = std::get_if<evidence::RecurrentSet>(&shown))
    return witness::violation(problem, *set, accepted.trace);
  if (const auto* chain = std::get_if<evidence::LeapChain>(&shown))
    return witness::violation(problem, *chain);
  if (const auto* proof = std::get_if<evidence::InductiveProof>(&shown))
    return witness::invariants(problem, *proof);
  if (const auto* ranks = std::get_if<evidence::TerminationProof>(&shown))
    return witness::invariants(problem, *ranks);
  if (!accepted.holds()) return std::nullopt;
  return InvariantSet{};
}

bool has_transitions(const Content& content) {
  const auto* set = std::get_if<InvariantSet>(&content);
  return set != nullptr
         && std::ranges::any_of(set->invariants, &frontend::task::WitnessInvariant::transition);
}

} // namespace

WitnessText witness_text(const evidence::Problem& problem,
                         const Accepted& accepted,
                         const WitnessHeader& header) {
  std::optional<Content> content = content_of(problem, accepted);
  const auto* steps = content ? std::get_if<ViolationSequence>(&*content) : nullptr;
  if (!content || (steps != nullptr && steps->segments.empty()))
    return {{}, "no witness can say what was found"};
  WitnessText result;
  if (std::holds_alternative<evidence::LeapChain>(accepted.evidence) && !accepted.replay)
    result.warning =
        "the execution takes too many steps to be written down: the witness says only where it "
        "leads";
  Witness witness;
  witness.content = std::move(*content);
  bool infinite = problem.events().no_end && steps != nullptr;
  witness.format_version = infinite || has_transitions(witness.content) ? "2.1" : "2.0";
  witness.uuid = random_uuid();
  witness.creation_time = utc_now();
  witness.producer = "kleene";
  witness.producer_version = header.version;
  witness.input_files = header.files;
  for (const std::string& file : header.files)
    witness.hashes.emplace_back(file, sha256(read_file(file).text.value_or(std::string())));
  witness.specification = header.specification;
  witness.data_model = header.data_model;
  result.text = frontend::task::write_witness(witness);
  return result;
}

} // namespace kleene::report
