// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/promote.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "offsets.h"
#include "points_to.h"
#include "promote_candidate.h"
#include "repetition.h"

namespace kleene::transform {
namespace {

class Promoter {
public:
  Promoter(ir::Program& program, VarId memory, AccessNames& names)
      : program_(program),
        terms_(*program.terms),
        memory_(memory),
        names_(names),
        points_to_(program) {}

  std::size_t run() {
    find_candidates();
    find_accesses();
    for (Candidate& c : candidates_)
      if (c.fits && !consistent(program_, c)) c.fits = false;
    std::size_t made = make_variables();
    if (made > 0) rewrite();
    rename();
    return made;
  }

private:
  void find_candidates();
  bool ends(ir::ProcId procedure, const ir::Alloc& alloc) const;
  void find_accesses();
  void see_statement(const ir::Statement& statement);
  void see_output(const ir::Output& output);
  void see(Term t);
  void see_cell(Term address, Type type);
  static std::string
  own_name(const Candidate& candidate, const std::string& name, Term address, std::uint64_t offset);
  void see_span(Term address, Term length);
  void refuse(Term address);
  /// The candidate that an access at this address touches; null if it is another object.
  Candidate* touched(Term address);

  std::size_t make_variables();
  void
  show(ir::Variable& variable, const Candidate& candidate, std::uint64_t offset, const Cell& cell);
  void rewrite();
  void rename();
  void rewrite_edge(ir::ProcId procedure, std::size_t edge);
  void rewrite_assign(ir::Assign& assign);
  ir::Statement forgotten(const Candidate& candidate, const ir::Forget& forget);
  std::vector<VarId> covered(const Candidate& candidate, Term address, Term length);
  void give_birth(ir::ProcId procedure, std::size_t edge, const Candidate& candidate);
  Term rewritten(Term t);
  void replace(Term& t) {
    if (!t.null()) t = rewritten(t);
  }

  ir::Program& program_;
  TermManager& terms_;
  VarId memory_;
  AccessNames& names_;
  PointsTo points_to_;
  std::vector<Candidate> candidates_;
  std::map<FlowGraph::Class, std::size_t> by_class_;
  std::map<std::size_t, std::size_t> by_object_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> by_allocation_;
  std::optional<Offsets> offsets_;
  std::unordered_map<Term, Term> done_;
};

void Promoter::find_candidates() {
  std::map<FlowGraph::Class, std::size_t> members;
  for (std::size_t i = 0; i < program_.objects.size(); ++i)
    if (program_.objects[i].kind == ir::ObjectKind::Data) ++members[points_to_.object(ObjectId(i))];
  auto for_each_allocation = [&](const auto& visit) {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      for (std::size_t e = 0; e < program_.procedures[p].edges.size(); ++e)
        if (const auto* alloc = std::get_if<ir::Alloc>(&program_.procedures[p].edges[e].statement))
          visit(ir::ProcId(p), e, *alloc);
  };
  for_each_allocation([&](ir::ProcId p, std::size_t e, const ir::Alloc&) {
    ++members[points_to_.allocation(p, e)];
  });
  std::vector<FlowGraph::Class> external = points_to_.external();
  auto alone = [&](FlowGraph::Class c) {
    return members[c] == 1 && !std::ranges::binary_search(external, c);
  };
  auto add = [&](FlowGraph::Class c, Candidate candidate) {
    by_class_[c] = candidates_.size();
    candidates_.push_back(std::move(candidate));
    return candidates_.size() - 1;
  };
  for (std::size_t i = 0; i < program_.objects.size(); ++i) {
    const ir::Object& object = program_.objects[i];
    if (object.kind == ir::ObjectKind::Data && alone(points_to_.object(ObjectId(i))))
      by_object_[i] = add(points_to_.object(ObjectId(i)),
                          {object.name, object.size, &object, false, {}, true, {}, {}, false});
  }
  Repetition repetition(program_);
  for_each_allocation([&](ir::ProcId p, std::size_t e, const ir::Alloc& alloc) {
    bool single =
        alloc.storage == ir::Storage::Stack ? !repetition.recursive(p) : repetition.once(p);
    FlowGraph::Class c = points_to_.allocation(p, e);
    bool several = repetition.repeats(p, e) && !ends(p, alloc);
    if (!alloc.size.is_constant() || !single || several || !alone(c)) return;
    auto size = static_cast<std::uint64_t>(alloc.size.value());
    by_allocation_[{p.index(), e}] = add(c,
                                         {alloc.name,
                                          size,
                                          nullptr,
                                          ir::has_open_contents(alloc),
                                          program_.procedure(p).edges[e].range,
                                          true,
                                          {},
                                          {},
                                          alloc.storage == ir::Storage::Heap});
  });
}

/// Stack objects that are ended by name are those of a block: one ends before the next is made.
bool Promoter::ends(ir::ProcId procedure, const ir::Alloc& alloc) const {
  if (alloc.storage != ir::Storage::Stack || !program_.variable(alloc.target).temporary)
    return false;
  return std::ranges::any_of(program_.procedure(procedure).edges, [&](const ir::Edge& edge) {
    const auto* end = std::get_if<ir::Free>(&edge.statement);
    return end != nullptr && end->address.is_variable() && end->address.variable() == alloc.target;
  });
}

void Promoter::find_accesses() {
  auto number = [](const auto& map, const auto& key) -> std::optional<std::size_t> {
    auto found = map.find(key);
    if (found == map.end()) return std::nullopt;
    return found->second;
  };
  Offsets::Numbering numbering;
  numbering.object = [&, number](ObjectId id) { return number(by_object_, id.index()); };
  numbering.allocation = [&, number](ir::ProcId p, std::size_t e) {
    return number(by_allocation_, std::pair(p.index(), e));
  };
  offsets_.emplace(program_, numbering, candidates_.size());
  for (const ir::Procedure& procedure : program_.procedures)
    for (const ir::Edge& edge : procedure.edges)
      see_statement(edge.statement);
}

void Promoter::see_statement(const ir::Statement& statement) {
  for (Term t : ir::evaluated_terms(statement))
    for_each_subterm(t, [&](Term s) { see(s); });
  if (const auto* forget = std::get_if<ir::Forget>(&statement))
    see_span(forget->address, forget->length);
  if (const auto* output = std::get_if<ir::Output>(&statement)) see_output(*output);
}

/// What is printed is read from the bytes.
void Promoter::see_output(const ir::Output& output) {
  if (output.channel == ir::Channel::Memory) refuse(output.destination);
  std::vector<Term> read = output.arguments;
  read.push_back(output.format);
  for (Term t : read) {
    Pointee place = offsets_->place(t);
    for (std::size_t c = 0; c < candidates_.size(); ++c)
      if ((place.kind == Pointee::Kind::At && place.object == c)
          || (place.kind == Pointee::Kind::Any && offsets_->escaped(c)))
        candidates_[c].fits = false;
  }
}

void Promoter::see(Term t) {
  switch (t.op()) {
  case Op::Load:
    if (!t.arg(0).is_variable()) return refuse(t.arg(1));
    return see_cell(t.arg(1), t.type());
  case Op::Store:
    return see_cell(t.arg(1), t.arg(2).type());
  case Op::MemSet:
    if (!t.arg(2).is_constant() || t.arg(2).value() != 0) return refuse(t.arg(1));
    return see_span(t.arg(1), t.arg(3));
  case Op::MemCopy:
    refuse(t.arg(1));
    return refuse(t.arg(3));
  default:
    return;
  }
}

Candidate* Promoter::touched(Term address) {
  auto found = by_class_.find(points_to_.touched(address));
  return found == by_class_.end() ? nullptr : &candidates_[found->second];
}

void Promoter::refuse(Term address) {
  if (Candidate* c = touched(address)) c->fits = false;
}

void Promoter::see_cell(Term address, Type type) {
  Candidate* c = touched(address);
  if (c == nullptr || !c->fits) return;
  Pointee place = offsets_->place(address);
  std::uint64_t length = type.is_machine() ? type.width() / 8 : 0;
  bool inside = place.kind == Pointee::Kind::At && &candidates_[place.object] == c && length > 0
                && length <= c->size && place.offset <= c->size - length;
  if (!inside) {
    c->fits = false;
    return;
  }
  Cell& cell = c->cells.try_emplace(place.offset, Cell{length, type, {}}).first->second;
  if (cell.length != length) c->fits = false;
  auto known = names_.find(address);
  if (known == names_.end()) return;
  std::string name = own_name(*c, known->second, address, place.offset);
  if (cell.name.empty() || name.starts_with(c->name + ".")) cell.name = name;
}

/// A variable is better called by its own name than by that of a pointer to it: `o.x` where `p->x` is accessed. An object
/// on the heap has none.
std::string Promoter::own_name(const Candidate& candidate,
                               const std::string& name,
                               Term address,
                               std::uint64_t offset) {
  bool moved = address.op() == Op::PtrAdd && address.arg(1).is_constant();
  std::uint64_t member = moved ? static_cast<std::uint64_t>(address.arg(1).value()) : 0;
  std::size_t arrow = name.find("->");
  if (candidate.heap || member != offset || arrow == std::string::npos) return name;
  bool more = name.find("->", arrow + 2) != std::string::npos
              || name.substr(0, arrow).find_first_of("*.[") != std::string::npos;
  return more ? name : candidate.name + "." + name.substr(arrow + 2);
}

void Promoter::see_span(Term address, Term length) {
  Candidate* c = touched(address);
  if (c == nullptr) return;
  Pointee place = offsets_->place(address);
  if (place.kind == Pointee::Kind::At && &candidates_[place.object] == c && length.is_constant()
      && place.offset <= c->size)
    c->spans.emplace_back(place.offset, static_cast<std::uint64_t>(length.value()));
  else
    c->fits = false;
}

std::size_t Promoter::make_variables() {
  std::size_t made = 0;
  for (Candidate& c : candidates_) {
    if (!c.fits) continue;
    for (auto& [offset, cell] : c.cells) {
      bool whole = cell.length == c.size;
      ir::Variable variable;
      variable.name =
          program_.fresh_name(whole ? "at." + c.name : fmt::format("at.{}.{}", c.name, offset));
      variable.type = cell.type;
      show(variable, c, offset, cell);
      variable.initial = initial_value(terms_, c, offset, cell);
      if (c.open) variable.heap_offset = offset;
      cell.variable = program_.add_variable(std::move(variable));
      ++made;
    }
  }
  return made;
}

void Promoter::show(ir::Variable& variable,
                    const Candidate& candidate,
                    std::uint64_t offset,
                    const Cell& cell) {
  bool whole = cell.length == candidate.size;
  if (whole && !candidate.open) {
    variable.display = candidate.name;
    return;
  }
  variable.temporary = cell.name.empty();
  variable.display =
      variable.temporary ? fmt::format("{}[+{}]", candidate.name, offset) : cell.name;
  variable.range = candidate.range;
  auto same = [&](const ir::Variable& v) {
    return !v.owner.valid() && v.display == variable.display;
  };
  if (candidate.range.known() && std::ranges::any_of(program_.variables, same))
    variable.display += fmt::format(" (made in line {})", candidate.range.begin.line);
}

void Promoter::rewrite() {
  for (std::size_t p = 0; p < program_.procedures.size(); ++p) {
    std::size_t edges = program_.procedures[p].edges.size();
    for (std::size_t e = 0; e < edges; ++e)
      rewrite_edge(ir::ProcId(p), e);
  }
}

/// Names stay with their accesses.
void Promoter::rename() {
  AccessNames renamed;
  for (const auto& [address, name] : names_) {
    auto now = done_.find(address);
    renamed.emplace(now == done_.end() ? address : now->second, name);
  }
  names_ = std::move(renamed);
}

void Promoter::rewrite_edge(ir::ProcId procedure, std::size_t edge) {
  ir::Statement& statement = program_.procedure(procedure).edges[edge].statement;
  if (auto* assign = std::get_if<ir::Assign>(&statement)) return rewrite_assign(*assign);
  if (auto* assume = std::get_if<ir::Assume>(&statement)) return replace(assume->condition);
  if (auto* havoc = std::get_if<ir::Havoc>(&statement))
    return std::ranges::for_each(havoc->escaping, [&](Term& t) { replace(t); }), void();
  if (auto* call = std::get_if<ir::Call>(&statement))
    return std::ranges::for_each(call->arguments, [&](Term& t) { replace(t); }), void();
  if (auto* release = std::get_if<ir::Free>(&statement)) return replace(release->address);
  if (auto* halt = std::get_if<ir::Halt>(&statement)) return replace(halt->status);
  if (auto* spawn = std::get_if<ir::Spawn>(&statement))
    return std::ranges::for_each(spawn->arguments, [&](Term& t) { replace(t); }), void();
  if (auto* forget = std::get_if<ir::Forget>(&statement)) {
    const Candidate* c = touched(forget->address);
    if (c != nullptr && c->fits) {
      statement = forgotten(*c, *forget);
      return;
    }
    replace(forget->address);
    return replace(forget->length);
  }
  if (auto* output = std::get_if<ir::Output>(&statement)) {
    for (Term* t : {&output->format, &output->destination, &output->limit})
      replace(*t);
    for (Term& t : output->arguments)
      replace(t);
    return;
  }
  if (auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    replace(alloc->size);
    auto found = by_allocation_.find({procedure.index(), edge});
    if (found != by_allocation_.end() && candidates_[found->second].fits)
      give_birth(procedure, edge, candidates_[found->second]);
  }
}

/// Changes of promoted objects become assignments of their cells; what is left changes the memory.
void Promoter::rewrite_assign(ir::Assign& assign) {
  ir::Assign result;
  auto set = [&](VarId target, Term value) {
    auto found = std::ranges::find(result.targets, target);
    if (found != result.targets.end()) {
      result.values[static_cast<std::size_t>(found - result.targets.begin())] = value;
    } else {
      result.targets.push_back(target);
      result.values.push_back(value);
    }
  };
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    Term value = assign.values[i];
    Term left = rewritten(value);
    if (assign.targets[i] != memory_) {
      set(assign.targets[i], left);
      continue;
    }
    if (!left.is_variable()) set(memory_, left);
    std::vector<Term> changes;
    for (; !value.is_variable(); value = value.arg(0))
      changes.push_back(value);
    std::ranges::reverse(changes);
    for (Term change : changes) {
      const Candidate* c = touched(change.arg(1));
      if (c == nullptr || !c->fits) continue;
      if (change.op() == Op::Store) {
        const Cell& cell = c->cells.at(offsets_->place(change.arg(1)).offset);
        set(cell.variable, terms_.cast(cell.type, rewritten(change.arg(2))));
      } else {
        for (VarId v : covered(*c, change.arg(1), change.arg(3)))
          set(v, terms_.constant(program_.variable(v).type, 0));
      }
    }
  }
  assign = std::move(result);
}

std::vector<VarId> Promoter::covered(const Candidate& candidate, Term address, Term length) {
  std::uint64_t first = offsets_->place(address).offset;
  std::uint64_t end = first + static_cast<std::uint64_t>(length.value());
  std::vector<VarId> result;
  for (const auto& [offset, cell] : candidate.cells)
    if (first <= offset && offset < end) result.push_back(cell.variable);
  return result;
}

ir::Statement Promoter::forgotten(const Candidate& candidate, const ir::Forget& forget) {
  std::vector<VarId> lost = covered(candidate, forget.address, forget.length);
  if (lost.empty()) return ir::Skip{};
  return ir::Havoc{std::move(lost), ir::Choice::Unknown, candidate.name, {}, true};
}

/// Behind the Alloc, the cells begin anew.
void Promoter::give_birth(ir::ProcId procedure, std::size_t edge, const Candidate& candidate) {
  if (candidate.cells.empty()) return;
  ir::Procedure& p = program_.procedure(procedure);
  bool zeroed = std::get<ir::Alloc>(p.edges[edge].statement).zeroed;
  ir::Havoc lost{{}, ir::Choice::Unknown, candidate.name, {}, true};
  ir::Assign zero;
  for (const auto& [offset, cell] : candidate.cells) {
    lost.variables.push_back(cell.variable);
    zero.targets.push_back(cell.variable);
    zero.values.push_back(terms_.constant(cell.type, 0));
  }
  ir::LocId born = p.add_location();
  ir::LocId after = std::exchange(p.edges[edge].to, born);
  SourceRange range = p.edges[edge].range;
  p.add_edge(born, after, zeroed ? ir::Statement(zero) : ir::Statement(lost), range);
}

Term Promoter::rewritten(Term t) {
  for_each_subterm(t, [&](Term s) {
    if (done_.contains(s)) return;
    bool access = s.op() == Op::Load || s.op() == Op::Store || s.op() == Op::MemSet;
    const Candidate* c = access ? touched(s.arg(1)) : nullptr;
    Term& result = done_[s];
    if (c != nullptr && c->fits && s.op() == Op::Load) {
      const Cell& cell = c->cells.at(offsets_->place(s.arg(1)).offset);
      result = terms_.cast(s.type(), program_.var(cell.variable));
    } else if (c != nullptr && c->fits) {
      result = done_.at(s.arg(0));
    } else if (s.arity() == 0) {
      result = s;
    } else {
      std::vector<Term> args;
      for (Term a : s.args())
        args.push_back(done_.at(a));
      result = terms_.rebuild(s, args);
    }
  });
  return done_.at(t);
}

} // namespace

Promoted promote_objects(ir::Program program, AccessNames names) {
  Back back(program);
  Promoted result{{std::move(program), std::move(back)}, 0};
  auto memory = std::ranges::find_if(result.program.variables,
                                     [](const ir::Variable& v) { return v.type.is_memory(); });
  if (memory == result.program.variables.end() || result.program.concurrent()) return result;
  VarId id(static_cast<std::size_t>(memory - result.program.variables.begin()));
  // A pointer that moves out of memory may give away more objects.
  while (std::size_t made = Promoter(result.program, id, names).run())
    result.cells += made;
  return result;
}

} // namespace kleene::transform
