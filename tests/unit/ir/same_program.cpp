// SPDX-License-Identifier: Apache-2.0
#include "same_program.h"

#include <algorithm>

namespace kleene::ir {
namespace {

class Comparison {
public:
  Comparison(const Program& a, const Program& b) : a_(a), b_(b) {}

  std::string run() {
    header();
    for (std::size_t i = 0; i < std::min(a_.variables.size(), b_.variables.size()); ++i)
      variable(a_.variables[i]);
    same(a_.objects.size(), b_.objects.size(), "number of objects");
    for (std::size_t i = 0; i < std::min(a_.objects.size(), b_.objects.size()); ++i)
      object(a_.objects[i], b_.objects[i]);
    same(a_.procedures.size(), b_.procedures.size(), "number of procedures");
    for (std::size_t i = 0; i < std::min(a_.procedures.size(), b_.procedures.size()); ++i)
      procedure(a_.procedures[i], b_.procedures[i]);
    return result_;
  }

private:
  template <class T>
  void same(const T& x, const T& y, const std::string& what) {
    if (!(x == y) && result_.empty()) result_ = what;
  }

  void header() {
    same(a_.pointer_width, b_.pointer_width, "pointer width");
    same(a_.first_free_address, b_.first_free_address, "first free address");
    same(a_.missing_bodies, b_.missing_bodies, "missing bodies");
    same(a_.assumptions.size(), b_.assumptions.size(), "number of assumptions");
    same(a_.assumptions == b_.assumptions, true, "assumptions");
    same(a_.entry, b_.entry, "entry");
    same(a_.files.size(), b_.files.size(), "number of files");
    for (std::size_t i = 0; i < std::min(a_.files.size(), b_.files.size()); ++i)
      same(a_.files.name(FileId(i)), b_.files.name(FileId(i)), "name of a file");
    same(name(a_, a_.allocation), name(b_, b_.allocation), "allocation table");
    names(a_.globals, b_.globals, "globals");
    same(a_.variables.size(), b_.variables.size(), "number of variables");
  }

  static std::string name(const Program& p, VarId id) {
    return id.valid() ? p.variable(id).name : "none";
  }

  void names(const std::vector<VarId>& x, const std::vector<VarId>& y, const std::string& what) {
    same(x.size(), y.size(), what);
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
      same(name(a_, x[i]), name(b_, y[i]), what);
  }

  void variable(const Variable& x) {
    std::optional<VarId> id = b_.find_variable(x.name);
    if (!id) return same(true, false, "missing variable " + x.name);
    const Variable& y = b_.variable(*id);
    same(x.display, y.display, "display of " + x.name);
    same(x.type, y.type, "type of " + x.name);
    same(x.owner, y.owner, "owner of " + x.name);
    same(x.cell, y.cell, "cell of " + x.name);
    same(x.temporary, y.temporary, "temporary " + x.name);
    same(x.range, y.range, "range of " + x.name);
    same(x.initial.has_value(), y.initial.has_value(), "initial value of " + x.name);
    if (x.initial && y.initial) term(*x.initial, *y.initial, "initial value of " + x.name);
  }

  void object(const Object& x, const Object& y) {
    same(x.name, y.name, "name of an object");
    same(x.kind, y.kind, "kind of " + x.name);
    same(x.address, y.address, "address of " + x.name);
    same(x.size, y.size, "size of " + x.name);
    same(name(a_, x.region), name(b_, y.region), "region of " + x.name);
    same(x.read_only, y.read_only, "read-only " + x.name);
    same(x.bytes, y.bytes, "bytes of " + x.name);
    same(x.procedure, y.procedure, "body of " + x.name);
    same(x.range, y.range, "range of " + x.name);
    same(x.pointers.size(), y.pointers.size(), "pointers of " + x.name);
    for (std::size_t i = 0; i < std::min(x.pointers.size(), y.pointers.size()); ++i) {
      same(x.pointers[i].offset, y.pointers[i].offset, "pointer in " + x.name);
      same(x.pointers[i].object, y.pointers[i].object, "pointer in " + x.name);
      same(x.pointers[i].addend, y.pointers[i].addend, "pointer in " + x.name);
    }
  }

  void procedure(const Procedure& x, const Procedure& y) {
    where_ = "in " + x.name + ": ";
    same(x.name, y.name, "name of a procedure");
    same(x.library, y.library, where_ + "library");
    same(x.unknown, y.unknown, where_ + "unknown");
    same(x.range, y.range, where_ + "range");
    names(x.parameters, y.parameters, where_ + "parameters");
    names(x.returns, y.returns, where_ + "returns");
    names(x.locals, y.locals, where_ + "locals");
    same(x.locations.size(), y.locations.size(), where_ + "number of locations");
    same(x.edges.size(), y.edges.size(), where_ + "number of edges");
    if (!result_.empty()) return;
    for (std::size_t i = 0; i < x.locations.size(); ++i)
      location(x.locations[i], y.locations[i]);
    same(x.entry, y.entry, where_ + "entry");
    same(x.exit, y.exit, where_ + "exit");
    for (std::size_t i = 0; i < x.edges.size(); ++i)
      edge(x.edges[i], y.edges[i], i);
  }

  void location(const Location& x, const Location& y) {
    same(x.name, y.name, where_ + "name of a location");
    same(x.labels, y.labels, where_ + "labels");
    same(x.target.has_value(), y.target.has_value(), where_ + "target");
    if (!x.target || !y.target) return;
    same(x.target->kind, y.target->kind, where_ + "kind of target");
    same(x.target->function, y.target->function, where_ + "function of target");
  }

  void edge(const Edge& x, const Edge& y, std::size_t index) {
    std::string what = where_ + "edge " + std::to_string(index);
    same(x.from, y.from, what + " from");
    same(x.to, y.to, what + " to");
    same(x.range, y.range, what + " range");
    same(x.statement.index(), y.statement.index(), what + " kind");
    if (!result_.empty()) return;
    names(written_variables(x.statement), written_variables(y.statement), what + " writes");
    terms(evaluated_terms(x.statement), evaluated_terms(y.statement), what + " terms");
    std::visit(
        [&](const auto& s) { details(s, std::get<std::decay_t<decltype(s)>>(y.statement), what); },
        x.statement);
  }

  /// What is neither written nor evaluated.
  template <class S>
  void details(const S&, const S&, const std::string&) {}
  void details(const Assume& x, const Assume& y, const std::string& what) {
    same(x.kind, y.kind, what + " kind");
  }
  void details(const Havoc& x, const Havoc& y, const std::string& what) {
    same(x.choice, y.choice, what + " choice");
    same(x.origin, y.origin, what + " origin");
  }
  void details(const Call& x, const Call& y, const std::string& what) {
    same(x.callee, y.callee, what + " callee");
  }
  void details(const Alloc& x, const Alloc& y, const std::string& what) {
    same(x.storage, y.storage, what + " storage");
    same(x.zeroed, y.zeroed, what + " zeroed");
    same(x.alignment, y.alignment, what + " alignment");
    same(name(a_, x.region), name(b_, y.region), what + " region");
    same(x.name, y.name, what + " name");
  }
  void details(const Forget& x, const Forget& y, const std::string& what) {
    same(name(a_, x.region), name(b_, y.region), what + " region");
  }
  void details(const Output& x, const Output& y, const std::string& what) {
    same(x.channel, y.channel, what + " channel");
    same(name(a_, x.result), name(b_, y.result), what + " result");
    same(name(a_, x.region), name(b_, y.region), what + " region");
    same(x.destination.null(), y.destination.null(), what + " destination");
    same(x.limit.null(), y.limit.null(), what + " limit");
  }
  void details(const Halt& x, const Halt& y, const std::string& what) {
    same(x.kind, y.kind, what + " kind");
  }

  void terms(const std::vector<Term>& x, const std::vector<Term>& y, const std::string& what) {
    same(x.size(), y.size(), what);
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
      term(x[i], y[i], what);
  }

  void term(Term x, Term y, const std::string& what) {
    same(x.op(), y.op(), what + ": operator");
    same(x.type(), y.type(), what + ": type");
    same(x.arity(), y.arity(), what + ": arity");
    if (!result_.empty()) return;
    if (x.op() == Op::Constant) same(x.value(), y.value(), what + ": value");
    if (x.op() == Op::Address) same(x.object(), y.object(), what + ": object");
    if (x.op() == Op::Variable)
      same(name(a_, x.variable()), name(b_, y.variable()), what + ": variable");
    for (std::size_t i = 0; i < x.arity(); ++i)
      term(x.arg(i), y.arg(i), what);
  }

  const Program& a_;
  const Program& b_;
  std::string result_;
  std::string where_;
};

} // namespace

std::string difference(const Program& a, const Program& b) {
  return Comparison(a, b).run();
}

} // namespace kleene::ir
