// SPDX-License-Identifier: Apache-2.0
// Volatile accesses at addresses that the program makes of numbers: a device may lie there.
#include <clang/AST/Expr.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

bool FunctionLowering::may_be_device(const Place& place, clang::QualType type) {
  return program_.options().volatile_changes && type.isVolatileQualified()
         && place.kind == Place::Kind::Memory && !place.direct
         && program_.discovery().makes_pointers();
}

/// Does `access` where the place lies in an object. Where it does not, nobody knows whether there is a
/// device; if not, the execution ends as at every invalid access.
void FunctionLowering::access_device(const Place& place,
                                     std::uint64_t size,
                                     bool write,
                                     SourceRange where,
                                     const std::function<void()>& access) {
  program_.program().add_assumption("devices",
                                    "a volatile access where no object lies is one of a device: "
                                    "what is read there is any value, and "
                                    "writing there changes no object");
  TermManager& manager = terms_.manager();
  Term allocation = program_.allocation_term();
  Term length = terms_.size(size);
  Term in_object = write ? manager.writable(allocation, place.address, length)
                         : manager.valid(allocation, place.address, length);
  ir::LocId object = cfg_.fresh();
  ir::LocId device = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.guard(in_object, object, where);
  cfg_.guard(terms_.negate(in_object), device, where);
  cfg_.move_to(object);
  access();
  cfg_.jump(after, where);
  cfg_.move_to(device);
  VarId exists = temporary(Type::boolean());
  cfg_.emit(ir::Havoc{{exists}, ir::Choice::Unknown, "device", {}}, where);
  assume(manager.conj(terms_.truth(place.address), term(exists)),
         ir::AssumeKind::InvalidDereference,
         where);
  cfg_.jump(after, where);
  cfg_.move_to(after);
}

Term FunctionLowering::load_device(const Place& place, Type type, SourceRange where) {
  std::uint64_t size = place.bits ? place.bits->unit.bytes() : stored_type(type).bytes();
  VarId read = temporary(type);
  cfg_.emit(ir::Havoc{{read}, ir::Choice::Unknown, "volatile", {}}, where);
  access_device(place, size, false, where, [&] {
    if (type.width() >= terms_.pointer().width())
      assign(read, volatile_value(loaded(place, type), where), where);
  });
  return term(read);
}

void FunctionLowering::store_device(const Place& place, Type type, Term value, SourceRange where) {
  std::uint64_t size = place.bits ? place.bits->unit.bytes() : stored_type(type).bytes();
  access_device(place, size, true, where, [&] {
    assign(program_.memory(), stored_memory(place, type, terms_.convert(type, value)), where);
  });
}

} // namespace kleene::frontend::c
