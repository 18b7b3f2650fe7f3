// SPDX-License-Identifier: Apache-2.0
#include "promote_candidate.h"

#include <algorithm>

namespace kleene::transform {
namespace {

/// Addresses in the initial contents must be the whole of a cell, or outside.
bool plain_pointers(const ir::Program& program,
                    const ir::Object& object,
                    std::uint64_t offset,
                    const Cell& cell) {
  std::uint64_t pointer = program.pointer_width / 8;
  return std::ranges::all_of(object.pointers, [&](const ir::Object::Pointer& p) {
    bool apart = p.offset + pointer <= offset || offset + cell.length <= p.offset;
    return apart || (p.offset == offset && p.addend == 0 && cell.type == program.pointer_type());
  });
}

} // namespace

bool consistent(const ir::Program& program, const Candidate& candidate) {
  std::uint64_t end = 0;
  for (const auto& [offset, cell] : candidate.cells) {
    if (offset < end) return false;
    end = offset + cell.length;
    for (auto [first, length] : candidate.spans) {
      bool apart = first + length <= offset || end <= first;
      bool covered = first <= offset && end <= first + length;
      if (!apart && !covered) return false;
    }
    if (candidate.object != nullptr && !plain_pointers(program, *candidate.object, offset, cell))
      return false;
  }
  return true;
}

Term initial_value(TermManager& terms,
                   const Candidate& candidate,
                   std::uint64_t offset,
                   const Cell& cell) {
  Integer value = 0;
  if (candidate.object != nullptr) {
    for (const ir::Object::Pointer& p : candidate.object->pointers)
      if (p.offset == offset) return terms.address(p.object, cell.type);
    for (std::uint64_t i = cell.length; i-- > 0;) {
      std::uint64_t at = offset + i;
      auto byte = at < candidate.object->bytes.size()
                      ? static_cast<unsigned char>(candidate.object->bytes[at])
                      : 0U;
      value = value * 256 + byte;
    }
  }
  return terms.constant(cell.type, value);
}

} // namespace kleene::transform
