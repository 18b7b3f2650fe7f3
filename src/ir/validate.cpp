// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/validate.h"

#include <fmt/core.h>

#include <algorithm>

#include "text_location.h"
#include "validate_statement.h"

namespace kleene::ir {
namespace {

bool whole_bytes(Type type) {
  return type.is_machine() && type.width() % 8 == 0;
}

bool scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

class Validator {
public:
  explicit Validator(const Program& program) : program_(program) {}

  std::vector<std::string> run() {
    program();
    threads();
    variables();
    for (const Object& object : program_.objects)
      check(object);
    overlaps();
    for (std::size_t i = 0; i < program_.procedures.size(); ++i)
      procedure(ProcId(i));
    return std::move(complaints_);
  }

private:
  template <class... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) {
    complaints_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void unique(std::set<std::string>& names, std::string_view what, const std::string& name) {
    if (name.empty())
      complain("{} has no name", what);
    else if (!names.insert(name).second)
      complain("{} {} is not the only one of that name", what, name);
  }

  void range(const SourceRange& range, const std::string& where) {
    if (range.file.valid() && range.file.index() >= program_.files.size())
      complain("{}: the source range names a file that is not registered", where);
  }

  void program() {
    unsigned width = program_.pointer_width;
    if (width == 0 || width > 64 || width % 8 != 0)
      complain("the pointer width should be 8, 16, …, 64 bits, not {}", width);
    else if (!fits(program_.pointer_type(), program_.first_free_address))
      complain("the first free address does not fit into a pointer");
    if (program_.entry.index() >= program_.procedures.size())
      complain("there is no entry procedure");
    std::set<std::string> procedures;
    for (const Procedure& p : program_.procedures)
      unique(procedures, "procedure", p.name);
    std::set<std::string> objects;
    for (const Object& o : program_.objects)
      unique(objects, "object", o.name);
  }

  void threads() {
    for (ProcId p : program_.threads)
      if (p.index() >= program_.procedures.size())
        complain("there is a thread that does not exist");
      else if (!program_.procedure(p).parameters.empty())
        complain("the thread {} should have no parameters", program_.procedure(p).name);
    VarId flag = program_.atomic;
    if (flag.valid()
        && (flag.index() >= program_.variables.size() || program_.variable(flag).owner.valid()
            || !program_.variable(flag).type.is_bool()))
      complain("the flag of atomic sections should be a global bool");
  }

  // Variables

  void variables() {
    std::set<std::string> names;
    for (const Variable& v : program_.variables) {
      unique(names, "variable", v.name);
      check(v);
    }
    ownership();
    bool table = program_.allocation.valid();
    if (table
        && (program_.allocation.index() >= program_.variables.size()
            || program_.variable(program_.allocation).type != Type::allocation()))
      complain("the allocation table of the program should be a variable of type allocation");
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      if (program_.variables[i].type == Type::allocation() && program_.allocation != VarId(i))
        complain("variable {} has type allocation, but is not the allocation table of the program",
                 program_.variables[i].name);
    }
  }

  void check(const Variable& v) {
    std::string where = fmt::format("variable {}", v.name);
    range(v.range, where);
    if (v.type.is_machine() && (v.type.width() < 1 || v.type.width() > 64))
      complain("{} should have 1 to 64 bits, not {}", where, v.type.width());
    if (v.owner.valid() && !scalar(v.type))
      complain("{} has type {}, which is for globals only", where, to_string(v.type));
    if (v.cell && !v.type.is_memory()) complain("{} has a cell type but is no memory", where);
    if (v.cell && !whole_bytes(*v.cell))
      complain("{}: the cell type should be a machine integer of whole bytes", where);
    if (v.heap_offset && (v.owner.valid() || !whole_bytes(v.type)))
      complain("{}: a part of a heap object should be a global machine integer of whole bytes",
               where);
    if (!v.initial) return;
    if (v.owner.valid()) complain("{} has an initial value but is no global", where);
    if (v.initial->null() || (v.initial->op() != Op::Constant && v.initial->op() != Op::Address)) {
      complain("{}: the initial value should be a constant or an address", where);
      return;
    }
    if (v.initial->type() != v.type)
      complain("{}: the initial value has type {} instead of {}",
               where,
               to_string(v.initial->type()),
               to_string(v.type));
    if (v.initial->op() == Op::Address && v.initial->object().index() >= program_.objects.size())
      complain("{}: the initial value is the address of no object", where);
  }

  /// Every variable is listed exactly once, by its owner.
  void ownership() {
    std::vector<unsigned> listed(program_.variables.size(), 0);
    auto list = [&](const std::vector<VarId>& ids, ProcId owner, const std::string& where) {
      for (VarId id : ids) {
        if (id.index() >= listed.size()) {
          complain("{} lists a variable that does not exist", where);
          continue;
        }
        if (program_.variable(id).owner != owner)
          complain("{} lists the variable {} of another owner", where, program_.variable(id).name);
        ++listed[id.index()];
      }
    };
    list(program_.globals, ProcId(), "the program");
    for (std::size_t i = 0; i < program_.procedures.size(); ++i) {
      const Procedure& p = program_.procedures[i];
      std::string where = fmt::format("procedure {}", p.name);
      list(p.parameters, ProcId(i), where);
      list(p.returns, ProcId(i), where);
      list(p.locals, ProcId(i), where);
    }
    for (std::size_t i = 0; i < listed.size(); ++i) {
      const Variable& v = program_.variables[i];
      if (v.owner.valid() && v.owner.index() >= program_.procedures.size())
        complain("variable {} belongs to a procedure that does not exist", v.name);
      else if (listed[i] != 1)
        complain("variable {} should be listed once by its owner, not {} times", v.name, listed[i]);
    }
  }

  // Objects

  void check(const Object& o) {
    std::string where = fmt::format("object {}", o.name);
    range(o.range, where);
    if (o.address == 0) complain("{} contains address 0", where);
    if (o.address > program_.first_free_address || o.size > program_.first_free_address - o.address)
      complain("{} reaches beyond the first free address", where);
    if (o.kind == ObjectKind::Data)
      check_data(o, where);
    else
      check_function(o, where);
  }

  void check_function(const Object& o, const std::string& where) {
    if (o.region.valid() || o.read_only || !o.bytes.empty() || !o.pointers.empty())
      complain("{} is a function but has contents", where);
    if (o.procedure.valid() && o.procedure.index() >= program_.procedures.size())
      complain("{} has a body that does not exist", where);
  }

  void check_data(const Object& o, const std::string& where) {
    if (o.procedure.valid()) complain("{} is no function but has a body", where);
    if (o.region.index() >= program_.variables.size()
        || !program_.variable(o.region).type.is_memory())
      complain("{} is in no region", where);
    if (o.bytes.size() > o.size)
      complain("{} has {} bytes of contents but the size {}", where, o.bytes.size(), o.size);
    for (const Object::Pointer& p : o.pointers)
      pointer(o, p, where);
  }

  /// A pointer lies in the object, and the bytes there are the address it means.
  void pointer(const Object& o, const Object::Pointer& p, const std::string& where) {
    std::size_t width = program_.pointer_width / 8;
    if (width > 8) return;
    if (p.object.index() >= program_.objects.size()) {
      complain("{} points to an object that does not exist", where);
      return;
    }
    if (p.offset > o.size || o.size - p.offset < width) {
      complain("{} has no room for a pointer at offset {}", where, p.offset);
      return;
    }
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < width; ++i) {
      std::uint64_t byte =
          p.offset + i < o.bytes.size() ? static_cast<unsigned char>(o.bytes[p.offset + i]) : 0;
      number |= byte << (8 * i);
    }
    std::uint64_t meant = program_.object(p.object).address + static_cast<std::uint64_t>(p.addend);
    if (width < 8) meant &= (std::uint64_t(1) << (8 * width)) - 1;
    if (number != meant)
      complain("{}: the bytes at offset {} are not the address {:#x} that they should be",
               where,
               p.offset,
               meant);
  }

  /// An object without size still has its own address.
  void overlaps() {
    std::vector<const Object*> order;
    for (const Object& o : program_.objects)
      order.push_back(&o);
    std::ranges::sort(order, {}, &Object::address);
    for (std::size_t i = 1; i < order.size(); ++i) {
      std::uint64_t size = std::max<std::uint64_t>(order[i - 1]->size, 1);
      if (order[i]->address - order[i - 1]->address < size)
        complain("the objects {} and {} overlap", order[i - 1]->name, order[i]->name);
    }
  }

  // Procedures

  void procedure(ProcId id) {
    const Procedure& p = program_.procedure(id);
    std::string where = fmt::format("procedure {}", p.name);
    range(p.range, where);
    if (p.entry.index() >= p.locations.size()) complain("{} has no entry", where);
    if (p.exit.index() >= p.locations.size()) complain("{} has no exit", where);
    std::set<std::string> names;
    for (std::size_t i = 0; i < p.locations.size(); ++i)
      location(p, LocId(i), names, where);
    for (const Edge& e : p.edges)
      edge(id, e);
  }

  void
  location(const Procedure& p, LocId id, std::set<std::string>& names, const std::string& where) {
    const Location& l = p.locations[id.index()];
    std::string name = location_name(p, id);
    unique(names, fmt::format("{}: location", where), name);
    if (made_up_index(name, p.locations.size()).value_or(id.index()) != id.index())
      complain("{}: location {} has the name that belongs to another index", where, name);
    for (const std::string& label : l.labels) {
      if (label.empty()) complain("{}: location {} has an empty label", where, name);
    }
    if (l.target && l.target->kind == TargetKind::Call && l.target->function.empty())
      complain("{}: the target at {} is the call of no function", where, name);
    if (l.target && l.target->kind == TargetKind::Opaque && l.target->function.empty())
      complain("{}: the opaque place at {} does not say what is there", where, name);
    if (l.target && l.target->kind == TargetKind::Check && l.target->function.empty())
      complain("{}: the check at {} does not say what is wrong", where, name);
  }

  void edge(ProcId id, const Edge& e) {
    const Procedure& p = program_.procedure(id);
    std::string where = fmt::format(
        "procedure {}, edge {} -> {}", p.name, location_name(p, e.from), location_name(p, e.to));
    range(e.range, where);
    if (e.from.index() >= p.locations.size() || e.to.index() >= p.locations.size())
      complain("{}: the edge should join locations of the procedure", where);
    else if (e.from == p.exit)
      complain("{}: no edge should leave the exit", where);
    for (const std::string& complaint : validate_statement(e.statement, program_, id))
      complaints_.push_back(fmt::format("{}: {}", where, complaint));
  }

  const Program& program_;
  std::vector<std::string> complaints_;
};

} // namespace

std::vector<std::string> validate(const Program& program) {
  return Validator(program).run();
}

} // namespace kleene::ir
