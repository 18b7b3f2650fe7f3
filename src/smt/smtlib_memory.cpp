// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "smtlib_operators.h"

namespace kleene::smt {
namespace {

/// The variable whose changes a term of type Memory is; choices between memories are of one kind.
VarId root(Term memory) {
  while (!memory.is_variable())
    memory = memory.arg(memory.op() == Op::Ite ? 1 : 0);
  return memory.variable();
}

/// Accesses to one memory, as text.
class MemoryWriter {
public:
  MemoryWriter(Term memory, const Encoding& encoding)
      : machine_(encoding.integers == IntegerModel::Machine),
        pointer_width_(encoding.layout.pointer_width),
        cell_(encoding.layout.cell(root(memory))) {
    if (!machine_ && !cell_) throw NotExpressible("memory of mixed widths on unbounded integers");
  }

  std::size_t step() const { return cell_ ? cell_->bytes() : 1; }

  std::string load(Type type, const std::string& memory, const std::string& address) const {
    check_width(type);
    if (cell_) return converted(select(memory, address), *cell_, type);
    std::string bytes = select(memory, address);
    for (unsigned i = 1; i < type.bytes(); ++i)
      bytes = fmt::format("(concat {} {})", select(memory, shifted(address, i)), bytes);
    return bytes;
  }

  std::string store(Type type,
                    const std::string& memory,
                    const std::string& address,
                    const std::string& value) const {
    check_width(type);
    if (cell_) return update(memory, address, converted(value, type, *cell_));
    std::string result = memory;
    for (unsigned i = 0; i < type.bytes(); ++i)
      result = update(result,
                      shifted(address, i),
                      fmt::format("((_ extract {} {}) {})", 8 * i + 7, 8 * i, value));
    return result;
  }

  std::string shifted(const std::string& address, std::size_t offset) const {
    if (offset == 0) return address;
    auto bytes = static_cast<Integer>(offset);
    if (machine_) return fmt::format("(bvadd {} {})", address, bits_text(bytes, pointer_width_));
    return brought_into_range(Type::machine(pointer_width_, false),
                              fmt::format("(+ {} {})", address, text(bytes)));
  }

  /// The raw cell or byte.
  std::string select(const std::string& memory, const std::string& address) const {
    return fmt::format("(select {} {})", memory, address);
  }
  std::string
  update(const std::string& memory, const std::string& address, const std::string& value) const {
    return fmt::format("(store {} {} {})", memory, address, value);
  }
  /// A cell of which every byte is the same.
  std::string filled(Term byte, const std::string& byte_text) const {
    if (!cell_) return byte_text;
    if (byte.is_constant()) {
      Integer value = 0;
      for (unsigned i = 0; i < cell_->bytes(); ++i)
        value = value * 256 + byte.value();
      value = wrap(*cell_, value);
      return machine_ ? bits_text(value, cell_->width()) : text(value);
    }
    if (!machine_) throw NotExpressible("a block of memory filled with an unknown byte");
    std::string value = byte_text;
    for (unsigned i = 1; i < cell_->bytes(); ++i)
      value = fmt::format("(concat {} {})", byte_text, value);
    return value;
  }
  bool same_kind(const MemoryWriter& other) const { return cell_ == other.cell_; }

private:
  void check_width(Type type) const {
    if (cell_ && cell_->width() != type.width())
      throw NotExpressible("an access to a part of a memory cell");
  }
  /// The sign of an access may differ from that of the cell; bits do not care.
  std::string converted(const std::string& value, Type from, Type to) const {
    return machine_ || from.is_signed() == to.is_signed() ? value : brought_into_range(to, value);
  }

  bool machine_;
  unsigned pointer_width_;
  std::optional<Type> cell_;
};

/// The number of cells or bytes of a block that is short enough to be written out.
std::size_t steps(Term length, const MemoryWriter& memory) {
  auto size = static_cast<Integer>(memory.step());
  if (!length.is_constant() || length.value() % size != 0
      || length.value() / size > static_cast<Integer>(longest_block))
    throw NotExpressible("a block of memory of unknown or great length");
  return static_cast<std::size_t>(length.value() / size);
}

std::string copy(Term t, const Texts& o, const Encoding& encoding) {
  MemoryWriter to(t.arg(0), encoding);
  MemoryWriter from(t.arg(2), encoding);
  if (!to.same_kind(from)) throw NotExpressible("a copy between memories of different widths");
  std::string result = o[0];
  std::size_t count = steps(t.arg(4), to);
  for (std::size_t i = 0; i < count; ++i)
    result = to.update(result,
                       to.shifted(o[1], i * to.step()),
                       from.select(o[2], from.shifted(o[3], i * to.step())));
  return result;
}

std::string fill(Term t, const Texts& o, const Encoding& encoding) {
  MemoryWriter to(t.arg(0), encoding);
  std::string result = o[0];
  std::string value = to.filled(t.arg(2), o[2]);
  std::size_t count = steps(t.arg(3), to);
  for (std::size_t i = 0; i < count; ++i)
    result = to.update(result, to.shifted(o[1], i * to.step()), value);
  return result;
}

} // namespace

std::string memory_text(Term t, const Texts& o, const Encoding& encoding) {
  switch (t.op()) {
  case Op::Load:
    return MemoryWriter(t.arg(0), encoding).load(t.type(), o[0], o[1]);
  case Op::Store:
    return MemoryWriter(t.arg(0), encoding).store(t.arg(2).type(), o[0], o[1], o[2]);
  case Op::MemCopy:
    return copy(t, o, encoding);
  default:
    return fill(t, o, encoding);
  }
}

} // namespace kleene::smt
