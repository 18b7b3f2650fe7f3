// SPDX-License-Identifier: Apache-2.0
// Where C leaves the order of evaluation open, the program chooses it: by an input of type Bool
// with this origin. False everywhere is the order of gcc's code. No compiled program can be told which
// order to take, so these inputs are not fed to one.
#pragma once
#include "kleene/ir/interpreter.h"

namespace kleene::ir {

/// The origin of inputs that say whether a request of memory fails: native runs have a function of that name.
inline constexpr std::string_view allocation_fails = "kleene_allocation_fails";

inline constexpr std::string_view order_choice = "order of evaluation";

/// Inputs from a list that says nothing of orders: they are gcc's.
class InputsInGccOrder : public InputList {
public:
  using InputList::InputList;
  std::optional<Integer> next(const InputRequest& request) override {
    return request.origin == order_choice ? 0 : InputList::next(request);
  }
};

} // namespace kleene::ir
