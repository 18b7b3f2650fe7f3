// SPDX-License-Identifier: Apache-2.0
// What the partitioned evaluation keeps explicit, and what in decision diagrams: enumerations inside
// of variables, and variables of type bool, are columns with codes; all other bits are data.
#pragma once
#include <stdexcept>
#include <vector>

#include "layout.h"
#include "rows.h"

namespace kleene::calculus {

struct ColumnTag;
/// A column of a place.
using ColumnId = Id<ColumnTag>;
/// A decision variable by its number.
using Bit = std::uint32_t;

/// A formula that the partitioned evaluation cannot follow.
class NotPartitionable : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class Control {
public:
  Control(const Module& module, const Layout& layout);

  std::size_t column_count() const { return types_.size(); }
  const Type& type(ColumnId column) const { return *types_[column.index()]; }
  /// Its decision variables.
  const std::vector<BddVar>& variables(ColumnId column) const { return variables_[column.index()]; }
  /// The columns of a variable or a part of one, in order.
  std::vector<ColumnId> columns(const Reference& reference) const;
  /// Its data, in order.
  std::vector<Bit> bits(const Reference& reference) const;

private:
  struct PlaceColumns {
    std::vector<std::pair<std::size_t, ColumnId>> columns; ///< by offset
    std::vector<bool> explicit_bits;
  };
  void collect(const Type& type, std::size_t offset, PlaceId id, PlaceColumns& place);
  void add(const Type& type, std::size_t offset, PlaceId id, PlaceColumns& place);

  const Layout& layout_;
  std::vector<PlaceColumns> places_;
  std::vector<const Type*> types_;
  std::vector<std::vector<BddVar>> variables_;
};

/// How the formals of a relation are laid out: bools of their own select a sheet, enumerations make
/// the key, the rest is data.
struct Shape {
  struct Column {
    ColumnId column;
    unsigned shift = 0;
    Key mask = 0; ///< not shifted
  };
  std::vector<Column> columns;
  std::vector<ColumnId> switches;
  std::vector<Bit> bits;
  std::size_t sheets = 1;

  Shape(const Control& control, const Relation& relation);
};

} // namespace kleene::calculus
