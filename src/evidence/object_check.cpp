// SPDX-License-Identifier: Apache-2.0
#include "object_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "same_program.h"

namespace kleene::evidence {
namespace {

/// What is remembered of the object that an Alloc made last.
struct Site {
  std::size_t procedure = 0;
  std::size_t edge = 0;
  bool heap = false;
  Term bytes; ///< of each of them
  VarId base, size, live;
};

class ObjectCheck {
public:
  ObjectCheck(const Problem& problem, const ir::Program& remembering)
      : original_(problem.program),
        program_(remembering),
        asked_(problem.about(remembering)),
        use_(ir::address_use(remembering)),
        formula_(asked_, use_),
        terms_(formula_.terms()),
        obligations_(formula_),
        pointer_(remembering.pointer_type()),
        chains_(original_, program_) {
    for (std::size_t p = 0; p < original_.procedures.size(); ++p)
      find_sites(p);
    find_memory();
  }

  QuestionList run() {
    for (std::size_t p = 0; p < original_.procedures.size(); ++p)
      for (std::size_t e = 0; e < original_.procedures[p].edges.size(); ++e)
        check(p, e);
    QuestionList result;
    obligations_.ask(result);
    return result;
  }

private:
  bool is_new(VarId v) const { return v.index() >= original_.variables.size(); }

  // ---- What the program remembers

  static std::vector<std::pair<VarId, Term>> assigned(const std::vector<ir::Statement>& chain) {
    std::vector<std::pair<VarId, Term>> result;
    for (const ir::Statement& s : chain)
      if (const auto* assign = std::get_if<ir::Assign>(&s))
        for (std::size_t i = 0; i < assign->targets.size(); ++i)
          result.emplace_back(assign->targets[i], assign->values[i]);
    return result;
  }

  /// Before an Alloc the size is noted, behind it that the object lives, and where.
  void find_sites(std::size_t p) {
    for (std::size_t e = 0; e < original_.procedures[p].edges.size(); ++e) {
      const auto* alloc = std::get_if<ir::Alloc>(&original_.procedures[p].edges[e].statement);
      if (alloc == nullptr) continue;
      const Chain& chain = chains_.of(p, e);
      Site site{p, e, alloc->storage == ir::Storage::Heap, alloc->size, {}, {}, {}};
      for (const auto& [v, value] : assigned(chain.before))
        if (is_new(v) && program_.variable(v).type == pointer_) site.size = v;
      for (const auto& [v, value] : assigned(chain.behind)) {
        if (is_new(v) && program_.variable(v).type == pointer_) site.base = v;
        if (is_new(v) && program_.variable(v).type.is_bool() && value.is_true()) site.live = v;
      }
      if (site.live.valid()) add(site);
    }
  }

  void add(const Site& site) {
    if (!site.base.valid() || !site.size.valid())
      throw NotCheckable("an object is remembered without its place");
    const std::optional<Term>& initial = program_.variable(site.live).initial;
    if (!initial || !initial->is_false())
      throw NotCheckable("an object is remembered before it was made");
    for (VarId v : {site.base, site.size, site.live})
      if (!taken_.insert(v).second)
        throw NotCheckable("two allocations are remembered in one place");
    sites_.push_back(site);
  }

  void find_memory() {
    for (std::size_t i = original_.variables.size(); i < program_.variables.size(); ++i) {
      if (!program_.variables[i].type.is_memory()) continue;
      if (memory_.valid() || program_.variables[i].cell != pointer_)
        throw NotCheckable("live objects are remembered in another way");
      memory_ = VarId(i);
    }
  }

  // ---- One edge

  /// What is said about one edge. Values of variables before it, and behind it where it changes them.
  struct Step {
    const ir::Edge* edge = nullptr;
    bool passed = false; ///< the edge itself: what follows is behind it
    std::map<VarId, Term> remembered;
    std::map<VarId, Term> changed;
    std::set<VarId> spoken_of;
    std::vector<Term> facts;
    std::vector<Term> required;
  };

  void check(std::size_t p, std::size_t e) {
    const Chain& chain = chains_.of(p, e);
    Step step;
    step.edge = &original_.procedures[p].edges[e];
    const ir::Statement& statement = step.edge->statement;
    if (changes_table(statement)) throw NotCheckable("the table of objects is assigned");
    bool allocates = std::holds_alternative<ir::Alloc>(statement);
    bool frees = std::holds_alternative<ir::Free>(statement);
    bool leaves = step.edge->to == original_.procedures[p].exit;
    const auto* assume = std::get_if<ir::Assume>(&statement);
    const auto* other = std::get_if<ir::Assume>(chain.statement);
    if (assume != nullptr && other != nullptr && assume->kind == other->kind) {
      if (assume->condition != other->condition) compare(assume->condition, other->condition, step);
    } else if (!same_statement(statement, *chain.statement)) {
      throw NotCheckable("a statement is another one");
    }
    if (!chain.before.empty() && !allocates)
      throw NotCheckable("something comes before an edge that makes no object");
    if (step.required.empty() && chain.behind.empty() && !allocates && !frees && !leaves) return;
    pass(chain.before, step);
    step.passed = true;
    if (allocates) new_object(std::get<ir::Alloc>(statement), step);
    pass(chain.behind, step);
    remains_true(p, e, leaves, step);
    known_objects(step);
    ask(p, step);
  }

  /// Only Alloc and Free, and the ends of procedures, change which objects live.
  bool changes_table(const ir::Statement& statement) const {
    if (std::holds_alternative<ir::Alloc>(statement) || std::holds_alternative<ir::Free>(statement))
      return false;
    std::vector<VarId> written = ir::written_variables(statement);
    return std::ranges::find(written, original_.allocation) != written.end();
  }

  void ask(std::size_t p, Step& step) {
    constexpr std::size_t most_at_once = 16;
    Term required = terms_.conj(std::move(step.required));
    if (required.is_true()) return;
    step.facts.push_back(terms_.negate(required));
    obligations_.exclude(fmt::format("objects of {}, {}",
                                     original_.procedures[p].name,
                                     asked_of_[p]++ / most_at_once + 1),
                         terms_.conj(std::move(step.facts)));
  }

  /// New statements: what they assign is remembered, and what they assume has to be so.
  void pass(const std::vector<ir::Statement>& chain, Step& step) {
    for (const ir::Statement& statement : chain) {
      if (std::holds_alternative<ir::Skip>(statement)) continue;
      if (const auto* assume = std::get_if<ir::Assume>(&statement)) {
        require(value(assume->condition, step), step);
      } else if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
        std::map<VarId, Term> next = step.remembered;
        for (std::size_t i = 0; i < assign->targets.size(); ++i) {
          if (!is_new(assign->targets[i])) throw NotCheckable("a variable is changed");
          next[assign->targets[i]] = value(assign->values[i], step);
        }
        step.remembered = std::move(next);
      } else {
        throw NotCheckable("a new statement does more than to remember");
      }
    }
  }

  /// Each part by itself, so that one without text does not make the others unknown.
  void require(Term condition, Step& step) {
    for (Term part : condition.op() == Op::And ? condition.args() : std::vector<Term>{condition})
      step.required.push_back(formula_.named("required", part));
  }

  void know(Term fact, Step& step) { step.facts.push_back(formula_.named("fact", fact)); }

  // ---- Values

  Term number(Integer n) { return terms_.constant(pointer_, n); }
  Term sum(Term a, Term b) { return terms_.binary(Op::PtrAdd, a, b); }
  Term difference(Term a, Term b) { return terms_.binary(Op::Sub, a, b); }
  Term implies(Term a, Term b) { return terms_.disj(terms_.negate(a), b); }

  Term any(VarId v) {
    const ir::Variable& variable = program_.variable(v);
    return formula_.fresh(variable.name, variable.type, variable.cell, Formula::Range::Computed, v);
  }

  /// As it is before every edge: the same symbol for all of them, which are asked about one by one.
  Term before(VarId v) {
    Term& value = before_[v];
    if (value.null()) value = any(v);
    return value;
  }

  /// May the edge have changed the variable?
  static bool may_change(const ir::Statement& statement, VarId v) {
    if (std::holds_alternative<ir::Call>(statement)) return true;
    if (const auto* alloc = std::get_if<ir::Alloc>(&statement); alloc != nullptr)
      return v == alloc->target || v == alloc->region;
    std::vector<VarId> written = ir::written_variables(statement);
    return std::ranges::find(written, v) != written.end();
  }

  Term lookup(VarId v, Step& step) {
    if (is_new(v)) {
      step.spoken_of.insert(v);
      return remembered(v, step);
    }
    if (!step.passed || !may_change(step.edge->statement, v)) return before(v);
    Term& value = step.changed[v];
    if (value.null()) value = any(v);
    return value;
  }

  Term remembered(VarId v, const Step& step) {
    auto found = step.remembered.find(v);
    return found == step.remembered.end() ? before(v) : found->second;
  }

  Term value(Term t, Step& step) {
    return formula_.fold(
        t,
        [&](VarId v) { return lookup(v, step); },
        [&](Term op, const std::vector<Term>& args) { return answer_to(op, args); });
  }

  /// A question to the table of objects: one symbol for the same question.
  Term answer_to(Term op, const std::vector<Term>& args) {
    if (op.op() != Op::Valid && op.op() != Op::Writable && op.op() != Op::Freeable) return {};
    std::vector<Term> key(args.begin() + 1, args.end());
    Question& question = questions_[{op.op(), key.front(), key.back()}];
    if (question.answer.null())
      question = {op.op(),
                  key.front(),
                  key.back(),
                  formula_.fresh("answer", Type::boolean(), {}, Formula::Range::OfType)};
    now_asked_.push_back(&question);
    return question.answer;
  }

  struct Question {
    Op op = Op::Valid;
    Term address;
    Term length; ///< Freeable: the address
    Term answer;
  };

  // ---- What is known

  /// Are these bytes of an object that begins at `first`? It does not wrap around.
  Term inside(Term first, Term bytes, Term address, Term length) {
    return terms_.conj({terms_.le(length, bytes),
                        terms_.le(first, address),
                        terms_.le(address, sum(first, difference(bytes, length)))});
  }

  /// The same for an object with at least one byte less than the cell says, where that is a matter of numbers only.
  Term inside_cell(Term first, Term address, Term length) {
    constexpr Integer most = 1 << 30;
    SplitAddress at = split_address(address);
    SplitAddress begin = split_address(first);
    bool numbers = at.base == begin.base && length.is_constant() && length.value() <= most;
    Integer offset = at.offset - begin.offset;
    if (numbers && offset >= 0 && offset <= most)
      return terms_.lt(number(offset + length.value()), cell(first));
    return inside(first, difference(cell(first), number(1)), address, length);
  }

  /// A condition, and what stands in its place: it must hold whenever the condition does.
  void compare(Term condition, Term other, Step& step) {
    now_asked_.clear();
    Term holds = value(condition, step);
    std::vector<Question*> questions = std::exchange(now_asked_, {});
    require(value(other, step), step);
    step.facts.push_back(holds);
    std::set<Term, ByNumber> cells;
    std::set<ObjectId> objects;
    for_each_subterm(other, [&](Term t) {
      if (t.op() == Op::Address) objects.insert(t.object());
      if (t.op() == Op::Load && memory_.valid()
          && t.arg(0) == terms_.variable(memory_, Type::memory()))
        cells.insert(value(t.arg(1), step));
    });
    for (const Question* question : questions)
      answered(*question, cells, objects, step);
  }

  struct ByNumber {
    bool operator()(Term a, Term b) const { return a.id() < b.id(); }
  };

  /// What is remembered answers some questions.
  void answered(const Question& question,
                const std::set<Term, ByNumber>& cells,
                const std::set<ObjectId>& objects,
                Step& step) {
    bool frees = question.op == Op::Freeable;
    auto yes_if = [&](Term first, Term bytes, Term alive) {
      Term here = frees ? terms_.eq(question.address, first)
                        : inside(first, bytes, question.address, question.length);
      know(implies(terms_.conj(alive, here), question.answer), step);
    };
    if (frees) yes_if(number(0), number(0), terms_.truth(true));
    for (const Site& s : sites_)
      if (step.spoken_of.contains(s.live) && (s.heap || !frees))
        yes_if(before(s.base), before(s.size), before(s.live));
    for (Term at : cells) {
      Term here = frees ? terms_.eq(question.address, at)
                        : inside_cell(at, question.address, question.length);
      know(implies(terms_.conj(terms_.ne(cell(at), number(0)), here), question.answer), step);
    }
    for (ObjectId o : objects) {
      const ir::Object& object = program_.object(o);
      if (frees || object.kind != ir::ObjectKind::Data) continue;
      if (question.op == Op::Writable && object.read_only) continue;
      Term address = formula_.fold(terms_.address(o, pointer_), [](VarId) { return Term(); });
      yes_if(address, number(Integer(object.size)), terms_.truth(true));
    }
    for (Term at : cells)
      know(implies(terms_.ne(cell(at), number(0)),
                   terms_.conj(terms_.ne(at, number(0)),
                               terms_.le(at, sum(at, difference(cell(at), number(1)))))),
           step);
  }

  Term cell(Term address) { return terms_.load(pointer_, before(memory_), address); }

  /// Of the objects that are spoken of, as they are before the edge.
  void known_objects(Step& step) {
    constexpr std::size_t most_in_pairs = 12;
    std::vector<const Site*> sites;
    for (const Site& s : sites_)
      if (step.spoken_of.contains(s.live) || step.spoken_of.contains(s.base)) sites.push_back(&s);
    for (const Site* s : sites) {
      std::vector<Term> all{terms_.ne(before(s->base), number(0)),
                            terms_.le(before(s->base), sum(before(s->base), before(s->size)))};
      if (s->bytes.is_constant()) all.push_back(terms_.eq(before(s->size), s->bytes));
      for (Term fact : all)
        know(implies(before(s->live), fact), step);
    }
    if (sites.size() > most_in_pairs) return;
    for (std::size_t i = 0; i < sites.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        know(implies(terms_.conj(before(sites[i]->live), before(sites[j]->live)),
                     apart(*sites[i], *sites[j])),
             step);
  }

  /// Two live objects do not begin at one place; on the stack they need bytes for that.
  Term apart(const Site& a, const Site& b) {
    std::vector<Term> ways{terms_.ne(before(a.base), before(b.base))};
    if (!a.heap || !b.heap)
      for (const Site* s : {&a, &b})
        ways.push_back(terms_.eq(before(s->size), number(0)));
    return terms_.disj(std::move(ways));
  }

  /// Of a new object: where it begins, and that it does not wrap around.
  void new_object(const ir::Alloc& alloc, Step& step) {
    Step before_it = step;
    before_it.passed = false;
    new_size_ = value(alloc.size, before_it);
    new_base_ = lookup(alloc.target, step);
    if (new_base_.type() != pointer_ || new_size_.type() != pointer_)
      throw NotCheckable("an address of another type");
    know(terms_.ne(new_base_, number(0)), step);
    know(terms_.le(new_base_, sum(new_base_, new_size_)), step);
    if (alloc.alignment > 1 && std::has_single_bit(alloc.alignment))
      know(terms_.eq(terms_.binary(Op::BitAnd, new_base_, number(Integer(alloc.alignment) - 1)),
                     number(0)),
           step);
    // No live heap object begins there.
    if (alloc.storage == ir::Storage::Heap && memory_.valid())
      know(terms_.eq(cell(new_base_), number(0)), step);
  }

  // ---- What has to remain true

  void remains_true(std::size_t p, std::size_t e, bool leaves, Step& step) {
    for (const Site& s : sites_) {
      bool ends = leaves && !s.heap && s.procedure == p;
      bool begins = s.procedure == p && s.edge == e;
      Term base = remembered(s.base, step);
      Term size = remembered(s.size, step);
      std::vector<Term> ways{terms_.negate(remembered(s.live, step))};
      if (!ends) ways.push_back(kept(s, base, size, step));
      if (begins && !ends)
        ways.push_back(terms_.conj(terms_.eq(base, new_base_), terms_.eq(size, new_size_)));
      Term fine = terms_.disj(std::move(ways));
      bool untouched = !step.remembered.contains(s.base) && !step.remembered.contains(s.size)
                       && !step.remembered.contains(s.live);
      if (untouched && !ends && !std::holds_alternative<ir::Free>(step.edge->statement)) continue;
      require(fine, step);
    }
    if (memory_.valid()) cells_remain(step);
  }

  /// The object was there already, and still is.
  Term kept(const Site& s, Term base, Term size, Step& step) {
    std::vector<Term> all{
        before(s.live), terms_.eq(base, before(s.base)), terms_.eq(size, before(s.size))};
    if (const auto* free = std::get_if<ir::Free>(&step.edge->statement))
      all.push_back(terms_.ne(before(s.base), value(free->address, step)));
    return terms_.conj(std::move(all));
  }

  void cells_remain(Step& step) {
    const auto* free = std::get_if<ir::Free>(&step.edge->statement);
    const auto* alloc = std::get_if<ir::Alloc>(&step.edge->statement);
    if (free == nullptr && !step.remembered.contains(memory_)) return;
    Term at = formula_.fresh("at", pointer_, {}, Formula::Range::OfType);
    Term now = terms_.load(pointer_, remembered(memory_, step), at);
    std::vector<Term> same{terms_.eq(now, cell(at))};
    if (free != nullptr) same.push_back(terms_.ne(at, value(free->address, step)));
    std::vector<Term> ways{terms_.eq(now, number(0)), terms_.conj(std::move(same))};
    if (alloc != nullptr && alloc->storage == ir::Storage::Heap)
      for (Term bytes : {new_size_, number(0)})
        ways.push_back(terms_.conj(terms_.eq(at, new_base_),
                                   terms_.eq(now, terms_.binary(Op::Add, bytes, number(1)))));
    require(terms_.disj(std::move(ways)), step);
  }

  const ir::Program& original_;
  const ir::Program& program_;
  Problem asked_;
  ir::AddressUse use_;
  Formula formula_;
  TermManager& terms_;
  Obligations obligations_;
  Type pointer_;
  Chains chains_;
  std::vector<Site> sites_;
  std::set<VarId> taken_;
  VarId memory_;
  std::map<VarId, Term> before_;
  struct ByQuestion {
    using Key = std::tuple<Op, Term, Term>;
    static auto numbers(const Key& k) {
      return std::tuple(std::get<0>(k), std::get<1>(k).id(), std::get<2>(k).id());
    }
    bool operator()(const Key& a, const Key& b) const { return numbers(a) < numbers(b); }
  };
  std::map<ByQuestion::Key, Question, ByQuestion> questions_;
  std::vector<Question*> now_asked_;
  std::map<std::size_t, std::size_t> asked_of_;
  Term new_base_; ///< of the object that the edge makes
  Term new_size_;
};

} // namespace

QuestionList object_questions(const Problem& problem, const ir::Program& remembering) {
  return ObjectCheck(problem, remembering).run();
}

} // namespace kleene::evidence
