// SPDX-License-Identifier: Apache-2.0
// What the variables of a formula about a program stand for. The program numbers its own variables from zero; a formula
// may also speak about their values at the entry of the procedure, about parameters that stand for all values at once,
// and about values that came into being on the way. Nobody else computes with the numbers.
#pragma once
#include "kleene/logic/term.h"
#include "kleene/support/invariant.h"

#include <optional>
#include <variant>

namespace kleene {

class VariableSpace {
public:
  /// The value of a variable of the program.
  struct Current {
    VarId variable;
  };
  /// The value that a variable of the program had at the entry.
  struct Entry {
    VarId variable;
  };
  struct Parameter {
    std::size_t number = 0;
  };
  struct Fresh {
    std::size_t number = 0;
  };
  using Role = std::variant<Current, Entry, Parameter, Fresh>;

  static constexpr std::size_t most_parameters = 16;

  /// For a program with so many variables.
  explicit constexpr VariableSpace(std::size_t variables) : n_(variables) {}

  VarId id(Entry e) const {
    KL_INVARIANT(e.variable.index() < n_, "a value at the entry should be that of a variable");
    return VarId(n_ + e.variable.index());
  }
  VarId id(Parameter p) const {
    KL_INVARIANT(p.number < most_parameters, "there should not be so many parameters");
    return VarId(2 * n_ + p.number);
  }
  VarId id(Fresh f) const { return VarId(first_fresh() + f.number); }
  std::size_t first_fresh() const { return 2 * n_ + most_parameters; }

  Role role(VarId v) const {
    if (v.index() < n_) return Current{v};
    if (v.index() < 2 * n_) return Entry{VarId(v.index() - n_)};
    if (v.index() < first_fresh()) return Parameter{v.index() - 2 * n_};
    return Fresh{v.index() - first_fresh()};
  }
  bool is_current(VarId v) const { return v.index() < n_; }
  bool is_entry(VarId v) const { return v.index() >= n_ && v.index() < 2 * n_; }
  bool is_parameter(VarId v) const { return v.index() >= 2 * n_ && v.index() < first_fresh(); }
  bool is_fresh(VarId v) const { return v.index() >= first_fresh(); }
  /// The variable of the program whose value it is, here or at the entry.
  std::optional<VarId> variable(VarId v) const {
    if (is_current(v)) return v;
    if (is_entry(v)) return VarId(v.index() - n_);
    return std::nullopt;
  }

private:
  std::size_t n_;
};

} // namespace kleene
