// SPDX-License-Identifier: Apache-2.0
#include "inputs.h"

#include <algorithm>
#include <set>

#include "world.h"

namespace kleene::engine::fuzz {
namespace {

constexpr std::size_t max_constants = 4096;

Integer from_bits(std::uint64_t bits) {
  return static_cast<std::int64_t>(bits);
}

Integer boundary(Type type, Random& random) {
  if (!type.is_machine()) return random.one_in(2) ? Integer(INT64_MAX) : Integer(INT64_MIN);
  Integer low = min_value(type);
  Integer high = max_value(type);
  switch (random.below(6)) {
  case 0:
    return low;
  case 1:
    return low + 1;
  case 2:
    return high;
  case 3:
    return high - 1;
  case 4:
    return high / 2;
  default:
    return (Integer(1) << random.below(type.width())) - (random.one_in(2) ? 1 : 0);
  }
}

Integer fit(Type type, Integer value) {
  if (type.is_machine()) return wrap(type, value);
  if (type.is_bool()) return value & 1;
  return value;
}

} // namespace

std::uint64_t Random::next() { // splitmix64
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

bool is_fixed(Policy policy) {
  return policy == Policy::Zeros || policy == Policy::Ones || policy == Policy::MinusOnes
         || policy == Policy::Minima || policy == Policy::Maxima;
}

std::vector<Integer> interesting_constants(const ir::Program& program) {
  std::set<Integer> values{-1, 0, 1, 2};
  auto collect = [&](Term t) {
    if (!t.is_constant() || t.type().is_bool() || values.size() >= max_constants) return;
    values.insert(t.value() - 1);
    values.insert(t.value());
    values.insert(t.value() + 1);
  };
  for (VarId global : program.globals)
    if (const std::optional<Term>& initial = program.variable(global).initial) collect(*initial);
  for (const ir::Procedure& procedure : program.procedures) {
    if (procedure.library) continue;
    for (const ir::Edge& edge : procedure.edges)
      for (Term term : ir::evaluated_terms(edge.statement))
        for_each_subterm(term, collect);
  }
  return {values.begin(), values.end()};
}

Integer choose(Policy policy,
               const ir::InputRequest& request,
               const std::vector<Integer>& constants,
               Random& random) {
  if (request.kind == ir::InputKind::Edge) {
    if (request.choices == 0 || policy == Policy::Zeros) return 0;
    return static_cast<Integer>(random.below(request.choices));
  }
  Type type = request.type;
  switch (policy) {
  case Policy::Zeros:
    return 0;
  case Policy::Ones:
    return fit(type, 1);
  case Policy::MinusOnes:
    return fit(type, -1);
  case Policy::Minima:
    return type.is_machine() ? min_value(type) : fit(type, INT64_MIN);
  case Policy::Maxima:
    return type.is_machine() ? max_value(type) : fit(type, INT64_MAX);
  case Policy::Small:
    return fit(type, static_cast<Integer>(random.below(25)) - 8);
  case Policy::Constants:
    return fit(type, constants[random.below(constants.size())]);
  case Policy::Boundaries:
    return fit(type, boundary(type, random));
  case Policy::Uniform:
    return fit(type, from_bits(random.next()));
  case Policy::Mixed:
    break;
  }
  constexpr std::array parts{Policy::Zeros,
                             Policy::Small,
                             Policy::Small,
                             Policy::Constants,
                             Policy::Constants,
                             Policy::Boundaries,
                             Policy::Uniform};
  return choose(parts[random.below(parts.size())], request, constants, random);
}

SequenceSource::SequenceSource(std::vector<Integer> sequence,
                               Policy then,
                               std::size_t limit,
                               const std::vector<Integer>& constants,
                               Random& random,
                               bool fills_memory,
                               WorldText* world)
    : sequence_(std::move(sequence)),
      then_(then),
      limit_(limit),
      constants_(constants),
      random_(random),
      fills_memory_(fills_memory),
      world_(world) {}

/// Words that the policy gives; nothing now and then, and nothing in large objects.
std::string SequenceSource::heap_bytes(const ir::HeapRequest& request) {
  constexpr std::uint64_t largest = 4096;
  if (!fills_memory_ || then_ == Policy::Zeros || request.size > largest || random_.one_in(2))
    return {};
  ir::InputRequest word;
  word.type = Type::machine(32, true);
  std::string bytes;
  while (bytes.size() < request.size) {
    Integer value = choose(then_, word, constants_, random_);
    for (int i = 0; i < 4; ++i, value >>= 8)
      bytes += static_cast<char>(value & 0xff);
  }
  return bytes;
}

std::optional<Integer> SequenceSource::next(const ir::InputRequest& request) {
  if (given_ >= limit_) return std::nullopt;
  std::size_t index = given_++;
  if (index >= sequence_.size()) {
    std::optional<Integer> text;
    if (world_ != nullptr) text = world_->choose(request, then_, random_);
    return text ? *text : choose(then_, request, constants_, random_);
  }
  if (request.kind == ir::InputKind::Edge) {
    auto choices = static_cast<Integer>(std::max<std::size_t>(request.choices, 1));
    return ((sequence_[index] % choices) + choices) % choices;
  }
  return fit(request.type, sequence_[index]);
}

std::vector<Integer> mutate(std::vector<Integer> sequence,
                            const std::vector<Integer>& other,
                            const std::vector<Integer>& constants,
                            Random& random) {
  for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
    if (sequence.empty()) sequence.push_back(0);
    auto at = static_cast<std::ptrdiff_t>(random.below(sequence.size()));
    Integer& value = sequence[static_cast<std::size_t>(at)];
    switch (random.below(8)) {
    case 0:
      value += static_cast<Integer>(random.below(9)) - 4;
      break;
    case 1:
      value ^= Integer(1) << random.below(64);
      break;
    case 2:
      value = constants[random.below(constants.size())];
      break;
    case 3:
      value = from_bits(random.next());
      break;
    case 4:
      sequence.resize(static_cast<std::size_t>(at));
      break;
    case 5:
      sequence.erase(sequence.begin() + at);
      break;
    case 6:
      sequence.insert(sequence.begin() + at, value);
      break;
    default:
      if (!other.empty()) value = other[random.below(other.size())];
      break;
    }
  }
  return sequence;
}

} // namespace kleene::engine::fuzz
