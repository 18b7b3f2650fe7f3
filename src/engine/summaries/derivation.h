// SPDX-License-Identifier: Apache-2.0
// From sets of pairs back to an execution. Discoveries are numbered; each follows from earlier ones,
// so going from a discovery to one it follows from ends at the start.
#pragma once
#include <map>

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

/// An execution from the start of the program, or of one activation.
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

  /// An execution of the program that ends at the node in one of these pairs; nothing if it has more
  /// than `limit` moves. Requires that some of the pairs were discovered there.
  std::optional<Path> execution(Node n, const Bdd& pairs, std::size_t limit) const;
  /// A complete execution of a callee, for a call from one state to another: both over current
  /// values, one point each.
  std::optional<Path> call(Step call, const Bdd& before, const Bdd& after, std::size_t limit) const;

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
  /// An activation whose execution is found from its end to its beginning.
  struct Open {
    Fact at;
    std::optional<Step> call; ///< who called, if the activation returns
  };

  std::optional<Fact> fact(Node n, const Bdd& pairs, std::size_t below) const;
  Values values(const Fact& fact) const;
  Reason reason(const Fact& fact) const;
  std::optional<Reason> over(Step call, const Fact& after) const;
  Fact callee_exit(Step call, const Bdd& before, const Bdd& after, std::size_t below) const;
  std::pair<Step, Fact> caller(const Fact& entry) const;
  std::optional<Path> unwind(Fact end, bool whole_program, std::size_t limit) const;

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  std::vector<Rule> rules_;                     ///< per rank
  std::vector<Row> found_;                      ///< per node, in the order of discovery
  std::vector<std::vector<std::size_t>> ranks_; ///< of those
};

} // namespace kleene::engine::summaries
