// SPDX-License-Identifier: Apache-2.0
// The memory of a run: the table of live objects, and their bytes.
//
// Addresses are handed out upwards from the first free one, so that a freed address comes back only
// after the whole address space was used once (or as soon as possible, if that is wanted), and a run is
// deterministic. Objects are at least 16 bytes apart, the first ones much more. Small objects are found through pages
// of 16-byte granules, large ones and those that lie far apart through a map,
// those of the program through binary search; callers keep the object of their last access as a hint
// and rarely search at all. Where the machine has no memory left, ResourceOut is thrown.
#pragma once
#include "kleene/ir/memory_view.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <unordered_map>

namespace kleene::ir::vm {

enum class Life : std::uint8_t { Dead, Global, Function, Stack, Heap };

/// An object, or the empty record that names none.
struct MemoryObject {
  std::uint64_t base = 0;
  std::uint64_t readable = 0; ///< bytes that may be accessed at once; 0 until they exist
  std::uint64_t writable = 0;
  std::uint8_t* bytes = nullptr;
  std::uint8_t* known = nullptr; ///< one per byte: 1 if it is not indeterminate; null: all are
  std::uint64_t size = 0;        ///< functions: 0
  VarId region;
  Life life = Life::Dead;
  bool read_only = false;
  bool shared = false;               ///< the bytes are those of the program
  const Object* object = nullptr;    ///< of the program
  const std::string* name = nullptr; ///< for people
};

/// Bytes taken out of an object, with what is known of them.
struct Contents {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> known; ///< empty: all
  void take(const MemoryObject& from, std::uint64_t offset, std::uint64_t length);
  void put(MemoryObject& to, std::uint64_t offset) const;
};

/// Where a thread puts its objects: those on its stack, which end in reverse order, and others.
struct Arena {
  std::uint64_t next_stack = 0;
  std::uint64_t next_heap = 0;
  std::vector<MemoryObject*> stack;
};

class Memory final : public MemoryView {
public:
  explicit Memory(const Program& program, bool reuse_addresses = false);
  ~Memory() override;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// The live object that contains `address`, or that ends at it; null if there is none. Its bytes
  /// exist afterwards.
  MemoryObject* find(std::uint64_t address);
  /// The live object that contains all of the bytes; null if there is none.
  MemoryObject* find(std::uint64_t address, std::uint64_t length);

  /// Null if the address space is full.
  MemoryObject* allocate(std::uint64_t size,
                         std::uint64_t alignment,
                         Storage storage,
                         bool zeroed,
                         VarId region,
                         const std::string& name);
  /// Of an object that allocate() gave.
  void release(MemoryObject& object);
  /// Stack objects that live now; those above a mark end with a procedure.
  std::size_t stack_mark() const { return stack_.size(); }
  void release_stack(std::size_t mark);
  /// The same for objects that stay alive until each is released.
  void retire_stack(std::size_t mark, std::vector<MemoryObject*>& to);
  void retire(MemoryObject& object, std::vector<MemoryObject*>& to);
  /// Gives the thread of this number an arena of its own; false if there is no room.
  bool make_arena(std::size_t thread, Arena& arena) const;
  /// Objects come from the arena from now on, which gets the one used so far.
  void exchange(Arena& arena);
  /// The object of a shadow (shadow.h) that belongs to this one: its bytes are there for as long.
  MemoryObject& shadow(const MemoryObject& object, VarId region);
  /// Null: its bytes are zero.
  MemoryObject* find_shadow(const MemoryObject& object) const {
    auto found = shadows_.find(&object);
    return found == shadows_.end() ? nullptr : found->second;
  }
  /// All live objects that can be written, by address, with their bytes.
  void add_state(std::string& to);
  struct Snapshot;
  Snapshot save();
  /// Back to a moment of the same run. Objects have the records that they had then.
  void restore(const Snapshot& then);
  /// Bytes of live objects that the run allocated.
  std::uint64_t live_bytes() const { return live_bytes_; }
  std::optional<std::string> image() override;
  /// By the name of the Alloc: what objects hold in variables (object_cells.h).
  using Numbers = std::map<const std::string*, std::vector<std::uint64_t>>;
  /// A live heap object that nothing leads to: none of these numbers, and nothing that looks like an address in an
  /// object that can be reached. Objects of the program can; those on the stack if `stack`. Null if there is none.
  const MemoryObject* lost(std::vector<std::uint64_t> numbers,
                           const Numbers& inside,
                           bool stack,
                           unsigned pointer_bytes);

  static bool contains(const MemoryObject& object, std::uint64_t address, std::uint64_t length) {
    std::uint64_t offset = address - object.base;
    return offset <= object.size && length <= object.size - offset;
  }
  static bool readable(const MemoryObject& object, std::uint64_t address, std::uint64_t length) {
    std::uint64_t offset = address - object.base;
    return offset < object.readable && length <= object.readable - offset;
  }
  static bool writable(const MemoryObject& object, std::uint64_t address, std::uint64_t length) {
    std::uint64_t offset = address - object.base;
    return offset < object.writable && length <= object.writable - offset;
  }
  /// Makes the object tell known from indeterminate bytes; they are known so far.
  static void track(MemoryObject& object);
  /// Marks bytes as written, or as indeterminate (and zero).
  static void set_known(MemoryObject& object, std::uint64_t offset, std::uint64_t length) {
    if (object.known != nullptr) std::memset(object.known + offset, 1, length);
  }
  static void set_unknown(MemoryObject& object, std::uint64_t offset, std::uint64_t length);
  static bool all_known(const MemoryObject& object, std::uint64_t offset, std::uint64_t length) {
    return object.known == nullptr || std::memchr(object.known + offset, 0, length) == nullptr;
  }

private:
  static constexpr std::uint64_t granule = 16;
  static constexpr std::uint64_t page = 4096;
  static constexpr std::uint64_t small = 1024; ///< larger objects are kept in the map

  static constexpr std::uint64_t tiny = 32; ///< kept in the record itself

  /// An object that the run allocated.
  struct Record : MemoryObject {
    std::array<std::uint8_t, tiny> bytes_inside{};
    std::array<std::uint8_t, tiny> known_inside{};
  };
  struct Page {
    std::array<MemoryObject*, page / granule> objects{};
    std::size_t used = 0;
  };

  MemoryObject* search(std::uint64_t address);
  MemoryObject* search_globals(std::uint64_t address);
  MemoryObject* search_dynamic(std::uint64_t address);
  void materialise(MemoryObject& object);
  std::optional<std::uint64_t> place(std::uint64_t size, std::uint64_t alignment);
  std::optional<std::uint64_t> place_on_stack(std::uint64_t size, std::uint64_t alignment);
  const MemoryObject* obstacle(std::uint64_t from, std::uint64_t to);
  Page& page_at(std::uint64_t index);
  void enter(MemoryObject& object, MemoryObject* value);
  static void discard_bytes(Record& record);
  static std::uint8_t* zero_bytes(std::uint64_t size);
  void discard_shadow(const MemoryObject& object);

  std::vector<MemoryObject> globals_; ///< by address
  std::deque<Record> records_;
  std::deque<MemoryObject> shadow_objects_;
  std::vector<MemoryObject*> free_shadows_;
  std::unordered_map<const MemoryObject*, MemoryObject*> shadows_;
  std::vector<Record*> free_records_;
  std::vector<MemoryObject*> stack_;
  std::unordered_map<std::uint64_t, Page> pages_;
  Page* last_page_ = nullptr; ///< the one that changed last
  std::uint64_t last_page_index_ = 0;
  std::map<std::uint64_t, MemoryObject*> large_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t next_ = 0;
  bool reuse_ = false;
  bool arenas_ = false; ///< of threads
  std::uint64_t next_stack_ = 0;
  bool wrapped_ = false;         ///< addresses may be in use
  std::uint64_t sparse_end_ = 0; ///< below it objects lie far apart
  std::uint64_t live_bytes_ = 0;
};

/// A moment to which the memory can go back.
struct Memory::Snapshot {
  struct Live {
    Record* record = nullptr;
    MemoryObject object; ///< its bytes are in `contents`
    Contents contents;
  };
  std::vector<Contents> globals; ///< of those that can be written
  std::vector<Live> live;
  std::vector<MemoryObject*> stack;
  std::uint64_t next = 0;
  std::uint64_t next_stack = 0;
  std::uint64_t live_bytes = 0;
  bool wrapped = false;
};

} // namespace kleene::ir::vm
