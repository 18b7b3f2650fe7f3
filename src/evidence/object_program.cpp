// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/object_program.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace kleene::evidence {
namespace {

using ir::LocId;

constexpr std::string_view base_name = "base";
constexpr std::size_t most_sites = 64;
constexpr std::size_t most_candidates = 16; ///< of one question
constexpr std::size_t most_in_pairs = 8;

/// An Alloc, and what is remembered of the object that it made last.
struct Site {
  std::size_t procedure = 0;
  std::size_t edge = 0;
  bool heap = false;
  bool has_bytes = false; ///< its size is a constant, and not zero
  VarId region;
  bool asked = false; ///< some question may be about it
  VarId base, size, live;
};

VarId root(Term memory) {
  while (!memory.is_variable())
    memory = memory.arg(memory.op() == Op::Ite ? 1 : 0);
  return memory.variable();
}

bool asks(Op op) {
  return op == Op::Valid || op == Op::Writable || op == Op::Freeable;
}

/// Can control come back to the beginning of the edge?
bool repeats(const ir::Procedure& p, const ir::Edge& edge) {
  std::vector<std::vector<std::size_t>> outgoing = p.outgoing();
  std::vector<bool> seen(p.locations.size());
  std::vector<LocId> todo{edge.to};
  while (!todo.empty()) {
    LocId at = todo.back();
    todo.pop_back();
    if (at == edge.from) return true;
    if (seen[at.index()]) continue;
    seen[at.index()] = true;
    for (std::size_t e : outgoing[at.index()])
      todo.push_back(p.edges[e].to);
  }
  return false;
}

class Builder {
public:
  explicit Builder(const ir::Program& program)
      : result_(program), terms_(*result_.terms), pointer_(result_.pointer_type()) {
    find_sites();
    for (std::size_t p = 0; p < result_.procedures.size(); ++p) {
      look_at_accesses(result_.procedures[p]);
      each_question(p, [&](const Term& question) {
        std::vector<std::size_t> sites = candidates(question);
        for (std::size_t s : sites)
          sites_[s].asked = true;
        asked_ |= !sites.empty() || !objects(question).empty() || question.op() == Op::Freeable;
      });
      accesses_.clear();
    }
  }

  bool worthwhile() const { return asked_ && sites_.size() <= most_sites; }

  ir::Program build() {
    add_variables();
    for (std::size_t p = 0; p < result_.procedures.size(); ++p) {
      look_at_accesses(result_.procedures[p]);
      for (std::size_t e = 0, edges = result_.procedures[p].edges.size(); e < edges; ++e)
        rewrite(p, e);
      enter_once(result_.procedures[p]);
      accesses_.clear();
    }
    return std::move(result_);
  }

private:
  Term number(Integer n) const { return terms_.constant(pointer_, n); }
  Term sum(Term a, Term b) const { return terms_.binary(Op::PtrAdd, a, b); }

  void find_sites() {
    for (std::size_t p = 0; p < result_.procedures.size(); ++p) {
      const ir::Procedure& procedure = result_.procedures[p];
      for (std::size_t e = 0; e < procedure.edges.size(); ++e) {
        const auto* alloc = std::get_if<ir::Alloc>(&procedure.edges[e].statement);
        if (alloc == nullptr) continue;
        bool heap = alloc->storage == ir::Storage::Heap;
        bool has_bytes = alloc->size.is_constant() && alloc->size.value() > 0;
        sites_.push_back({p, e, heap, has_bytes, alloc->region, false, {}, {}, {}});
        again_ |= heap && (result_.entry.index() != p || repeats(procedure, procedure.edges[e]));
      }
    }
  }

  /// Which regions are accessed at which addresses.
  void look_at_accesses(const ir::Procedure& procedure) {
    for (const ir::Edge& edge : procedure.edges)
      for (Term t : ir::evaluated_terms(edge.statement))
        for_each_subterm(t, [&](Term s) {
          if (s.op() == Op::Load || s.op() == Op::Store || s.op() == Op::MemSet
              || s.op() == Op::MemCopy)
            accesses_[s.arg(1).id()].insert(root(s.arg(0)));
          if (s.op() == Op::MemCopy) accesses_[s.arg(3).id()].insert(root(s.arg(2)));
        });
  }

  /// The questions that a condition asks in order to fail.
  template <class Visit>
  void each_question(std::size_t p, const Visit& visit) {
    for (const ir::Edge& edge : result_.procedures[p].edges)
      if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
        denied(assume->condition, true, [&](Term question) {
          visit(question);
          return question;
        });
  }

  /// The sites whose objects a question may be about.
  std::vector<std::size_t> candidates(Term question) const {
    std::vector<std::size_t> result;
    auto regions = accesses_.find(question.arg(1).id());
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      bool fits = regions == accesses_.end() || regions->second.contains(sites_[s].region);
      if (question.op() == Op::Freeable) fits = sites_[s].heap;
      if (fits) result.push_back(s);
    }
    if (result.size() > most_candidates) result.clear();
    return result;
  }

  /// The same for objects of the program.
  std::vector<ObjectId> objects(Term question) const {
    std::vector<ObjectId> result;
    if (question.op() == Op::Freeable) return result;
    Term base = question.arg(1);
    while (base.op() == Op::PtrAdd)
      base = base.arg(0);
    auto regions = accesses_.find(question.arg(1).id());
    for (std::size_t i = 0; i < result_.objects.size(); ++i) {
      const ir::Object& o = result_.objects[i];
      if (o.kind != ir::ObjectKind::Data || (question.op() == Op::Writable && o.read_only))
        continue;
      bool named = base.op() == Op::Address && base.object() == ObjectId(i);
      bool fits = regions != accesses_.end() && regions->second.contains(o.region);
      if (named || fits) result.push_back(ObjectId(i));
    }
    if (result.size() > most_candidates) result.clear();
    return result;
  }

  void add_variables() {
    auto add = [&](std::string_view name, std::size_t s, Type type, Term initial) {
      const ir::Edge& edge = result_.procedures[sites_[s].procedure].edges[sites_[s].edge];
      std::string owner = std::get<ir::Alloc>(edge.statement).name;
      ir::Variable v{.name = result_.fresh_name(std::string(name) + "." + owner),
                     .display = std::string(name) + "(" + owner + ")",
                     .type = type};
      v.initial = initial;
      return result_.add_variable(std::move(v));
    };
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      if (!sites_[s].asked) continue;
      sites_[s].base = add(base_name, s, pointer_, number(0));
      sites_[s].size = add("size", s, pointer_, number(0));
      sites_[s].live = add("live", s, Type::boolean(), terms_.truth(false));
      remembered_.push_back(s);
    }
    if (!again_) return;
    ir::Variable memory{
        .name = result_.fresh_name("live"), .display = "live()", .type = Type::memory()};
    memory.cell = pointer_;
    memory.temporary = true;
    sizes_ = result_.add_variable(std::move(memory));
  }

  Term base(std::size_t s) { return result_.var(sites_[s].base); }
  Term size(std::size_t s) { return result_.var(sites_[s].size); }
  Term live(std::size_t s) { return result_.var(sites_[s].live); }
  Term cell(Term address) { return terms_.load(pointer_, result_.var(sizes_), address); }

  // ---- What happens to objects

  void rewrite(std::size_t p, std::size_t e) {
    ir::Procedure& procedure = result_.procedures[p];
    const ir::Statement statement = procedure.edges[e].statement;
    LocId exit = procedure.exit;
    std::vector<ir::Statement> behind;
    if (const auto* assume = std::get_if<ir::Assume>(&statement)) {
      procedure.edges[e].statement = ir::Assume{asked(assume->condition), assume->kind};
    } else if (const auto* alloc = std::get_if<ir::Alloc>(&statement)) {
      begin_life(p, e, *alloc, behind);
    } else if (const auto* free = std::get_if<ir::Free>(&statement)) {
      end_life(free->address, behind);
    }
    if (procedure.edges[e].to == exit) leave(p, behind);
    append(procedure, e, std::move(behind));
  }

  /// A loop does not begin at the entry.
  static void enter_once(ir::Procedure& p) {
    if (std::ranges::none_of(p.edges, [&](const ir::Edge& e) { return e.to == p.entry; })) return;
    LocId loop = std::exchange(p.entry, p.add_location());
    p.add_edge(p.entry, loop, ir::Skip{}, p.range);
  }

  static void append(ir::Procedure& p, std::size_t edge, std::vector<ir::Statement> statements) {
    SourceRange range = p.edges[edge].range;
    std::size_t last = edge;
    for (ir::Statement& statement : statements) {
      LocId middle = p.add_location();
      LocId to = std::exchange(p.edges[last].to, middle);
      last = p.edges.size();
      p.add_edge(middle, to, std::move(statement), range);
    }
  }

  /// The size is remembered before, because the Alloc may change what it is made of.
  void begin_life(std::size_t p,
                  std::size_t e,
                  const ir::Alloc& alloc,
                  std::vector<ir::Statement>& behind) {
    std::optional<std::size_t> s;
    for (std::size_t r : remembered_)
      if (sites_[r].procedure == p && sites_[r].edge == e) s = r;
    Term address = result_.var(alloc.target);
    bool heap = alloc.storage == ir::Storage::Heap;
    std::vector<Term> facts{terms_.ne(address, number(0))};
    if (alloc.alignment > 1 && std::has_single_bit(alloc.alignment))
      facts.push_back(terms_.eq(
          terms_.binary(Op::BitAnd, address, number(Integer(alloc.alignment) - 1)), number(0)));
    if (heap && sizes_.valid()) facts.push_back(terms_.eq(cell(address), number(0)));
    if (s) {
      ir::Procedure& procedure = result_.procedures[p];
      LocId before = procedure.add_location();
      LocId from = std::exchange(procedure.edges[e].from, before);
      procedure.add_edge(
          from,
          before,
          ir::Assign{{sites_[*s].size, sites_[*s].live}, {alloc.size, terms_.truth(false)}},
          procedure.edges[e].range);
      facts.push_back(terms_.le(address, sum(address, size(*s))));
    }
    behind.emplace_back(ir::Assume{terms_.conj(std::move(facts)), ir::AssumeKind::Assumption});
    ir::Assign note;
    if (s) {
      note.targets = {sites_[*s].base, sites_[*s].live};
      note.values = {address, terms_.truth(true)};
    }
    if (heap && sizes_.valid()) {
      // Without a constant, or a place where it is remembered, the size may be gone: then nothing of it is known.
      Term bytes = alloc.size.is_constant() ? alloc.size : s ? size(*s) : number(0);
      note.targets.push_back(sizes_);
      note.values.push_back(
          terms_.store(result_.var(sizes_), address, terms_.binary(Op::Add, bytes, number(1))));
    }
    if (!note.targets.empty()) behind.emplace_back(std::move(note));
  }

  void end_life(Term address, std::vector<ir::Statement>& behind) {
    ir::Assign note;
    for (std::size_t s : remembered_) {
      note.targets.push_back(sites_[s].live);
      note.values.push_back(terms_.conj(live(s), terms_.ne(base(s), address)));
    }
    if (sizes_.valid()) {
      note.targets.push_back(sizes_);
      note.values.push_back(terms_.store(result_.var(sizes_), address, number(0)));
    }
    if (note.targets.empty()) return;
    if (Term apart = begin_apart(); !apart.is_true())
      behind.emplace_back(ir::Assume{apart, ir::AssumeKind::Assumption});
    behind.emplace_back(std::move(note));
  }

  /// What lived on the stack is gone.
  void leave(std::size_t p, std::vector<ir::Statement>& behind) {
    ir::Assign note;
    for (std::size_t s : remembered_)
      if (sites_[s].procedure == p && !sites_[s].heap) {
        note.targets.push_back(sites_[s].live);
        note.values.push_back(terms_.truth(false));
      }
    if (!note.targets.empty()) behind.emplace_back(std::move(note));
  }

  /// No two live objects begin at one place; on the stack they need bytes for that.
  Term begin_apart() {
    std::vector<Term> facts;
    for (std::size_t s : remembered_)
      facts.push_back(terms_.disj(terms_.negate(live(s)), terms_.ne(base(s), number(0))));
    if (remembered_.size() > most_in_pairs) return terms_.conj(std::move(facts));
    for (std::size_t s : remembered_)
      for (std::size_t t : remembered_) {
        if (s >= t) continue;
        std::vector<Term> ways{
            terms_.negate(live(s)), terms_.negate(live(t)), terms_.ne(base(s), base(t))};
        bool both_heap = sites_[s].heap && sites_[t].heap;
        for (std::size_t r : {s, t})
          if (!both_heap && !sites_[r].has_bytes) ways.push_back(terms_.eq(size(r), number(0)));
        facts.push_back(terms_.disj(std::move(ways)));
      }
    return terms_.conj(std::move(facts));
  }

  // ---- What is asked about them

  /// The condition, where `not valid` is replaced by `in none that is remembered`: it holds no less often.
  Term asked(Term condition) {
    facts_.clear();
    Term result = denied(condition, true, [&](Term question) { return known(question); });
    facts_.push_back(result);
    return result == condition ? condition : terms_.conj(std::exchange(facts_, {}));
  }

  /// The condition with other answers to the questions that it denies; `follows`: it is not denied itself.
  template <class Answer>
  Term denied(Term t, bool follows, const Answer& answer) {
    if (t.op() == Op::Not) return terms_.negate(denied(t.arg(0), !follows, answer));
    if (t.op() == Op::And || t.op() == Op::Or) {
      std::vector<Term> parts;
      for (Term part : t.args())
        parts.push_back(denied(part, follows, answer));
      return t.op() == Op::And ? terms_.conj(std::move(parts)) : terms_.disj(std::move(parts));
    }
    return follows || !asks(t.op()) ? t : answer(t);
  }

  /// A condition under which the answer is yes.
  Term known(Term question) {
    Term address = question.arg(1);
    std::vector<Term> ways;
    if (question.op() == Op::Freeable) {
      ways.push_back(terms_.eq(address, number(0)));
      for (std::size_t s : candidates(question))
        ways.push_back(terms_.conj(live(s), terms_.eq(address, base(s))));
      if (sizes_.valid()) ways.push_back(terms_.ne(cell(address), number(0)));
      return terms_.disj(std::move(ways));
    }
    Term length = question.arg(2);
    auto inside = [&](Term first, Term bytes) {
      Term last = sum(first, terms_.binary(Op::Sub, bytes, length));
      return terms_.conj(
          {terms_.le(length, bytes), terms_.le(first, address), terms_.le(address, last)});
    };
    for (std::size_t s : candidates(question)) {
      ways.push_back(terms_.conj(live(s), inside(base(s), size(s))));
      facts_.push_back(
          terms_.disj(terms_.negate(live(s)), terms_.le(base(s), sum(base(s), size(s)))));
    }
    for (ObjectId o : objects(question))
      ways.push_back(inside(terms_.address(o, pointer_), number(Integer(result_.object(o).size))));
    if (sizes_.valid()) in_cell(address, length, ways);
    return ways.empty() ? question : terms_.disj(std::move(ways));
  }

  /// A constant distance behind the beginning of a heap object.
  void in_cell(Term address, Term length, std::vector<Term>& ways) {
    constexpr Integer most = 1 << 20;
    Integer offset = 0;
    if (address.op() == Op::PtrAdd && address.arg(1).is_constant()) {
      offset = address.arg(1).value();
      address = address.arg(0);
    }
    if (!length.is_constant() || offset < 0 || offset > most || length.value() > most) return;
    ways.push_back(terms_.lt(number(offset + length.value()), cell(address)));
  }

  ir::Program result_;
  TermManager& terms_;
  Type pointer_;
  std::vector<Site> sites_;
  std::vector<std::size_t> remembered_;
  std::map<std::uint32_t, std::set<VarId>> accesses_;
  std::vector<Term> facts_;
  VarId sizes_;
  bool again_ = false; ///< heap objects may be made any number of times
  bool asked_ = false;
};

} // namespace

std::vector<RememberedObject> remembered_objects(const ir::Program& program) {
  std::vector<RememberedObject> result;
  std::map<VarId, VarId> regions; // by the target of the Alloc
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (const auto* alloc = std::get_if<ir::Alloc>(&e.statement))
        regions[alloc->target] = alloc->region;
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges) {
      const auto* note = std::get_if<ir::Assign>(&e.statement);
      if (note == nullptr || note->targets.size() < 2 || !note->values[0].is_variable()) continue;
      VarId base = note->targets[0];
      auto region = regions.find(note->values[0].variable());
      bool is_base = program.variable(base).display.starts_with(fmt::format("{}(", base_name));
      if (region == regions.end() || !is_base) continue;
      result.push_back({base, VarId(base.index() + 1), VarId(base.index() + 2), region->second});
    }
  return result;
}

bool has_object_program(const ir::Program& program) {
  return Builder(program).worthwhile();
}

ir::Program object_program(const ir::Program& program) {
  return Builder(program).build();
}

} // namespace kleene::evidence
