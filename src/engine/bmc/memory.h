// SPDX-License-Identifier: Apache-2.0
// Memory in an unrolled program: every object has an address that is a number, and every cell of it a
// term. So pointers are numbers, or choices between numbers, and what an access means is mostly known
// without a solver.
//
// An address points where the number does from which it was computed: PtrAdd(0x1000, i) is in the object
// at 0x1000 or nowhere. Where an address is not known well enough, a load gives any value and a store
// leaves nothing known: a proof stays a proof, an execution found that way may turn out to be none.
#pragma once
#include "kleene/ir/program.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <unordered_set>

#include "contents.h"
#include "leaves.h"

namespace kleene::engine::bmc {

/// An object at some point of an execution.
struct ObjectState {
  Term live;                    ///< Bool; null: not allocated on this path
  std::shared_ptr<Slots> slots; ///< shared until written; null: nothing is known
  /// Slots of which nothing is known are as they were when the object was made, and the environment
  /// chose that.
  bool open = false;
};

/// What an object with open contents held in the beginning, as far as anybody asked.
struct FirstPart {
  std::size_t object = 0;
  std::uint64_t offset = 0;
  Term value;
};

using Heap = std::vector<ObjectState>; ///< by the number of the object

/// Where memory gets variables from.
struct Variables {
  std::function<Term(Type)> unknown; ///< a new one, whose value nobody knows
  std::function<Term(Type)> chosen;  ///< a new one, for what the environment put into memory
  /// The environment chose the variable. As a pointer it is only a number, and leads nowhere.
  std::function<bool(Term)> is_number;
};

class Memory {
public:
  Memory(const ir::Program& program, symbolic::Simplifier& simplify, const Variables& variables);

  /// The objects with fixed addresses.
  Heap initial();

  Term load(Heap& heap, Type type, VarId region, Term address);
  void store(Heap& heap, VarId region, Term address, Term value);
  void copy(Heap& heap, VarId to_region, Term to, VarId from_region, Term from, Term length);
  void fill(Heap& heap, VarId region, Term to, Term byte, Term length);
  /// What can be reached from the address becomes unknown.
  void forget(Heap& heap, VarId region, Term address);
  void forget_region(Heap& heap, VarId region);
  bool is_shadow(VarId region) const { return shadowed_[region.index()].valid(); }

  /// A new object, of at most `capacity` bytes; `number` is the one it gets.
  Term allocate(Heap& heap, const ir::Alloc& alloc, Term size, std::uint64_t capacity);
  void free(Heap& heap, Term address);
  /// Ends the life of an object whatever its address.
  void end(Heap& heap, std::size_t object);

  Term valid(const Heap& heap, Term address, Term length, bool writable);
  Term freeable(const Heap& heap, Term address);
  Term size_of(const Heap& heap, Term address);

  /// Makes `a` the heap that is `a` where the condition holds and `b` elsewhere.
  void merge(Heap& a, const Heap& b, Term on_a);

  std::size_t objects() const { return objects_.size(); }
  const std::vector<FirstPart>& first_parts() const { return first_parts_; }

private:
  struct Object {
    std::uint64_t address = 0;
    std::uint64_t capacity = 0;
    Term size;
    VarId region;
    unsigned unit = 1; ///< bytes per slot
    bool read_only = false;
    bool on_heap = false;
    std::size_t shadow = 0; ///< the object of its shadow (ir/shadow.h), if it is not 0
    bool is_shadow = false;
  };
  /// Adds an object, and that of the shadow of its region, if there is one.
  void add(Heap& heap, Object object, ObjectState state);
  /// A place an address may mean: an object and an offset in it.
  struct ObjectOffset {
    std::size_t object = 0;
    std::uint64_t offset = 0;
    auto operator<=>(const ObjectOffset&) const = default;
  };
  using Places = std::vector<ObjectOffset>;

  unsigned unit_of(VarId region) const;
  Slots initial_slots(const ir::Object& object, unsigned unit);
  Term pointer(std::uint64_t value);
  Term address_of(ObjectOffset place) {
    return pointer(objects_[place.object].address + place.offset);
  }

  /// `f` of every number, or number plus offset, that the address chooses from, chosen alike.
  Term for_each_leaf(Term address, const std::function<Term(Term)>& f);
  /// Whether it is where the object begins.
  Term is_at(Term address, std::size_t object);
  /// Objects that an address computed from this number may lie in.
  std::vector<std::size_t> objects_at(std::uint64_t address) const;
  /// Objects that this leaf may lie in; those of the region (if it is valid) if it is no number.
  std::vector<std::size_t> objects_of(const Heap& heap, VarId region, Term leaf) const;
  /// Where `length` bytes at this leaf may begin; nothing if there are too many places.
  std::optional<Places> places(const Heap& heap, VarId region, Term leaf, std::uint64_t length);

  /// How many bytes a block of unknown length that begins there has at most; nothing if that is not known, or many.
  std::optional<std::uint64_t> room(const Heap& heap, VarId region, Term address);
  /// The bytes of a block that are looked at, one after the other, in chunks; nothing if it cannot be followed.
  std::optional<std::uint64_t>
  block(const Heap& heap, VarId region, Term address, Term length, unsigned chunk);
  /// The new value where the block is longer than the offset.
  Term if_within(Heap& heap, VarId region, Term address, Term length, Term offset, Term value);
  Term nothing(Type type);
  bool leads_nowhere(Term base) const;
  Term load_leaf(Heap& heap, Type type, VarId region, Term leaf);
  Term valid_leaf(const Heap& heap, Term leaf, Term length, bool writable);
  Term live(const Heap& heap, std::size_t object);
  Slots* slots_for_writing(Heap& heap, std::size_t object);
  FirstValue first_value(const Heap& heap, std::size_t object);
  Term first_part(std::size_t object, std::size_t slot, Type type);
  void merge_slots(Heap& a, const ObjectState& b, std::size_t object, Term on_a);
  Term read(Heap& heap, ObjectOffset place, Type type);
  void write(Heap& heap, ObjectOffset place, Term value, Term condition);
  void forget_object(Heap& heap, std::size_t object);
  void copy_slots(Heap& heap, ObjectOffset to, ObjectOffset from, std::uint64_t count);

  const ir::Program& program_;
  std::vector<VarId> shadowed_;  ///< by VarId: see ir::shadowed_regions
  std::vector<VarId> shadow_of_; ///< and the other way round
  symbolic::Simplifier& simplify_;
  std::function<Term(Type)> unknown_;
  Variables variables_;
  Contents contents_;
  Leaves leaves_;
  std::unordered_set<Term> nowhere_; ///< pointers that were read where nothing can be read
  std::vector<FirstPart> first_parts_;
  std::map<std::array<std::size_t, 3>, Term> first_values_; ///< by object, slot, bytes
  std::vector<Object> objects_;
  std::map<std::uint64_t, std::size_t> by_address_;
  std::uint64_t next_address_;
};

} // namespace kleene::engine::bmc
