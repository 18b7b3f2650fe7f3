// SPDX-License-Identifier: Apache-2.0
// Inputs that engines tried: a search, or an execution that came to nothing, still knows where the program is
// interesting. They travel as text through observers, from the process of an engine to whoever runs the
// compiled program on them.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/support/observer.h"

#include <deque>

namespace kleene::evidence {

/// Tells the observer which values the functions `__VERIFIER_nondet_…` gave, or were to give, in this order.
void tell_tried(Observer& observer, const std::vector<Input>& inputs);

/// What observers were told, the newest last, each once; the oldest are forgotten when there are too many.
class TriedInputs {
public:
  using Values = std::vector<std::int64_t>;
  static constexpr std::size_t most = 64;
  static constexpr std::size_t longest = 256; ///< what is behind that is left out

  /// As it comes from an observer; what is no list of numbers is ignored.
  void add(std::string_view text);
  const std::deque<Values>& lists() const { return lists_; }

private:
  std::deque<Values> lists_;
};

} // namespace kleene::evidence
