// SPDX-License-Identifier: Apache-2.0
// Steps (edges taken) per second of the interpreter, on the shapes that programs are made of.
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"

#include <benchmark/benchmark.h>
#include <stdexcept>

namespace kleene::ir {
namespace {

constexpr const char* integer_loop = R"(
  proc main() returns (s: u32) {
    local i: i32;
    a -> b: i := 0, s := 0;
    b -> c: assume i < 1000000;
    b -> exit: assume !(i < 1000000);
    c -> d: s := s * 31 + cast[u32](i);
    d -> b: i := i + 1;
  })";

constexpr const char* global_loop = R"(
  global i: i32 = 0;
  global s: i32 = 0;
  proc main() {
    b -> c: assume i < 1000000;
    b -> exit: assume !(i < 1000000);
    c -> d: s := s ^ i;
    d -> b: i := i + 1;
  })";

constexpr const char* nested_calls = R"(
  proc main() returns (s: i32) {
    local i, j: i32;
    a -> b: i := 0, s := 0;
    b -> c: assume i < 1000;
    b -> exit: assume !(i < 1000);
    c -> d: j := 0;
    d -> e: assume j < 200;
    d -> g: assume !(j < 200);
    e -> f: call s := mix(s, j);
    f -> d: j := j + 1;
    g -> b: i := i + 1;
  }
  proc mix(a: i32, b: i32) returns (r: i32) { x -> exit: r := (a ^ b) & 65535; })";

constexpr const char* fib = R"(
  proc main() returns (r: i32) { a -> exit: call r := fib(25); }
  proc fib(n: i32) returns (r: i32) {
    local x, y: i32;
    a -> b: assume n < 2;
    a -> c: assume !(n < 2);
    b -> exit: r := n;
    c -> d: call x := fib(n - 1);
    d -> e: call y := fib(n - 2);
    e -> exit: r := x + y;
  })";

/// As C: each access after a check that the address is valid.
constexpr const char* array_loop = R"(
  global m: memory cell i32;
  global t: allocation;
  object array at 0x1000 size 4000 in m;
  proc main() returns (s: i32) {
    local i, k: i32;
    local p: u64;
    a -> b: k := 0, s := 0;
    b -> c: assume k < 300;
    b -> exit: assume !(k < 300);
    c -> d: i := 0;
    d -> e: assume i < 1000;
    d -> j: assume !(i < 1000);
    e -> f: p := ptradd(&array, cast[u64](i) * 4);
    f -> g: assume[invalid_dereference] writable(t, p, 4);
    g -> h: m := store(m, p, load[i32](m, p) + i);
    h -> d: i := i + 1;
    j -> b: k := k + 1;
  })";

constexpr const char* stack_objects = R"(
  global m: memory;
  global t: allocation;
  proc main() returns (s: i32) {
    local i: i32;
    a -> b: i := 0;
    b -> c: assume i < 100000;
    b -> exit: assume !(i < 100000);
    c -> d: call s := local(i);
    d -> b: i := i + 1;
  }
  proc local(n: i32) returns (r: i32) {
    local p: u64;
    a -> b: alloc p := 4 in m stack;
    b -> c: m := store(m, p, n);
    c -> exit: r := load[i32](m, p);
  })";

void run(benchmark::State& state, const char* text, IntegerModel integers) {
  Result<Program> program = parse(text, "bench.ir");
  if (!program) throw std::runtime_error(render(program.error()));
  Interpreter interpreter(*program);
  std::uint64_t steps = 0;
  for (auto _ : state) {
    InputList inputs({});
    RunResult result = interpreter.run(inputs, {.integers = integers});
    if (result.ending != Ending::Returned) throw std::runtime_error("the run should return");
    steps += result.steps;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

/// What a fuzzer pays for each of its many runs.
void short_run(benchmark::State& state) {
  Result<Program> program = parse("proc main() { a -> exit; }", "bench.ir");
  if (!program) throw std::runtime_error(render(program.error()));
  Interpreter interpreter(*program);
  for (auto _ : state) {
    InputList inputs({});
    benchmark::DoNotOptimize(interpreter.run(inputs, {}));
  }
}

BENCHMARK_CAPTURE(run, integer_loop, integer_loop, IntegerModel::Machine);
BENCHMARK_CAPTURE(run, integer_loop_math, integer_loop, IntegerModel::Math);
BENCHMARK_CAPTURE(run, global_loop, global_loop, IntegerModel::Machine);
BENCHMARK_CAPTURE(run, nested_calls, nested_calls, IntegerModel::Machine);
BENCHMARK_CAPTURE(run, fib, fib, IntegerModel::Machine);
BENCHMARK_CAPTURE(run, array_loop, array_loop, IntegerModel::Machine);
BENCHMARK_CAPTURE(run, stack_objects, stack_objects, IntegerModel::Machine);
BENCHMARK(short_run);

} // namespace
} // namespace kleene::ir

BENCHMARK_MAIN();
