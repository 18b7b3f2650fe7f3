// SPDX-License-Identifier: Apache-2.0
// Accesses at addresses that the program makes of numbers: a device may lie there.
#include "kleene/ir/environment.h"

#include <clang/AST/Expr.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

namespace {

/// From an address that the program names.
constexpr std::uint64_t device_bytes = 4096;

} // namespace

bool FunctionLowering::may_be_device(const Lvalue& place, clang::QualType type) {
  const Options& options = program_.options();
  if (place.kind != Lvalue::Kind::Memory || place.direct) return false;
  if (options.devices && !program_.discovery().devices().empty()) return true;
  return options.volatile_changes && type.isVolatileQualified()
         && program_.discovery().makes_pointers();
}

/// Is the address one that the program makes of a constant?
Term FunctionLowering::is_device(const Lvalue& place, std::uint64_t size, bool is_volatile) {
  const Options& options = program_.options();
  TermManager& manager = terms_.manager();
  std::vector<Term> cases;
  if (!options.devices && !(is_volatile && options.volatile_changes)) return manager.truth(false);
  for (std::uint64_t first : program_.discovery().devices()) {
    Term last = terms_.size(first + (device_bytes - size));
    cases.push_back(manager.conj(terms_.compare(Op::Le, terms_.size(first), place.address),
                                 terms_.compare(Op::Le, place.address, last)));
  }
  return manager.disj(std::move(cases));
}

/// What a device gives. The recorded value of a wide one says first whether it is what the program wrote: never, here.
Term FunctionLowering::device_value(Type type, SourceRange where) {
  if (type.width() >= terms_.pointer().width()) {
    VarId kept = temporary(Type::boolean());
    cfg_.emit(ir::Havoc{{kept}, ir::Choice::Input, std::string(ir::volatile_kept), {}}, where);
    assume(terms_.negate(term(kept)), ir::AssumeKind::Assumption, where);
  }
  VarId read = temporary(type);
  cfg_.emit(ir::Havoc{{read}, ir::Choice::Input, std::string(ir::volatile_read), {}}, where);
  return term(read);
}

/// Does `object` where the place lies in an object, and `device` where the program says that there is a device. Elsewhere nobody
/// knows whether there is one; if not, the execution ends as at every invalid access.
void FunctionLowering::access_device(const DeviceAccess& access,
                                     const std::function<void()>& object,
                                     const std::function<void()>& device) {
  program_.program().add_assumption(
      "devices",
      "where the program makes a pointer of a constant, a device lies in the 4096 bytes from "
      "there, and no object: reads give any "
      "value, writes change no object");
  SourceRange where = access.where;
  TermManager& manager = terms_.manager();
  Term known = is_device(access.place, access.size, access.is_volatile);
  if (known.is_true()) return device();
  ir::LocId after = cfg_.fresh();
  auto branch = [&](Term condition, const std::function<void()>& action) {
    ir::LocId here = cfg_.fresh();
    ir::LocId other = cfg_.fresh();
    cfg_.guard(condition, here, where);
    cfg_.guard(terms_.negate(condition), other, where);
    cfg_.move_to(here);
    action();
    cfg_.jump(after, where);
    cfg_.move_to(other);
  };
  if (!known.is_false()) branch(known, device);
  if (access.is_volatile && program_.discovery().makes_open_pointers()) {
    Term allocation = program_.allocation_term();
    Term length = terms_.size(access.size);
    branch(access.write ? manager.writable(allocation, access.place.address, length)
                        : manager.valid(allocation, access.place.address, length),
           object);
    VarId exists = temporary(Type::boolean());
    cfg_.emit(ir::Havoc{{exists}, ir::Choice::Unknown, "device", {}}, where);
    assume(manager.conj(terms_.truth(access.place.address), term(exists)),
           ir::AssumeKind::InvalidDereference,
           where);
    device();
  } else {
    check_range(access.place.address, terms_.size(access.size), access.write, where);
    object();
  }
  cfg_.jump(after, where);
  cfg_.move_to(after);
}

Term FunctionLowering::load_device(const Lvalue& place,
                                   clang::QualType written,
                                   Type type,
                                   SourceRange where) {
  std::uint64_t size = place.bits ? place.bits->unit.bytes() : stored_type(type).bytes();
  VarId read = temporary(type);
  bool changes = changes_by_itself(place, written);
  access_device(
      {place, size, written.isVolatileQualified(), false, where},
      [&] {
        Term stored = loaded(place, type);
        assign(read, changes ? volatile_value(place, written, stored, where) : stored, where);
      },
      [&] {
        if (place.bits)
          cfg_.emit(ir::Havoc{{read}, ir::Choice::Unknown, "volatile", {}}, where);
        else
          assign(read, device_value(type, where), where);
      });
  return term(read);
}

void FunctionLowering::store_device(
    const Lvalue& place, clang::QualType written, Type type, Term value, SourceRange where) {
  std::uint64_t size = place.bits ? place.bits->unit.bytes() : stored_type(type).bytes();
  access_device(
      {place, size, written.isVolatileQualified(), true, where},
      [&] {
        assign(program_.memory(), stored_memory(place, type, terms_.convert(type, value)), where);
      },
      [] {});
}

} // namespace kleene::frontend::c
