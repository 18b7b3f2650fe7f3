// SPDX-License-Identifier: Apache-2.0
#include "objects.h"

#include "kleene/logic/substitute.h"
#include "kleene/transform/live_objects.h"

#include <algorithm>

#include "flags.h"

namespace kleene::engine::k_induction {
namespace {

constexpr std::size_t most_pointers = 6;
constexpr std::size_t most_fields = 4;
constexpr std::size_t most_constants = 4;

/// A part of an object that some pointer leads to.
struct Field {
  VarId region;
  Integer offset;
  Type type;
  auto operator<=>(const Field&) const = default;
};

class Objects {
public:
  Objects(const ir::Program& program, const Cut& cut, Term parameter)
      : program_(program),
        terms_(*program.terms),
        cut_(cut),
        live_(transform::live_objects(program)),
        k_(parameter) {}

  ElementGuesses guess() {
    for (const symbolic::Block& block : cut_.blocks) {
      look_at(block.condition);
      for (const auto& [variable, value] : block.after.values())
        look_at(value);
    }
    if (fields_.empty()) return {};
    if (sorts_.empty()) find_sorts();
    follow_copies();
    ElementGuesses result;
    properties(result.properties);
    for (const Integer& sort : sorts_) {
      result.ranges.push_back(live(k_, sort));
      for (VarId p : pointers_)
        result.ranges.push_back(terms_.conj(live(k_, sort), terms_.ne(k_, pointer(p))));
    }
    result.flags = flags(program_, cut_, pointers_);
    for (VarId p : pointers_) {
      result.instances.push_back(pointer(p));
      for (const Integer& sort : sorts_) {
        result.others.push_back(live(pointer(p), sort));
        result.others.push_back(terms_.disj(is_null(pointer(p)), live(pointer(p), sort)));
      }
      for (const Field& field : fields_)
        if (is_pointer(field)) result.instances.push_back(value(field, pointer(p)));
    }
    return result;
  }

private:
  Term pointer(VarId p) const { return terms_.variable(p, k_.type()); }
  Term is_null(Term t) const { return terms_.eq(t, terms_.constant(t.type(), 0)); }
  Term live(Term address, const Integer& sort) const {
    return terms_.eq(terms_.load(k_.type(), terms_.variable(live_, Type::memory()), address),
                     terms_.constant(k_.type(), sort));
  }
  Term value(const Field& field, Term object) const {
    if (field.offset != 0)
      object = terms_.binary(Op::PtrAdd, object, terms_.constant(k_.type(), field.offset));
    return terms_.load(field.type, terms_.variable(field.region, Type::memory()), object);
  }
  bool is_pointer(const Field& field) const {
    return field.type == k_.type() && leading_.contains(field);
  }

  /// The field that an address belongs to, if a variable leads there.
  std::optional<Field> field(Term memory, Term address, Type type) {
    memory = memory_below(memory);
    Integer offset = 0;
    if (address.op() == Op::PtrAdd && address.arg(1).is_constant()) {
      offset = address.arg(1).value();
      address = address.arg(0);
    }
    bool known = is_of_program(program_, memory) && memory.variable() != live_
                 && address.type() == k_.type();
    if (!known) return std::nullopt;
    if (address.is_variable() && is_of_program(program_, address)) add_pointer(address.variable());
    Field result{memory.variable(), offset, type};
    if (fields_.size() == most_fields && !fields_.contains(result)) return std::nullopt;
    fields_.insert(result);
    return result;
  }

  /// Nothing is made here: as elsewhere.
  void find_sorts() {
    for (const ir::Procedure& p : program_.procedures)
      for (const ir::Edge& edge : p.edges)
        for (Term t : ir::evaluated_terms(edge.statement))
          if (t.op() == Op::Store && memory_below(t) == terms_.variable(live_, Type::memory()))
            add_sort(t.arg(2));
  }

  /// What a pointer is copied from or to is a pointer.
  void follow_copies() {
    for (std::size_t before = 0; before != pointers_.size();) {
      before = pointers_.size();
      for (const symbolic::Block& block : cut_.blocks)
        for (const auto& [variable, value] : block.after.values()) {
          if (!value.is_variable() || !is_of_program(program_, value)) continue;
          if (pointers_.contains(variable)) add_pointer(value.variable());
          if (pointers_.contains(value.variable())) add_pointer(variable);
        }
    }
  }

  void add_pointer(VarId v) {
    if (pointers_.size() < most_pointers && program_.variable(v).type == k_.type())
      pointers_.insert(v);
  }

  void look_at(Term t) {
    for_each_subterm(t, [&](Term s) {
      if (s.op() == Op::Load) {
        field(s.arg(0), s.arg(1), s.type());
      } else if (s.op() == Op::Store) {
        Term below = memory_below(s);
        if (below.is_variable() && below.variable() == live_) add_sort(s.arg(2));
        std::optional<Field> stored = field(s.arg(0), s.arg(1), s.arg(2).type());
        if (stored) take_value(*stored, s.arg(2));
      } else if (compares(s)) {
        for (std::size_t side : {0, 1})
          if (s.arg(side).op() == Op::Load) {
            Term load = s.arg(side);
            std::optional<Field> asked = field(load.arg(0), load.arg(1), load.type());
            if (asked) take_value(*asked, s.arg(1 - side));
          }
      }
    });
  }

  /// What cells of live objects hold: one, or a size.
  void add_sort(Term cell) {
    constexpr std::size_t most_sorts = 3;
    if (cell.is_constant() && cell.value() != 0 && sorts_.size() < most_sorts)
      sorts_.insert(cell.value());
  }

  void take_value(const Field& field, Term value) {
    if (value.op() == Op::Ite) {
      take_value(field, value.arg(1));
      take_value(field, value.arg(2));
    } else if (!value.is_constant()) {
      if (value.type() == k_.type()) leading_.insert(field);
    } else if (constants_[field].size() < most_constants) {
      constants_[field].insert(value.value());
    }
  }

  void properties(std::vector<Term>& result) const {
    auto constant = [&](const Field& field, Integer c) {
      return terms_.eq(value(field, k_), terms_.constant(field.type, c));
    };
    Term mask = terms_.constant(k_.type(), 15);
    result.push_back(is_null(terms_.binary(Op::BitAnd, k_, mask)));
    result.push_back(terms_.negate(is_null(k_)));
    std::vector<Term> cases{terms_.truth(true)};
    for (const auto& [field, values] : constants_) {
      if (is_pointer(field)) continue;
      for (const Integer& c : values) {
        result.push_back(constant(field, c));
        cases.push_back(constant(field, c));
        cases.push_back(terms_.negate(constant(field, c)));
        for (const Integer& d : values)
          if (c < d) result.push_back(terms_.disj(constant(field, c), constant(field, d)));
      }
    }
    for (const Field& field : fields_) {
      if (!is_pointer(field)) continue;
      Term next = value(field, k_);
      for (const Integer& sort : sorts_)
        for (Term when : cases) {
          result.push_back(terms_.disj(terms_.negate(when), live(next, sort)));
          result.push_back(terms_.disj({terms_.negate(when), is_null(next), live(next, sort)}));
        }
    }
  }

  const ir::Program& program_;
  TermManager& terms_;
  const Cut& cut_;
  VarId live_;
  Term k_;
  std::set<Integer> sorts_;
  std::set<VarId> pointers_;
  std::set<Field> fields_;
  std::set<Field> leading_; ///< that hold pointers
  std::map<Field, std::set<Integer>> constants_;
};

} // namespace

ElementGuesses object_guesses(const ir::Program& program, const Cut& cut, Term parameter) {
  return Objects(program, cut, parameter).guess();
}

} // namespace kleene::engine::k_induction
