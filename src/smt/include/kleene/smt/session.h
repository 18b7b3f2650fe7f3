// SPDX-License-Identifier: Apache-2.0
// An incremental solver that speaks in terms: what engines search with. (Judges ask a second solver
// in SMT-LIB text instead: solver.h.) Terms are translated once and remembered.
//
// Every answer is about an over-approximation of the terms: what has no exact translation (memory
// of mixed widths and bit operations over unbounded integers, validity of addresses) may have any
// value, the same for the same term. So `Unsat` can be relied on in either model; `Sat` is a
// proposal if `approximates()` says so.
#pragma once
#include "kleene/logic/term.h"
#include "kleene/smt/layout.h"
#include "kleene/smt/solver.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kleene::smt {

struct SessionOptions {
  IntegerModel integers = IntegerModel::Machine;
  Layout layout = {};
  /// For one check; the budget may allow less.
  double seconds_per_check = 10;
  /// Only scalars, no memory: lets bit-vector problems go to a SAT solver at once.
  bool scalars_only = false;
};

class Session {
public:
  virtual ~Session() = default;
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Asserts a Bool term until the present scope ends.
  virtual void assume(Term condition) = 0;
  /// Is there a model of everything assumed, and of these? Throws ResourceOut when the budget is
  /// exhausted; a check that merely takes too long is Unknown.
  virtual Answer check(std::span<const Term> assumptions = {}) = 0;
  Answer check(std::initializer_list<Term> assumptions) {
    return check(std::span<const Term>(assumptions.begin(), assumptions.size()));
  }
  /// After Unsat: assumptions that suffice for it.
  virtual std::vector<Term> core() = 0;
  /// After Sat: the value in the model, 0 or 1 for Bool. Nothing if it does not fit an Integer.
  virtual std::optional<Integer> value(Term t) = 0;
  /// Did a term so far have no exact translation?
  virtual bool approximates() const = 0;
  virtual void set_seconds_per_check(double seconds) = 0;

protected:
  friend class Scope;
  virtual void push() = 0;
  virtual void pop() = 0;
};

/// Assumptions made while it lives end with it. Scopes nest.
class Scope {
public:
  explicit Scope(Session& session) : session_(session) { session_.push(); }
  ~Scope() { session_.pop(); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

private:
  Session& session_;
};

std::unique_ptr<Session> z3_session(SessionOptions options, Budget& budget);

} // namespace kleene::smt
