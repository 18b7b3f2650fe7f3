// SPDX-License-Identifier: Apache-2.0
// A formula as a question in bits: memory without arrays, as the cells of the objects that it makes and of those that the
// program has. Where an object lies is any number; only what is asked of numbers is said of them.
//
// Every execution has a model here if it has one in the formula: it reads and writes inside live objects only, and an
// address that was made from that of an object is used for that object only; otherwise it ends (ir/statement.h, ir/program.h).
#pragma once
#include "kleene/bits/blaster.h"
#include "kleene/support/budget.h"

#include <set>

#include "formula.h"

namespace kleene::evidence {

class BitQuestion {
public:
  /// Throws bits::NotBits if the formula has mathematical integers, objects of unknown size, or is too large.
  BitQuestion(const Problem& problem, const Formula& formula, Budget& budget);

  /// Clauses that have a model if one of these can hold.
  bits::Cnf ask(const std::vector<Term>& bad);
  std::size_t gates() const { return circuit_.size(); }

private:
  void take(const AnyValue& step);
  void take(const NamedValue& step);
  void take(const FirstContents& step);
  void take(const OverflowOf& step);
  void take(const Requirement& step);
  void take(const NewAddress& step);
  void take(const ProgramAddress& step);
  void take(const NewContents& step);
  void take(const LiveBytes& step);
  void take(const KnownBytes& step);

  void add_program_objects();
  bits::Word address_of(const ir::Object& object);
  void add_first_pointers(const ir::Object& object, std::size_t unit, bits::Cells& cells);
  bits::ValueRef meaning_of(Integer number) const;
  bits::Image first_contents(VarId region);
  std::size_t unit_of(VarId region) const;
  bool matters(bits::ObjectNumber object, const std::vector<char>& seen) const;
  bits::Lit does_not_wrap(bits::ObjectNumber object);
  bool matters(const Requirement& step, const std::vector<char>& seen) const;

  const Problem& problem_;
  std::vector<VarId> shadowed_; ///< see ir::shadowed_regions
  bits::Circuit circuit_;
  bits::Blaster blaster_;
  std::vector<bits::Lit> facts_;
  std::vector<const Requirement*> open_; ///< about addresses
  bool anywhere_ = false; ///< objects of the program lie anywhere, not at their numbers
  std::vector<std::optional<bits::ObjectNumber>> program_objects_;
  std::vector<bits::ValueRef> program_addresses_;
  std::map<VarId, std::set<bits::ObjectNumber>> regions_; ///< the objects so far
  std::map<VarId, bits::ObjectNumber> new_objects_;       ///< by a variable that is the address
};

} // namespace kleene::evidence
