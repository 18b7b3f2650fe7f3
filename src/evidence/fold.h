// SPDX-License-Identifier: Apache-2.0
// Terms with values put in for their variables, and whatever that makes constant computed at once. It
// keeps the formulas of the judges small where a program does known things.
#pragma once
#include "kleene/ir/program.h"

#include <functional>
#include <optional>

namespace kleene::evidence {

/// The value of an operator on constants; nothing where it has none (division by zero, a shift too far),
/// or where it is no operator on integers and truth values.
std::optional<Integer>
constant_result(Term t, const std::vector<Term>& args, IntegerModel integers);

class Folder {
public:
  /// What stands for the address of an object.
  using AddressOf = std::function<Term(Term)>;
  Folder(const ir::Program& program, IntegerModel integers, AddressOf address_of)
      : terms_(*program.terms), integers_(integers), address_of_(std::move(address_of)) {}

  /// The value of a variable at some moment.
  using Lookup = std::function<Term(VarId)>;
  /// What to take instead of an operator on arguments that are done; null: nothing else.
  using Replace = std::function<Term(Term t, const std::vector<Term>& args)>;
  Term operator()(Term t, const Lookup& value, const Replace& replace = {});

private:
  Term rebuilt(Term t, const std::vector<Term>& args);
  Term simplified(Term t);

  TermManager& terms_;
  IntegerModel integers_;
  AddressOf address_of_;
};

/// An address as a base (null for a plain number) plus a number of bytes.
struct SplitAddress {
  Term base;
  Integer offset = 0;
};
SplitAddress split_address(Term address);

} // namespace kleene::evidence
