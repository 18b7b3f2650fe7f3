// SPDX-License-Identifier: Apache-2.0
// Random programs for comparisons with the interpreter: inputs, branches, loops that end, calls, arrays
// and memory of mixed widths, and a target.
#pragma once
#include <random>
#include <string>

namespace kleene::symbolic::test {

class RandomProgram {
public:
  explicit RandomProgram(unsigned seed) : random_(seed) {}

  /// In the textual form of the IR: all of it, or without loops, calls and memory.
  std::string text();
  std::string simple_text();

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string place() { return "p" + std::to_string(next_place_++); }
  std::string variable();
  std::string number(const std::string& type);
  std::string term(int depth);
  std::string condition(int depth);
  std::string offset(unsigned width, unsigned size);
  void edge(const std::string& from, const std::string& to, const std::string& statement);
  /// Statements from one place to another.
  void sequence(const std::string& from, const std::string& to, int depth);
  void statement(const std::string& from, const std::string& to, int depth);
  void memory_statement(const std::string& from, const std::string& to);
  void branch(const std::string& from, const std::string& to, int depth);
  void loop(const std::string& from, const std::string& to, int depth);

  std::mt19937 random_;
  std::string body_;
  std::string prefix_;
  unsigned next_place_ = 0;
  unsigned next_counter_ = 0;
  bool simple_ = false;
};

} // namespace kleene::symbolic::test
