// SPDX-License-Identifier: Apache-2.0
// How values of C types are represented: scalars by IR types, records by leaves or bytes. All sizes
// and offsets are Clang's.
#pragma once
#include "kleene/logic/type.h"

#include <clang/AST/Type.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FieldDecl;
} // namespace clang

namespace kleene::frontend::c {

/// `float` or `double`.
bool is_float(clang::QualType type);
/// The IR type of a scalar: integers, enumerations, pointers; `_Bool` is Bool; floats are bit patterns (logic/floats.h).
/// Nothing for others.
std::optional<Type> scalar_type(const clang::ASTContext& context, clang::QualType type);
/// The type under which a scalar lies in memory: Bool takes a byte.
Type stored_type(Type scalar);
/// Why a type is not covered, in the words of an error message: `floating-point type double`.
std::string describe_unsupported(clang::QualType type);

std::uint64_t size_of(const clang::ASTContext& context, clang::QualType type);
unsigned align_of(const clang::ASTContext& context, clang::QualType type);

/// A scalar inside a record.
struct Leaf {
  std::uint64_t offset = 0; ///< in bytes
  Type type;
  std::string path; ///< `.a.b`
};

/// The scalars of a record that can be kept in one variable each: a struct without arrays, unions,
/// bit-fields and uncovered types. Nothing for every other type.
std::optional<std::vector<Leaf>> record_leaves(const clang::ASTContext& context,
                                               clang::QualType type);

/// Where the bits of a bit-field are: inside a unit of `unit` bits that begins at `offset`.
struct BitRange {
  std::uint64_t offset = 0; ///< of the unit, in bytes
  Type unit;                ///< unsigned
  unsigned shift = 0;
  Type value; ///< as wide as the field, with its sign
};

struct FieldPlace {
  std::uint64_t offset = 0; ///< in bytes; of the unit for a bit-field
  std::optional<BitRange> bits;
};
/// Nothing if a packed bit-field spreads over more than eight bytes, or an attribute is not covered.
std::optional<FieldPlace> field_place(const clang::ASTContext& context,
                                      const clang::FieldDecl* field);

} // namespace kleene::frontend::c
