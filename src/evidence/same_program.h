// SPDX-License-Identifier: Apache-2.0
// A program that was made from another one by putting statements before and behind its edges: what judges look at
// before they believe that it has the executions of the original. Procedures, locations, edges and variables of the
// original keep their numbers; new ones come behind them.
#pragma once
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::evidence {

/// The same variables and objects; `b` may have more global variables. Throws NotCheckable.
void demand_same_data(const ir::Program& a, const ir::Program& b);
/// The same marks: target, labels, whether other threads run there.
bool same_place(const ir::Location& a, const ir::Location& b);
bool same_statement(const ir::Statement& a, const ir::Statement& b);

/// What an edge of the original has become: the new statements on the only way to it, itself, and what follows.
struct Chain {
  std::vector<ir::Statement> before;
  const ir::Statement* statement = nullptr;
  std::vector<ir::Statement> behind;
};

class Chains {
public:
  /// Throws NotCheckable where anything else differs: variables, objects, marks of locations, where edges lead.
  Chains(const ir::Program& original, const ir::Program& made);
  const Chain& of(std::size_t procedure, std::size_t edge) const {
    return chains_[procedure][edge];
  }

private:
  std::vector<std::vector<Chain>> chains_;
};

} // namespace kleene::evidence
