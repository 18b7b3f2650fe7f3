// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/memory.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <bit>

namespace kleene::bits {
namespace {

constexpr std::size_t most_cells = 1 << 16;
constexpr std::size_t most_choices = 1 << 12;
constexpr std::size_t most_targets = 100;

/// Of a value whose cells lie one behind the other from `at` on, and all of which are there.
std::size_t length_at(const Cells& cells, std::size_t unit, std::size_t at) {
  const Cell& first = cells[at];
  std::size_t count = first.value->rest.size() / (8 * unit);
  if (first.part != 0 || at + count > cells.size()) return 1;
  for (std::size_t i = 1; i < count; ++i)
    if (cells[at + i] != Cell{first.value, i}) return 1;
  return count;
}

} // namespace

std::shared_ptr<const Cells> Memory::cells(std::size_t unit, std::uint64_t bytes, bool zero) {
  if (bytes / unit > most_cells) throw NotBits("an object is too large");
  if (bytes % unit != 0) throw NotBits("an object ends in the middle of a cell");
  Cells result(static_cast<std::size_t>(bytes) / unit);
  ValueRef nothing = values_.plain(Words::constant(0, 8 * unit));
  for (Cell& cell : result)
    cell.value = zero ? nothing : values_.plain(words_.input(8 * unit));
  return std::make_shared<const Cells>(std::move(result));
}

ValueRef Memory::whole(const Cells& cells, std::size_t at, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (cells[at + i] != Cell{cells[at].value, i}) return nullptr;
  return cells[at].value;
}

ValueRef Memory::read(const Cells& cells, std::size_t unit, std::size_t at, std::size_t count) {
  std::size_t width = 8 * unit;
  if (ValueRef v = whole(cells, at, count); v && v->rest.size() == count * width) return v;
  Word result;
  for (std::size_t i = at; i < at + count; ++i) {
    Word number = values_.number(*cells[i].value);
    auto begin = number.begin() + static_cast<std::ptrdiff_t>(cells[i].part * width);
    result.insert(result.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return values_.plain(std::move(result));
}

void Memory::write(Cells& cells, std::size_t at, std::size_t count, const ValueRef& value) {
  for (std::size_t i = 0; i < count; ++i)
    cells[at + i] = {value, i};
}

std::vector<Memory::Target>
Memory::targets(const Image& image, const Value& address, std::size_t bytes) {
  Circuit& c = words_.circuit();
  std::vector<Target> result;
  for (const GuardedAddress& p : address.places) {
    auto found = image.objects.find(p.object);
    if (found != image.objects.end() && values_.objects[p.object].size >= bytes)
      result.push_back({p.condition, p.object, p.offset});
  }
  Lit open = values_.open(address);
  if (open == no) return result;
  for (auto it = image.objects.rbegin(); it != image.objects.rend(); ++it) {
    const Object& o = values_.objects[it->first];
    if (o.size < bytes) continue;
    Word offset = words_.sub(address.rest, o.address);
    Word last = Words::constant(Integer(o.size - bytes), offset.size());
    Lit hit = c.conj(o.exists, words_.less(offset, last, false, true));
    Lit here = c.conj(open, hit);
    if (here == no) continue;
    result.push_back({here, it->first, std::move(offset)});
    open = c.conj(open, !hit);
    if (result.size() > most_targets) throw NotBits("an address may belong to too many objects");
  }
  return result;
}

/// The offset's bits below `bit` are open, the others make up `base`. Null: no cells there.
ValueRef Memory::select(const Cells& cells,
                        std::size_t unit,
                        std::size_t count,
                        const Word& offset,
                        std::size_t bit,
                        std::uint64_t base) {
  if (base + count * unit > cells.size() * unit) return nullptr;
  if (bit == 0) return base % unit == 0 ? read(cells, unit, base / unit, count) : nullptr;
  Lit upper = offset[bit - 1];
  std::uint64_t above = base + (std::uint64_t(1) << (bit - 1));
  ValueRef high = upper == no ? nullptr : select(cells, unit, count, offset, bit - 1, above);
  ValueRef low = upper == yes ? nullptr : select(cells, unit, count, offset, bit - 1, base);
  if (!high || !low) return high ? high : low;
  return values_.choose(upper, high, low);
}

ValueRef Memory::select(const Image& image, const Target& target, std::size_t bytes) {
  const Cells& cells = *image.objects.at(target.object);
  if (cells.size() > most_choices && !Words::value(target.offset))
    throw NotBits("an access may mean too many places");
  auto bits = static_cast<std::size_t>(std::bit_width(cells.size() * image.unit));
  return select(cells,
                image.unit,
                bytes / image.unit,
                target.offset,
                std::min(bits, target.offset.size()),
                0);
}

ValueRef Memory::load(const Image& image, const Value& address, std::size_t bytes) {
  if (bytes % image.unit != 0) throw NotBits("an access to a part of a memory cell");
  std::vector<Target> where = targets(image, address, bytes);
  ValueRef result;
  for (std::size_t i = where.size(); i-- > 0;) {
    ValueRef found = select(image, where[i], bytes);
    if (!found) continue;
    result = result ? values_.choose(where[i].condition, found, result) : found;
  }
  if (result) return result;
  Lit nowhere = constant(where.empty() && values_.open(address) == no);
  return std::make_shared<const Value>(Value{words_.input(8 * bytes), {}, nowhere});
}

void Memory::update(Image& image, const Target& target, const ValueRef& value) {
  Circuit& c = words_.circuit();
  std::shared_ptr<const Cells>& object = image.objects.at(target.object);
  std::size_t count = value->rest.size() / (8 * image.unit);
  if (count > object->size()) return;
  Cells cells = *object;
  std::optional<Integer> known = Words::value(target.offset);
  std::size_t last = cells.size() - count;
  if (known && (*known % Integer(image.unit) != 0 || *known > Integer(last * image.unit))) return;
  std::size_t begin = known ? static_cast<std::size_t>(*known) / image.unit : 0;
  std::size_t end = known ? begin : last;
  if (end - begin > most_choices) throw NotBits("an access may mean too many places");
  for (std::size_t at = begin; at <= end; ++at) {
    Word offset = Words::constant(Integer(at * image.unit), target.offset.size());
    Lit here = c.conj(target.condition, words_.equal(target.offset, offset));
    if (here == no) continue;
    write(cells,
          at,
          count,
          here == yes ? value : values_.choose(here, value, read(cells, image.unit, at, count)));
  }
  object = std::make_shared<const Cells>(std::move(cells));
}

void Memory::store(Image& image, const Value& address, const ValueRef& value) {
  std::size_t bytes = value->rest.size() / 8;
  if (bytes % image.unit != 0) throw NotBits("an access to a part of a memory cell");
  for (const Target& t : targets(image, address, bytes))
    update(image, t, value);
}

Image Memory::choose(Lit condition, const Image& a, const Image& b) {
  if (condition == yes) return a;
  if (condition == no) return b;
  KL_INVARIANT(a.unit == b.unit, "memories that meet should have cells of one size");
  Image result = b;
  for (const auto& [number, cells] : a.objects) {
    auto [found, is_new] = result.objects.try_emplace(number, cells);
    if (is_new || found->second == cells) continue;
    const Cells& other = *found->second;
    Cells both = other;
    for (std::size_t at = 0; at < both.size();) {
      if ((*cells)[at] == other[at]) {
        ++at;
        continue;
      }
      std::size_t count = std::max(length_at(*cells, a.unit, at), length_at(other, a.unit, at));
      write(both,
            at,
            count,
            values_.choose(
                condition, read(*cells, a.unit, at, count), read(other, a.unit, at, count)));
      at += count;
    }
    found->second = std::make_shared<const Cells>(std::move(both));
  }
  return result;
}

Lit Memory::inside(const Value& address, std::uint64_t bytes) {
  Circuit& c = words_.circuit();
  Lit result = values_.placeless(address);
  for (const GuardedAddress& p : address.places) {
    const Object& o = values_.objects[p.object];
    if (o.size < bytes) continue;
    Lit fits = words_.less(
        p.offset, Words::constant(Integer(o.size - bytes), p.offset.size()), false, true);
    result = c.disj(result, c.conj(p.condition, fits));
  }
  return result;
}

} // namespace kleene::bits
