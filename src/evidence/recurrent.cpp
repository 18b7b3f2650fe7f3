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

class Questions {
public:
  Questions(const ir::Program& program, const RecurrentSet& set) : program_(program), set_(set) {
    for (const ir::Variable& v : program.variables)
      script_.preamble +=
          fmt::format("(declare-const {} {})\n", smt::symbol(v.name), smt::sort_text(v.type));
  }

  smt::Script run(const Recorder& end) {
    stem(end);
    for (std::size_t f = 0; f < set_.states.size(); ++f)
      for (std::size_t l = 0; l < set_.states[f].size(); ++l)
        if (!set_.states[f][l].null()) goes_on(ProcId(f), ir::LocId(l));
    return std::move(script_);
  }

private:
  std::string text(Term t, const Values& values) const {
    return smt::text(t, [&](VarId v) {
      auto found = values.find(v);
      return found == values.end() ? smt::symbol(program_.variable(v).name) : found->second;
    });
  }

  std::string member(ProcId f, ir::LocId l, const Values& values) const {
    Term states = set_.states[f.index()][l.index()];
    return states.null() ? "false" : text(states, values);
  }

  void ask(const std::string& title, const std::string& commands, const std::string& goal) {
    script_.questions.push_back({title, commands + fmt::format("(assert (not {}))\n", goal)});
  }

  void stem(const Recorder& end) {
    std::string commands;
    auto fix = [&](const std::map<VarId, Integer>& values) {
      for (auto [v, value] : values) {
        std::string number = program_.variable(v).type.is_bool() ? (value != 0 ? "true" : "false")
                                                                 : smt::text(value);
        commands +=
            fmt::format("(assert (= {} {}))\n", smt::symbol(program_.variable(v).name), number);
      }
    };
    fix(end.globals);
    fix(end.locals());
    ask("end of the stem", commands, member(end.procedure, end.location, {}));
  }

  /// Some edge leads on: a disjunction of what each would need.
  void goes_on(ProcId f, ir::LocId l) {
    std::string commands = fmt::format("(assert {})\n", member(f, l, {}));
    std::string ways;
    for (const ir::Edge& e : program_.procedure(f).edges)
      if (e.from == l) ways += ' ' + way(f, e, commands);
    ask(fmt::format("step from {} in {}", l.index(), program_.procedure(f).name),
        commands,
        fmt::format("(or false{})", ways));
  }

  std::string way(ProcId f, const ir::Edge& e, std::string& commands) {
    if (std::holds_alternative<ir::Skip>(e.statement)) return member(f, e.to, {});
    if (const auto* assume = std::get_if<ir::Assume>(&e.statement))
      return fmt::format("(and {} {})", text(assume->condition, {}), member(f, e.to, {}));
    if (const auto* assign = std::get_if<ir::Assign>(&e.statement)) {
      Values after;
      for (std::size_t i = 0; i < assign->targets.size(); ++i)
        after[assign->targets[i]] = text(assign->values[i], {});
      return member(f, e.to, after);
    }
    if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement)) {
      Values after;
      std::string bound;
      for (VarId v : havoc->variables) {
        after[v] = fmt::format("|any {}|", program_.variable(v).name);
        bound += fmt::format("({} {})", after[v], smt::sort_text(program_.variable(v).type));
      }
      bool ours = havoc->choice == ir::Choice::Demonic;
      return fmt::format("({} ({}) {})", ours ? "forall" : "exists", bound, member(f, e.to, after));
    }
    if (const auto* call = std::get_if<ir::Call>(&e.statement)) return into(*call, commands);
    return "false";
  }

  /// The callee's entry, whatever its locals are.
  std::string into(const ir::Call& call, std::string& commands) {
    const ir::Procedure& p = program_.procedure(call.callee);
    Values inside;
    for (std::size_t i = 0; i < p.parameters.size(); ++i)
      inside[p.parameters[i]] = text(call.arguments[i], {});
    for (const auto* group : {&p.returns, &p.locals})
      for (VarId v : *group) {
        if (inside.contains(v)) continue;
        inside[v] = fmt::format("|local {}|", ++fresh_);
        commands += fmt::format(
            "(declare-const {} {})\n", inside[v], smt::sort_text(program_.variable(v).type));
      }
    return member(call.callee, p.entry, inside);
  }

  const ir::Program& program_;
  const RecurrentSet& set_;
  smt::Script script_;
  std::size_t fresh_ = 0;
};

std::string misfit(const Problem& problem, const RecurrentSet& set) {
  const ir::Program& program = problem.program;
  if (problem.property != Property::Termination)
    return "a recurrent set says only that executions do not end";
  if (problem.integers != IntegerModel::Math) return "the set is one of unbounded integers";
  if (set.states.size() != program.procedures.size()) return "the set is about another program";
  for (const ir::Variable& v : program.variables)
    if (!v.type.is_bool() && !v.type.is_math())
      return "the program has other variables than integers";
  for (std::size_t f = 0; f < set.states.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    if (set.states[f].size() != p.locations.size()) return "the set is about another program";
    for (Term t : set.states[f]) {
      if (t.null()) continue;
      for (VarId v : variables_of(t)) {
        bool own =
            v.index() < program.variables.size()
            && (!program.variable(v).owner.valid() || program.variable(v).owner == ProcId(f));
        if (!own) return "a formula speaks of variables that its procedure does not know";
      }
    }
  }
  return {};
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
    if (v.initial)
      end.globals[g] = v.initial->value();
    else if (used < values.size())
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
    smt::Script script = Questions(program, set).run(end);
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
