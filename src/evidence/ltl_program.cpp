// SPDX-License-Identifier: Apache-2.0
#include "ltl_program.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kleene::evidence {
namespace {

using ltl::Acceptance;
using ltl::AtomMeaning;

/// The obligations of the automaton and how they are met, for all positions.
class Obligations {
public:
  explicit Obligations(const ltl::Formula& violation) : root_(violation) { enter(violation); }

  std::size_t size() const { return list_.size() + 1; }
  std::string text(std::size_t i) const { return ltl::to_string(i == 0 ? root_ : list_[i - 1]); }
  bool is_until(std::size_t i) const { return i > 0 && list_[i - 1]->kind == ltl::Kind::Until; }

  /// The obligations are met by these atoms and by what is handed on; `next[i]` and `due[i]` by number.
  Term met(TermManager& terms,
           const std::map<std::string, Term>& atoms,
           const std::vector<Term>& due,
           const std::vector<Term>& next) const {
    std::map<std::string, Term> value; // of each subformula, inner ones first
    std::vector<Term> all{terms.disj(terms.negate(due[0]), here(root_, terms, atoms, next, value))};
    for (std::size_t i = 1; i < size(); ++i) {
      const ltl::Formula& f = list_[i - 1];
      const ltl::Formula& wanted = f->kind == ltl::Kind::Next ? f->args.front() : f;
      all.push_back(terms.disj(terms.negate(due[i]), here(wanted, terms, atoms, next, value)));
    }
    return terms.conj(std::move(all));
  }

private:
  void enter(const ltl::Formula& f) {
    for (const ltl::Formula& part : f->args)
      enter(part);
    using enum ltl::Kind;
    if (f->kind != Next && f->kind != Until && f->kind != Release) return;
    if (numbers_.emplace(ltl::to_string(f), list_.size() + 1).second) list_.push_back(f);
  }

  Term here(const ltl::Formula& f,
            TermManager& terms,
            const std::map<std::string, Term>& atoms,
            const std::vector<Term>& next,
            std::map<std::string, Term>& value) const {
    std::string name = ltl::to_string(f);
    if (auto known = value.find(name); known != value.end()) return known->second;
    using enum ltl::Kind;
    std::vector<Term> part;
    if (f->kind != Next)
      for (const ltl::Formula& arg : f->args)
        part.push_back(here(arg, terms, atoms, next, value));
    auto later = numbers_.find(name);
    Term handed_on = later == numbers_.end() ? Term() : next[later->second];
    Term result = f->kind == Constant ? terms.truth(f->value)
                  : f->kind == Atom   ? atoms.at(f->atom)
                  : f->kind == Not    ? terms.negate(part[0])
                  : f->kind == And    ? terms.conj(part[0], part[1])
                  : f->kind == Or     ? terms.disj(part[0], part[1])
                  : f->kind == Next   ? handed_on
                  : f->kind == Until  ? terms.disj(part[1], terms.conj(part[0], handed_on))
                                      : terms.conj(part[1], terms.disj(part[0], handed_on));
    value.emplace(std::move(name), result);
    return result;
  }

  ltl::Formula root_;
  std::vector<ltl::Formula> list_; ///< with numbers from 1
  std::map<std::string, std::size_t> numbers_;
};

/// Whether there is a position at this location of the original.
class Places {
public:
  explicit Places(const LtlClaim& claim) : claim_(claim), program_(claim.original) {}

  bool at(ir::ProcId p, ir::LocId l) const {
    const ir::Location& location = program_.procedure(p).locations[l.index()];
    if (claim_.positions == ltl::Positions::Statements) {
      for (const ir::SourceMark& mark : location.marks)
        if (mark.kind == ir::SourceMark::Kind::Statement) return true;
      return false;
    }
    return named(location) || begins_at(p, l) || arrives(p, l);
  }

private:
  bool named(const ir::Location& location) const {
    for (const auto& [text, atom] : claim_.atoms)
      for (const std::string& label : location.labels)
        if (atom.kind == AtomMeaning::Kind::Label && atom.name == label) return true;
    return false;
  }
  bool named(ir::ProcId p, ir::LocId l) const {
    return named(program_.procedure(p).locations[l.index()]);
  }
  bool functions_matter() const {
    for (const auto& [text, atom] : claim_.atoms)
      if (atom.kind == AtomMeaning::Kind::Function) return true;
    return false;
  }

  /// The beginning of the program, and entries that a call leads to: one from a named place, one that may close a
  /// circle of calls, and any where functions matter.
  bool begins_at(ir::ProcId p, ir::LocId l) const {
    if (l != program_.procedure(p).entry) return false;
    if (p == program_.entry) return true;
    for (std::size_t f = 0; f < program_.procedures.size(); ++f)
      for (const ir::Edge& edge : program_.procedures[f].edges) {
        const auto* call = std::get_if<ir::Call>(&edge.statement);
        if (call == nullptr || call->callee != p) continue;
        if (p.index() <= f || functions_matter() || named(ir::ProcId(f), edge.from)) return true;
      }
    return false;
  }

  /// An edge leads here that may change an atom or close a circle.
  bool arrives(ir::ProcId p, ir::LocId l) const {
    for (const ir::Edge& edge : program_.procedure(p).edges) {
      if (edge.to != l) continue;
      if (edge.from.index() >= l.index() || named(p, edge.from) || writes(edge)) return true;
      const auto* call = std::get_if<ir::Call>(&edge.statement);
      if (call == nullptr) continue;
      if (functions_matter() || named(call->callee, program_.procedure(call->callee).exit))
        return true;
    }
    return false;
  }
  bool writes(const ir::Edge& edge) const {
    for (VarId written : ir::written_variables(edge.statement))
      for (const auto& [text, atom] : claim_.atoms)
        if (atom.kind == AtomMeaning::Kind::Condition)
          for (VarId read : variables_of(atom.condition))
            if (read == written) return true;
    return false;
  }

  const LtlClaim& claim_;
  const ir::Program& program_;
};

class Builder {
public:
  explicit Builder(const LtlClaim& claim)
      : claim_(claim),
        obligations_(ltl::positive(claim.formula, true)),
        program_(claim.original),
        terms_(*program_.terms) {}

  ir::Program run() {
    declare();
    Places places(claim_);
    for (std::size_t f = 0; f < claim_.original.procedures.size(); ++f) {
      ir::ProcId p(f);
      const ir::Procedure& before = claim_.original.procedures[f];
      ir::LocId end = redirect_halts(p);
      if (by_places()) surround_calls(p);
      for (std::size_t l = 0; l < before.locations.size(); ++l)
        if (places.at(p, ir::LocId(l))) position(p, ir::LocId(l));
      if (end.valid()) position(p, end);
    }
    start();
    return std::move(program_);
  }

private:
  bool by_places() const { return claim_.acceptance == Acceptance::Places; }

  VarId declare(const char* name, Type type, std::optional<Term> initial, ir::ProcId owner = {}) {
    ir::Variable v;
    v.name = program_.fresh_name(name);
    v.display = name;
    v.type = type;
    v.owner = owner;
    v.initial = initial;
    v.temporary = true;
    return program_.add_variable(std::move(v));
  }

  void declare() {
    Term no = terms_.truth(false);
    for (std::size_t i = 0; i < obligations_.size(); ++i) {
      due_.push_back(declare("ltl.due", Type::boolean(), terms_.truth(i == 0)));
      program_.variable(due_.back()).display = "due[" + obligations_.text(i) + "]";
      if (obligations_.is_until(i)) untils_.push_back(i);
    }
    for (std::size_t i = 1; i < obligations_.size(); ++i) {
      next_.push_back(declare("ltl.next", Type::boolean(), no));
      program_.variable(next_.back()).display = "next[" + obligations_.text(i) + "]";
    }
    for (std::size_t i = 0; untils_.size() > 1 && i < untils_.size(); ++i)
      dropped_.push_back(declare("ltl.dropped", Type::boolean(), no));
    if (by_places()) seen_ = declare("ltl.seen", Type::boolean(), no);
    if (!by_places() && !untils_.empty())
      fuel_ = declare("ltl.fuel", Type::integer(), std::nullopt);
  }

  ir::Procedure& procedure(ir::ProcId p) { return program_.procedure(p); }
  ir::LocId place(ir::ProcId p, const char* label = nullptr) {
    ir::LocId result = procedure(p).add_location();
    if (label != nullptr) procedure(p).locations[result.index()].labels = {label};
    return result;
  }

  ir::LocId end_of(ir::ProcId p) {
    ir::LocId end = place(p, ltl::end_label);
    procedure(p).add_edge(end, end, ir::Skip{}, procedure(p).range);
    ends_.emplace_back(p, end);
    return end;
  }

  ir::LocId redirect_halts(ir::ProcId p) {
    ir::LocId end;
    for (std::size_t e = 0; e < claim_.original.procedure(p).edges.size(); ++e) {
      if (!std::holds_alternative<ir::Halt>(procedure(p).edges[e].statement)) continue;
      if (!end.valid()) end = end_of(p);
      ir::Edge& edge = procedure(p).edges[e];
      edge = {edge.from, end, ir::Skip{}, edge.range};
    }
    return end;
  }

  void surround_calls(ir::ProcId p) {
    VarId saved;
    Term seen = program_.var(seen_);
    for (std::size_t e = 0; e < claim_.original.procedure(p).edges.size(); ++e) {
      const ir::Edge call = procedure(p).edges[e];
      if (!std::holds_alternative<ir::Call>(call.statement)) continue;
      if (!saved.valid()) {
        saved = declare("ltl.saved", Type::boolean(), std::nullopt, p);
        procedure(p).locals.push_back(saved);
      }
      ir::LocId ready = place(p);
      ir::LocId back = place(p);
      ir::LocId accepting = place(p, ltl::accepting_label);
      ir::LocId other = place(p);
      ir::Procedure& f = procedure(p);
      f.edges[e] = {ready, back, call.statement, call.range};
      ir::Assign save{{saved, seen_}, {seen, terms_.truth(false)}};
      f.add_edge(call.from, ready, std::move(save), call.range);
      f.add_edge(back, accepting, ir::Assume{seen}, call.range);
      f.add_edge(accepting, call.to, ir::Skip{}, call.range);
      f.add_edge(back, other, ir::Assume{terms_.negate(seen)}, call.range);
      f.add_edge(other, call.to, ir::Assign{{seen_}, {program_.var(saved)}}, call.range);
    }
  }

  std::map<std::string, Term> atoms_at(ir::ProcId p, ir::LocId l) {
    bool end = std::ranges::find(ends_, std::pair(p, l)) != ends_.end();
    std::map<std::string, Term> result;
    for (const auto& [text, atom] : claim_.atoms) {
      bool holds = !end && procedure(p).name == atom.name;
      if (atom.kind == AtomMeaning::Kind::Label) {
        const std::vector<std::string>& labels = procedure(p).locations[l.index()].labels;
        holds = std::ranges::find(labels, atom.name) != labels.end();
      }
      bool condition = atom.kind == AtomMeaning::Kind::Condition;
      result.emplace(text, condition ? atom.condition : terms_.truth(holds));
    }
    return result;
  }

  Term step_at(ir::ProcId p, ir::LocId l) {
    std::vector<Term> due;
    std::vector<Term> next{terms_.truth(false)};
    for (VarId v : due_)
      due.push_back(program_.var(v));
    for (VarId v : next_)
      next.push_back(program_.var(v));
    return obligations_.met(terms_, atoms_at(p, l), due, next);
  }

  void position(ir::ProcId p, ir::LocId l) {
    Term step = step_at(p, l);
    ir::LocId chosen = place(p);
    ir::LocId met = place(p);
    ir::LocId stepped = place(p);
    ir::Procedure& f = procedure(p);
    SourceRange range = f.range;
    for (ir::Edge& edge : f.edges)
      if (edge.from == l) {
        edge.from = stepped;
        range = edge.range;
      }
    if (f.exit == l) f.exit = stepped;
    ir::Statement choose = ir::Skip{};
    if (!next_.empty()) choose = ir::Havoc{next_, ir::Choice::Input, "the automaton", {}};
    f.add_edge(l, chosen, std::move(choose), range);
    f.add_edge(chosen, met, ir::Assume{step, ir::AssumeKind::Assumption}, range);
    untils_.empty() ? always_accepting(p, met, stepped, range) : accepting(p, met, stepped, range);
  }

  ir::Assign hand_on() {
    ir::Assign result{due_, {terms_.truth(false)}};
    for (VarId v : next_)
      result.values.push_back(program_.var(v));
    for (std::size_t i = 0; i < dropped_.size(); ++i) {
      result.targets.push_back(dropped_[i]);
      result.values.push_back(terms_.disj(program_.var(dropped_[i]),
                                          terms_.negate(program_.var(next_[untils_[i] - 1]))));
    }
    return result;
  }

  void always_accepting(ir::ProcId p, ir::LocId met, ir::LocId stepped, SourceRange range) {
    ir::Assign assign = hand_on();
    if (by_places()) {
      procedure(p).locations[stepped.index()].labels = {ltl::accepting_label};
      assign.targets.push_back(seen_);
      assign.values.push_back(terms_.truth(true));
    }
    procedure(p).add_edge(met, stepped, std::move(assign), range);
  }

  void accepting(ir::ProcId p, ir::LocId met, ir::LocId stepped, SourceRange range) {
    ir::LocId decided = place(p);
    ir::LocId accepted = place(p, by_places() ? ltl::accepting_label : nullptr);
    std::vector<Term> conditions;
    for (VarId v : dropped_)
      conditions.push_back(program_.var(v));
    if (dropped_.empty()) conditions.push_back(terms_.negate(program_.var(due_[untils_.front()])));
    Term all = conditions.size() == 1 ? conditions.front() : terms_.conj(std::move(conditions));
    ir::Assign again{dropped_, std::vector<Term>(dropped_.size(), terms_.truth(false))};
    if (by_places()) {
      again.targets.push_back(seen_);
      again.values.push_back(terms_.truth(true));
    }
    ir::Statement reset = ir::Skip{};
    if (!again.targets.empty()) reset = std::move(again);
    procedure(p).add_edge(met, decided, hand_on(), range);
    procedure(p).add_edge(decided, accepted, ir::Assume{all}, range);
    if (by_places()) {
      procedure(p).add_edge(accepted, stepped, std::move(reset), range);
      procedure(p).add_edge(decided, stepped, ir::Assume{terms_.negate(all)}, range);
      return;
    }
    std::vector<ir::LocId> more{place(p), place(p), place(p)};
    ir::Procedure& f = procedure(p);
    Term fuel = program_.var(fuel_);
    auto number = [&](int n) { return terms_.constant(Type::integer(), n); };
    ir::Havoc refuel{{fuel_}, ir::Choice::Input, "the automaton", {}};
    f.add_edge(accepted, more[0], std::move(refuel), range);
    f.add_edge(more[0], stepped, std::move(reset), range);
    f.add_edge(decided, more[1], ir::Assume{terms_.negate(all)}, range);
    ir::Assume enough{terms_.lt(number(0), fuel), ir::AssumeKind::Assumption};
    f.add_edge(more[1], more[2], enough, range);
    f.add_edge(
        more[2], stepped, ir::Assign{{fuel_}, {terms_.binary(Op::Sub, fuel, number(1))}}, range);
  }

  void start() {
    const ir::Procedure& main = claim_.original.procedure(claim_.original.entry);
    ir::Procedure begin;
    begin.name = "ltl.start";
    begin.range = main.range;
    ir::ProcId p = program_.add_procedure(std::move(begin));
    procedure(p).entry = place(p);
    procedure(p).exit = place(p);
    std::vector<Term> arguments;
    for (VarId v : main.parameters) {
      ir::Variable given = claim_.original.variable(v);
      given.name = program_.fresh_name("ltl.given");
      given.owner = p;
      procedure(p).parameters.push_back(program_.add_variable(std::move(given)));
      arguments.push_back(program_.var(procedure(p).parameters.back()));
    }
    ir::LocId end = end_of(p);
    ir::Call call{{}, claim_.original.entry, std::move(arguments)};
    procedure(p).add_edge(procedure(p).entry, end, std::move(call), main.range);
    position(p, end);
    program_.entry = p;
  }

  const LtlClaim& claim_;
  Obligations obligations_;
  ir::Program program_;
  TermManager& terms_;
  std::vector<VarId> due_;
  std::vector<VarId> next_; ///< of the obligations from number 1
  std::vector<std::size_t> untils_;
  std::vector<VarId> dropped_;
  std::vector<std::pair<ir::ProcId, ir::LocId>> ends_;
  VarId seen_;
  VarId fuel_;
};

} // namespace

ir::Program ltl_program(const LtlClaim& claim) {
  return Builder(claim).run();
}

} // namespace kleene::evidence
