// SPDX-License-Identifier: Apache-2.0
// Random programs with pointers run the same before and after their memory is split. The interpreter
// ends a run in which an access hits an object of another region than the one it names: a region
// analysis that misses an alias does not get through. The same where objects become variables.
#include "kleene/ir/interpreter.h"
#include "kleene/ir/validate.h"
#include "kleene/transform/promote.h"
#include "kleene/transform/regions.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <gmock/gmock.h>
#include <random>

#include "memory_program.h"

namespace kleene::transform {
namespace {

using namespace ir;

using ::testing::IsEmpty;

/// Objects have 8 slots of 8 bytes: four numbers, then four pointers. A pointer always leads to the
/// start of an object, so every execution is defined.
class RandomProgram : public MemoryProgram {
public:
  explicit RandomProgram(unsigned seed) : random_(seed) {
    objects_ = 2 + choose(6);
    for (unsigned i = 0; i < objects_; ++i)
      object(fmt::format("o{}", i), 64);
    for (unsigned i = 0; i < objects_; ++i)
      fill(i);
    std::vector<ProcId> helpers{procedure("f"), procedure("g")};
    for (ProcId p : helpers)
      declare(p);
    for (ProcId p : helpers)
      body(p, 3);
    declare(program.entry);
    start();
    body(program.entry, 8);
    finish();
  }

private:
  struct Frame {
    std::vector<VarId> pointers;
    std::vector<VarId> numbers;
  };

  unsigned choose(unsigned below) { return static_cast<unsigned>(random_() % below); }
  Term some_pointer() { return program.var(frame_->pointers[choose(3)]); }
  Term some_number() { return program.var(frame_->numbers[choose(3)]); }
  VarId some_pointer_variable() { return frame_->pointers[choose(3)]; }
  /// Never the first one, which bounds the recursion.
  VarId some_number_variable() { return frame_->numbers[1 + choose(2)]; }
  Term number_slot(Term object) { return plus(object, number(8 * choose(4))); }
  Term pointer_slot(Term object) { return plus(object, number(32 + 8 * choose(4))); }

  void fill(unsigned index) {
    ObjectId id(index);
    for (unsigned slot = 0; slot < 4; ++slot) {
      put(id, 8 * slot, choose(100));
      point(id, 32 + 8 * slot, ObjectId(choose(5) == 0 ? choose(objects_) : index));
    }
  }

  /// A helper takes a pointer and a number, which bounds the recursion, and gives back one of each.
  void declare(ProcId id) {
    move_to(id);
    const std::string& name = program.procedure(id).name;
    Frame frame;
    bool helper = id != program.entry;
    for (unsigned i = 0; i < 3; ++i) {
      std::string number_name = fmt::format("{}_n{}", name, i);
      std::string pointer_name = fmt::format("{}_p{}", name, i);
      bool given = helper && i == 0;
      frame.numbers.push_back(given    ? parameter(number_name)
                              : i == 1 ? result(number_name)
                                       : variable(number_name));
      frame.pointers.push_back(given              ? parameter(pointer_name)
                               : helper && i == 1 ? result(pointer_name)
                                                  : variable(pointer_name));
    }
    frames_.emplace_back(id, frame);
    move_to(id);
  }

  void start() {
    for (VarId p : frame_->pointers)
      assign(p, at(ObjectId(choose(objects_))));
    for (VarId n : frame_->numbers)
      add(Havoc{.variables = {n}, .origin = "input"});
  }

  void body(ProcId id, unsigned length) {
    move_to(id);
    if (id != program.entry) {
      for (unsigned i = 1; i < 3; ++i) {
        assign(frame_->pointers[i],
               choose(2) == 0 ? at(ObjectId(choose(objects_))) : program.var(frame_->pointers[0]));
        assign(frame_->numbers[i], number(choose(10)));
      }
    }
    for (unsigned i = 0; i < length; ++i)
      statement();
  }

  /// The result is a digest of the global objects.
  void finish() {
    VarId digest = frame_->numbers[1];
    for (unsigned i = 0; i < objects_; ++i)
      for (unsigned slot = 0; slot < 4; ++slot)
        assign(
            digest,
            program.terms->binary(Op::Add,
                                  program.terms->binary(Op::Mul, program.var(digest), number(31)),
                                  load(at(ObjectId(i), 8 * slot))));
  }

  void statement() {
    TermManager& t = *program.terms;
    switch (choose(13)) {
    case 0:
      return assign(some_pointer_variable(), at(ObjectId(choose(objects_))));
    case 1:
      return assign(some_pointer_variable(), load(pointer_slot(some_pointer())));
    case 2:
      return store(pointer_slot(some_pointer()), some_pointer());
    case 3:
      return assign(some_number_variable(), load(number_slot(some_pointer())));
    case 4:
    case 5:
      return store(number_slot(some_pointer()), some_number());
    case 6:
      return assign(some_pointer_variable(),
                    t.ite(t.lt(some_number(), some_number()), some_pointer(), some_pointer()));
    case 7:
      return copy(some_pointer(), some_pointer(), number(choose(2) == 0 ? 64 : 32));
    case 8:
      return new_object();
    case 9:
      return copy_bytewise();
    case 10:
      return hide_in_integer();
    case 11:
      return call();
    default:
      return branch();
    }
  }

  void new_object() {
    VarId p = some_pointer_variable();
    Term model = some_pointer();
    VarId fresh = variable(program.fresh_name("fresh"));
    allocate(fresh, number(64), "fresh");
    copy(program.var(fresh), model, number(64));
    assign(p, program.var(fresh));
  }

  /// A pointer moves as eight bytes, written by one nested change.
  void copy_bytewise() {
    TermManager& t = *program.terms;
    Term from = pointer_slot(some_pointer());
    Term to = pointer_slot(some_pointer());
    Term changed = program.var(memory);
    for (unsigned b = 0; b < 8; ++b)
      changed = t.store(changed, plus(to, number(b)), load(plus(from, number(b)), u8));
    add(Assign{{memory}, {changed}});
  }

  void hide_in_integer() {
    TermManager& t = *program.terms;
    const Type i64 = Type::machine(64, true);
    VarId hidden = variable(program.fresh_name("hidden"), i64);
    Term key = choose(2) == 0 ? some_pointer() : some_number();
    VarId kept = variable(program.fresh_name("kept"));
    assign(kept, key);
    assign(hidden,
           t.binary(Op::BitXor, t.cast(i64, some_pointer()), t.cast(i64, program.var(kept))));
    Term left = program.var(kept);
    Term right = t.cast(pointer, program.var(hidden));
    if (choose(2) == 0) std::swap(left, right);
    assign(some_pointer_variable(), t.binary(Op::BitXor, left, right));
  }

  void call() {
    TermManager& t = *program.terms;
    ProcId callee(1 + choose(2));
    LocId before = program.procedure(current()).exit;
    Term depth = current() == program.entry
                     ? number(2)
                     : t.binary(Op::Sub, program.var(frame_->numbers[0]), number(1));
    Term deep_enough = t.le(depth, number(2));
    add(Assume{deep_enough});
    add(Call{{some_number_variable(), some_pointer_variable()}, callee, {depth, some_pointer()}});
    LocId after = program.procedure(current()).exit;
    program.procedure(current()).add_edge(before, after, Assume{t.negate(deep_enough)});
  }

  /// One statement under a condition.
  void branch() {
    TermManager& t = *program.terms;
    Term condition = t.lt(some_number(), some_number());
    LocId before = program.procedure(current()).exit;
    add(Assume{condition});
    statement();
    LocId after = program.procedure(current()).exit;
    program.procedure(current()).add_edge(before, after, Assume{t.negate(condition)});
  }

  void move_to(ProcId id) {
    resume(id);
    for (auto& [owner, frame] : frames_)
      if (owner == id) frame_ = &frame;
  }

  std::mt19937 random_;
  unsigned objects_ = 0;
  std::vector<std::pair<ProcId, Frame>> frames_;
  Frame* frame_ = nullptr;
};

struct Outcome {
  RunResult result;
  std::size_t consumed = 0;
};

Outcome run(const Program& program, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Integer> inputs;
  for (int i = 0; i < 3; ++i)
    inputs.push_back(random() % 10);
  InputList source(inputs);
  RunOptions options;
  options.max_steps = 100'000;
  Outcome outcome;
  outcome.result = Interpreter(program).run(source, options);
  outcome.consumed = source.consumed();
  return outcome;
}

TEST(RegionsProperty, SplittingKeepsEveryExecution) {
  std::size_t several = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    RandomProgram before(seed);
    RandomProgram after(seed);
    Split split = split_regions(after.program);
    if (split.summary.regions.size() > 1) ++several;
    ASSERT_THAT(validate(before.program), IsEmpty());
    ASSERT_THAT(validate(split.program), IsEmpty());
    for (unsigned input = 0; input < 3; ++input) {
      Outcome a = run(before.program, input);
      Outcome b = run(split.program, input);
      ASSERT_EQ(a.result.ending, Ending::Returned);
      ASSERT_EQ(b.result.ending, Ending::Returned);
      ASSERT_EQ(a.result.status, b.result.status);
      ASSERT_EQ(a.consumed, b.consumed);
      ASSERT_EQ(a.result.steps, b.result.steps);
    }
  }
  EXPECT_GT(several, 1000U) << "programs with one region test nothing";
}

TEST(RegionsProperty, PromotionKeepsEveryExecution) {
  std::size_t promoted = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    RandomProgram before(seed);
    RandomProgram after(seed);
    Promoted cells = promote_objects(after.program);
    if (cells.cells > 0) ++promoted;
    Split split = split_regions(std::move(cells.program));
    ASSERT_THAT(validate(split.program), IsEmpty());
    for (unsigned input = 0; input < 3; ++input) {
      Outcome a = run(before.program, input);
      Outcome b = run(split.program, input);
      ASSERT_EQ(b.result.ending, Ending::Returned);
      ASSERT_EQ(a.result.status, b.result.status);
      ASSERT_EQ(a.consumed, b.consumed);
    }
  }
  EXPECT_GT(promoted, 200U) << "programs without promoted objects test nothing";
}

} // namespace
} // namespace kleene::transform
