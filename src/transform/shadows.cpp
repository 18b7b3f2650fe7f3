// SPDX-License-Identifier: Apache-2.0
#include "shadows.h"

#include "kleene/ir/floats.h"
#include "kleene/ir/shadow.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "shadow_terms.h"

namespace kleene::transform {
namespace {

bool scalar(Type type) {
  return type.is_bool() || type.is_machine();
}

/// Is the condition that of a branch, or of an address? Whether a value can be computed is neither.
bool steers(ir::AssumeKind kind) {
  switch (kind) {
  case ir::AssumeKind::DivisionByZero:
  case ir::AssumeKind::ShiftRange:
  case ir::AssumeKind::Unreachable:
    return false;
  default:
    return kind != ir::AssumeKind::FloatRange && !ir::goes_on(kind);
  }
}

/// What must not depend on open bits where the statement is executed.
std::vector<Term> decisive(const ir::Statement& statement) {
  std::vector<Term> result;
  for (Term t : ir::evaluated_terms(statement))
    for (Term address : address_terms(t))
      result.push_back(address);
  auto add = [&](Term t) {
    if (!t.null()) result.push_back(t);
  };
  if (const auto* assume = std::get_if<ir::Assume>(&statement)) {
    if (steers(assume->kind)) add(assume->condition);
  } else if (const auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    add(alloc->size);
  } else if (const auto* free = std::get_if<ir::Free>(&statement)) {
    add(free->address);
  } else if (const auto* halt = std::get_if<ir::Halt>(&statement)) {
    add(halt->status);
  } else if (const auto* output = std::get_if<ir::Output>(&statement)) {
    add(output->format);
    add(output->limit);
    for (Term t : output->arguments)
      add(t);
  } else if (const auto* spawn = std::get_if<ir::Spawn>(&statement)) {
    for (Term t : spawn->arguments)
      add(t);
  }
  return result;
}

/// What the conditions that lead to a location, one behind the other, have asked about already.
std::unordered_set<std::uint32_t> asked_before(
    const ir::Procedure& p, const std::vector<std::vector<std::size_t>>& incoming, ir::LocId at) {
  constexpr int most = 20;
  std::unordered_set<std::uint32_t> result;
  for (int i = 0; i < most && at != p.entry && incoming[at.index()].size() == 1; ++i) {
    const ir::Edge& edge = p.edges[incoming[at.index()].front()];
    const auto* assume = std::get_if<ir::Assume>(&edge.statement);
    if (assume == nullptr) break;
    if (steers(assume->kind))
      for (Term part = assume->condition;
           const Term& t : part.op() == Op::And ? part.args() : std::vector<Term>{part}) {
        result.insert(t.id());
        if (t.op() == Op::Valid || t.op() == Op::Writable || t.op() == Op::Freeable)
          result.insert(t.arg(1).id());
      }
    for (Term t : address_terms(assume->condition))
      result.insert(t.id());
    at = edge.from;
  }
  return result;
}

} // namespace

Shadows::Shadows(const ir::Program& original)
    : original_(original), flow_(original), needed_(original.variables.size()) {
  for (std::size_t p = 0; p < original.procedures.size(); ++p)
    find_uses(ir::ProcId(p));
  if (uses_.empty()) return;
  for (std::size_t p = 0; p < original.procedures.size(); ++p)
    collect_needed(ir::ProcId(p));
}

void Shadows::find_uses(ir::ProcId id) {
  const ir::Procedure& p = original_.procedure(id);
  std::vector<std::vector<std::size_t>> outgoing = p.outgoing();
  std::vector<std::vector<std::size_t>> incoming(p.locations.size());
  for (std::size_t e = 0; e < p.edges.size(); ++e)
    incoming[p.edges[e].to.index()].push_back(e);
  for (std::size_t l = 0; l < p.locations.size(); ++l) {
    Use use{id, ir::LocId(l), {}, {}};
    for (std::size_t e : outgoing[l])
      for (Term t : decisive(p.edges[e].statement))
        if (flow_.open(id, use.location, t) && std::ranges::find(use.terms, t) == use.terms.end())
          use.terms.push_back(t);
    if (use.terms.empty()) continue;
    std::unordered_set<std::uint32_t> before = asked_before(p, incoming, use.location);
    std::erase_if(use.terms, [&](Term t) { return before.contains(t.id()); });
    if (use.terms.empty()) continue;
    use.range = p.edges[outgoing[l].front()].range;
    uses_.push_back(std::move(use));
  }
}

void Shadows::collect_needed(ir::ProcId id) {
  const ir::Procedure& p = original_.procedure(id);
  for (const ir::Edge& edge : p.edges)
    for (Term t : ir::evaluated_terms(edge.statement))
      for (VarId v : variables_of(t))
        if (scalar(original_.variable(v).type) && flow_.open(id, edge.from, v))
          needed_[v.index()] = true;
  for (VarId v : p.returns)
    if (flow_.open(id, p.exit, v)) needed_[v.index()] = true;
}

/// Adds shadows to one program.
class Shadows::Writer {
public:
  Writer(const Shadows& shadows, ir::Program& program)
      : original_(shadows.original_),
        shadows_(shadows),
        program_(program),
        terms_(*program.terms),
        shadow_(original_.variables.size()),
        handed_over_(original_.variables.size()) {
    for (std::size_t v = 0; v < original_.variables.size(); ++v)
      declare(VarId(v));
  }

  void run(const std::function<ir::LocId(std::size_t)>& site) {
    for (std::size_t p = 0; p < original_.procedures.size(); ++p) {
      for (std::size_t e = 0; e < original_.procedures[p].edges.size(); ++e)
        follow(ir::ProcId(p), e);
      begin(ir::ProcId(p));
      end(ir::ProcId(p));
    }
    std::vector<std::vector<std::size_t>> outgoing;
    ir::ProcId last;
    for (std::size_t u = 0; u < shadows_.uses_.size(); ++u) {
      const Use& use = shadows_.uses_[u];
      if (use.procedure != last) outgoing = program_.procedure(use.procedure).outgoing();
      last = use.procedure;
      check(use, outgoing[use.location.index()], site(u));
    }
  }

private:
  void declare(VarId v) {
    const ir::Variable variable = original_.variable(v);
    bool global = !variable.owner.valid();
    if (variable.type.is_memory()) {
      if (global && shadows_.flow_.open_global(v)) shadow_[v.index()] = ir::add_shadow(program_, v);
      return;
    }
    if (!scalar(variable.type) || !shadows_.needed_[v.index()]) return;
    Type type = shadow_type(variable.type);
    shadow_[v.index()] = add(variable, type, variable.owner);
    if (!global) handed_over_[v.index()] = add(variable, type, {});
  }
  VarId add(const ir::Variable& of, Type type, ir::ProcId owner) {
    ir::Variable made{.name = program_.fresh_name("uninitialised." + of.name),
                      .display = "uninitialised bits of " + of.display,
                      .type = type,
                      .owner = owner};
    made.temporary = true;
    if (!owner.valid()) made.initial = no_bits(terms_, type);
    VarId result = program_.add_variable(std::move(made));
    if (owner.valid()) program_.procedure(owner).locals.push_back(result);
    return result;
  }

  /// The open bits of a term where the edges of this location begin; null: none.
  Term bits(ir::ProcId p, ir::LocId at, Term t) {
    return shadow_of(terms_, t, [&](VarId v) -> Term {
      if (!shadow_[v.index()].valid()) return {};
      if (scalar(original_.variable(v).type) && !shadows_.flow_.open(p, at, v)) return {};
      return program_.var(shadow_[v.index()]);
    });
  }
  Term bits_or_none(ir::ProcId p, ir::LocId at, Term t, VarId shadow) {
    Term result = bits(p, at, t);
    return result.null() ? no_bits(terms_, program_.variable(shadow).type) : result;
  }

  /// One more statement behind, or before, an edge.
  void append(ir::ProcId p, std::size_t e, ir::Statement statement) {
    ir::Procedure& procedure = program_.procedure(p);
    ir::LocId middle = add_interior(procedure);
    ir::LocId to = std::exchange(procedure.edges[e].to, middle);
    procedure.add_edge(middle, to, std::move(statement), procedure.edges[e].range);
  }
  void prepend(ir::ProcId p, std::size_t e, ir::Statement statement) {
    ir::Procedure& procedure = program_.procedure(p);
    ir::LocId middle = add_interior(procedure);
    ir::LocId from = std::exchange(procedure.edges[e].from, middle);
    procedure.add_edge(from, middle, std::move(statement), procedure.edges[e].range);
  }
  static ir::LocId add_interior(ir::Procedure& procedure) {
    ir::LocId result = procedure.add_location();
    procedure.locations[result.index()].interior = true;
    return result;
  }

  /// Takes the place of the other one: its name, too.
  static ir::LocId add_named_like(ir::Procedure& procedure, ir::LocId other) {
    ir::LocId result = add_interior(procedure);
    procedure.locations[result.index()].name =
        std::exchange(procedure.locations[other.index()].name, {});
    return result;
  }

  void follow(ir::ProcId p, std::size_t e) {
    const ir::Edge& edge = original_.procedure(p).edges[e];
    if (const auto* assign = std::get_if<ir::Assign>(&edge.statement))
      follow(p, e, *assign);
    else if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
      follow(p, e, *havoc);
    else if (const auto* call = std::get_if<ir::Call>(&edge.statement))
      follow(p, e, *call);
    else if (const auto* alloc = std::get_if<ir::Alloc>(&edge.statement))
      follow(p, e, *alloc);
    else if (const auto* forget = std::get_if<ir::Forget>(&edge.statement))
      follow(p, e, *forget);
    else if (const auto* output = std::get_if<ir::Output>(&edge.statement))
      given(p, e, output->result);
  }

  /// All at once with the values.
  void follow(ir::ProcId p, std::size_t e, const ir::Assign& assign) {
    ir::Assign both = assign;
    ir::LocId at = original_.procedure(p).edges[e].from;
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      VarId shadow = shadow_[assign.targets[i].index()];
      if (!shadow.valid()) continue;
      both.targets.push_back(shadow);
      both.values.push_back(bits_or_none(p, at, assign.values[i], shadow));
    }
    program_.procedure(p).edges[e].statement = std::move(both);
  }

  void follow(ir::ProcId p, std::size_t e, const ir::Havoc& havoc) {
    bool open = havoc.choice == ir::Choice::Unknown && havoc.uninitialised;
    ir::Assign assign;
    ir::Havoc unknown{.variables = {}, .choice = ir::Choice::Unknown};
    for (VarId v : havoc.variables) {
      VarId shadow = shadow_[v.index()];
      if (!shadow.valid()) continue;
      Type type = program_.variable(shadow).type;
      if (type.is_memory()) {
        unknown.variables.push_back(shadow);
      } else {
        assign.targets.push_back(shadow);
        assign.values.push_back(open ? all_bits(terms_, type) : no_bits(terms_, type));
      }
    }
    if (!assign.targets.empty()) append(p, e, std::move(assign));
    if (!unknown.variables.empty()) append(p, e, std::move(unknown));
  }

  void given(ir::ProcId p, std::size_t e, VarId v) {
    if (!v.valid() || !shadow_[v.index()].valid()) return;
    VarId shadow = shadow_[v.index()];
    append(p, e, ir::Assign{{shadow}, {no_bits(terms_, program_.variable(shadow).type)}});
  }

  void follow(ir::ProcId p, std::size_t e, const ir::Call& call) {
    const ir::Procedure& callee = original_.procedure(call.callee);
    ir::LocId at = original_.procedure(p).edges[e].from;
    ir::Assign before;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      VarId handed = handed_over_[callee.parameters[i].index()];
      if (!handed.valid()) continue;
      before.targets.push_back(handed);
      before.values.push_back(bits_or_none(p, at, call.arguments[i], handed));
    }
    ir::Assign after;
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      VarId shadow = shadow_[call.results[i].index()];
      if (!shadow.valid()) continue;
      VarId handed = handed_over_[callee.returns[i].index()];
      bool open = handed.valid() && shadows_.flow_.open_global(callee.returns[i]);
      after.targets.push_back(shadow);
      after.values.push_back(open ? program_.var(handed)
                                  : no_bits(terms_, program_.variable(shadow).type));
    }
    if (!before.targets.empty()) prepend(p, e, std::move(before));
    if (!after.targets.empty()) append(p, e, std::move(after));
  }

  void follow(ir::ProcId p, std::size_t e, const ir::Alloc& alloc) {
    given(p, e, alloc.target);
    VarId shadow = shadow_[alloc.region.index()];
    if (!shadow.valid()) return;
    Term size = alloc.size;
    if (std::ranges::count(variables_of(size), alloc.target) != 0) size = remembered(p, e, size);
    Term address = program_.var(alloc.target);
    if (alloc.zeroed) {
      Term zero = terms_.constant(Type::machine(8, false), 0);
      append(
          p, e, ir::Assign{{shadow}, {terms_.mem_set(program_.var(shadow), address, zero, size)}});
    }
    append(p, e, ir::Forget{shadow, address, size});
  }
  /// A value from before the edge.
  Term remembered(ir::ProcId p, std::size_t e, Term value) {
    VarId variable = program_.add_variable({.name = program_.fresh_name("size.before"),
                                            .display = "size",
                                            .type = value.type(),
                                            .owner = p,
                                            .temporary = true});
    program_.procedure(p).locals.push_back(variable);
    prepend(p, e, ir::Assign{{variable}, {value}});
    return program_.var(variable);
  }

  void follow(ir::ProcId p, std::size_t e, const ir::Forget& forget) {
    VarId shadow = shadow_[forget.region.index()];
    if (shadow.valid()) append(p, e, ir::Forget{shadow, forget.address, forget.length});
  }

  /// What the parameters got, and locals without a value.
  void begin(ir::ProcId id) {
    const ir::Procedure& before = original_.procedure(id);
    ir::Assign assign;
    for (VarId v : before.parameters)
      if (VarId shadow = shadow_[v.index()]; shadow.valid()) {
        assign.targets.push_back(shadow);
        assign.values.push_back(program_.var(handed_over_[v.index()]));
      }
    for (const auto* list : {&before.returns, &before.locals})
      for (VarId v : *list)
        if (VarId shadow = shadow_[v.index()]; shadow.valid()) {
          assign.targets.push_back(shadow);
          assign.values.push_back(all_bits(terms_, program_.variable(shadow).type));
        }
    if (assign.targets.empty()) return;
    ir::Procedure& procedure = program_.procedure(id);
    ir::LocId entry = add_named_like(procedure, procedure.entry);
    procedure.add_edge(entry, procedure.entry, std::move(assign), before.range);
    procedure.entry = entry;
  }

  void end(ir::ProcId id) {
    const ir::Procedure& before = original_.procedure(id);
    ir::Assign assign;
    for (VarId v : before.returns)
      if (shadow_[v.index()].valid()) {
        assign.targets.push_back(handed_over_[v.index()]);
        assign.values.push_back(
            bits_or_none(id, before.exit, program_.var(v), handed_over_[v.index()]));
      }
    if (assign.targets.empty()) return;
    ir::Procedure& procedure = program_.procedure(id);
    ir::LocId exit = add_named_like(procedure, procedure.exit);
    SourceRange range = before.range;
    range.begin = range.end;
    procedure.add_edge(procedure.exit, exit, std::move(assign), range);
    procedure.exit = exit;
  }

  /// Before the edges that leave the location.
  void check(const Use& use, const std::vector<std::size_t>& leaving, ir::LocId site) {
    std::vector<Term> some;
    for (Term t : use.terms)
      if (Term open = bits(use.procedure, use.location, t); !open.null())
        some.push_back(any_bit(terms_, open));
    Term bad = terms_.disj(std::move(some));
    ir::Procedure& procedure = program_.procedure(use.procedure);
    ir::LocId fine = procedure.add_location();
    procedure.locations[fine.index()].interior = procedure.locations[use.location.index()].interior;
    for (std::size_t e : leaving)
      procedure.edges[e].from = fine;
    ir::AssumeKind kind = site.valid() ? ir::AssumeKind::Guard : ir::AssumeKind::UninitialisedUse;
    if (site.valid()) procedure.add_edge(use.location, site, ir::Assume{bad}, use.range);
    procedure.add_edge(use.location, fine, ir::Assume{terms_.negate(bad), kind}, use.range);
  }

  const ir::Program& original_;
  const Shadows& shadows_;
  ir::Program& program_;
  TermManager& terms_;
  std::vector<VarId> shadow_; ///< by VarId; invalid: none
  std::vector<VarId>
      handed_over_; ///< of parameters and return variables: between caller and callee
};

void Shadows::write(ir::Program& program, const std::function<ir::LocId(std::size_t use)>& site) {
  Writer(*this, program).run(site);
}

} // namespace kleene::transform
