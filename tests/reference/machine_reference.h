// SPDX-License-Identifier: Apache-2.0
// The ground truth for small programs with machine integers and memory: tabulation over concrete
// states, one at a time. Slow and plain on purpose; shares nothing with what it judges.
//
// What comes to life without a value is zero. Everything else that is chosen has every value of its
// type if that has at most three bits, and 0 or 1 otherwise.
#pragma once
#include "kleene/ir/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kleene::reference {

/// An object that is alive.
struct LiveObject {
  VarId region;
  bool heap = false; ///< can be freed
  std::string bytes;
  auto operator<=>(const LiveObject&) const = default;
};

/// A state with the stack forgotten.
struct MachineState {
  ir::ProcId procedure;
  ir::LocId location;
  std::map<VarId, Integer> values; ///< globals and the variables of the procedure, but for memories
  std::map<Integer, LiveObject> objects;           ///< by address
  std::map<VarId, std::map<Integer, char>> tables; ///< see MachineReference
  std::set<Integer> own;                           ///< objects that end with the procedure
  auto operator<=>(const MachineState&) const = default;
};

class MachineReference {
public:
  /// A memory among `tables` has a byte for every address, at first zero, whatever objects there are.
  explicit MachineReference(const ir::Program& program,
                            std::set<VarId> tables = {},
                            std::size_t most_states = 20'000);

  /// There are more states: nothing else is known.
  bool too_large() const { return too_large_; }
  /// What no correct program does: an access outside all objects, or under the name of another region.
  const std::string& objection() const { return objection_; }
  /// Some execution arrives at a selected target.
  bool reaches(const ir::TargetSelection& targets) const;
  /// Some execution never ends.
  bool runs_for_ever() const;
  /// Some execution ends, by a return from the entry procedure or a Halt.
  bool ends() const;
  /// Some execution arrives infinitely often at such a location, in an activation that is never left.
  bool recurs(const std::set<std::pair<ir::ProcId, ir::LocId>>& locations) const;
  /// All that executions meet.
  const std::set<MachineState>& states() const { return states_; }

private:
  MachineState initial() const;
  MachineState enter(const MachineState& caller, const ir::Call& call);
  MachineState resume(const MachineState& caller, const ir::Edge& edge, const MachineState& exit);
  std::vector<MachineState> step(const MachineState& state, const ir::Edge& edge);
  std::vector<MachineState> spread(MachineState state, const std::vector<VarId>& variables) const;
  void allocate(MachineState& state, const ir::Alloc& alloc);
  void release(MachineState& state, Integer address);
  void change(MachineState& state, VarId memory, Term value, const MachineState& before);
  void write(MachineState& state, VarId memory, Integer address, const std::string& bytes);
  std::string read(const MachineState& state, VarId memory, Integer address, std::size_t length);
  const std::pair<const Integer, LiveObject>*
  object_at(const MachineState& state, Integer address, Integer length) const;
  Integer evaluate(Term t, const MachineState& state);
  Integer compute(Term t, const MachineState& state);
  bool explore(const MachineState& entry);
  std::vector<MachineState> successors(const MachineState& state);
  void find_graph();
  void object_to(const std::string& what) {
    if (objection_.empty()) objection_ = what;
  }

  const ir::Program& program_;
  std::set<VarId> tables_;
  std::size_t most_states_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_;
  std::vector<MachineState> starts_;
  std::map<MachineState, std::set<MachineState>> exits_; ///< per entry state that occurs
  std::set<MachineState> states_;
  std::vector<const MachineState*> numbered_;
  std::vector<std::vector<std::size_t>> graph_; ///< successors, by number
  bool too_large_ = false;
  std::string objection_;
};

} // namespace kleene::reference
