// SPDX-License-Identifier: Apache-2.0
// Which variables always hold the same place in one object, or no address at all. Insensitive to the
// order of statements; what comes out of memory may be any address.
#pragma once
#include "kleene/ir/program.h"

#include <functional>
#include <optional>
#include <vector>

namespace kleene::transform {

/// What a term may hold.
struct Pointee {
  enum class Kind { NoAddress, At, Any };
  Kind kind = Kind::NoAddress;
  std::size_t object = 0;   ///< At: the number that the caller has given it
  std::uint64_t offset = 0; ///< At: modulo the range of pointers
  bool operator==(const Pointee&) const = default;
};

class Offsets {
public:
  /// Numbers for objects of interest; nothing for the others.
  struct Numbering {
    std::function<std::optional<std::size_t>(ObjectId)> object;
    std::function<std::optional<std::size_t>(ir::ProcId, std::size_t edge)> allocation;
  };
  Offsets(const ir::Program& program, Numbering numbering, std::size_t numbers);

  Pointee place(Term t);
  /// The address may be held by terms whose place is Any.
  bool escaped(std::size_t object) const { return escaped_[object]; }

private:
  void add_statement(ir::ProcId procedure, std::size_t edge);
  void assign(VarId variable, const Pointee& place);
  Pointee shifted(Pointee place, Term by) const;
  Pointee joined(const Pointee& a, const Pointee& b);
  Pointee any_of(const Pointee& place);

  const ir::Program& program_;
  Numbering numbering_;
  std::vector<Pointee> variables_; ///< by VarId
  std::vector<bool> escaped_;
  bool changed_ = false;
};

} // namespace kleene::transform
