// SPDX-License-Identifier: Apache-2.0
// The states that may be reached, as facts (ranges of variables), kept apart by the values of the
// variables of a precision. Calls are followed per context: the values of these variables at the entry.
// The contexts of a procedure exclude each other, so that its invariants can be written down as a
// disjunction over them.
#pragma once
#include "kleene/analysis/transfer.h"
#include "kleene/evidence/problem.h"
#include "kleene/ir/liveness.h"
#include "kleene/support/observer.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace kleene::engine::explicit_value {

using analysis::Facts;

struct StateTag;
using StateId = Id<StateTag>;
struct ContextTag;
using ContextId = Id<ContextTag>;

/// The values by which states are told apart.
using Key = std::vector<std::pair<VarId, Integer>>;

/// How a state was reached for the first time.
struct Arrival {
  StateId from; ///< invalid at the start of the program
  const ir::Edge* edge = nullptr;
  StateId exit; ///< behind a call: the state in which the callee returned
};

struct ReachedState {
  ContextId context;
  ir::LocId location;
  Facts facts;
  Arrival first;
  unsigned joins = 0;
};

struct Context {
  ir::ProcId procedure;
  Facts entry; ///< what is known of globals and parameters when it is entered
  unsigned joins = 0;
  std::vector<std::pair<StateId, const ir::Edge*>> callers;
  std::vector<std::map<Key, StateId>> states; ///< by location
};

/// Which variables tell states apart.
struct Precision {
  std::set<VarId> tracked;
  std::set<VarId> banned; ///< those with too many values
};

/// What must not happen: arrival at a target, or an edge whose operations overflow.
struct Bad {
  StateId state;
  const ir::Edge* edge = nullptr; ///< overflow: which
};

class Reached {
public:
  Reached(const evidence::Problem& problem, Budget& budget, Observer& observer);

  /// Everything that may be reached, or the first bad state. Takes variables out of the precision
  /// that have too many values. False if there are too many states.
  bool run(Precision& precision);

  const std::optional<Bad>& bad() const { return bad_; }
  const ReachedState& state(StateId id) const { return states_[id.index()]; }
  std::size_t size() const { return states_.size(); }
  const std::vector<Context>& contexts() const { return contexts_; }
  const analysis::Transfer& transfer() const { return transfer_; }

private:
  enum class Ended { Complete, Again, TooMany };
  struct Shape {
    std::vector<std::vector<const ir::Edge*>> outgoing;
    std::vector<std::size_t> position;
    std::vector<bool> widens;
    std::vector<std::set<VarId>> live;
  };

  Ended attempt(Precision& precision);
  void clear();
  void explore(StateId id);
  void call(StateId id, const ir::Edge& edge, const ir::Call& call);
  void returns(StateId exit);
  void enter(ContextId context, const Facts& facts, Arrival arrival);
  void flow(ContextId context, ir::LocId location, Facts facts, Arrival arrival);
  void push(StateId id);
  bool is_bad(StateId id);
  std::optional<ContextId> context_of(ir::ProcId callee, const Facts& entry);
  Key key_of(const Facts& facts) const;
  void watch_values(const std::map<Key, StateId>& here);
  Shape shape_of(const ir::Procedure& procedure) const;

  const evidence::Problem& problem_;
  const ir::Program& program_;
  Budget& budget_;
  Observer& observer_;
  analysis::Transfer transfer_;
  std::vector<Shape> shapes_;

  Precision* precision_ = nullptr;
  /// Per procedure: variables that some call enters without knowing their value.
  std::vector<std::set<VarId>> open_;
  std::vector<ReachedState> states_;
  std::vector<Context> contexts_;
  std::vector<std::map<Key, ContextId>> contexts_of_; ///< by procedure
  std::set<std::tuple<std::size_t, std::size_t, std::size_t>> waiting_;
  std::optional<Bad> bad_;
  bool again_ = false;
};

} // namespace kleene::engine::explicit_value
