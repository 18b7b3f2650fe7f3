// SPDX-License-Identifier: Apache-2.0
// What a way does, for the judge of leaps: exact, or the way cannot be checked. Unlike `transition.h`, which
// never has fewer executions than the program, this never has more.
#pragma once
#include "kleene/evidence/leap.h"
#include "kleene/logic/substitute.h"
#include "kleene/logic/variable_space.h"
#include "kleene/smt/smtlib.h"

#include <map>
#include <set>

namespace kleene::evidence {

/// A call that a way is inside of.
struct OpenCall {
  ir::ProcId caller;
  std::size_t edge = 0;
  /// Values of the callee's variables in the activation below, if there is one.
  std::map<VarId, Term> covered;
};

/// Where a way begins or ends.
struct Position {
  ir::ProcId procedure;
  ir::LocId location;
  std::vector<OpenCall> calls; ///< that it can return from, innermost last
};

struct Passage {
  /// In the order of the way: what must hold for it to go on, and what is known of values that we do
  /// not choose. Over the variables of the program, at the beginning, and new ones.
  struct Event {
    bool demanded = true;
    Term condition;
  };
  std::vector<Event> events;
  std::map<VarId, Term> after; ///< changed variables
  std::vector<Term> unknown;   ///< new variables that we do not choose
  std::vector<Term> chosen;    ///< new variables that the environment chooses: backward ways only
  Position end;
  std::size_t entered = 0; ///< calls it made and did not return from
  std::size_t edges = 0;   ///< taken, those inside leaps not counted
};

/// What the judge knows of a leap when a way uses it.
struct LeapEffect {
  const Leap* leap = nullptr;
  std::set<VarId> changed;
  bool enters = false; ///< it is one of a recursion
};

class Passages {
public:
  Passages(const Problem& problem, std::vector<LeapEffect>& leaps);

  enum class Inputs {
    AsChosen, ///< by the way
    Any       ///< a new variable each
  };
  /// Throws NotCheckable for ways that do not exist, or do what is not covered here.
  Passage run(const Way& way, Position start, std::map<VarId, Term> values, Inputs inputs);

  /// A new variable; `chosen`: with a value of its type. Its name is told by `name`.
  Term fresh(VarId like, bool chosen);
  /// Another one like a new variable.
  Term fresh_like(Term t);
  /// Any variable in terms that come from here: its name in SMT-LIB, and what is known of it.
  std::string name(VarId v) const;
  bool is_chosen(VarId v) const; ///< new, and the environment chooses it
  std::string declaration(VarId v) const;
  /// What a type says of a number that is chosen, as a term.
  Term in_range(Term value) const;
  /// What is known of a variable that has no declaration because it is quantified.
  Term in_range_if_wrapping(Term variable) const;

private:
  class Run;
  struct Fresh {
    Type type;
    std::string name;
    bool chosen = false;
  };
  const Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  std::vector<LeapEffect>& leaps_;
  const Fresh& made(VarId v) const;
  VariableSpace space() const { return VariableSpace(program_.variables.size()); }

  std::vector<Fresh> fresh_;
  smt::Encoding sorts_;
};

} // namespace kleene::evidence
