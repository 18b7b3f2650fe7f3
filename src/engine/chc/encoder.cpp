// SPDX-License-Identifier: Apache-2.0
#include "encoder.h"

#include "kleene/evidence/inductive.h"
#include "kleene/logic/variable_space.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::engine::chc {
namespace {

using ir::LocId;
using ir::ProcId;
using smt::HornAtom;

/// Edges of a procedure that is followed, those of its callees included.
constexpr std::size_t most_followed_edges = 2000;
/// Calls of a procedure that are not followed and still need no invariant before them.
constexpr std::ptrdiff_t most_calls = 5;
/// Cells of an object whose initial contents are written down.
constexpr std::uint64_t most_cells = 64;

class Encoder {
public:
  Encoder(const evidence::Problem& problem, const EncodingOptions& options)
      : problem_(problem),
        program_(problem.program),
        terms_(*program_.terms),
        options_(options),
        fresh_(terms_, symbolic::first_fresh(program_)),
        view_(std::make_unique<View>(
            problem, options.tracked, options.overflows || problem.events().overflows)) {
    std::size_t n = program_.procedures.size();
    plan_.followed.assign(n, false);
    plan_.summary.assign(n, std::nullopt);
    plan_.precondition.assign(n, false);
    result_.closed.resize(n);
    regions_.emplace(problem_, *view_, plan_, fresh_);
  }

  Encoding run() {
    for (ProcId f : view_->order())
      if (options_.follow_calls) try_to_follow(f);
    for (ProcId f : view_->order())
      if (!plan_.followed[f.index()]) declare(f);
    for (ProcId f : view_->order())
      if (!plan_.followed[f.index()]) clauses_of(f);
    result_.region_of = regions_->memories();
    result_.view = std::move(view_);
    return std::move(result_);
  }

private:
  Term var(VarId v) { return terms_.variable(v, program_.variable(v).type); }
  Term entry_copy(VarId v) {
    return terms_.variable(evidence::entry_copy(program_, v), program_.variable(v).type);
  }
  const ProcedureView& view(ProcId f) const { return (*view_)[f]; }
  bool is_start(ProcId f) const { return f == program_.entry && !view(f).has_calls_of; }

  // procedures that are followed

  void try_to_follow(ProcId f) {
    const ir::Procedure& p = program_.procedure(f);
    if (view(f).recursive || f == program_.entry) return;
    std::size_t edges = p.edges.size();
    for (const ir::Edge& e : p.edges)
      if (const auto* call = std::get_if<ir::Call>(&e.statement)) {
        if (!plan_.followed[call->callee.index()]) return;
        edges += edges_.at(call->callee);
      }
    for (std::size_t l = 0; l < p.locations.size(); ++l)
      if (view(f).head[l] && view(f).useful[l]) return;
    if (edges > most_followed_edges) return;
    std::vector<bool> cuts(p.locations.size());
    cuts[p.exit.index()] = true;
    Outcome outcome = regions_->leave(f, p.entry, {}, cuts);
    std::optional<ClosedForm> form = closed_form(program_, f, view(f), outcome);
    if (!form) return;
    result_.closed[f.index()] = form;
    plan_.followed[f.index()] = true;
    edges_[f] = edges;
  }

  // relations

  std::size_t relation(std::string name, std::vector<Term> parameters, Meaning meaning) {
    result_.system.relations.push_back({std::move(name), std::move(parameters)});
    result_.meanings.push_back(meaning);
    return result_.system.relations.size() - 1;
  }

  void declare(ProcId f) {
    const ir::Procedure& p = program_.procedure(f);
    const ProcedureView& v = view(f);
    std::vector<Term> inputs;
    for (VarId i : v.inputs)
      inputs.push_back(var(i));
    if (!is_start(f)) {
      plan_.precondition[f.index()] = true;
      precondition_[f] =
          relation(p.name + ".enter", inputs, {Role::Precondition, f, {}, !v.can_fail});
    }
    if (v.has_calls_of && v.returns(p)) {
      std::vector<Term> parameters;
      for (VarId i : v.inputs)
        parameters.push_back(entry_copy(i));
      for (VarId o : v.outputs)
        parameters.push_back(var(o));
      plan_.summary[f.index()] = relation(p.name + ".return", parameters, {Role::Summary, f, {}});
    }
    for (std::size_t l = 0; l < p.locations.size(); ++l) {
      if (!(v.head[l] || cut_before_call(f, LocId(l))) || !v.useful[l]
          || v.position[l] >= p.locations.size())
        continue;
      std::string name = fmt::format("{}.{}", p.name, l);
      invariant_[{f, LocId(l)}] =
          relation(name, parameters_at(f, LocId(l)), {Role::Invariant, f, LocId(l)});
    }
  }

  /// Many calls one after the other would be in too many combinations in one clause.
  bool cut_before_call(ProcId f, LocId l) {
    const ir::Procedure& p = program_.procedure(f);
    auto steps_over = [&](const ir::Edge& e) {
      const auto* call = std::get_if<ir::Call>(&e.statement);
      return call != nullptr && !plan_.followed[call->callee.index()];
    };
    if (std::ranges::count_if(p.edges, steps_over) <= most_calls) return false;
    return l != p.entry && std::ranges::any_of(p.edges, [&](const ir::Edge& e) {
             return e.from == l && steps_over(e);
           });
  }

  /// Inputs at the entry, as far as the summary needs them, then what is live. An input that never
  /// changes stands for both.
  std::vector<Term> parameters_at(ProcId f, LocId l) {
    const ProcedureView& v = view(f);
    std::vector<Term> result;
    std::set<VarId> present;
    if (plan_.summary[f.index()])
      for (VarId i : v.inputs) {
        if (v.written.contains(i)) {
          result.push_back(entry_copy(i));
        } else {
          result.push_back(var(i));
          present.insert(i);
        }
      }
    for (VarId x : v.live->live_at(l))
      if (present.insert(x).second) result.push_back(var(x));
    return result;
  }

  // clauses

  void clauses_of(ProcId f) {
    const ir::Procedure& p = program_.procedure(f);
    if (!view(f).useful[p.entry.index()]) return;
    std::vector<bool> cuts(p.locations.size());
    for (const auto& [at, number] : invariant_)
      if (at.first == f) cuts[at.second.index()] = true;
    cuts[p.exit.index()] = true;

    RegionState start = is_start(f) ? initial() : RegionState{};
    std::vector<HornAtom> entered;
    if (auto pre = precondition_.find(f); pre != precondition_.end())
      entered.push_back({pre->second, result_.system.relations[pre->second].parameters});
    from_entry_ = true;
    if (f == program_.entry && !is_start(f)) start_clause(f);
    if (cuts[p.entry.index()]) {
      add_clause(entered, start, arriving(f, p.entry, start));
    } else {
      emit(f, entered, regions_->leave(f, p.entry, start, cuts));
    }
    from_entry_ = false;
    for (std::size_t l = 0; l < p.locations.size(); ++l) {
      auto found = invariant_.find({f, LocId(l)});
      if (found == invariant_.end()) continue;
      HornAtom here{found->second, result_.system.relations[found->second].parameters};
      emit(f, {here}, regions_->leave(f, LocId(l), {}, cuts));
    }
  }

  /// The globals as the program finds them.
  RegionState initial() {
    RegionState start;
    for (VarId g : program_.globals) {
      const ir::Variable& v = program_.variable(g);
      if (v.initial) start.state.set(g, *v.initial);
      if (v.type.is_memory() && v.cell) start.path = start.path.with(contents(g, *v.cell));
    }
    return start;
  }

  /// What the objects of a region contain at the start.
  Term contents(VarId region, Type cell) {
    std::vector<Term> parts;
    Type pointer = program_.pointer_type();
    for (std::size_t o = 0; o < program_.objects.size(); ++o) {
      const ir::Object& object = program_.objects[o];
      if (object.kind != ir::ObjectKind::Data || object.region != region) continue;
      std::uint64_t cells = object.size / cell.bytes();
      if (cells > most_cells) continue;
      for (std::uint64_t i = 0; i < cells; ++i) {
        std::uint64_t offset = i * cell.bytes();
        Integer value = 0;
        for (std::uint64_t b = 0; b < cell.bytes() && offset + b < object.bytes.size(); ++b)
          value |= Integer(static_cast<unsigned char>(object.bytes[offset + b])) << int(8 * b);
        Term address = terms_.address(ObjectId(o), pointer);
        if (offset > 0)
          address = terms_.binary(
              Op::PtrAdd, address, terms_.constant(pointer, static_cast<Integer>(offset)));
        parts.push_back(
            terms_.eq(terms_.load(cell, var(region), address), terms_.constant(cell, value)));
      }
    }
    return terms_.conj(parts);
  }

  void start_clause(ProcId f) {
    auto pre = precondition_.find(f);
    if (pre == precondition_.end()) return;
    RegionState start = initial();
    HornAtom head{pre->second, {}};
    for (VarId v : view(f).inputs)
      head.arguments.push_back(start.state.value(program_, v));
    add_clause({}, start, head);
  }

  void emit(ProcId f, const std::vector<HornAtom>& body, const Outcome& outcome) {
    LocId exit = program_.procedure(f).exit;
    for (const auto& [to, places] : outcome.arrivals)
      for (const RegionState& place : places) {
        if (to != exit || invariant_.contains({f, to}))
          add_clause(body, place, arriving(f, to, place));
        else if (plan_.summary[f.index()])
          add_clause(body, place, returning(f, place));
      }
    for (const RegionState& place : outcome.failures)
      add_clause(body, place, std::nullopt);
    for (const Entering& e : outcome.entering) {
      HornAtom head{precondition_.at(e.callee), {}};
      for (VarId v : view(e.callee).inputs)
        head.arguments.push_back(e.arguments.value(program_, v));
      add_clause(body, e.place, head);
    }
  }

  void
  add_clause(std::vector<HornAtom> body, const RegionState& place, std::optional<HornAtom> head) {
    std::ranges::copy(place.calls, std::back_inserter(body));
    result_.system.clauses.push_back(
        {std::move(body), terms_.conj(place.path.conditions()), std::move(head)});
  }

  /// The value of an input at the entry of the procedure.
  Term entry_value(ProcId f, VarId v) {
    return from_entry_ || !view(f).written.contains(v) ? var(v) : entry_copy(v);
  }

  HornAtom arriving(ProcId f, LocId l, const RegionState& place) {
    std::size_t number = invariant_.at({f, l});
    HornAtom head{number, {}};
    const VariableSpace space(program_.variables.size());
    for (Term parameter : result_.system.relations[number].parameters) {
      VarId v = parameter.variable();
      head.arguments.push_back(space.is_current(v) ? place.state.value(program_, v)
                                                   : entry_value(f, *space.variable(v)));
    }
    return head;
  }

  HornAtom returning(ProcId f, const RegionState& place) {
    HornAtom head{*plan_.summary[f.index()], {}};
    for (VarId v : view(f).inputs)
      head.arguments.push_back(entry_value(f, v));
    for (VarId v : view(f).outputs)
      head.arguments.push_back(place.state.value(program_, v));
    return head;
  }

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  const EncodingOptions& options_;
  FreshVariables fresh_;
  std::unique_ptr<View> view_;
  CallPlan plan_;
  std::optional<Regions> regions_;
  std::map<ProcId, std::size_t> edges_; ///< of followed procedures
  std::map<ProcId, std::size_t> precondition_;
  std::map<std::pair<ProcId, LocId>, std::size_t> invariant_;
  bool from_entry_ = false;
  Encoding result_;
};

} // namespace

Encoding encode(const evidence::Problem& problem, const EncodingOptions& options) {
  return Encoder(problem, options).run();
}

smt::HornSystem without_optional(const Encoding& encoding) {
  auto dropped = [&](const HornAtom& atom) { return encoding.meanings[atom.relation].optional; };
  smt::HornSystem result;
  result.relations = encoding.system.relations;
  for (const smt::HornClause& clause : encoding.system.clauses) {
    if (clause.head && dropped(*clause.head)) continue;
    result.clauses.push_back(clause);
    std::erase_if(result.clauses.back().body, dropped);
  }
  return result;
}

void assume_ranges(smt::HornSystem& system, TermManager& terms) {
  for (smt::HornClause& clause : system.clauses) {
    std::vector<Term> parts{clause.constraint};
    for (const HornAtom& atom : clause.body)
      for (Term t : atom.arguments) {
        if (!t.type().is_machine() || t.is_constant()) continue;
        parts.push_back(terms.le(terms.constant(t.type(), min_value(t.type())), t));
        parts.push_back(terms.le(t, terms.constant(t.type(), max_value(t.type()))));
      }
    clause.constraint = terms.conj(parts);
  }
}

smt::Layout layout(const ir::Program& program, const Encoding& encoding) {
  smt::Layout result;
  const VariableSpace space(program.variables.size());
  result.cell = [&program, &encoding, space](VarId v) -> std::optional<Type> {
    if (auto own = space.variable(v)) return program.variable(*own).cell;
    auto found = encoding.region_of.find(v);
    return found == encoding.region_of.end() ? std::nullopt : program.variable(found->second).cell;
  };
  result.address = [&program](ObjectId o) { return Integer(program.object(o).address); };
  result.pointer_width = program.pointer_width;
  return result;
}

} // namespace kleene::engine::chc
