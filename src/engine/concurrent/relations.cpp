// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/concurrent/relations.h"

#include "kleene/calculus/algorithms.h"
#include "kleene/calculus/session.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace kleene::engine::concurrent {
namespace {

/// Modules m0, m1, …; shared variables g0, g1, …; locals v0, v1, … of whatever procedure is on top.
class Writer {
public:
  Writer(const ir::Program& program, const ir::TargetSelection& targets)
      : program_(program), targets_(targets) {
    for (std::size_t g = 0; g < program.globals.size(); ++g)
      names_[program.globals[g]] = fmt::format("G.g{}", g);
    for (const ir::Procedure& p : program.procedures) {
      std::size_t next = 0;
      for (const auto* list : {&p.parameters, &p.returns, &p.locals})
        for (VarId v : *list)
          names_[v] = fmt::format("L.v{}", next++);
      locals_ = std::max(locals_, next);
      places_ = std::max(places_, p.locations.size());
    }
  }

  Result<std::string> run() {
    types();
    relation("ProgramInt(State u, State v)", [&] { steps(); });
    relation("IntoCall(State u, State v)", [&] { calls(); });
    relation("Return(State u, State x, State v)", [&] { returns(); });
    relation("Exit(State u)", [&] {
      for (std::size_t p = 0; p < program_.procedures.size(); ++p)
        clause({at("u", p, program_.procedures[p].exit)});
    });
    relation("Begin(State u)", [&] { begin(); });
    relation("Ended(State u)", [&] { clause({at("u", program_.entry, exit(program_.entry))}); });
    relation("Init(Thread t, State u)", [&] {
      for (std::size_t t = 0; t < program_.threads.size(); ++t) {
        ir::ProcId p = program_.threads[t];
        clause({fmt::format("t = {}", t), at("u", p, program_.procedure(p).entry), zero("u")});
      }
    });
    relation("Switch(State u)", [&] { switches(); });
    relation("Target(State u)", [&] { target_places(); });
    if (!obstacle_.empty()) return Diagnostic::error(ErrorKind::Unsupported, obstacle_);
    return std::move(text_);
  }

private:
  // Text

  void types() {
    text_ += "enum Module { ";
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      text_ += fmt::format("{}m{}", p == 0 ? "" : ", ", p);
    text_ += fmt::format(" }};\nenum PC {{ 0..{} }};\n", places_ - 1);
    text_ += fmt::format("enum Thread {{ 0..{} }};\n", program_.threads.size() - 1);
    auto type = [&](const char* name, char letter, std::size_t count) {
      text_ += fmt::format("class {} {{ ", name);
      for (std::size_t i = 0; i < count; ++i)
        text_ += fmt::format("{}{}{}", i == 0 ? "bool " : ", ", letter, i);
      text_ += count == 0 ? "};\n" : "; };\n";
    };
    type("Global", 'g', program_.globals.size());
    type("Local", 'v', locals_);
    text_ += "class State { Module mod; PC pc; Global G; Local L; };\n\n";
  }

  template <class Clauses>
  void relation(const char* head, Clauses clauses) {
    first_ = true;
    text_ += fmt::format("bool {}\n", head);
    clauses();
    text_ += first_ ? "    false;\n\n" : ";\n\n";
  }

  void clause(const std::vector<std::string>& conjuncts) {
    text_ += first_ ? "    " : "\n  | ";
    first_ = false;
    for (std::size_t i = 0; i < conjuncts.size(); ++i)
      text_ += (i == 0 ? "" : " & ") + conjuncts[i];
  }

  // Formulas

  static std::string at(const char* state, std::size_t p, ir::LocId l) {
    return fmt::format("{0}.mod = m{1} & {0}.pc = {2}", state, p, l.index());
  }
  static std::string at(const char* state, ir::ProcId p, ir::LocId l) {
    return at(state, p.index(), l);
  }
  ir::LocId exit(ir::ProcId p) const { return program_.procedure(p).exit; }

  std::string value(const char* state, VarId v) const {
    return fmt::format("{}.{}", state, names_.at(v));
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

  std::string zero(const char* state) const {
    std::string result = "true";
    for (std::size_t i = 0; i < locals_; ++i)
      result += fmt::format(" & !{}.L.v{}", state, i);
    return result;
  }

  using Values = std::map<std::string, std::string>; ///< empty: any value

  /// The components of v: as given, or as in the other state.
  std::string after(char letter, std::size_t count, const char* other, const Values& given) const {
    std::string result = "true";
    for (std::size_t i = 0; i < count; ++i) {
      std::string name = fmt::format("{}.{}{}", letter == 'g' ? 'G' : 'L', letter, i);
      auto known = given.find(name);
      std::string now = fmt::format("{}.{}", other, name);
      if (known != given.end()) now = known->second;
      if (!now.empty()) result += fmt::format(" & (v.{} <-> {})", name, now);
    }
    return result;
  }
  std::string globals(const char* other, const Values& given) const {
    return after('g', program_.globals.size(), other, given);
  }
  std::string locals(const char* other, const Values& given) const {
    return after('v', locals_, other, given);
  }

  // Relations

  template <class Visit>
  void for_each_edge(Visit visit) const {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      for (const ir::Edge& edge : program_.procedures[p].edges)
        visit(p, edge);
  }

  void steps() {
    for_each_edge([&](std::size_t p, const ir::Edge& edge) {
      if (std::holds_alternative<ir::Spawn>(edge.statement))
        obstacle_ = "a formula for programs that start threads";
      if (std::holds_alternative<ir::Call>(edge.statement)
          || std::holds_alternative<ir::Halt>(edge.statement)
          || std::holds_alternative<ir::EndThread>(edge.statement))
        return;
      Values given;
      std::string guard = "true";
      if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
        guard = formula(assume->condition);
      if (const auto* assign = std::get_if<ir::Assign>(&edge.statement))
        for (std::size_t i = 0; i < assign->targets.size(); ++i)
          given[names_.at(assign->targets[i])] = formula(assign->values[i]);
      if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
        for (VarId v : havoc->variables)
          given[names_.at(v)] = "";
      clause({at("u", p, edge.from),
              at("v", p, edge.to),
              guard,
              globals("u", given),
              locals("u", given)});
    });
  }

  void calls() {
    for_each_edge([&](std::size_t p, const ir::Edge& edge) {
      const auto* call = std::get_if<ir::Call>(&edge.statement);
      if (call == nullptr) return;
      const ir::Procedure& callee = program_.procedure(call->callee);
      Values given;
      for (std::size_t i = 0; i < locals_; ++i)
        given[fmt::format("L.v{}", i)] = "false";
      for (std::size_t i = 0; i < call->arguments.size(); ++i)
        given[names_.at(callee.parameters[i])] = formula(call->arguments[i]);
      clause({at("u", p, edge.from),
              at("v", call->callee, callee.entry),
              globals("u", {}),
              locals("u", given)});
    });
  }

  void returns() {
    for_each_edge([&](std::size_t p, const ir::Edge& edge) {
      const auto* call = std::get_if<ir::Call>(&edge.statement);
      if (call == nullptr) return;
      Values given;
      for (std::size_t i = 0; i < call->results.size(); ++i)
        given[names_.at(call->results[i])] =
            value("x", program_.procedure(call->callee).returns[i]);
      clause({at("u", p, edge.from),
              at("x", call->callee, exit(call->callee)),
              at("v", p, edge.to),
              globals("x", given),
              locals("u", given)});
    });
  }

  void begin() {
    std::string start = "true";
    for (VarId g : program_.globals)
      if (const auto& initial = program_.variable(g).initial)
        start += (initial->is_true() ? " & " : " & !") + value("u", g);
    clause({at("u", program_.entry, program_.procedure(program_.entry).entry), zero("u"), start});
  }

  void switches() {
    std::string free =
        program_.atomic.valid() ? "!" + value("u", program_.atomic) : std::string("true");
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      for (std::size_t l = 0; l < program_.procedures[p].locations.size(); ++l)
        if (!program_.procedures[p].locations[l].interior) clause({at("u", p, ir::LocId(l)), free});
  }

  void target_places() {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      for (std::size_t l = 0; l < program_.procedures[p].locations.size(); ++l)
        if (targets_.selects(program_.procedures[p].locations[l]))
          clause({at("u", p, ir::LocId(l))});
  }

  const ir::Program& program_;
  const ir::TargetSelection& targets_;
  std::map<VarId, std::string> names_; ///< `G.g0`, `L.v0`
  std::size_t locals_ = 0;
  std::size_t places_ = 1;
  std::string obstacle_;
  std::string text_;
  bool first_ = true;
};

} // namespace

Result<std::string> relations_text(const ir::Program& program, const ir::TargetSelection& targets) {
  if (program.threads.empty())
    return Diagnostic::error(ErrorKind::Unsupported,
                             "a formula for programs without a fixed set of threads");
  return Writer(program, targets).run();
}

Result<bool> reachable_by_formula(const ir::Program& program,
                                  const ir::TargetSelection& targets,
                                  std::size_t switches,
                                  Budget& budget,
                                  Observer& observer) {
  namespace language = kleene::calculus;
  Result<std::string> relations = relations_text(program, targets);
  if (!relations) return relations.error();
  std::optional<std::string_view> formula = language::shipped_algorithm("contexts");
  KL_INVARIANT(formula.has_value(), "the algorithm should be shipped");
  SourceFiles files;
  std::vector<FileId> order{files.add("program", std::move(*relations)),
                            files.add("contexts.fix", std::string(*formula))};
  language::ReadOptions options;
  options.constants["K"] = static_cast<long>(switches);
  auto session = language::Session::read(files, order, options);
  if (!session) return session.error();
  auto outcomes = (*session)->evaluate(budget, observer);
  if (!outcomes) return outcomes.error();
  for (const language::Outcome& outcome : *outcomes)
    if (outcome.name == "reachable" && outcome.value) return *outcome.value;
  return Diagnostic::error(ErrorKind::Unsupported, "the formula does not answer the question");
}

} // namespace kleene::engine::concurrent
