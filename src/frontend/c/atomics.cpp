// SPDX-License-Identifier: Apache-2.0
// The operations of <stdatomic.h> and the functions __atomic_*: each is one atomic section. A weak exchange is a
// strong one, as it is in the code of gcc.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include "function_lowering.h"

namespace kleene::frontend::c {
namespace {

using clang::AtomicExpr;

constexpr std::int64_t sequentially_consistent = 5;

enum class Kind { Init, Load, Store, Exchange, CompareAndExchange, Change, Other };

Kind kind_of(AtomicExpr::AtomicOp op) {
  switch (op) {
  case AtomicExpr::AO__c11_atomic_init:
    return Kind::Init;
  case AtomicExpr::AO__c11_atomic_load:
  case AtomicExpr::AO__atomic_load_n:
    return Kind::Load;
  case AtomicExpr::AO__c11_atomic_store:
  case AtomicExpr::AO__atomic_store_n:
    return Kind::Store;
  case AtomicExpr::AO__c11_atomic_exchange:
  case AtomicExpr::AO__atomic_exchange_n:
    return Kind::Exchange;
  case AtomicExpr::AO__c11_atomic_compare_exchange_strong:
  case AtomicExpr::AO__c11_atomic_compare_exchange_weak:
  case AtomicExpr::AO__atomic_compare_exchange_n:
    return Kind::CompareAndExchange;
  case AtomicExpr::AO__c11_atomic_fetch_add:
  case AtomicExpr::AO__c11_atomic_fetch_sub:
  case AtomicExpr::AO__c11_atomic_fetch_and:
  case AtomicExpr::AO__c11_atomic_fetch_or:
  case AtomicExpr::AO__c11_atomic_fetch_xor:
  case AtomicExpr::AO__atomic_fetch_add:
  case AtomicExpr::AO__atomic_fetch_sub:
  case AtomicExpr::AO__atomic_fetch_and:
  case AtomicExpr::AO__atomic_fetch_or:
  case AtomicExpr::AO__atomic_fetch_xor:
  case AtomicExpr::AO__atomic_add_fetch:
  case AtomicExpr::AO__atomic_sub_fetch:
  case AtomicExpr::AO__atomic_and_fetch:
  case AtomicExpr::AO__atomic_or_fetch:
  case AtomicExpr::AO__atomic_xor_fetch:
    return Kind::Change;
  default:
    return Kind::Other;
  }
}

Op operator_of(llvm::StringRef name) {
  if (name.contains("_sub")) return Op::Sub;
  if (name.contains("_and")) return Op::BitAnd;
  if (name.contains("_xor")) return Op::BitXor;
  return name.contains("_or") ? Op::BitOr : Op::Add;
}

bool is_local(const clang::Expr* pointer) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(pointer->IgnoreParenImpCasts());
  if (address == nullptr || address->getOpcode() != clang::UO_AddrOf) return false;
  const auto* object =
      llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParenImpCasts());
  const auto* variable =
      object == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(object->getDecl());
  return variable != nullptr && !variable->hasGlobalStorage();
}

} // namespace

/// Null if there is no value.
Term FunctionLowering::atomic_operation(const clang::AtomicExpr* e) {
  const Kind kind = kind_of(e->getOp());
  const std::string name = "the operation " + e->getOpAsString().str();
  clang::QualType type = e->getPtr()->getType()->getPointeeType().getAtomicUnqualifiedType();
  std::optional<Type> scalar = scalar_type(context_, type);
  if (kind == Kind::Other || !scalar || !type->isIntegerType()) unsupported(e, name);
  auto require_order = [&](const clang::Expr* order) {
    clang::Expr::EvalResult value;
    bool strong = order->EvaluateAsInt(value, context_)
                  && value.Val.getInt().getExtValue() == sequentially_consistent;
    if (!strong && program_.has_threads()) unsupported(e, name + " with a weaker memory order");
  };
  if (kind != Kind::Init) require_order(e->getOrder());
  if (kind == Kind::CompareAndExchange) {
    require_order(e->getOrderFail());
    if (!is_local(e->getVal1())) unsupported(e, name + " whose expected value others may see");
  }
  auto operand = [&](const clang::Expr* value) {
    return saved(terms_.convert(*scalar, this->scalar(value)));
  };
  Lvalue target = in_memory(saved(this->scalar(e->getPtr())), false);
  Term value;
  Lvalue expected;
  if (kind == Kind::CompareAndExchange) {
    expected = in_memory(saved(this->scalar(e->getVal1())), false);
    value = operand(e->getVal2());
  } else if (kind != Kind::Load) {
    value = operand(e->getVal1());
  }
  if (kind == Kind::Init) {
    store(target, type, value, e);
    return Term();
  }
  VarId section = enter_section(range_);
  Term result;
  if (kind == Kind::Store) {
    store(target, type, value, e);
  } else {
    Term old = saved(load(target, type, e));
    result = old;
    if (kind == Kind::Exchange) {
      store(target, type, value, e);
    } else if (kind == Kind::CompareAndExchange) {
      Term wanted = saved(load(expected, type, e));
      VarId equal = temporary(Type::boolean());
      assign(equal, terms_.compare(Op::Eq, old, wanted), range_);
      store(target, type, terms_.ite(term(equal), value, old), e);
      store(expected, type, terms_.ite(term(equal), wanted, old), e);
      result = terms_.convert(type_of(e), term(equal));
    } else if (kind == Kind::Change) {
      Type plain = scalar->is_machine() ? Type::machine(scalar->width(), false) : *scalar;
      Term changed = terms_.arithmetic(operator_of(e->getOpAsString()),
                                       terms_.convert(plain, old),
                                       terms_.convert(plain, value));
      changed = saved(terms_.convert(*scalar, changed));
      store(target, type, changed, e);
      if (e->getOpAsString().ends_with("_fetch")) result = changed;
    }
  }
  leave_section(term(section), range_);
  return result.null() ? result : terms_.convert(type_of(e), result);
}

} // namespace kleene::frontend::c
