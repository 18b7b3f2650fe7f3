// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/unfold.h"

#include "kleene/evidence/inductive.h"
#include "kleene/facts/loops.h"
#include "kleene/fixpoint/order.h"
#include "kleene/logic/variable_space.h"
#include "kleene/symbolic/walk.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace kleene::engine::k_induction {

using ir::LocId;
using ir::ProcId;
using symbolic::Path;
using symbolic::State;

namespace {

/// Objects with more cells than this have any contents at the start.
constexpr std::uint64_t most_cells = 64;
/// Ids that are left to the parameters of the proof.

} // namespace

/// One unfolding while it grows.
class Unfolding {
public:
  Unfolding(Unfolder& all,
            ProcId f,
            std::size_t levels,
            const std::function<Term(LocId)>& invariant)
      : all_(all),
        program_(all.program_),
        terms_(all.terms_),
        id_(f),
        procedure_(program_.procedure(f)),
        cut_(all.cut(f)),
        levels_(levels),
        invariant_(invariant) {}

  Unfolded run(LocId start, State state) {
    leave(start, {{Path(), std::move(state)}, 0});
    while (!waiting_.empty()) {
      auto [location, place] = waiting_.next();
      if (go_on(location, *place)) leave(location, *place);
    }
    return std::move(result_);
  }

private:
  struct UnfoldedState : symbolic::PathState {
    std::size_t level = 0;
  };

  /// All ways to a place have met.
  bool go_on(LocId location, UnfoldedState& place) {
    if (location == procedure_.exit)
      result_.exits.push_back({id_, location, place.level, place.path, place.state});
    if (is_target(location)) {
      result_.dangers.push_back(
          {place.level, place.path.term(terms_), "an error location is reached"});
      return false;
    }
    if (!cut_.is_head[location.index()]) return true;
    result_.heads.push_back({id_, location, place.level, place.path, place.state});
    if (place.level >= levels_) return false;
    place.path = place.path.with(place.state.apply(program_, invariant_(location)));
    return true;
  }

  bool is_target(LocId location) const {
    return all_.problem_.is_target(procedure_.locations[location.index()]);
  }

  void leave(LocId from, const UnfoldedState& place) {
    // The blocks that leave a location share their fresh values: so must their copies.
    Substitution copy(terms_);
    for (const auto& [variable, value] : place.state.values())
      copy.add(variable, value);
    const std::vector<std::size_t>& leaving = cut_.leaving[from.index()];
    if (!leaving.empty()) add_fresh(cut_.blocks[leaving.front()], copy);
    UnfoldedState rest = place;
    std::size_t ways = cut_.calls[from.index()].size() + (leaving.empty() ? 0 : 1);
    for (std::size_t e : cut_.calls[from.index()]) {
      UnfoldedState taken = rest;
      if (--ways > 0) {
        Term picked = all_.fresh_(Type::boolean());
        taken.path = rest.path.with(picked);
        rest.path = rest.path.with(terms_.negate(picked));
      }
      call(procedure_.edges[e], taken);
    }
    for (std::size_t b : leaving)
      follow(cut_.blocks[b], rest, copy);
  }

  void add_fresh(const symbolic::Block& block, Substitution& copy) {
    for (const symbolic::FreshValue& value : block.fresh) {
      VarId old = value.variable.variable();
      Term renamed = all_.fresh_(value.variable.type());
      auto region = all_.region_of_.find(old);
      if (region != all_.region_of_.end()) all_.region_of_[renamed.variable()] = region->second;
      copy.add(old, renamed);
    }
  }

  void follow(const symbolic::Block& block, const UnfoldedState& place, Substitution& copy) {
    Path path = place.path.with(copy(block.condition));
    if (!block.to.valid()) {
      result_.dangers.push_back({place.level, path.term(terms_), "an operation overflows"});
      return;
    }
    State state = place.state;
    for (const auto& [variable, value] : block.after.values())
      state.set(variable, copy(value));
    arrive(block.to, place.level, std::move(path), std::move(state));
  }

  void call(const ir::Edge& edge, const UnfoldedState& place) {
    const auto& call = std::get<ir::Call>(edge.statement);
    const Contract& contract = all_.contracts_[call.callee.index()];
    const ir::Procedure& callee = program_.procedure(call.callee);
    Path path = place.path;
    if (all_.problem_.events().overflows) {
      std::vector<Term> overflows;
      for (Term argument : call.arguments)
        overflows.push_back(symbolic::overflow_condition(terms_, argument));
      Term any = place.state.apply(program_, terms_.disj(overflows));
      if (!any.is_false()) danger(place, any, "an argument overflows");
      path = path.with(terms_.negate(any));
    }
    State entered = symbolic::call_arguments(program_, place.state, call);
    for (VarId g : program_.globals)
      entered.set(g, place.state.value(program_, g));
    result_.calls.push_back({call.callee, callee.entry, place.level, path, entered});
    if (!contract.required.is_true())
      danger(place,
             terms_.negate(entered.apply(program_, contract.required)),
             fmt::format("what {} needs does not hold", callee.name));
    State after = place.state;
    State at_exit;
    for (const auto& [variable, value] : entered.values())
      at_exit.set(evidence::entry_copy(program_, variable), value);
    for (VarId v : all_.mod_ref_.modified(call.callee))
      after.set(v, all_.fresh_like(v));
    for (VarId g : program_.globals)
      at_exit.set(g, after.value(program_, g));
    for (std::size_t i = 0; i < callee.returns.size(); ++i) {
      Term value = all_.fresh_like(callee.returns[i]);
      at_exit.set(callee.returns[i], value);
      if (!call.results.empty()) after.set(call.results[i], value);
    }
    path = path.with(at_exit.apply(program_, contract.ensured));
    for (const AccessedPlace& p : all_.places_)
      if (auto cell = contract.cells.find(p.region);
          cell != contract.cells.end() && is_visible(p.address)) {
        Substitution put(terms_);
        put.add(all_.parameter_.variable(), place.state.apply(program_, p.address));
        path = path.with(put(at_exit.apply(program_, cell->second)));
      }
    arrive(edge.to, place.level, std::move(path), std::move(after));
  }

  bool is_visible(Term t) const {
    return std::ranges::all_of(variables_of(t), [&](VarId v) {
      ProcId owner = program_.variable(v).owner;
      return !owner.valid() || owner == id_;
    });
  }

  void danger(const UnfoldedState& place, Term condition, std::string what) {
    result_.dangers.push_back(
        {place.level, terms_.conj(place.path.term(terms_), condition), std::move(what)});
  }

  void arrive(LocId to, std::size_t level, Path path, State state) {
    if (path.term(terms_).is_false()) return;
    level += cut_.is_head[to.index()] ? 1 : 0;
    symbolic::meet(program_,
                   waiting_.at({level, cut_.position[to.index()]}, to),
                   UnfoldedState{{std::move(path), std::move(state)}, level});
  }

  Unfolder& all_;
  const ir::Program& program_;
  TermManager& terms_;
  ProcId id_;
  const ir::Procedure& procedure_;
  const Cut& cut_;
  std::size_t levels_;
  const std::function<Term(LocId)>& invariant_;
  symbolic::Frontier<std::pair<std::size_t, std::size_t>, std::optional<UnfoldedState>> waiting_;
  Unfolded result_;
};

Unfolder::Unfolder(const evidence::Problem& problem, const std::vector<Contract>& contracts)
    : problem_(problem),
      program_(problem.program),
      terms_(*problem.program.terms),
      contracts_(contracts),
      fresh_(terms_, symbolic::first_fresh(problem.program)),
      mod_ref_(problem.program) {}

const Cut& Unfolder::cut(ProcId f) {
  auto [entry, is_new] = cuts_.try_emplace(f);
  Cut& cut = entry->second;
  if (!is_new) return cut;
  const ir::Procedure& p = program_.procedure(f);
  fixpoint::WeakTopologicalOrder order = facts::location_order(p);
  cut.position = order.position;
  cut.is_head = order.head;
  for (std::size_t l : order.order)
    if (order.head[l]) cut.heads.emplace_back(l);
  symbolic::BlockOptions options;
  options.targets = problem_.forbidden_targets();
  options.overflows = problem_.events().overflows;
  if (problem_.events().no_end) options.addresses = symbolic::AddressFacts::NotNull;
  cut.blocks = symbolic::blocks(program_, f, options, fresh_);
  cut.leaving.resize(p.locations.size());
  cut.calls.resize(p.locations.size());
  for (std::size_t b = 0; b < cut.blocks.size(); ++b) {
    cut.leaving[cut.blocks[b].from.index()].push_back(b);
    note_memories(cut.blocks[b].after);
  }
  for (std::size_t e = 0; e < p.edges.size(); ++e)
    if (std::holds_alternative<ir::Call>(p.edges[e].statement))
      cut.calls[p.edges[e].from.index()].push_back(e);
  return cut;
}

/// Unknown bytes in a memory belong to it. (Those of another memory that were copied into it are taken
/// for bytes of it, too; a solver reads them as any bytes then.)
void Unfolder::note_memories(const State& state) {
  const VariableSpace space(program_.variables.size());
  for (const auto& [variable, value] : state.values()) {
    if (!value.type().is_memory()) continue;
    for (VarId v : variables_of(value))
      if (space.is_fresh(v)) region_of_.try_emplace(v, variable);
  }
}

Term Unfolder::fresh_like(VarId variable) {
  Term result = fresh_(program_.variable(variable).type);
  if (result.type().is_memory()) region_of_[result.variable()] = variable;
  return result;
}

Unfolded Unfolder::unfold(ProcId f,
                          LocId start,
                          State state,
                          std::size_t levels,
                          const std::function<Term(LocId)>& invariant) {
  return Unfolding(*this, f, levels, invariant).run(start, std::move(state));
}

State Unfolder::at_entry() const {
  State state;
  for (std::size_t v = 0; v < program_.variables.size(); ++v)
    state.set(evidence::entry_copy(program_, VarId(v)),
              terms_.variable(VarId(v), program_.variables[v].type));
  return state;
}

State Unfolder::initial(Term& condition) {
  State state = at_entry();
  std::vector<Term> known;
  Type pointer = program_.pointer_type();
  for (VarId g : program_.globals)
    if (const auto& value = program_.variable(g).initial) {
      state.set(g, *value);
      state.set(evidence::entry_copy(program_, g), *value);
    }
  for (std::size_t o = 0; o < program_.objects.size(); ++o) {
    const ir::Object& object = program_.objects[o];
    if (object.kind != ir::ObjectKind::Data || !object.region.valid()) continue;
    std::optional<Type> cell = program_.variable(object.region).cell;
    if (!cell || object.size / cell->bytes() > most_cells) continue;
    Term memory = terms_.variable(object.region, Type::memory());
    for (std::uint64_t at = 0; at + cell->bytes() <= object.size; at += cell->bytes()) {
      Integer value = 0;
      for (std::uint64_t b = cell->bytes(); b-- > 0;)
        value =
            value * 256
            + (at + b < object.bytes.size() ? static_cast<unsigned char>(object.bytes[at + b]) : 0);
      Term address = terms_.binary(Op::PtrAdd,
                                   terms_.address(ObjectId(o), pointer),
                                   terms_.constant(pointer, static_cast<Integer>(at)));
      known.push_back(
          terms_.eq(terms_.load(*cell, memory, address), terms_.constant(*cell, value)));
    }
  }
  condition = terms_.conj(std::move(known));
  return state;
}

smt::Layout Unfolder::layout() const {
  smt::Layout result;
  result.cell = [this](VarId v) -> std::optional<Type> {
    if (auto own = VariableSpace(program_.variables.size()).variable(v))
      return program_.variable(*own).cell;
    auto found = region_of_.find(v);
    return found == region_of_.end() ? std::nullopt : program_.variable(found->second).cell;
  };
  result.address = [this](ObjectId o) { return Integer(program_.object(o).address); };
  result.pointer_width = program_.pointer_width;
  return result;
}

} // namespace kleene::engine::k_induction
