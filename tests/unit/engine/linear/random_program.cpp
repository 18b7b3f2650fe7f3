// SPDX-License-Identifier: Apache-2.0
#include "random_program.h"

#include <fmt/core.h>

#include <random>

namespace kleene::engine::linear::test {
namespace {

class Generator {
public:
  explicit Generator(std::uint32_t seed) : random_(seed), procedures_(pick(0, 2)) {}

  std::string run() {
    std::string text = "int a = 0, b = 1, c = -1;\n";
    for (int p = 0; p < procedures_; ++p)
      text += procedure(p);
    variables_ = {"a", "b", "c", "x"};
    inside_ = -1;
    text += "main() {\n  int k0 = 0, k1 = 0, k2 = 0, x = 0;\n";
    for (const char* v : {"a", "x"})
      if (pick(0, 1) == 1) text += input(v, "  ");
    text += block(2, "  ");
    return text + fmt::format("  assert({});\n}}\n", condition());
  }

private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  std::string variable() { return variables_[pick(0, static_cast<int>(variables_.size()) - 1)]; }

  std::string expression() {
    std::string text = std::to_string(pick(-3, 3));
    for (int i = pick(0, 2); i > 0; --i) {
      int factor = pick(-2, 2);
      text += fmt::format(
          " {} {} * {}", factor < 0 ? "-" : "+", factor < 0 ? -factor : factor, variable());
    }
    return text;
  }

  std::string condition() {
    static const char* const operators[] = {"<", "<=", "=", "!=", ">", ">="};
    std::string one = fmt::format("{} {} {}", variable(), operators[pick(0, 5)], expression());
    int kind = pick(0, 9);
    if (kind == 0) return fmt::format("{} && {}", one, condition());
    if (kind == 1) return fmt::format("{} || {}", one, condition());
    if (kind == 2) return fmt::format("!({})", one);
    return one;
  }

  static std::string input(const std::string& v, const std::string& indent) {
    return fmt::format("{0}{1} = ?;\n{0}assume({1} >= {2} && {1} <= {3});\n",
                       indent,
                       v,
                       smallest_input,
                       largest_input);
  }

  /// Recursion goes down in its first parameter; a procedure calls only itself and earlier ones.
  std::string procedure(int p) {
    variables_ = {"a", "b", "c", "n", "m"};
    inside_ = p;
    std::string text =
        fmt::format("p{}(n, m) {{\n  int k0 = 0, k1 = 0, k2 = 0;\n  if (n > 0) {{\n", p);
    return text + block(1, "    ") + fmt::format("  }} else {{\n{}  }}\n}}\n", block(0, "    "));
  }

  std::string block(int depth, const std::string& indent) {
    std::string text;
    for (int i = pick(1, 3); i > 0; --i)
      text += statement(depth, indent);
    return text;
  }

  std::string assigned() {
    std::string v = variable();
    return v == "n" ? "m" : v;
  }

  std::string statement(int depth, const std::string& indent) {
    std::string deeper = indent + "  ";
    int kind = pick(0, depth > 0 ? 9 : 5);
    if (kind <= 3) return fmt::format("{}{} = {};\n", indent, assigned(), expression());
    if (kind == 4) return call(indent);
    if (kind == 5) return fmt::format("{}assert({} || {});\n", indent, condition(), condition());
    if (kind == 6 && inside_ < 0 && inputs_++ < 2) return input(assigned(), indent);
    if (kind <= 8) {
      std::string c = pick(0, 4) == 0 ? "?" : condition();
      return fmt::format("{0}if ({1}) {{\n{2}{0}}} else {{\n{3}{0}}}\n",
                         indent,
                         c,
                         block(depth - 1, deeper),
                         block(depth - 1, deeper));
    }
    std::string k = fmt::format("k{}", depth);
    return fmt::format("{0}{1} = 0;\n{0}while ({1} < {2}) {{\n{3}{4}{1} = {1} + 1;\n{0}}}\n",
                       indent,
                       k,
                       pick(1, 4),
                       block(depth - 1, deeper),
                       deeper);
  }

  std::string call(const std::string& indent) {
    if (inside_ >= 0) {
      if (pick(0, 1) == 0 || inside_ == 0)
        return fmt::format("{}if (n > 0) {{ p{}(n - 1, {}); }}\n", indent, inside_, expression());
      return fmt::format("{}p{}({}, {});\n", indent, inside_ - 1, pick(0, 2), expression());
    }
    if (procedures_ == 0) return fmt::format("{};\n", indent);
    return fmt::format(
        "{}p{}({}, {});\n", indent, pick(0, procedures_ - 1), pick(0, 3), expression());
  }

  std::mt19937 random_;
  int procedures_;
  int inside_ = -1;
  int inputs_ = 0;
  std::vector<std::string> variables_;
};

} // namespace

std::string random_program(std::uint32_t seed) {
  return Generator(seed).run();
}

} // namespace kleene::engine::linear::test
