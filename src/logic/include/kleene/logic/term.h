// SPDX-License-Identifier: Apache-2.0
// Hash-consed typed terms. Two terms of one manager are equal exactly if their handles are.
//
// Meaning of the operators. On Machine types the operands and the result of an arithmetic operator
// have one and the same type.
//   machine model  Add Sub Mul Neg Shl wrap modulo 2^width; on a signed type a result out of range
//                  is in addition an overflow event. Div and Rem truncate towards zero, INT_MIN / -1
//                  wraps and is an overflow event (INT_MIN % -1 is 0 and an event too).
//   math model     signed results are exact and never wrap; unsigned ones wrap as in C. Cast to a
//                  signed type at least as wide as a signed operand keeps the value; every other
//                  Cast wraps.
// Div and Rem by zero, and shifts by a negative amount or by at least the width, have no value: a
// program guards them with an Assume (see ir/statement.h).
// Bit operators on Bool do not exist: use And, Or, Not and Eq.
#pragma once
#include "kleene/logic/integer.h"
#include "kleene/logic/type.h"
#include "kleene/support/ids.h"

#include <deque>
#include <functional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace kleene {

struct VariableTag;
using VarId = Id<VariableTag>;
struct ObjectTag;
/// A memory object of the program with a fixed address: a global, a string, a function.
using ObjectId = Id<ObjectTag>;

enum class Op : std::uint8_t {
  Constant, ///< a Bool or integer value
  Variable,
  Address, ///< the address of an object
  Not,
  And, ///< two or more Bools
  Or,
  Eq,  ///< of any one type except Memory and Allocation
  Ite, ///< condition, then, else
  Lt,  ///< signedness is that of the operands' type
  Le,
  Neg,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  BitNot,
  BitAnd,
  BitOr,
  BitXor,
  Shl, ///< the amount may have another type than the shifted value
  Shr, ///< arithmetic on signed, logical on unsigned types
  Cast,
  PtrAdd, ///< address plus offset in bytes, both of pointer type: wraps, points where the address points
  Load,  ///< memory, address: value of a Machine type whose width is a multiple of 8, little endian
  Store, ///< memory, address, value: the changed memory
  MemCopy,  ///< memory, to, memory, from, length in bytes: as memmove
  MemSet,   ///< memory, to, byte (u8), length in bytes
  Valid,    ///< allocation, address, length: the bytes lie inside one live object
  Writable, ///< the same, and the object may be written
  Freeable, ///< allocation, address: null, or the start of a live heap object
  SizeOf, ///< allocation, address: the size of the live heap object that starts there, 0 otherwise
};

std::string_view name(Op op);

class TermManager;

struct TermData {
  Op op = Op::Constant;
  Type type;
  std::uint32_t id = 0; ///< dense, in order of creation
  Integer payload = 0;  ///< value of a Constant, index of a Variable or Address
  std::vector<const TermData*> args;
};

/// A handle; the default one is null and names no term.
class Term {
public:
  Term() = default;
  bool null() const { return data_ == nullptr; }
  Op op() const { return data_->op; }
  Type type() const { return data_->type; }
  std::uint32_t id() const { return data_->id; }
  std::size_t arity() const { return data_->args.size(); }
  Term arg(std::size_t i) const { return Term(data_->args[i]); }
  std::vector<Term> args() const;

  bool is_constant() const { return op() == Op::Constant; }
  bool is_variable() const { return op() == Op::Variable; }
  bool is_true() const { return is_constant() && type().is_bool() && data_->payload == 1; }
  bool is_false() const { return is_constant() && type().is_bool() && data_->payload == 0; }
  Integer value() const;   ///< of a Constant
  VarId variable() const;  ///< of a Variable
  ObjectId object() const; ///< of an Address

  bool operator==(const Term&) const = default;

private:
  friend class TermManager;
  friend struct std::hash<Term>;
  explicit Term(const TermData* data) : data_(data) {}
  const TermData* data_ = nullptr;
};

/// Owns the terms made by it; they live as long as it does. Every builder checks the operand types
/// (a wrong one is a bug and throws InternalError) and does only such simplifications as keep every
/// evaluation of a Div, Rem, shift, Load or signed arithmetic operator: constants of And, Or, Not,
/// Ite, double negation, Cast to the own type.
class TermManager {
public:
  TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  Term truth(bool value);
  /// The value is wrapped to a Machine type.
  Term constant(Type type, Integer value);
  Term variable(VarId id, Type type);
  Term address(ObjectId id, Type pointer);

  Term negate(Term a);               ///< Not
  Term conj(std::vector<Term> args); ///< And; flat; true if empty
  Term disj(std::vector<Term> args);
  Term conj(Term a, Term b) { return conj(std::vector<Term>{a, b}); }
  Term disj(Term a, Term b) { return disj(std::vector<Term>{a, b}); }
  Term eq(Term a, Term b);
  Term ne(Term a, Term b) { return negate(eq(a, b)); }
  Term lt(Term a, Term b) { return binary(Op::Lt, a, b); }
  Term le(Term a, Term b) { return binary(Op::Le, a, b); }
  Term ite(Term condition, Term then_value, Term else_value);
  Term unary(Op op, Term a);          ///< Neg, BitNot
  Term binary(Op op, Term a, Term b); ///< Lt … Shr, PtrAdd
  Term cast(Type to, Term a);         ///< between integer types; Bool to integer is 0 or 1
  Term load(Type type, Term memory, Term address);
  Term store(Term memory, Term address, Term value);
  Term mem_copy(Term memory, Term to, Term from_memory, Term from, Term length);
  Term mem_set(Term memory, Term to, Term byte, Term length);
  Term valid(Term allocation, Term address, Term length);
  Term writable(Term allocation, Term address, Term length);
  Term freeable(Term allocation, Term address);
  Term size_of(Type type, Term allocation, Term address);

  /// The term `t` with other arguments (same number and types).
  Term rebuild(Term t, const std::vector<Term>& args);
  std::size_t size() const { return terms_.size(); }

private:
  Term intern(Op op, Type type, Integer payload, std::vector<Term> args);
  Term nary(Op op, std::vector<Term> args);

  struct Hash {
    std::size_t operator()(const TermData* t) const;
  };
  struct Same {
    bool operator()(const TermData* a, const TermData* b) const;
  };
  std::deque<TermData> terms_;
  std::unordered_set<const TermData*, Hash, Same> table_;
};

/// Calls `visit` once for every distinct subterm of `t`, arguments first. No recursion: deep terms
/// are fine.
void for_each_subterm(Term t, const std::function<void(Term)>& visit);
/// Variables of a term, each once, in order of first occurrence.
std::vector<VarId> variables_of(Term t);

} // namespace kleene

template <>
struct std::hash<kleene::Term> {
  std::size_t operator()(kleene::Term t) const noexcept {
    return std::hash<const void*>()(t.data_);
  }
};
