// SPDX-License-Identifier: Apache-2.0
// A file in memory that a native run shares with us: it says which inputs the program gets, and the
// harness notes on it those that it got.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace kleene::evidence {

/// How inputs are chosen. But for List and Begin, the first two values stand for the smallest and the largest one
/// of the type that is asked for; every value is cut to its type.
struct InputPlan {
  enum class Kind : std::uint64_t {
    Constant = 0, ///< always the value with the number `seed`
    Cycle = 1,    ///< one after the other, beginning with the number `seed`
    Random = 2, ///< mostly one of the values, sometimes any; the same every time for the same seed
    List = 3,   ///< the values, and then the run ends
    Begin = 4,  ///< the values, and then zeros
  };
  Kind kind = Kind::Constant;
  std::uint64_t seed = 0;
  std::vector<std::int64_t> values;
};

class Tape {
public:
  static constexpr std::size_t most_values = 256;
  static constexpr std::size_t most_inputs = 1 << 16;
  struct Noted {
    std::uint64_t function; ///< its number, in the order of names
    std::int64_t value;
  };

  /// Makes the file, which the program can neither shorten nor make longer; throws ResourceOut if that is
  /// impossible.
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  int file() const { return file_; }
  /// More values than `most_values` are dropped.
  void write(const InputPlan& plan);
  /// What the run got.
  std::vector<Noted> read() const;

private:
  struct Layout {
    std::uint64_t kind, seed, values, used, most;
    std::array<std::int64_t, most_values> value;
    std::array<Noted, most_inputs> input;
  };
  int file_ = -1;
  Layout* layout_ = nullptr;

public:
  static constexpr std::size_t bytes = sizeof(Layout);
};

} // namespace kleene::evidence
