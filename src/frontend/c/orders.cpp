// SPDX-License-Identifier: Apache-2.0
// Expressions whose parts may be evaluated in several orders that differ.
#include "kleene/ir/order_choice.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "aliasing.h"
#include "function_lowering.h"

namespace kleene::frontend::c {

FunctionLowering::Settled::Settled(FunctionLowering& lowering, const clang::Expr* e)
    : lowering_(lowering), e_(e->IgnoreParens()), watches_(lowering.watches_.size()) {
  auto known = lowering.open_orders_.find(e_);
  if (known == lowering.open_orders_.end() || !lowering.settling_.insert(e_).second) return;
  orders_ = &known->second;
  try {
    lowering.settle(e_, *orders_);
  } catch (...) {
    lowering.watches_.resize(watches_);
    lowering.settling_.erase(e_);
    throw;
  }
}

FunctionLowering::Settled::~Settled() {
  if (orders_ == nullptr) return;
  for (const Orders::Group& group : orders_->groups)
    for (const clang::Expr* part : group.parts)
      lowering_.settled_.erase(part);
  lowering_.watches_.resize(watches_);
  lowering_.settling_.erase(e_);
}

const Value* FunctionLowering::settled(const clang::Expr* e) const {
  auto known = settled_.find(e);
  return known == settled_.end() ? nullptr : &known->second;
}

/// What C leaves to the compiler or the library: false is what gcc and glibc do.
Term FunctionLowering::open_choice() {
  VarId choice = temporary(Type::boolean());
  cfg_.emit(ir::Havoc{{choice}, ir::Choice::Input, std::string(ir::order_choice), {}}, {});
  return term(choice);
}

/// What is open about the order of evaluation, before the expression is lowered.
void FunctionLowering::settle(const clang::Expr* e, const Orders& orders) {
  if (orders.undefined) {
    assume(terms_.manager().truth(false), ir::AssumeKind::Unsequenced, range_of(e));
    cfg_.move_to(cfg_.fresh());
    return;
  }
  if (orders.uncovered != nullptr) unsupported(e, orders.uncovered);
  watch(orders);
  for (const Orders::Group& group : orders.groups)
    settle(e, group);
}

/// Evaluates the parts in every order; what was chosen does not show afterwards but in their values.
void FunctionLowering::settle(const clang::Expr* e, const Orders::Group& group) {
  SourceRange where = range_of(e);
  std::vector<Lvalue> places;
  for (const clang::Expr* part : group.parts) {
    bool empty = part->getType()->isVoidType();
    places.push_back(empty ? Lvalue() : new_local("part", part->getType(), false, where));
    for (VarId id : places.back().variables)
      program_.program().variable(id).temporary = true;
  }
  ir::LocId after = cfg_.fresh();
  for (std::size_t i = 0; i < group.orders.size(); ++i) {
    ir::LocId other = cfg_.fresh();
    if (i + 1 < group.orders.size()) {
      Term choice = open_choice();
      ir::LocId chosen = cfg_.fresh();
      cfg_.guard(terms_.negate(choice), chosen, where);
      cfg_.guard(choice, other, where);
      cfg_.move_to(chosen);
    }
    for (std::size_t p : group.orders[i])
      settle_part(group.parts[p], places[p]);
    for (const clang::Expr* part : group.parts)
      settled_.erase(part);
    cfg_.jump(after, where);
    cfg_.move_to(other);
  }
  cfg_.move_to(after);
  for (std::size_t p = 0; p < places.size(); ++p) {
    clang::QualType type = group.parts[p]->getType();
    Value& value = settled_[group.parts[p]];
    if (type->isRecordType()) {
      value = load_record(places[p], type);
    } else if (!type->isVoidType()) {
      value = scalar_value(term(places[p].variables.at(0)));
    }
  }
}

void FunctionLowering::settle_part(const clang::Expr* part, const Lvalue& place) {
  clang::QualType type = part->getType();
  if (type->isVoidType()) {
    discard(part);
    settled_[part] = Value();
  } else if (type->isRecordType()) {
    store_record(place, type, record_value(part), part);
    settled_[part] = load_record(place, type);
  } else {
    if (place.kind != Lvalue::Kind::Variables) unsupported(part, describe_unsupported(type));
    scalar_into(part, place.variables.at(0));
    settled_[part] = scalar_value(term(place.variables.at(0)));
  }
}

/// Keeps the addresses of accesses that may clash; null as long as they have not happened.
void FunctionLowering::watch(const Orders& orders) {
  if (orders.clashes.empty()) return;
  Watch made;
  made.orders = &orders;
  for (auto [a, b] : orders.clashes)
    for (const clang::Expr* access : {a, b}) {
      if (made.addresses.contains(access)) continue;
      VarId address = temporary(terms_.pointer());
      assign(address, terms_.size(0), range_);
      made.addresses[access] = address;
    }
  watches_.push_back(std::move(made));
}

/// An access is about to happen, or has happened: it must not be to the object of another one with which it
/// is not sequenced.
void FunctionLowering::note(const clang::Expr* access, const Lvalue& place) {
  for (Watch& watch : watches_) {
    auto known = watch.addresses.find(access);
    if (known == watch.addresses.end()) continue;
    bool named = place.kind == Lvalue::Kind::Variables;
    assign(known->second, named ? terms_.size(1) : place.address, range_);
    watch.seen.insert(access);
    for (auto [a, b] : watch.orders->clashes) {
      if (a != access && b != access) continue;
      const clang::Expr* other = a == access ? b : a;
      if (!watch.seen.contains(other)) continue;
      Term clash = overlap(access, term(known->second), other, term(watch.addresses.at(other)));
      assume(terms_.negate(clash), ir::AssumeKind::Unsequenced, range_of(access));
    }
  }
}

/// Have two objects at these addresses a byte in common? Null has none.
Term FunctionLowering::overlap(const clang::Expr* access,
                               Term at,
                               const clang::Expr* other,
                               Term second) {
  TermManager& manager = terms_.manager();
  clang::QualType a = accessed_lvalue(access)->getType();
  clang::QualType b = accessed_lvalue(other)->getType();
  std::uint64_t left = size_of(context_, a);
  std::uint64_t right = size_of(context_, b);
  Term common;
  if (a->isScalarType() && b->isScalarType()) {
    if (left < right) {
      std::swap(at, second);
      std::swap(left, right);
    }
    // Equality of addresses does not depend on where objects lie.
    common = terms_.compare(Op::Eq, at, second);
    for (std::uint64_t i = 1; i < left && left != right; ++i)
      common = manager.disj(common, terms_.compare(Op::Eq, terms_.pointer_add(at, i), second));
  } else {
    auto within = [&](Term inner, Term outer, std::uint64_t size) {
      return terms_.compare(Op::Lt, terms_.arithmetic(Op::Sub, inner, outer), terms_.size(size));
    };
    common = manager.disj(within(second, at, left), within(at, second, right));
  }
  for (Term address : {at, second})
    common = manager.conj(terms_.negate(terms_.compare(Op::Eq, address, terms_.size(0))), common);
  return common;
}

} // namespace kleene::frontend::c
