// SPDX-License-Identifier: Apache-2.0
// The world of a program that `kleene run` executes: values that were given, our standard input, and arguments.
#pragma once
#include "kleene/ir/order_choice.h"

#include <string>
#include <vector>

namespace kleene::ir {

/// Values in the order of the reads. What a float is given is a number in any notation (`5`, `0.75f`); an integer in
/// hexadecimal is its bit pattern.
class GivenInputs : public InputsInGccOrder {
public:
  /// `words` are the values as they were written; they outlive this.
  GivenInputs(const std::vector<Integer>& values, const std::vector<std::string>& words)
      : InputsInGccOrder(values), words_(words) {}
  std::optional<Integer> next(const InputRequest& request) override;

private:
  const std::vector<std::string>& words_;
};

class RealWorld : public InputSource {
public:
  /// What the world does not say comes from `others`. With `reads_input` false, standard input does, too.
  RealWorld(InputSource& others, std::vector<std::string> arguments, bool reads_input)
      : others_(others), arguments_(std::move(arguments)), reads_input_(reads_input) {}

  std::optional<Integer> next(const InputRequest& request) override;
  std::string heap_bytes(const HeapRequest& request) override {
    return others_.heap_bytes(request);
  }

private:
  Integer argument(std::string_view origin);
  std::optional<Integer> scanned(std::string_view origin);
  /// The next byte of standard input, or -1; it stays.
  int peek();

  InputSource& others_;
  std::vector<std::string> arguments_;
  bool reads_input_;
  std::size_t argument_ = 0;  ///< the one whose characters come, counted from 1
  std::size_t character_ = 0; ///< of it
};

} // namespace kleene::ir
