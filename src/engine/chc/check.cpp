// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "kleene/logic/substitute.h"

#include <algorithm>

namespace kleene::engine::chc {
namespace {

using smt::Answer;

class Houdini {
public:
  Houdini(const smt::HornSystem& system,
          TermManager& terms,
          std::vector<std::vector<Term>> conjuncts,
          const smt::SessionOptions& options,
          Budget& budget)
      : system_(system),
        terms_(terms),
        session_(smt::z3_session(options, budget)),
        parts_(std::move(conjuncts)) {}

  std::optional<std::vector<Term>> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const smt::HornClause& clause : system_.clauses)
        if (clause.head) changed |= weaken(clause);
    }
    for (const smt::HornClause& clause : system_.clauses) {
      if (clause.head) continue;
      smt::Scope scope(*session_);
      assume_body(clause);
      if (session_->check() != Answer::Unsat) return std::nullopt;
    }
    std::vector<Term> result;
    for (const std::vector<Term>& parts : parts_)
      result.push_back(terms_.conj(parts));
    return result;
  }

private:
  void assume_body(const smt::HornClause& clause) {
    for (const smt::HornAtom& atom : clause.body)
      for (Term part : instances(atom))
        session_->assume(part);
    session_->assume(clause.constraint);
  }

  std::vector<Term> instances(const smt::HornAtom& atom) {
    Substitution arguments(terms_);
    const std::vector<Term>& parameters = system_.relations[atom.relation].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      arguments.add(parameters[i].variable(), atom.arguments[i]);
    std::vector<Term> result;
    for (Term part : parts_[atom.relation])
      result.push_back(arguments(part));
    return result;
  }

  /// Drops the conjuncts of the head that do not follow. True if there was one.
  bool weaken(const smt::HornClause& clause) {
    std::vector<Term>& parts = parts_[clause.head->relation];
    if (parts.empty()) return false;
    smt::Scope scope(*session_);
    std::vector<Term> goals = instances(*clause.head);
    assume_body(clause);
    std::size_t before = parts.size();
    while (!parts.empty()) {
      Answer answer = session_->check({terms_.negate(terms_.conj(goals))});
      if (answer == Answer::Unsat) break;
      std::vector<bool> dropped(parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i)
        dropped[i] = answer == Answer::Sat && session_->value(goals[i]) == Integer(0);
      // Without a model that says which, the last one goes: the solver asserts fewer and fewer.
      if (std::ranges::count(dropped, true) == 0) dropped.back() = true;
      std::vector<Term> kept;
      std::vector<Term> kept_goals;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (dropped[i]) continue;
        kept.push_back(parts[i]);
        kept_goals.push_back(goals[i]);
      }
      parts = std::move(kept);
      goals = std::move(kept_goals);
    }
    return parts.size() != before;
  }

  const smt::HornSystem& system_;
  TermManager& terms_;
  std::unique_ptr<smt::Session> session_;
  std::vector<std::vector<Term>> parts_; ///< conjuncts, per relation
};

} // namespace

std::optional<std::vector<Term>> inductive_part(const smt::HornSystem& system,
                                                TermManager& terms,
                                                std::vector<std::vector<Term>> conjuncts,
                                                const smt::SessionOptions& options,
                                                Budget& budget) {
  return Houdini(system, terms, std::move(conjuncts), options, budget).run();
}

} // namespace kleene::engine::chc
