// SPDX-License-Identifier: Apache-2.0
// Terms as circuits, in the machine model of logic/term.h. Operators without a value have the same one as in the text of
// smt/smtlib.h.
#pragma once
#include "kleene/bits/memory.h"
#include "kleene/logic/term.h"

namespace kleene::bits {

class Blaster {
public:
  explicit Blaster(Circuit& circuit) : values(circuit), memory(values) {}
  Values values;
  Memory memory;

  /// What a variable stands for; before the first term that has it.
  void define(VarId variable, ValueRef value) { variables_[variable] = std::move(value); }
  void define(VarId variable, Image image) { images_[variable] = std::move(image); }
  /// Numbers of the width of an address that stand for the address of an object; null for others.
  std::function<ValueRef(Integer)> number_means;

  /// These throw NotBits for mathematical integers, questions about the table of objects, blocks of unknown length in large objects.
  ValueRef value(Term t);
  Lit truth(Term t) { return value(t)->rest.front(); }
  Word word(Term t) { return values.number(*value(t)); }
  /// Of a term of type Memory.
  const Image& image(Term t);
  /// The signed operator at the top leaves the range of its type.
  Lit overflow(Term t);

private:
  void make(Term t);
  ValueRef made(Term t);
  ValueRef boolean(Term t);
  ValueRef arithmetic(Term t);
  ValueRef floating(Term t);
  ValueRef cast(Term t);
  Image made_image(Term t);
  Image copied(Term t);
  Image filled(Term t);
  std::size_t block(Term length, const Image& image) const;
  std::size_t open_block(const Word& length, const Image& image) const;
  ValueRef if_within(Term length, std::size_t offset, const ValueRef& value, const ValueRef& old);
  Word shift_amount(Term t);
  const ValueRef& done(Term t) const { return done_.at(t); }
  Word number(Term t) { return values.number(*done(t)); }

  std::unordered_map<VarId, ValueRef> variables_;
  std::unordered_map<VarId, Image> images_;
  std::unordered_map<Term, ValueRef> done_;
  std::unordered_map<Term, Image> images_done_;
};

} // namespace kleene::bits
