// SPDX-License-Identifier: Apache-2.0
// Which values of an input have to be tried so that no other one leads to anything new.
//
// An input of few values has them all. Otherwise it counts where the input goes: if it comes to no condition, to no
// address and to nothing that does, one value stands for all; if it is only copied and compared with constants,
// the constants and their neighbours do. All this is found without regard to the order of statements.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/ir/interpreter.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace kleene::evidence {

class InputValues {
public:
  /// Keeps no reference to the problem.
  explicit InputValues(const Problem& problem);

  /// Nothing if there are too many.
  std::optional<std::vector<Integer>> of(const ir::InputRequest& request) const;

private:
  using InputCall = std::tuple<std::string, SourceRange, Type>;
  /// Values that stand for all; null: nobody knows.
  std::map<InputCall, std::optional<std::set<Integer>>> known_;
};

} // namespace kleene::evidence
