// SPDX-License-Identifier: Apache-2.0
// A formula in the making, as commands of SMT-LIB: variables with names for people, definitions of
// values, requirements. Terms refer to its variables by ids beyond those of the program, so values stay
// small terms however long their history is.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/ir/address_use.h"
#include "kleene/smt/smtlib.h"

#include <unordered_map>

#include "fold.h"
#include "formula_steps.h"

namespace kleene::evidence {

class Formula {
public:
  /// `use` tells how the program of the problem uses addresses.
  Formula(const Problem& problem, const ir::AddressUse& use);
  Formula(const Formula&) = delete;
  Formula& operator=(const Formula&) = delete;

  TermManager& terms() const { return terms_; }
  const std::string& commands() const { return commands_; }

  /// How much is known of a new value. Signed results of computations are unbounded in the math model.
  enum class Range { Computed, OfType };
  /// A new variable with any value; `cell` is for Memory. One without text can only be passed on.
  /// `region` is the Memory variable that it is a state of.
  Term
  fresh(std::string_view name, Type type, std::optional<Type> cell, Range range, VarId region = {});
  /// The value under a name of its own, unless it is as short as one. What has no text becomes any value:
  /// more executions, never fewer.
  Term named(std::string_view name,
             Term value,
             std::optional<Type> cell = std::nullopt,
             VarId region = {});
  /// A Bool that says that the operator at the top overflows. Throws NotExpressible.
  Term overflow(Term operation);
  /// The memory at the start of the program.
  Term initial_memory(VarId region);
  /// The lowest address that a new object may have. Where the numbers of addresses do not matter, the
  /// objects of the program lie below it, and away from new ones.
  Integer lowest_free_address() const;
  /// Addresses of the program's objects are variables.
  bool addresses_are_open() const { return use_.numbers; }
  /// A new object, if `guard` holds, whose bytes are not those of an object of the program.
  void keep_apart(Term guard, Term address, Term end);
  /// Adds what holds in every model. Throws NotExpressible. If all that it says is how `addresses` lie to each
  /// other, they are named.
  void require(Term condition, std::vector<Term> addresses = {});
  /// The answer to a question about live objects, all of which are known: see KnownBytes. Machine integers only.
  void know(const KnownBytes& known);
  /// What more is known for those who read the formula step by step.
  void note(FormulaStep step) { steps_.push_back(std::move(step)); }
  const std::vector<FormulaStep>& steps() const { return steps_; }

  /// The term on other values, with what is known about memory used: a load of what was stored.
  Term fold(Term t, const Folder::Lookup& value, const Folder::Replace& replace = {});
  std::string text(Term t) const { return smt::text(t, encoding_); }
  const smt::Encoding& encoding() const { return encoding_; }

private:
  struct Variable {
    std::string name;
    std::optional<Type> cell;
    Term definition; ///< null if there is none, or none as a term
    VarId region;    ///< valid for the memory at the start
  };
  /// An object of the program whose address is a variable.
  struct Placed {
    ObjectId object;
    Term address;
  };
  /// An object that is made within the formula.
  struct Made {
    Term guard;
    Term address;
    Term end;
  };
  std::vector<LiveObject> program_objects(bool written);
  Term address_of(Term address);
  Term address_of(ObjectId object);
  Term behind(Term address, Integer offset) const;
  void place(const Placed& placed);
  Term apart(const Placed& a, const Placed& b) const;
  Term apart(const Made& made, const Placed& placed) const;
  const Placed* placed(Term base) const;
  bool disjoint(const SplitAddress& a,
                std::size_t a_bytes,
                const SplitAddress& b,
                std::size_t b_bytes) const;
  Term add(Type type, Variable variable);
  std::string unique(std::string_view name);
  const Variable* variable(Term t) const;
  Term stored(Type type, Term memory, Term address);
  Term stored_at_start(Type type, VarId region, const SplitAddress& address);
  Term contents(Type type, const ir::Object& object, std::uint64_t offset);
  std::optional<std::string> initial_memory_text(VarId region);

  const Problem& problem_;
  const ir::AddressUse& use_;
  TermManager& terms_;
  std::size_t first_; ///< id of our first variable
  Folder folder_;
  smt::Encoding encoding_;
  std::string commands_;
  std::vector<FormulaStep> steps_;
  std::vector<Variable> variables_;
  std::unordered_map<Term, Term> names_; ///< of values
  std::vector<Placed> placed_;
  std::unordered_map<Term, std::size_t> placed_by_address_;
  std::vector<Made> made_;
};

/// For questions about single executions, which are no evidence if they rest on particular addresses:
/// what is not the same for every placement is not expressible.
std::function<Integer(ObjectId)> addresses_for_executions(const ir::Program& program);

} // namespace kleene::evidence
