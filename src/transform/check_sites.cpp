// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/check_sites.h"

#include "kleene/ir/interpreter.h"
#include "kleene/ir/object_cells.h"
#include "kleene/ir/opaque.h"
#include "kleene/ir/shadow.h"
#include "kleene/logic/overflow.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "shadows.h"

namespace kleene::transform {
namespace {

using ir::LocId;
using ir::ProcId;

// Of what is left at the end and can still be reached.
constexpr std::size_t most_keepers = 6;
constexpr std::size_t most_held = 3;

bool before(const SourceRange& a, const SourceRange& b) {
  auto key = [](const SourceRange& r) {
    return std::tuple(r.file.index(), r.begin.line, r.begin.column);
  };
  return key(a) < key(b);
}

/// How the program comes to a model of a library function.
struct LibraryCall {
  SourceRange range;          ///< of the first call in the text of the program that leads there
  std::set<ir::ProcId> calls; ///< what it calls itself on the way
};

/// By procedure.
std::vector<LibraryCall> calls_of_library(const ir::Program& program) {
  std::vector<LibraryCall> result(program.procedures.size());
  for (bool more = true; more;) {
    more = false;
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      for (const ir::Edge& edge : program.procedures[p].edges) {
        const auto* call = std::get_if<ir::Call>(&edge.statement);
        if (call == nullptr || !program.procedure(call->callee).library) continue;
        const bool inside = program.procedures[p].library;
        LibraryCall& known = result[call->callee.index()];
        const std::size_t ways = known.calls.size();
        if (inside)
          known.calls.insert(result[p].calls.begin(), result[p].calls.end());
        else
          known.calls.insert(call->callee);
        more = more || known.calls.size() > ways;
        const SourceRange& from = inside ? result[p].range : edge.range;
        if (!from.file.valid() || (known.range.file.valid() && !before(from, known.range)))
          continue;
        known.range = from;
        more = true;
      }
  }
  return result;
}

class Sites {
public:
  Sites(const ir::Program& program,
        const ir::TargetSelection& asked,
        const std::set<std::size_t>& dropped,
        Uninitialised uninitialised)
      : original_(program),
        asked_(asked),
        dropped_(dropped),
        follows_(uninitialised == Uninitialised::Followed),
        result_{{program, Back(program)}, {}},
        program_(result_.transformed.program),
        terms_(*program.terms),
        constants_(std::ranges::any_of(program.objects, &ir::Object::read_only)),
        calls_(calls_of_library(program)) {}

  Checked run() {
    if (asked_.checks.contains(Property::Uninit) && !original_.free_uninitialised)
      uninitialised_uses();
    for (std::size_t p = 0; p < original_.procedures.size(); ++p) {
      events(ProcId(p));
      undefined_behaviour(ProcId(p));
      overflows(ProcId(p));
      targets(ProcId(p));
    }
    if (asked_.checks.contains(Property::ValidMemtrack)
        || asked_.checks.contains(Property::ValidMemcleanup))
      leaks();
    threads();
    return std::move(result_);
  }

private:
  /// The location of the target; invalid if the site is dropped.
  LocId add_site(ProcId p, Property property, std::string what, SourceRange range) {
    bool dropped = dropped_.contains(result_.sites.size());
    const LibraryCall& call = calls_[p.index()];
    if (original_.procedure(p).library && call.range.file.valid()) {
      range = call.range;
      bool leak = property == Property::ValidMemtrack || property == Property::ValidMemcleanup;
      ir::ProcId named = call.calls.size() == 1 ? *call.calls.begin() : p;
      if (!leak) what += fmt::format(" in {}", original_.procedure(named).name);
    }
    CheckSite site{property, std::move(what), range, p, {}};
    if (!dropped) {
      ir::Procedure& procedure = program_.procedure(p);
      site.location = procedure.add_location();
      procedure.locations[site.location.index()].target =
          ir::Target{ir::TargetKind::Check, site.what, property};
    }
    result_.sites.push_back(site);
    return site.location;
  }

  void uninitialised_uses() {
    if (original_.concurrent()) return uninitialised_in_threads();
    Shadows shadows(original_);
    std::vector<LocId> sites;
    for (const Shadows::Use& use : shadows.uses())
      sites.push_back(add_site(use.procedure,
                               Property::Uninit,
                               std::string(ir::describe(ir::AssumeKind::UninitialisedUse)),
                               use.range));
    if (!sites.empty() && follows_)
      shadows.write(program_, [&](std::size_t u) { return sites[u]; });
  }

  /// Where threads write, nobody follows what was given a value. Who asks about memory as well is told so as an
  /// assumption (they are any value); otherwise nothing may be proved.
  void uninitialised_in_threads() {
    if (asked_.checks.contains(Property::ValidDeref)) return;
    ir::Procedure& entry = program_.procedure(program_.entry);
    VarId unknown = program_.add_variable({.name = program_.fresh_name("uninitialised"),
                                           .display = "an uninitialised value",
                                           .type = Type::boolean(),
                                           .initial = terms_.truth(false),
                                           .temporary = true});
    LocId start = std::exchange(entry.entry, entry.add_location());
    LocId asked = entry.add_location();
    LocId opaque = entry.add_location();
    entry.locations[opaque.index()].target =
        ir::Target{ir::TargetKind::Opaque, "uninitialised values in programs with threads", {}};
    entry.add_edge(entry.entry,
                   asked,
                   ir::Havoc{{unknown}, ir::Choice::Unknown, "an uninitialised value", {}, false},
                   entry.range);
    Term open = program_.var(unknown);
    entry.add_edge(asked, opaque, ir::Assume{open, ir::AssumeKind::Guard}, entry.range);
    entry.add_edge(
        asked, start, ir::Assume{terms_.negate(open), ir::AssumeKind::Guard}, entry.range);
  }

  void undefined_behaviour(ProcId p) {
    const ir::Procedure& before = original_.procedure(p);
    std::vector<std::vector<std::size_t>> outgoing = before.outgoing();
    for (std::size_t e = 0; e < before.edges.size(); ++e) {
      const auto* assume = std::get_if<ir::Assume>(&before.edges[e].statement);
      if (assume == nullptr || !ir::is_undefined_behaviour(assume->kind)) continue;
      if (assume->condition.is_true()) continue;
      if (ir::goes_on(assume->kind) && !asked_.checks.contains(Property::DefBehavior)) {
        program_.procedure(p).edges[e].statement = ir::Skip{};
        continue;
      }
      if (outgoing[before.edges[e].from.index()].size() > 1) step_before(p, e);
      Term readable = as_readable(assume->condition);
      if (readable != assume->condition && constants_) {
        undefined(p, e, {readable, assume->kind}, true);
        undefined(p, e, {assume->condition, ir::AssumeKind::ReadOnly}, false);
      } else {
        undefined(p, e, *assume, false);
      }
    }
  }

  /// The execution ends at edge `e` unless the condition holds; if the property is asked for, at a target. `before`:
  /// the edge has another condition, too.
  void undefined(ProcId p, std::size_t e, const ir::Assume& wanted, bool before) {
    ir::Procedure& procedure = program_.procedure(p);
    SourceRange range = procedure.edges[e].range;
    Property property = violated_by(wanted.kind);
    ir::Assume passed = wanted;
    if (asked_.checks.contains(property)) {
      LocId site = add_site(p, property, std::string(ir::describe(wanted.kind)), range);
      if (site.valid()) {
        passed.kind = ir::AssumeKind::Guard;
        LocId from = procedure.edges[e].from;
        procedure.add_edge(from, site, ir::Assume{terms_.negate(wanted.condition)}, range);
      }
    }
    if (!before) {
      procedure.edges[e].statement = passed;
      return;
    }
    LocId from = procedure.edges[e].from;
    LocId middle = procedure.add_location();
    procedure.add_edge(from, middle, passed, range);
    procedure.edges[e].from = middle;
  }

  /// What the front end made a target already: it is defined, so executions go on where nobody asks.
  void events(ProcId p) {
    const ir::Procedure& before = original_.procedure(p);
    std::vector<std::vector<std::size_t>> outgoing = before.outgoing();
    for (std::size_t l = 0; l < before.locations.size(); ++l) {
      const std::optional<ir::Target>& target = before.locations[l].target;
      if (!target || target->kind != ir::TargetKind::Check) continue;
      if (!asked_.checks.contains(target->property)) continue;
      SourceRange range = before.range;
      if (!outgoing[l].empty()) range = before.edges[outgoing[l].front()].range;
      bool dropped = dropped_.contains(result_.sites.size());
      result_.sites.push_back(
          {target->property, target->function, range, p, dropped ? LocId() : LocId(l)});
      if (dropped) program_.procedure(p).locations[l].target.reset();
    }
  }

  void step_before(ProcId p, std::size_t e) {
    ir::Procedure& procedure = program_.procedure(p);
    LocId middle = procedure.add_location();
    procedure.add_edge(procedure.edges[e].from, middle, ir::Skip{}, procedure.edges[e].range);
    procedure.edges[e].from = middle;
  }

  /// The condition if nothing is written.
  Term as_readable(Term condition) {
    std::unordered_map<Term, Term> done;
    for_each_subterm(condition, [&](Term t) {
      std::vector<Term> args;
      for (Term a : t.args())
        args.push_back(done.at(a));
      if (t.op() == Op::Writable)
        done[t] = terms_.valid(args[0], args[1], args[2]);
      else
        done[t] = args.empty() ? t : terms_.rebuild(t, args);
    });
    return done.at(condition);
  }

  /// Before the edges of a location, whose terms are evaluated together.
  void overflows(ProcId p) {
    if (!asked_.checks.contains(Property::NoOverflow)) return;
    std::vector<std::vector<std::size_t>> outgoing = program_.procedure(p).outgoing();
    for (std::size_t l = 0; l < outgoing.size(); ++l) {
      // An opaque place is a target of every question: nothing that is modelled happens behind it.
      if (ir::is_opaque(program_.procedure(p).locations[l])) continue;
      std::vector<Term> conditions;
      for (std::size_t e : outgoing[l])
        for (Term t : ir::evaluated_terms(program_.procedure(p).edges[e].statement))
          conditions.push_back(overflow_condition(terms_, t));
      Term overflow = terms_.disj(std::move(conditions));
      if (overflow.is_false()) continue;
      SourceRange range = program_.procedure(p).edges[outgoing[l].front()].range;
      LocId site = add_site(p, Property::NoOverflow, "signed overflow", range);
      if (!site.valid()) continue;
      ir::Procedure& procedure = program_.procedure(p);
      LocId fine = procedure.add_location();
      procedure.locations[fine.index()].interior = procedure.locations[l].interior;
      for (std::size_t e : outgoing[l])
        procedure.edges[e].from = fine;
      procedure.add_edge(LocId(l), site, ir::Assume{overflow}, range);
      procedure.add_edge(LocId(l), fine, ir::Assume{terms_.negate(overflow)}, range);
    }
  }

  /// Error functions, assertions and labels.
  void targets(ProcId p) {
    ir::TargetSelection others = asked_;
    others.checks.clear();
    const ir::Procedure& before = original_.procedure(p);
    std::vector<std::vector<std::size_t>> outgoing = before.outgoing();
    for (std::size_t l = 0; l < before.locations.size(); ++l) {
      const ir::Location& location = before.locations[l];
      if (!others.selects(location) || ir::is_opaque(location)) continue;
      SourceRange range = before.range;
      if (!outgoing[l].empty()) range = before.edges[outgoing[l].front()].range;
      bool dropped = dropped_.contains(result_.sites.size());
      std::string what = location.target ? describe(*location.target) : "label";
      result_.sites.push_back(
          {Property::UnreachCall, what, range, p, dropped ? LocId() : LocId(l)});
      if (!dropped) continue;
      ir::Procedure& procedure = program_.procedure(p);
      procedure.locations[l].target.reset();
      procedure.locations[l].labels.clear();
      for (ir::Edge& edge : procedure.edges)
        if (edge.from == LocId(l))
          edge.statement = ir::Assume{terms_.truth(false), ir::AssumeKind::Assumption};
    }
  }

  /// Races and deadlocks are of several threads: their sites are locations that nothing leads to.
  void threads() {
    auto of_threads = [](Property p) {
      return p == Property::NoDataRace || p == Property::NoDeadlock;
    };
    if (!original_.concurrent() && !std::ranges::all_of(asked_.checks, of_threads)) return;
    SourceRange range = original_.procedure(original_.entry).range;
    range.end = range.begin;
    if (asked_.checks.contains(Property::NoDataRace))
      add_site(original_.entry, Property::NoDataRace, "data race", range);
    if (asked_.checks.contains(Property::NoDeadlock))
      add_site(original_.entry, Property::NoDeadlock, "deadlock", range);
  }

  /// Counts live heap objects. Where the program ends, there should be none.
  void leaks() {
    std::set<VarId> on_stack = stack_addresses();
    bool counted = false;
    VarId count = program_.add_variable({.name = program_.fresh_name("heap.objects"),
                                         .display = "live heap objects",
                                         .type = program_.pointer_type(),
                                         .initial = number(0),
                                         .temporary = true});
    for (std::size_t p = 0; p < original_.procedures.size(); ++p)
      for (std::size_t e = 0; e < original_.procedures[p].edges.size(); ++e) {
        const ir::Statement& statement = original_.procedures[p].edges[e].statement;
        const auto* alloc = std::get_if<ir::Alloc>(&statement);
        const auto* free = std::get_if<ir::Free>(&statement);
        if (alloc != nullptr && alloc->storage == ir::Storage::Heap) {
          counted = true;
          append(ProcId(p), e, count, number(1));
        } else if (free != nullptr && !ends_on_stack(*free, on_stack)) {
          Term null = terms_.eq(free->address, number(0));
          Term one = terms_.ite(null, number(0), number(max_value(program_.pointer_type())));
          prepend(ProcId(p), e, count, one);
        }
      }
    if (!counted) return;
    for (std::size_t p = 0; p < original_.procedures.size(); ++p)
      for (std::size_t e = 0; e < original_.procedures[p].edges.size(); ++e)
        if (std::holds_alternative<ir::Halt>(original_.procedures[p].edges[e].statement))
          before_end(ProcId(p), e, count);
    at_return(count);
  }

  Term number(Integer n) { return terms_.constant(program_.pointer_type(), n); }

  /// Variables that hold addresses of objects on the stack, and nothing else ever.
  std::set<VarId> stack_addresses() const {
    std::set<VarId> result;
    std::set<VarId> others;
    for (const ir::Procedure& p : original_.procedures)
      for (const ir::Edge& e : p.edges) {
        const auto* alloc = std::get_if<ir::Alloc>(&e.statement);
        if (alloc != nullptr && alloc->storage == ir::Storage::Stack)
          result.insert(alloc->target);
        else
          for (VarId v : ir::written_variables(e.statement))
            others.insert(v);
      }
    for (VarId v : others)
      result.erase(v);
    return result;
  }
  static bool ends_on_stack(const ir::Free& free, const std::set<VarId>& on_stack) {
    return free.address.is_variable() && on_stack.contains(free.address.variable());
  }

  ir::Assign adding(VarId count, Term n) {
    return {{count}, {terms_.binary(Op::Add, program_.var(count), n)}};
  }
  void append(ProcId p, std::size_t e, VarId count, Term n) {
    ir::Procedure& procedure = program_.procedure(p);
    LocId middle = procedure.add_location();
    LocId to = procedure.edges[e].to;
    procedure.edges[e].to = middle;
    procedure.add_edge(middle, to, adding(count, n), procedure.edges[e].range);
  }
  void prepend(ProcId p, std::size_t e, VarId count, Term n) {
    ir::Procedure& procedure = program_.procedure(p);
    LocId middle = procedure.add_location();
    LocId from = procedure.edges[e].from;
    procedure.edges[e].from = middle;
    procedure.add_edge(from, middle, adding(count, n), procedure.edges[e].range);
  }

  /// Variables that may keep memory from being lost: pointers that are global, or that live at a place of the
  /// procedure. Whatever is not known to be a variable of the program is none.
  std::vector<Term> keepers(ProcId p, const SourceRange& place) const {
    std::set<VarId> cells;
    for (const auto& [alloc, variables] : ir::object_cells(original_))
      cells.insert(variables.begin(), variables.end());
    std::vector<Term> result;
    auto add = [&](VarId v) {
      const ir::Variable& variable = original_.variable(v);
      bool model = variable.name.find("__kleene") != std::string::npos;
      bool fits = variable.type == original_.pointer_type() && !variable.temporary && !model;
      if (fits && !cells.contains(v) && result.size() < most_keepers)
        result.push_back(program_.var(v));
    };
    for (VarId v : original_.globals)
      add(v);
    const ir::Procedure& procedure = original_.procedure(p);
    if (!place.known() || procedure.library) return result;
    for (VarId v : procedure.parameters)
      add(v);
    auto before = [](const SourcePoint& a, const SourcePoint& b) {
      return std::tuple(a.line, a.column) <= std::tuple(b.line, b.column);
    };
    for (VarId v : procedure.locals) {
      const ir::Variable& variable = original_.variable(v);
      if (variable.range.known() && variable.range.file == place.file
          && before(variable.range.begin, place.begin) && before(place.begin, variable.scope_end))
        add(v);
    }
    return result;
  }

  /// As many heap objects live as keepers lead to.
  Term all_held(Term count, const std::vector<Term>& keepers) {
    std::vector<Term> held;
    Term allocation = original_.allocation.valid() ? program_.var(original_.allocation) : Term();
    for (Term k : keepers)
      if (!allocation.null())
        held.push_back(terms_.conj(terms_.ne(k, number(0)), terms_.freeable(allocation, k)));
    std::vector<Term> ways;
    auto choose = [&](auto&& self, std::size_t next, std::vector<std::size_t> chosen) -> void {
      if (!chosen.empty()) {
        std::vector<Term> parts{terms_.eq(count, number(Integer(chosen.size())))};
        for (std::size_t i : chosen) {
          parts.push_back(held[i]);
          for (std::size_t j : chosen)
            if (j < i) parts.push_back(terms_.ne(keepers[j], keepers[i]));
        }
        ways.push_back(terms_.conj(std::move(parts)));
      }
      if (chosen.size() == most_held) return;
      for (std::size_t i = next; i < held.size(); ++i) {
        chosen.push_back(i);
        self(self, i + 1, chosen);
        chosen.pop_back();
      }
    };
    choose(choose, 0, {});
    return terms_.disj(std::move(ways));
  }

  /// The targets of all that is asked for lie between these places.
  void check_count(
      ProcId p, LocId from, LocId to, VarId count, std::string_view lost, SourceRange range) {
    Term some = terms_.ne(program_.var(count), number(0));
    auto check = [&](Property property, std::string_view what, Term wrong) {
      if (!asked_.checks.contains(property)) return;
      LocId site = add_site(p, property, std::string(what), range);
      if (!site.valid()) return;
      program_.procedure(p).add_edge(from, site, ir::Assume{wrong}, range);
      LocId next = program_.procedure(p).add_location();
      program_.procedure(p).add_edge(from, next, ir::Assume{terms_.negate(wrong)}, range);
      from = next;
    };
    // Lost memory is not freed, either: where both are asked for, that is what is told.
    check(Property::ValidMemcleanup, "memory is not freed at the end of the program", some);
    bool returns = lost == ir::lost_at_return;
    Term held = all_held(program_.var(count), keepers(p, returns ? SourceRange{} : range));
    check(Property::ValidMemtrack, lost, terms_.conj(some, terms_.negate(held)));
    program_.procedure(p).add_edge(from, to, ir::Skip{}, range);
  }
  void before_end(ProcId p, std::size_t e, VarId count) {
    LocId from = program_.procedure(p).edges[e].from;
    LocId middle = program_.procedure(p).add_location();
    program_.procedure(p).edges[e].from = middle;
    check_count(p, from, middle, count, ir::lost_at_exit, program_.procedure(p).edges[e].range);
  }
  void at_return(VarId count) {
    ProcId p = program_.entry;
    LocId old = program_.procedure(p).exit;
    LocId exit = program_.procedure(p).add_location();
    program_.procedure(p).exit = exit;
    SourceRange range = program_.procedure(p).range;
    range.begin = range.end;
    check_count(p, old, exit, count, ir::lost_at_return, range);
  }

  const ir::Program& original_;
  const ir::TargetSelection& asked_;
  const std::set<std::size_t>& dropped_;
  const bool follows_; ///< uninitialised values
  Checked result_;
  ir::Program& program_;
  TermManager& terms_;
  bool constants_;                       ///< objects that must not be written
  const std::vector<LibraryCall> calls_; ///< see calls_of_library
};

} // namespace

std::string site_name(const CheckSite& site) {
  if (!site.location.valid()) return {};
  return fmt::format("{}:{}", site.procedure.index(), site.location.index());
}

Property violated_by(ir::AssumeKind kind) {
  switch (kind) {
  case ir::AssumeKind::InvalidDereference:
    return Property::ValidDeref;
  case ir::AssumeKind::InvalidFree:
    return Property::ValidFree;
  default:
    return kind == ir::AssumeKind::UninitialisedUse ? Property::Uninit : Property::DefBehavior;
  }
}

Checked with_check_sites(const ir::Program& program,
                         const ir::TargetSelection& asked,
                         const std::set<std::size_t>& dropped,
                         Uninitialised uninitialised) {
  return Sites(program, asked, dropped, uninitialised).run();
}

} // namespace kleene::transform
