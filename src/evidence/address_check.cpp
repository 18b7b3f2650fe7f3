// SPDX-License-Identifier: Apache-2.0
#include "address_check.h"

#include <fmt/core.h>

#include <vector>

namespace kleene::evidence {
namespace {

/// Notes how many choices the run has each time it may choose an edge.
class ChoiceCounter : public ir::InputSource {
public:
  explicit ChoiceCounter(const ir::InputList& inputs) : inputs_(inputs) {}

  std::optional<Integer> next(const ir::InputRequest& request) override {
    choices_.push_back(request.kind == ir::InputKind::Edge ? request.choices : 0);
    return inputs_.next(request);
  }
  std::string heap_bytes(const ir::HeapRequest& request) override {
    return inputs_.heap_bytes(request);
  }
  const std::vector<std::size_t>& choices() const { return choices_; }

private:
  ir::InputList inputs_;
  std::vector<std::size_t> choices_;
};

} // namespace

CheckedComparisons::CheckedComparisons(const Problem& problem) {
  ir::AddressUse use = ir::address_use(problem.program);
  if (use.taken_apart)
    objection = fmt::format("an address is used as a number at {}",
                            problem.program.files.describe(*use.taken_apart));
  else if (!use.comparisons.empty() && !problem.program.allocation.valid())
    objection = "addresses are compared";
  else if (!use.comparisons.empty())
    program = ir::with_checked_comparisons(problem.program, use.comparisons, target);
}

/// The run of the other program has one more choice where a comparison is open, and none before.
std::string objection_to_addresses(const Problem& problem,
                                   const ir::InputList& inputs,
                                   const ir::Reading& reading,
                                   const ir::RunOptions& options) {
  CheckedComparisons checked(problem);
  if (!checked.program) return checked.objection;
  ChoiceCounter original(inputs);
  ChoiceCounter other(inputs);
  ir::Interpreter(problem.program, reading).run(original, options);
  ir::Interpreter(*checked.program, reading).run(other, options);
  if (original.choices() == other.choices()) return {};
  return "a comparison of addresses depends on where objects lie";
}

} // namespace kleene::evidence
