// SPDX-License-Identifier: Apache-2.0
// The equations of the engine solved for one program and one set of predicates, without refinement.
#pragma once
#include "kleene/ir/text.h"

#include <optional>
#include <string>

#include "nonterm.h"
#include "safety.h"

namespace kleene::engine::exact {

struct SolvedOptions {
  IntegerModel integers = IntegerModel::Math;
  Conditions conditions;
  /// Conditions and branches of the program as predicates, in procedures that have at most so many.
  std::size_t seeds = 20;
};

class Solved {
public:
  explicit Solved(const std::string& text, SolvedOptions options = {})
      : ir_(ir::parse(text, "test.ir").value()),
        problem_{ir_, evidence::Property::Termination, {}, options.integers},
        program_(problem_, {.cut_at_choices = true}),
        predicates_(program_),
        session_(session_for(program_, options.integers, 5, budget_)),
        domain_(program_.terms(), manager_, *session_, options.integers),
        conditions_(options.conditions) {
    if (options.seeds > 0) seed_predicates(program_, predicates_, options.seeds);
  }

  /// One more predicate, for the next `solve`.
  bool add(ir::ProcId f, Term atom) { return predicates_.add(f, atom); }
  Solved& solve() {
    abstract_.emplace(program_, predicates_, facts_, domain_);
    forward_.emplace(*abstract_, budget_);
    forward_->run();
    nonterm_.emplace(*abstract_, *forward_, budget_, conditions_);
    nonterm_->solve();
    return *this;
  }

  const ir::Program& ir() const { return ir_; }
  const BlockProgram& program() const { return program_; }
  const AbstractProgram& abstract() const { return *abstract_; }
  const Forward& forward() const { return *forward_; }
  const NonTermination& nonterm() const { return *nonterm_; }
  domain::ExactDomain& domain() { return domain_; }
  /// What the program is thought to choose where blocks begin.
  std::vector<Values> choices(ir::ProcId f, ir::LocId l) {
    if (abstract_->blocks_from(f, l).empty()) return {};
    return nonterm_->must_side().choices(f, l);
  }

  const domain::Belnap& at_start() const {
    return nonterm_->states(ir_.entry, abstract_->entry(ir_.entry));
  }
  /// Whether the lower bound only has states that may be reached.
  bool within_reached() const {
    for (const Procedure& p : program_.procedures())
      for (ir::LocId l : p.cuts)
        if (!nonterm_->states(p.id, l).must.subset_of(forward_->states(p.id, l))) return false;
    return true;
  }

private:
  ir::Program ir_;
  evidence::Problem problem_;
  Budget budget_;
  BddManager manager_{budget_};
  BlockProgram program_;
  PredicateMap predicates_;
  std::unique_ptr<smt::Session> session_;
  domain::ExactDomain domain_;
  Conditions conditions_;
  Facts facts_{program_};
  std::optional<AbstractProgram> abstract_;
  std::optional<Forward> forward_;
  std::optional<NonTermination> nonterm_;
};

} // namespace kleene::engine::exact
