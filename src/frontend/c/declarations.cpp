// SPDX-License-Identifier: Apache-2.0
// Local variables, parameters and results: where they live, and how they are initialised.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/Stmt.h>
#include <fmt/core.h>

#include <algorithm>

#include "function_lowering.h"
#include "initialiser_ranges.h"

namespace kleene::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

/// Initialisers with more stores than this are copied from a constant object if they can be.
constexpr std::uint64_t most_stores = 64;

/// Are as many stores nested in one term as should be?
bool is_long_chain(Term memory) {
  std::uint64_t length = 0;
  for (; memory.op() == Op::Store; memory = memory.arg(0))
    ++length;
  return length >= most_stores;
}

} // namespace

Term FunctionLowering::stack_object(const std::string& name,
                                    std::uint64_t size,
                                    unsigned alignment) {
  ir::Alloc object = new_object(name, size, alignment);
  Term address = term(object.target);
  cfg_.prologue(std::move(object), range_);
  return address;
}

Term FunctionLowering::object_made_here(const std::string& name,
                                        std::uint64_t size,
                                        unsigned alignment) {
  ir::Alloc object = new_object(name, size, alignment);
  Term address = term(object.target);
  cfg_.emit(std::move(object), range_);
  return address;
}

/// An object on the stack, and a variable for its address.
ir::Alloc
FunctionLowering::new_object(const std::string& name, std::uint64_t size, unsigned alignment) {
  VarId address = new_variable(name + ".at", "&" + name, terms_.pointer(), range_, true);
  procedure().locals.push_back(address);
  ir::Alloc object;
  object.target = address;
  object.size = terms_.size(size);
  object.storage = ir::Storage::Stack;
  object.alignment = std::max(alignment, 1U);
  object.region = program_.memory();
  object.name = name;
  return object;
}

Lvalue FunctionLowering::new_local(const std::string& name,
                                   clang::QualType type,
                                   bool in_memory_wanted,
                                   SourceRange range) {
  Lvalue result;
  Parameter shape = program_.parameter(type, context_);
  if (in_memory_wanted || shape.by_address) {
    std::uint64_t size = size_of(context_, type);
    return in_memory(stack_object(name, size, align_of(context_, type)), true);
  }
  result.kind = Lvalue::Kind::Variables;
  for (std::size_t i = 0; i < shape.leaves.size(); ++i) {
    std::string leaf = name + shape.paths[i];
    VarId id = new_variable(leaf, leaf, shape.leaves[i], range);
    procedure().locals.push_back(id);
    result.variables.push_back(id);
  }
  return result;
}

Lvalue FunctionLowering::local_place(const clang::VarDecl* variable) {
  auto known = locals_.find(variable);
  if (known != locals_.end()) return known->second;
  std::string name = variable->getNameAsString();
  Lvalue place;
  if (context_.getAsVariableArrayType(variable->getType()) != nullptr) {
    VarId address = new_variable(name + ".at", "&" + name, terms_.pointer(), range_, false);
    procedure().locals.push_back(address);
    place = in_memory(term(address), false);
  } else {
    bool in_memory_wanted = program_.discovery().address_taken(variable);
    clang::QualType type = variable->getType();
    if (program_.options().memory_checks && ends_unnoticed(variable))
      unless_opaque(open_choice(),
                    range_of(variable->getSourceRange()),
                    "end of an object in a block with labels");
    bool anew = ends_with_scope(variable)
                && (in_memory_wanted || program_.parameter(type, context_).by_address);
    if (anew) {
      VarId address = new_variable(name + ".at", "&" + name, terms_.pointer(), range_, true);
      procedure().locals.push_back(address);
      place = in_memory(term(address), true);
      made_anew_.insert(variable);
    } else {
      place = new_local(name, type, in_memory_wanted, range_of(variable->getSourceRange()));
    }
  }
  place.own = variable->hasLocalStorage() && !program_.discovery().observed(variable);
  locals_[variable] = place;
  return place;
}

void FunctionLowering::set_up_result() {
  const Parameter& result = signature_.result;
  if (result.by_address) {
    if (!result.type->isRecordType()) {
      // A scalar that is not covered: only a return statement would be an error.
      return;
    }
    VarId address = new_variable("return.at", "&return value", terms_.pointer(), range_, true);
    procedure().parameters.push_back(address);
    result_place_ = in_memory(term(address), true);
    return;
  }
  result_place_.kind = Lvalue::Kind::Variables;
  for (std::size_t i = 0; i < result.leaves.size(); ++i) {
    VarId id = new_variable(
        "return" + result.paths[i], "return value" + result.paths[i], result.leaves[i], range_);
    results_.push_back(id);
    procedure().returns.push_back(id);
  }
  result_place_.variables = results_;
}

void FunctionLowering::set_up_parameters(bool is_entry) {
  for (unsigned p = 0; p < signature_.parameters.size(); ++p) {
    const clang::ParmVarDecl* decl = decl_->getParamDecl(p);
    const Parameter& parameter = signature_.parameters[p];
    SourceRange where = range_of(decl->getSourceRange());
    std::string name = decl->getNameAsString();
    if (name.empty()) name = fmt::format("arg{}", p + 1);
    bool copied = !parameter.by_address && program_.discovery().address_taken(decl);
    bool hidden = copied || parameter.by_address;
    Lvalue place;
    place.kind = Lvalue::Kind::Variables;
    for (std::size_t i = 0; i < parameter.leaves.size(); ++i) {
      std::string leaf = name + parameter.paths[i];
      VarId id =
          new_variable(hidden ? leaf + ".in" : leaf, leaf, parameter.leaves[i], where, hidden);
      (is_entry ? procedure().locals : procedure().parameters).push_back(id);
      place.variables.push_back(id);
    }
    if (is_entry) give_entry_argument(p, parameter, place.variables, where);
    if (parameter.by_address) {
      place = in_memory(term(place.variables.front()), true);
    } else if (copied) {
      Value value = parameter.type->isRecordType() ? load_record(place, parameter.type)
                                                   : scalar_value(term(place.variables.front()));
      place = new_local(name, parameter.type, true, where);
      if (value.kind == Value::Kind::Leaves) {
        store_record(place, parameter.type, value, nullptr);
      } else {
        store(place, parameter.type, value.scalar, nullptr);
      }
    }
    locals_[decl] = place;
  }
  if (signature_.variadic) {
    variadic_ = new_variable("variadic", "...", terms_.pointer(), range_, true);
    (is_entry ? procedure().locals : procedure().parameters).push_back(variadic_);
  }
  for (const clang::ParmVarDecl* decl : decl_->parameters())
    evaluate_array_sizes(decl->getOriginalType());
}

void FunctionLowering::declare(const clang::DeclStmt* statement) {
  for (const clang::Decl* decl : statement->decls()) {
    if (const auto* variable = dyn_cast<clang::VarDecl>(decl)) {
      range_ = range_of(variable->getSourceRange());
      if (!variable->hasGlobalStorage()) declare_local(variable);
    } else if (const auto* alias = dyn_cast<clang::TypedefNameDecl>(decl)) {
      evaluate_array_sizes(alias->getUnderlyingType(), true);
    }
  }
}

void FunctionLowering::declare_local(const clang::VarDecl* variable) {
  begin_local(variable);
  if (variable->hasAttr<clang::CleanupAttr>()) clean_up_at_end(variable);
}

void FunctionLowering::begin_local(const clang::VarDecl* variable) {
  clang::QualType type = variable->getType();
  evaluate_array_sizes(type, true);
  Lvalue place = local_place(variable);
  bool variable_length = context_.getAsVariableArrayType(type) != nullptr;
  if (variable_length || made_anew_.contains(variable)) {
    ir::Alloc object;
    object.target = place.address.variable();
    object.size = variable_length ? dynamic_size(type) : terms_.size(size_of(context_, type));
    object.storage = ir::Storage::Stack;
    object.alignment = variable_length ? 16 : std::max(align_of(context_, type), 1U);
    object.region = program_.memory();
    object.name = variable->getNameAsString();
    cfg_.emit(std::move(object), range_);
  }
  if (place.kind == Lvalue::Kind::Memory && ends_with_scope(variable))
    scopes_.back().endings.push_back({place.address});
  if (variable_length) return;
  if (made_anew_.contains(variable) && !variable->hasInit()) return;
  if (variable->hasInit()) return initialise(variable, place);
  if (place.kind == Lvalue::Kind::Memory) {
    std::uint64_t size = size_of(context_, type);
    if (repeats_ && size > 0)
      cfg_.emit(ir::Forget{program_.memory(), place.address, terms_.size(size)}, range_);
  } else if (!place.variables.empty()) {
    cfg_.emit(
        ir::Havoc{place.variables, ir::Choice::Unknown, variable->getNameAsString(), {}, true},
        range_);
  }
}

void FunctionLowering::initialise(const clang::VarDecl* variable, const Lvalue& place) {
  clang::QualType type = variable->getType();
  const clang::Expr* initialiser = variable->getInit()->IgnoreParens();
  Settled parts(*this, initialiser);
  if (place.kind == Lvalue::Kind::Memory) return initialise_memory(place, type, initialiser);
  if (!type->isRecordType()) return scalar_into(initialiser, place.variables.at(0));
  if (!isa<clang::InitListExpr, clang::ImplicitValueInitExpr>(initialiser))
    return store_record(place, type, record_value(initialiser), initialiser);
  std::vector<Term> values = leaves_of_initialiser(type, initialiser);
  if (!values.empty()) cfg_.emit(ir::Assign{place.variables, std::move(values)}, range_);
}

/// The scalars of an initialiser of a split record, in order.
std::vector<Term> FunctionLowering::leaves_of_initialiser(clang::QualType type,
                                                          const clang::Expr* initialiser) {
  initialiser = initialiser->IgnoreParens();
  auto shape = record_leaves(context_, type);
  if (!shape) {
    Type leaf = *scalar_type(context_, type);
    if (isa<clang::ImplicitValueInitExpr>(initialiser)) return {terms_.constant(leaf, 0)};
    return {terms_.convert(leaf, scalar(initialiser))};
  }
  if (isa<clang::ImplicitValueInitExpr>(initialiser)) {
    std::vector<Term> zeros;
    for (const Leaf& leaf : *shape)
      zeros.push_back(terms_.constant(leaf.type, 0));
    return zeros;
  }
  const auto* list = dyn_cast<clang::InitListExpr>(initialiser);
  if (list == nullptr) return leaves(record_value(initialiser), type, initialiser);
  if (!list->isSemanticForm()) list = list->getSemanticForm();
  std::vector<Term> result;
  unsigned next = 0;
  for (const clang::FieldDecl* field :
       type->getAs<clang::RecordType>()->getDecl()->getDefinition()->fields()) {
    const clang::Expr* element = list->getInit(next++);
    std::vector<Term> part = leaves_of_initialiser(field->getType(), element);
    for (Term t : part) {
      // Later parts may have side effects on what this one reads.
      bool more = next < list->getNumInits() && list->HasSideEffects(context_);
      result.push_back(more ? saved_if_open(t) : t);
    }
  }
  return result;
}

void FunctionLowering::initialise_memory(const Lvalue& place,
                                         clang::QualType type,
                                         const clang::Expr* initialiser) {
  initialiser = initialiser->IgnoreParens();
  bool aggregate =
      isa<clang::InitListExpr, clang::ImplicitValueInitExpr, clang::StringLiteral>(initialiser)
      && (type->isRecordType() || type->isArrayType());
  if (!aggregate) {
    if (type->isRecordType())
      return store_record(place, type, record_value(initialiser), initialiser);
    return store(place, type, scalar(initialiser), initialiser);
  }
  const auto* list = dyn_cast<clang::InitListExpr>(initialiser);
  if (list != nullptr && shares_values_in_part(list, context_))
    unsupported(initialiser, "range of elements that are not initialised as a whole");
  TermManager& manager = terms_.manager();
  std::uint64_t size = size_of(context_, type);
  if (size == 0) return;
  std::uint64_t written = 0;
  std::uint64_t stores = count_stores(type, initialiser, written);
  Term length = terms_.size(size);
  Term memory = program_.memory_term();
  if (stores > most_stores) {
    if (auto object =
            program_.constant_object(procedure().name + ".initial", type, initialiser, context_)) {
      memory = manager.mem_copy(memory, place.address, memory, program_.address(*object), length);
      return assign(program_.memory(), memory, range_);
    }
  }
  bool zeroed = written < size;
  if (zeroed)
    memory =
        manager.mem_set(memory, place.address, terms_.constant(Type::machine(8, false), 0), length);
  store_elements(place.address, type, initialiser, zeroed, memory);
  flush(memory);
}

std::uint64_t FunctionLowering::count_stores(clang::QualType type,
                                             const clang::Expr* initialiser,
                                             std::uint64_t& written) {
  initialiser = initialiser->IgnoreParens();
  if (isa<clang::ImplicitValueInitExpr>(initialiser)) return 0;
  const auto* list = dyn_cast<clang::InitListExpr>(initialiser);
  if (list != nullptr && list->isStringLiteralInit())
    return count_stores(type, list->getInit(0), written);
  if (const auto* text = dyn_cast<clang::StringLiteral>(initialiser); text && type->isArrayType()) {
    std::uint64_t bytes = std::min<std::uint64_t>(size_of(context_, type), text->getByteLength());
    written += bytes;
    return bytes;
  }
  if (list == nullptr || scalar_type(context_, type)) {
    written += size_of(context_, type);
    return 1;
  }
  if (!list->isSemanticForm()) list = list->getSemanticForm();
  std::uint64_t count = 0;
  if (const clang::ArrayType* array = context_.getAsArrayType(type)) {
    for (const clang::Expr* element : list->inits())
      count += count_stores(array->getElementType(), element, written);
    return count;
  }
  std::uint64_t ignored = 0;
  for_each_field(type, list, [&](const clang::FieldDecl* field, const clang::Expr* element) {
    count += count_stores(field->getType(), element, field->isBitField() ? ignored : written);
  });
  return count;
}

void FunctionLowering::for_each_field(
    clang::QualType type,
    const clang::InitListExpr* list,
    const std::function<void(const clang::FieldDecl*, const clang::Expr*)>& visit) {
  const clang::RecordDecl* record = type->getAs<clang::RecordType>()->getDecl()->getDefinition();
  unsigned next = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (record->isUnion() && field != list->getInitializedFieldInUnion()) continue;
    if (field->isUnnamedBitField()) continue;
    if (next >= list->getNumInits()) return;
    visit(field, list->getInit(next++));
  }
}

/// Writes what was collected, so that what is evaluated next sees it.
void FunctionLowering::flush(Term& memory) {
  if (memory == program_.memory_term()) return;
  assign(program_.memory(), memory, range_);
  memory = program_.memory_term();
}

void FunctionLowering::store_elements(
    Term address, clang::QualType type, const clang::Expr* initialiser, bool zeroed, Term& memory) {
  initialiser = initialiser->IgnoreParens();
  if (isa<clang::ImplicitValueInitExpr>(initialiser)) return;
  const auto* list = dyn_cast<clang::InitListExpr>(initialiser);
  if (list != nullptr && !list->isSemanticForm()) list = list->getSemanticForm();
  const clang::ArrayType* array = context_.getAsArrayType(type);
  if (array != nullptr && list != nullptr && list->isStringLiteralInit())
    return store_elements(address, type, list->getInit(0), zeroed, memory);
  if (const auto* text = dyn_cast<clang::StringLiteral>(initialiser); text && array)
    return store_text(address, type, text, memory);
  if (list != nullptr && array != nullptr) {
    std::uint64_t step = size_of(context_, array->getElementType());
    std::uint64_t count = step == 0 ? 0 : size_of(context_, type) / step;
    const clang::Expr* previous = nullptr;
    Term first; // where the value of `previous` went
    for (std::uint64_t i = 0; i < count; ++i) {
      const clang::Expr* element = i < list->getNumInits() ? list->getInit(static_cast<unsigned>(i))
                                                           : list->getArrayFiller();
      if (element == nullptr) break;
      Term at = terms_.pointer_add(address, i * step);
      if (element == previous && element->HasSideEffects(context_)) {
        // A range: evaluated once.
        flush(memory);
        memory = terms_.manager().mem_copy(memory, at, memory, first, terms_.size(step));
        flush(memory);
        continue;
      }
      previous = element;
      first = at;
      store_elements(at, array->getElementType(), element, zeroed, memory);
    }
    return;
  }
  if (list != nullptr && type->isRecordType()) {
    for_each_field(type, list, [&](const clang::FieldDecl* field, const clang::Expr* element) {
      Lvalue part = member_of(in_memory(address, true), field, range_of(element));
      if (!part.bits)
        return store_elements(part.address, field->getType(), element, zeroed, memory);
      flush(memory);
      store(part, field->getType(), scalar(element), element);
    });
    return;
  }
  if (type->isRecordType()) {
    flush(memory);
    return store_record(in_memory(address, true), type, record_value(initialiser), initialiser);
  }
  if (!is_simple(initialiser) || is_long_chain(memory)) flush(memory);
  auto leaf = scalar_type(context_, type);
  if (!leaf) unsupported(initialiser, describe_unsupported(type));
  Term value = terms_.convert(stored_type(*leaf), scalar(initialiser));
  if (zeroed && value.is_constant() && value.value() == 0) return;
  memory = terms_.manager().store(memory, address, value);
}

void FunctionLowering::store_text(Term address,
                                  clang::QualType type,
                                  const clang::StringLiteral* text,
                                  Term& memory) {
  std::uint64_t step = size_of(context_, context_.getAsArrayType(type)->getElementType());
  std::uint64_t count = std::min<std::uint64_t>(size_of(context_, type) / step, text->getLength());
  Type unit = Type::machine(static_cast<unsigned>(step * 8), true);
  for (std::uint64_t i = 0; i < count; ++i) {
    Term value = terms_.constant(unit, text->getCodeUnit(static_cast<unsigned>(i)));
    memory = terms_.manager().store(memory, terms_.pointer_add(address, i * step), value);
  }
}

Lvalue FunctionLowering::literal_place(const clang::CompoundLiteralExpr* literal) {
  if (literal->isFileScope())
    return in_memory(program_.address(program_.literal_object(literal, context_)), true);
  auto known = compound_literals_.find(literal);
  if (known == compound_literals_.end()) {
    clang::QualType type = literal->getType();
    Term object = stack_object("literal", size_of(context_, type), align_of(context_, type));
    known = compound_literals_.emplace(literal, in_memory(object, true)).first;
    const auto& ending = tree_.literals(scopes_.back().block);
    if (program_.options().memory_checks && scopes_.size() > 1
        && std::ranges::find(ending, literal) != ending.end())
      unless_opaque(open_choice(),
                    range_of(literal->getSourceRange()),
                    "end of an object in a block with labels");
  }
  Lvalue place = known->second;
  initialise_memory(place, literal->getType(), literal->getInitializer());
  return place;
}

} // namespace kleene::frontend::c
