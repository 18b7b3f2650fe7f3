// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "term_writer.h"
#include "text_location.h"
#include "text_syntax.h"

namespace kleene::ir {
namespace {

class Printer {
public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string run() {
    header();
    for (VarId id : program_.globals)
      line("global {};", variable(id));
    for (const Object& object : program_.objects)
      print(object);
    for (const Procedure& procedure : program_.procedures)
      print(procedure);
    return std::move(out_);
  }

private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  template <class T, class F>
  static std::string list(const std::vector<T>& items, F text) {
    std::string out;
    for (std::size_t i = 0; i < items.size(); ++i)
      out += (i > 0 ? ", " : "") + text(items[i]);
    return out;
  }

  std::string name(VarId id) const { return exact_name(id, program_); }
  std::string names(const std::vector<VarId>& ids) const {
    return list(ids, [&](VarId id) { return name(id); });
  }
  std::string term(Term t, bool type_known = true) const {
    return write_term(t, program_, TermStyle::Exact, type_known);
  }
  std::string terms(const std::vector<Term>& ts, bool type_known = true) const {
    return list(ts, [&](Term t) { return term(t, type_known); });
  }

  void header() {
    Program defaults;
    if (program_.pointer_width != defaults.pointer_width)
      line("pointer_width {};", program_.pointer_width);
    if (program_.free_uninitialised) line("uninitialised free;");
    if (program_.first_free_address != defaults.first_free_address)
      line("first_free {:#x};", program_.first_free_address);
    for (std::size_t i = 0; i < program_.files.size(); ++i)
      line("file {};", quote_string(program_.files.name(FileId(i))));
    if (program_.entry.valid()
        && program_.entry != program_.find_procedure("main").value_or(ProcId(0)))
      line("entry {};", procedure_name(program_.entry, program_));
    if (!program_.threads.empty())
      line("threads {};",
           list(program_.threads, [&](ProcId p) { return procedure_name(p, program_); }));
    if (program_.atomic.valid()) line("atomic {};", name(program_.atomic));
    if (!program_.missing_bodies.empty()) {
      std::vector<std::string> missing(program_.missing_bodies.begin(),
                                       program_.missing_bodies.end());
      line("missing {};", list(missing, quote_name));
    }
    for (const Assumption& a : program_.assumptions)
      line("assumption {} {};", quote_string(a.name), quote_string(a.text));
  }

  static std::string range(const SourceRange& r) {
    if (!r.file.valid()) return "";
    std::string out = " @ ";
    if (r.file.index() != 0) out += fmt::format("{}/", r.file.index());
    out += fmt::format("{}", r.begin.line);
    if (r.begin.column != 0) out += fmt::format(":{}", r.begin.column);
    if (r.end != SourcePoint{}) out += fmt::format("-{}:{}", r.end.line, r.end.column);
    return out;
  }

  std::string variable(VarId id) const {
    if (id.index() >= program_.variables.size()) return "?";
    const Variable& v = program_.variable(id);
    std::string out = fmt::format("{}: {}", quote_name(v.name), to_string(v.type));
    bool scalar = v.type.is_bool() || v.type.is_integer();
    if (!v.owner.valid() && scalar) out += " = " + (v.initial ? term(*v.initial) : "?");
    if (v.cell) out += " cell " + to_string(*v.cell);
    if (!v.display.empty() && v.display != v.name) out += " display " + quote_string(v.display);
    if (v.heap_offset) out += fmt::format(" heap {}", *v.heap_offset);
    if (v.temporary) out += " temporary";
    return out + range(v.range);
  }

  // Objects

  void print(const Object& o) {
    bool data = o.kind == ObjectKind::Data;
    std::string out =
        fmt::format("{} {} at {:#x}", data ? "object" : "function", quote_name(o.name), o.address);
    if (o.size != (data ? o.bytes.size() : 1)) out += fmt::format(" size {}", o.size);
    if (data) {
      out += " in " + name(o.region);
      if (o.read_only) out += " readonly";
      if (!o.bytes.empty()) out += contents(o.bytes);
      if (!o.pointers.empty())
        out += " pointers " + list(o.pointers, [&](const auto& p) { return pointer(p); });
    } else if (o.procedure.valid()) {
      out += " body " + procedure_name(o.procedure, program_);
    }
    line("{}{};", out, range(o.range));
  }

  std::string pointer(const Object::Pointer& p) const {
    std::string out = fmt::format("{}: &{}", p.offset, object_name(p.object, program_));
    if (p.addend > 0) out += fmt::format(" + {}", p.addend);
    if (p.addend < 0)
      out += fmt::format(" - {}", kleene::to_string(-static_cast<Integer>(p.addend)));
    return out;
  }

  /// As text if it looks like a C string, in hexadecimal otherwise.
  static std::string contents(const std::string& bytes) {
    auto readable = [](char c) { return (c >= 32 && c < 127) || c == '\n' || c == '\t'; };
    bool text = bytes.size() > 1 && bytes.back() == '\0'
                && std::all_of(bytes.begin(), bytes.end() - 1, readable);
    if (text) {
      std::string quoted = quote_string(std::string_view(bytes).substr(0, bytes.size() - 1));
      quoted.insert(quoted.size() - 1, "\\0");
      return " text " + quoted;
    }
    std::string out = " bytes \"";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i > 0 && i % 4 == 0) out += ' ';
      out += fmt::format("{:02x}", static_cast<unsigned char>(bytes[i]));
    }
    return out + "\"";
  }

  // Procedures

  void print(const Procedure& p) {
    auto variables = [&](const std::vector<VarId>& ids) {
      return list(ids, [&](VarId id) { return variable(id); });
    };
    std::string returns =
        p.returns.empty() ? "" : fmt::format(" returns ({})", variables(p.returns));
    line("\n{}proc {}({}){}{} {{",
         p.unknown   ? "unknown "
         : p.library ? "library "
                     : "",
         quote_name(p.name),
         variables(p.parameters),
         returns,
         range(p.range));
    for (VarId id : p.locals)
      line("  local {};", variable(id));
    locations(p);
    for (const Edge& e : p.edges)
      line("  {} -> {}: {}{};", at(p, e.from), at(p, e.to), statement(e.statement), range(e.range));
    line("}}");
  }

  static std::string at(const Procedure& p, LocId id) { return quote_name(location_name(p, id)); }

  static bool needs_entry_line(const Procedure& p) {
    return p.edges.empty() ? p.entry != p.exit : p.entry != p.edges[0].from;
  }
  static bool needs_exit_line(const Procedure& p) { return location_name(p, p.exit) != "exit"; }

  /// What has to be said about locations beyond the edges: the order of the named ones if it is not
  /// that of their appearance, entry and exit, labels and targets, and locations without edges.
  void locations(const Procedure& p) {
    std::vector<LocId> declared = declared_locations(p);
    if (!in_order_of_appearance(p, declared)) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < p.locations.size(); ++i) {
        if (is_named(p, LocId(i))) names.push_back(at(p, LocId(i)));
      }
      line("  location {};", list(names, [](const std::string& name) { return name; }));
    }
    if (needs_entry_line(p)) line("  entry {};", at(p, p.entry));
    if (needs_exit_line(p)) line("  exit {};", at(p, p.exit));
    for (LocId id : declared)
      line("  location {}{};", at(p, id), decorations(p.locations[id.index()]));
  }

  static std::vector<LocId> declared_locations(const Procedure& p) {
    std::set<LocId> mentioned{p.entry, p.exit};
    for (const Edge& e : p.edges)
      mentioned.insert({e.from, e.to});
    std::vector<LocId> declared;
    for (std::size_t i = 0; i < p.locations.size(); ++i) {
      const Location& l = p.locations[i];
      if (!mentioned.contains(LocId(i)) || !l.labels.empty() || l.target || l.interior)
        declared.push_back(LocId(i));
    }
    return declared;
  }

  /// False for the names that fix an index.
  static bool is_named(const Procedure& p, LocId id) {
    return id.index() < p.locations.size()
           && !made_up_index(location_name(p, id), p.locations.size());
  }

  /// True if reading the text gives the named locations the order that they have.
  static bool in_order_of_appearance(const Procedure& p, const std::vector<LocId>& declared) {
    std::vector<LocId> order;
    if (needs_entry_line(p)) order.push_back(p.entry);
    if (needs_exit_line(p)) order.push_back(p.exit);
    order.insert(order.end(), declared.begin(), declared.end());
    for (const Edge& e : p.edges)
      order.insert(order.end(), {e.from, e.to});
    order.push_back(p.exit);
    std::set<LocId> seen;
    for (LocId id : order) {
      if (!is_named(p, id) || seen.contains(id)) continue;
      if (!seen.empty() && id < *seen.rbegin()) return false;
      seen.insert(id);
    }
    return true;
  }

  static std::string decorations(const Location& l) {
    std::string out;
    if (!l.labels.empty()) out += " label " + list(l.labels, quote_name);
    if (l.target && l.target->kind == TargetKind::Assertion) out += " target assertion";
    if (l.target && l.target->kind == TargetKind::Call)
      out += " target call " + quote_name(l.target->function);
    if (l.target && l.target->kind == TargetKind::Opaque)
      out += " target opaque " + quote_string(l.target->function);
    if (l.target && l.target->kind == TargetKind::Check)
      out += fmt::format(" target check {} {}",
                         quote_name(std::string(kleene::name(l.target->property))),
                         quote_string(l.target->function));
    if (l.interior) out += " interior";
    return out;
  }

  // Statements

  std::string statement(const Statement& s) const {
    return std::visit([&](const auto& one) { return text(one); }, s);
  }

  static std::string text(const Skip&) { return "skip"; }
  std::string text(const Assign& s) const {
    if (s.targets.empty()) return "skip";
    std::string out;
    for (std::size_t i = 0; i < std::min(s.targets.size(), s.values.size()); ++i)
      out += fmt::format("{}{} := {}", i > 0 ? ", " : "", name(s.targets[i]), term(s.values[i]));
    return out;
  }
  std::string text(const Assume& s) const {
    std::string kind = s.kind == AssumeKind::Guard ? "" : fmt::format("[{}]", assume_word(s.kind));
    return fmt::format("assume{} {}", kind, term(s.condition));
  }
  std::string text(const Havoc& s) const {
    std::string out = "havoc ";
    if (s.choice == Choice::Unknown) out += s.uninitialised ? "uninitialised " : "unknown ";
    out += s.variables.empty() ? "()" : names(s.variables);
    if (!s.origin.empty()) out += " from " + quote_string(s.origin);
    if (!s.escaping.empty()) out += " escaping " + terms(s.escaping, false);
    return out;
  }
  std::string text(const Call& s) const {
    std::string results = s.results.empty() ? "" : names(s.results) + " := ";
    return fmt::format(
        "call {}{}({})", results, procedure_name(s.callee, program_), terms(s.arguments));
  }
  std::string text(const Alloc& s) const {
    Alloc defaults;
    std::string out =
        fmt::format("alloc {} := {} in {}", name(s.target), term(s.size), name(s.region));
    if (s.storage == Storage::Stack) out += " stack";
    if (s.zeroed) out += " zeroed";
    if (s.alignment != defaults.alignment) out += fmt::format(" align {}", s.alignment);
    if (!s.name.empty()) out += " named " + quote_string(s.name);
    return out;
  }
  std::string text(const Free& s) const { return "free " + term(s.address); }
  std::string text(const Forget& s) const {
    return fmt::format("forget {}[{}, {}]", name(s.region), term(s.address), term(s.length));
  }
  std::string text(const Output& s) const {
    std::string out = "print ";
    if (s.result.valid()) out += name(s.result) + " := ";
    out += term(s.format);
    for (Term argument : s.arguments)
      out += ", " + term(argument, false);
    if (s.channel == Channel::Stderr) out += " on stderr";
    if (s.channel == Channel::Memory) {
      out += fmt::format(" into {}[{}", name(s.region), term(s.destination));
      out += s.limit.null() ? "]" : fmt::format(", {}]", term(s.limit));
    }
    return out;
  }
  std::string text(const Spawn& s) const {
    return fmt::format("spawn {}({})", procedure_name(s.callee, program_), terms(s.arguments));
  }
  static std::string text(const EndThread&) { return "end_thread"; }
  std::string text(const Halt& s) const {
    if (s.kind == HaltKind::Abort) return "abort";
    if (s.kind == HaltKind::AssertionFailure) return "fail";
    bool status_is_i32 = !s.status.null() && s.status.type() == Type::machine(32, true);
    return "exit " + term(s.status, status_is_i32);
  }

  const Program& program_;
  std::string out_;
};

} // namespace

std::string print(const Program& program) {
  return Printer(program).run();
}

} // namespace kleene::ir
