// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/houdini.h"

namespace kleene::engine::k_induction {

Term Guesses::assumed(TermManager& terms, ir::ProcId procedure, ir::LocId location) const {
  std::vector<Term> parts;
  if (auto found = at.find({procedure, location}); found != at.end())
    for (const Guess& g : found->second)
      parts.push_back(terms.disj(terms.negate(g.enabled), g.known));
  return terms.conj(std::move(parts));
}

Term Guesses::invariant(TermManager& terms, ir::ProcId procedure, ir::LocId location) const {
  std::vector<Term> parts;
  if (auto found = at.find({procedure, location}); found != at.end())
    for (const Guess& g : found->second)
      if (g.alive) parts.push_back(g.formula);
  return terms.conj(std::move(parts));
}

Term Guesses::known(TermManager& terms, ir::ProcId procedure, ir::LocId location) const {
  std::vector<Term> parts;
  if (auto found = at.find({procedure, location}); found != at.end())
    for (const Guess& g : found->second)
      if (g.alive) parts.push_back(g.known);
  return terms.conj(std::move(parts));
}

std::vector<Term> Guesses::enabled() const {
  std::vector<Term> result;
  for (const auto& [location, list] : at)
    for (const Guess& g : list)
      if (g.alive) result.push_back(g.enabled);
  return result;
}

namespace {

class Filter {
public:
  Filter(const ir::Program& program,
         Guesses& guesses,
         const Start& start,
         const smt::SessionOptions& options,
         Budget& budget)
      : program_(program),
        terms_(*program.terms),
        guesses_(guesses),
        start_(start),
        session_(smt::z3_session(options, budget)) {
    session_->assume(start.known);
  }

  /// Whether something was dropped.
  bool run() {
    bool dropped = false;
    for (const auto* arrivals : {&start_.ways.heads, &start_.ways.exits, &start_.ways.calls})
      for (const Arrival& arrival : *arrivals)
        while (drop_at(arrival))
          dropped = true;
    return dropped;
  }

private:
  bool drop_at(const Arrival& arrival) {
    auto found = guesses_.at.find({arrival.procedure, arrival.location});
    if (found == guesses_.at.end()) return false;
    std::vector<Term> there;
    std::vector<Guess*> asked;
    for (Guess& g : found->second) {
      if (!g.alive) continue;
      there.push_back(arrival.state.apply(program_, g.formula));
      asked.push_back(&g);
    }
    if (asked.empty()) return false;
    std::vector<Term> question = guesses_.enabled();
    question.push_back(arrival.path.term(terms_));
    question.push_back(terms_.negate(terms_.conj(there)));
    smt::Answer answer = session_->check(question);
    if (answer == smt::Answer::Unsat) return false;
    bool dropped = false;
    for (std::size_t i = 0; answer == smt::Answer::Sat && i < asked.size(); ++i)
      if (session_->value(there[i]) == Integer(0)) {
        asked[i]->alive = false;
        dropped = true;
      }
    if (!dropped) drop_one_by_one(arrival, asked, there);
    return true;
  }

  /// No model to blame one of them: those that are not shown by themselves cannot be relied on.
  void drop_one_by_one(const Arrival& arrival,
                       const std::vector<Guess*>& asked,
                       const std::vector<Term>& there) {
    for (std::size_t i = 0; i < asked.size(); ++i) {
      std::vector<Term> question = guesses_.enabled();
      question.push_back(arrival.path.term(terms_));
      question.push_back(terms_.negate(there[i]));
      asked[i]->alive = session_->check(question) == smt::Answer::Unsat;
    }
  }

  const ir::Program& program_;
  TermManager& terms_;
  Guesses& guesses_;
  const Start& start_;
  std::unique_ptr<smt::Session> session_;
};

} // namespace

void keep_inductive(const ir::Program& program,
                    Guesses& guesses,
                    const std::vector<Start>& starts,
                    const smt::SessionOptions& options,
                    Budget& budget) {
  std::vector<std::unique_ptr<Filter>> filters;
  for (const Start& start : starts)
    filters.push_back(std::make_unique<Filter>(program, guesses, start, options, budget));
  bool dropped = true;
  while (dropped) {
    dropped = false;
    for (std::unique_ptr<Filter>& filter : filters)
      dropped |= filter->run();
  }
}

} // namespace kleene::engine::k_induction
