// SPDX-License-Identifier: Apache-2.0
// From sets of pairs back to an execution. Discoveries are numbered; each follows from earlier ones,
// so going from a discovery to one it follows from ends at the start. Runs of callees that are the same
// are found once.
#pragma once
#include "kleene/evidence/activations.h"

#include <map>
#include <unordered_map>

#include "forward.h"
#include "row.h"

namespace kleene::engine::summaries {

/// The values of some variables.
using Values = std::map<VarId, bool>;

/// An edge of an execution, and the values after it of the variables that are live there. A call is
/// followed by the edges of the callee; returns are understood.
struct Move {
  Step step;
  Values after;
};

/// An execution from the start of the program.
struct Path {
  Values start; ///< of the live variables at the beginning
  std::vector<Move> moves;
};

/// One element of a non-empty set of states at a node: all values of what is live there are fixed.
Bdd some_state(const domain::BooleanDomain& domain,
               const ControlFlow& flow,
               Node n,
               const Bdd& set);
/// The same for pairs: the entry values of the inputs are fixed, too.
Bdd some_pair(const domain::BooleanDomain& domain, const ControlFlow& flow, Node n, const Bdd& set);
/// The values of what is live at a node, in one state.
Values
values_of(const domain::BooleanDomain& domain, const ControlFlow& flow, Node n, const Bdd& state);

class Derivations {
public:
  Derivations(const domain::BooleanDomain& domain, const ControlFlow& flow);

  void discover(Node n, const Bdd& pairs, Rule rule);
  std::size_t count() const { return rules_.size(); }

  /// An execution of the program that ends at the node in one of these pairs. Requires that some of
  /// them were discovered there.
  evidence::Activations execution(Node n, const Bdd& pairs) const;
  /// A finished run of a callee, for a call from one state to another: both over current values, one
  /// point each. It is the last of the finished runs.
  evidence::Activations call(Step call, const Bdd& before, const Bdd& after) const;

private:
  /// One pair of a discovery.
  struct Fact {
    Node node = 0;
    std::size_t rank = 0;
    Bdd pair;
  };
  /// A fact, and what it follows from by a step.
  struct Reason {
    Step step;
    Fact before;
    std::optional<Fact> callee_exit; ///< for a step over a call
  };
  /// A run from its beginning, and where it begins.
  struct Run {
    evidence::Activation run;
    std::vector<std::optional<Fact>> callees; ///< per step: the end of the callee's run
    Fact beginning;
  };
  /// Numbers of finished runs, by the exit and the pair there.
  using Finished = std::map<Node, std::unordered_map<Bdd, std::size_t>>;

  std::optional<Fact> fact(Node n, const Bdd& pairs, std::size_t below) const;
  Reason reason(const Fact& fact) const;
  std::optional<Reason> over(Step call, const Fact& after) const;
  Fact callee_exit(Step call, const Bdd& before, const Bdd& after, std::size_t below) const;
  std::pair<Step, Fact> caller(const Fact& entry) const;
  evidence::Activation::Step shown(const Reason& reason, const Fact& after) const;
  Run run_to(Fact end) const;
  void refer(Run& run, evidence::Activations& runs, Finished& finished) const;

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  std::vector<Rule> rules_;                     ///< per rank
  std::vector<Row> found_;                      ///< per node, in the order of discovery
  std::vector<std::vector<std::size_t>> ranks_; ///< of those
};

} // namespace kleene::engine::summaries
