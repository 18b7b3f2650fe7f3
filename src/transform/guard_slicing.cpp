// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/guard_slicing.h"

#include "kleene/ir/data_flow.h"
#include "kleene/ir/program_point.h"
#include "kleene/logic/substitute.h"

#include <algorithm>
#include <utility>

namespace kleene::transform {
namespace {

/// The variables of the guards that an execution passes last before a target.
class LastGuards {
public:
  LastGuards(const ir::Program& program, const ir::TargetSelection& targets) : program_(program) {
    for (const ir::Procedure& p : program.procedures) {
      seen_.emplace_back(p.locations.size(), false);
      incoming_.emplace_back(p.locations.size());
      for (const ir::Edge& edge : p.edges)
        incoming_.back()[edge.to.index()].push_back(&edge);
    }
    callers_.resize(program.procedures.size());
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      for (const ir::Edge& edge : program.procedures[p].edges)
        if (const auto* call = std::get_if<ir::Call>(&edge.statement))
          callers_[call->callee.index()].push_back({ir::ProcId(p), edge.from});
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      for (std::size_t l = 0; l < program.procedures[p].locations.size(); ++l)
        if (targets.selects(program.procedures[p].locations[l]))
          visit({ir::ProcId(p), ir::LocId(l)});
    while (!work_.empty()) {
      ir::ProgramPoint place = work_.back();
      work_.pop_back();
      go_back_from(place);
    }
  }

  const std::vector<VarId>& variables() const { return variables_; }

private:
  void visit(ir::ProgramPoint place) {
    auto seen = seen_[place.procedure.index()].begin() + std::ptrdiff_t(place.location.index());
    if (!*seen) work_.push_back(place);
    *seen = true;
  }

  void go_back_from(ir::ProgramPoint place) {
    for (const ir::Edge* edge : incoming_[place.procedure.index()][place.location.index()]) {
      const auto* assume = std::get_if<ir::Assume>(&edge->statement);
      if (assume == nullptr) {
        visit({place.procedure, edge->from});
        continue;
      }
      std::vector<VarId> read = variables_of(assume->condition);
      variables_.insert(variables_.end(), read.begin(), read.end());
    }
    if (place.location == program_.procedure(place.procedure).entry)
      std::ranges::for_each(callers_[place.procedure.index()],
                            [&](ir::ProgramPoint p) { visit(p); });
  }

  const ir::Program& program_;
  std::vector<std::vector<bool>> seen_;
  std::vector<std::vector<std::vector<const ir::Edge*>>> incoming_;
  std::vector<std::vector<ir::ProgramPoint>> callers_;
  std::vector<ir::ProgramPoint> work_;
  std::vector<VarId> variables_;
};

/// What a condition says about the kept variables: it holds for some values of the others.
Term weakened(TermManager& terms, Term condition, const std::vector<bool>& kept) {
  constexpr std::size_t too_many = 8; // the text may double with each
  std::vector<VarId> others = variables_of(condition);
  std::erase_if(others, [&](VarId v) { return bool(kept[v.index()]); });
  if (others.size() > too_many) return terms.truth(true);
  for (VarId v : others) {
    Term yes = Substitution(terms, {{v, terms.truth(true)}})(condition);
    Term no = Substitution(terms, {{v, terms.truth(false)}})(condition);
    condition = terms.disj(yes, no);
  }
  return condition;
}

/// Makes a program in which the kept variables alone matter. Wherever another one goes into a kept one,
/// it is arbitrary: the edge becomes several, one for each choice.
class Hiding {
public:
  Hiding(ir::Program program, const std::vector<bool>& kept)
      : program_(std::move(program)), kept_(kept) {}

  /// Nothing if a call hands over too much of the others at once.
  std::optional<ir::Program> take() {
    for (ir::Procedure& p : program_.procedures) {
      std::size_t edges = p.edges.size();
      for (std::size_t e = 0; e < edges; ++e) {
        hide(p.edges[e].statement);
        if (!split(p, e)) return std::nullopt;
      }
    }
    return std::move(program_);
  }

private:
  bool keeps(VarId v) const { return kept_[v.index()]; }

  /// Drops what the kept variables do not depend on.
  void hide(ir::Statement& statement) const {
    if (auto* assume = std::get_if<ir::Assume>(&statement))
      assume->condition = weakened(*program_.terms, assume->condition, kept_);
    if (auto* call = std::get_if<ir::Call>(&statement)) {
      const ir::Procedure& callee = program_.procedure(call->callee);
      for (std::size_t i = 0; i < call->arguments.size(); ++i)
        if (!keeps(callee.parameters[i])) call->arguments[i] = program_.terms->truth(false);
    }
    const auto* assign = std::get_if<ir::Assign>(&statement);
    if (assign == nullptr) return;
    ir::Assign rest;
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      if (!keeps(assign->targets[i])) continue;
      rest.targets.push_back(assign->targets[i]);
      rest.values.push_back(assign->values[i]);
    }
    if (rest.targets.empty())
      statement = ir::Skip{};
    else
      statement = std::move(rest);
  }

  /// One edge for each value of the other variables that are still read.
  bool split(ir::Procedure& p, std::size_t e) const {
    constexpr std::size_t too_many = 4; // the edges double with each
    std::vector<VarId> read;
    for (Term term : ir::evaluated_terms(p.edges[e].statement))
      for (VarId v : variables_of(term))
        if (!keeps(v) && std::ranges::find(read, v) == read.end()) read.push_back(v);
    if (read.size() > too_many) {
      const auto* assign = std::get_if<ir::Assign>(&p.edges[e].statement);
      if (assign != nullptr) p.edges[e].statement = ir::Havoc{assign->targets};
      return assign != nullptr;
    }
    std::vector<ir::Statement> choices{p.edges[e].statement};
    for (VarId v : read) {
      std::vector<ir::Statement> both;
      for (const ir::Statement& statement : choices)
        for (bool value : {false, true})
          both.push_back(with_value(statement, v, value));
      choices = std::move(both);
    }
    p.edges[e].statement = choices.front();
    for (std::size_t i = 1; i < choices.size(); ++i)
      p.edges.push_back({p.edges[e].from, p.edges[e].to, choices[i], p.edges[e].range});
    return true;
  }

  ir::Statement with_value(ir::Statement statement, VarId v, bool value) const {
    Substitution put(*program_.terms, {{v, program_.terms->truth(value)}});
    if (auto* assign = std::get_if<ir::Assign>(&statement))
      std::ranges::transform(assign->values, assign->values.begin(), put);
    if (auto* call = std::get_if<ir::Call>(&statement))
      std::ranges::transform(call->arguments, call->arguments.begin(), put);
    return statement;
  }

  ir::Program program_;
  const std::vector<bool>& kept_;
};

/// The variables, and the returns whose values are handed to one of them.
std::vector<bool> with_returns(const ir::Program& program, const std::vector<VarId>& variables) {
  std::vector<bool> result(program.variables.size(), false);
  for (VarId v : variables)
    result[v.index()] = true;
  for (bool changed = true; std::exchange(changed, false);)
    for (const ir::Procedure& p : program.procedures)
      for (const ir::Edge& edge : p.edges) {
        const auto* call = std::get_if<ir::Call>(&edge.statement);
        for (std::size_t i = 0; call != nullptr && i < call->results.size(); ++i) {
          VarId source = program.procedure(call->callee).returns[i];
          if (!result[call->results[i].index()] || result[source.index()]) continue;
          result[source.index()] = true;
          changed = true;
        }
      }
  return result;
}

/// The most variables of a set that are visible in one procedure.
std::size_t width(const ir::Program& program, const std::vector<bool>& set) {
  auto count = [&](const std::vector<VarId>& variables) {
    return std::ranges::count_if(variables, [&](VarId v) { return bool(set[v.index()]); });
  };
  std::ptrdiff_t own = 0;
  for (const ir::Procedure& p : program.procedures)
    own = std::max(own, count(p.parameters) + count(p.returns) + count(p.locals));
  return static_cast<std::size_t>(count(program.globals) + own);
}

/// The program with every guard weakened to what it says about the kept variables; nothing if no guard
/// would be.
std::optional<ir::Program> with_weaker_guards(const ir::Program& program,
                                              const std::vector<bool>& kept) {
  auto is_weaker = [&](Term condition) {
    return std::ranges::any_of(variables_of(condition), [&](VarId v) { return !kept[v.index()]; });
  };
  std::optional<ir::Program> result;
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    for (std::size_t e = 0; e < program.procedures[p].edges.size(); ++e) {
      const auto* assume = std::get_if<ir::Assume>(&program.procedures[p].edges[e].statement);
      if (assume == nullptr || !is_weaker(assume->condition)) continue;
      if (!result) result = program;
      std::get<ir::Assume>(result->procedures[p].edges[e].statement).condition =
          weakened(*program.terms, assume->condition, kept);
    }
  return result;
}

} // namespace

std::vector<Transformed> easier_programs(const ir::Program& program,
                                         const ir::TargetSelection& targets) {
  std::vector<VarId> near = LastGuards(program, targets).variables();
  std::vector<bool> themselves = with_returns(program, near);
  ir::DataFlow flow(program, std::vector<bool>(program.procedures.size(), true));
  std::vector<bool> sources = flow.sources(near);
  std::vector<Transformed> result;
  if (3 * width(program, themselves) < 2 * width(program, sources))
    if (auto easier = Hiding(program, themselves).take())
      result.push_back({*std::move(easier), Back(program)});
  if (auto easier = with_weaker_guards(program, sources))
    result.push_back({*std::move(easier), Back(program)});
  return result;
}

} // namespace kleene::transform
