// SPDX-License-Identifier: Apache-2.0
// How fast terms become circuits and clauses, and refutations are checked.
#include "kleene/bits/blaster.h"
#include "kleene/bits/refutation.h"

#include <fmt/core.h>

#include <benchmark/benchmark.h>

namespace kleene::bits {
namespace {

/// A product of two unknown numbers and its remainder, down to clauses.
void arithmetic(benchmark::State& state) {
  auto width = static_cast<std::size_t>(state.range(0));
  std::size_t gates = 0;
  for (auto _ : state) {
    Circuit circuit;
    Words words(circuit);
    Word a = words.input(width);
    Word b = words.input(width);
    Word c = words.input(width);
    Lit equal = words.equal(words.divide(words.mul(a, b), c, false).remainder, a);
    benchmark::DoNotOptimize(circuit.cnf({equal}));
    gates = circuit.size();
  }
  state.counters["gates/s"] = benchmark::Counter(static_cast<double>(gates * state.iterations()),
                                                 benchmark::Counter::kIsRate);
}
BENCHMARK(arithmetic)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);

/// Stores and loads at unknown places of one object.
void memory(benchmark::State& state) {
  auto cells = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    Circuit circuit;
    Values values(circuit);
    Memory memory(values);
    values.objects.push_back({values.words.input(64), 4 * cells, yes});
    Image image{4, {{0, memory.cells(4, 4 * cells, false)}}};
    Word result;
    for (int i = 0; i < 32; ++i) {
      Word offset = values.words.shift_left(values.words.input(64), Words::constant(2, 64));
      ValueRef at = values.shifted(*values.address(0), offset);
      memory.store(image, *at, values.plain(values.words.input(32)));
      result = memory.load(image, *at, 4)->rest;
    }
    benchmark::DoNotOptimize(circuit.cnf({values.words.any(result)}));
  }
  state.counters["accesses/s"] =
      benchmark::Counter(static_cast<double>(64 * state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(memory)->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);

Cnf pigeons(int count) {
  int holes = count - 1;
  auto in = [&](int p, int h) { return p * holes + h + 1; };
  std::string text;
  std::size_t clauses = 0;
  for (int p = 0; p < count; ++p, ++clauses) {
    for (int h = 0; h < holes; ++h)
      text += fmt::format("{} ", in(p, h));
    text += "0\n";
  }
  for (int h = 0; h < holes; ++h)
    for (int p = 0; p < count; ++p)
      for (int q = p + 1; q < count; ++q, ++clauses)
        text += fmt::format("-{} -{} 0\n", in(p, h), in(q, h));
  auto variables = static_cast<std::size_t>(count * holes);
  return {variables, clauses, fmt::format("p cnf {} {}\n", variables, clauses) + text, {}};
}

/// The pigeonhole principle: beside the time of the check, that of CaDiCaL.
void refutation(benchmark::State& state) {
  Budget budget;
  Cnf question = pigeons(static_cast<int>(state.range(0)));
  SatResult solved = solve(question, {.seconds = 300, .checker_seconds = 300}, budget);
  std::string why;
  for (auto _ : state)
    if (check_refutation(question.text, solved.refutation, {}, why) != 0)
      state.SkipWithError(why.c_str());
  state.counters["solver_ms"] = 1000 * solved.solver_seconds;
  state.counters["bytes"] = static_cast<double>(solved.refutation.size());
}
BENCHMARK(refutation)->Arg(7)->Arg(8)->Arg(9)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace kleene::bits

BENCHMARK_MAIN();
