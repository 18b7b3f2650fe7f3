// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/calculus/relations.h"

#include "kleene/domain/boolean_scope.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace kleene::engine::calculus {
namespace {

using domain::BooleanScope;

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

class Writer {
public:
  Writer(const ir::Program& program, const ir::TargetSelection& targets)
      : program_(program), targets_(targets), scope_(program) {
    Names module_names;
    for (std::size_t p = 0; p < program.procedures.size(); ++p) {
      procedures_.push_back(
          scope_.used(ir::ProcId(p)) ? module_names.add(program.procedures[p].name) : "");
      number_locations(ir::ProcId(p));
    }
    Names global_names;
    for (VarId g : program.globals)
      if (scope_.matters(g)) components_[g] = "G." + global_names.add(program.variable(g).display);
    for (std::size_t p = 0; p < program.procedures.size(); ++p) {
      if (procedures_[p].empty()) continue;
      std::size_t next = 0;
      for (VarId v : scope_.carried(ir::ProcId(p)))
        if (program.variable(v).owner.valid()) components_[v] = fmt::format("L.v{}", next++);
      locals_.resize(std::max(locals_.size(), next));
    }
    for (std::size_t i = 0; i < locals_.size(); ++i)
      locals_[i] = fmt::format("L.v{}", i);
  }

  std::string run() {
    types();
    relation("ProgramInt(State u, State v)", &Writer::internal_steps);
    relation("IntoCall(State u, State v)", &Writer::calls);
    relation("Return(State u, State x, State v)", &Writer::returns);
    relation("Entry(State u)", &Writer::entries);
    relation("Exit(State u)", &Writer::exits);
    relation("Init(State u)", &Writer::initial);
    relation("Target(State u)", &Writer::target_places);
    return std::move(text_);
  }

private:
  // Names

  /// The entry is 0.
  void number_locations(ir::ProcId p) {
    const ir::Procedure& procedure = program_.procedure(p);
    numbers_.emplace_back(procedure.locations.size());
    std::size_t next = 1;
    for (std::size_t l = 0; l < procedure.locations.size(); ++l)
      numbers_.back()[l] = ir::LocId(l) == procedure.entry ? 0 : next++;
    if (!procedures_.back().empty()) most_locations_ = std::max(most_locations_, next);
  }

  std::string at(const char* state, ir::ProcId p, ir::LocId l) const {
    return fmt::format("{0}.mod = {1} & {0}.pc = {2}",
                       state,
                       procedures_[p.index()],
                       numbers_[p.index()][l.index()]);
  }

  std::string value(const char* state, VarId v) const {
    return fmt::format("{}.{}", state, components_.at(v));
  }

  std::string formula(Term t) const {
    auto joined = [&](const char* op) {
      std::string result;
      for (std::size_t i = 0; i < t.arity(); ++i)
        result += (i == 0 ? "" : op) + formula(t.arg(i));
      return "(" + result + ")";
    };
    switch (t.op()) {
    case Op::Constant:
      return t.is_true() ? "true" : "false";
    case Op::Variable:
      return value("u", t.variable());
    case Op::Not:
      return "!" + formula(t.arg(0));
    case Op::And:
      return joined(" & ");
    case Op::Or:
      return joined(" | ");
    case Op::Eq:
      return joined(" <-> ");
    case Op::Ite:
      return fmt::format(
          "(if ({}) {} else {})", formula(t.arg(0)), formula(t.arg(1)), formula(t.arg(2)));
    default:
      KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
    }
  }

  // Types and relations

  void types() {
    text_ += "enum Module { ";
    std::string separator;
    for (const std::string& name : procedures_)
      if (!name.empty()) text_ += std::exchange(separator, ", ") + name;
    text_ += fmt::format(" }};\nenum PC {{ 0..{} }};\n", most_locations_ - 1);
    std::vector<std::string> globals;
    for (VarId g : program_.globals)
      if (scope_.matters(g)) globals.push_back(components_.at(g));
    text_ += type("Global", globals) + type("Local", locals_);
    text_ += "class State { Module mod; PC pc; Global G; Local L; };\n\n";
  }

  static std::string type(const char* name, const std::vector<std::string>& components) {
    std::string list;
    for (const std::string& c : components)
      list += (list.empty() ? "bool " : ", ") + c.substr(2);
    return fmt::format("class {} {{ {}{}}};\n", name, list, list.empty() ? "" : "; ");
  }

  void relation(const char* head, void (Writer::*clauses)()) {
    first_clause_ = true;
    text_ += fmt::format("bool {}\n", head);
    (this->*clauses)();
    if (first_clause_) text_ += "    false";
    text_ += ";\n\n";
  }

  void clause(const std::vector<std::string>& conjuncts) {
    text_ += first_clause_ ? "    " : "\n  | ";
    first_clause_ = false;
    for (std::size_t i = 0; i < conjuncts.size(); ++i)
      text_ += (i == 0 ? "" : " & ") + conjuncts[i];
  }

  template <class Visit>
  void for_each_edge(Visit visit) {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      if (!procedures_[p].empty())
        for (const ir::Edge& edge : program_.procedures[p].edges)
          visit(ir::ProcId(p), edge);
  }

  bool live(ir::ProcId p, ir::LocId l, VarId v) const {
    const std::vector<VarId>& all = scope_.live(p, l);
    return std::ranges::find(all, v) != all.end();
  }

  /// The local bits of a state at a location: what the map says for live ones, 0 for others.
  void set_locals(ir::ProcId p,
                  ir::LocId l,
                  const std::map<VarId, std::string>& values,
                  const std::set<VarId>& free,
                  std::vector<std::string>& conjuncts) const {
    std::set<std::string> zero(locals_.begin(), locals_.end());
    for (VarId v : scope_.live(p, l)) {
      if (!program_.variable(v).owner.valid()) continue;
      zero.erase(components_.at(v));
      if (free.contains(v)) continue;
      auto known = values.find(v);
      std::string now = known == values.end() ? value("u", v) : known->second;
      conjuncts.push_back(fmt::format("(v.{} <-> {})", components_.at(v), now));
    }
    for (const std::string& component : zero)
      conjuncts.push_back("!v." + component);
  }

  void set_globals(const char* from,
                   const std::map<VarId, std::string>& values,
                   const std::set<VarId>& free,
                   std::vector<std::string>& conjuncts) const {
    bool all = values.empty() && free.empty();
    if (all) conjuncts.push_back(fmt::format("v.G = {}.G", from));
    for (VarId g : program_.globals) {
      if (all || !scope_.matters(g) || free.contains(g)) continue;
      auto known = values.find(g);
      std::string now = known == values.end() ? value(from, g) : known->second;
      conjuncts.push_back(fmt::format("(v.{} <-> {})", components_.at(g), now));
    }
  }

  void internal_steps() {
    for_each_edge([&](ir::ProcId p, const ir::Edge& edge) {
      if (std::holds_alternative<ir::Call>(edge.statement)
          || std::holds_alternative<ir::Halt>(edge.statement))
        return;
      std::vector<std::string> conjuncts{at("u", p, edge.from), at("v", p, edge.to)};
      std::map<VarId, std::string> locals;
      std::map<VarId, std::string> globals;
      std::set<VarId> free;
      std::set<VarId> free_globals;
      auto is_global = [&](VarId v) { return !program_.variable(v).owner.valid(); };
      if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
        conjuncts.push_back(formula(assume->condition));
      if (const auto* assign = std::get_if<ir::Assign>(&edge.statement))
        for (std::size_t i = 0; i < assign->targets.size(); ++i) {
          VarId target = assign->targets[i];
          if (!scope_.matters(target) || (!is_global(target) && !live(p, edge.to, target)))
            continue;
          (is_global(target) ? globals : locals)[target] = formula(assign->values[i]);
        }
      if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
        for (VarId v : havoc->variables)
          if (scope_.matters(v)) (is_global(v) ? free_globals : free).insert(v);
      set_globals("u", globals, free_globals, conjuncts);
      set_locals(p, edge.to, locals, free, conjuncts);
      clause(conjuncts);
    });
  }

  void calls() {
    for_each_edge([&](ir::ProcId p, const ir::Edge& edge) {
      const auto* call = std::get_if<ir::Call>(&edge.statement);
      if (call == nullptr) return;
      const ir::Procedure& callee = program_.procedure(call->callee);
      std::map<VarId, std::string> arguments;
      for (std::size_t i = 0; i < call->arguments.size(); ++i)
        if (scope_.matters(callee.parameters[i]))
          arguments[callee.parameters[i]] = formula(call->arguments[i]);
      std::vector<std::string> conjuncts{at("u", p, edge.from),
                                         at("v", call->callee, callee.entry)};
      set_globals("u", {}, {}, conjuncts);
      set_locals(call->callee, callee.entry, arguments, {}, conjuncts);
      clause(conjuncts);
    });
  }

  void returns() {
    for_each_edge([&](ir::ProcId p, const ir::Edge& edge) {
      const auto* call = std::get_if<ir::Call>(&edge.statement);
      if (call == nullptr) return;
      const ir::Procedure& callee = program_.procedure(call->callee);
      std::map<VarId, std::string> locals;
      std::map<VarId, std::string> globals;
      for (std::size_t i = 0; i < call->results.size(); ++i) {
        VarId target = call->results[i];
        if (!scope_.matters(target)) continue;
        bool local = program_.variable(target).owner.valid();
        (local ? locals : globals)[target] = value("x", callee.returns[i]);
      }
      std::vector<std::string> conjuncts{
          at("u", p, edge.from), at("x", call->callee, callee.exit), at("v", p, edge.to)};
      set_globals("x", globals, {}, conjuncts);
      set_locals(p, edge.to, locals, {}, conjuncts);
      clause(conjuncts);
    });
  }

  void entries() {
    for (std::size_t p = 0; p < procedures_.size(); ++p) {
      if (procedures_[p].empty()) continue;
      ir::LocId entry = program_.procedures[p].entry;
      std::vector<std::string> conjuncts{at("u", ir::ProcId(p), entry)};
      zero_locals(ir::ProcId(p), entry, conjuncts);
      clause(conjuncts);
    }
  }

  void zero_locals(ir::ProcId p, ir::LocId l, std::vector<std::string>& conjuncts) const {
    std::set<std::string> zero(locals_.begin(), locals_.end());
    for (VarId v : scope_.live(p, l))
      if (program_.variable(v).owner.valid()) zero.erase(components_.at(v));
    for (const std::string& component : zero)
      conjuncts.push_back("!u." + component);
  }

  void exits() {
    for (std::size_t p = 0; p < procedures_.size(); ++p)
      if (!procedures_[p].empty()) clause({at("u", ir::ProcId(p), program_.procedures[p].exit)});
  }

  void initial() {
    ir::LocId entry = program_.procedure(program_.entry).entry;
    std::vector<std::string> conjuncts{at("u", program_.entry, entry)};
    for (VarId g : program_.globals)
      if (const auto& start = program_.variable(g).initial; start && scope_.matters(g))
        conjuncts.push_back((start->is_true() ? "" : "!") + value("u", g));
    zero_locals(program_.entry, entry, conjuncts);
    clause(conjuncts);
  }

  void target_places() {
    for (std::size_t p = 0; p < procedures_.size(); ++p)
      for (std::size_t l = 0; !procedures_[p].empty() && l < numbers_[p].size(); ++l)
        if (targets_.selects(program_.procedures[p].locations[l]))
          clause({at("u", ir::ProcId(p), ir::LocId(l))});
  }

  const ir::Program& program_;
  const ir::TargetSelection& targets_;
  BooleanScope scope_;
  std::vector<std::string> procedures_; ///< names; empty: left out
  std::vector<std::vector<std::size_t>> numbers_;
  std::size_t most_locations_ = 1;
  std::map<VarId, std::string> components_; ///< `G.x`, `L.v0`
  std::vector<std::string> locals_;
  std::string text_;
  bool first_clause_ = true;
};

} // namespace

std::string relations_text(const ir::Program& program, const ir::TargetSelection& targets) {
  return Writer(program, targets).run();
}

} // namespace kleene::engine::calculus
