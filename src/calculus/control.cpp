// SPDX-License-Identifier: Apache-2.0
#include "control.h"

namespace kleene::calculus {

Control::Control(const Module& module, const Layout& layout) : layout_(layout) {
  for (std::size_t i = 0; i < module.places.size(); ++i) {
    const Type& type = *module.places[i].type;
    PlaceColumns place;
    place.explicit_bits.resize(type.bits);
    if (type.kind == TypeKind::Bool)
      add(type, 0, PlaceId(i), place);
    else
      collect(type, 0, PlaceId(i), place);
    places_.push_back(std::move(place));
  }
}

void Control::add(const Type& type, std::size_t offset, PlaceId id, PlaceColumns& place) {
  place.columns.emplace_back(offset, ColumnId(types_.size()));
  for (std::size_t bit = 0; bit < type.bits; ++bit)
    place.explicit_bits[offset + bit] = true;
  types_.push_back(&type);
  variables_.push_back(layout_.bits({id, offset, &type}));
}

void Control::collect(const Type& type, std::size_t offset, PlaceId id, PlaceColumns& place) {
  if (type.kind == TypeKind::Enum && type.bits > 0) add(type, offset, id, place);
  for (const Component& component : type.components)
    collect(*component.type, offset + component.offset, id, place);
  for (std::size_t i = 0; type.kind == TypeKind::Array && i < type.length; ++i)
    collect(*type.element, offset + i * type.element->bits, id, place);
}

std::vector<ColumnId> Control::columns(const Reference& reference) const {
  std::vector<ColumnId> result;
  for (auto [offset, column] : places_[reference.place.index()].columns)
    if (offset >= reference.offset && offset < reference.offset + reference.type->bits)
      result.push_back(column);
  return result;
}

std::vector<Bit> Control::bits(const Reference& reference) const {
  const PlaceColumns& place = places_[reference.place.index()];
  const VarBlock& block = layout_.block(reference.place);
  std::vector<Bit> result;
  for (std::size_t i = reference.offset; i < reference.offset + reference.type->bits; ++i)
    if (!place.explicit_bits[i]) result.push_back(static_cast<Bit>(block[i].index()));
  return result;
}

Shape::Shape(const Control& control, const Relation& relation) {
  unsigned width = 0;
  for (const Formal& formal : relation.formals) {
    Reference whole{formal.place, 0, formal.type};
    for (ColumnId column : control.columns(whole)) {
      if (control.type(column).kind == TypeKind::Bool) {
        switches.push_back(column);
        sheets *= 2;
        continue;
      }
      auto bits_needed = static_cast<unsigned>(control.type(column).bits);
      columns.push_back({column, width, (Key{1} << bits_needed) - 1});
      width += bits_needed;
    }
    std::vector<Bit> data = control.bits(whole);
    bits.insert(bits.end(), data.begin(), data.end());
  }
  if (width >= 64 || sheets > 16)
    throw NotPartitionable("'" + relation.name + "' has too many enumerations");
}

} // namespace kleene::calculus
