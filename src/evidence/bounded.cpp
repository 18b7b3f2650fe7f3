// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/admission.h"
#include "kleene/evidence/bounded_judgement.h"

#include <fmt/core.h>

#include "loop_shape.h"
#include "side_by_side.h"

namespace kleene::evidence {
namespace {

using ir::ProcId;

/// What all activations have in common.
struct Whole {
  const Problem& problem;
  const BoundedProof& proof;
  Transitions& transitions;
  Obligations obligations;
  Budget& budget;
  std::vector<std::unique_ptr<LoopShape>> shapes; ///< per procedure, when first needed
  std::vector<std::size_t> active;                ///< per procedure: activations on the stack

  const ir::Program& program() const { return problem.program; }
  const LoopShape& shape(ProcId f) {
    auto& shape = shapes[f.index()];
    if (!shape) shape = std::make_unique<LoopShape>(program().procedure(f));
    return *shape;
  }
};

/// One activation of a procedure, with the calls it makes.
class Activation : public UnfoldingClient {
public:
  Activation(Whole& whole, ProcId f)
      : w_(whole), f_(f), procedure_(whole.program().procedure(f)), shape_(whole.shape(f)) {}

  /// What is known at the exit; nothing if it does not return.
  std::optional<Moment> run(Moment now) {
    ++w_.active[f_.index()];
    UnfoldedPoint start = shape_.start();
    if (arrive(start, now))
      unfold(w_.transitions, procedure_, start, std::move(now), shape_, *this, w_.budget);
    --w_.active[f_.index()];
    return std::move(exit_);
  }

  bool arrive(const UnfoldedPoint& place, Moment& now) override {
    constexpr std::size_t too_long = std::size_t(1) << 26;
    if (w_.transitions.formula().commands().size() > too_long)
      throw NotCheckable("the unfolding is too large");
    const ir::Location& location = procedure_.locations[place.location.index()];
    if (w_.problem.is_target(location)) {
      w_.obligations.exclude("a target is reached", now.guard);
      return false;
    }
    if (shape_.is_head(place.location) && LoopShape::rounds(place) > w_.proof.rounds) {
      w_.obligations.exclude(fmt::format("a loop goes on after {} iterations", w_.proof.rounds),
                             now.guard);
      return false;
    }
    if (place.location == procedure_.exit) exit_ = now;
    return true;
  }

  std::optional<Moment> call(const UnfoldedPoint& /*place*/,
                             const ir::Edge& /*edge*/,
                             const ir::Call& call,
                             const Moment& now) override {
    if (w_.active[call.callee.index()] >= w_.proof.depth) {
      w_.obligations.exclude(fmt::format("recursion is deeper than {}", w_.proof.depth), now.guard);
      return std::nullopt;
    }
    const ir::Procedure& callee = w_.program().procedure(call.callee);
    Moment inside = now;
    std::vector<Term> arguments;
    for (Term t : call.arguments)
      arguments.push_back(w_.transitions.evaluate(t, now.state));
    for (const auto* group : {&callee.returns, &callee.locals})
      for (VarId v : *group)
        inside.state.values[v.index()] = w_.transitions.any(v);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      w_.transitions.assign(inside.state, callee.parameters[i], arguments[i]);
    std::optional<Moment> end = Activation(w_, call.callee).run(std::move(inside));
    if (!end) return std::nullopt;
    return returned(call, now, *end);
  }

  void before(const UnfoldedPoint& /*place*/, const ir::Edge& edge, const Moment& now) override {
    if (!w_.problem.events().overflows) return;
    TermManager& terms = w_.transitions.formula().terms();
    for (Term overflow : w_.transitions.overflows(edge.statement, now.state))
      w_.obligations.exclude("overflow at " + w_.program().files.describe(edge.range),
                             terms.conj(now.guard, overflow));
  }

private:
  /// The caller's locals as they were, the rest as the callee left it; its stack objects are gone.
  Moment returned(const ir::Call& call, const Moment& now, const Moment& end) {
    const ir::Procedure& callee = w_.program().procedure(call.callee);
    Moment after{end.guard, now.state};
    for (VarId g : w_.program().globals)
      after.state.values[g.index()] = end.state.values[g.index()];
    for (std::size_t i = 0; i < call.results.size(); ++i)
      after.state.values[call.results[i].index()] =
          w_.transitions.value(end.state, callee.returns[i]);
    after.state.objects = end.state.objects;
    std::erase_if(after.state.objects, [&](const auto& object) {
      return !object.second.heap && !now.state.objects.contains(object.first);
    });
    return after;
  }

  Whole& w_;
  ProcId f_;
  const ir::Procedure& procedure_;
  const LoopShape& shape_;
  std::optional<Moment> exit_;
};

void ask(const Problem& problem,
         const BoundedProof& proof,
         smt::Solver& solver,
         Budget& budget,
         bool keep_refutation,
         BoundedJudgement& judgement) {
  ir::AddressUse use = ir::address_use(problem.program);
  // An address that leaves its object must not be fine because another one happens to lie there.
  bool validity = problem.asks_for_validity();
  if (validity) use.numbers = true;
  Formula formula(problem, use);
  Transitions transitions(problem, formula, [](VarId) { return true; });
  if (validity && problem.integers == IntegerModel::Machine) transitions.know_all_objects();
  std::size_t procedures = problem.program.procedures.size();
  Whole whole{problem,
              proof,
              transitions,
              Obligations(formula),
              budget,
              std::vector<std::unique_ptr<LoopShape>>(procedures),
              std::vector<std::size_t>(procedures)};
  Activation(whole, problem.program.entry)
      .run({formula.terms().truth(true), transitions.initial_state()});
  answer_side_by_side(problem,
                      formula,
                      whole.obligations,
                      solver,
                      budget,
                      {.what = "the bounds", .keep_refutation = keep_refutation},
                      judgement);
}

} // namespace

BoundedJudgement judge_bounds(const Problem& problem,
                              const BoundedProof& proof,
                              smt::Solver& solver,
                              Budget& budget,
                              bool keep_refutation) {
  BoundedJudgement judgement;
  constexpr std::size_t deepest = 2000;
  judgement.objection = refusal<BoundedProof>(problem);
  if (judgement.accepted() && (proof.depth == 0 || proof.depth > deepest))
    judgement.objection = "the bound of the recursion is out of range";
  if (!judgement.accepted()) return judgement;
  try {
    ask(problem, proof, solver, budget, keep_refutation, judgement);
  } catch (const NotCheckable& why) {
    judgement.objection = fmt::format("the bounds cannot be checked: {}", why.what());
  }
  return judgement;
}

Judgement
judge(const Problem& problem, const BoundedProof& proof, smt::Solver& solver, Budget& budget) {
  return judge_bounds(problem, proof, solver, budget);
}

} // namespace kleene::evidence
