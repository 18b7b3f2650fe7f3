// SPDX-License-Identifier: Apache-2.0
// Models of questions, for engines. They ask MiniSat and leave CaDiCaL to the judges (refutation.h), so that an answer of the
// one is confirmed by the other. Where work is counted they ask CaDiCaL, too, because MiniSat has no limit of that kind: then no
// refutation by CaDiCaL counts that was not checked.
#pragma once
#include "kleene/bits/circuit.h"
#include "kleene/support/budget.h"

#include <optional>

namespace kleene::bits {

struct Model {
  std::optional<bool> satisfiable; ///< nothing: no answer in time
  std::vector<char> values;        ///< of the variables, from 1 on

  bool value(const Cnf& question, Lit input) const {
    std::size_t name = question.names[input.gate()];
    return name != 0 && name < values.size() && values[name] != 0;
  }
};

/// Asks a process for so many seconds of processor time. Throws ResourceOut if the budget is exhausted.
Model find_model(const Cnf& question, double seconds, Budget& budget);

} // namespace kleene::bits
