// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/k_induction.h"

#include "kleene/engine/k_induction/candidates.h"
#include "kleene/engine/k_induction/contracts.h"
#include "kleene/engine/k_induction/elements.h"
#include "kleene/engine/k_induction/houdini.h"
#include "kleene/evidence/object_program.h"
#include "kleene/facts/call_graph.h"
#include "kleene/logic/variable_space.h"
#include "kleene/transform/live_objects.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <unordered_set>

#include "clauses.h"
#include "objects.h"

namespace kleene::engine::k_induction {
namespace {

using ir::LocId;
using ir::ProcId;

/// Tried in this order. What holds for one holds for greater ones, too.
constexpr std::size_t few_depths[] = {1, 2};
constexpr std::size_t more_depths[] = {1, 3, 4, 5, 6, 8, 10, 13, 16};
constexpr double seconds_per_guess = 5;
constexpr double seconds_per_question = 60;

/// What proofs may speak of besides variables.
enum class Subject {
  Elements, ///< of arrays
  Objects,  ///< of the heap, in the program with its live objects
};

class Induction {
public:
  Induction(const evidence::Problem& problem, Subject subject, Budget& budget, Observer& observer)
      : problem_(problem),
        program_(problem.program),
        terms_(*program_.terms),
        subject_(subject),
        budget_(budget),
        observer_(observer),
        calls_(program_),
        facts_(analysis::invariants(program_, problem.integers, budget)),
        unfolder_(problem, contracts_),
        guesses_(program_.procedures.size()),
        parameters_(subject == Subject::Objects ? std::vector<Type>{program_.pointer_type()}
                                                : index_types(program_)) {
    for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
      contracts_.push_back(contract_of_facts(problem, ProcId(f), facts_[f]));
      clauses_.push_back(clauses_of(program_, ProcId(f)));
      Term& required = contracts_.back().required;
      for (Term clause : clauses_.back().required)
        required = required.null() ? clause : terms_.conj(required, clause);
    }
    if (subject == Subject::Objects) return;
    cell_parameter_ =
        terms_.variable(evidence::parameter(program_, parameters_.size()), program_.pointer_type());
    unfolder_.use_cells_at(accessed_places(program_), cell_parameter_);
  }

  Answer run() {
    for (const std::vector<ProcId>& group : groups()) {
      ProcId first = group.front();
      for (ProcId f : group)
        if (is_start(f)) contracts_[f.index()].required = terms_.truth(true);
      if (is_simple(first) && group.size() == 1 && !is_start(first))
        contracts_[first.index()] =
            exact_contract(problem_, first, contracts_[first.index()], unfolder_, cell_parameter_);
      else
        learn(group);
      if (std::string obstacle = induct(group); !obstacle.empty())
        return Unknown{obstacle, std::make_shared<evidence::InductiveProof>(proof())};
      learned_.push_back(group);
    }
    return proof();
  }

private:
  const ir::Procedure& procedure(ProcId f) const { return program_.procedure(f); }
  Guesses& guesses(ProcId f) {
    if (std::ranges::find(together_, f) != together_.end()) f = together_.front();
    return guesses_[calls_.ranks()[f.index()]];
  }
  bool is_simple(ProcId f) { return unfolder_.cut(f).heads.empty() && !calls_.recursive(f); }

  /// Procedures that are looked at together, callees first: those that call each other. Where objects are
  /// remembered, what callers pass decides whether accesses are valid, so everything behind the first loop is
  /// one group.
  std::vector<std::vector<ProcId>> groups() {
    constexpr std::size_t most_together = 12;
    std::vector<std::vector<ProcId>> result;
    for (std::vector<ProcId> group : calls_.groups()) {
      std::erase_if(group, [&](ProcId f) { return !contracts_[f.index()].called; });
      if (!group.empty()) result.push_back(std::move(group));
    }
    auto first =
        std::ranges::find_if(result, [&](const auto& group) { return !is_simple(group.front()); });
    bool merged = !evidence::remembered_objects(program_).empty() && result.end() - first > 1
                  && static_cast<std::size_t>(result.end() - first) <= most_together;
    if (!merged) return result;
    for (auto group = first; group != result.end(); ++group)
      together_.insert(together_.end(), group->begin(), group->end());
    result.erase(first, result.end());
    result.push_back(together_);
    return result;
  }
  /// Starts the program, and is not called in addition.
  bool is_start(ProcId f) const { return f == program_.entry && !calls_.called(f); }

  smt::SessionOptions options(double seconds) const {
    return {problem_.integers, unfolder_.layout(), seconds, false};
  }

  /// The ways from the entry, or from a head.
  Start start(ProcId f, LocId from, std::size_t levels) {
    auto invariant = [&](LocId l) { return guesses(f).assumed(terms_, f, l); };
    Start result;
    result.known = terms_.truth(true);
    symbolic::State state;
    if (from == procedure(f).entry) {
      state = is_start(f) ? unfolder_.initial(result.known) : unfolder_.at_entry();
      if (is_start(f) && subject_ == Subject::Objects) result.known = no_object_yet(result.known);
      if (!is_start(f)) result.known = contracts_[f.index()].required;
    } else {
      result.known = invariant(from);
    }
    result.ways = unfolder_.unfold(f, from, std::move(state), levels, invariant);
    return result;
  }

  /// Of the object that the parameter stands for.
  Term no_object_yet(Term known) {
    Type pointer = program_.pointer_type();
    Term object = terms_.variable(evidence::parameter(program_, 0), pointer);
    Term live = terms_.variable(transform::live_objects(program_), Type::memory());
    return terms_.conj(known,
                       terms_.eq(terms_.load(pointer, live, object), terms_.constant(pointer, 0)));
  }

  /// Places where ways begin: the entry, and the heads. A loop that contains the entry begins there
  /// anew, with other values than those of the entry.
  std::vector<LocId> beginnings(ProcId f) {
    std::vector<LocId> result{procedure(f).entry};
    for (LocId head : unfolder_.cut(f).heads)
      result.push_back(head);
    return result;
  }

  /// Finds out what holds at the heads, entries and exits of procedures that call each other.
  void learn(const std::vector<ProcId>& group) {
    Guesses& all = guesses(group.front());
    for (ProcId f : group)
      guess(f, all);
    drop_what_callers_refute(group, all);
    keep_inductive(group, all);
  }

  /// The same with what may hold for all elements of arrays, once; false if there is nothing to guess.
  bool learn_about_elements(const std::vector<ProcId>& group) {
    if (!asked_about_elements_.insert(group.front()).second) return false;
    Guesses& all = guesses(group.front());
    bool found = false;
    for (ProcId f : group)
      found |= guess_elements(f, all);
    if (found) keep_inductive(group, all);
    return found;
  }

  /// The same once more with all that was dropped: it may hold together with what is known by now.
  void learn_again(const std::vector<ProcId>& group) {
    Guesses& all = guesses(group.front());
    Guesses again = all;
    for (ProcId f : group) {
      guess_elements(f, again);
      guess(f, again);
    }
    drop_what_callers_refute(group, again);
    for (auto& [place, list] : again.at) {
      std::unordered_set<Term> said;
      std::erase_if(list, [&](const Guess& g) { return !said.insert(g.formula).second; });
    }
    all = std::move(again);
    keep_inductive(group, all);
  }

  /// Drops guesses until the rest is inductive, and makes contracts of it.
  void keep_inductive(const std::vector<ProcId>& group, Guesses& all) {
    observer_.phase(fmt::format("looking for invariants of {}", procedure(group.front()).name));
    std::vector<Contract> before = contracts_;
    for (ProcId f : group)
      contracts_[f.index()] =
          with_guesses(f, before[f.index()], [&](LocId l) { return all.assumed(terms_, f, l); });
    std::vector<Start> starts;
    for (ProcId f : group)
      for (LocId l : beginnings(f))
        starts.push_back(start(f, l, 1));
    k_induction::keep_inductive(program_, all, starts, options(seconds_per_guess), budget_);
    for (auto& [location, list] : all.at)
      keep_needed(list);
    for (ProcId f : group)
      contracts_[f.index()] =
          with_guesses(f, before[f.index()], [&](LocId l) { return all.invariant(terms_, f, l); });
  }

  Contract
  with_guesses(ProcId f, Contract contract, const std::function<Term(LocId)>& guessed) const {
    if (is_start(f)) return contract;
    contract.required = terms_.conj(contract.required, guessed(procedure(f).entry));
    contract.ensured = guessed(procedure(f).exit);
    return contract;
  }

  void guess(ProcId f, Guesses& all) {
    auto add = [&](LocId l, const std::vector<Term>& formulas) {
      for (Term formula : formulas)
        all.at[{f, l}].push_back({formula, formula, unfolder_.fresh()(Type::boolean())});
    };
    for (LocId head : unfolder_.cut(f).heads)
      add(head, head_candidates(problem_, f, facts_[f.index()][head.index()]));
    if (is_start(f)) return;
    bool recursive = calls_.recursive(f) || !together_.empty();
    LocId exit = procedure(f).exit;
    add(exit, clauses_[f.index()].ensured);
    add(exit, exit_candidates(problem_, f, facts_[f.index()][exit.index()], recursive));
    if (recursive && f != program_.entry) add(procedure(f).entry, entry_candidates(problem_, f));
  }

  /// At loop heads and exits. Whether there are any.
  bool guess_elements(ProcId f, Guesses& all) {
    const Cut& cut = unfolder_.cut(f);
    bool found = false;
    for (std::size_t i = 0; i < parameters_.size() && !cut.heads.empty(); ++i) {
      Term parameter = terms_.variable(evidence::parameter(program_, i), parameters_[i]);
      ElementGuesses elements = subject_ == Subject::Objects
                                    ? object_guesses(program_, cut, parameter)
                                    : element_guesses(program_, f, cut, parameter);
      if (elements.properties.empty()) continue;
      found = true;
      for (Term t : elements.instances)
        if (std::ranges::find(instances_, t) == instances_.end()) instances_.push_back(t);
      for (LocId head : cut.heads) {
        std::vector<Guess>& here = all.at[{f, head}];
        auto session = smt::z3_session(options(seconds_per_guess), budget_);
        add_at_head(terms_, elements, parameter, *session, unfolder_.fresh(), here);
      }
      if (!is_start(f))
        add_at_exit(program_, f, elements, unfolder_.fresh(), all.at[{f, procedure(f).exit}]);
    }
    return found;
  }

  /// What is guessed at entries has to hold for calls from elsewhere, as far as their facts tell: these
  /// callers come later.
  void drop_what_callers_refute(const std::vector<ProcId>& group, Guesses& all) {
    std::unique_ptr<smt::Session> session = smt::z3_session(options(seconds_per_guess), budget_);
    for (std::size_t c = 0; c < program_.procedures.size(); ++c) {
      if (std::ranges::find(group, ProcId(c)) != group.end()) continue;
      for (const ir::Edge& e : program_.procedures[c].edges) {
        const auto* call = std::get_if<ir::Call>(&e.statement);
        const analysis::Facts& facts = facts_[c][e.from.index()];
        if (call == nullptr || !facts.reachable) continue;
        const ir::Procedure& callee = procedure(call->callee);
        auto guessed = all.at.find({call->callee, callee.entry});
        if (guessed == all.at.end()) continue;
        Term known = analysis::formula(program_, problem_.integers, facts);
        Substitution passed(terms_);
        for (std::size_t i = 0; i < callee.parameters.size(); ++i)
          passed.add(callee.parameters[i], call->arguments[i]);
        for (Guess& g : guessed->second)
          if (session->check(std::vector<Term>{known, terms_.negate(passed(g.formula))})
              != smt::Answer::Unsat)
            g.alive = false;
      }
    }
    for (auto& [location, list] : all.at)
      std::erase_if(list, [](const Guess& g) { return !g.alive; });
  }

  /// Drops what does not hold, and x <= y where x == y is said.
  void keep_needed(std::vector<Guess>& list) {
    std::erase_if(list, [](const Guess& g) { return !g.alive; });
    std::unordered_set<Term> said;
    for (const Guess& g : list)
      said.insert(g.formula);
    std::erase_if(list, [&](const Guess& g) {
      if (g.formula.op() != Op::Le) return false;
      Term a = g.formula.arg(0);
      Term b = g.formula.arg(1);
      return said.contains(terms_.eq(a, b)) || said.contains(terms_.eq(b, a));
    });
  }

  /// Empty, or why nothing is proved of procedures that call each other. Before many rounds are unfolded,
  /// more is learned.
  std::string induct(const std::vector<ProcId>& group) {
    std::string obstacle = induct(group, few_depths);
    if (obstacle.empty()) return obstacle;
    bool more_is_known = learn_about_elements(group);
    if (more_is_known) obstacle = induct(group, few_depths);
    if (obstacle.empty()) return obstacle;
    for (const std::vector<ProcId>& callees : learned_)
      more_is_known |= learn_about_elements(callees);
    learned_.clear();
    if (more_is_known) {
      learn_again(group);
      obstacle = induct(group, few_depths);
    }
    // With objects, many rounds cost much and bring little.
    bool give_up = obstacle.empty() || subject_ == Subject::Objects;
    return give_up ? obstacle : induct(group, more_depths);
  }

  std::string induct(const std::vector<ProcId>& group, std::span<const std::size_t> depths) {
    std::string obstacle;
    for (ProcId f : group)
      if (obstacle = induct(f, depths); !obstacle.empty()) break;
    return obstacle;
  }

  std::string induct(ProcId f, std::span<const std::size_t> depths) {
    const std::string& name = procedure(f).name;
    observer_.phase(fmt::format("induction in {}", name));
    std::string obstacle;
    for (std::size_t k : depths) {
      observer_.progress(fmt::format("k = {}, {} guesses hold", k, guesses(f).enabled().size()));
      for (LocId l : beginnings(f)) {
        bool base = l == procedure(f).entry;
        obstacle = ask(f, l, k, base);
        if (obstacle.empty()) continue;
        if (base)
          return fmt::format(
              "{}, as far as {} iterations of the loops in {} tell", obstacle, k, name);
        obstacle = fmt::format("{}-induction at {} fails: {} after {} round{} without",
                               k,
                               describe(f, l),
                               obstacle,
                               k,
                               k == 1 ? "" : "s");
        break;
      }
      if (obstacle.empty()) {
        depth_ = std::max(depth_, k);
        return {};
      }
    }
    return obstacle;
  }

  /// Empty, or the danger that cannot be excluded.
  std::string ask(ProcId f, LocId from, std::size_t k, bool base) {
    Start begin = start(f, from, k);
    std::unique_ptr<smt::Session> session = smt::z3_session(options(seconds_per_question), budget_);
    session->assume(begin.known);
    for (Term enabled : guesses(f).enabled())
      session->assume(enabled);
    for (const Danger& danger : begin.ways.dangers) {
      if (!base && danger.level + 1 != k) continue;
      smt::Answer answer = session->check({danger.condition});
      if (answer == smt::Answer::Sat) return "it may be that " + danger.what;
      if (answer == smt::Answer::Unknown)
        return fmt::format("the solver does not know whether {}", danger.what);
    }
    return {};
  }

  std::string describe(ProcId f, LocId l) const {
    for (const ir::Edge& e : procedure(f).edges)
      if (e.from == l && e.range.known()) return "the loop at " + program_.files.describe(e.range);
    return "a loop in " + procedure(f).name;
  }

  evidence::InductiveProof proof() {
    evidence::InductiveProof proof;
    proof.sparse = true;
    proof.k = depth_;
    proof.procedures.resize(program_.procedures.size());
    for (ProcId f : calls_.callees_first()) {
      const Contract& contract = contracts_[f.index()];
      if (!contract.called) continue;
      const ir::Procedure& p = procedure(f);
      evidence::InductiveProof::Procedure& stated = proof.procedures[f.index()];
      stated.invariants.resize(p.locations.size());
      for (LocId head : unfolder_.cut(f).heads)
        stated.invariants[head.index()] = guesses(f).invariant(terms_, f, head);
      if (!is_start(f)) {
        Term& entry = stated.invariants[p.entry.index()];
        entry = entry.null() ? contract.required : terms_.conj(entry, contract.required);
        stated.summary = contract.ensured;
        for (const auto& [region, cell] : contract.cells)
          stated.summary = terms_.conj(stated.summary, cell);
      }
    }
    if (about_elements(proof)) {
      proof.parameters = parameters_;
      proof.instances = instances_;
    }
    add_cells(proof);
    return proof;
  }

  /// The parameter that stands for addresses, behind those of elements, with the places that are used.
  void add_cells(evidence::InductiveProof& proof) {
    std::set<VarId> said;
    for (const Contract& c : contracts_)
      for (const auto& [region, cell] : c.cells)
        said.insert(region);
    if (said.empty()) return;
    proof.parameters = parameters_;
    proof.parameters.push_back(program_.pointer_type());
    for (const AccessedPlace& p : unfolder_.places())
      if (said.contains(p.region)
          && std::ranges::find(proof.instances, p.address) == proof.instances.end())
        proof.instances.push_back(p.address);
  }

  bool about_elements(const evidence::InductiveProof& proof) const {
    const VariableSpace space(program_.variables.size());
    return std::ranges::any_of(proof.procedures, [&](const auto& p) {
      return std::ranges::any_of(p.invariants, [&](Term t) {
        return !t.null()
               && std::ranges::any_of(variables_of(t), [&](VarId v) { return !space.variable(v); });
      });
    });
  }

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  Subject subject_;
  Budget& budget_;
  Observer& observer_;
  facts::CallGraph calls_;
  analysis::Invariants facts_;
  std::vector<Contract> contracts_;
  std::vector<Clauses> clauses_; ///< that people wrote, by procedure
  Unfolder unfolder_;
  std::vector<Guesses> guesses_;
  std::vector<ProcId> together_; ///< procedures of several groups that are looked at as one
  std::vector<std::vector<ProcId>> learned_; ///< groups of which more may hold, about elements
  std::vector<Type> parameters_;
  Term cell_parameter_; ///< null: contracts do not speak of cells
  std::vector<Term> instances_;
  std::set<ProcId> asked_about_elements_;
  std::size_t depth_ = 1;
};

/// An entry that is a loop head would have to be two places at once.
bool comes_back_to_entry(const ir::Program& program) {
  return std::ranges::any_of(program.procedures, [](const ir::Procedure& p) {
    return std::ranges::any_of(p.edges, [&](const ir::Edge& e) { return e.to == p.entry; });
  });
}

std::optional<Answer>
prove_with_objects(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  bool given = transform::has_live_objects(problem.program);
  std::optional<transform::Transformed> made;
  if (!given) made = transform::with_live_objects(problem.program);
  evidence::Problem same = given ? problem : problem.about(made->program);
  Answer answer = Induction(same, Subject::Objects, budget, observer).run();
  auto* proved = std::get_if<evidence::InductiveProof>(&answer);
  if (proved == nullptr) return std::nullopt;
  proved->live_objects = !given;
  return answer;
}

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.events().no_end) return "it proves safety properties, not termination";
  if (problem.events().overflows && problem.integers == IntegerModel::Math)
    return "unbounded integers do not overflow";
  if (evidence::is_boolean(problem.program)) return "made for programs with integers";
  if (comes_back_to_entry(problem.program)) return "a loop begins at the entry of a procedure";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("computing ranges");
  bool many_objects =
      transform::allocates_on_heap(problem.program)
      && (!problem.asks_for_validity() || transform::has_live_objects(problem.program));
  if (many_objects)
    if (auto proved = prove_with_objects(problem, budget, observer)) return *std::move(proved);
  return Induction(problem, Subject::Elements, budget, observer).run();
}

} // namespace kleene::engine::k_induction
