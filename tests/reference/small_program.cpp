// SPDX-License-Identifier: Apache-2.0
#include "small_program.h"

#include <fmt/core.h>

#include <bit>

namespace kleene::reference {
namespace {

using Kind = SmallStatement::Kind;
using Op = SmallInstruction::Kind;

std::string
variable_name(const SmallProgram& program, const SmallProcedure& procedure, unsigned v) {
  if (v < program.globals) return fmt::format("g{}", v);
  v -= program.globals;
  return v < procedure.parameters ? fmt::format("p{}", v)
                                  : fmt::format("x{}", v - procedure.parameters);
}

/// Expressions look the same in C and in the IR, but for the type of constants there.
std::string text(const SmallProgram& program,
                 const SmallProcedure& procedure,
                 const SmallExpression& e,
                 const std::string& suffix) {
  auto operand = [&](std::size_t i) { return text(program, procedure, e.operands[i], suffix); };
  auto binary = [&](const char* op) {
    return fmt::format("({} {} {})", operand(0), op, operand(1));
  };
  switch (e.kind) {
  case SmallExpression::Kind::Constant:
    return std::to_string(e.value) + suffix;
  case SmallExpression::Kind::Variable:
    return variable_name(program, procedure, e.variable);
  case SmallExpression::Kind::Add:
    return binary("+");
  case SmallExpression::Kind::Sub:
    return binary("-");
  case SmallExpression::Kind::Mul:
    return binary("*");
  case SmallExpression::Kind::Negate:
    return fmt::format("-({})", operand(0));
  case SmallExpression::Kind::Less:
    return binary("<");
  case SmallExpression::Kind::LessEqual:
    return binary("<=");
  case SmallExpression::Kind::Equal:
    return binary("==");
  case SmallExpression::Kind::And:
    return binary("&&");
  case SmallExpression::Kind::Or:
    return binary("||");
  case SmallExpression::Kind::Not:
    return fmt::format("!({})", operand(0));
  }
  return {};
}

class CWriter {
public:
  CWriter(const SmallProgram& program, PickStyle style) : program_(program), style_(style) {}

  std::string run() {
    out_ += "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
            "extern void abort(void);\n"
            "static void assume(int holds) { if (!holds) abort(); }\n";
    if (style_ == PickStyle::Function)
      out_ += fmt::format("static int pick(void) {{ int v = __VERIFIER_nondet_int();"
                          " if (v < {0} || v > {1}) return {0}; return v; }}\n",
                          program_.range.low,
                          program_.range.high);
    for (unsigned g = 0; g < program_.globals; ++g)
      out_ += fmt::format("int g{};\n", g);
    for (const SmallProcedure& p : program_.procedures)
      if (&p != &program_.procedures.front()) out_ += head(p) + ";\n";
    for (const SmallProcedure& p : program_.procedures)
      procedure(p);
    return std::move(out_);
  }

private:
  static std::string head(const SmallProcedure& p) {
    std::string parameters;
    for (unsigned i = 0; i < p.parameters; ++i)
      parameters += fmt::format("{}int p{}", i == 0 ? "" : ", ", i);
    return fmt::format("int {}({})", p.name, parameters.empty() ? "void" : parameters);
  }

  void procedure(const SmallProcedure& p) {
    current_ = &p;
    out_ += head(p) + " {\n";
    for (unsigned i = 0; i < p.locals; ++i)
      line(1, fmt::format("int x{} = 0;", i));
    block(1, p.body);
    line(1, "return 0;");
    out_ += "}\n";
  }

  void line(unsigned depth, const std::string& text) {
    out_ += std::string(2UL * depth, ' ') + text + "\n";
  }
  std::string name(unsigned v) const { return variable_name(program_, *current_, v); }
  std::string expression(const SmallExpression& e) const {
    return text(program_, *current_, e, "");
  }

  void block(unsigned depth, const std::vector<SmallStatement>& statements) {
    for (const SmallStatement& s : statements)
      statement(depth, s);
  }

  void assign(unsigned depth, const SmallStatement& s) {
    std::string x = name(s.variable);
    std::string value = expression(s.expressions[0]);
    if (s.settle == Settle::Remainder) {
      line(depth, fmt::format("{} = {} % {};", x, value, program_.range.high + 1));
      return;
    }
    line(depth, fmt::format("{} = {};", x, value));
    settle(depth, x, s.settle);
  }

  void settle(unsigned depth, const std::string& x, Settle how) {
    auto [low, high, wraps] = program_.range;
    if (how == Settle::Clamp)
      line(depth,
           fmt::format("if ({0} < {1}) {0} = {1}; else if ({0} > {2}) {0} = {2};", x, low, high));
    else
      line(depth, fmt::format("if ({0} < {1} || {0} > {2}) {0} = {1};", x, low, high));
  }

  void pick(unsigned depth, const std::string& x) {
    if (style_ == PickStyle::Function) {
      line(depth, x + " = pick();");
      return;
    }
    line(depth, x + " = __VERIFIER_nondet_int();");
    if (style_ == PickStyle::Clamped)
      settle(depth, x, Settle::Clamp);
    else
      line(depth,
           fmt::format(
               "assume({0} >= {1} && {0} <= {2});", x, program_.range.low, program_.range.high));
  }

  void call(unsigned depth, const SmallStatement& s) {
    std::string arguments;
    for (const SmallExpression& e : s.expressions)
      arguments += (arguments.empty() ? "" : ", ") + expression(e);
    line(depth,
         fmt::format(
             "{} = {}({});", name(s.variable), program_.procedures[s.callee].name, arguments));
  }

  void statement(unsigned depth, const SmallStatement& s) {
    switch (s.kind) {
    case Kind::Assign:
      return assign(depth, s);
    case Kind::Pick:
      return pick(depth, name(s.variable));
    case Kind::Call:
      return call(depth, s);
    case Kind::If:
      line(depth, fmt::format("if ({}) {{", expression(s.expressions[0])));
      block(depth + 1, s.body);
      if (!s.otherwise.empty()) {
        line(depth, "} else {");
        block(depth + 1, s.otherwise);
      }
      return line(depth, "}");
    case Kind::While:
      line(depth, fmt::format("while ({}) {{", expression(s.expressions[0])));
      block(depth + 1, s.body);
      return line(depth, "}");
    case Kind::Return:
      return line(depth, fmt::format("return {};", expression(s.expressions[0])));
    case Kind::Assume:
      return line(depth, fmt::format("assume({});", expression(s.expressions[0])));
    case Kind::Break:
      return line(depth, "break;");
    case Kind::Error:
      return line(depth, "reach_error();");
    case Kind::Stop:
      return line(depth, "abort();");
    }
  }

  const SmallProgram& program_;
  PickStyle style_;
  const SmallProcedure* current_ = nullptr;
  std::string out_;
};

class Lowering {
public:
  SmallCode run(const SmallProcedure& p) {
    block(p.body);
    code_.push_back({.kind = Op::Return, .expressions = {SmallExpression{}}});
    return std::move(code_);
  }

private:
  void block(const std::vector<SmallStatement>& statements) {
    for (const SmallStatement& s : statements)
      statement(s);
  }

  std::size_t emit(Op op, const SmallStatement& s) {
    code_.push_back({op, s.variable, s.settle, s.expressions, s.callee, 0, s.unknown});
    return code_.size() - 1;
  }
  std::size_t jump() { return emit(Op::Jump, {}); }
  void land(std::size_t from) { code_[from].target = code_.size(); }

  void statement(const SmallStatement& s) {
    switch (s.kind) {
    case Kind::Assign:
      emit(Op::Assign, s);
      return;
    case Kind::Pick:
      emit(Op::Pick, s);
      return;
    case Kind::Call:
      emit(Op::Call, s);
      return;
    case Kind::Return:
      emit(Op::Return, s);
      return;
    case Kind::Assume:
      emit(Op::Assume, s);
      return;
    case Kind::Error:
      emit(Op::Error, s);
      return;
    case Kind::Stop:
      emit(Op::Stop, s);
      return;
    case Kind::Break:
      breaks_.back().push_back(jump());
      return;
    case Kind::If: {
      std::size_t branch = emit(Op::Branch, s);
      block(s.body);
      std::size_t over = jump();
      land(branch);
      block(s.otherwise);
      land(over);
      return;
    }
    case Kind::While: {
      std::size_t branch = emit(Op::Branch, s);
      breaks_.emplace_back();
      block(s.body);
      code_[jump()].target = branch;
      land(branch);
      for (std::size_t b : breaks_.back())
        land(b);
      breaks_.pop_back();
      return;
    }
    }
  }

  SmallCode code_;
  std::vector<std::vector<std::size_t>> breaks_;
};

class IrWriter {
public:
  explicit IrWriter(const SmallProgram& program)
      : program_(program),
        type_(fmt::format("i{}", std::bit_width(unsigned(program.range.size())) - 1)) {}

  std::string run() {
    for (unsigned g = 0; g < program_.globals; ++g)
      out_ += fmt::format("global g{}: {} = 0;\n", g, type_);
    for (const SmallProcedure& p : program_.procedures)
      procedure(p);
    return std::move(out_);
  }

private:
  void procedure(const SmallProcedure& p) {
    current_ = &p;
    std::string parameters;
    for (unsigned i = 0; i < p.parameters; ++i)
      parameters += fmt::format("{}p{}: {}", i == 0 ? "" : ", ", i, type_);
    out_ += fmt::format("proc {}({}) returns (r: {}) {{\n", p.name, parameters, type_);
    std::string first;
    for (unsigned i = 0; i < p.locals; ++i) {
      out_ += fmt::format("  local x{}: {};\n", i, type_);
      first += fmt::format("{}x{} := 0", i == 0 ? "" : ", ", i);
    }
    edge("L0", "L1", first.empty() ? "skip" : first);
    SmallCode code = code_of(p);
    for (std::size_t pc = 0; pc < code.size(); ++pc)
      instruction(pc, code[pc]);
    out_ += "}\n";
  }

  void edge(const std::string& from, const std::string& to, const std::string& statement) {
    out_ += fmt::format("  {} -> {}: {};\n", from, to, statement);
  }
  std::string expression(const SmallExpression& e) const {
    return text(program_, *current_, e, ":" + type_);
  }

  void instruction(std::size_t pc, const SmallInstruction& i) {
    std::string here = fmt::format("L{}", pc + 1);
    std::string next = fmt::format("L{}", pc + 2);
    std::string target = fmt::format("L{}", i.target + 1);
    std::string first = i.expressions.empty() ? "" : expression(i.expressions[0]);
    std::string written = variable_name(program_, *current_, i.variable);
    switch (i.kind) {
    case Op::Assign:
      return edge(here, next, fmt::format("{} := {}", written, first));
    case Op::Pick:
      return edge(here, next, (i.unknown ? "havoc unknown " : "havoc ") + written);
    case Op::Call: {
      std::string arguments;
      for (const SmallExpression& e : i.expressions)
        arguments += (arguments.empty() ? "" : ", ") + expression(e);
      return edge(
          here,
          next,
          fmt::format("call {} := {}({})", written, program_.procedures[i.callee].name, arguments));
    }
    case Op::Branch:
      edge(here, next, "assume " + first);
      return edge(here, target, fmt::format("assume !({})", first));
    case Op::Jump:
      return edge(here, target, "skip");
    case Op::Return:
      return edge(here, "exit", "r := " + first);
    case Op::Assume:
      return edge(here, next, "assume[assumption] " + first);
    case Op::Error:
      out_ += fmt::format("  location {} target call reach_error;\n", here);
      return edge(here, next, "skip");
    case Op::Stop:
      return edge(here, next, "abort");
    }
  }

  const SmallProgram& program_;
  std::string type_;
  const SmallProcedure* current_ = nullptr;
  std::string out_;
};

} // namespace

std::string to_c(const SmallProgram& program, PickStyle style) {
  return CWriter(program, style).run();
}

std::string to_ir(const SmallProgram& program) {
  return IrWriter(program).run();
}

SmallCode code_of(const SmallProcedure& procedure) {
  return Lowering().run(procedure);
}

} // namespace kleene::reference
