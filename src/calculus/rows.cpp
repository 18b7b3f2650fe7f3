// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

namespace kleene::calculus {

RowId RowTable::add(Key key) {
  RowId row = static_cast<RowId>(keys_.size());
  keys_.push_back(key);
  first_.try_emplace(key, row);
  for (Index& index : indexes_)
    index.rows[key & index.mask].push_back(row);
  return row;
}

RowId RowTable::intern(Key key) {
  auto known = first_.find(key);
  return known != first_.end() ? known->second : add(key);
}

std::optional<RowId> RowTable::find(Key key) const {
  auto known = first_.find(key);
  if (known == first_.end()) return std::nullopt;
  return known->second;
}

RowTable::Index& RowTable::index(Key mask) {
  for (Index& index : indexes_)
    if (index.mask == mask) return index;
  Index& index = indexes_.emplace_back();
  index.mask = mask;
  for (std::size_t row = 0; row < keys_.size(); ++row)
    index.rows[keys_[row] & mask].push_back(static_cast<RowId>(row));
  return index;
}

const std::vector<RowId>& RowTable::matching(Key mask, Key key) {
  static const std::vector<RowId> none;
  const auto& rows = index(mask).rows;
  auto found = rows.find(key & mask);
  return found == rows.end() ? none : found->second;
}

const Bdd& Parts::at(RowId row) const {
  static const Bdd empty;
  const Chunk* found = chunk(row / chunk_size);
  return found == nullptr ? empty : (*found)[row % chunk_size];
}

void Parts::mark(RowId row, bool occupied) {
  constexpr std::size_t bits = 64;
  if (occupied_.size() <= row / bits) occupied_.resize(row / bits + 1);
  occupied_[row / bits] ^= std::uint64_t{1} << row % bits;
  while (!occupied_.empty() && occupied_.back() == 0)
    occupied_.pop_back();
  count_ += occupied ? 1 : std::size_t(-1);
}

void Parts::set(RowId row, const Bdd& value) {
  const Bdd& old = at(row);
  if (old == value) return;
  if (old.is_false() || value.is_false()) mark(row, !value.is_false());
  std::size_t c = row / chunk_size;
  if (chunks_.size() <= c) chunks_.resize(c + 1);
  if (chunks_[c] == nullptr)
    chunks_[c] = std::make_shared<Chunk>();
  else if (chunks_[c].use_count() > 1)
    chunks_[c] = std::make_shared<Chunk>(*chunks_[c]);
  (*chunks_[c])[row % chunk_size] = value;
}

bool Parts::operator==(const Parts& other) const {
  bool equal = count_ == other.count_;
  if (equal)
    for_each_difference(other, [&](RowId) {
      equal = false;
      return false;
    });
  return equal;
}

} // namespace kleene::calculus
