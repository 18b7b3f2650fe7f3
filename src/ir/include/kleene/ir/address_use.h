// SPDX-License-Identifier: Apache-2.0
// Whether what a program does can depend on where its objects lie.
//
// Nothing is known of an address but this: it is not null, it has the alignment of the object, the bytes of
// the object and the address behind them do not wrap around, and objects that live at the same time have
// different bytes. So an answer has to hold for every placement. Most programs never notice: they follow
// addresses, move them within their object, and compare them with null or with others of the same object.
// For such a program one placement stands for all: take an execution under one of them and move every
// object to where another one has it. Each value that is an address moves with its object, all other values
// and all conditions stay, so this is an execution too, and it takes the same edges. (Undefined behaviour
// ends an execution, so addresses that leave their object by arithmetic need not be followed.)
//
// The analysis finds the places where values that may be addresses are used in another way: it follows them
// through variables and, by region and offset, through memory, whatever the order of statements.
#pragma once
#include "kleene/ir/program.h"

#include <optional>
#include <vector>

namespace kleene::ir {

/// What is known of an address of the object: the greatest power of two that Object::address is a multiple
/// of. Front ends choose addresses that are not aligned better than their objects have to be.
std::uint64_t alignment(const Object& object);
/// String literals with the same end may be one object, or one a part of the other. Then this is the
/// distance between the first byte of the longer one and that of the shorter one.
std::optional<std::uint64_t> shared_end(const Object& a, const Object& b);

/// Eq, Lt, Le or Sub of values that may be addresses. The result is the same for every placement where
/// both lie in one live object or behind its end; for Eq, also where each is null or in some live object,
/// unless these may be string literals that share their bytes.
struct AddressComparison {
  ProcId procedure;
  LocId at; ///< where the edge begins that evaluates it
  Term term;
  bool may_share = false;
};

struct AddressUse {
  /// The numbers that Object::address and the interpreter give do not stand for all others: addresses are
  /// taken apart, meet numbers, or those of different objects of the program are compared.
  /// Comparisons of allocated objects with each other do not count here.
  bool numbers = false;
  /// A place where an address is taken apart: the result is a number that nobody knows.
  std::optional<SourceRange> taken_apart;
  /// Where that is not so, all that could depend on the placement.
  std::vector<AddressComparison> comparisons;
  /// An access may go to an object that its address was not computed from: a number is dereferenced that
  /// may have been made equal to an address (bit by bit in branches, by counting, through text), because
  /// addresses are looked at; or an address is moved until it compares as that of another object. Then
  /// regions.h and promote.h are not for this program.
  bool confuses_objects = false;

  bool steers() const { return taken_apart || !comparisons.empty(); }
};

/// Requires a program that validates.
AddressUse address_use(const Program& program);

/// The program with an edge to a location of its own at each of the comparisons. It can be taken where the
/// result of the comparison depends on the placement. The location calls `target`.
Program with_checked_comparisons(const Program& program,
                                 const std::vector<AddressComparison>& comparisons,
                                 const std::string& target);

} // namespace kleene::ir
