// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/recurrent.h"

#include "kleene/smt/smtlib.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace kleene::evidence {
namespace {

using ir::ProcId;
using Values = std::map<VarId, std::string>;

/// The end of the stem: the last place and the values of the variables that are visible there.
class Recorder : public ir::Tracer {
public:
  explicit Recorder(const ir::Program& program) : program_(program), frames_(1) {}

  void step(const Step& step) override {
    if (step.returned) {
      frames_.pop_back();
    } else {
      procedure = step.procedure;
      location = step.edge->to;
      if (const auto* call = std::get_if<ir::Call>(&step.edge->statement)) {
        frames_.emplace_back();
        procedure = call->callee;
        location = program_.procedure(call->callee).entry;
      }
    }
    if (step.returned) {
      procedure = step.procedure;
      location = step.edge->to;
    }
    for (auto [variable, value] : step.written)
      (program_.variable(variable).owner.valid() ? frames_.back() : globals)[variable] = value;
  }

  const std::map<VarId, Integer>& locals() const { return frames_.back(); }
  std::map<VarId, Integer> globals;
  ProcId procedure;
  ir::LocId location;

private:
  const ir::Program& program_;
  std::vector<std::map<VarId, Integer>> frames_;
};

bool is_scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

class Questions {
public:
  Questions(const Problem& problem, const RecurrentSet& set)
      : program_(problem.program), integers_(problem.integers), set_(set) {
    for (std::size_t i = 0; i < program_.variables.size(); ++i)
      if (is_scalar(program_.variables[i].type))
        for (VarId v : {VarId(i), entry_copy(program_, VarId(i))})
          script_.preamble += declaration(name(v), program_.variables[i].type);
  }

  smt::Script run(const Recorder& end) {
    stem(end);
    for (std::size_t f = 0; f < set_.states.size(); ++f)
      for (std::size_t l = 0; l < set_.states[f].size(); ++l)
        if (!set_.states[f][l].null()) goes_on(set_.states[f], ProcId(f), ir::LocId(l));
    for (std::size_t f = 0; f < set_.calls.procedures.size(); ++f)
      returning(ProcId(f));
    return std::move(script_);
  }

private:
  /// Per location of a procedure: a set of states, or of pairs of entry and state.
  using Formulas = std::vector<Term>;

  std::string name(VarId v) const {
    std::size_t n = program_.variables.size();
    if (v.index() < n) return smt::symbol(program_.variable(v).name);
    return smt::symbol(program_.variables.at(v.index() - n).name + "@entry");
  }

  std::string text(Term t, const Values& values) const {
    if (t.null()) return "false";
    smt::Reading reading;
    reading.integers = integers_;
    reading.variable = [&](VarId v) {
      auto found = values.find(v);
      return found == values.end() ? name(v) : found->second;
    };
    return smt::text(t, reading);
  }

  std::string sort(Type type) const {
    smt::Reading reading;
    reading.integers = integers_;
    return smt::sort_text(type, std::nullopt, reading);
  }

  std::string number(Type type, Integer value) const {
    if (type.is_bool()) return value != 0 ? "true" : "false";
    bool bits = type.is_machine() && integers_ == IntegerModel::Machine;
    return bits ? smt::bits_text(value, type.width()) : smt::text(value);
  }

  /// What the type says of a value that is written as an Int: of a computed one only if it wraps, of a
  /// chosen one always.
  std::string range(Type type, const std::string& value, bool chosen) const {
    bool bounded = type.is_machine() && integers_ == IntegerModel::Math;
    if (!bounded || (type.is_signed() && !chosen)) return "true";
    return fmt::format(
        "(<= {} {} {})", smt::text(min_value(type)), value, smt::text(max_value(type)));
  }

  std::string declaration(const std::string& value, Type type) const {
    return fmt::format(
        "(declare-const {} {})\n(assert {})\n", value, sort(type), range(type, value, false));
  }

  std::string fresh(VarId v, std::string& commands) {
    std::string value = fmt::format("|any {}|", ++fresh_);
    commands += declaration(value, program_.variable(v).type);
    return value;
  }

  void ask(const std::string& title, const std::string& commands, const std::string& goal) {
    script_.questions.push_back({title, commands + fmt::format("(assert (not {}))\n", goal)});
  }

  void stem(const Recorder& end) {
    std::string commands;
    auto fix = [&](const std::map<VarId, Integer>& values) {
      for (auto [v, value] : values)
        commands +=
            fmt::format("(assert (= {} {}))\n", name(v), number(program_.variable(v).type, value));
    };
    fix(end.globals);
    fix(end.locals());
    Term states = set_.states[end.procedure.index()][end.location.index()];
    ask("end of the stem", commands, text(states, {}));
  }

  /// Some edge leads on: a disjunction of what each would need.
  void goes_on(const Formulas& set, ProcId f, ir::LocId l) {
    std::string commands = fmt::format("(assert {})\n", text(set[l.index()], {}));
    std::string ways;
    for (const ir::Edge& e : program_.procedure(f).edges)
      if (e.from == l) ways += ' ' + way(set, e, commands);
    ask(fmt::format("step from {} in {}", l.index(), program_.procedure(f).name),
        commands,
        fmt::format("(or false{})", ways));
  }

  /// The pairs of a procedure that may return.
  void returning(ProcId f) {
    const InductiveProof::Procedure& pairs = set_.calls.procedures[f.index()];
    ir::LocId exit = program_.procedure(f).exit;
    for (std::size_t l = 0; l < pairs.invariants.size(); ++l) {
      if (pairs.invariants[l].null()) continue;
      if (ir::LocId(l) != exit)
        goes_on(pairs.invariants, f, ir::LocId(l));
      else
        ask(fmt::format("return from {}", program_.procedure(f).name),
            fmt::format("(assert {})\n", text(pairs.invariants[l], {})),
            text(pairs.summary, {}));
    }
  }

  std::string way(const Formulas& set, const ir::Edge& e, std::string& commands) {
    Term behind = set[e.to.index()];
    if (std::holds_alternative<ir::Skip>(e.statement)) return text(behind, {});
    if (const auto* assume = std::get_if<ir::Assume>(&e.statement))
      return fmt::format("(and {} {})", text(assume->condition, {}), text(behind, {}));
    if (const auto* assign = std::get_if<ir::Assign>(&e.statement)) {
      Values after;
      for (std::size_t i = 0; i < assign->targets.size(); ++i)
        if (is_scalar(program_.variable(assign->targets[i]).type))
          after[assign->targets[i]] = text(assign->values[i], {});
      return text(behind, after);
    }
    if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement)) return way(*havoc, behind);
    if (const auto* call = std::get_if<ir::Call>(&e.statement))
      return fmt::format("(or {} {})", into(*call, commands), over(*call, behind, commands));
    return "false";
  }

  std::string way(const ir::Havoc& havoc, Term behind) const {
    Values after;
    std::string bound;
    std::string ranges;
    for (VarId v : havoc.variables) {
      Type type = program_.variable(v).type;
      if (!is_scalar(type)) continue;
      after[v] = fmt::format("|chosen {}|", program_.variable(v).name);
      bound += fmt::format("({} {})", after[v], sort(type));
      ranges += ' ' + range(type, after[v], true);
    }
    if (bound.empty()) return text(behind, {});
    bool ours = havoc.choice == ir::Choice::Demonic;
    return fmt::format("({} ({}) ({} (and{}) {}))",
                       ours ? "forall" : "exists",
                       bound,
                       ours ? "=>" : "and",
                       ranges,
                       text(behind, after));
  }

  /// The values of the callee's variables and entry copies when it begins.
  Values entered(const ir::Call& call, std::string& commands) {
    const ir::Procedure& p = program_.procedure(call.callee);
    Values inside;
    for (VarId g : program_.globals)
      if (is_scalar(program_.variable(g).type)) inside[entry_copy(program_, g)] = name(g);
    for (std::size_t i = 0; i < p.parameters.size(); ++i)
      inside[p.parameters[i]] = inside[entry_copy(program_, p.parameters[i])] =
          text(call.arguments[i], {});
    for (const auto* group : {&p.returns, &p.locals})
      for (VarId v : *group)
        if (is_scalar(program_.variable(v).type) && !inside.contains(v))
          inside[v] = fresh(v, commands);
    return inside;
  }

  /// The callee's entry, whatever its locals are, never to return.
  std::string into(const ir::Call& call, std::string& commands) {
    Term states = set_.states[call.callee.index()][program_.procedure(call.callee).entry.index()];
    return states.null() ? "false" : text(states, entered(call, commands));
  }

  /// The callee's entry, and behind the call with whatever it returns. New names are arbitrary values:
  /// the question is asked negated.
  std::string over(const ir::Call& call, Term behind, std::string& commands) {
    const ir::Procedure& p = program_.procedure(call.callee);
    if (set_.calls.procedures.empty()) return "false";
    const InductiveProof::Procedure& pairs = set_.calls.procedures[call.callee.index()];
    if (pairs.invariants.empty() || pairs.invariants[p.entry.index()].null()) return "false";
    Values inside = entered(call, commands);
    Values result;
    Values after;
    for (VarId g : program_.globals) {
      if (!is_scalar(program_.variable(g).type)) continue;
      result[entry_copy(program_, g)] = inside[entry_copy(program_, g)];
      result[g] = after[g] = fresh(g, commands);
    }
    for (VarId v : p.parameters)
      result[entry_copy(program_, v)] = inside[v];
    for (std::size_t i = 0; i < p.returns.size(); ++i) {
      std::string value = fresh(p.returns[i], commands);
      result[p.returns[i]] = value;
      if (i < call.results.size()) after[call.results[i]] = value;
    }
    return fmt::format("(and {} (=> {} {}))",
                       text(pairs.invariants[p.entry.index()], inside),
                       text(pairs.summary, result),
                       text(behind, after));
  }

  const ir::Program& program_;
  IntegerModel integers_;
  const RecurrentSet& set_;
  smt::Script script_;
  std::size_t fresh_ = 0;
};

/// May a formula of procedure `f` speak of these variables? Of a result only globals, returns and entry
/// copies are left.
bool in_scope(const ir::Program& program, ProcId f, Term formula, bool pairs, bool result) {
  if (formula.null()) return true;
  const ir::Procedure& p = program.procedure(f);
  std::size_t n = program.variables.size();
  auto among = [](const std::vector<VarId>& list, VarId v) {
    return std::ranges::find(list, v) != list.end();
  };
  return std::ranges::all_of(variables_of(formula), [&](VarId v) {
    if (v.index() >= 2 * n) return false;
    bool copy = v.index() >= n;
    VarId own = copy ? VarId(v.index() - n) : v;
    if (!is_scalar(program.variable(own).type)) return false;
    if (among(program.globals, own)) return pairs || !copy;
    if (copy) return pairs && among(p.parameters, own);
    return result ? among(p.returns, own) : program.variable(own).owner == f;
  });
}

std::string misfit_of_calls(const ir::Program& program, const InductiveProof& calls) {
  if (calls.procedures.empty()) return {};
  if (calls.procedures.size() != program.procedures.size())
    return "the set is about another program";
  for (std::size_t f = 0; f < calls.procedures.size(); ++f) {
    const InductiveProof::Procedure& p = calls.procedures[f];
    if (!p.invariants.empty() && p.invariants.size() != program.procedures[f].locations.size())
      return "the set is about another program";
    bool fits = in_scope(program, ProcId(f), p.summary, true, true)
                && std::ranges::all_of(p.invariants, [&](Term t) {
                     return in_scope(program, ProcId(f), t, true, false);
                   });
    if (!fits) return "a formula speaks of variables that its procedure does not know";
  }
  return {};
}

std::string misfit(const Problem& problem, const RecurrentSet& set) {
  const ir::Program& program = problem.program;
  if (problem.property != Property::Termination)
    return "a recurrent set says only that executions do not end";
  if (set.states.size() != program.procedures.size()) return "the set is about another program";
  for (std::size_t f = 0; f < set.states.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    if (set.states[f].size() != p.locations.size()) return "the set is about another program";
    for (Term t : set.states[f])
      if (!in_scope(program, ProcId(f), t, false, false))
        return "a formula speaks of variables that its procedure does not know";
  }
  return misfit_of_calls(program, set.calls);
}

} // namespace

Judgement
judge(const Problem& problem, const RecurrentSet& set, smt::Solver& solver, Budget& budget) {
  Judgement judgement;
  judgement.objection = misfit(problem, set);
  if (!judgement.accepted()) return judgement;
  const ir::Program& program = problem.program;
  std::vector<Integer> values;
  Recorder end(program);
  std::size_t used = 0;
  for (const Input& input : set.stem.inputs)
    values.push_back(input.value);
  for (VarId g : program.globals) {
    const ir::Variable& v = program.variable(g);
    if (!is_scalar(v.type)) continue;
    if (v.initial && v.initial->is_constant())
      end.globals[g] = v.initial->value();
    else if (!v.initial && used < values.size())
      end.globals[g] = values[used++];
  }
  end.procedure = program.entry;
  end.location = program.procedure(program.entry).entry;
  ir::InputList inputs(values);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = set.stem.steps;
  options.budget = &budget;
  ir::RunResult run = ir::Interpreter(program).run(inputs, options, &end);
  if (run.ending != ir::Ending::StepLimit || run.indeterminate)
    judgement.objection =
        fmt::format("the stem does not run to its end: {}", ir::describe(run.ending));
  else if (end.procedure != set.procedure || end.location != set.location)
    judgement.objection = "the stem ends somewhere else";
  if (!judgement.accepted()) return judgement;
  try {
    smt::Script script = Questions(problem, set).run(end);
    judgement.questions = script.questions.size();
    judgement.script = script.text();
    std::vector<smt::Answer> answers = solver.check(script, budget);
    for (std::size_t i = 0; i < answers.size() && judgement.accepted(); ++i)
      if (answers[i] != smt::Answer::Unsat)
        judgement.objection =
            fmt::format("{} {} ({})",
                        solver.name(),
                        answers[i] == smt::Answer::Sat ? "refutes the set" : "gives no answer",
                        script.questions[i].title);
  } catch (const smt::NotExpressible& why) {
    judgement.objection = fmt::format("the set cannot be checked: {}", why.what());
  }
  return judgement;
}

} // namespace kleene::evidence
