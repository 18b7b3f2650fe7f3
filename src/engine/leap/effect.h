// SPDX-License-Identifier: Apache-2.0
// What a way does to a symbolic state, as terms: for the search. (The judge has its own.)
#pragma once
#include "kleene/evidence/leap.h"
#include "kleene/symbolic/step.h"

#include <set>
#include <stdexcept>

namespace kleene::engine::leap {

using evidence::Way;
using Items = std::vector<Way::Item>;

/// The way does something that leaps do not cover, memory above all.
class NotCovered : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An input that a way asks for.
struct Input {
  Way::Item edge;
  VarId variable;
  Term value; ///< new, or what was chosen
};

/// A call that can still return.
struct OpenCall {
  ir::ProcId caller;
  std::size_t edge = 0;
  friend bool operator==(const OpenCall&, const OpenCall&) = default;
};

/// Where a way is.
struct Spot {
  ir::ProcId procedure;
  ir::LocId location;
  std::vector<OpenCall> frames;
};

struct Effect {
  std::vector<Term> conditions; ///< each must hold, over values at the start and new ones
  /// What is known of values that we do not choose, because a leap led there.
  struct Given {
    std::size_t after = 0; ///< so many conditions
    Term fact;
  };
  std::vector<Given> given;
  symbolic::State after;
  std::vector<Input> inputs;
  std::vector<Term> unknowns; ///< values that nobody chooses
  Spot end;
};

/// What the environment chooses at an input, over the values at that moment; null: anything.
using Chooser = std::function<Term(const Way::Item& edge, VarId variable)>;

/// A leap that ways pass. Its own steps may pass others of the table that it is in.
struct Passed {
  evidence::Leap leap;
  std::set<VarId> changed;
};

class Effects {
public:
  explicit Effects(const evidence::Problem& problem);

  /// Puts a leap into the table; the number is what items of ways say.
  std::size_t add(Passed leap);
  const Passed& passed(std::size_t number) const { return passed_.at(number); }

  /// Throws NotCovered.
  Effect run(const Items& items, Spot start, const symbolic::State& state, const Chooser& choose);
  /// Goes on with a way.
  void extend(Effect& effect, const Items& items, const Chooser& choose);

  const ir::Program& program() const { return program_; }
  TermManager& terms() const { return *program_.terms; }
  FreshVariables& fresh() { return fresh_; }
  Term variable(VarId v) const { return terms().variable(v, program_.variable(v).type); }
  bool is_program_variable(VarId v) const { return v.index() < program_.variables.size(); }

private:
  void take(Effect& effect, const Way::Item& item, const Chooser& choose);
  void pass(Effect& effect, const Passed& passed);
  void havoc(Effect& effect, const Way::Item& item, const ir::Havoc& havoc, const Chooser& choose);
  void enter(Effect& effect, const Way::Item& item, const ir::Call& call);
  void return_from_call(Effect& effect);
  Term evaluate(const Effect& effect, Term t) const;

  const ir::Program& program_;
  FreshVariables fresh_;
  std::vector<Passed> passed_;
};

/// What must hold at the start of a way for it to pass, whatever states its leaps lead to, with `then` in the
/// end.
Term along(TermManager& terms, const Effect& effect, Term then);
/// Everything that holds when the way has been passed.
std::vector<Term> together(const Effect& effect);

bool is_scalar(Type type);

} // namespace kleene::engine::leap
