// SPDX-License-Identifier: Apache-2.0
// Expressions of Z3 as terms: the way back from z3_terms.h, for quantifier-free Bool, Int, bit-vector and
// array expressions. Int becomes the type Int, a bit-vector an unsigned machine integer of its width.
#pragma once
#include "kleene/logic/term.h"

#include <z3++.h>

#include <optional>
#include <unordered_map>
#include <vector>

namespace kleene::smt {

class Z3Reader {
public:
  /// `bound[i]` stands for the bound variable with index i; `cell` is the type that a Memory
  /// variable is accessed with, where Ints are read from memory.
  Z3Reader(TermManager& terms,
           std::vector<Term> bound,
           std::function<std::optional<Type>(VarId)> cell,
           unsigned pointer_width)
      : terms_(terms),
        bound_(std::move(bound)),
        cell_(std::move(cell)),
        pointer_(Type::machine(pointer_width, false)) {}

  /// Throws NotExpressible.
  Term operator()(const z3::expr& e);

private:
  Term read(const z3::expr& e);
  Term numeral(const z3::expr& e);
  Term bound_variable(const z3::expr& e);
  Term application(const z3::expr& e);
  std::optional<Term> logical(Z3_decl_kind kind, const std::vector<Term>& args);
  std::optional<Term> integer(Z3_decl_kind kind, const std::vector<Term>& args);
  std::optional<Term> bits(const z3::expr& e, Z3_decl_kind kind, const std::vector<Term>& args);
  std::optional<Term> layout_of_bits(const z3::expr& e, Z3_decl_kind kind, Term a);
  std::optional<Term> memory(const z3::expr& e, Z3_decl_kind kind, const std::vector<Term>& args);
  Term equal(Term a, Term b);
  Term compare(Op op, Term a, Term b, bool is_signed);
  Term fold(Op op, const std::vector<Term>& args);
  /// The remainder that is not negative, for a positive constant.
  Term modulo(Term a, Term b);
  Term as(Type type, Term t) { return terms_.cast(type, t); }

  TermManager& terms_;
  std::vector<Term> bound_;
  std::function<std::optional<Type>(VarId)> cell_;
  Type pointer_;
  std::unordered_map<unsigned, Term> done_; ///< by the id of the expression
};

} // namespace kleene::smt
