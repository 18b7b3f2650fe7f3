// SPDX-License-Identifier: Apache-2.0
#include "lower.h"

#include <fmt/core.h>

#include <map>

namespace kleene::frontend::linear {
namespace {

using ir::LocId;

struct Failure {
  Diagnostic diagnostic;
};

/// What all procedures share.
struct Module {
  ir::Program program;
  std::map<std::string, VarId, std::less<>> globals;
  std::map<std::string, ir::ProcId, std::less<>> procedures;

  [[noreturn]] void fail(const SourceRange& range, std::string message) const {
    throw Failure{Diagnostic::at(program.files, range, ErrorKind::Parse, std::move(message))};
  }
};

class ProcedureLowering {
public:
  ProcedureLowering(Module& module, const Procedure& source, ir::ProcId id)
      : m_(module), source_(source), id_(id), p_(module.program.procedure(id)) {}

  void declare() {
    p_.name = source_.name.text;
    p_.range = source_.range;
    for (const Name& n : source_.parameters)
      p_.parameters.push_back(add_local(n));
    for (const Declaration& d : source_.locals)
      p_.locals.push_back(add_local(d.name));
  }

  void body() {
    p_.entry = p_.add_location();
    p_.exit = p_.add_location();
    LocId at = introduce_locals(p_.entry);
    sequence(source_.body, at, p_.exit);
    for (const auto& [name, label] : labels_)
      if (!label.defined)
        m_.fail(label.used, fmt::format("there is no label '{}' in '{}'", name, p_.name));
  }

private:
  struct Label {
    LocId location;
    bool defined = false;
    SourceRange used;
  };

  // variables and terms

  VarId add_local(const Name& n) {
    if (locals_.contains(n.text))
      m_.fail(n.range, fmt::format("'{}' is declared twice in '{}'", n.text, p_.name));
    ir::Variable v;
    v.name = m_.program.fresh_name(n.text);
    v.display = n.text;
    v.type = Type::integer();
    v.owner = id_;
    v.range = n.range;
    return locals_[n.text] = m_.program.add_variable(std::move(v));
  }

  VarId resolve(const Name& n) const {
    if (auto local = locals_.find(n.text); local != locals_.end()) return local->second;
    if (auto global = m_.globals.find(n.text); global != m_.globals.end()) return global->second;
    m_.fail(n.range, fmt::format("'{}' is not declared", n.text));
  }

  TermManager& terms() { return *m_.program.terms; }
  Term number(Integer value) { return terms().constant(Type::integer(), value); }

  Term term(const Expression& e) {
    Term sum;
    for (const Expression::Monomial& m : e.sum) {
      bool minus = m.coefficient < 0 && !sum.null();
      Integer c = minus ? -m.coefficient : m.coefficient;
      Term product = number(c);
      if (m.variable) {
        product = m_.program.var(resolve(*m.variable));
        if (c == -1) product = terms().unary(Op::Neg, product);
        if (c != 1 && c != -1) product = terms().binary(Op::Mul, number(c), product);
      }
      sum = sum.null() ? product : terms().binary(minus ? Op::Sub : Op::Add, sum, product);
    }
    return sum;
  }

  /// Requires a condition without `?`.
  Term term(const Condition& c) {
    if (c.kind == Condition::Kind::Compare)
      return compare(c.comparison, term(c.left), term(c.right));
    std::vector<Term> operands;
    for (const Condition& o : c.operands)
      operands.push_back(term(o));
    if (c.kind == Condition::Kind::Not) return terms().negate(operands.front());
    return c.kind == Condition::Kind::And ? terms().conj(operands) : terms().disj(operands);
  }

  Term compare(Comparison op, Term a, Term b) {
    switch (op) {
    case Comparison::Less:
      return terms().lt(a, b);
    case Comparison::LessEqual:
      return terms().le(a, b);
    case Comparison::Equal:
      return terms().eq(a, b);
    case Comparison::NotEqual:
      return terms().ne(a, b);
    case Comparison::GreaterEqual:
      return terms().le(b, a);
    case Comparison::Greater:
      return terms().lt(b, a);
    }
    KL_INVARIANT(false, "every comparison should be covered");
  }

  // control flow: each function connects `from` to `to`

  void havoc(LocId from, LocId to, VarId v, const SourceRange& range) {
    ir::Havoc h;
    h.variables = {v};
    h.origin = m_.program.variable(v).display;
    p_.add_edge(from, to, std::move(h), range);
  }

  void assign(LocId from, LocId to, VarId v, Term value, const SourceRange& range) {
    p_.add_edge(from, to, ir::Assign{{v}, {value}}, range);
  }

  /// Arbitrary or initial values for the locals; the parameters of main are arbitrary too.
  LocId introduce_locals(LocId at) {
    auto step = [&](auto&& add) {
      LocId next = p_.add_location();
      add(at, next);
      at = next;
    };
    if (p_.name == "main")
      for (VarId v : p_.parameters)
        step([&](LocId a, LocId b) { havoc(a, b, v, m_.program.variable(v).range); });
    for (std::size_t i = 0; i < source_.locals.size(); ++i) {
      const Declaration& d = source_.locals[i];
      step([&](LocId a, LocId b) {
        if (d.initial)
          assign(a, b, p_.locals[i], term(*d.initial), d.name.range);
        else
          havoc(a, b, p_.locals[i], d.name.range);
      });
    }
    if (at == p_.entry)
      step([&](LocId a, LocId b) { p_.add_edge(a, b, ir::Skip{}, source_.range); });
    return at;
  }

  void sequence(const std::vector<Statement>& statements, LocId from, LocId to) {
    if (statements.empty()) p_.add_edge(from, to, ir::Skip{});
    for (std::size_t i = 0; i < statements.size(); ++i) {
      LocId next = i + 1 == statements.size() ? to : p_.add_location();
      statement(statements[i], from, next);
      from = next;
    }
  }

  void statement(const Statement& s, LocId from, LocId to) {
    using Kind = Statement::Kind;
    for (const Name& l : s.labels)
      from = define_label(l, from);
    switch (s.kind) {
    case Kind::Skip:
      p_.add_edge(from, to, ir::Skip{}, s.range);
      break;
    case Kind::Goto:
      p_.add_edge(from, use_label(s.name), ir::Skip{}, s.range);
      break;
    case Kind::Return:
      p_.add_edge(from, p_.exit, ir::Skip{}, s.range);
      break;
    case Kind::Assign:
      assign(from, to, resolve(s.name), term(s.values.front()), s.range);
      break;
    case Kind::Havoc:
      havoc(from, to, resolve(s.name), s.range);
      break;
    case Kind::Call:
      call(s, from, to);
      break;
    case Kind::Block:
      sequence(s.body, from, to);
      break;
    case Kind::If: {
      LocId then_at = p_.add_location();
      LocId else_at = s.otherwise.empty() ? to : p_.add_location();
      branch(s.condition, from, then_at, else_at);
      mark_taken(s, then_at);
      sequence(s.body, then_at, to);
      if (!s.otherwise.empty()) sequence(s.otherwise, else_at, to);
      break;
    }
    case Kind::While: {
      LocId body_at = p_.add_location();
      branch(s.condition, from, body_at, to);
      mark_taken(s, body_at);
      sequence(s.body, body_at, from);
      break;
    }
    case Kind::Assert:
      branch(s.condition, from, to, failure(s.range));
      break;
    case Kind::Assume:
      if (s.condition.nondeterministic())
        branch(s.condition, from, to, p_.add_location());
      else
        p_.add_edge(from, to, ir::Assume{term(s.condition), ir::AssumeKind::Assumption}, s.range);
      break;
    }
  }

  void mark_taken(const Statement& s, LocId to) {
    p_.locations[to.index()].marks.push_back(
        {ir::SourceMark::Kind::Taken, s.range.file, s.range.begin});
  }

  void call(const Statement& s, LocId from, LocId to) {
    auto found = m_.procedures.find(s.name.text);
    if (found == m_.procedures.end())
      m_.fail(s.name.range, fmt::format("there is no procedure '{}'", s.name.text));
    std::size_t expected = m_.program.procedure(found->second).parameters.size();
    if (s.values.size() != expected)
      m_.fail(s.range,
              fmt::format("'{}' takes {} argument{}, not {}",
                          s.name.text,
                          expected,
                          expected == 1 ? "" : "s",
                          s.values.size()));
    ir::Call c;
    c.callee = found->second;
    for (const Expression& e : s.values)
      c.arguments.push_back(term(e));
    p_.add_edge(from, to, std::move(c), s.range);
  }

  /// A location where an assertion has failed; the program ends there.
  LocId failure(const SourceRange& range) {
    LocId at = p_.add_location();
    p_.locations[at.index()].target = ir::Target{ir::TargetKind::Assertion, {}};
    p_.add_edge(at, p_.exit, ir::Halt{ir::HaltKind::AssertionFailure, {}}, range);
    return at;
  }

  void branch(const Condition& c, LocId from, LocId if_true, LocId if_false) {
    using Kind = Condition::Kind;
    if (!c.nondeterministic()) {
      Term t = term(c);
      p_.add_edge(from, if_true, ir::Assume{t, ir::AssumeKind::Guard}, c.range);
      p_.add_edge(from, if_false, ir::Assume{terms().negate(t), ir::AssumeKind::Guard}, c.range);
    } else if (c.kind == Kind::Any) {
      p_.add_edge(from, if_true, ir::Skip{}, c.range);
      p_.add_edge(from, if_false, ir::Skip{}, c.range);
    } else if (c.kind == Kind::Not) {
      branch(c.operands.front(), from, if_false, if_true);
    } else {
      for (std::size_t i = 0; i < c.operands.size(); ++i) {
        LocId next = p_.add_location();
        bool last = i + 1 == c.operands.size();
        if (c.kind == Kind::And)
          branch(c.operands[i], from, last ? if_true : next, if_false);
        else
          branch(c.operands[i], from, if_true, last ? if_false : next);
        from = next;
      }
    }
  }

  LocId use_label(const Name& n) {
    auto [it, fresh] = labels_.try_emplace(n.text);
    if (fresh) it->second = {p_.add_location(), false, n.range};
    return it->second.location;
  }

  /// The location of a label that is defined here.
  LocId define_label(const Name& n, LocId from) {
    auto [it, fresh] = labels_.try_emplace(n.text);
    Label& label = it->second;
    if (label.defined) m_.fail(n.range, fmt::format("the label '{}' is defined twice", n.text));
    if (fresh) label.location = from;
    if (!fresh) p_.add_edge(from, label.location, ir::Skip{}, n.range);
    label.defined = true;
    p_.locations[label.location.index()].labels.push_back(n.text);
    return label.location;
  }

  Module& m_;
  const Procedure& source_;
  ir::ProcId id_;
  ir::Procedure& p_;
  std::map<std::string, VarId, std::less<>> locals_;
  std::map<std::string, Label, std::less<>> labels_;
};

void declare_globals(Module& m, const Tree& tree) {
  for (const Declaration& d : tree.globals) {
    if (m.globals.contains(d.name.text))
      m.fail(d.name.range, fmt::format("the global variable '{}' is declared twice", d.name.text));
    ir::Variable v;
    v.name = v.display = d.name.text;
    v.type = Type::integer();
    v.range = d.name.range;
    if (d.initial) {
      if (d.initial->sum.size() != 1 || d.initial->sum.front().variable)
        m.fail(d.initial->range, "the initial value of a global variable must be a constant");
      v.initial = m.program.terms->constant(Type::integer(), d.initial->sum.front().coefficient);
    }
    m.globals[d.name.text] = m.program.add_variable(std::move(v));
  }
}

void declare_procedures(Module& m, const Tree& tree) {
  for (const Procedure& p : tree.procedures) {
    if (m.procedures.contains(p.name.text))
      m.fail(p.name.range, fmt::format("the procedure '{}' is defined twice", p.name.text));
    m.procedures[p.name.text] = m.program.add_procedure({});
  }
  auto main = m.procedures.find("main");
  if (main == m.procedures.end())
    throw Failure{Diagnostic::error(ErrorKind::Parse, "there is no procedure 'main'")};
  m.program.entry = main->second;
}

} // namespace

Result<ir::Program> lower(const Tree& tree, SourceFiles files) {
  Module m;
  m.program.files = std::move(files);
  try {
    declare_globals(m, tree);
    declare_procedures(m, tree);
    std::vector<ProcedureLowering> procedures;
    procedures.reserve(tree.procedures.size());
    for (std::size_t i = 0; i < tree.procedures.size(); ++i)
      procedures.emplace_back(m, tree.procedures[i], ir::ProcId(i)).declare();
    for (ProcedureLowering& p : procedures)
      p.body();
  } catch (Failure& f) {
    return std::move(f.diagnostic);
  }
  return std::move(m.program);
}

} // namespace kleene::frontend::linear
