// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/inductive.h"

#include "kleene/evidence/admission.h"
#include "kleene/evidence/object_program.h"
#include "kleene/logic/variable_space.h"

#include <fmt/core.h>

#include <algorithm>

#include "inductive_questions.h"
#include "live_program.h"
#include "object_check.h"
#include "questions.h"

namespace kleene::evidence {

ir::Program with_entry_copies(const ir::Program& program, const std::vector<Type>& parameters) {
  ir::Program extended = program;
  for (const ir::Variable& v : program.variables) {
    ir::Variable copy = v;
    copy.name = extended.fresh_name(v.name + "$entry");
    copy.display = v.display + "@entry";
    extended.add_variable(std::move(copy));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    ir::Variable any{.name = extended.fresh_name(fmt::format("any${}", i)), .type = parameters[i]};
    any.display = parameters.size() == 1 ? "k" : fmt::format("k{}", i + 1);
    extended.add_variable(std::move(any));
  }
  return extended;
}

VarId parameter(const ir::Program& program, std::size_t i) {
  return VariableSpace(program.variables.size()).id(VariableSpace::Parameter{i});
}

VarId entry_copy(const ir::Program& program, VarId variable) {
  return VariableSpace(program.variables.size()).id(VariableSpace::Entry{variable});
}

ir::Program subject(const ir::Program& program, const InductiveProof& proof) {
  if (proof.known_objects && has_object_program(program)) return object_program(program);
  return proof.live_objects ? live_program(program) : program;
}

using ir::ProcId;

std::string misfit(const ir::Program& program, const InductiveProof& proof) {
  if (proof.procedures.size() != program.procedures.size())
    return "the proof is about another program";
  if (proof.k == 0) return "induction needs at least one step";
  if (proof.parameters.size() > VariableSpace::most_parameters) return "too many parameters";
  if (proof.live_objects || proof.known_objects) return "nothing is said about live objects here";
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    std::size_t n = proof.procedures[f].invariants.size();
    if (n != 0 && n != program.procedures[f].locations.size())
      return "the proof is about another program";
  }
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    auto wrong = [&](Term formula, bool summary) {
      return !formula.null()
             && (!formula.type().is_bool()
                 || !is_about(program, ProcId(f), formula, summary, proof.parameters));
    };
    const InductiveProof::Procedure& p = proof.procedures[f];
    if (wrong(p.summary, true)
        || std::ranges::any_of(p.invariants, [&](Term t) { return wrong(t, false); }))
      return fmt::format("a formula of {} speaks of variables that it does not know",
                         program.procedures[f].name);
  }
  return {};
}

namespace {

/// May a formula of procedure `f` speak of this variable? Entry copies exist of globals and parameters;
/// of a summary's other variables only globals and returns, because the rest is gone at the exit.
bool in_scope(const ir::Program& program, ProcId f, VarId v, bool summary) {
  const ir::Procedure& p = program.procedure(f);
  auto among = [&](const std::vector<VarId>& list, VarId x) {
    return std::ranges::find(list, x) != list.end();
  };
  const VariableSpace space(program.variables.size());
  if (space.is_entry(v)) {
    VarId original = *space.variable(v);
    return among(program.globals, original) || among(p.parameters, original);
  }
  if (among(program.globals, v) || among(p.returns, v)) return true;
  return !summary && (among(p.parameters, v) || among(p.locals, v));
}

/// Whether an address is valid is no question about variables.
bool asks_for_objects(Term formula) {
  bool found = false;
  for_each_subterm(formula, [&](Term t) {
    found |= t.op() == Op::Valid || t.op() == Op::Writable || t.op() == Op::Freeable
             || t.op() == Op::SizeOf;
  });
  return found;
}

} // namespace

bool is_about(const ir::Program& program,
              ProcId f,
              Term formula,
              bool summary,
              const std::vector<Type>& parameters) {
  bool known = !asks_for_objects(formula);
  for_each_subterm(formula, [&](Term t) {
    if (!t.is_variable()) return;
    const VariableSpace::Role role = VariableSpace(program.variables.size()).role(t.variable());
    if (const auto* p = std::get_if<VariableSpace::Parameter>(&role))
      known &= p->number < parameters.size() && t.type() == parameters[p->number];
    else
      known &= !std::holds_alternative<VariableSpace::Fresh>(role)
               && in_scope(program, f, t.variable(), summary);
  });
  return known;
}

namespace {

/// The proof does not fit the program.
class Misfit : public NotCheckable {
public:
  using NotCheckable::NotCheckable;
};

/// What a proof about the program that it speaks of has to show. Throws NotCheckable.
QuestionList questions_about(const Problem& problem, const InductiveProof& proof, Budget& budget) {
  if (std::string objection = misfit(problem.program, proof); !objection.empty())
    throw Misfit(objection);
  return inductive_questions(problem, proof, nullptr, budget);
}

/// The same where the proof speaks about a program made from this one.
QuestionList questions_of(const Problem& problem, const InductiveProof& proof, Budget& budget) {
  if (!proof.live_objects && !proof.known_objects) return questions_about(problem, proof, budget);
  ir::Program program = subject(problem.program, proof);
  QuestionList questions;
  if (proof.known_objects && has_object_program(problem.program))
    questions = object_questions(problem, program);
  InductiveProof same = proof;
  same.live_objects = same.known_objects = false;
  questions.add(questions_about(
      {program, problem.property, problem.targets, problem.integers}, same, budget));
  return questions;
}

} // namespace

Judgement
judge(const Problem& problem, const InductiveProof& proof, smt::Solver& solver, Budget& budget) {
  Judgement judgement;
  judgement.objection = refusal<InductiveProof>(problem);
  if (!judgement.accepted()) return judgement;
  try {
    answer(questions_of(problem, proof, budget), solver, budget, "the invariants", judgement);
  } catch (const Misfit& why) {
    judgement.objection = why.what();
  } catch (const NotCheckable& why) {
    judgement.objection = fmt::format("the proof cannot be checked: {}", why.what());
  }
  return judgement;
}

} // namespace kleene::evidence
