// SPDX-License-Identifier: Apache-2.0
// Typed formulas as the evaluator takes them. Negations stand only before atoms and quantifiers;
// array indices and unrolled quantifiers are gone; names are resolved to places.
#pragma once
#include "kleene/calculus/types.h"
#include "kleene/support/ids.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ast.h"

namespace kleene::calculus {

struct PlaceTag;
/// A row of decision variables for a value of some type. Variables that are never alive together
/// share a place.
using PlaceId = Id<PlaceTag>;

struct VariablePlace {
  const Type* type = nullptr;
  /// Belongs to a top-level variable and is shared by nobody.
  bool own = false;
};

/// A variable or a part of one.
struct Reference {
  PlaceId place;
  std::size_t offset = 0;
  const Type* type = nullptr;
  bool operator==(const Reference&) const = default;
};

enum class FormulaKind {
  Constant,   ///< value
  Bit,        ///< left, of type bool
  EqualCode,  ///< left = code
  EqualParts, ///< left = right
  Not,
  And,
  Or,
  Iff,
  Case,     ///< condition, value, condition, value, …; the first that holds, else false
  Exists,   ///< places; kids[0]
  Apply,    ///< relation(arguments)
  Assume,   ///< kids[0] inside kids[1]
  Cofactor, ///< likewise
};

struct Formula;
struct Relation;

struct Argument {
  /// Exactly one of the three.
  std::optional<Reference> reference;
  std::optional<std::size_t> code;
  const Formula* formula = nullptr;
};

struct Formula {
  FormulaKind kind = FormulaKind::Constant;
  std::size_t index = 0; ///< Its number in the arena.
  bool value = false;
  std::vector<const Formula*> kids;
  Reference left;
  Reference right;
  std::size_t code = 0;
  std::vector<PlaceId> places;
  const Relation* relation = nullptr;
  std::vector<Argument> arguments;
  SourceRange range;

  bool is(bool constant) const { return kind == FormulaKind::Constant && value == constant; }
};

struct Formal {
  std::string name;
  const Type* type = nullptr;
  PlaceId place;
};

struct Relation {
  RelationKind kind = RelationKind::Plain;
  std::string name;
  std::size_t index = 0;
  SourceRange range;
  std::vector<Formal> formals;
  const Formula* body = nullptr;
  /// Formals to print in traces; empty means all.
  std::vector<std::string> shown;
};

/// Makes formulas and simplifies what is constant. Formulas live as long as the arena.
class FormulaArena {
public:
  const Formula* constant(bool value);
  const Formula* bit(const Reference& reference);
  const Formula* equal_code(const Reference& reference, std::size_t code);
  const Formula* equal(const Reference& left, const Reference& right);
  const Formula* negate(const Formula* f);
  const Formula* conjunction(const std::vector<const Formula*>& kids);
  const Formula* disjunction(const std::vector<const Formula*>& kids);
  const Formula* iff(const Formula* f, const Formula* g);
  /// Pairs of condition and value.
  const Formula* cases(const std::vector<const Formula*>& kids);
  const Formula* exists(std::vector<PlaceId> places, const Formula* body);
  const Formula*
  apply(const Relation* relation, std::vector<Argument> arguments, SourceRange range);
  const Formula* care(FormulaKind kind, const Formula* f, const Formula* inside);
  std::size_t size() const { return formulas_.size(); }

private:
  Formula& make(FormulaKind kind);
  const Formula* nary(FormulaKind kind, const std::vector<const Formula*>& kids);

  std::deque<Formula> formulas_;
  const Formula* true_ = nullptr;
  const Formula* false_ = nullptr;
};

} // namespace kleene::calculus
