// SPDX-License-Identifier: Apache-2.0
// Builds small programs with memory, one statement per edge in a straight line.
#pragma once
#include "kleene/ir/program.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kleene::ir {

class MemoryProgram {
public:
  static constexpr Type pointer = Type::machine(64, false);
  static constexpr Type i32 = Type::machine(32, true);
  static constexpr Type u8 = Type::machine(8, false);

  MemoryProgram() {
    memory = program.add_variable({.name = "mem", .type = Type::memory()});
    program.allocation = program.add_variable({.name = "allocation", .type = Type::allocation()});
    procedure("main");
    program.entry = ProcId(0);
  }

  /// Later statements go into this new procedure.
  ProcId procedure(const std::string& name) {
    Procedure p;
    p.name = name;
    p.entry = p.add_location();
    p.exit = p.entry;
    current_ = program.add_procedure(std::move(p));
    return current_;
  }

  /// Later statements go on at the end of this procedure.
  void resume(ProcId id) { current_ = id; }
  ProcId current() const { return current_; }

  void add(Statement statement) {
    Procedure& p = program.procedure(current_);
    LocId next = p.add_location();
    p.add_edge(p.exit, next, std::move(statement));
    p.exit = next;
  }

  VarId variable(const std::string& name, Type type = pointer) {
    VarId id = program.add_variable({.name = name, .type = type, .owner = current_});
    program.procedure(current_).locals.push_back(id);
    return id;
  }
  VarId parameter(const std::string& name) {
    VarId id = program.add_variable({.name = name, .type = pointer, .owner = current_});
    program.procedure(current_).parameters.push_back(id);
    return id;
  }

  VarId result(const std::string& name) {
    VarId id = program.add_variable({.name = name, .type = pointer, .owner = current_});
    program.procedure(current_).returns.push_back(id);
    return id;
  }

  ObjectId object(const std::string& name, std::uint64_t size = 16) {
    ObjectId id = program.add_object(
        {.name = name, .address = next_address_, .size = size, .region = memory});
    next_address_ += (size + 31) / 16 * 16;
    return id;
  }

  /// The initial contents of `object` at `offset` are the address `addend` bytes into `to`.
  void point(ObjectId object, std::uint64_t offset, ObjectId to, std::int64_t addend = 0) {
    Object& o = program.objects[object.index()];
    o.pointers.push_back({offset, to, addend});
    put(object, offset, program.object(to).address + static_cast<std::uint64_t>(addend));
  }
  /// The initial contents of `object` at `offset` are the eight bytes of `value`.
  void put(ObjectId object, std::uint64_t offset, std::uint64_t value) {
    Object& o = program.objects[object.index()];
    o.bytes.resize(std::max<std::size_t>(o.bytes.size(), offset + 8));
    for (unsigned b = 0; b < 8; ++b)
      o.bytes[offset + b] = static_cast<char>(value >> (8 * b));
  }

  Term number(Integer value, Type type = pointer) { return program.terms->constant(type, value); }
  Term at(ObjectId object, Integer offset = 0) {
    Term address = program.terms->address(object, pointer);
    return offset == 0 ? address : plus(address, number(offset));
  }
  Term plus(Term address, Term offset) {
    return program.terms->binary(Op::PtrAdd, address, offset);
  }
  /// The address of element `index` of an array of elements of `size` bytes.
  Term element(Term array, Term index, Integer size) {
    return plus(array, program.terms->binary(Op::Mul, index, number(size)));
  }
  Term load(Term address, Type type = pointer) {
    return program.terms->load(type, program.var(memory), address);
  }

  void assign(VarId target, Term value) { add(Assign{{target}, {value}}); }
  void store(Term address, Term value) {
    add(Assign{{memory}, {program.terms->store(program.var(memory), address, value)}});
  }
  void copy(Term to, Term from, Term length) {
    Term m = program.var(memory);
    add(Assign{{memory}, {program.terms->mem_copy(m, to, m, from, length)}});
  }
  void allocate(VarId target, Term size, const std::string& name = "malloc") {
    add(Alloc{.target = target, .size = size, .region = memory, .name = name});
  }

  Program program;
  VarId memory;

private:
  ProcId current_;
  std::uint64_t next_address_ = 0x1000;
};

} // namespace kleene::ir
