// SPDX-License-Identifier: Apache-2.0
// Oracles O4, O5 and O6: on random programs over integers of a few bits, with all their states tabulated,
//   O5  the lower bound is within the truth, and the truth within the upper bound, state by state;
//   O4  more predicates never lose anything;
//   O6  without one of the conditions that the equations rest on, O5 finds fault with them.
#include "kleene/evidence/inductive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <random>

#include "concrete.h"
#include "random_small.h"
#include "small_reference.h"
#include "solved.h"

namespace kleene::engine::exact {
namespace {

using reference::SmallProgram;
using reference::SmallState;

/// KLEENE_RANDOM_PROGRAMS: how many; 40 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 40 : std::strtoull(text, nullptr, 10);
}

constexpr std::size_t most_states = 4'000;

/// The truth at every location: concrete states there, and whether an execution from them never ends.
struct Known {
  ir::ProcId procedure;
  ir::LocId location;
  Concrete values; ///< entry copies too
  bool never_ends = false;
};

std::vector<Known> known_states(const ir::Program& program,
                                const SmallProgram& small,
                                const std::vector<SmallState>& states) {
  std::vector<Known> result;
  for (const SmallState& s : states) {
    ir::ProcId f(s.procedure);
    const ir::Procedure& cfg = program.procedure(f);
    bool returned = s.pc == code_of(small.procedures[s.procedure]).size();
    Known known{f, returned ? cfg.exit : ir::LocId(s.pc + 1), {}, s.never_ends};
    std::vector<VarId> order = program.globals;
    order.insert(order.end(), cfg.parameters.begin(), cfg.parameters.end());
    order.insert(order.end(), cfg.locals.begin(), cfg.locals.end());
    for (std::size_t i = 0; i < s.values.size(); ++i)
      known.values[order[i]] = s.values[i];
    for (std::size_t i = 0; i < s.entry.size(); ++i)
      known.values[evidence::entry_copy(program, order[i])] = s.entry[i];
    // A parameter that is never changed may be spoken of by its name, even at the exit.
    if (returned) {
      known.values[cfg.returns.front()] = s.result;
      for (std::size_t i = s.values.size(); i < s.entry.size(); ++i)
        known.values[order[i]] = s.entry[i];
    }
    result.push_back(std::move(known));
  }
  return result;
}

bool is_cut(const Solved& solved, const Known& state) {
  const std::vector<ir::LocId>& cuts = solved.program().procedure(state.procedure).cuts;
  return std::ranges::find(cuts, state.location) != cuts.end();
}

/// Formulas of sets, made once for each location.
class Formulas {
public:
  explicit Formulas(Solved& solved) : solved_(solved) {}

  struct Bounds {
    Term reached, must, may;
  };
  const Bounds& at(const Known& state) {
    auto [found, is_new] = known_.try_emplace({state.procedure, state.location});
    if (is_new) {
      const domain::Belnap& nonterm = solved_.nonterm().states(state.procedure, state.location);
      domain::ExactDomain& domain = solved_.domain();
      found->second = {domain.formula(solved_.forward().states(state.procedure, state.location)),
                       domain.formula(nonterm.must),
                       domain.formula(nonterm.may)};
    }
    return found->second;
  }

private:
  Solved& solved_;
  std::map<std::pair<ir::ProcId, ir::LocId>, Bounds> known_;
};

/// What is wrong with the bounds; empty if nothing is.
std::string fault_in(Solved& solved, const std::vector<Known>& states) {
  if (!solved.within_reached()) return "the lower bound has states that cannot be reached";
  Formulas formulas(solved);
  for (const Known& state : states) {
    if (!is_cut(solved, state)) continue;
    const Formulas::Bounds& bounds = formulas.at(state);
    if (!holds(bounds.reached, state.values)) return "a reached state is missing";
    if (state.never_ends && !holds(bounds.may, state.values))
      return "a state that never ends is above the upper bound";
    if (!state.never_ends && holds(bounds.must, state.values))
      return "a state that ends is in the lower bound";
  }
  return {};
}

/// A random program that is small enough, with all that is known about it.
struct Case {
  std::string text;
  SmallProgram small;
  std::vector<SmallState> states;
};

std::optional<Case> make_case(std::uint64_t seed) {
  SmallProgram small = reference::random_small_program(seed, 2 + unsigned(seed % 2));
  auto states = reference::states_of(small, most_states);
  if (!states) return std::nullopt;
  return Case{to_ir(small), std::move(small), std::move(*states)};
}

SolvedOptions machine(Conditions conditions = {}) {
  return {.integers = IntegerModel::Machine, .conditions = conditions, .seeds = 10};
}

TEST(OracleO5, LowerBoundWithinTruthWithinUpperBound) {
  std::size_t strict = 0;
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    std::optional<Case> c = make_case(seed);
    if (!c) continue;
    Solved solved(c->text, machine());
    solved.solve();
    EXPECT_EQ(fault_in(solved, known_states(solved.ir(), c->small, c->states)), "")
        << "seed " << seed << "\n"
        << c->text;
    if (!solved.at_start().must.is_false()) ++strict;
  }
  EXPECT_GT(strict, 0U) << "some of these programs should be seen to run for ever";
}

/// An atom over variables of a procedure: one compared with a constant, or with another.
Term random_atom(const Solved& solved, ir::ProcId f, std::mt19937_64& random) {
  const ir::Program& program = solved.ir();
  TermManager& terms = *program.terms;
  const ir::Procedure& cfg = program.procedure(f);
  std::vector<VarId> variables = program.globals;
  for (const auto* list : {&cfg.parameters, &cfg.locals})
    variables.insert(variables.end(), list->begin(), list->end());
  if (variables.empty()) return {};
  auto any = [&] {
    VarId v = variables[random() % variables.size()];
    return terms.variable(v, program.variable(v).type);
  };
  Term left = any();
  Term right = random() % 2 == 0
                   ? any()
                   : terms.constant(left.type(), Integer(random() % (1U << left.type().width())));
  return random() % 2 == 0 ? terms.le(left, right) : terms.eq(left, right);
}

/// What the program is thought to choose, at every place where it does.
using Choices = std::map<std::pair<ir::ProcId, ir::LocId>, std::vector<Values>>;
Choices choices_of(Solved& solved) {
  Choices result;
  for (const Procedure& p : solved.program().procedures())
    for (ir::LocId l : p.cuts)
      for (Values& option : solved.choices(p.id, l))
        if (!option.empty()) result[{p.id, l}].push_back(std::move(option));
  return result;
}

bool among(const Choices& some, Choices& all) {
  return std::ranges::all_of(some, [&](const auto& at) {
    return std::ranges::all_of(at.second, [&](const Values& option) {
      return std::ranges::find(all[at.first], option) != all[at.first].end();
    });
  });
}

/// What the bounds say about each of the states; nothing where no bounds are kept.
std::vector<std::optional<std::array<bool, 3>>> memberships(Solved& solved,
                                                            const std::vector<Known>& states) {
  Formulas formulas(solved);
  std::vector<std::optional<std::array<bool, 3>>> result;
  for (const Known& state : states) {
    result.emplace_back();
    if (!is_cut(solved, state)) continue;
    const Formulas::Bounds& bounds = formulas.at(state);
    result.back() = {holds(bounds.reached, state.values),
                     holds(bounds.must, state.values),
                     holds(bounds.may, state.values)};
  }
  return result;
}

TEST(OracleO4, MorePredicatesLoseNothing) {
  std::size_t with_choices = 0;
  for (std::uint64_t seed = 1; seed <= count() / 4; ++seed) {
    std::optional<Case> c = make_case(seed);
    if (!c) continue;
    Solved solved(c->text, machine());
    std::vector<Known> states = known_states(solved.ir(), c->small, c->states);
    auto before = memberships(solved.solve(), states);
    Choices choices = choices_of(solved);
    std::mt19937_64 random(seed);
    for (std::size_t f = 0; f < solved.ir().procedures.size(); ++f)
      for (int i = 0; i < 2; ++i)
        if (Term atom = random_atom(solved, ir::ProcId(f), random); !atom.null())
          solved.add(ir::ProcId(f), atom);
    auto after = memberships(solved.solve(), states);
    // Only so many choices are tried: where the new predicates suggest others, old ones may be left out.
    Choices now = choices_of(solved);
    bool same_choices = among(choices, now);
    if (same_choices && !choices.empty()) ++with_choices;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (!before[i]) continue;
      SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + c->text);
      auto [reached, must, may] = *before[i];
      auto [now_reached, now_must, now_may] = *after[i];
      ASSERT_LE(now_reached, reached);
      ASSERT_LE(now_may, may);
      ASSERT_TRUE(!same_choices || now_must || !must);
    }
  }
  EXPECT_GT(with_choices, 0U) << "programs that choose should be among these";
}

/// Whether O5 notices on some program that a condition was left out.
bool noticed(Conditions conditions, std::uint64_t programs) {
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    std::optional<Case> c = make_case(seed);
    if (!c) continue;
    Solved solved(c->text, machine(conditions));
    solved.solve();
    if (!fault_in(solved, known_states(solved.ir(), c->small, c->states)).empty()) return true;
  }
  return false;
}

/// A random program in which some values are not known, and what it is when they are: every such program has
/// the same locations. What must happen whatever they are happens in all of these.
struct CaseWithUnknowns {
  SmallProgram small;
  std::vector<Case> decided;
};

std::optional<CaseWithUnknowns> make_case_with_unknowns(std::uint64_t seed) {
  CaseWithUnknowns result{reference::with_unknowns(reference::random_small_program(seed, 2), seed),
                          {}};
  for (int value = result.small.range.low; value <= result.small.range.high; ++value) {
    SmallProgram small = reference::with_unknowns_decided(result.small, value);
    auto states = reference::states_of(small, most_states);
    if (!states) return std::nullopt;
    result.decided.push_back({to_ir(small), std::move(small), std::move(*states)});
  }
  return result;
}

/// What is wrong with the bounds when unknown values turn out to be this or that.
std::string fault_with_unknowns(const CaseWithUnknowns& c, Conditions conditions) {
  Solved solved(to_ir(c.small), machine(conditions));
  solved.solve();
  for (const Case& decided : c.decided) {
    std::string fault = fault_in(solved, known_states(solved.ir(), decided.small, decided.states));
    if (!fault.empty()) return fault;
    if (!solved.at_start().must.is_false() && !reference::truth_about(decided.small)->runs_for_ever)
      return "the program ends and seems to run for ever";
  }
  return {};
}

TEST(OracleO5, BoundsHoldWhateverUnknownValuesAre) {
  for (std::uint64_t seed = 1; seed <= count() / 2; ++seed) {
    std::optional<CaseWithUnknowns> c = make_case_with_unknowns(seed);
    if (!c) continue;
    EXPECT_EQ(fault_with_unknowns(*c, {}), "") << "seed " << seed << "\n" << to_ir(c->small);
  }
}

TEST(OracleO6, UnknownValuesTakenForChoices) {
  bool noticed = false;
  for (std::uint64_t seed = 1; seed <= 200 && !noticed; ++seed)
    if (std::optional<CaseWithUnknowns> c = make_case_with_unknowns(seed))
      noticed = !fault_with_unknowns(*c, {.our_ignorance = false}).empty();
  EXPECT_TRUE(noticed);
}

TEST(OracleO6, WithoutSummariesFirst) {
  EXPECT_TRUE(noticed({.summaries_first = false}, 60));
}

TEST(OracleO6, WithoutAllExits) {
  EXPECT_TRUE(noticed({.all_exits = false}, 60));
}

TEST(OracleO6, WithoutConsistency) {
  EXPECT_TRUE(noticed({.consistent = false}, 60));
}

} // namespace
} // namespace kleene::engine::exact
