// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/inductive.h"

#include "kleene/smt/smtlib.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

namespace kleene::evidence {

VarId entry_copy(const ir::Program& program, VarId variable) {
  return VarId(program.variables.size() + variable.index());
}

namespace {

using ir::ProcId;

/// The text that each variable has at some moment; those not listed keep their own name.
using Values = std::unordered_map<VarId, std::string>;

class Questions {
public:
  Questions(const Problem& problem, const InductiveProof& proof)
      : problem_(problem), program_(problem.program), proof_(proof) {}

  smt::Script run() {
    declare_variables();
    start();
    for (std::size_t f = 0; f < program_.procedures.size(); ++f)
      if (called(ProcId(f))) procedure(ProcId(f));
    return std::move(script_);
  }

private:
  // names

  std::string variable_name(VarId v) const {
    std::size_t n = program_.variables.size();
    if (v.index() < n) return smt::symbol(program_.variable(v).name);
    return smt::symbol(program_.variables.at(v.index() - n).name + "@entry");
  }
  Type type_of(VarId v) const {
    std::size_t n = program_.variables.size();
    return program_.variables.at(v.index() < n ? v.index() : v.index() - n).type;
  }
  bool called(ProcId f) const { return !proof_.procedures[f.index()].invariants.empty(); }

  std::string text(Term t, const Values& values) const {
    return smt::text(t, [&](VarId v) {
      auto found = values.find(v);
      return found == values.end() ? variable_name(v) : found->second;
    });
  }

  static bool has_formula(Type type) { return type.is_bool() || type.is_integer(); }

  /// What the type of a computed value says about it: signed results are not bounded.
  static std::string range(Type type, const std::string& value) {
    return type.is_machine() && !type.is_signed() ? chosen_range(type, value) : "";
  }

  /// What the type of an arbitrary value says about it.
  static std::string chosen_range(Type type, const std::string& value) {
    if (!type.is_machine()) return {};
    return fmt::format(
        "(assert (<= {} {} {}))\n", smt::text(min_value(type)), value, smt::text(max_value(type)));
  }

  void declare_variables() {
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      VarId v(i);
      if (!has_formula(type_of(v))) continue;
      for (VarId each : {v, entry_copy(program_, v)}) {
        std::string name = variable_name(each);
        script_.preamble +=
            fmt::format("(declare-const {} {})\n", name, smt::sort_text(type_of(v)));
        script_.preamble += range(type_of(v), name);
      }
    }
  }

  // formulas of the proof

  /// An invariant or summary where variables have other values; formulas are defined once and applied.
  std::string apply(Term formula, const Values& values) {
    if (formula.null()) return "false";
    if (formula.is_constant()) return formula.is_true() ? "true" : "false";
    Definition& d = definition(formula);
    if (d.parameters.empty()) return d.name;
    std::string result = "(" + d.name;
    for (VarId v : d.parameters) {
      auto found = values.find(v);
      result += ' ' + (found == values.end() ? variable_name(v) : found->second);
    }
    return result + ')';
  }

  struct Definition {
    std::string name;
    std::vector<VarId> parameters;
  };

  Definition& definition(Term formula) {
    auto [it, fresh] = definitions_.try_emplace(formula);
    if (!fresh) return it->second;
    Definition& d = it->second;
    d.name = fmt::format("F{}", definitions_.size());
    d.parameters = variables_of(formula);
    std::string parameters;
    for (VarId v : d.parameters)
      parameters += fmt::format("({} {})", variable_name(v), smt::sort_text(type_of(v)));
    script_.preamble +=
        fmt::format("(define-fun {} ({}) Bool {})\n", d.name, parameters, text(formula, {}));
    return d;
  }

  Term invariant(ProcId f, ir::LocId l) const {
    return proof_.procedures[f.index()].invariants[l.index()];
  }

  // questions: each is satisfiable exactly if the proof has a gap there

  void ask(std::string title, const std::string& commands, const std::string& goal) {
    if (goal == "true") return;
    std::ranges::replace(title, '\n', ' ');
    script_.questions.push_back(
        {std::move(title), commands + fmt::format("(assert (not {}))\n", goal)});
  }

  static std::string assume(const std::string& formula) {
    return fmt::format("(assert {})\n", formula);
  }

  /// Assumptions that together cover a formula: a long disjunction is taken case by case, because
  /// solvers are much faster on many small questions than on one with many cases.
  std::vector<std::string> cases(Term formula) {
    constexpr std::size_t many = 16;
    std::vector<std::string> result;
    if (formula.op() == Op::Or && formula.arity() > many)
      for (Term one : formula.args())
        result.push_back(assume(text(one, {})));
    else
      result.push_back(assume(apply(formula, {})));
    return result;
  }

  std::string place(ProcId f, const ir::Edge& e) const {
    return fmt::format("{} {}", program_.procedure(f).name, program_.files.describe(e.range));
  }

  /// A new arbitrary value of a type; its declaration is appended to `commands`.
  std::string fresh(Type type, std::string& commands) {
    std::string name = fmt::format("|fresh {}|", ++fresh_);
    commands += fmt::format("(declare-const {} {})\n", name, smt::sort_text(type));
    return name;
  }

  /// The variables and entry copies of `f` when it begins with these globals and parameters.
  Values at_entry(ProcId f, const Values& outside, std::string& commands) {
    const ir::Procedure& p = program_.procedure(f);
    Values inside;
    auto both = [&](VarId v) {
      if (!has_formula(type_of(v))) return;
      auto found = outside.find(v);
      inside[v] = inside[entry_copy(program_, v)] =
          found == outside.end() ? variable_name(v) : found->second;
    };
    std::ranges::for_each(program_.globals, both);
    std::ranges::for_each(p.parameters, both);
    for (const auto* group : {&p.returns, &p.locals})
      for (VarId v : *group)
        if (has_formula(type_of(v)) && !inside.contains(v)) {
          inside[v] = fresh(type_of(v), commands);
          commands += chosen_range(type_of(v), inside[v]);
        }
    return inside;
  }

  void start() {
    ProcId f = program_.entry;
    std::string commands;
    Values values;
    for (VarId g : program_.globals)
      if (const auto& initial = program_.variable(g).initial; initial && has_formula(type_of(g)))
        values[g] = text(*initial, {});
    for (VarId g : program_.globals)
      if (!program_.variable(g).initial && has_formula(type_of(g)))
        commands += chosen_range(type_of(g), variable_name(g));
    Values inside = at_entry(f, values, commands);
    std::string goal =
        called(f) ? apply(invariant(f, program_.procedure(f).entry), inside) : "false";
    ask("start", commands, goal);
  }

  void procedure(ProcId f) {
    const ir::Procedure& p = program_.procedure(f);
    for (std::size_t l = 0; l < p.locations.size(); ++l)
      if (problem_.targets.selects(p.locations[l]) && !invariant(f, ir::LocId(l)).null())
        ask(fmt::format("target in {}", p.name),
            assume(apply(invariant(f, ir::LocId(l)), {})),
            "false");
    for (const ir::Edge& e : p.edges) {
      if (invariant(f, e.from).null()) continue;
      for (const std::string& before : cases(invariant(f, e.from)))
        if (const auto* call = std::get_if<ir::Call>(&e.statement))
          call_edge(f, e, *call, before);
        else
          plain_edge(f, e, before);
    }
    Term at_exit = invariant(f, p.exit);
    if (at_exit.null()) return;
    for (const std::string& before : cases(at_exit))
      ask(fmt::format("exit of {}", p.name),
          before,
          apply(proof_.procedures[f.index()].summary, {}));
  }

  void plain_edge(ProcId f, const ir::Edge& e, std::string commands) {
    Values after;
    if (const auto* assume_statement = std::get_if<ir::Assume>(&e.statement)) {
      commands += assume(text(assume_statement->condition, {}));
    } else if (const auto* assign = std::get_if<ir::Assign>(&e.statement)) {
      for (std::size_t i = 0; i < assign->targets.size(); ++i)
        after[assign->targets[i]] = text(assign->values[i], {});
    } else if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement)) {
      for (VarId v : havoc->variables) {
        after[v] = fresh(type_of(v), commands);
        commands += chosen_range(type_of(v), after[v]);
      }
    } else if (std::holds_alternative<ir::Halt>(e.statement)) {
      return;
    } else if (!std::holds_alternative<ir::Skip>(e.statement)) {
      throw smt::NotExpressible(fmt::format("the statement at {}", place(f, e)));
    }
    ask("edge in " + place(f, e), commands, apply(invariant(f, e.to), after));
  }

  void call_edge(ProcId f, const ir::Edge& e, const ir::Call& call, const std::string& before) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    const auto& proof = proof_.procedures[call.callee.index()];
    Values arguments;
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
      arguments[callee.parameters[i]] = text(call.arguments[i], {});

    std::string entering = before;
    Values inside = at_entry(call.callee, arguments, entering);
    std::string into =
        called(call.callee) ? apply(proof.invariants[callee.entry.index()], inside) : "false";
    ask("enter from " + place(f, e), entering, into);
    if (called(call.callee) && !proof.summary.null()) step_over(f, e, call, before, arguments);
  }

  /// After the call: globals and returns are what the summary allows for this entry.
  void step_over(ProcId f,
                 const ir::Edge& e,
                 const ir::Call& call,
                 std::string commands,
                 const Values& arguments) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    Values summary;
    for (VarId v : program_.globals)
      if (has_formula(type_of(v))) summary[entry_copy(program_, v)] = variable_name(v);
    for (VarId v : callee.parameters)
      summary[entry_copy(program_, v)] = arguments.at(v);
    auto result = [&](VarId v) {
      if (!has_formula(type_of(v))) return;
      summary[v] = fresh(type_of(v), commands);
      commands += range(type_of(v), summary[v]);
    };
    std::ranges::for_each(program_.globals, result);
    std::ranges::for_each(callee.returns, result);
    Values after;
    for (VarId v : program_.globals)
      if (has_formula(type_of(v))) after[v] = summary[v];
    for (std::size_t i = 0; i < call.results.size(); ++i)
      after[call.results[i]] = summary[callee.returns[i]];
    Term formula = proof_.procedures[call.callee.index()].summary;
    ask("over " + place(f, e),
        commands + assume(apply(formula, summary)),
        apply(invariant(f, e.to), after));
  }

  const Problem& problem_;
  const ir::Program& program_;
  const InductiveProof& proof_;
  smt::Script script_;
  std::unordered_map<Term, Definition> definitions_;
  std::size_t fresh_ = 0;
};

/// Is the proof about this program at all?
std::string misfit(const ir::Program& program, const InductiveProof& proof) {
  if (proof.procedures.size() != program.procedures.size())
    return "the proof is about another program";
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    std::size_t n = proof.procedures[f].invariants.size();
    if (n != 0 && n != program.procedures[f].locations.size())
      return "the proof is about another program";
  }
  return {};
}

/// May a formula of procedure `f` speak of this variable? Entry copies exist of globals and parameters;
/// of a summary's other variables only globals and returns, because the rest is gone at the exit.
bool in_scope(const ir::Program& program, ProcId f, VarId v, bool summary) {
  const ir::Procedure& p = program.procedure(f);
  auto among = [&](const std::vector<VarId>& list, VarId x) {
    return std::ranges::find(list, x) != list.end();
  };
  std::size_t n = program.variables.size();
  if (v.index() >= 2 * n) return false;
  if (v.index() >= n) {
    VarId original(v.index() - n);
    return among(program.globals, original) || among(p.parameters, original);
  }
  if (among(program.globals, v) || among(p.returns, v)) return true;
  return !summary && (among(p.parameters, v) || among(p.locals, v));
}

std::string misuse(const ir::Program& program, const InductiveProof& proof) {
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    auto wrong = [&](Term formula, bool summary) {
      if (formula.null()) return false;
      if (!formula.type().is_bool()) return true;
      return !std::ranges::all_of(
          variables_of(formula), [&](VarId v) { return in_scope(program, ProcId(f), v, summary); });
    };
    const InductiveProof::Procedure& p = proof.procedures[f];
    if (wrong(p.summary, true)
        || std::ranges::any_of(p.invariants, [&](Term t) { return wrong(t, false); }))
      return fmt::format("a formula of {} speaks of variables that it does not know",
                         program.procedures[f].name);
  }
  return {};
}

} // namespace

Judgement
judge(const Problem& problem, const InductiveProof& proof, smt::Solver& solver, Budget& budget) {
  Judgement judgement;
  if (problem.property != Property::UnreachCall) {
    judgement.objection = "invariants show that targets are not reached, and nothing else";
    return judgement;
  }
  if (problem.integers != IntegerModel::Math) {
    judgement.objection = "invariants over unbounded integers say nothing about machine integers";
    return judgement;
  }
  if (proof.sparse) {
    judgement.objection = "proofs with unstated locations cannot be checked";
    return judgement;
  }
  judgement.objection = misfit(problem.program, proof);
  if (judgement.objection.empty()) judgement.objection = misuse(problem.program, proof);
  if (!judgement.objection.empty()) return judgement;
  smt::Script script;
  try {
    script = Questions(problem, proof).run();
  } catch (const smt::NotExpressible& why) {
    judgement.objection = fmt::format("the proof cannot be checked: {}", why.what());
    return judgement;
  }
  judgement.questions = script.questions.size();
  judgement.script = script.text();
  std::vector<smt::Answer> answers = solver.check(script, budget);
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (answers[i] != smt::Answer::Unsat) {
      judgement.objection =
          fmt::format("{} {} ({})",
                      solver.name(),
                      answers[i] == smt::Answer::Sat ? "refutes the invariants" : "gives no answer",
                      script.questions[i].title);
      break;
    }
  return judgement;
}

} // namespace kleene::evidence
