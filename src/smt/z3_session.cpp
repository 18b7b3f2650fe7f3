// SPDX-License-Identifier: Apache-2.0
#include "kleene/smt/session.h"
#include "kleene/support/work.h"

#include "z3_terms.h"

#include <algorithm>
#include <map>

namespace kleene::smt {
namespace {

/// Z3 counts what it does in units of its own; about so many take it a second.
constexpr double units_per_second = 2e6;

class Z3Session : public Session {
public:
  Z3Session(SessionOptions options, Budget& budget)
      : budget_(budget),
        seconds_per_check_(options.seconds_per_check),
        terms_(z3_, options.integers, options.layout),
        solver_(make_solver(options)),
        knows_bits_only_(options.integers == IntegerModel::Machine) {}

  void assume(Term condition) override {
    z3::expr e = terms_(condition);
    admit_integers();
    add_side_conditions();
    solver_.add(e);
  }

  Answer check(std::span<const Term> assumptions) override {
    budget_.check();
    z3::expr_vector literals(z3_);
    assumed_.clear();
    for (Term t : assumptions) {
      literals.push_back(terms_(t));
      assumed_.emplace(literals.back().id(), t);
    }
    admit_integers();
    add_side_conditions();
    set_limit();
    Answer answer = Answer::Unknown;
    try {
      z3::check_result result = literals.empty() ? solver_.check() : solver_.check(literals);
      if (result == z3::sat) answer = Answer::Sat;
      if (result == z3::unsat) answer = Answer::Unsat;
      if (answer == Answer::Sat) model_.emplace(solver_.get_model());
    } catch (const z3::exception&) {
      answer = Answer::Unknown;
    }
    if (work::counted()) count_work();
    budget_.check();
    return answer;
  }

  std::vector<Term> core() override {
    std::vector<Term> result;
    for (z3::expr e : solver_.unsat_core())
      if (auto found = assumed_.find(e.id()); found != assumed_.end())
        result.push_back(found->second);
    return result;
  }

  std::optional<Integer> value(Term t) override {
    z3::expr result = model_->eval(terms_(t), true);
    if (result.is_bool()) return result.is_true() ? 1 : 0;
    if (!result.is_numeral()) return std::nullopt;
    std::optional<Integer> number = parse_integer(Z3_get_numeral_string(z3_, result));
    if (number && t.type().is_machine() && terms_.uses_bits(t.type()))
      return wrap(t.type(), *number);
    return number;
  }

  bool approximates() const override { return terms_.approximates(); }
  void set_seconds_per_check(double seconds) override { seconds_per_check_ = seconds; }

protected:
  void push() override {
    solver_.push();
    depths_.push_back(always_.size());
  }

  /// Side conditions hold for ever: those that the solver forgets are asserted again.
  void pop() override {
    solver_.pop();
    for (std::size_t i = depths_.back(); i < always_.size(); ++i)
      solver_.add(always_[i]);
    depths_.pop_back();
  }

private:
  z3::solver make_solver(const SessionOptions& options) {
    if (options.integers == IntegerModel::Machine)
      return z3::solver(z3_, options.scalars_only ? "QF_BV" : "QF_AUFBV");
    // The older arithmetic core answers small linear questions fastest.
    z3::solver solver(z3_, z3::solver::simple());
    solver.set("arith.solver", 2U);
    return solver;
  }

  /// The solver for bits knows nothing of unbounded integers: another one takes over when the first is seen.
  void admit_integers() {
    if (!knows_bits_only_ || !terms_.has_unbounded() || !depths_.empty()) return;
    z3::solver general(z3_, z3::solver::simple());
    for (z3::expr e : solver_.assertions())
      general.add(e);
    solver_ = general;
    knows_bits_only_ = false;
    limit_ = 0;
  }

  void add_side_conditions() {
    for (z3::expr& e : terms_.take_side_conditions()) {
      solver_.add(e);
      always_.push_back(e);
    }
  }

  void set_limit() {
    constexpr double most_units = 4e9;
    double seconds = seconds_per_check_;
    if (auto left = budget_.seconds_left()) seconds = std::min(seconds, std::max(*left, 0.01));
    bool units = work::counted();
    auto limit = static_cast<unsigned>(units ? std::min(seconds * units_per_second, most_units)
                                             : seconds * 1000);
    if (limit == limit_) return;
    limit_ = limit;
    solver_.set(units ? "rlimit" : "timeout", limit);
  }

  void count_work() {
    z3::stats statistics = solver_.statistics();
    for (unsigned i = 0; i < statistics.size(); ++i)
      if (statistics.key(i) == "rlimit count" && statistics.is_uint(i)) {
        unsigned units = statistics.uint_value(i);
        if (units > units_) work::add((units - units_) / units_per_second);
        units_ = units;
      }
  }

  Budget& budget_;
  double seconds_per_check_;
  z3::context z3_;
  Z3Terms terms_;
  z3::solver solver_;
  bool knows_bits_only_;
  std::optional<z3::model> model_;
  std::map<unsigned, Term> assumed_; ///< by the id of their expression
  std::vector<z3::expr> always_;
  std::vector<std::size_t> depths_; ///< size of `always_` when each scope began
  unsigned limit_ = 0;
  unsigned units_ = 0; ///< that Z3 has counted so far
};

} // namespace

std::unique_ptr<Session> z3_session(SessionOptions options, Budget& budget) {
  return std::make_unique<Z3Session>(std::move(options), budget);
}

} // namespace kleene::smt
