// SPDX-License-Identifier: Apache-2.0
#include "random_boolean.h"

#include <fmt/core.h>

#include <random>
#include <vector>

namespace kleene::reference {
namespace {

class Generator {
public:
  Generator(std::uint64_t seed, const RandomShape& shape) : random_(seed), shape_(shape) {}

  std::string run() {
    unsigned globals = below(shape_.globals + 1);
    for (unsigned i = 0; i < globals; ++i) {
      globals_.push_back(fmt::format("g{}", i));
      text_ += fmt::format("decl g{}{};\n", i, pick({"", "", " := 0", " := T", " := *"}));
    }
    unsigned procedures = below(shape_.procedures + 1);
    for (unsigned i = 0; i < procedures; ++i)
      signatures_.push_back(
          {fmt::format("p{}", i), below(shape_.parameters + 1), below(shape_.returns + 1)});
    Signature main{"main", 0, 0};
    if (chance(10)) signatures_.push_back(main); // main may be called, too
    procedure(main);
    for (const Signature& signature : signatures_)
      if (signature.name != "main") procedure(signature);
    return std::move(text_);
  }

private:
  struct Signature {
    std::string name;
    unsigned parameters = 0;
    unsigned returns = 0;
  };

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }
  std::string pick(std::initializer_list<const char*> words) {
    return *(words.begin() + below(static_cast<unsigned>(words.size())));
  }
  const std::string& pick(const std::vector<std::string>& names) {
    return names[below(static_cast<unsigned>(names.size()))];
  }

  void line(unsigned depth, const std::string& text) {
    text_ += std::string(2 * depth, ' ') + text + "\n";
  }

  void procedure(const Signature& signature) {
    current_ = signature;
    visible_ = globals_;
    labels_ = 0;
    uses_out_ = false;
    std::string parameters;
    for (unsigned i = 0; i < signature.parameters; ++i) {
      parameters += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
      visible_.push_back(fmt::format("a{}", i));
    }
    std::string type = signature.returns == 0   ? "void"
                       : signature.returns == 1 ? "bool"
                                                : fmt::format("bool<{}>", signature.returns);
    line(0, fmt::format("{} {}({}) begin", type, signature.name, parameters));
    unsigned locals = below(shape_.locals + 1);
    for (unsigned i = 0; i < locals; ++i) {
      line(1, fmt::format("decl l{}{};", i, pick({"", "", " := F", " := 1"})));
      visible_.push_back(fmt::format("l{}", i));
    }
    if (chance(8) && !visible_.empty()) line(1, fmt::format("enforce {};", disjunction()));
    if (chance(5) && !visible_.empty())
      line(1, fmt::format("abortif {} & {};", variable(), variable()));
    block(1, shape_.depth);
    if (uses_out_) line(1, "OUT: skip;");
    if (signature.returns > 0 && chance(80)) return_statement(1);
    line(0, "end\n");
  }

  std::string variable() { return visible_.empty() ? "T" : pick(visible_); }
  std::string disjunction() { return fmt::format("({} | !{})", variable(), variable()); }

  std::string expression(unsigned depth) {
    if (depth == 0 || chance(45)) return chance(12) ? pick({"T", "F", "0", "1", "*"}) : variable();
    switch (below(8)) {
    case 0:
    case 1:
      return "!" + operand(depth - 1);
    case 2:
      return operand(depth - 1) + " & " + operand(depth - 1);
    case 3:
      return operand(depth - 1) + " | " + operand(depth - 1);
    case 4:
      return operand(depth - 1) + pick({" = ", " != ", " ^ ", " => "}) + operand(depth - 1);
    case 5:
      return fmt::format("schoose[{}, {}]", expression(depth - 1), expression(depth - 1));
    case 6:
      return fmt::format(
          "{} ? {} : {}", operand(depth - 1), operand(depth - 1), operand(depth - 1));
    default:
      return variable();
    }
  }
  std::string operand(unsigned depth) { return "(" + expression(depth) + ")"; }

  std::string expressions(unsigned count) {
    std::string result;
    for (unsigned i = 0; i < count; ++i)
      result += (i == 0 ? "" : ", ") + expression(2);
    return result;
  }

  void block(unsigned indent, unsigned depth) {
    unsigned count = 1 + below(shape_.statements);
    for (unsigned i = 0; i < count; ++i)
      statement(indent, depth);
  }

  void statement(unsigned indent, unsigned depth) {
    if (labels_ > 0 && chance(2)) line(indent, fmt::format("L{}:", below(labels_))); // once more
    if (chance(10)) line(indent, fmt::format("L{}:", labels_++));
    if (chance(3)) line(indent, "ERROR:");
    unsigned kind = below(100);
    if (kind < 28)
      assignment(indent);
    else if (kind < 50)
      call(indent);
    else if (kind < 64 && depth > 0)
      if_statement(indent, depth);
    else if (kind < 73 && depth > 0)
      while_statement(indent, depth);
    else if (kind < 78)
      goto_statement(indent);
    else if (kind < 84)
      line(indent, fmt::format("assume({});", expression(2)));
    else if (kind < 89)
      line(indent, fmt::format("assert({});", expression(2)));
    else if (kind < 92)
      return_statement(indent);
    else if (kind < 95 && !visible_.empty())
      line(indent, fmt::format("dead {};", variable()));
    else
      line(indent, "skip;");
  }

  std::vector<std::string> some_variables() {
    std::vector<std::string> result;
    for (const std::string& name : visible_)
      if (chance(40)) result.push_back(name);
    if (result.empty() || chance(2)) result.push_back(variable()); // perhaps twice
    return result;
  }

  void assignment(unsigned indent) {
    if (visible_.empty()) return line(indent, "skip;");
    std::vector<std::string> targets = some_variables();
    std::string left;
    for (const std::string& target : targets)
      left += (left.empty() ? "" : ", ") + target;
    std::string constraint;
    if (chance(12))
      constraint =
          fmt::format(" constrain {} {} '{}", variable(), pick({"|", "=", "!="}), pick(targets));
    line(indent,
         fmt::format(
             "{} := {}{};", left, expressions(static_cast<unsigned>(targets.size())), constraint));
  }

  void call(unsigned indent) {
    if (signatures_.empty()) return line(indent, "skip;");
    const Signature& callee = signatures_[below(static_cast<unsigned>(signatures_.size()))];
    std::string results;
    bool store = callee.returns > 0 && chance(85);
    std::vector<std::string> free = visible_;
    for (unsigned i = 0; store && i < callee.returns; ++i) {
      std::string name = "_";
      if (!free.empty() && chance(85)) {
        std::size_t at = below(static_cast<unsigned>(free.size()));
        name = free[at];
        free.erase(free.begin() + static_cast<std::ptrdiff_t>(at));
      }
      results += (i == 0 ? "" : ", ") + name;
    }
    line(indent,
         fmt::format("{}{}{}({});",
                     results,
                     store ? " := " : "",
                     callee.name,
                     expressions(callee.parameters)));
  }

  void if_statement(unsigned indent, unsigned depth) {
    line(indent, fmt::format("if ({}) then", expression(2)));
    block(indent + 1, depth - 1);
    if (chance(25)) {
      line(indent, fmt::format("elsif ({}) then", expression(1)));
      block(indent + 1, depth - 1);
    }
    if (chance(50)) {
      line(indent, "else");
      block(indent + 1, depth - 1);
    }
    line(indent, "fi");
  }

  void while_statement(unsigned indent, unsigned depth) {
    line(indent, fmt::format("while ({}) do", expression(2)));
    block(indent + 1, depth - 1);
    line(indent, "od");
  }

  void goto_statement(unsigned indent) {
    std::string target = "OUT";
    if (labels_ > 0 && chance(60))
      target = fmt::format("L{}", below(labels_));
    else
      uses_out_ = true;
    if (labels_ > 0 && chance(20)) target += fmt::format(", L{}", below(labels_));
    if (chance(70))
      line(indent, fmt::format("if ({}) then goto {}; fi", expression(1), target));
    else
      line(indent, fmt::format("goto {};", target));
  }

  void return_statement(unsigned indent) {
    line(indent,
         current_.returns == 0 ? "return;"
                               : fmt::format("return {};", expressions(current_.returns)));
  }

  std::mt19937_64 random_;
  RandomShape shape_;
  std::string text_;
  std::vector<std::string> globals_;
  std::vector<Signature> signatures_;
  Signature current_;
  std::vector<std::string> visible_;
  unsigned labels_ = 0;
  bool uses_out_ = false; ///< some goto leads to the end of the procedure
};

} // namespace

std::string random_boolean_program(std::uint64_t seed, const RandomShape& shape) {
  return Generator(seed, shape).run();
}

} // namespace kleene::reference
