// SPDX-License-Identifier: Apache-2.0
#include "random_memory.h"

#include "kleene/ir/text.h"
#include "kleene/logic/substitute.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <random>

#include "random_small.h"

namespace kleene::transform {
namespace {

using ir::LocId;
using ir::ProcId;

const Type byte = Type::machine(8, true);
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
    make_objects();
    std::size_t count = program_.procedures.size();
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
                                              .bytes = {}}));
      if (!spare) homes_[scalars[i]] = terms_.address(objects_.back(), pointer);
    }
  }

  VarId local(ProcId id, const std::string& name, bool temporary = false) {
    ir::Variable v{.name = program_.fresh_name(name), .type = pointer, .owner = id};
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
    std::vector<ir::Statement> first{ir::Assign{{pointer_}, {some_object()}}};
    for (VarId v : std::vector<VarId>(program_.procedure(id).locals)) {
      if (!program_.variable(v).type.is_machine() || program_.variable(v).type == pointer) continue;
      small_ = v;
      if (choose(2) == 0) continue;
      VarId address = local(id, "home");
      first.push_back(ir::Alloc{.target = address,
                                .size = number(4),
                                .storage = ir::Storage::Stack,
                                .alignment = 4,
                                .region = memory_,
                                .name = program_.variable(v).name});
      own_[v] = program_.var(address);
    }
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
    if (!std::holds_alternative<ir::Halt>(statement)) extras(id, after);
    behind(id, e, after);
  }

  /// What a statement writes to a variable goes to its place in memory.
  void store_written(const std::vector<VarId>& written, std::vector<ir::Statement>& after) {
    for (VarId v : written)
      if (Term at = home(v); !at.null()) after.push_back(write(at, program_.var(v)));
  }

  /// Accesses through pointers, and objects that come and go.
  void extras(ProcId id, std::vector<ir::Statement>& after) {
    Term p = program_.var(pointer_);
    switch (choose(11)) {
    case 0:
      after.push_back(ir::Assign{{pointer_}, {some_object()}});
      break;
    case 1:
      after.push_back(write(plus(p, 4 * choose(2)), terms_.constant(byte, choose(3))));
      break;
    case 2:
      if (small_.valid() && home(small_).null() && program_.variable(small_).owner == id)
        after.push_back(ir::Assign{{small_},
                                   {terms_.cast(program_.variable(small_).type,
                                                terms_.load(byte, program_.var(memory_), p))}});
      break;
    case 3:
      block_object(id, after);
      break;
    case 4:
      heap_object(id, after);
      break;
    case 6:
      // Cells of two widths, one inside the other.
      if (!own_.empty())
        after.push_back(ir::Assign{
            {memory_},
            {terms_.store(program_.var(memory_),
                          own_.begin()->second,
                          terms_.constant(Type::machine(16, true), 256 * choose(2) + choose(2)))}});
      if (!own_.empty() && choose(2) == 0)
        after.push_back(write(plus(own_.begin()->second, 1), terms_.constant(byte, 1)));
      break;
    case 5:
      after.push_back(ir::Forget{memory_, plus(p, 4), number(4)});
      break;
    default:
      break;
    }
  }

  void block_object(ProcId id, std::vector<ir::Statement>& after) {
    VarId block = local(id, "block", true);
    after.push_back(ir::Alloc{.target = block,
                              .size = number(4),
                              .storage = ir::Storage::Stack,
                              .alignment = 4,
                              .region = memory_,
                              .name = "block"});
    // What it held the last time is gone.
    bool first = choose(2) == 0;
    ir::Statement written = write(program_.var(block), terms_.constant(byte, 1 + choose(2)));
    if (first) after.push_back(written);
    copy_to_pointer(program_.var(block), after);
    if (!first) after.push_back(written);
    after.push_back(ir::Free{program_.var(block)});
  }

  void heap_object(ProcId id, std::vector<ir::Statement>& after) {
    VarId made = local(id, "made");
    after.push_back(
        ir::Alloc{.target = made, .size = number(8), .region = memory_, .name = "malloc"});
    if (choose(2) == 0)
      after.push_back(write(plus(program_.var(made), 4), terms_.constant(byte, choose(3))));
    copy_to_pointer(plus(program_.var(made), 4), after);
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
  std::vector<ObjectId> objects_;
  std::map<VarId, Term> homes_; ///< of globals
  std::map<VarId, Term> own_;   ///< of variables of the procedure at hand
  VarId pointer_;
  VarId small_; ///< a local variable of the procedure at hand
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
