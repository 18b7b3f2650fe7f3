// SPDX-License-Identifier: Apache-2.0
// The world of a program that `kleene run` executes: our standard input, and the arguments behind `--`.
#pragma once
#include "kleene/ir/interpreter.h"

#include <string>
#include <vector>

namespace kleene::cli {

class RealWorld : public ir::InputSource {
public:
  /// What the world does not say comes from `others`. With `reads_input` false, standard input does, too.
  RealWorld(ir::InputSource& others, std::vector<std::string> arguments, bool reads_input)
      : others_(others), arguments_(std::move(arguments)), reads_input_(reads_input) {}

  std::optional<Integer> next(const ir::InputRequest& request) override;
  std::string heap_bytes(const ir::HeapRequest& request) override {
    return others_.heap_bytes(request);
  }

private:
  Integer argument(std::string_view origin);
  std::optional<Integer> scanned(std::string_view origin);
  /// The next byte of standard input, or -1; it stays.
  int peek();

  ir::InputSource& others_;
  std::vector<std::string> arguments_;
  bool reads_input_;
  std::size_t argument_ = 0;  ///< the one whose characters come, counted from 1
  std::size_t character_ = 0; ///< of it
};

} // namespace kleene::cli
