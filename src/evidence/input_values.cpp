// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/input_values.h"

#include <algorithm>

namespace kleene::evidence {
namespace {

bool keeps_values(Type from, Type to) {
  if (from.is_bool() || to.is_bool()) return from == to;
  if (!from.is_machine() || !to.is_machine()) return false;
  return min_value(to) <= min_value(from) && max_value(from) <= max_value(to);
}

/// The arguments that are addresses or lengths.
std::vector<std::size_t> places_in(Op op) {
  switch (op) {
  case Op::Load:
  case Op::Store:
    return {1};
  case Op::MemCopy:
    return {1, 3, 4};
  case Op::MemSet:
    return {1, 3};
  case Op::Valid:
  case Op::Writable:
    return {1, 2};
  case Op::Freeable:
  case Op::SizeOf:
    return {1};
  default:
    return {};
  }
}

/// Variables whose values come to a condition or an address, or to another such variable.
class Relevance {
public:
  explicit Relevance(const Problem& problem)
      : program_(problem.program),
        all_(problem.events().overflows),
        relevant_(problem.program.variables.size(), all_) {
    if (all_) return;
    for (const ir::Procedure& p : program_.procedures)
      for (const ir::Edge& e : p.edges)
        seeds(e.statement);
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (const ir::Procedure& p : program_.procedures)
        for (const ir::Edge& e : p.edges)
          std::visit([&](const auto& s) { flow(s); }, e.statement);
    }
  }

  bool operator()(VarId v) const { return relevant_[v.index()]; }

private:
  void mark(VarId v) {
    if (relevant_[v.index()]) return;
    relevant_[v.index()] = true;
    changed_ = true;
  }
  void mark(Term t) {
    if (t.null()) return;
    for (VarId v : variables_of(t))
      mark(v);
  }

  /// Addresses and lengths count wherever they stand, and so do the terms of all but plain flows.
  void seeds(const ir::Statement& statement) {
    bool flows = std::holds_alternative<ir::Assign>(statement)
                 || std::holds_alternative<ir::Call>(statement)
                 || std::holds_alternative<ir::Spawn>(statement);
    for (Term term : ir::evaluated_terms(statement)) {
      if (!flows) mark(term);
      for_each_subterm(term, [&](Term t) {
        for (std::size_t i : places_in(t.op()))
          mark(t.arg(i));
      });
    }
  }

  template <class S>
  void flow(const S&) {}
  void flow(const ir::Assign& s) {
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      if (relevant_[s.targets[i].index()]) mark(s.values[i]);
  }
  void arguments(ir::ProcId callee, const std::vector<Term>& values) {
    const std::vector<VarId>& parameters = program_.procedure(callee).parameters;
    for (std::size_t i = 0; i < std::min(parameters.size(), values.size()); ++i)
      if (relevant_[parameters[i].index()]) mark(values[i]);
  }
  void flow(const ir::Call& s) {
    arguments(s.callee, s.arguments);
    const std::vector<VarId>& returns = program_.procedure(s.callee).returns;
    for (std::size_t i = 0; i < s.results.size(); ++i)
      if (relevant_[s.results[i].index()]) mark(returns[i]);
  }
  void flow(const ir::Spawn& s) { arguments(s.callee, s.arguments); }

  const ir::Program& program_;
  bool all_;
  std::vector<bool> relevant_;
  bool changed_ = false;
};

/// The constants that the value of a variable is compared with, there and wherever it is copied to.
class Tests {
public:
  Tests(const ir::Program& program, const Relevance& relevant)
      : program_(program), relevant_(relevant), tests_(program.variables.size()) {
    for (const ir::Procedure& p : program_.procedures)
      for (const ir::Edge& e : p.edges)
        std::visit([&](const auto& s) { use(s); }, e.statement);
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to] : copies_)
        changed = merge(tests_[from.index()], tests_[to.index()]) || changed;
    }
  }

  /// Null if it is used in another way.
  const std::set<Integer>* of(VarId v) const {
    return tests_[v.index()].open ? nullptr : &tests_[v.index()].constants;
  }

private:
  struct Found {
    bool open = false; ///< used in other ways
    std::set<Integer> constants;
  };
  /// Where a value goes: into a variable, or (without one) somewhere that is not followed.
  struct Goal {
    VarId into;
  };

  static bool merge(Found& into, const Found& from) {
    bool changed = from.open && !into.open;
    into.open |= from.open;
    for (const Integer& c : from.constants)
      changed = into.constants.insert(c).second || changed;
    return changed;
  }
  void open(Term t) {
    for (VarId v : variables_of(t))
      tests_[v.index()].open = true;
  }

  /// The value of the term goes to the goal.
  void value(Term t, Goal goal) {
    if (t.is_constant()) return;
    if (t.is_variable()) {
      if (goal.into.valid())
        copies_.emplace(t.variable(), goal.into);
      else
        tests_[t.variable().index()].open = true;
    } else if (t.op() == Op::Ite) {
      condition(t.arg(0));
      value(t.arg(1), goal);
      value(t.arg(2), goal);
    } else if (t.op() == Op::Cast && keeps_values(t.arg(0).type(), t.type())) {
      value(t.arg(0), goal);
    } else if (t.type().is_bool()) {
      condition(t);
    } else {
      open(t);
    }
  }

  void condition(Term t) {
    switch (t.op()) {
    case Op::Constant:
      return;
    case Op::Variable:
      return; // both values are tried
    case Op::Not:
    case Op::And:
    case Op::Or:
      for (Term a : t.args())
        condition(a);
      return;
    case Op::Eq:
    case Op::Lt:
    case Op::Le:
      comparison(t);
      return;
    case Op::Ite:
      for (Term a : t.args())
        condition(a);
      return;
    default:
      open(t);
    }
  }

  void comparison(Term t) {
    Term a = t.arg(0);
    Term b = t.arg(1);
    if (a.type().is_bool()) {
      condition(a);
      condition(b);
      return;
    }
    if (a.is_constant()) std::swap(a, b);
    while (a.op() == Op::Cast && keeps_values(a.arg(0).type(), a.type()))
      a = a.arg(0);
    if (a.is_variable() && b.is_constant())
      tests_[a.variable().index()].constants.insert(b.value());
    else
      open(t);
  }

  /// What decides where the term reads and writes.
  void addresses(Term root) {
    for_each_subterm(root, [&](Term t) {
      for (std::size_t i : places_in(t.op()))
        open(t.arg(i));
    });
  }

  template <class S>
  void use(const S& s) {
    for (Term t : ir::evaluated_terms(ir::Statement(s)))
      open(t);
  }
  void use(const ir::Assume& s) { condition(s.condition); }
  void use(const ir::Assign& s) {
    for (std::size_t i = 0; i < s.targets.size(); ++i) {
      VarId target = s.targets[i];
      if (relevant_(target))
        value(s.values[i], {program_.variable(target).type.is_memory() ? VarId() : target});
      else
        addresses(s.values[i]);
    }
  }
  void arguments(ir::ProcId callee, const std::vector<Term>& values) {
    const std::vector<VarId>& parameters = program_.procedure(callee).parameters;
    for (std::size_t i = 0; i < values.size(); ++i)
      value(values[i], {i < parameters.size() ? parameters[i] : VarId()});
  }
  void use(const ir::Spawn& s) { arguments(s.callee, s.arguments); }
  void use(const ir::Call& s) {
    arguments(s.callee, s.arguments);
    const std::vector<VarId>& returns = program_.procedure(s.callee).returns;
    for (std::size_t i = 0; i < s.results.size(); ++i)
      copies_.emplace(returns[i], s.results[i]);
  }

  const ir::Program& program_;
  const Relevance& relevant_;
  std::vector<Found> tests_;
  std::set<std::pair<VarId, VarId>> copies_; ///< from, to
};

/// The constants with their neighbours, and the ends of the type.
std::set<Integer> around(const std::set<Integer>& constants, Type type) {
  std::set<Integer> result{0};
  if (constants.empty()) return result;
  result.insert({min_value(type), max_value(type)});
  for (const Integer& c : constants)
    for (Integer near : {c - 1, c, c + 1})
      if (min_value(type) <= near && near <= max_value(type)) result.insert(near);
  return result;
}

} // namespace

InputValues::InputValues(const Problem& problem) {
  const ir::Program& program = problem.program;
  if (problem.integers != IntegerModel::Machine) return;
  Relevance relevant(problem);
  Tests tests(program, relevant);
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges) {
      const auto* havoc = std::get_if<ir::Havoc>(&e.statement);
      if (havoc == nullptr || havoc->choice != ir::Choice::Input) continue;
      for (VarId v : havoc->variables) {
        Type type = program.variable(v).type;
        if (!type.is_machine()) continue;
        std::optional<std::set<Integer>> values;
        if (!relevant(v))
          values = std::set<Integer>{0};
        else if (const std::set<Integer>* constants = tests.of(v))
          values = around(*constants, type);
        auto [known, fresh] = known_.emplace(InputCall{havoc->origin, e.range, type}, values);
        if (fresh) continue;
        if (!values || !known->second)
          known->second.reset();
        else
          known->second->insert(values->begin(), values->end());
      }
    }
}

std::optional<std::vector<Integer>> InputValues::of(const ir::InputRequest& request) const {
  constexpr unsigned widest = 8;
  constexpr std::size_t most = 64;
  std::vector<Integer> result;
  auto all = [&](Integer first, Integer count) {
    for (Integer i = 0; i < count; ++i)
      result.push_back(first + i);
    return result;
  };
  if (request.kind == ir::InputKind::Edge) return all(0, static_cast<Integer>(request.choices));
  if (request.type.is_bool()) return all(0, 2);
  auto found = known_.find(InputCall{std::string(request.origin), request.range, request.type});
  if (found != known_.end() && found->second && found->second->size() <= most)
    return std::vector<Integer>(found->second->begin(), found->second->end());
  if (request.type.is_machine() && request.type.width() <= widest)
    return all(min_value(request.type), Integer(1) << request.type.width());
  return std::nullopt;
}

} // namespace kleene::evidence
