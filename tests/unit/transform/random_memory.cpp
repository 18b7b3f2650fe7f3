// SPDX-License-Identifier: Apache-2.0
#include "random_memory.h"

#include "kleene/ir/text.h"
#include "kleene/logic/substitute.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <random>

#include "random_small.h"

namespace kleene::transform {
namespace {

using ir::LocId;
using ir::ProcId;

const Type byte = Type::machine(8, true);
const Type half = Type::machine(16, true);
const Type pointer = Type::machine(64, false);

/// Puts variables of a program into memory.
class Memorised {
public:
  Memorised(ir::Program program, std::uint64_t seed)
      : program_(std::move(program)), terms_(*program_.terms), random_(seed) {
    memory_ = program_.add_variable({.name = "mem", .type = Type::memory()});
    program_.allocation = program_.add_variable({.name = "allocation", .type = Type::allocation()});
  }

  ir::Program take() {
    for (unsigned sort = 0; sort < 14; ++sort)
      if (choose(4) == 0) sorts_.push_back(sort);
    watched_ = choose(3) != 0;
    disturbed_ = choose(4);
    wide_at_ = choose(3) == 0 ? 0 : 2;
    make_objects();
    make_kept();
    std::size_t count = program_.procedures.size();
    if (std::ranges::find(sorts_, 13U) != sorts_.end()) make_digger();
    for (std::size_t p = 0; p < count; ++p)
      rewrite(ProcId(p));
    return std::move(program_);
  }

private:
  unsigned choose(unsigned below) { return static_cast<unsigned>(random_() % below); }
  Term number(Integer n) { return terms_.constant(pointer, n); }
  Term plus(Term address, Integer offset) {
    return offset == 0 ? address : terms_.binary(Op::PtrAdd, address, number(offset));
  }

  /// Globals go into objects of their own, or two into one record.
  void make_objects() {
    std::vector<VarId> scalars;
    for (VarId g : program_.globals)
      if (program_.variable(g).type.is_machine()) scalars.push_back(g);
    for (std::size_t i = 0; i <= scalars.size(); ++i) {
      bool spare = i == scalars.size(); // only pointers lead to it
      if (!spare && choose(3) == 0) continue;
      if (!spare && !objects_.empty() && choose(3) == 0) {
        homes_[scalars[i]] = plus(terms_.address(objects_.back(), pointer), 4);
        continue;
      }
      objects_.push_back(program_.add_object({.name = fmt::format("o{}", i),
                                              .address = 0x1000 + 32 * i,
                                              .size = 8,
                                              .region = memory_,
                                              .bytes = some_bytes()}));
      if (!spare) homes_[scalars[i]] = terms_.address(objects_.back(), pointer);
    }
    make_table();
  }

  /// What a record holds at first: the bytes of the first and of the second variable.
  std::string some_bytes() {
    if (choose(2) == 0) return {};
    std::string bytes(6, '\0');
    bytes[0] = static_cast<char>(choose(3));
    bytes[1] = static_cast<char>(choose(2));
    bytes[2] = static_cast<char>(choose(2));
    bytes[3] = static_cast<char>(choose(2));
    bytes[4] = static_cast<char>(choose(3));
    return bytes;
  }

  /// A pointer that is there from the beginning, perhaps to the middle of an object.
  void make_table() {
    if (choose(2) == 0) return;
    const ir::Object& to = program_.object(objects_.front());
    std::int64_t addend = choose(3) == 0 ? 1 : 0;
    std::uint64_t number = to.address + static_cast<std::uint64_t>(addend);
    std::string bytes;
    for (unsigned i = 0; i < 8; ++i)
      bytes += static_cast<char>((number >> (8 * i)) & 0xff);
    table_ = program_.add_object({.name = "table",
                                  .address = 0x4000,
                                  .size = 8,
                                  .region = memory_,
                                  .bytes = bytes,
                                  .pointers = {{0, objects_.front(), addend}}});
  }

  /// A global pointer that may outlive what made its object.
  void make_kept() {
    ir::Variable v{.name = program_.fresh_name("kept"), .type = pointer};
    v.initial = terms_.address(objects_.back(), pointer);
    kept_ = program_.add_variable(std::move(v));
  }

  /// A procedure that calls itself a few times, with an object for each activation: it is read when those
  /// of later ones are gone.
  void make_digger() {
    ProcId id = program_.add_procedure({.name = "dig"});
    VarId depth = program_.add_variable({.name = "depth", .type = byte, .owner = id});
    program_.procedure(id).parameters.push_back(depth);
    bool heap = choose(2) == 0;
    VarId object = local(id, "object");
    VarId found = local(id, "found", false, byte);
    ir::Procedure& p = program_.procedure(id);
    p.entry = p.add_location();
    p.exit = p.add_location();
    LocId made = p.add_location();
    LocId filled = p.add_location();
    LocId deeper = p.add_location();
    LocId back = p.add_location();
    LocId read = p.add_location();
    Term n = program_.var(depth);
    Term at = plus(program_.var(object), heap ? 4 : 0);
    Term zero = terms_.constant(byte, 0);
    p.add_edge(p.entry,
               made,
               ir::Alloc{.target = object,
                         .size = number(8),
                         .storage = heap ? ir::Storage::Heap : ir::Storage::Stack,
                         .alignment = 4,
                         .region = memory_,
                         .name = "object"});
    p.add_edge(made, filled, write(at, n));
    p.add_edge(filled, back, ir::Assume{terms_.eq(n, zero)});
    p.add_edge(filled, deeper, ir::Assume{terms_.negate(terms_.eq(n, zero))});
    p.add_edge(
        deeper, back, ir::Call{{}, id, {terms_.binary(Op::Sub, n, terms_.constant(byte, 1))}});
    p.add_edge(back, read, ir::Assign{{found}, {terms_.load(byte, program_.var(memory_), at)}});
    p.add_edge(read,
               p.exit,
               heap ? ir::Statement(ir::Free{program_.var(object)}) : ir::Statement(ir::Skip{}));
    digger_ = id;
  }

  VarId local(ProcId id, const std::string& name, bool temporary = false, Type type = pointer) {
    ir::Variable v{.name = program_.fresh_name(name), .type = type, .owner = id};
    v.temporary = temporary;
    VarId result = program_.add_variable(std::move(v));
    program_.procedure(id).locals.push_back(result);
    return result;
  }

  Term some_object() {
    return terms_.address(objects_[choose(static_cast<unsigned>(objects_.size()))], pointer);
  }

  void rewrite(ProcId id) {
    own_.clear();
    std::size_t edges = program_.procedure(id).edges.size();
    pointer_ = local(id, "ptr");
    seen_ = local(id, "seen", false, byte);
    Term spare = terms_.address(objects_.back(), pointer);
    std::vector<ir::Statement> first{
        ir::Assign{{pointer_}, {choose(2) == 0 ? spare : some_object()}}};
    for (VarId v : std::vector<VarId>(program_.procedure(id).locals)) {
      Type type = program_.variable(v).type;
      if (!type.is_machine() || type == pointer || v == seen_ || choose(2) == 0) continue;
      VarId address = local(id, "home");
      first.push_back(ir::Alloc{.target = address,
                                .size = number(8),
                                .storage = ir::Storage::Stack,
                                .alignment = 4,
                                .region = memory_,
                                .name = program_.variable(v).name});
      own_[v] = program_.var(address);
    }
    make_slot(id, first);
    // Nothing is left of an activation before.
    if (watched_ && !own_.empty())
      first.push_back(
          ir::Assign{{seen_}, {terms_.load(byte, program_.var(memory_), own_.begin()->second)}});
    for (std::size_t e = 0; e < edges; ++e)
      rewrite_edge(id, e);
    ir::Procedure& p = program_.procedure(id);
    LocId begin = p.entry;
    p.entry = p.add_location();
    LocId at = p.entry;
    for (std::size_t i = 0; i < first.size(); ++i) {
      LocId next = i + 1 == first.size() ? begin : p.add_location();
      p.add_edge(at, next, first[i]);
      at = next;
    }
  }

  Term home(VarId v) {
    if (auto own = own_.find(v); own != own_.end()) return own->second;
    auto found = homes_.find(v);
    return found == homes_.end() ? Term() : found->second;
  }

  Term read(Term t) {
    Substitution loads(terms_);
    for (VarId v : variables_of(t))
      if (Term at = home(v); !at.null())
        loads.add(
            v,
            terms_.cast(program_.variable(v).type, terms_.load(byte, program_.var(memory_), at)));
    return loads(t);
  }

  ir::Statement write(Term address, Term value) {
    return ir::Assign{{memory_},
                      {terms_.store(program_.var(memory_), address, terms_.cast(byte, value))}};
  }

  /// Statements behind an edge, before what it leads to.
  void behind(ProcId id, std::size_t e, const std::vector<ir::Statement>& statements) {
    ir::Procedure& p = program_.procedure(id);
    LocId end = p.edges[e].to;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      LocId from = p.add_location();
      if (i == 0)
        p.edges[e].to = from;
      else
        p.edges.back().to = from;
      p.add_edge(from, end, statements[i]);
    }
  }

  void rewrite_edge(ProcId id, std::size_t e) {
    ir::Statement statement = program_.procedure(id).edges[e].statement;
    std::vector<ir::Statement> after;
    if (auto* assign = std::get_if<ir::Assign>(&statement)) {
      ir::Assign kept;
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        Term value = read(assign->values[i]);
        Term at = home(assign->targets[i]);
        if (!at.null()) {
          after.push_back(write(at, value));
        } else {
          kept.targets.push_back(assign->targets[i]);
          kept.values.push_back(value);
        }
      }
      statement = kept.targets.empty() ? ir::Statement(ir::Skip{}) : ir::Statement(kept);
    } else if (auto* assume = std::get_if<ir::Assume>(&statement)) {
      assume->condition = read(assume->condition);
    } else if (auto* havoc = std::get_if<ir::Havoc>(&statement)) {
      store_written(havoc->variables, after);
    } else if (auto* call = std::get_if<ir::Call>(&statement)) {
      for (Term& t : call->arguments)
        t = read(t);
      store_written(call->results, after);
    }
    program_.procedure(id).edges[e].statement = statement;
    if (!std::holds_alternative<ir::Halt>(statement)) {
      extras(id, after);
      if (watched_ && choose(2) == 0) observe(program_.var(memory_), some_cell(), after);
    }
    behind(id, e, after);
  }

  /// What a statement writes to a variable goes to its place in memory.
  void store_written(const std::vector<VarId>& written, std::vector<ir::Statement>& after) {
    for (VarId v : written)
      if (Term at = home(v); !at.null()) after.push_back(write(at, program_.var(v)));
  }

  /// A local variable that holds a pointer, in memory.
  void make_slot(ProcId id, std::vector<ir::Statement>& first) {
    slot_ = Term();
    if (choose(2) == 0) return;
    VarId address = local(id, "slot");
    first.push_back(ir::Alloc{.target = address,
                              .size = number(8),
                              .storage = ir::Storage::Stack,
                              .alignment = 8,
                              .region = memory_,
                              .name = "slot"});
    slot_ = program_.var(address);
    first.push_back(ir::Assign{
        {memory_}, {terms_.store(program_.var(memory_), slot_, program_.var(pointer_))}});
  }

  /// Accesses through pointers, and objects that come and go.
  /// Each program has a few sorts of them only: one pointer to everything leaves nothing to transform.
  void extras(ProcId id, std::vector<ir::Statement>& after) {
    if (sorts_.empty() || choose(2) == 0) return;
    switch (sorts_[choose(static_cast<unsigned>(sorts_.size()))]) {
    case 0:
      return after.push_back(ir::Assign{{pointer_}, {some_object()}});
    case 1:
      return after.push_back(
          write(plus(program_.var(pointer_), 4 * choose(2)), terms_.constant(byte, choose(3))));
    case 2:
      return observe(program_.var(memory_), program_.var(pointer_), after);
    case 3:
      return block_object(id, after);
    case 4:
      return heap_object(id, after);
    case 5:
      return forget(after);
    case 6:
      return wide_cells(after);
    case 7:
      return fill(after);
    case 8:
      return several_stores(after);
    case 9:
      return through_slot(after);
    case 10:
      return either_object(after);
    case 11:
      return own_object(after);
    case 12:
      return through_kept(after);
    case 13:
      return after.push_back(ir::Call{{}, digger_, {terms_.constant(byte, 1 + choose(2))}});
    default:
      return;
    }
  }

  /// Some address in an object of this procedure, or a global one.
  Term some_cell() {
    Term at = own_.empty() || choose(3) == 0 ? some_object() : own_.begin()->second;
    return plus(at, 4 * choose(2));
  }

  /// Reads a byte into a variable, so that it can be seen.
  void observe(Term memory, Term address, std::vector<ir::Statement>& after) {
    after.push_back(ir::Assign{{seen_}, {terms_.load(byte, memory, address)}});
  }

  void forget(std::vector<ir::Statement>& after) {
    if (choose(2) == 0)
      after.push_back(ir::Forget{memory_, plus(program_.var(pointer_), 4), number(4)});
    else
      after.push_back(ir::Forget{memory_, some_cell(), number(1 + choose(4))});
  }

  Term high_or_low(Term value) {
    if (choose(2) == 0) value = terms_.binary(Op::Sub, value, terms_.constant(half, 256));
    return terms_.cast(byte,
                       terms_.ite(terms_.binary(Op::Lt, value, terms_.constant(half, 0)),
                                  terms_.constant(half, 5),
                                  value));
  }

  /// Cells of two bytes, others inside them, and bytes that are read as numbers without sign.
  void wide_cells(std::vector<ir::Statement>& after) {
    Term at = own_.empty() || choose(3) == 0 ? some_object() : own_.begin()->second;
    at = plus(at, wide_at_);
    Term memory = program_.var(memory_);
    switch (choose(3)) {
    case 0:
      return after.push_back(ir::Assign{{seen_}, {high_or_low(terms_.load(half, memory, at))}});
    case 1:
      return after.push_back(ir::Assign{
          {memory_},
          {terms_.store(memory, at, terms_.constant(half, 256 * choose(2) + choose(2)))}});
    default:
      break;
    }
    // Each program has one way to disturb them.
    switch (disturbed_) {
    case 0:
      return after.push_back(
          write(at, terms_.cast(byte, terms_.load(Type::machine(8, false), memory, at))));
    case 1:
      return after.push_back(ir::Forget{memory_, plus(at, choose(2)), number(1)});
    case 2:
      return after.push_back(write(plus(at, 1), terms_.constant(byte, 1)));
    default:
      return observe(memory, plus(at, 1), after);
    }
  }

  /// Bytes that are set together: zero or not, of one variable, of two, or of a part.
  void fill(std::vector<ir::Statement>& after) {
    Term at = choose(3) == 0 ? program_.var(pointer_) : some_cell();
    Integer length = choose(3) == 0 ? 4 : 1 + choose(3);
    Term value = terms_.constant(Type::machine(8, false), choose(3) == 0 ? 1 : 0);
    after.push_back(
        ir::Assign{{memory_}, {terms_.mem_set(program_.var(memory_), at, value, number(length))}});
  }

  /// Two stores in one step, perhaps to one cell; the second value may come from before, or from between.
  void several_stores(std::vector<ir::Statement>& after) {
    Term one = some_cell();
    Term two = choose(2) == 0 ? one : some_cell();
    Term changed = terms_.store(program_.var(memory_), one, terms_.constant(byte, choose(3)));
    if (choose(3) == 0) return observe(changed, two, after);
    Term value = choose(2) == 0 ? terms_.load(byte, program_.var(memory_), one)
                                : terms_.constant(byte, choose(3));
    after.push_back(ir::Assign{{memory_}, {terms_.store(changed, two, value)}});
  }

  /// Pointers that are kept in memory.
  void through_slot(std::vector<ir::Statement>& after) {
    bool first = table_ && choose(2) == 0;
    Term at = first ? terms_.address(*table_, pointer) : slot_;
    if (at.null()) return;
    Term memory = program_.var(memory_);
    if (!first && choose(2) == 0)
      return after.push_back(
          ir::Assign{{memory_}, {terms_.store(memory, at, program_.var(pointer_))}});
    after.push_back(write(terms_.load(pointer, memory, at), terms_.constant(byte, choose(3))));
  }

  /// Which of two objects is written depends on a value.
  void either_object(std::vector<ir::Statement>& after) {
    Term value = terms_.load(byte, program_.var(memory_), some_cell());
    Term condition = terms_.eq(value, terms_.constant(byte, 0));
    Term other = choose(2) == 0 ? some_object() : some_cell();
    if (choose(2) == 0) other = plus(program_.var(pointer_), 0);
    after.push_back(write(terms_.ite(condition, some_object(), other), terms_.constant(byte, 1)));
  }

  /// An object that may have been made long before.
  void through_kept(std::vector<ir::Statement>& after) {
    Term at = plus(program_.var(kept_), 4);
    if (choose(2) == 0) return observe(program_.var(memory_), at, after);
    after.push_back(write(at, terms_.constant(byte, choose(3))));
  }

  /// A pointer to a variable of this procedure.
  void own_object(std::vector<ir::Statement>& after) {
    if (own_.empty()) return;
    after.push_back(ir::Assign{{pointer_}, {own_.begin()->second}});
  }

  void block_object(ProcId id, std::vector<ir::Statement>& after) {
    VarId block = local(id, "block", true);
    after.push_back(ir::Alloc{.target = block,
                              .size = number(8),
                              .storage = ir::Storage::Stack,
                              .alignment = 4,
                              .region = memory_,
                              .name = "block"});
    // What it held the last time is gone; one that was not ended is still there.
    bool first = choose(2) == 0;
    ir::Statement written = write(program_.var(block), terms_.constant(byte, 1 + choose(2)));
    if (first) after.push_back(written);
    if (choose(2) == 0) after.push_back(write(program_.var(pointer_), terms_.constant(byte, 0)));
    copy_to_pointer(program_.var(block), after);
    observe(program_.var(memory_), program_.var(block), after);
    if (!first) after.push_back(written);
    if (choose(2) == 0) return after.push_back(ir::Free{program_.var(block)});
    // The one before it is still there, and is the one that changes.
    VarId last = local(id, "last");
    Term none = terms_.eq(program_.var(last), number(0));
    Term before = terms_.ite(none, program_.var(block), program_.var(last));
    after.push_back(write(before, terms_.constant(byte, choose(3))));
    observe(program_.var(memory_), program_.var(block), after);
    after.push_back(ir::Assign{{last}, {program_.var(block)}});
    if (choose(3) == 0) after.push_back(ir::Assign{{pointer_}, {program_.var(block)}});
  }

  void heap_object(ProcId id, std::vector<ir::Statement>& after) {
    VarId made = local(id, "made");
    after.push_back(
        ir::Alloc{.target = made, .size = number(8), .region = memory_, .name = "malloc"});
    if (choose(2) == 0)
      after.push_back(write(plus(program_.var(made), 4), terms_.constant(byte, choose(3))));
    if (choose(2) == 0) copy_to_pointer(plus(program_.var(made), 4), after);
    observe(program_.var(memory_), plus(program_.var(made), 4), after);
    if (choose(2) == 0) return after.push_back(ir::Assign{{kept_}, {program_.var(made)}});
    after.push_back(
        ir::Assume{terms_.freeable(program_.var(program_.allocation), program_.var(made)),
                   ir::AssumeKind::InvalidFree});
    after.push_back(ir::Free{program_.var(made)});
  }

  void copy_to_pointer(Term from, std::vector<ir::Statement>& after) {
    Term m = program_.var(memory_);
    if (choose(3) == 0)
      after.push_back(
          ir::Assign{{memory_}, {terms_.mem_copy(m, program_.var(pointer_), m, from, number(4))}});
    else
      after.push_back(write(program_.var(pointer_), terms_.load(byte, m, from)));
  }

  ir::Program program_;
  TermManager& terms_;
  std::mt19937_64 random_;
  VarId memory_;
  std::vector<unsigned> sorts_; ///< of accesses that this program has
  unsigned disturbed_ = 0;      ///< how cells of two bytes are
  Integer wide_at_ = 0;         ///< their offset
  bool watched_ = false;        ///< what memory holds is often read
  std::vector<ObjectId> objects_;
  std::optional<ObjectId> table_; ///< holds a pointer to the first of them
  std::map<VarId, Term> homes_;   ///< of globals
  std::map<VarId, Term> own_;     ///< of variables of the procedure at hand
  VarId pointer_;
  Term slot_;     ///< where a pointer is kept, in memory; null: nowhere
  VarId kept_;    ///< a global pointer
  ProcId digger_; ///< calls itself
  VarId seen_;    ///< a local variable for what memory holds
};

} // namespace

ir::Program random_small_ir(std::uint64_t seed) {
  std::string text = to_ir(reference::random_small_program(seed, 2));
  Result<ir::Program> program = ir::parse(text, "random.ir");
  KL_INVARIANT(program.ok(), "a random program should be one");
  return std::move(*program);
}

ir::Program random_memory_program(std::uint64_t seed) {
  return Memorised(random_small_ir(seed), seed).take();
}

} // namespace kleene::transform
