// SPDX-License-Identifier: Apache-2.0
#include "unfolding.h"

#include "kleene/support/invariant.h"

namespace kleene::evidence {
namespace {

class Unfolder {
public:
  Unfolder(Transitions& transitions,
           const ir::Procedure& procedure,
           const Shape& shape,
           UnfoldingClient& client)
      : transitions_(transitions),
        formula_(transitions.formula()),
        terms_(formula_.terms()),
        procedure_(procedure),
        outgoing_(procedure.outgoing()),
        shape_(shape),
        client_(client) {}

  void run(const UnfoldedPoint& start, Moment moment, Budget& budget) {
    leave(start, moment);
    while (!waiting_.empty()) {
      budget.check();
      auto first = waiting_.begin();
      UnfoldedPoint place{first->second.location, first->first};
      Moment now = met(std::move(first->second));
      waiting_.erase(first);
      if (client_.arrive(place, now)) leave(place, now);
    }
  }

private:
  struct Meeting {
    ir::LocId location;
    std::vector<Term> guards;
    std::vector<FormulaState> states;
  };

  Moment met(Meeting meeting) {
    if (meeting.states.size() == 1) return {meeting.guards.front(), std::move(meeting.states[0])};
    Term guard = formula_.named("at", terms_.disj(meeting.guards));
    return {guard, transitions_.meet(meeting.guards, meeting.states)};
  }

  struct Candidate {
    const ir::Edge* edge = nullptr;
    Term condition;
    FormulaState state;
  };

  void leave(const UnfoldedPoint& place, const Moment& now) {
    if (now.guard.is_false()) return;
    std::vector<Candidate> candidates;
    for (std::size_t e : outgoing_[place.location.index()]) {
      const ir::Edge& edge = procedure_.edges[e];
      client_.before(place, edge, now);
      Candidate c{&edge, terms_.truth(true), now.state};
      if (!std::holds_alternative<ir::Call>(edge.statement))
        c.condition = transitions_.step(edge.statement, c.state, now.guard);
      if (!c.condition.is_false()) candidates.push_back(std::move(c));
    }
    bool decided = candidates.size() == 1
                   || (candidates.size() == 2
                       && candidates[0].condition == terms_.negate(candidates[1].condition));
    for (Candidate& c : candidates)
      take(place, std::move(c), now, decided);
  }

  /// Where the conditions do not decide, a new variable says which edge is taken.
  void take(const UnfoldedPoint& place, Candidate c, const Moment& now, bool decided) {
    Term guard = terms_.conj(now.guard, c.condition);
    if (decided) {
      guard = formula_.named("at", guard);
    } else {
      Term chosen = formula_.fresh("taken", Type::boolean(), std::nullopt, Formula::Range::OfType);
      formula_.require(terms_.disj(terms_.negate(chosen), guard));
      guard = chosen;
    }
    Moment next{guard, std::move(c.state)};
    if (const auto* call = std::get_if<ir::Call>(&c.edge->statement)) {
      std::optional<Moment> returned = client_.call(place, *c.edge, *call, next);
      if (!returned) return;
      next = std::move(*returned);
    }
    if (next.guard.is_false()) return;
    UnfoldedPoint to = shape_.after(place, *c.edge);
    KL_INVARIANT(to.key > place.key, "an unfolding should have no cycle");
    Meeting& meeting = waiting_[to.key];
    meeting.location = to.location;
    meeting.guards.push_back(next.guard);
    meeting.states.push_back(std::move(next.state));
  }

  Transitions& transitions_;
  Formula& formula_;
  TermManager& terms_;
  const ir::Procedure& procedure_;
  std::vector<std::vector<std::size_t>> outgoing_;
  const Shape& shape_;
  UnfoldingClient& client_;
  std::map<std::vector<std::uint32_t>, Meeting> waiting_;
};

} // namespace

void unfold(Transitions& transitions,
            const ir::Procedure& procedure,
            const UnfoldedPoint& start,
            Moment moment,
            const Shape& shape,
            UnfoldingClient& client,
            Budget& budget) {
  Unfolder(transitions, procedure, shape, client).run(start, std::move(moment), budget);
}

} // namespace kleene::evidence
