// SPDX-License-Identifier: Apache-2.0
// Expressions whose parts may be evaluated in several orders that differ.
#include "kleene/ir/order_choice.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

FunctionLowering::Settled::Settled(FunctionLowering& lowering, const clang::Expr* e)
    : lowering_(lowering), e_(e->IgnoreParens()) {
  auto known = lowering.open_orders_.find(e_);
  if (known == lowering.open_orders_.end() || !lowering.settling_.insert(e_).second) return;
  orders_ = &known->second;
  try {
    lowering.settle(e_, *orders_);
  } catch (...) {
    lowering.settling_.erase(e_);
    throw;
  }
}

FunctionLowering::Settled::~Settled() {
  if (orders_ == nullptr) return;
  for (const clang::Expr* part : orders_->parts)
    lowering_.settled_.erase(part);
  lowering_.settling_.erase(e_);
}

const Value* FunctionLowering::settled(const clang::Expr* e) const {
  auto known = settled_.find(e);
  return known == settled_.end() ? nullptr : &known->second;
}

/// Evaluates the parts in every order; what was chosen does not show afterwards but in their values.
void FunctionLowering::settle(const clang::Expr* e, const Orders& orders) {
  SourceRange where = range_of(e);
  if (orders.undefined) {
    assume(terms_.manager().truth(false), ir::AssumeKind::Unreachable, where);
    cfg_.move_to(cfg_.fresh());
    return;
  }
  if (orders.too_many)
    unsupported(e, "expression with too many parts whose order of evaluation matters");
  std::vector<Place> places;
  for (const clang::Expr* part : orders.parts) {
    bool empty = part->getType()->isVoidType();
    places.push_back(empty ? Place() : new_local("part", part->getType(), false, where));
    for (VarId id : places.back().variables)
      program_.program().variable(id).temporary = true;
  }
  ir::LocId after = cfg_.fresh();
  for (std::size_t i = 0; i < orders.orders.size(); ++i) {
    ir::LocId other = cfg_.fresh();
    if (i + 1 < orders.orders.size()) {
      VarId choice = temporary(Type::boolean());
      cfg_.emit(ir::Havoc{{choice}, ir::Choice::Angelic, std::string(ir::order_choice), {}}, {});
      ir::LocId chosen = cfg_.fresh();
      cfg_.guard(terms_.negate(term(choice)), chosen, where);
      cfg_.guard(term(choice), other, where);
      cfg_.move_to(chosen);
    }
    for (std::size_t p : orders.orders[i])
      settle_part(orders.parts[p], places[p]);
    for (const clang::Expr* part : orders.parts)
      settled_.erase(part);
    cfg_.jump(after, where);
    cfg_.move_to(other);
  }
  cfg_.move_to(after);
  for (std::size_t p = 0; p < places.size(); ++p) {
    clang::QualType type = orders.parts[p]->getType();
    Value& value = settled_[orders.parts[p]];
    if (type->isRecordType()) {
      value = load_record(places[p], type);
    } else if (!type->isVoidType()) {
      value = scalar_value(term(places[p].variables.at(0)));
    }
  }
}

void FunctionLowering::settle_part(const clang::Expr* part, const Place& place) {
  clang::QualType type = part->getType();
  if (type->isVoidType()) {
    discard(part);
    settled_[part] = Value();
  } else if (type->isRecordType()) {
    store_record(place, type, record_value(part), part);
    settled_[part] = load_record(place, type);
  } else {
    if (place.kind != Place::Kind::Variables) unsupported(part, describe_unsupported(type));
    scalar_into(part, place.variables.at(0));
    settled_[part] = scalar_value(term(place.variables.at(0)));
  }
}

} // namespace kleene::frontend::c
