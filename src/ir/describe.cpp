// SPDX-License-Identifier: Apache-2.0
// Terms and statements as people like to read them.
#include "kleene/ir/text.h"

#include <fmt/core.h>

#include "term_writer.h"

namespace kleene::ir {
namespace {

class Describer {
public:
  explicit Describer(const Program& program) : program_(program) {}

  std::string operator()(const Skip&) const { return "skip"; }

  std::string operator()(const Assign& s) const {
    std::string out;
    for (std::size_t i = 0; i < std::min(s.targets.size(), s.values.size()); ++i)
      out += (i > 0 ? ", " : "") + assignment(s.targets[i], s.values[i]);
    return out;
  }

  std::string operator()(const Assume& s) const {
    if (s.kind == AssumeKind::Guard) return fmt::format("[{}]", term(s.condition));
    if (s.kind == AssumeKind::Assumption) return fmt::format("assume {}", term(s.condition));
    return fmt::format("require {} (no {})", term(s.condition), describe(s.kind));
  }

  std::string operator()(const Havoc& s) const {
    if (s.variables.empty()) return fmt::format("unknown call of {}", s.origin);
    std::string out = names(s.variables) + " := ";
    out += s.choice == Choice::Input ? "any" : "unknown";
    if (!s.origin.empty()) out += fmt::format(" from {}", s.origin);
    return out;
  }

  std::string operator()(const Call& s) const {
    std::string results = s.results.empty() ? "" : names(s.results) + " := ";
    return fmt::format("{}{}({})", results, procedure_name(s.callee, program_), terms(s.arguments));
  }

  std::string operator()(const Alloc& s) const {
    return fmt::format("{} := {} {}{} bytes{}",
                       name(s.target),
                       s.storage == Storage::Heap ? "heap" : "stack",
                       s.zeroed ? "zeroed " : "",
                       term(s.size),
                       s.name.empty() ? "" : fmt::format(" for {}", s.name));
  }

  std::string operator()(const Free& s) const { return fmt::format("free({})", term(s.address)); }

  std::string operator()(const Forget& s) const {
    return fmt::format("forget {} bytes at {}", term(s.length), term(s.address));
  }

  std::string operator()(const Output& s) const {
    std::string out = s.result.valid() ? name(s.result) + " := " : "";
    if (s.channel == Channel::Stdout) out += "printf(";
    if (s.channel == Channel::Stderr) out += "fprintf(stderr, ";
    if (s.channel == Channel::Memory && s.limit.null())
      out += fmt::format("sprintf({}, ", term(s.destination));
    if (s.channel == Channel::Memory && !s.limit.null())
      out += fmt::format("snprintf({}, {}, ", term(s.destination), term(s.limit));
    out += term(s.format);
    for (Term argument : s.arguments)
      out += ", " + term(argument);
    return out + ")";
  }

  std::string operator()(const Spawn& s) const {
    return fmt::format(
        "start_thread {}({})", procedure_name(s.callee, program_), terms(s.arguments));
  }

  std::string operator()(const EndThread&) const { return "end_thread"; }

  std::string operator()(const Halt& s) const {
    if (s.kind == HaltKind::Abort) return "abort()";
    if (s.kind == HaltKind::AssertionFailure) return "assertion fails";
    return fmt::format("exit({})", term(s.status));
  }

private:
  std::string name(VarId id) const { return display_name(id, program_); }
  std::string term(Term t) const { return write_term(t, program_, TermStyle::Readable); }

  std::string names(const std::vector<VarId>& ids) const {
    std::string out;
    for (VarId id : ids)
      out += (out.empty() ? "" : ", ") + name(id);
    return out;
  }

  std::string terms(const std::vector<Term>& ts) const {
    std::string out;
    for (std::size_t i = 0; i < ts.size(); ++i)
      out += (i > 0 ? ", " : "") + term(ts[i]);
    return out;
  }

  /// A single store is shown as an assignment to the place that it changes.
  std::string assignment(VarId target, Term value) const {
    bool store = !value.null() && value.op() == Op::Store && value.arg(0).is_variable();
    if (!store) return fmt::format("{} := {}", name(target), term(value));
    return fmt::format(
        "{} := {}", write_place(value.arg(2).type(), value.arg(1), program_), term(value.arg(2)));
  }

  const Program& program_;
};

} // namespace

std::string to_string(Term term, const Program& program) {
  return write_term(term, program, TermStyle::Readable);
}

std::string to_string(const Statement& statement, const Program& program) {
  return std::visit(Describer(program), statement);
}

} // namespace kleene::ir
