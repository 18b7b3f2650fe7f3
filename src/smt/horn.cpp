// SPDX-License-Identifier: Apache-2.0
// A child process translates the clauses and runs Spacer; it sends back the answer, a solution as SMT-LIB
// text, which is read here.
#include "kleene/smt/horn.h"

#include "kleene/logic/substitute.h"
#include "kleene/smt/smtlib.h"
#include "kleene/support/process.h"
#include "kleene/support/work.h"

#include "z3_reader.h"
#include "z3_terms.h"
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace kleene::smt {
namespace {

constexpr std::string_view solved_mark = "solved\n";
constexpr std::string_view refuted_mark = "refuted\n";
constexpr std::size_t most_text = std::size_t(1) << 26;

/// A simple symbol of SMT-LIB; the number makes it unique and leads back to the relation.
std::string symbol_of(std::size_t number, const std::string& name) {
  std::string result = fmt::format("r{}.", number);
  for (char c : name)
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return result;
}

std::optional<std::size_t> number_of(const std::string& symbol) {
  std::size_t dot = symbol.find('.');
  if (!symbol.starts_with('r') || dot == std::string::npos) return std::nullopt;
  std::optional<Integer> value = parse_integer(symbol.substr(1, dot - 1));
  return value ? std::optional(static_cast<std::size_t>(*value)) : std::nullopt;
}

/// The clauses of a system as formulas of Z3.
class Clauses {
public:
  Clauses(z3::context& context, const HornSystem& system, const HornOptions& options)
      : z3_(context), system_(system), options_(options) {
    for (const HornRelation& r : system.relations) {
      Z3Terms terms = translator();
      z3::sort_vector domain(z3_);
      for (Term p : r.parameters)
        domain.push_back(terms.sort(p));
      std::string name = symbol_of(relations_.size(), r.name);
      relations_.push_back(z3_.function(name.c_str(), domain, z3_.bool_sort()));
    }
  }

  const std::vector<z3::func_decl>& relations() const { return relations_; }

  /// The clause with all its variables quantified; `error` takes the place of a head that is none.
  z3::expr formula(const HornClause& clause, const z3::expr& error) {
    Z3Terms terms = translator();
    z3::expr_vector body(z3_);
    for (const HornAtom& atom : clause.body)
      body.push_back(applied(atom, terms));
    body.push_back(terms(clause.constraint));
    z3::expr head = clause.head ? applied(*clause.head, terms) : error;
    for (const z3::expr& condition : terms.take_side_conditions())
      body.push_back(condition);
    z3::expr whole = z3::implies(z3::mk_and(body), head);
    z3::expr_vector variables = free_constants(whole);
    return variables.empty() ? whole : z3::forall(variables, whole);
  }

private:
  Z3Terms translator() {
    return {z3_, options_.integers, options_.layout, {options_.never_wraps, false}};
  }

  z3::expr applied(const HornAtom& atom, Z3Terms& terms) {
    z3::expr_vector arguments(z3_);
    for (Term t : atom.arguments)
      arguments.push_back(terms(t));
    return relations_[atom.relation](arguments);
  }

  z3::expr_vector free_constants(const z3::expr& whole) {
    z3::expr_vector result(z3_);
    std::unordered_map<unsigned, bool> seen;
    std::vector<z3::expr> todo{whole};
    while (!todo.empty()) {
      z3::expr e = todo.back();
      todo.pop_back();
      if (!e.is_app() || !seen.emplace(e.id(), true).second) continue;
      for (unsigned i = 0; i < e.num_args(); ++i)
        todo.push_back(e.arg(i));
      if (e.decl().decl_kind() != Z3_OP_UNINTERPRETED || is_relation(e)) continue;
      if (e.num_args() > 0)
        throw NotExpressible(fmt::format("the function '{}'", e.decl().name().str()));
      result.push_back(e);
    }
    return result;
  }

  bool is_relation(const z3::expr& e) const {
    return e.is_bool()
           && (e.decl().name().str() == "error"
               || std::ranges::any_of(relations_,
                                      [&](const auto& r) { return z3::eq(r, e.decl()); }));
  }

  z3::context& z3_;
  const HornSystem& system_;
  const HornOptions& options_;
  std::vector<z3::func_decl> relations_;
};

z3::params parameters(z3::context& context, HornProfile profile) {
  z3::params p(context);
  p.set("engine", context.str_symbol("spacer"));
  bool resolve = profile == HornProfile::Resolved;
  p.set("xform.inline_eager", resolve);
  p.set("xform.inline_linear", resolve);
  p.set("xform.slice", resolve);
  return p;
}

/// Z3's own measure of work; about so many units take it a second.
unsigned units(const HornOptions& options) {
  constexpr double units_per_second = 1e6;
  constexpr double most = 4e9;
  return static_cast<unsigned>(std::min(options.seconds * units_per_second, most));
}

/// What the child does; its answer as text.
std::string run(const HornSystem& system, const HornOptions& options) {
  z3::context context;
  Clauses clauses(context, system, options);
  z3::fixedpoint spacer(context);
  z3::params p = parameters(context, options.profile);
  if (work::counted()) p.set("rlimit", units(options));
  spacer.set(p);
  for (z3::func_decl r : clauses.relations())
    spacer.register_relation(r);
  z3::func_decl error = context.function("error", z3::sort_vector(context), context.bool_sort());
  spacer.register_relation(error);
  for (const HornClause& clause : system.clauses) {
    z3::expr rule = clauses.formula(clause, error());
    spacer.add_rule(rule, context.str_symbol("clause"));
  }
  z3::expr query = error();
  z3::check_result result = spacer.query(query);
  if (result == z3::sat) return std::string(refuted_mark);
  if (result == z3::unknown) return "Spacer gives up: " + spacer.reason_unknown();
  z3::solver carrier(context);
  carrier.add(spacer.get_answer());
  return std::string(solved_mark) + carrier.to_smt2();
}

/// Reads `∀ x. R(x) = formula` for each relation.
class SolutionReader {
public:
  SolutionReader(const HornSystem& system, TermManager& terms, const HornOptions& options)
      : system_(system), terms_(terms), options_(options) {
    solution_.formulas.assign(system.relations.size(), Term());
  }

  /// A relation without formula is null: it is not mentioned, or was resolved away with quantifiers.
  HornSolution read(const std::string& text) {
    z3::expr_vector assertions = z3_.parse_string(text.c_str());
    for (z3::expr e : assertions)
      conjunct(e);
    return std::move(solution_);
  }

private:
  void conjunct(const z3::expr& e) {
    if (e.is_app() && e.decl().decl_kind() == Z3_OP_AND) {
      for (unsigned i = 0; i < e.num_args(); ++i)
        conjunct(e.arg(i));
      return;
    }
    z3::expr body = e.is_quantifier() ? e.body() : e;
    if (!body.is_app()) throw NotExpressible("the solver's answer");
    Z3_decl_kind kind = body.decl().decl_kind();
    if (kind == Z3_OP_TRUE) return;
    if (kind == Z3_OP_EQ && is_relation(body.arg(0)))
      define(body.arg(0), body.arg(1));
    else if (is_relation(body))
      define(body, z3_.bool_val(true));
    else if (kind == Z3_OP_NOT && is_relation(body.arg(0)))
      define(body.arg(0), z3_.bool_val(false));
    else
      throw NotExpressible("the solver's answer");
  }

  static bool is_relation(const z3::expr& e) {
    return e.is_app() && e.decl().decl_kind() == Z3_OP_UNINTERPRETED;
  }

  void define(const z3::expr& relation, const z3::expr& formula) {
    std::optional<std::size_t> which = number_of(relation.decl().name().str());
    if (!which || *which >= system_.relations.size()) return; // "error", or made by the solver
    const std::vector<Term>& formals = system_.relations[*which].parameters;
    std::vector<Term> bound(relation.num_args());
    for (unsigned i = 0; i < relation.num_args(); ++i) {
      if (!relation.arg(i).is_var()) throw NotExpressible("the solver's answer");
      unsigned index = Z3_get_index_value(z3_, relation.arg(i));
      if (index >= bound.size()) throw NotExpressible("the solver's answer");
      bound[index] = formals[i];
    }
    Z3Reader reader(terms_, bound, options_.layout.cell, options_.layout.pointer_width);
    try {
      solution_.formulas[*which] = reader(formula);
    } catch (const NotExpressible&) {
      solution_.formulas[*which] = Term();
    }
  }

  const HornSystem& system_;
  TermManager& terms_;
  const HornOptions& options_;
  z3::context z3_;
  HornSolution solution_;
};

HornAnswer solve_once(const HornSystem& system,
                      TermManager& terms,
                      const HornOptions& options,
                      const Budget& time,
                      Budget& budget) {
  ProcessOptions process;
  process.seconds = std::max(0.0, time.seconds_left().value_or(options.seconds));
  process.budget = &budget;
  process.address_space = options.memory;
  process.max_output = most_text;
  ProcessResult result = run_in_child([&] { return run(system, options); }, process);
  if (work::counted() && !result.output.starts_with(solved_mark)) work::add(options.seconds);
  if (result.timed_out) return HornUndecided{"the Horn solver ran out of time"};
  if (result.signal != 0)
    return HornUndecided{fmt::format("the Horn solver was ended by signal {}", result.signal)};
  if (!result.succeeded()) return HornUndecided{result.failure + result.errors};
  if (result.output == refuted_mark) return HornRefuted{};
  if (!result.output.starts_with(solved_mark)) return HornUndecided{result.output};
  try {
    return SolutionReader(system, terms, options).read(result.output.substr(solved_mark.size()));
  } catch (const NotExpressible& why) {
    return HornUndecided{
        fmt::format("a solution was found that has no formula here: {}", why.what())};
  } catch (const z3::exception& why) {
    return HornUndecided{fmt::format("the solution cannot be read: {}", why.msg())};
  }
}

/// The clauses where the relations with a formula are that formula.
HornSystem
remaining(const HornSystem& system, TermManager& terms, const std::vector<Term>& formulas) {
  auto applied = [&](const HornAtom& atom) {
    Substitution arguments(terms);
    const std::vector<Term>& parameters = system.relations[atom.relation].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      arguments.add(parameters[i].variable(), atom.arguments[i]);
    return arguments(formulas[atom.relation]);
  };
  auto known = [&](const HornAtom& atom) { return !formulas[atom.relation].null(); };
  HornSystem result;
  result.relations = system.relations;
  for (HornClause clause : system.clauses) {
    std::vector<Term> parts{clause.constraint};
    for (const HornAtom& atom : clause.body)
      if (known(atom)) parts.push_back(applied(atom));
    std::erase_if(clause.body, known);
    if (clause.head && known(*clause.head)) {
      parts.push_back(terms.negate(applied(*clause.head)));
      clause.head.reset();
    }
    clause.constraint = terms.conj(parts);
    result.clauses.push_back(std::move(clause));
  }
  return result;
}

} // namespace

HornAnswer
solve(const HornSystem& system, TermManager& terms, const HornOptions& options, Budget& budget) {
  Budget time = budget.slice(options.seconds);
  HornAnswer answer = solve_once(system, terms, options, time, budget);
  auto* solution = std::get_if<HornSolution>(&answer);
  if (solution == nullptr || std::ranges::none_of(solution->formulas, &Term::null)) return answer;
  if (options.profile == HornProfile::Direct) {
    // Not mentioned: nothing has to hold for it.
    for (Term& formula : solution->formulas)
      if (formula.null()) formula = terms.truth(true);
    return answer;
  }
  HornOptions directly = options;
  directly.profile = HornProfile::Direct;
  HornAnswer rest =
      solve_once(remaining(system, terms, solution->formulas), terms, directly, time, budget);
  auto* completed = std::get_if<HornSolution>(&rest);
  if (completed == nullptr) return HornUndecided{"a solution was found that has no formula here"};
  for (std::size_t i = 0; i < solution->formulas.size(); ++i) {
    Term& formula = solution->formulas[i];
    if (formula.null()) formula = completed->formulas[i];
    if (formula.null()) formula = terms.truth(true);
  }
  return answer;
}

std::string horn_text(const HornSystem& system, const HornOptions& options) {
  z3::context context;
  Clauses clauses(context, system, options);
  std::string text = "(set-logic HORN)\n";
  for (z3::func_decl r : clauses.relations())
    text += r.to_string() + "\n";
  for (const HornClause& clause : system.clauses)
    text +=
        fmt::format("(assert {})\n", clauses.formula(clause, context.bool_val(false)).to_string());
  return text + "(check-sat)\n";
}

} // namespace kleene::smt
