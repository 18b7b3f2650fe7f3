// SPDX-License-Identifier: Apache-2.0
// Values as people write them: pointers by what they point to, characters in quotes, floats as numbers. The program
// model has machine integers only; what a variable is for is told from how it is used.
#pragma once
#include "kleene/ir/program.h"

#include <set>

#include "memory_model.h"

namespace kleene::report {

/// A float as the shortest decimal number that is read back as the same.
std::string decimal(Type type, std::uint64_t pattern);
/// For people: `0x1.8p-1 (0.75)`, exact and readable; small whole numbers are both by themselves.
std::string exact_and_decimal(Type type, std::uint64_t pattern);

class ValueText {
public:
  explicit ValueText(const ir::Program& program);

  std::string operator()(VarId v, Integer value, const MemoryModel& memory) const;
  /// What a step at this place of the source wrote to memory: `t[2]` or `malloc#1.next`, and its value.
  std::string place(const MemoryWrite& write, const SourceRange& range = {}) const;
  std::string value(const MemoryWrite& write, const MemoryModel& memory) const;
  /// The same for many bytes that are set or copied at once.
  std::pair<std::string, std::string> span(const MemoryWrite& write,
                                           const MemoryModel& memory) const;

private:
  class Uses;
  static std::string number(Type type, Integer value);
  std::string
  pointer(std::uint64_t address, std::uint64_t element, const MemoryModel& memory) const;

  /// Whether the program says `&name`, and not of an element.
  bool addresses_whole(const std::string& name) const;
  void find_addressed();

  const ir::Program& program_;
  std::set<std::string> addressed_;
  std::set<VarId> floats_;
  std::map<VarId, std::uint64_t>
      pointers_; ///< with the size of what they lead to; 0 if that is not known
};

} // namespace kleene::report
