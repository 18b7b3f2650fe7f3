// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include "kleene/ir/environment.h"

#include <algorithm>
#include <set>

namespace kleene::engine::fuzz {
namespace {

constexpr std::size_t longest_word = 64;
constexpr std::size_t most_words = 1024;
constexpr std::string_view separators = " \t\n:;,|=/";

bool is_printable(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; });
}

void add_words(std::set<std::string>& words, const std::string& text) {
  auto add = [&](const std::string& word) {
    if (!word.empty() && word.size() <= longest_word && words.size() < most_words)
      words.insert(word);
  };
  if (!is_printable(text)) return;
  add(text);
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    add(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

/// Lengths behind those that buffers often have.
constexpr std::array<std::size_t, 10> long_lengths{
    17, 33, 65, 101, 129, 257, 513, 1025, 2049, 4096};

/// Where types end, and powers of ten.
constexpr std::array<std::int64_t, 12> ends_of_types{127,
                                                     255,
                                                     32767,
                                                     65535,
                                                     1000,
                                                     1000000,
                                                     INT32_MAX,
                                                     INT32_MAX,
                                                     INT32_MIN,
                                                     UINT32_MAX,
                                                     INT64_MAX,
                                                     INT64_MIN};

std::string number(Random& random) {
  if (random.one_in(2)) return to_string(Integer(random.below(random.one_in(3) ? 40 : 10)));
  Integer value = ends_of_types[random.below(ends_of_types.size())];
  if (random.one_in(3)) value += static_cast<Integer>(random.below(3)) - 1;
  if (random.one_in(4)) value = -value;
  return to_string(value);
}

/// One number, or several with something between them: 12-3-4, 5=6.
std::string numbers(Random& random) {
  constexpr std::string_view between = "=-:,. /x";
  std::string text = number(random);
  char separator = between[random.below(between.size())];
  while (random.one_in(3))
    text += separator + number(random);
  return text;
}

std::string letters(Random& random) {
  std::string text;
  for (std::uint64_t n = 1 + random.below(6); n > 0; --n)
    text += static_cast<char>('a' + random.below(26));
  return text;
}

/// What a format of printf and scanf asks for.
std::string filled(std::string_view format, Random& random) {
  std::string text;
  while (!format.empty()) {
    std::size_t letter = format.find_first_not_of("%*.0123456789hlzjt+-# ", 1);
    bool conversion = format.front() == '%' && letter != std::string_view::npos;
    if (!conversion) {
      text += format.front();
      format.remove_prefix(1);
      continue;
    }
    char kind = format[letter];
    format.remove_prefix(letter + 1);
    if (std::string_view("diuxXo").find(kind) != std::string_view::npos)
      text += number(random);
    else
      text += kind == 'c' ? letters(random).substr(0, 1) : letters(random);
  }
  return text;
}

bool is_text(std::string_view origin) {
  return origin == ir::standard_input || origin == ir::file_byte;
}

} // namespace

std::vector<std::string> words_of(const ir::Program& program) {
  std::set<std::string> words;
  for (const ir::Object& object : program.objects)
    if (object.kind == ir::ObjectKind::Data && object.read_only)
      add_words(words, object.bytes.substr(0, object.bytes.find('\0')));
  return {words.begin(), words.end()};
}

std::string WorldText::word(Policy policy, Random& random) const {
  if (policy == Policy::Zeros) return {};
  std::string text;
  switch (random.below(10)) {
  case 0:
    return {};
  case 1:
    return to_string(constants_[random.below(constants_.size())]);
  case 2:
    return std::string(long_lengths[random.below(long_lengths.size())],
                       static_cast<char>('a' + random.below(26)));
  case 3:
  case 4:
    for (std::uint64_t n = 1 + random.below(8); n > 0; --n)
      text += static_cast<char>(' ' + random.below(95));
    return text;
  case 5:
    text = random.one_in(2) ? "-" : "--";
    break;
  case 6:
  case 7:
    return numbers(random);
  default:
    break;
  }
  if (words_.empty()) return text + static_cast<char>('a' + random.below(26));
  const std::string& known = words_[random.below(words_.size())];
  text += known.find('%') == std::string::npos || random.one_in(4) ? known : filled(known, random);
  if (random.one_in(3)) text += "=" + to_string(Integer(random.below(1000)));
  return text.substr(0, longest_word);
}

Integer WorldText::byte(Policy policy, Random& random) {
  if (text_.empty()) {
    if (policy == Policy::Zeros || policy == Policy::MinusOnes || random.one_in(8)) return -1;
    text_ = word(policy, random) + (random.one_in(2) ? "\n" : " ");
    if (random.one_in(16)) text_ += static_cast<char>(random.below(256));
  }
  char c = text_.front();
  text_.erase(0, 1);
  return static_cast<unsigned char>(c);
}

std::optional<Integer>
WorldText::choose(const ir::InputRequest& request, Policy policy, Random& random) {
  const std::string_view origin = request.origin;
  if (!ir::is_environment(origin)) return std::nullopt;
  if (origin == ir::more_arguments) return 0;
  if (origin == ir::argument_count)
    return policy == Policy::Zeros ? 1 : static_cast<Integer>((random.below(32) + 6) / 7);
  if (origin == ir::argument_length) {
    argument_ = word(policy, random);
    std::erase(argument_, '\0');
    return static_cast<Integer>(argument_.size());
  }
  if (origin == ir::argument_character) {
    if (argument_.empty()) return 'a';
    char c = argument_.front();
    argument_.erase(0, 1);
    return static_cast<unsigned char>(c);
  }
  if (is_text(origin)) return byte(policy, random);
  if (origin == ir::volatile_kept) return 0;
  if (origin == ir::scanned)
    return static_cast<Integer>(std::min<std::uint64_t>(random.below(8), 2));
  return std::nullopt;
}

} // namespace kleene::engine::fuzz
