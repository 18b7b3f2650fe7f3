// SPDX-License-Identifier: Apache-2.0
#include "random_concurrent.h"

#include <fmt/core.h>

#include <random>
#include <vector>

namespace kleene::reference {
namespace {

enum class Form { Blocks, Getafix, Dynamic };

class Writer {
public:
  Writer(std::uint64_t seed, const ConcurrentShape& shape) : random_(seed), shape_(shape) {}

  std::string run() {
    form_ = static_cast<Form>(pick(3));
    shared_ = 1 + pick(shape_.shared);
    threads_ = form_ == Form::Dynamic ? 1 + pick(shape_.threads - 1) : 2 + pick(shape_.threads - 1);
    std::string text = "decl ";
    for (unsigned i = 0; i < shared_; ++i)
      text += fmt::format("{}g{}", i == 0 ? "" : ", ", i);
    text += form_ == Form::Getafix ? ", atomic;\n" : ";\n";
    if (form_ == Form::Blocks && chance(60)) text += fmt::format("init {};\n", literal(false));
    if (form_ == Form::Getafix) text += initialisation();
    for (unsigned t = 0; t < threads_; ++t)
      text += thread(t);
    if (form_ == Form::Dynamic) text += main();
    return text;
  }

private:
  unsigned pick(unsigned below) {
    return below == 0 ? 0 : static_cast<unsigned>(random_() % below);
  }
  bool chance(unsigned percent) { return pick(100) < percent; }

  std::string initialisation() {
    std::string text = "void init() begin atomic := F;";
    for (unsigned i = 0; i < shared_; ++i)
      if (chance(80)) text += fmt::format(" g{} := {};", i, chance(50) ? "T" : "F");
    return text + " endinit: skip; end\n";
  }

  std::string variable(bool locals) {
    if (locals && chance(40)) return fmt::format("l{}", pick(2));
    return fmt::format("g{}", pick(shared_));
  }

  std::string literal(bool locals) { return (chance(50) ? "!" : "") + variable(locals); }

  std::string expression() {
    switch (pick(6)) {
    case 0:
      return "*";
    case 1:
      return fmt::format("({} & {})", literal(true), literal(true));
    case 2:
      return fmt::format("({} | {})", literal(true), literal(true));
    case 3:
      return chance(50) ? "T" : "F";
    default:
      return literal(true);
    }
  }

  std::string statement(unsigned t, unsigned depth) {
    switch (pick(depth > 0 ? 12 : 9)) {
    case 0:
    case 1:
      return fmt::format("{} := {};", variable(true), expression());
    case 2:
      return fmt::format("l0, g{} := {}, {};", pick(shared_), expression(), expression());
    case 3:
      return fmt::format("assume({});", literal(true));
    case 4:
      return fmt::format(
          "g{0} := {1} constrain {2}'g{0};", pick(shared_), expression(), chance(50) ? "!" : "");
    case 5:
      return chance(30) ? fmt::format("assert({} | {});", literal(true), literal(true)) : "skip;";
    case 6:
      return fmt::format("{} := f{}({});", variable(true), t, expression());
    case 7:
      return form_ == Form::Dynamic && chance(20) ? "end_thread;" : "skip;";
    case 8:
      return section(t);
    case 9:
      return fmt::format("while ({}) do {} od", literal(true), block(t, depth - 1));
    default:
      return fmt::format(
          "if ({}) then {} else {} fi", expression(), block(t, depth - 1), block(t, depth - 1));
    }
  }

  std::string section(unsigned t) {
    const char* begin = form_ == Form::Getafix ? "atomic := T;" : "atomic_begin;";
    const char* end = form_ == Form::Getafix ? "atomic := F;" : "atomic_end;";
    return fmt::format("{} {} {}", begin, block(t, 0), end);
  }

  std::string block(unsigned t, unsigned depth) {
    std::string text;
    for (unsigned i = 0; i <= pick(shape_.statements); ++i)
      text += statement(t, depth) + " ";
    return text;
  }

  std::string body(unsigned t) {
    std::string text = "decl l0, l1; " + block(t, 1);
    if (form_ == Form::Getafix || chance(30)) text += fmt::format("l0 := f{}(l1); ", t);
    if (chance(60))
      text += fmt::format("if ({} & {}) then ERROR: skip; fi ", literal(true), literal(true));
    return text;
  }

  std::string helper(unsigned t) {
    std::string again;
    if (shape_.recursion && chance(70))
      again = fmt::format("if ({}) then l0 := f{}({}); fi ", expression(), t, literal(true));
    return fmt::format("bool f{0}(l1) begin decl l0; l0 := l1; {1}{2}return {3}; end\n",
                       t,
                       again,
                       chance(60) ? fmt::format("g{} := {}; ", pick(shared_), literal(true)) : "",
                       expression());
  }

  std::string thread(unsigned t) {
    std::string name = form_ == Form::Blocks ? "main" : fmt::format("t{}", t);
    std::string text = helper(t) + fmt::format("void {}() begin {}end\n", name, body(t));
    return form_ == Form::Blocks ? fmt::format("thread T{} begin\n{}end\n", t, text) : text;
  }

  std::string main() {
    std::string text = helper(9) + "void main() begin decl l0, l1; ";
    for (unsigned i = 0; i < shared_; ++i)
      if (chance(70)) text += fmt::format("g{} := {}; ", i, chance(50) ? "T" : "F");
    bool forks = chance(30);
    if (forks) text += "start_thread goto L; ";
    for (unsigned t = 0; t < threads_; ++t)
      text += chance(50) ? fmt::format("start_thread t{}(); ", t)
                         : fmt::format("ASYNC_{0}: t{0}(); ", t);
    text += block(9, 0);
    return text + (forks ? "L: " : "") + block(9, 0) + "end\n";
  }

  std::mt19937_64 random_;
  ConcurrentShape shape_;
  Form form_ = Form::Blocks;
  unsigned shared_ = 1;
  unsigned threads_ = 2;
};

} // namespace

std::string random_concurrent_program(std::uint64_t seed, const ConcurrentShape& shape) {
  return Writer(seed, shape).run();
}

} // namespace kleene::reference
