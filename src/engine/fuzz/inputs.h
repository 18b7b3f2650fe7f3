// SPDX-License-Identifier: Apache-2.0
// Where the fuzzer's inputs come from: values worth trying, policies that pick among them, and
// recorded sequences that are played again with changes.
#pragma once
#include "kleene/ir/interpreter.h"

#include <array>
#include <vector>

namespace kleene::engine::fuzz {

/// A small random generator whose sequence is the same everywhere.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Below `bound`, which is not 0.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

private:
  std::uint64_t state_;
};

/// How a value is chosen where nothing is prescribed.
enum class Policy {
  Zeros,
  Ones,
  MinusOnes,
  Minima,
  Maxima,
  Small,      ///< -8 … 16
  Constants,  ///< of the program, and their neighbours
  Boundaries, ///< of the type
  Uniform,    ///< all bits random
  Mixed,      ///< each value by another policy
};
inline constexpr std::array all_policies{Policy::Zeros,
                                         Policy::Ones,
                                         Policy::MinusOnes,
                                         Policy::Minima,
                                         Policy::Maxima,
                                         Policy::Small,
                                         Policy::Constants,
                                         Policy::Boundaries,
                                         Policy::Uniform,
                                         Policy::Mixed};
/// Does the policy give the same values every time?
bool is_fixed(Policy policy);

/// The constants of a program and their neighbours, sorted.
std::vector<Integer> interesting_constants(const ir::Program& program);

/// A value for a request; it fits the type.
Integer choose(Policy policy,
               const ir::InputRequest& request,
               const std::vector<Integer>& constants,
               Random& random);

class WorldText;

/// Plays a sequence, then goes on with a policy, up to a number of inputs. The policy also says what
/// lies in memory that is not initialised, or it is zero. What the world is asked for is text of its own, if there is one.
class SequenceSource : public ir::InputSource {
public:
  SequenceSource(std::vector<Integer> sequence,
                 Policy then,
                 std::size_t limit,
                 const std::vector<Integer>& constants,
                 Random& random,
                 bool fills_memory = false,
                 WorldText* world = nullptr);
  std::optional<Integer> next(const ir::InputRequest& request) override;
  std::string heap_bytes(const ir::HeapRequest& request) override;

private:
  std::vector<Integer> sequence_;
  Policy then_;
  std::size_t limit_;
  const std::vector<Integer>& constants_;
  Random& random_;
  bool fills_memory_;
  WorldText* world_;
  std::size_t given_ = 0;
};

/// A changed copy of a sequence: values replaced, moved by a little, removed, repeated, or taken over
/// from `other`.
std::vector<Integer> mutate(std::vector<Integer> sequence,
                            const std::vector<Integer>& other,
                            const std::vector<Integer>& constants,
                            Random& random);

} // namespace kleene::engine::fuzz
