// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/tried.h"

#include <algorithm>
#include <charconv>

namespace kleene::evidence {

void tell_tried(Observer& observer, const std::vector<Input>& inputs) {
  std::string text;
  std::size_t told = 0;
  for (const Input& input : inputs) {
    bool asked =
        input.kind == ir::InputKind::Value && input.origin.starts_with("__VERIFIER_nondet_");
    if (!asked || told++ >= TriedInputs::longest) continue;
    // The bits of the value: more than 64 do not fit on a tape.
    auto bits = static_cast<std::int64_t>(static_cast<std::uint64_t>(input.value));
    text += (text.empty() ? "" : " ") + std::to_string(bits);
  }
  if (!text.empty()) observer.tried(text);
}

void TriedInputs::add(std::string_view text) {
  Values values;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end && values.size() < longest) {
    std::int64_t value = 0;
    auto [behind, error] = std::from_chars(at, end, value);
    if (error != std::errc() || (behind != end && *behind != ' ')) return;
    values.push_back(value);
    at = behind == end ? end : behind + 1;
  }
  if (values.empty()) return;
  if (auto known = std::ranges::find(lists_, values); known != lists_.end()) lists_.erase(known);
  lists_.push_back(std::move(values));
  if (lists_.size() > most) lists_.pop_front();
}

} // namespace kleene::evidence
