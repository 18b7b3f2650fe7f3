// SPDX-License-Identifier: Apache-2.0
// Lvalues: which variables or which bytes an expression designates, and access to them.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

namespace {

/// `s->state`, `a.b[2]`, `*p`; nothing if the expression is more than a path.
std::optional<std::string> path_text(const clang::Expr* e) {
  e = e->IgnoreParenCasts();
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(e))
    return reference->getDecl()->getNameAsString();
  auto behind = [](const clang::Expr* base, const std::string& rest) {
    std::optional<std::string> text = path_text(base);
    return text ? std::optional(*text + rest) : std::nullopt;
  };
  if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
    std::string field = member->getMemberDecl()->getNameAsString();
    if (field.empty()) return std::nullopt;
    return behind(member->getBase(), (member->isArrow() ? "->" : ".") + field);
  }
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(e))
    if (const auto* index =
            dyn_cast<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts()))
      return behind(element->getBase(),
                    "[" + std::to_string(index->getValue().getLimitedValue()) + "]");
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e);
      unary && unary->getOpcode() == clang::UO_Deref) {
    std::optional<std::string> text = path_text(unary->getSubExpr());
    return text ? std::optional("*" + *text) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Lvalue FunctionLowering::in_memory(Term address, bool direct) {
  Lvalue result;
  result.address = address;
  result.direct = direct;
  return result;
}

Lvalue FunctionLowering::place_of(const clang::VarDecl* variable) {
  if (!variable->hasGlobalStorage()) return local_place(variable);
  GlobalEntity& entity = program_.linkage().global(variable);
  program_.require_covered(entity);
  if (program_.is_null(entity)) return in_memory(terms_.size(0), false);
  const GlobalEntity& global = program_.place(entity);
  if (global.elsewhere.valid()) return in_memory(term(global.elsewhere), false);
  if (global.object.valid())
    return in_memory(in_this_thread(program_.address(global.object), global), true);
  Lvalue result;
  result.kind = Lvalue::Kind::Variables;
  result.variables = global.variables;
  return result;
}

Lvalue FunctionLowering::place(const clang::Expr* e) {
  Lvalue result = unnamed_place(e);
  if (result.kind == Lvalue::Kind::Memory && e->getType()->isScalarType())
    if (std::optional<std::string> text = path_text(e)) program_.name_access(result.address, *text);
  return result;
}

Lvalue FunctionLowering::unnamed_place(const clang::Expr* e) {
  e = e->IgnoreParens();
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(e)) {
    if (const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl()))
      return place_of(variable);
    if (const auto* function = dyn_cast<clang::FunctionDecl>(reference->getDecl())) {
      FunctionEntity& entity = program_.linkage().function(function);
      if (program_.is_null(entity)) return in_memory(terms_.size(0), false);
      return in_memory(program_.address(program_.function_object(entity)), true);
    }
  }
  if (const auto* access = dyn_cast<clang::MemberExpr>(e)) return member(access);
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(e)) return subscript(element);
  if (const auto* text = dyn_cast<clang::StringLiteral>(e))
    return in_memory(program_.address(program_.string_object(text, context_)),
                     !program_.options().memory_checks);
  if (const auto* name = dyn_cast<clang::PredefinedExpr>(e)) return place(name->getFunctionName());
  if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(e)) return literal_place(literal);
  if (const auto* selection = dyn_cast<clang::GenericSelectionExpr>(e))
    return place(selection->getResultExpr());
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(e)) return place(choice->getChosenSubExpr());
  if (const auto* argument = dyn_cast<clang::VAArgExpr>(e))
    return variadic_argument_place(argument);
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e))
    return place(opaque->getSourceExpr());
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_Extension) return place(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Deref) {
      const auto* decay = dyn_cast<clang::ImplicitCastExpr>(unary->getSubExpr()->IgnoreParens());
      if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
        Lvalue array = place(decay->getSubExpr());
        array.direct = array.direct && decay->getSubExpr()->getType()->isConstantArrayType();
        return array;
      }
      return in_memory(scalar(unary->getSubExpr()), false);
    }
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(e); cast && cast->isGLValue())
    return place(cast->getSubExpr());
  if (e->getType()->isRecordType()) return materialise(record_value(e), e->getType(), "value");
  unsupported(e, std::string("lvalue of class ") + e->getStmtClassName());
}

Lvalue FunctionLowering::member(const clang::MemberExpr* e) {
  const auto* field = dyn_cast<clang::FieldDecl>(e->getMemberDecl());
  if (field == nullptr) unsupported(e, "member that is no field");
  const clang::Expr* base = e->getBase();
  SourceRange where = range_of(e);
  if (e->isArrow()) {
    const auto* decay = dyn_cast<clang::ImplicitCastExpr>(base->IgnoreParens());
    if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay
        && decay->getSubExpr()->getType()->isConstantArrayType())
      return member_of(place(decay->getSubExpr()), field, where);
    return member_of(in_memory(scalar(base), false), field, where);
  }
  return member_of(place(base), field, where);
}

Lvalue FunctionLowering::member_of(Lvalue base, const clang::FieldDecl* field, SourceRange where) {
  auto at = field_place(context_, field);
  if (!at)
    program_.unsupported(
        where, "bit-field over more than eight bytes, or field with an unknown attribute");
  if (base.kind == Lvalue::Kind::Memory) {
    base.address = terms_.pointer_add(base.address, at->offset);
    base.bits = at->bits;
    return base;
  }
  auto leaf_count = [&](const clang::FieldDecl* f) -> std::size_t {
    auto leaves = record_leaves(context_, f->getType());
    return leaves ? leaves->size() : 1;
  };
  std::size_t begin = 0;
  for (const clang::FieldDecl* other : field->getParent()->fields()) {
    if (other == field) break;
    begin += leaf_count(other);
  }
  auto first = base.variables.begin() + static_cast<std::ptrdiff_t>(begin);
  base.variables =
      std::vector<VarId>(first, first + static_cast<std::ptrdiff_t>(leaf_count(field)));
  return base;
}

Lvalue FunctionLowering::subscript(const clang::ArraySubscriptExpr* e) {
  const clang::Expr* base = e->getBase()->IgnoreParens();
  const clang::Expr* index = e->getIdx();
  const auto* decay = dyn_cast<clang::ImplicitCastExpr>(base);
  bool of_array = decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
  Lvalue array = of_array ? place(decay->getSubExpr()) : in_memory(scalar(base), false);
  if (index->HasSideEffects(context_)) array = keep(array);
  Term i = scalar(index);
  if (i.type().is_bool()) i = terms_.convert(Type::machine(32, true), i);

  const clang::ConstantArrayType* type =
      of_array ? context_.getAsConstantArrayType(decay->getSubExpr()->getType()) : nullptr;
  Integer count = type == nullptr ? 0 : static_cast<Integer>(type->getSize().getZExtValue());
  if (array.direct && count > 0) {
    Term in_range = terms_.manager().truth(true);
    if (i.is_constant()) {
      in_range = terms_.manager().truth(i.value() >= 0 && i.value() < count);
    } else {
      if (i.type().is_signed()) in_range = terms_.compare(Op::Le, terms_.constant(i.type(), 0), i);
      if (count <= max_value(i.type()))
        in_range = terms_.manager().conj(
            in_range, terms_.compare(Op::Lt, i, terms_.constant(i.type(), count)));
    }
    if (!in_range.is_true()) array.bounds.push_back(in_range);
    array.inner |= !isa<clang::DeclRefExpr>(decay->getSubExpr()->IgnoreParens());
  } else {
    array.direct = false;
  }
  array.address = terms_.pointer_add(array.address, scaled_offset(i, base->getType()));
  return array;
}

/// The same place, whatever happens before it is used.
Lvalue FunctionLowering::keep(Lvalue place) {
  if (place.kind == Lvalue::Kind::Variables) return place;
  place.address = saved(place.address);
  for (Term& bound : place.bounds)
    bound = saved(bound);
  return place;
}

Lvalue
FunctionLowering::materialise(const Value& value, clang::QualType type, const std::string& name) {
  if (value.kind == Value::Kind::Memory) return value.place;
  Lvalue copy =
      in_memory(stack_object(name, size_of(context_, type), align_of(context_, type)), true);
  store_record(copy, type, value, nullptr);
  return copy;
}

Term FunctionLowering::address_of(const Lvalue& place, const clang::Expr* e) {
  KL_INVARIANT(place.kind == Lvalue::Kind::Memory,
               "a variable whose address is taken should be in memory: "
                   + program_.program().files.describe(range_of(e)));
  return place.address;
}

void FunctionLowering::check_range(Term address, Term length, bool write, SourceRange range) {
  TermManager& manager = terms_.manager();
  Term allocation = program_.allocation_term();
  Term condition = write ? manager.writable(allocation, address, length)
                         : manager.valid(allocation, address, length);
  if (!length.is_constant())
    condition = manager.disj(terms_.compare(Op::Eq, length, terms_.size(0)), condition);
  else if (length.value() == 0)
    return;
  if (write) {
    Term readable = manager.valid(allocation, address, length);
    assume(condition, ir::AssumeKind::InvalidDereference, range);
    cfg_.know(readable);
  } else {
    assume(condition, ir::AssumeKind::InvalidDereference, range);
  }
}

void FunctionLowering::check(const Lvalue& place,
                             std::uint64_t size,
                             bool write,
                             const clang::Expr* e) {
  if (place.kind == Lvalue::Kind::Variables) return;
  SourceRange where = e == nullptr ? range_ : range_of(e);
  if (!place.direct) return check_range(place.address, terms_.size(size), write, where);
  if (place.inner && !place.bounds.empty() && program_.options().memory_checks)
    check_whole_object(place, size, where);
  for (Term bound : place.bounds)
    assume(bound,
           place.inner ? ir::AssumeKind::ArrayBound : ir::AssumeKind::InvalidDereference,
           where);
}

Term FunctionLowering::loaded(const Lvalue& place, Type type) {
  TermManager& manager = terms_.manager();
  if (!place.bits) {
    Term raw = manager.load(stored_type(type), program_.memory_term(), place.address);
    return terms_.convert(type, raw);
  }
  const BitRange& bits = *place.bits;
  Term unit = manager.load(bits.unit, program_.memory_term(), place.address);
  if (bits.shift != 0)
    unit = terms_.arithmetic(Op::Shr, unit, terms_.constant(bits.unit, bits.shift));
  return terms_.convert(type, terms_.convert(bits.value, unit));
}

Term FunctionLowering::load(const Lvalue& place, clang::QualType type, const clang::Expr* e) {
  auto scalar = scalar_type(context_, type);
  if (!scalar) unsupported(e, describe_unsupported(type));
  if (may_be_device(place, type))
    return load_device(place, type, *scalar, e == nullptr ? range_ : range_of(e));
  bool changes = changes_by_itself(place, type);
  auto current = [&](Term stored) {
    return changes ? volatile_value(place, type, stored, e == nullptr ? range_ : range_of(e))
                   : stored;
  };
  if (place.kind == Lvalue::Kind::Variables)
    return read_now(current(terms_.convert(*scalar, term(place.variables.at(0)))));
  std::uint64_t size = place.bits ? place.bits->unit.bytes() : stored_type(*scalar).bytes();
  check(place, size, false, e);
  return read_now(current(loaded(place, *scalar)));
}

Term FunctionLowering::stored_memory(const Lvalue& place, Type type, Term value) {
  TermManager& manager = terms_.manager();
  Term memory = program_.memory_term();
  if (!place.bits)
    return manager.store(memory, place.address, terms_.convert(stored_type(type), value));
  const BitRange& bits = *place.bits;
  Type field = Type::machine(bits.value.width(), false);
  Term part = terms_.convert(bits.unit, terms_.convert(field, value));
  if (bits.value.width() != bits.unit.width()) {
    Integer mask = max_value(field) << bits.shift;
    Term unit = manager.load(bits.unit, memory, place.address);
    Term rest = terms_.arithmetic(Op::BitAnd, unit, terms_.constant(bits.unit, ~mask));
    if (bits.shift != 0)
      part = terms_.arithmetic(Op::Shl, part, terms_.constant(bits.unit, bits.shift));
    part = terms_.arithmetic(Op::BitOr, rest, part);
  }
  return manager.store(memory, place.address, part);
}

void FunctionLowering::store(const Lvalue& place,
                             clang::QualType type,
                             Term value,
                             const clang::Expr* e) {
  auto scalar = scalar_type(context_, type);
  if (!scalar) unsupported(e, describe_unsupported(type));
  if (place.kind == Lvalue::Kind::Variables)
    return assign(place.variables.at(0), terms_.convert(*scalar, value), range_);
  if (may_be_device(place, type)) return store_device(place, type, *scalar, saved(value), range_);
  std::uint64_t size = place.bits ? place.bits->unit.bytes() : stored_type(*scalar).bytes();
  check(place, size, true, e);
  assign(program_.memory(), stored_memory(place, *scalar, terms_.convert(*scalar, value)), range_);
}

Value FunctionLowering::load_record(const Lvalue& place, clang::QualType /*type*/) {
  Value result;
  if (place.kind == Lvalue::Kind::Memory) {
    result.kind = Value::Kind::Memory;
    result.place = place;
    return result;
  }
  result.kind = Value::Kind::Leaves;
  for (VarId variable : place.variables)
    result.leaves.push_back(term(variable));
  return result;
}

std::vector<Term>
FunctionLowering::leaves(const Value& value, clang::QualType type, const clang::Expr* e) {
  if (value.kind == Value::Kind::Leaves) return value.leaves;
  if (value.kind == Value::Kind::Scalar) return {value.scalar};
  KL_INVARIANT(value.kind == Value::Kind::Memory, "a record value should lie somewhere");
  auto shape = record_leaves(context_, type);
  KL_INVARIANT(shape.has_value(), "only records of scalars should be split");
  check(value.place, size_of(context_, type), false, e);
  std::vector<Term> result;
  for (const Leaf& leaf : *shape) {
    Lvalue part = in_memory(terms_.pointer_add(value.place.address, leaf.offset), true);
    result.push_back(loaded(part, leaf.type));
  }
  return result;
}

void FunctionLowering::store_record(const Lvalue& place,
                                    clang::QualType type,
                                    const Value& value,
                                    const clang::Expr* e) {
  std::uint64_t size = size_of(context_, type);
  if (size == 0) return;
  if (place.kind == Lvalue::Kind::Variables) {
    ir::Assign copy{place.variables, leaves(value, type, e)};
    if (!copy.targets.empty()) cfg_.emit(std::move(copy), range_);
    return;
  }
  TermManager& manager = terms_.manager();
  Term memory = program_.memory_term();
  if (value.kind == Value::Kind::Memory) {
    check(value.place, size, false, e);
    check(place, size, true, e);
    if (place.address == value.place.address) return;
    memory =
        manager.mem_copy(memory, place.address, memory, value.place.address, terms_.size(size));
  } else {
    check(place, size, true, e);
    auto shape = record_leaves(context_, type);
    KL_INVARIANT(shape && shape->size() == value.leaves.size(),
                 "a split value should fit its type");
    for (std::size_t i = 0; i < shape->size(); ++i) {
      Term at = terms_.pointer_add(place.address, (*shape)[i].offset);
      Term part = terms_.convert(stored_type((*shape)[i].type), value.leaves[i]);
      memory = manager.store(memory, at, part);
    }
    if (memory == program_.memory_term()) return;
  }
  assign(program_.memory(), memory, range_);
}

} // namespace kleene::frontend::c
