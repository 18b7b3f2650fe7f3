// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/real_world.h"

#include "kleene/ir/environment.h"
#include "kleene/ir/floats.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace kleene::ir {
namespace {

std::optional<std::uint64_t> given_float(std::string word, Type type) {
  bool hexadecimal = word.find('x') != std::string::npos;
  if (hexadecimal && word.find_first_of(".pP") == std::string::npos) return std::nullopt;
  if (word.size() > 1 && word.ends_with('f') && !word.ends_with("inf")) word.pop_back();
  return parse_float(type, word);
}

} // namespace

std::optional<Integer> GivenInputs::next(const InputRequest& request) {
  std::size_t index = consumed();
  std::optional<Integer> value = InputsInGccOrder::next(request);
  if (consumed() == index || !is_float_input(request.origin, request.type)) return value;
  std::optional<std::uint64_t> number = given_float(words_.at(index), request.type);
  return number ? Integer(*number) : value;
}

Integer RealWorld::argument(std::string_view origin) {
  if (origin == argument_count) return static_cast<Integer>(arguments_.size());
  if (origin == argument_length) {
    character_ = 0;
    return static_cast<Integer>(arguments_.at(argument_++).size());
  }
  return static_cast<unsigned char>(arguments_.at(argument_ - 1).at(character_++));
}

int RealWorld::peek() {
  int c = std::getchar();
  if (c != EOF) std::ungetc(c, stdin);
  return c;
}

/// Numbers are read as scanf reads them. What is no number stays where it is, blanks before it apart.
std::optional<Integer> RealWorld::scanned(std::string_view origin) {
  if (origin == ir::scanned) {
    while (std::isspace(peek()) != 0)
      std::getchar();
    int c = peek();
    if (c == EOF) return 0;
    return std::isdigit(c) != 0 || c == '-' || c == '+' ? 2 : 1;
  }
  if (origin == ir::scanned_double) {
    double value = 0;
    if (std::scanf("%lf", &value) != 1) return std::nullopt;
    return Integer(std::bit_cast<std::uint64_t>(value));
  }
  if (origin == ir::scanned_float) {
    float value = 0;
    if (std::scanf("%f", &value) != 1) return std::nullopt;
    return Integer(std::bit_cast<std::uint32_t>(value));
  }
  if (origin == ir::scanned_unsigned) {
    unsigned long long value = 0;
    if (std::scanf("%llu", &value) != 1) return std::nullopt;
    return Integer(value);
  }
  long long value = 0;
  if (std::scanf("%lld", &value) != 1) return std::nullopt;
  return Integer(value);
}

std::optional<Integer> RealWorld::next(const InputRequest& request) {
  if (is_argument(request.origin) && !arguments_.empty()) return argument(request.origin);
  if (!reads_input_ || !is_on_command_line(request.origin)) return others_.next(request);
  if (request.origin.starts_with(ir::scanned)) return scanned(request.origin);
  return std::getchar();
}

} // namespace kleene::ir
