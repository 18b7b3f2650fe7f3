// SPDX-License-Identifier: Apache-2.0
#include "checker.h"

#include <algorithm>
#include <utility>

namespace kleene::calculus {

namespace {

constexpr std::size_t max_formulas = 3'000'000;
constexpr std::size_t max_steps = 30'000'000;
constexpr std::size_t max_bits = 65'536;

std::string quoted(const std::string& name) {
  return "'" + name + "'";
}

} // namespace

void Checker::mismatch(const Expr& expr, const Type* wanted, const Type* found) const {
  wrong(expr, "expected a value of type " + wanted->name + ", found one of type " + found->name);
}

void Checker::limit_size(const Expr& expr) {
  if (make_.size() > max_formulas || ++steps_ > max_steps)
    wrong(expr, "the formula becomes too large here");
}

const Type* Checker::type_of(const VariableDecl& declaration) {
  const Type* type = module_.types.find(declaration.type);
  if (type == nullptr)
    fail(files_, declaration.type_range, "unknown type " + quoted(declaration.type));
  for (std::size_t i = declaration.dimensions.size(); i-- > 0;) {
    const Expr& size = *declaration.dimensions[i];
    long length = number(size);
    if (length < 1) wrong(size, "an array needs at least one element");
    if (static_cast<std::size_t>(length) * std::max<std::size_t>(type->bits, 1) > max_bits)
      wrong(size, "this array is too large");
    type = module_.types.array(type, static_cast<std::size_t>(length));
  }
  return type;
}

const Formula* Checker::guarded(const Formula* guard, const Formula* f) {
  return guard == nullptr ? f : make_.conjunction({guard, f});
}

const Formula* Checker::as_formula(const Operand& operand) {
  if (operand.formula != nullptr) return operand.formula;
  std::vector<const Formula*> parts;
  for (const auto& alternative : operand.alternatives) {
    const Argument& value = alternative.value;
    const Formula* atom =
        value.reference ? make_.bit(*value.reference) : make_.constant(*value.code != 0);
    parts.push_back(guarded(alternative.guard, atom));
  }
  return make_.disjunction(parts);
}

const Formula* Checker::formula(const Expr& expr) {
  limit_size(expr);
  switch (expr.kind) {
  case ExprKind::Not:
    return make_.negate(formula(*expr.kids[0]));
  case ExprKind::And:
  case ExprKind::Or:
    return junction(expr);
  case ExprKind::Iff:
    return make_.iff(formula(*expr.kids[0]), formula(*expr.kids[1]));
  case ExprKind::Xor:
    return make_.negate(make_.iff(formula(*expr.kids[0]), formula(*expr.kids[1])));
  case ExprKind::Implies:
    return implication(expr);
  case ExprKind::If:
    return condition(expr);
  case ExprKind::Case:
    return cases(expr);
  case ExprKind::Exists:
  case ExprKind::Forall:
    return quantified(expr);
  case ExprKind::UnrollExists:
  case ExprKind::UnrollForall:
    return unrolled(expr);
  case ExprKind::Equal:
  case ExprKind::NotEqual:
    return equality(expr);
  case ExprKind::Less:
  case ExprKind::LessEqual:
    return comparison(expr);
  case ExprKind::Call:
    return application(expr);
  case ExprKind::Assume:
    return make_.care(FormulaKind::Assume, formula(*expr.kids[0]), formula(*expr.kids[1]));
  case ExprKind::Cofactor:
    return make_.care(FormulaKind::Cofactor, formula(*expr.kids[0]), formula(*expr.kids[1]));
  case ExprKind::Show:
    shown_.insert(shown_.end(), expr.shown.begin(), expr.shown.end());
    return formula(*expr.kids[0]);
  default:
    return as_formula(operand(expr, module_.types.boolean()));
  }
}

// Inside an unrolled quantifier, what a constant has decided already need not make sense:
// `i = K | s = i + 1`.
const Formula* Checker::junction(const Expr& expr) {
  bool conjunctive = expr.kind == ExprKind::And;
  std::vector<const Formula*> kids;
  for (const ExprPtr& kid : expr.kids) {
    kids.push_back(formula(*kid));
    if (unrolling_ > 0 && kids.back()->is(!conjunctive)) return kids.back();
  }
  return conjunctive ? make_.conjunction(kids) : make_.disjunction(kids);
}

const Formula* Checker::implication(const Expr& expr) {
  const Formula* left = formula(*expr.kids[0]);
  if (unrolling_ > 0 && left->is(false)) return make_.constant(true);
  return make_.disjunction({make_.negate(left), formula(*expr.kids[1])});
}

const Formula* Checker::condition(const Expr& expr) {
  const Formula* test = formula(*expr.kids[0]);
  bool decided = unrolling_ > 0 && test->kind == FormulaKind::Constant;
  const Formula* then = decided && !test->value ? make_.constant(true) : formula(*expr.kids[1]);
  const Formula* otherwise = expr.kids.size() < 3 || (decided && test->value)
                                 ? make_.constant(true)
                                 : formula(*expr.kids[2]);
  if (expr.kids.size() < 3) return make_.disjunction({make_.negate(test), then});
  return make_.cases({test, then, make_.constant(true), otherwise});
}

const Formula* Checker::cases(const Expr& expr) {
  std::vector<const Formula*> kids;
  for (const ExprPtr& kid : expr.kids)
    kids.push_back(formula(*kid));
  return make_.cases(kids);
}

const Formula* Checker::quantified(const Expr& expr) {
  std::size_t mark = scope_.size();
  std::vector<PlaceId> places;
  for (const VariableDecl& variable : expr.variables)
    places.push_back(scope_.add(variable.name, type_of(variable)));
  const Formula* body = formula(*expr.kids[0]);
  scope_.shrink(mark);
  if (expr.kind == ExprKind::Exists) return make_.exists(std::move(places), body);
  return make_.negate(make_.exists(std::move(places), make_.negate(body)));
}

const Formula* Checker::unrolled(const Expr& expr) {
  long low = number(*expr.kids[0]);
  long high = number(*expr.kids[1]);
  if (high - low >= 10'000) wrong(expr, "this unrolls into more than 10000 formulas");
  bool existential = expr.kind == ExprKind::UnrollExists;
  std::vector<const Formula*> kids;
  ++unrolling_;
  for (long i = low; i <= high; ++i) {
    std::size_t mark = scope_.size();
    scope_.add_number(expr.name, i);
    kids.push_back(formula(*expr.kids[2]));
    scope_.shrink(mark);
    if (kids.back()->is(existential)) break;
  }
  --unrolling_;
  return existential ? make_.disjunction(kids) : make_.conjunction(kids);
}

const Type* Checker::common_enumeration(const Expr& left, const Expr& right) {
  const Type* found = nullptr;
  for (const Type* type : module_.types.named()) {
    if (!type->code(left.name) || !type->code(right.name)) continue;
    if (found != nullptr) return nullptr;
    found = type;
  }
  return found;
}

const Formula* Checker::equality(const Expr& expr) {
  const Expr& left = *expr.kids[0];
  const Expr& right = *expr.kids[1];
  const Formula* equal = nullptr;
  auto a = try_number(left);
  auto b = try_number(right);
  if (a && b) {
    equal = make_.constant(*a == *b);
  } else {
    const Type* type = own_type(left);
    if (type == nullptr) type = own_type(right);
    if (type == nullptr) type = common_enumeration(left, right);
    if (type == nullptr)
      wrong(expr, "cannot tell the type of " + quoted(left.name) + " and " + quoted(right.name));
    Operand x = operand(left, type);
    Operand y = operand(right, type);
    if (x.formula != nullptr || y.formula != nullptr) {
      equal = make_.iff(as_formula(x), as_formula(y));
    } else {
      std::vector<const Formula*> parts;
      for (const auto& l : x.alternatives) {
        for (const auto& r : y.alternatives) {
          const Formula* atom =
              l.value.code && r.value.code ? make_.constant(*l.value.code == *r.value.code)
              : l.value.code               ? make_.equal_code(*r.value.reference, *l.value.code)
              : r.value.code               ? make_.equal_code(*l.value.reference, *r.value.code)
                                           : make_.equal(*l.value.reference, *r.value.reference);
          parts.push_back(guarded(l.guard, guarded(r.guard, atom)));
        }
      }
      equal = make_.disjunction(parts);
    }
  }
  return expr.kind == ExprKind::Equal ? equal : make_.negate(equal);
}

const Formula* Checker::comparison(const Expr& expr) {
  long left = number(*expr.kids[0]);
  long right = number(*expr.kids[1]);
  return make_.constant(expr.kind == ExprKind::Less ? left < right : left <= right);
}

const Formula* Checker::application(const Expr& expr) {
  const Relation* relation = module_.find(expr.name);
  if (relation == nullptr)
    wrong(expr,
          "unknown relation " + quoted(expr.name)
              + "; one that is defined further down is announced first: its head with a semicolon");
  if (relation->formals.size() != expr.kids.size())
    wrong(expr,
          quoted(expr.name) + " takes " + std::to_string(relation->formals.size())
              + " arguments, here are " + std::to_string(expr.kids.size()));
  // All combinations of the alternatives of the arguments; mostly there is one.
  std::vector<std::pair<const Formula*, std::vector<Argument>>> rows{{nullptr, {}}};
  for (std::size_t i = 0; i < expr.kids.size(); ++i) {
    Operand value = operand(*expr.kids[i], relation->formals[i].type);
    if (value.formula != nullptr) {
      Argument argument;
      argument.formula = value.formula;
      value.alternatives = {{nullptr, argument}};
    }
    std::vector<std::pair<const Formula*, std::vector<Argument>>> longer;
    for (const auto& [guard, arguments] : rows) {
      for (const auto& alternative : value.alternatives) {
        const Formula* both = guard == nullptr ? alternative.guard
                              : alternative.guard == nullptr
                                  ? guard
                                  : make_.conjunction({guard, alternative.guard});
        longer.emplace_back(both, arguments);
        longer.back().second.push_back(alternative.value);
      }
    }
    rows = std::move(longer);
    if (rows.size() > 100'000) wrong(expr, "the indices here have too many combinations");
  }
  std::vector<const Formula*> parts;
  for (auto& [guard, arguments] : rows)
    parts.push_back(guarded(guard, make_.apply(relation, std::move(arguments), expr.range)));
  return make_.disjunction(parts);
}

} // namespace kleene::calculus
