// SPDX-License-Identifier: Apache-2.0
#include "partitioned.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <queue>

#include "evaluator.h"

namespace kleene::calculus {

namespace {
constexpr std::size_t max_rounds = 1'000'000;
/// With more rows than this, control had better be symbolic.
constexpr std::size_t max_rows = 4'000'000;
} // namespace

/// A relation that is being iterated by rounds.
class PartitionedEvaluator::Stacked {
public:
  Stacked(PartitionedEvaluator& evaluator, const Relation* relation)
      : evaluator_(evaluator), relation_(relation) {
    evaluator.stack_.push_back(relation);
    evaluator.dependencies_.push(relation);
  }
  ~Stacked() {
    evaluator_.dependencies_.pop(relation_);
    evaluator_.stack_.pop_back();
  }
  Stacked(const Stacked&) = delete;
  Stacked& operator=(const Stacked&) = delete;

private:
  PartitionedEvaluator& evaluator_;
  const Relation* relation_;
};

/// The switches of a head have the values of a sheet.
class PartitionedEvaluator::FixedSwitches {
public:
  FixedSwitches(Join& join, const Shape& shape, std::size_t sheet) : join_(join), shape_(shape) {
    for (std::size_t i = shape.switches.size(); i-- > 0; sheet /= 2)
      join.fix(shape.switches[i], sheet % 2);
  }
  ~FixedSwitches() {
    for (ColumnId column : shape_.switches)
      join_.release(column);
  }
  FixedSwitches(const FixedSwitches&) = delete;
  FixedSwitches& operator=(const FixedSwitches&) = delete;

private:
  Join& join_;
  const Shape& shape_;
};

PartitionedEvaluator::PartitionedEvaluator(BddManager& manager,
                                           const Module& module,
                                           const Layout& layout,
                                           Observer& observer,
                                           WarnFn warn)
    : manager_(manager),
      module_(module),
      layout_(layout),
      observer_(observer),
      warn_(std::move(warn)),
      dependencies_(module),
      control_(module, layout),
      compiler_(control_, manager, layout),
      recipes_(manager, layout),
      relations_(module.relations.size()),
      join_(control_, recipes_, manager, relations_),
      known_(module.relations.size()),
      bound_(module.relations.size()),
      warned_(module.relations.size()) {}

PartitionedEvaluator::~PartitionedEvaluator() = default;

void PartitionedEvaluator::bind(const Relation* input, std::vector<InputClause> clauses) {
  const Shape& shape = compiler_.shape(*input);
  auto value = std::make_shared<PartValue>();
  value->has_clauses = true;
  for (InputClause& given : clauses) {
    Key key = 0;
    for (std::size_t i = 0; i < shape.columns.size(); ++i)
      key |= static_cast<Key>(given.codes[i]) << shape.columns[i].shift;
    Clause clause;
    for (auto [a, b] : given.equal)
      clause.equal.emplace_back(static_cast<Bit>(a.index()), static_cast<Bit>(b.index()));
    for (BddVar v : given.rest.support().variables())
      clause.support.push_back(static_cast<Bit>(v.index()));
    clause.rest = std::move(given.rest);
    value->clause_rows.add(key);
    value->clauses.push_back(std::move(clause));
  }
  relations_[input->index].shape = &shape;
  bound_[input->index] = std::move(value);
}

void PartitionedEvaluator::forget_all() {
  for (auto& known : known_)
    known.reset();
  in_vain_.clear();
}

bool PartitionedEvaluator::holds(const Formula* f) {
  if (f->kind == FormulaKind::Constant) return f->value;
  auto rule = compiler_.query(f);
  prepare(rule->relations);
  return join_.satisfiable(*rule);
}

void PartitionedEvaluator::for_each_part(
    const Relation* relation,
    const std::function<void(const std::vector<std::size_t>& codes, const Bdd& data)>& visit) {
  Value value = value_of(relation);
  const PartRelation& table = relations_[relation->index];
  auto codes = [&](Key key, std::size_t sheet) {
    std::vector<std::size_t> result;
    std::size_t column = 0;
    std::size_t open = table.shape->switches.size();
    for (const Formal& formal : relation->formals) {
      if (formal.type->kind == TypeKind::Bool) {
        result.push_back(sheet >> --open & 1);
        continue;
      }
      for (std::size_t i = control_.columns({formal.place, 0, formal.type}).size(); i-- > 0;) {
        const Shape::Column& c = table.shape->columns[column++];
        result.push_back(key >> c.shift & c.mask);
      }
    }
    return result;
  };
  for (std::size_t row = 0; row < value->clauses.size(); ++row) {
    Bdd data = value->clauses[row].rest;
    for (auto [a, b] : value->clauses[row].equal)
      data &= manager_.variable(BddVar(a)).iff(manager_.variable(BddVar(b)));
    visit(codes(value->clause_rows.key(static_cast<RowId>(row)), 0), data);
  }
  for (std::size_t sheet = 0; sheet < value->sheets.size(); ++sheet)
    value->sheets[sheet].for_each(
        [&](RowId row, const Bdd& data) { visit(codes(table.rows.key(row), sheet), data); });
}

Bdd PartitionedEvaluator::relation(const Relation* relation) {
  Bdd sum;
  for_each_part(relation, [&](const std::vector<std::size_t>& codes, const Bdd& data) {
    Bdd part = data;
    std::size_t next = 0;
    for (const Formal& formal : relation->formals)
      for (ColumnId column : control_.columns({formal.place, 0, formal.type}))
        part &= manager_.equals(VarBlock(control_.variables(column)), codes[next++]);
    sum |= part;
  });
  return sum;
}

const PartitionedEvaluator::Rules& PartitionedEvaluator::rules(const Relation* relation) {
  auto known = rules_.find(relation);
  if (known != rules_.end()) return known->second;
  Rules made{compiler_.rules(*relation), {}};
  for (const auto& rule : made.all)
    for (const Relation* used : rule->relations)
      if (std::find(made.applied.begin(), made.applied.end(), used) == made.applied.end())
        made.applied.push_back(used);
  return rules_.emplace(relation, std::move(made)).first->second;
}

void PartitionedEvaluator::prepare(const std::vector<const Relation*>& applied) {
  for (const Relation* relation : applied)
    value_of(relation);
}

PartitionedEvaluator::Value PartitionedEvaluator::value_of(const Relation* relation) {
  PartRelation& here = relations_[relation->index];
  if (dependencies_.on_stack(relation) || in_work_.contains(relation)) return here.value;
  if (bound_[relation->index]) return here.value = bound_[relation->index];
  if (relation->body == nullptr) throw NotPartitionable("'" + relation->name + "' is not given");
  here.shape = &compiler_.shape(*relation);
  std::vector<Value> context = context_of(relation);
  std::optional<Known>& known = known_[relation->index];
  if (!known || known->context != context) {
    Value value = compute(relation, dependencies_.recursion(relation));
    known = Known{std::move(context), std::move(value)};
  }
  return here.value = known->value;
}

/// The values of relations on the stack on which a relation depends.
std::vector<PartitionedEvaluator::Value>
PartitionedEvaluator::context_of(const Relation* relation) {
  std::vector<Value> context;
  for (const Relation* other : dependencies_.recursion(relation).context)
    context.push_back(relations_[other->index].value);
  return context;
}

PartitionedEvaluator::Value
PartitionedEvaluator::compute(const Relation* relation, const Dependencies::Recursion& recursion) {
  bool fixed_point =
      relation->kind == RelationKind::Least || relation->kind == RelationKind::Greatest;
  if (!recursion.recursive || !fixed_point) {
    bool constant = relations_[relation->index].shape->switches.empty();
    constant = constant && rules(relation).applied.empty();
    return constant ? clauses(relation) : body(relation);
  }
  bool positive = recursion.self_sign == Positive;
  if (positive && relation->kind == RelationKind::Least) {
    std::vector<const Relation*> members = joint_members(relation);
    bool least = std::none_of(members.begin(), members.end(), [](const Relation* member) {
      return member->kind == RelationKind::Greatest;
    });
    if (least) {
      solve(members);
      for (const Relation* member : members)
        known_[member->index] = Known{context_of(member), relations_[member->index].value};
      return relations_[relation->index].value;
    }
  }
  if ((recursion.self_sign & Negative) != 0 && !warned_[relation->index]) {
    warned_[relation->index] = true;
    warn_(*relation, negative_recursion_warning(*relation));
  }
  return rounds(relation);
}

/// What the relation depends on and what depends on it, itself included.
std::vector<const Relation*> PartitionedEvaluator::joint_members(const Relation* relation) {
  std::map<const Relation*, std::vector<const Relation*>> users;
  std::vector<const Relation*> todo{relation};
  std::set<const Relation*> seen{relation};
  while (!todo.empty()) {
    const Relation* next = todo.back();
    todo.pop_back();
    for (const Relation* used : dependencies_.direct(next->body)) {
      if (dependencies_.on_stack(used) || used->body == nullptr || bound_[used->index]) continue;
      users[used].push_back(next);
      if (seen.insert(used).second) todo.push_back(used);
    }
  }
  std::vector<const Relation*> members{relation};
  for (std::size_t i = 0; i < members.size(); ++i)
    for (const Relation* user : users[members[i]])
      if (std::find(members.begin(), members.end(), user) == members.end()) members.push_back(user);
  return members;
}

PartitionedEvaluator::Value PartitionedEvaluator::empty_value(const Relation* relation) {
  auto value = std::make_shared<PartValue>();
  value->sheets.resize(compiler_.shape(*relation).sheets);
  return value;
}

PartitionedEvaluator::Value PartitionedEvaluator::clauses(const Relation* relation) {
  auto value = std::make_shared<PartValue>();
  value->has_clauses = true;
  for (const auto& rule : rules(relation).all)
    join_.run(*rule, [&](const Bundle& bundle) {
      Clause clause = recipes_.clause(bundle);
      if (clause.rest.is_false()) return;
      value->clause_rows.add(head_place(*relation).second);
      value->clauses.push_back(std::move(clause));
    });
  return value;
}

std::pair<std::size_t, Key> PartitionedEvaluator::head_place(const Relation& relation) const {
  const Shape& shape = *relations_[relation.index].shape;
  std::size_t sheet = 0;
  for (ColumnId column : shape.switches)
    sheet = sheet * 2 + join_.code(column);
  Key key = 0;
  for (const Shape::Column& column : shape.columns)
    key |= join_.code(column.column) << column.shift;
  return {sheet, key};
}

void PartitionedEvaluator::run_for_sheets(const Rule& rule,
                                          const Join::Narrowing& narrowing,
                                          const Join::Found& found) {
  const Shape& shape = *relations_[rule.head->index].shape;
  for (std::size_t sheet = 0; sheet < shape.sheets; ++sheet) {
    FixedSwitches fixed(join_, shape, sheet);
    join_.run(rule, narrowing, found);
  }
}

/// `R(1, u, v)` as a rule for R(x, u, v): a sheet becomes another one as it is.
bool PartitionedEvaluator::copies_a_sheet(const Rule& rule, std::size_t sheet, PartValue& value) {
  if (rule.body.size() != 1 || value.sheets[sheet].count() != 0) return false;
  const Atom& atom = rule.body.front();
  const PartRelation& relation = relations_[rule.head->index];
  bool same = atom.kind == AtomKind::Apply && !atom.negative && atom.relation == rule.head
              && atom.without.empty() && !relation.value->full;
  for (auto [from, to] : atom.bits)
    same = same && from == to;
  for (std::size_t i = 0; same && i < atom.key.size(); ++i)
    same = atom.key[i].column == relation.shape->columns[i].column;
  std::size_t from = 0;
  for (const SwitchUse& use : atom.switches) {
    same = same && !use.column.valid();
    from = from * 2 + (use.on ? 1 : 0);
  }
  if (same) value.sheets[sheet] = relation.value->sheets[from];
  return same;
}

bool PartitionedEvaluator::in_vain(const Rule& rule, std::size_t sheet) const {
  auto last = in_vain_.find({&rule, sheet});
  if (last == in_vain_.end()) return false;
  auto then = last->second.begin();
  for (const Relation* relation : rule.relations) {
    const PartValue& value = *relations_[relation->index].value;
    if (value.full) return false;
    for (const Parts& now : value.sheets)
      if (then == last->second.end() || now.occupied() != *then++) return false;
  }
  return then == last->second.end();
}

void PartitionedEvaluator::note_in_vain(const Rule& rule, std::size_t sheet) {
  if (!rule.positive) return;
  std::vector<Occupied>& rows = in_vain_[{&rule, sheet}];
  rows.clear();
  for (const Relation* relation : rule.relations)
    for (const Parts& now : relations_[relation->index].value->sheets)
      rows.push_back(now.occupied());
}

/// The value of the body for the present values of what it applies.
PartitionedEvaluator::Value PartitionedEvaluator::body(const Relation* relation) {
  PartRelation& here = relations_[relation->index];
  const Rules& rules = this->rules(relation);
  prepare(rules.applied);
  Value value = empty_value(relation);
  for (std::size_t sheet = 0; sheet < here.shape->sheets; ++sheet) {
    const Rule* copied = nullptr;
    for (const auto& rule : rules.all)
      if (copied == nullptr && copies_a_sheet(*rule, sheet, *value)) copied = rule.get();
    FixedSwitches fixed(join_, *here.shape, sheet);
    for (const auto& rule : rules.all) {
      if (rule.get() == copied || in_vain(*rule, sheet)) continue;
      bool found = false;
      auto add = [&](const Bundle& bundle) {
        found = true;
        RowId row = here.rows.intern(head_place(*relation).second);
        Parts& parts = value->sheets[sheet];
        parts.set(row, parts.at(row) | recipes_.product(bundle));
      };
      join_.run(*rule, std::ref(add));
      if (!found) note_in_vain(*rule, sheet);
    }
  }
  if (here.rows.size() > max_rows) throw NotPartitionable("there are too many combinations");
  return value;
}

// As in the evaluator: a value that comes again without being stable comes again for ever.
PartitionedEvaluator::Value PartitionedEvaluator::rounds(const Relation* relation) {
  PartRelation& here = relations_[relation->index];
  here.value = empty_value(relation);
  here.value->full = relation->kind == RelationKind::Greatest;
  Stacked stacked(*this, relation);
  Value stored = here.value;
  std::size_t next_store = 1;
  for (std::size_t round = 1;; ++round) {
    Value next = body(relation);
    progress(relation, round);
    tell_round(relation, round, *next);
    if (*next == *here.value) return next;
    if (*next == *stored || round == max_rounds)
      throw NoValue{relation, "the iteration of '" + relation->name + "' never settles"};
    if (round == next_store) {
      stored = next;
      next_store *= 2;
    }
    here.value = std::move(next);
  }
}

struct PartitionedEvaluator::System {
  struct Waiting {
    Key key = 0;
    std::size_t member = 0;
    std::size_t sheet = 0;
    RowId row = 0;
    auto operator<=>(const Waiting&) const = default;
  };
  struct Use {
    const Rule* rule = nullptr;
    const Atom* atom = nullptr;
  };
  std::vector<const Relation*> members;
  std::map<const Relation*, std::size_t> numbers;
  std::vector<std::vector<Parts>> fresh; ///< not followed yet, by member and sheet
  std::vector<std::vector<Use>> uses;    ///< of each member
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
};

void PartitionedEvaluator::derive(System& system,
                                  const Rule& rule,
                                  const Join::Narrowing& narrowing) {
  std::size_t member = system.numbers.at(rule.head);
  PartRelation& head = relations_[rule.head->index];
  auto add = [&](const Bundle& bundle) {
    auto [sheet, key] = head_place(*rule.head);
    Bdd facts = recipes_.product(bundle);
    if (facts.is_false()) return;
    RowId row = head.rows.intern(key);
    Parts& all = head.value->sheets[sheet];
    Bdd fresh = facts - all.at(row);
    if (fresh.is_false()) return;
    all.set(row, all.at(row) | fresh);
    Parts& waiting = system.fresh[member][sheet];
    if (waiting.at(row).is_false()) system.waiting.push({key, member, sheet, row});
    waiting.set(row, waiting.at(row) | fresh);
  };
  run_for_sheets(rule, narrowing, std::ref(add));
}

void PartitionedEvaluator::solve(const std::vector<const Relation*>& members) {
  System system;
  system.members = members;
  for (const Relation* member : members) {
    PartRelation& here = relations_[member->index];
    here.shape = &compiler_.shape(*member);
    here.value = empty_value(member);
    system.numbers[member] = system.fresh.size();
    system.fresh.emplace_back(here.shape->sheets);
    in_work_.insert(member);
  }
  system.uses.resize(members.size());
  for (const Relation* member : members) {
    prepare(rules(member).applied);
    for (const auto& rule : rules(member).all)
      for (const Atom* atom : rule->applies)
        if (auto used = system.numbers.find(atom->relation); used != system.numbers.end())
          system.uses[used->second].push_back({rule.get(), atom});
  }
  for (const Relation* member : members)
    for (const auto& rule : rules(member).all)
      derive(system, *rule, {});
  auto tell = [&](std::size_t round) {
    for (const Relation* member : members)
      if (on_round_) tell_round(member, round, *relations_[member->index].value);
  };
  std::size_t round = 1;
  for (; !system.waiting.empty(); ++round) {
    if (std::has_single_bit(round)) tell(round);
    System::Waiting next = system.waiting.top();
    system.waiting.pop();
    Parts& fresh = system.fresh[next.member][next.sheet];
    Join::Narrowing narrowing{nullptr, next.sheet, next.row, fresh.at(next.row)};
    fresh.set(next.row, Bdd());
    for (const System::Use& use : system.uses[next.member]) {
      narrowing.atom = use.atom;
      derive(system, *use.rule, narrowing);
    }
    if (round % 256 == 0) progress(members.front(), round);
  }
  tell(round);
  for (const Relation* member : members) {
    in_work_.erase(member);
    if (relations_[member->index].rows.size() > max_rows)
      throw NotPartitionable("there are too many combinations");
  }
}

void PartitionedEvaluator::tell_round(const Relation* relation,
                                      std::size_t round,
                                      const PartValue& value) {
  if (!on_round_ || value.full) return;
  VarSet data;
  for (Bit bit : relations_[relation->index].shape->bits)
    data = data | VarBlock({BddVar(bit)}).set();
  BigNatural tuples;
  std::size_t nodes = 0;
  for (const Parts& sheet : value.sheets)
    sheet.for_each([&](RowId, const Bdd& set) {
      tuples = tuples + count_assignments(set, data);
      nodes += set.node_count();
    });
  on_round_(*relation, round, tuples, nodes);
}

void PartitionedEvaluator::progress(const Relation* relation, std::size_t round) {
  auto now = std::chrono::steady_clock::now();
  if (now - last_report_ < std::chrono::milliseconds(200)) return;
  last_report_ = now;
  observer_.progress(relation->name + ": round " + std::to_string(round) + ", "
                     + std::to_string(relations_[relation->index].rows.size()) + " parts");
}

} // namespace kleene::calculus
