// SPDX-License-Identifier: Apache-2.0
// One activation of a procedure, unfolded into a formula: all its paths at once, with one state per place
// and meeting paths merged. Which places there are is decided by a shape, which must make the graph
// acyclic; what happens at places and calls is decided by a client.
//
// Every execution has a model of the formula in which exactly the guards of the places and edges on its
// way are true. So what no model does, no execution does.
#pragma once
#include "kleene/support/budget.h"

#include <optional>

#include "transition.h"

namespace kleene::evidence {

/// A location, at some point of the unfolding.
struct UnfoldedPoint {
  ir::LocId location;
  /// Edges lead to greater keys (lexicographically). Equal keys are the same place.
  std::vector<std::uint32_t> key;
};

class Shape {
public:
  virtual ~Shape() = default;
  virtual UnfoldedPoint after(const UnfoldedPoint& place, const ir::Edge& edge) const = 0;
};

/// A moment in an activation.
struct Moment {
  Term guard; ///< the execution comes here
  FormulaState state;
};

class UnfoldingClient {
public:
  virtual ~UnfoldingClient() = default;
  /// The paths to a place have met. May strengthen the guard. False: do not go on.
  virtual bool arrive(const UnfoldedPoint& place, Moment& now) = 0;
  /// What is known when the call has returned; nothing if it does not. `now.guard` says that it is made.
  virtual std::optional<Moment> call(const UnfoldedPoint& place,
                                     const ir::Edge& edge,
                                     const ir::Call& call,
                                     const Moment& now) = 0;
  /// The statement of an edge is about to be evaluated.
  virtual void before(const UnfoldedPoint& place, const ir::Edge& edge, const Moment& now) = 0;
};

/// From a moment at a place, which is not arrived at, on to wherever the shape and the client lead.
void unfold(Transitions& transitions,
            const ir::Procedure& procedure,
            const UnfoldedPoint& start,
            Moment moment,
            const Shape& shape,
            UnfoldingClient& client,
            Budget& budget);

} // namespace kleene::evidence
