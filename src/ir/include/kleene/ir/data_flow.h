// SPDX-License-Identifier: Apache-2.0
// Which variables the values of others are made from: along assignments, arguments and results, not
// along branches.
#pragma once
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::ir {

class DataFlow {
public:
  /// Only the procedures that `used` names count, one flag for each.
  DataFlow(const Program& program, const std::vector<bool>& used);

  /// The variables whose values can end up in the given ones, those included; one flag for each.
  std::vector<bool> sources(const std::vector<VarId>& variables) const;

private:
  std::vector<std::vector<VarId>> sources_; ///< per variable, in one statement
};

} // namespace kleene::ir
