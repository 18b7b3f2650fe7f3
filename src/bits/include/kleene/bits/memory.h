// SPDX-License-Identifier: Apache-2.0
// Memory without arrays: of each object, a value for each of its cells. An access at an offset that is not known is a
// choice among the cells that it can mean.
//
// What is asked here is for executions that keep to objects: a read outside of them gives anything, a write is lost. An
// address that belongs to an object (see values.h) means bytes of that object. Any other number means the bytes of the
// object that lies there; if there were several at different times, the one that was made last.
#pragma once
#include "kleene/bits/values.h"

namespace kleene::bits {

/// A part of a value, in cells.
struct Cell {
  ValueRef value;
  std::size_t part = 0;
  bool operator==(const Cell&) const = default;
};
using Cells = std::vector<Cell>;

/// The contents of a region at some moment.
struct Image {
  std::size_t unit = 1; ///< bytes of a cell
  std::map<ObjectNumber, std::shared_ptr<const Cells>> objects;
};

class Memory {
public:
  explicit Memory(Values& values) : values_(values), words_(values.words) {}

  /// Cells of any contents, or all zero.
  std::shared_ptr<const Cells> cells(std::size_t unit, std::uint64_t bytes, bool zero);
  ValueRef load(const Image& image, const Value& address, std::size_t bytes);
  void store(Image& image, const Value& address, const ValueRef& value);
  Image choose(Lit condition, const Image& a, const Image& b);
  /// Bytes that lie in the object of a place; for other addresses `yes`.
  Lit inside(const Value& address, std::uint64_t bytes);

  static ValueRef whole(const Cells& cells, std::size_t at, std::size_t count);
  /// `count` cells as one value.
  ValueRef read(const Cells& cells, std::size_t unit, std::size_t at, std::size_t count);
  static void write(Cells& cells, std::size_t at, std::size_t count, const ValueRef& value);

private:
  struct Target {
    Lit condition;
    ObjectNumber object;
    Word offset;
  };
  std::vector<Target> targets(const Image& image, const Value& address, std::size_t bytes);
  ValueRef select(const Image& image, const Target& target, std::size_t bytes);
  ValueRef select(const Cells& cells,
                  std::size_t unit,
                  std::size_t count,
                  const Word& offset,
                  std::size_t bit,
                  std::uint64_t base);
  void update(Image& image, const Target& target, const ValueRef& value);

  Values& values_;
  Words& words_;
};

} // namespace kleene::bits
