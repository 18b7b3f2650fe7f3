// SPDX-License-Identifier: Apache-2.0
// Contracts of functions that people wrote: what has to hold when a function is called, and what holds
// when it returns. Nobody believes them: each clause becomes a check of the program.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::witness {

struct ContractClause {
  std::string function;
  bool ensures = false; ///< otherwise it is required
  std::string text;     ///< a C expression
  std::string file;
  unsigned line = 0;
};

/// Lines `function NAME`, and below each `requires EXPRESSION` and `ensures EXPRESSION`; what stands behind `#` is a comment.
Result<std::vector<ContractClause>> parse_contracts(const std::string& file, std::string_view text);

struct Contracted {
  ir::Program program;
  std::set<std::string> unused; ///< functions that the program does not reach
};

/// The program with a check for each clause: at the entry of its function, and where it returns. What `entry` requires
/// is assumed where ir::made_entry calls it. A clause that cannot be read there is an error.
Result<Contracted> with_contracts(const ir::Program& program,
                                  const std::vector<ContractClause>& clauses,
                                  const std::string& entry);

} // namespace kleene::witness
