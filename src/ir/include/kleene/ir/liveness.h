// SPDX-License-Identifier: Apache-2.0
// Which variables can still matter at a location: backward data flow inside one procedure.
#pragma once
#include "kleene/ir/program.h"

#include <functional>

namespace kleene::ir {

/// A tracked variable is live at a location if some path from there reads it before it is written.
class Liveness {
public:
  /// Variables that a call of the procedure may read besides its arguments: globals.
  using CallReads = std::function<std::vector<VarId>(ProcId)>;

  /// `live_at_exit` are those that the caller reads afterwards. Without `call_reads`, calls read
  /// their arguments only.
  Liveness(const Procedure& procedure,
           const std::vector<VarId>& tracked,
           const std::vector<VarId>& live_at_exit,
           const CallReads& call_reads = {});

  /// In the order of `tracked`.
  std::vector<VarId> live_at(LocId location) const;

private:
  using Bits = std::vector<std::uint64_t>;
  std::vector<VarId> tracked_;
  std::vector<Bits> live_; ///< per location
};

} // namespace kleene::ir
