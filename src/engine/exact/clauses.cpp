// SPDX-License-Identifier: Apache-2.0
#include "clauses.h"

#include "kleene/domain/atoms.h"
#include "kleene/ir/program_point.h"
#include "kleene/smt/horn.h"

#include <algorithm>
#include <set>

namespace kleene::engine::exact {
namespace {

using Kind = FlatStep::Kind;

bool is_scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

/// Writes a path as clauses. The variables of the program stand for themselves: their values in the state
/// before a step.
class Encoder {
public:
  Encoder(const BlockProgram& program, const FlatPath& path, Shape shape)
      : program_(program), terms_(program.terms()), path_(path), shape_(shape) {}

  void run() {
    ir::ProcId main = program_.program().entry;
    here_ = place(0, main, program_.program().procedure(main).entry);
    clause({}, program_.start().condition, atom(here_, program_.start().values));
    for (std::size_t i = 0; i < path_.size(); ++i)
      step(i);
    clause({applied(here_)}, {}, std::nullopt);
  }

  smt::HornSystem system;
  std::vector<ir::ProgramPoint> places; ///< of the relations

private:
  void step(std::size_t i) {
    const FlatStep& s = path_[i];
    const Procedure& procedure = program_.procedure(s.procedure);
    switch (s.kind) {
    case Kind::Block: {
      const Block& block = procedure.blocks[s.index];
      std::size_t next = place(i + 1, s.procedure, block.to);
      if (is_new(s)) clause({applied(here_)}, block.move.condition, atom(next, block.move.values));
      here_ = next;
      break;
    }
    case Kind::Enter:
    case Kind::Call: {
      const CallStep& call = procedure.calls[s.index];
      std::size_t next = place(i + 1, call.callee, program_.program().procedure(call.callee).entry);
      if (s.kind == Kind::Call) waiting_.push_back(here_);
      if (is_new(s)) clause({applied(here_)}, call.enter.condition, atom(next, call.enter.values));
      here_ = next;
      break;
    }
    case Kind::Return:
      behind(i, waiting_.back(), &here_);
      waiting_.pop_back();
      break;
    case Kind::Opaque:
      behind(i, here_, nullptr);
      break;
    }
  }

  void behind(std::size_t i, std::size_t before, const std::size_t* exit) {
    const FlatStep& s = path_[i];
    const CallStep& call = program_.procedure(s.procedure).calls[s.index];
    std::size_t next = place(i + 1, s.procedure, call.to);
    if (is_new(s)) {
      std::vector<smt::HornAtom> body{applied(before)};
      if (exit != nullptr) body.push_back(atom(*exit, call.leave));
      clause(std::move(body), {}, atom(next, call.results));
    }
    here_ = next;
  }

  /// In a restored program every block and call counts once.
  bool is_new(const FlatStep& s) {
    return shape_ == Shape::Unrolled
           || seen_.emplace(s.kind == Kind::Enter ? Kind::Call : s.kind, s.procedure, s.index)
                  .second;
  }

  std::size_t place(std::size_t position, ir::ProcId f, ir::LocId l) {
    auto key = shape_ == Shape::Unrolled ? std::pair(position, std::size_t(0))
                                         : std::pair(f.index(), l.index());
    auto [entry, is_new] = relations_.try_emplace(key, system.relations.size());
    if (is_new) {
      smt::HornRelation relation{"p" + std::to_string(entry->second), {}};
      for (VarId v : spoken_of(f, l))
        relation.parameters.push_back(variable(v));
      system.relations.push_back(std::move(relation));
      places.push_back({f, l});
    }
    return entry->second;
  }

  /// Live variables and what the entry was, in own words; no memory.
  std::vector<VarId> spoken_of(ir::ProcId f, ir::LocId l) const {
    const ir::Program& ir = program_.program();
    std::set<VarId> result;
    auto add = [&](VarId v) {
      if (!is_scalar(type_of(v))) return;
      for (VarId own : variables_of(program_.in_own_words(f, variable(v))))
        result.insert(own);
    };
    for (VarId v : program_.procedure(f).live[l.index()])
      add(v);
    if (f != ir.entry) {
      for (VarId v : ir.procedure(f).parameters)
        add(program_.entry_copy(v).variable());
      for (VarId g : program_.mod_ref().used(f))
        add(program_.entry_copy(g).variable());
    }
    return {result.begin(), result.end()};
  }

  Type type_of(VarId v) const {
    return program_.program().variable(program_.is_entry_copy(v) ? program_.original(v) : v).type;
  }
  Term variable(VarId v) const { return terms_.variable(v, type_of(v)); }

  smt::HornAtom atom(std::size_t relation, const Values& values) const {
    smt::HornAtom result{relation, {}};
    for (Term parameter : system.relations[relation].parameters) {
      auto found = values.find(parameter.variable());
      result.arguments.push_back(found == values.end() ? parameter : found->second);
    }
    return result;
  }
  smt::HornAtom applied(std::size_t relation) const { return atom(relation, {}); }

  /// Unsigned integers are not negative, also where they are read as unbounded ones.
  void clause(std::vector<smt::HornAtom> body,
              std::vector<Term> condition,
              std::optional<smt::HornAtom> head) {
    for (const smt::HornAtom& a : body)
      for (Term t : a.arguments)
        if (t.is_variable() && t.type().is_machine() && !t.type().is_signed())
          condition.push_back(terms_.le(terms_.constant(t.type(), 0), t));
    system.clauses.push_back({std::move(body), terms_.conj(std::move(condition)), std::move(head)});
  }

  const BlockProgram& program_;
  TermManager& terms_;
  const FlatPath& path_;
  Shape shape_;
  std::size_t here_ = 0;
  std::vector<std::size_t> waiting_; ///< places before the calls that the path is inside of
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> relations_;
  std::set<std::tuple<Kind, ir::ProcId, std::size_t>> seen_;
};

/// Formulas over unbounded integers as formulas over machine integers wide enough for most.
class Narrow {
public:
  explicit Narrow(TermManager& terms) : terms_(terms) {}

  /// Null if a number does not fit. What speaks of unbounded variables stays as it is.
  Term operator()(Term formula) {
    bool unbounded = false;
    for_each_subterm(formula, [&](Term t) { unbounded |= t.is_variable() && t.type().is_math(); });
    if (unbounded) return formula;
    std::unordered_map<Term, Term> done;
    bool fits_all = true;
    for_each_subterm(formula, [&](Term t) {
      if (!fits_all) return;
      std::vector<Term> args;
      for (Term a : t.args())
        args.push_back(done.at(a));
      Term result = narrow(t, args);
      fits_all = !result.null();
      done[t] = result;
    });
    return fits_all ? done.at(formula) : Term();
  }

  /// A comparison of two widened machine integers, or of one with a constant, needs no widening.
  Term tidy(Term atom) {
    if (atom.op() != Op::Eq && atom.op() != Op::Le && atom.op() != Op::Lt) return atom;
    Term left = original(atom.arg(0));
    if (left.null() || !left.type().is_machine()) return atom;
    Term right = atom.arg(1);
    if (right.is_constant() && fits(left.type(), right.value()))
      right = terms_.constant(left.type(), right.value());
    else
      right = original(right);
    if (right.null() || right.type() != left.type()) return atom;
    return atom.op() == Op::Eq   ? terms_.eq(left, right)
           : atom.op() == Op::Le ? terms_.le(left, right)
                                 : terms_.lt(left, right);
  }

private:
  Term narrow(Term t, const std::vector<Term>& args) {
    if (t.is_constant() && t.type().is_math())
      return fits(wide_, t.value()) ? terms_.constant(wide_, t.value()) : Term();
    if (t.op() == Op::Cast && t.type().is_math()) return widened(args[0]);
    if (args.empty()) return t;
    bool arithmetic = t.type().is_math() && t.arity() == 2 && t.op() != Op::Ite;
    if (arithmetic) return terms_.binary(t.op(), args[0], args[1]);
    return terms_.rebuild(t, args);
  }

  Term widened(Term t) { return t.type() == wide_ ? t : terms_.cast(wide_, t); }

  /// The machine integer that was widened; null if it is something else.
  Term original(Term t) const {
    if (t.op() == Op::Cast && t.type() == wide_ && t.arg(0).type().is_machine()
        && (t.arg(0).type().width() < wide_.width()))
      return t.arg(0);
    return t.is_variable() ? t : Term();
  }

  TermManager& terms_;
  Type wide_ = Type::machine(64, true);
};

} // namespace

std::size_t refine_by_clauses(const BlockProgram& program,
                              const FlatPath& path,
                              Shape shape,
                              IntegerModel model,
                              double seconds,
                              PredicateMap& predicates,
                              Budget& budget) {
  Encoder encoder(program, path, shape);
  encoder.run();
  smt::HornOptions options;
  options.integers = model;
  options.layout = layout_of(program);
  options.never_wraps = model == IntegerModel::Math;
  options.seconds = seconds;
  smt::HornAnswer found = smt::solve(encoder.system, program.terms(), options, budget);
  const auto* solution = std::get_if<smt::HornSolution>(&found);
  if (solution == nullptr) return 0;
  std::size_t added = 0;
  Narrow narrow(program.terms());
  for (std::size_t r = 0; r < solution->formulas.size(); ++r) {
    ir::ProcId f = encoder.places[r].procedure;
    Term formula = narrow(solution->formulas[r]);
    if (formula.null()) continue;
    for (Term atom : domain::atoms_of(program.terms(), program.in_own_words(f, formula)))
      if (predicates.add(f, narrow.tidy(atom))) ++added;
  }
  return added;
}

} // namespace kleene::engine::exact
