// SPDX-License-Identifier: Apache-2.0
#include "quadratic.h"

#include "kleene/facts/loops.h"

#include <fmt/core.h>

#include <algorithm>

#include "equalities.h"
#include "proof.h"
#include "samples.h"

namespace kleene::engine::linear {
namespace {

using domain::PresburgerDomain;
using ir::ProcId;
using presburger::Point;

/// Equations as formulas over the program's terms.
class Formulas {
public:
  Formulas(const PresburgerDomain& domain,
           const std::vector<VarId>& inputs,
           const std::vector<VarId>& outputs)
      : program_(domain.program()), t_(*program_.terms), type_(domain.formula_type()) {
    for (VarId v : inputs)
      add(v, evidence::entry_copy(program_, v), "@entry");
    for (VarId v : outputs)
      add(v, v, "");
  }

  Term formula(const Equation& e) const { return t_.eq(sum(e, true), sum(e, false)); }

  std::string text(const Equation& e) const {
    return fmt::format("{} = {}", text(e, true), text(e, false));
  }

private:
  void add(VarId v, VarId name, const char* suffix) {
    const ir::Variable& variable = program_.variable(v);
    dims_.push_back(t_.cast(type_, t_.variable(name, variable.type)));
    names_.push_back(variable.display + suffix);
  }

  /// The terms of one sign, made positive: one side of the equation.
  Term sum(const Equation& e, bool positive) const {
    Term result;
    for (const Equation::Monomial& m : e.terms) {
      if ((m.coefficient > 0) != positive) continue;
      Integer c = positive ? m.coefficient : -m.coefficient;
      Term product;
      if (c != 1 || m.dims.empty()) product = t_.constant(type_, c);
      for (std::size_t d : m.dims)
        product = product.null() ? dims_[d] : t_.binary(Op::Mul, product, dims_[d]);
      result = result.null() ? product : t_.binary(Op::Add, result, product);
    }
    return result.null() ? t_.constant(type_, 0) : result;
  }

  std::string text(const Equation& e, bool positive) const {
    std::string result;
    for (const Equation::Monomial& m : e.terms) {
      if ((m.coefficient > 0) != positive) continue;
      Integer c = positive ? m.coefficient : -m.coefficient;
      std::string product = c != 1 || m.dims.empty() ? to_string(c) : "";
      for (std::size_t d : m.dims)
        product += (product.empty() ? "" : "*") + names_[d];
      result += (result.empty() ? "" : " + ") + product;
    }
    return result.empty() ? "0" : result;
  }

  const ir::Program& program_;
  TermManager& t_;
  Type type_;
  std::vector<Term> dims_;
  std::vector<std::string> names_;
};

SourceRange place_of(const ir::Procedure& p, std::size_t location) {
  for (const ir::Edge& e : p.edges)
    if (e.from.index() == location && e.range.known()) return e.range;
  return p.range;
}

class Guess {
public:
  Guess(const PresburgerDomain& domain, const Solution& solution)
      : domain_(domain), guess_{proof_of(domain, solution), {}} {}

  void strengthen(ProcId f, const Samples& samples) {
    auto& into = guess_.proof.procedures[f.index()];
    const domain::Layout& layout = domain_.layout(f);
    for (std::size_t l = 0; l < into.invariants.size(); ++l)
      if (!into.invariants[l].null())
        strengthen(into.invariants[l], f, l, samples[l], layout.state);
    if (into.summary.null()) return;
    std::size_t exit = domain_.program().procedure(f).exit.index();
    strengthen(into.summary, f, exit, results(layout, samples[exit]), layout.result);
  }

  /// States something at entries and heads of loops only: other locations may be visited too rarely to
  /// tell what holds there, and the judge passes through them by itself.
  void thin_out() {
    guess_.proof.sparse = true;
    for (std::size_t f = 0; f < guess_.proof.procedures.size(); ++f) {
      auto& p = guess_.proof.procedures[f];
      if (p.invariants.empty()) continue;
      const ir::Procedure& procedure = domain_.program().procedures[f];
      std::vector<bool> stated(p.invariants.size());
      stated[procedure.entry.index()] = true;
      mark_heads(facts::loop_forest(procedure), stated);
      Term never = domain_.program().terms->truth(false);
      for (std::size_t l = 0; l < stated.size(); ++l)
        if (!stated[l])
          p.invariants[l] = Term();
        else if (p.invariants[l].null())
          p.invariants[l] = never;
      if (p.summary.null()) p.summary = never;
    }
  }

  QuadraticGuess& result() { return guess_; }

private:
  static void mark_heads(const std::vector<facts::Nested>& order, std::vector<bool>& marks) {
    for (const facts::Nested& e : order) {
      if (e.loop) marks[e.location.index()] = true;
      mark_heads(e.body, marks);
    }
  }

  /// From (entry, state) to (entry, result).
  static std::vector<Point> results(const domain::Layout& layout, const std::vector<Point>& pairs) {
    std::vector<Point> result;
    std::size_t n = layout.entry.size();
    for (const Point& p : pairs) {
      Point one(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(n));
      for (VarId v : layout.result)
        one.push_back(p[n + layout.position.at(v)]);
      result.push_back(std::move(one));
    }
    std::ranges::sort(result);
    result.erase(std::ranges::unique(result).begin(), result.end());
    return result;
  }

  void strengthen(Term& formula,
                  ProcId f,
                  std::size_t location,
                  const std::vector<Point>& points,
                  const std::vector<VarId>& outputs) {
    const ir::Program& program = domain_.program();
    Formulas formulas(domain_, domain_.layout(f).entry, outputs);
    for (const Equation& e : equations_of(points)) {
      formula = program.terms->conj(formula, formulas.formula(e));
      if (e.degree() < 2 || !guess_.example.empty()) continue;
      std::string place = program.files.describe(place_of(program.procedure(f), location));
      guess_.example = fmt::format("{} at {}", formulas.text(e), place);
    }
  }

  const PresburgerDomain& domain_;
  QuadraticGuess guess_;
};

} // namespace

std::optional<QuadraticGuess>
guess_quadratic(const PresburgerDomain& domain, const Solution& solution, Budget& budget) {
  Guess guess(domain, solution);
  std::vector<Samples> samples = sample_executions(domain, budget);
  for (std::size_t f = 0; f < samples.size(); ++f)
    guess.strengthen(ProcId(f), samples[f]);
  if (guess.result().example.empty()) return std::nullopt;
  guess.thin_out();
  return std::move(guess.result());
}

} // namespace kleene::engine::linear
