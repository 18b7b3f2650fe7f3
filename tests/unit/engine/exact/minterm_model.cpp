// SPDX-License-Identifier: Apache-2.0
#include "minterm_model.h"

#include <algorithm>

namespace kleene::engine::exact {
namespace {

constexpr std::size_t most_bits = 14;

} // namespace

MintermModel::MintermModel(const AbstractProgram& abstract, Options options)
    : abstract_(abstract), program_(abstract.program()), options_(std::move(options)) {}

bool MintermModel::in(const Sets& sets, const ir::ProgramPoint& at, const Minterm& m) {
  auto found = sets.find(at);
  return found != sets.end() && found->second.contains(m);
}

Type MintermModel::type_of(VarId v) const {
  if (auto fresh = fresh_types_.find(v); fresh != fresh_types_.end()) return fresh->second;
  return program_.program().variable(program_.is_entry_copy(v) ? program_.original(v) : v).type;
}

MintermModel::Minterm MintermModel::minterm(const ir::ProgramPoint& at,
                                            const Concrete& values) const {
  Minterm result;
  for (Term p : abstract_.predicates(at.procedure, at.location))
    result.push_back(holds(p, values));
  return result;
}

bool MintermModel::enumerate(const std::set<VarId>& variables,
                             Concrete fixed,
                             const std::function<void(const Concrete&)>& visit) const {
  std::size_t bits = 0;
  for (VarId v : variables)
    bits += type_of(v).is_bool() ? 1 : type_of(v).width();
  if (bits > most_bits) return false;
  std::vector<VarId> order(variables.begin(), variables.end());
  std::function<void(std::size_t)> go = [&](std::size_t i) {
    if (i == order.size()) return visit(fixed);
    for (Integer value : all_values(type_of(order[i]))) {
      fixed[order[i]] = value;
      go(i + 1);
    }
  };
  go(0);
  return true;
}

bool MintermModel::for_each_state(const ir::ProgramPoint& at,
                                  const std::function<void(const Concrete&)>& visit) const {
  std::set<VarId> variables;
  add_variables(at, {}, variables);
  return enumerate(variables, {}, visit);
}

void MintermModel::add_variables(const ir::ProgramPoint& at,
                                 const Values& values,
                                 std::set<VarId>& variables) const {
  for (Term p : abstract_.predicates(at.procedure, at.location))
    for (VarId v : variables_of(p)) {
      auto assigned = values.find(v);
      if (assigned == values.end()) {
        variables.insert(v);
        continue;
      }
      for (VarId inside : variables_of(assigned->second))
        variables.insert(inside);
    }
}

MintermModel::Minterm MintermModel::minterm_after(const ir::ProgramPoint& at,
                                                  const Concrete& before,
                                                  const Values& values) const {
  Concrete after = before;
  for (const auto& [v, t] : values)
    after[v] = evaluate(t, before);
  return minterm(at, after);
}

bool MintermModel::tabulate_blocks(const ir::ProgramPoint& at, Node& node) {
  auto [f, l] = at;
  const Procedure& procedure = program_.procedure(f);
  const std::vector<std::size_t>& blocks = abstract_.blocks_from(f, l);
  std::set<VarId> variables;
  add_variables(at, {}, variables);
  std::set<VarId> choices;
  for (std::size_t b : blocks) {
    const Block& block = procedure.blocks[b];
    for (const symbolic::FreshValue& value : block.fresh) {
      choices.insert(value.variable.variable());
      fresh_types_[value.variable.variable()] = value.variable.type();
    }
    add_variables({f, block.to}, block.move.values, variables);
    for (Term condition : block.move.condition)
      for (VarId v : variables_of(condition))
        variables.insert(v);
  }
  for (VarId v : choices)
    variables.erase(v);
  std::size_t bits = 0;
  for (VarId v : choices)
    bits += type_of(v).is_bool() ? 1 : type_of(v).width();
  for (VarId v : variables)
    bits += type_of(v).is_bool() ? 1 : type_of(v).width();
  if (bits > most_bits) return false;
  std::vector<Values> options = blocks.empty() ? std::vector<Values>{} : options_(f, l);
  return enumerate(variables, {}, [&](const Concrete& state) {
    Ways& ways = node.ways[minterm(at, state)];
    std::vector<Way>& by_choice = ways.blocks.emplace_back();
    enumerate(
        choices, state, [&](const Concrete& chosen) { by_choice.push_back(way_from(at, chosen)); });
    ways.options.resize(options.size());
    for (std::size_t i = 0; i < options.size(); ++i) {
      Concrete chosen = state;
      for (const auto& [v, t] : options[i])
        chosen[v] = evaluate(t, state);
      ways.options[i].push_back(way_from(at, chosen));
    }
  });
}

/// Along a block, when all choices are made.
MintermModel::Way MintermModel::way_from(const ir::ProgramPoint& at, const Concrete& state) const {
  Way way;
  for (std::size_t b : abstract_.blocks_from(at.procedure, at.location)) {
    const Block& block = program_.procedure(at.procedure).blocks[b];
    if (!std::ranges::all_of(block.move.condition, [&](Term t) { return holds(t, state); }))
      continue;
    ir::ProgramPoint to{at.procedure, block.to};
    way = {to, minterm_after(to, state, block.move.values)};
  }
  return way;
}

bool MintermModel::tabulate_call(const ir::ProgramPoint& at, Node& node) {
  const CallStep& call = *node.call;
  for (const Values* values : {&call.enter.values, &call.leave, &call.results})
    for (const auto& [v, t] : *values)
      for (VarId part : variables_of(t))
        if (part.index() >= symbolic::first_fresh(program_.program()))
          fresh_types_[part] = t.type();
  ir::ProgramPoint inside = entry(call.callee);
  ir::ProgramPoint outside = exit(call.callee);
  ir::ProgramPoint behind{at.procedure, call.to};
  std::set<VarId> variables;
  add_variables(at, {}, variables);
  std::set<VarId> entering = variables;
  add_variables(inside, call.enter.values, entering);
  if (!enumerate(entering, {}, [&](const Concrete& state) {
        node.ways[minterm(at, state)].into.insert(minterm_after(inside, state, call.enter.values));
      }))
    return false;
  add_variables(outside, call.leave, variables);
  add_variables(behind, call.results, variables);
  return enumerate(variables, {}, [&](const Concrete& state) {
    node.ways[minterm(at, state)].over.emplace(minterm_after(outside, state, call.leave),
                                               minterm_after(behind, state, call.results));
  });
}

bool MintermModel::solve() {
  for (const Procedure& p : program_.procedures())
    for (ir::LocId l : p.cuts) {
      ir::ProgramPoint at{p.id, l};
      Node& node = nodes_[at];
      if (!abstract_.calls_from(p.id, l).empty())
        node.call = &p.calls[abstract_.calls_from(p.id, l).front()];
      if (node.call != nullptr ? !tabulate_call(at, node) : !tabulate_blocks(at, node))
        return false;
    }
  reach();
  may_ = greatest([&](const ir::ProgramPoint& at, const Ways& ways, const Sets& sets) {
    return may_go_on(at, ways, sets);
  });
  must_ = solve_must(&MintermModel::by_any_value);
  must_by_options_ = solve_must(&MintermModel::by_options);
  return true;
}

MintermModel::Sets MintermModel::solve_must(Chooses chooses) const {
  Sets stay = greatest([&](const ir::ProgramPoint& at, const Ways& ways, const Sets& sets) {
    if (at == exit(at.procedure)) return true;
    return nodes_.at(at).call == nullptr ? (this->*chooses)(ways, sets)
                                         : crosses(at, ways, sets, sets);
  });
  return greatest([&](const ir::ProgramPoint& at, const Ways& ways, const Sets& sets) {
    if (at == exit(at.procedure)) return false;
    const CallStep* call = nodes_.at(at).call;
    if (call == nullptr) return (this->*chooses)(ways, sets);
    bool goes_in = std::ranges::all_of(
        ways.into, [&](const Minterm& m) { return in(sets, entry(call->callee), m); });
    return goes_in || crosses(at, ways, stay, sets);
  });
}

void MintermModel::reach() {
  ir::ProgramPoint start = entry(program_.program().entry);
  std::set<VarId> none;
  reached_[start].insert(minterm_after(start, {}, program_.start().values));
  for (bool changed = true; changed;) {
    changed = false;
    auto add = [&](const ir::ProgramPoint& at, const Minterm& m) {
      changed = reached_[at].insert(m).second || changed;
    };
    for (auto& [at, node] : nodes_) {
      std::set<Minterm> here = reached_[at];
      for (const Minterm& m : here) {
        const Ways& ways = node.ways[m];
        for (const std::vector<Way>& state : ways.blocks)
          for (const Way& way : state)
            if (way) add(way->first, way->second);
        if (node.call == nullptr) continue;
        for (const Minterm& inside : ways.into)
          add(entry(node.call->callee), inside);
        for (const auto& [left, behind] : ways.over)
          if (reached(exit(node.call->callee), left)) add({at.procedure, node.call->to}, behind);
      }
    }
  }
}

MintermModel::Sets MintermModel::greatest(
    const std::function<bool(const ir::ProgramPoint&, const Ways&, const Sets&)>& goes_on) const {
  Sets sets = reached_;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [at, node] : nodes_) {
      std::set<Minterm> here = sets[at];
      for (const Minterm& m : here) {
        auto ways = node.ways.find(m);
        if (ways != node.ways.end() && goes_on(at, ways->second, sets)) continue;
        sets[at].erase(m);
        changed = true;
      }
    }
  }
  return sets;
}

bool MintermModel::may_go_on(const ir::ProgramPoint& at, const Ways& ways, const Sets& sets) const {
  if (at == exit(at.procedure)) return false;
  for (const std::vector<Way>& state : ways.blocks)
    for (const Way& way : state)
      if (way && in(sets, way->first, way->second)) return true;
  const CallStep* call = nodes_.at(at).call;
  if (call == nullptr) return false;
  for (const Minterm& inside : ways.into)
    if (in(sets, entry(call->callee), inside)) return true;
  for (const auto& [left, behind] : ways.over)
    if (reached(exit(call->callee), left) && in(sets, {at.procedure, call->to}, behind))
      return true;
  return false;
}

bool MintermModel::by_any_value(const Ways& ways, const Sets& sets) const {
  return std::ranges::all_of(ways.blocks, [&](const std::vector<Way>& state) {
    return std::ranges::any_of(
        state, [&](const Way& way) { return way && in(sets, way->first, way->second); });
  });
}

bool MintermModel::by_options(const Ways& ways, const Sets& sets) const {
  return std::ranges::any_of(ways.options, [&](const std::vector<Way>& states) {
    return std::ranges::all_of(
        states, [&](const Way& way) { return way && in(sets, way->first, way->second); });
  });
}

bool MintermModel::crosses(const ir::ProgramPoint& at,
                           const Ways& ways,
                           const Sets& inside,
                           const Sets& behind) const {
  const CallStep& call = *nodes_.at(at).call;
  for (const Minterm& m : ways.into)
    if (!in(inside, entry(call.callee), m)) return false;
  for (const auto& [left, m] : ways.over)
    if (reached(exit(call.callee), left) && !in(behind, {at.procedure, call.to}, m)) return false;
  return true;
}

} // namespace kleene::engine::exact
