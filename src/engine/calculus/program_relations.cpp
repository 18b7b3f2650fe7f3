// SPDX-License-Identifier: Apache-2.0
#include "program_relations.h"

#include "kleene/domain/affinity.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

namespace kleene::engine::calculus {
namespace {

/// Names that are identifiers of the calculus, each different.
class Names {
public:
  std::string add(std::string name) {
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') c = '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
      name.insert(0, "_");
    while (!used_.insert(name).second)
      name += '_';
    return name;
  }

private:
  std::set<std::string> used_{"bool",   "enum",   "class",    "struct", "mu",    "nu",    "exists",
                              "forall", "if",     "else",     "assume", "case",  "esac",  "true",
                              "false",  "show",   "cofactor", "input",  "query", "const", "in",
                              "Exists", "Forall", "EXISTS",   "FORALL"};
};

bool contains(const std::vector<VarId>& all, VarId v) {
  return std::ranges::find(all, v) != all.end();
}

Source constant(bool value) {
  return {Source::Kind::Constant, value, 0, 0, Term()};
}
Source copy(std::size_t state, ComponentId component) {
  return {Source::Kind::Copy, false, state, component, Term()};
}
Source computed(Term term) {
  if (term.op() == Op::Constant) return constant(term.is_true());
  return {Source::Kind::Value, false, 0, 0, term};
}

} // namespace

ProgramRelations::ProgramRelations(const ir::Program& program, const ir::TargetSelection& targets)
    : program_(program), targets_(targets), scope_(program) {
  Names module_names;
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    const ir::Procedure& procedure = program.procedures[p];
    bool used = scope_.used(ir::ProcId(p));
    modules_.push_back(used ? module_names.add(procedure.name) : "");
    module_numbers_.push_back(module_count_);
    std::size_t next = 1; // the entry is 0
    pcs_.emplace_back(procedure.locations.size());
    for (std::size_t l = 0; l < procedure.locations.size(); ++l)
      pcs_.back()[l] = ir::LocId(l) == procedure.entry ? 0 : next++;
    if (!used) continue;
    ++module_count_;
    pc_count_ = std::max(pc_count_, next);
  }
  Names global_names;
  for (VarId g : program.globals) {
    if (!scope_.matters(g)) continue;
    components_[g] = global_count_++;
    names_.push_back("G." + global_names.add(program.variable(g).display));
  }
  std::size_t count = global_count_;
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    if (modules_[p].empty()) continue;
    std::size_t next = global_count_;
    for (VarId v : scope_.carried(ir::ProcId(p)))
      if (!is_global(v)) components_[v] = next++;
    count = std::max(count, next);
  }
  for (std::size_t i = 0; global_count_ + i < count; ++i)
    names_.push_back(fmt::format("L.v{}", i));
}

std::optional<std::vector<ProgramClause>>
ProgramRelations::clauses(const std::string& relation) const {
  static const std::map<std::string, Clauses (ProgramRelations::*)() const> makers{
      {"ProgramInt", &ProgramRelations::internal_steps},
      {"IntoCall", &ProgramRelations::calls},
      {"Return", &ProgramRelations::returns},
      {"Entry", &ProgramRelations::entries},
      {"Exit", &ProgramRelations::exits},
      {"Init", &ProgramRelations::initial},
      {"Target", &ProgramRelations::target_places}};
  auto maker = makers.find(relation);
  if (maker == makers.end()) return std::nullopt;
  return (this->*maker->second)();
}

std::string ProgramRelations::types() const {
  std::string text = "enum Module { ";
  std::string separator;
  for (const std::string& name : modules_)
    if (!name.empty()) text += std::exchange(separator, ", ") + name;
  text += fmt::format(" }};\nenum PC {{ 0..{} }};\n", pc_count_ - 1);
  auto type = [&](const char* name, std::size_t first, std::size_t last) {
    std::string list;
    for (std::size_t c = first; c < last; ++c)
      list += (list.empty() ? "bool " : ", ") + names_[c].substr(2);
    return fmt::format("class {} {{ {}{}}};\n", name, list, list.empty() ? "" : "; ");
  };
  text += type("Global", 0, global_count_) + type("Local", global_count_, names_.size());
  return text + "class State { Module mod; PC pc; Global G; Local L; }" + order() + ";\n\n";
}

/// Components that occur together in statements stand together.
std::string ProgramRelations::order() const {
  std::size_t count = names_.size();
  std::vector<std::size_t> place(program_.variables.size(), count);
  for (auto [v, component] : components_)
    place[v.index()] = component;
  std::string text;
  std::vector<std::size_t> order = domain::affinity_order(scope_, place, count);
  for (std::size_t i = 1; i < count; ++i)
    text +=
        fmt::format("{}{} < {}", i == 1 ? "\n  " : ", ", names_[order[i - 1]], names_[order[i]]);
  return text;
}

std::vector<ir::ProcId> ProgramRelations::by_module_number() const {
  std::vector<ir::ProcId> result;
  for (std::size_t p = 0; p < modules_.size(); ++p)
    if (!modules_[p].empty()) result.emplace_back(p);
  return result;
}

std::optional<ir::LocId> ProgramRelations::location(ir::ProcId p, std::size_t pc) const {
  auto found = std::ranges::find(pcs_[p.index()], pc);
  if (found == pcs_[p.index()].end()) return std::nullopt;
  return ir::LocId(static_cast<std::size_t>(found - pcs_[p.index()].begin()));
}

std::vector<VarId> ProgramRelations::meant(ir::ProcId p, ir::LocId l) const {
  std::vector<VarId> result;
  for (VarId g : program_.globals)
    if (scope_.matters(g)) result.push_back(g);
  for (VarId v : scope_.live(p, l))
    if (!is_global(v)) result.push_back(v);
  return result;
}

template <class Visit>
void ProgramRelations::for_each_edge(Visit visit) const {
  for (std::size_t p = 0; p < program_.procedures.size(); ++p)
    if (!modules_[p].empty())
      for (const ir::Edge& edge : program_.procedures[p].edges)
        visit(ir::ProcId(p), edge);
}

bool ProgramRelations::live(ir::ProcId p, ir::LocId l, VarId v) const {
  return contains(scope_.live(p, l), v);
}

void ProgramRelations::keep_locals(ir::ProcId p,
                                   ir::LocId l,
                                   const std::vector<VarId>& free,
                                   ProgramClause& clause) const {
  for (VarId v : scope_.live(p, l))
    if (!is_global(v) && !contains(free, v))
      clause.last.try_emplace(component(v), copy(0, component(v)));
  clear_dead_locals(p, l, clause);
}

void ProgramRelations::keep_globals(std::size_t from,
                                    const std::vector<VarId>& free,
                                    ProgramClause& clause) const {
  for (VarId g : program_.globals)
    if (scope_.matters(g) && !contains(free, g))
      clause.last.try_emplace(component(g), copy(from, component(g)));
}

void ProgramRelations::clear_dead_locals(ir::ProcId p, ir::LocId l, ProgramClause& clause) const {
  std::vector<bool> used(names_.size());
  for (VarId v : scope_.live(p, l))
    used[component(v)] = true;
  for (ComponentId c = global_count_; c < names_.size(); ++c)
    if (!used[c]) clause.last[c] = constant(false);
}

ProgramRelations::Clauses ProgramRelations::internal_steps() const {
  Clauses result;
  for_each_edge([&](ir::ProcId p, const ir::Edge& edge) {
    if (std::holds_alternative<ir::Call>(edge.statement)
        || std::holds_alternative<ir::Halt>(edge.statement))
      return;
    ProgramClause clause{{{p, edge.from}, {p, edge.to}}, std::nullopt, {}};
    std::vector<VarId> free;
    if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
      clause.condition = assume->condition;
    if (const auto* assign = std::get_if<ir::Assign>(&edge.statement))
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        VarId target = assign->targets[i];
        if (!scope_.matters(target) || (!is_global(target) && !live(p, edge.to, target))) continue;
        clause.last[component(target)] = computed(assign->values[i]);
      }
    if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement)) free = havoc->variables;
    keep_globals(0, free, clause);
    keep_locals(p, edge.to, free, clause);
    result.push_back(std::move(clause));
  });
  return result;
}

ProgramRelations::Clauses ProgramRelations::calls() const {
  Clauses result;
  for_each_edge([&](ir::ProcId p, const ir::Edge& edge) {
    const auto* call = std::get_if<ir::Call>(&edge.statement);
    if (call == nullptr) return;
    const ir::Procedure& callee = program_.procedure(call->callee);
    ProgramClause clause{{{p, edge.from}, {call->callee, callee.entry}}, std::nullopt, {}};
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      if (scope_.matters(callee.parameters[i])
          && live(call->callee, callee.entry, callee.parameters[i]))
        clause.last[component(callee.parameters[i])] = computed(call->arguments[i]);
    keep_globals(0, {}, clause);
    clear_dead_locals(call->callee, callee.entry, clause);
    result.push_back(std::move(clause));
  });
  return result;
}

ProgramRelations::Clauses ProgramRelations::returns() const {
  Clauses result;
  for_each_edge([&](ir::ProcId p, const ir::Edge& edge) {
    const auto* call = std::get_if<ir::Call>(&edge.statement);
    if (call == nullptr) return;
    const ir::Procedure& callee = program_.procedure(call->callee);
    ProgramClause clause{
        {{p, edge.from}, {call->callee, callee.exit}, {p, edge.to}}, std::nullopt, {}};
    for (std::size_t i = 0; i < call->results.size(); ++i) {
      VarId target = call->results[i];
      if (!scope_.matters(target) || (!is_global(target) && !live(p, edge.to, target))) continue;
      clause.last[component(target)] = copy(1, component(callee.returns[i]));
    }
    keep_globals(1, {}, clause);
    keep_locals(p, edge.to, {}, clause);
    result.push_back(std::move(clause));
  });
  return result;
}

ProgramRelations::Clauses ProgramRelations::entries() const {
  Clauses result;
  for (std::size_t p = 0; p < modules_.size(); ++p) {
    if (modules_[p].empty()) continue;
    ir::LocId entry = program_.procedures[p].entry;
    ProgramClause clause{{{ir::ProcId(p), entry}}, std::nullopt, {}};
    clear_dead_locals(ir::ProcId(p), entry, clause);
    result.push_back(std::move(clause));
  }
  return result;
}

ProgramRelations::Clauses ProgramRelations::exits() const {
  Clauses result;
  for (std::size_t p = 0; p < modules_.size(); ++p)
    if (!modules_[p].empty())
      result.push_back({{{ir::ProcId(p), program_.procedures[p].exit}}, std::nullopt, {}});
  return result;
}

ProgramRelations::Clauses ProgramRelations::initial() const {
  ir::LocId entry = program_.procedure(program_.entry).entry;
  ProgramClause clause{{{program_.entry, entry}}, std::nullopt, {}};
  for (VarId g : program_.globals)
    if (const auto& start = program_.variable(g).initial; start && scope_.matters(g))
      clause.last[component(g)] = constant(start->is_true());
  clear_dead_locals(program_.entry, entry, clause);
  return {clause};
}

ProgramRelations::Clauses ProgramRelations::target_places() const {
  Clauses result;
  for (std::size_t p = 0; p < modules_.size(); ++p)
    for (std::size_t l = 0; !modules_[p].empty() && l < pcs_[p].size(); ++l)
      if (targets_.selects(program_.procedures[p].locations[l]))
        result.push_back({{{ir::ProcId(p), ir::LocId(l)}}, std::nullopt, {}});
  return result;
}

} // namespace kleene::engine::calculus
