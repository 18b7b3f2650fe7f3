// SPDX-License-Identifier: Apache-2.0
#include "interpreter_output.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string_view>

namespace kleene::ir::vm {
namespace {

/// Leaves print(): the program's behaviour is undefined.
struct Undefined {};

struct Conversion {
  bool left = false;      // -
  bool sign = false;      // +
  bool space = false;     // ' '
  bool alternate = false; // #
  bool zero = false;      // 0
  std::size_t width = 0;
  std::optional<std::size_t> precision;
  unsigned bits = 32; ///< of the integer argument, from the length modifier
  char kind = 0;
  std::string text; ///< as it stands
};

class Printer {
public:
  Printer(const ByteReader& read,
          std::uint64_t format,
          const std::vector<PrintArgument>& arguments,
          unsigned pointer_width)
      : read_(read), at_(format), arguments_(arguments), pointer_width_(pointer_width) {}

  std::string run() {
    for (;;) {
      char c = take();
      if (c == 0) return std::move(text_);
      if (c != '%')
        text_ += c;
      else
        convert(parse());
    }
  }

private:
  char byte(std::uint64_t address) const {
    std::optional<char> c = read_(address);
    if (!c) throw Undefined{};
    return *c;
  }
  char peek() const { return byte(at_); }
  char take() { return byte(at_++); }

  Integer argument() {
    if (next_ == arguments_.size()) throw Undefined{};
    return arguments_[next_++];
  }

  Conversion parse() {
    std::uint64_t first = at_;
    Conversion c;
    parse_flags(c);
    if (peek() == '*') {
      take();
      auto width = static_cast<std::int64_t>(wrap(Type::machine(32, true), argument()));
      c.left |= width < 0;
      c.width = static_cast<std::size_t>(width < 0 ? -width : width);
    } else {
      c.width = number();
    }
    if (peek() == '.') {
      take();
      if (peek() == '*') {
        take();
        Integer precision = wrap(Type::machine(32, true), argument());
        if (precision >= 0) c.precision = static_cast<std::size_t>(precision);
      } else {
        c.precision = number();
      }
    }
    parse_length(c);
    c.kind = peek();
    if (c.kind != 0) take();
    for (std::uint64_t a = first; a < at_; ++a)
      c.text += byte(a);
    return c;
  }

  void parse_flags(Conversion& c) {
    for (;; take()) {
      switch (peek()) {
      case '-':
        c.left = true;
        break;
      case '+':
        c.sign = true;
        break;
      case ' ':
        c.space = true;
        break;
      case '#':
        c.alternate = true;
        break;
      case '0':
        c.zero = true;
        break;
      default:
        return;
      }
    }
  }

  std::size_t number() {
    constexpr std::size_t most = INT32_MAX;
    std::size_t value = 0;
    for (; peek() >= '0' && peek() <= '9'; take()) {
      value = value * 10 + static_cast<std::size_t>(peek() - '0');
      if (value > most) throw Undefined{};
    }
    return value;
  }

  void parse_length(Conversion& c) {
    auto twice = [&](char letter) {
      take();
      bool second = peek() == letter;
      if (second) take();
      return second;
    };
    switch (peek()) {
    case 'h':
      c.bits = twice('h') ? 8 : 16;
      break;
    case 'l':
      c.bits = twice('l') ? 64 : pointer_width_;
      break;
    case 'z':
    case 't':
      take();
      c.bits = pointer_width_;
      break;
    case 'j':
      take();
      c.bits = 64;
      break;
    default:
      break;
    }
  }

  void convert(const Conversion& c) {
    switch (c.kind) {
    case 'd':
    case 'i':
      return signed_number(c);
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return unsigned_number(c, wrap(Type::machine(c.bits, false), argument()));
    case 'p':
      return pointer(c);
    case 'c':
      return pad(c, std::string(1, static_cast<char>(static_cast<unsigned char>(argument()))));
    case 's':
      return pad(c, string(c));
    case '%':
      text_ += '%';
      return;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return floating(c);
    case 'n':
      throw Undefined{};
    default:
      text_ += '%' + c.text;
    }
  }

  std::string string(const Conversion& c) {
    auto from = static_cast<std::uint64_t>(wrap(Type::machine(pointer_width_, false), argument()));
    std::string result;
    while (!c.precision || result.size() < *c.precision) {
      char next = byte(from + result.size());
      if (next == 0) break;
      result += next;
    }
    return result;
  }

  void pad(const Conversion& c, const std::string& body) {
    std::size_t blanks = c.width > body.size() ? c.width - body.size() : 0;
    if (!c.left) text_.append(blanks, ' ');
    text_ += body;
    if (c.left) text_.append(blanks, ' ');
  }

  /// Digits with at least `precision` of them, after a sign or 0x.
  void number(const Conversion& c, std::string_view prefix, std::string digits) {
    if (c.precision && digits == "0" && *c.precision == 0) digits.clear();
    std::size_t least = c.precision.value_or(1);
    if (!c.precision && c.zero && !c.left && c.width > prefix.size())
      least = c.width - prefix.size();
    if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
    pad(c, std::string(prefix) + digits);
  }

  void signed_number(const Conversion& c) {
    Integer value = wrap(Type::machine(c.bits, true), argument());
    std::string_view prefix = value < 0 ? "-" : c.sign ? "+" : c.space ? " " : "";
    number(c, prefix, to_string(value < 0 ? -value : value));
  }

  /// As the C library prints it: with the same flags, in the plain locale that every process begins with.
  void floating(const Conversion& c) {
    auto number = std::bit_cast<double>(
        static_cast<std::uint64_t>(wrap(Type::machine(64, false), argument())));
    std::string form = "%";
    form += c.left ? "-" : "";
    form += c.sign ? "+" : "";
    form += c.space ? " " : "";
    form += c.alternate ? "#" : "";
    form += c.zero ? "0" : "";
    form += c.precision ? "*.*" : "*";
    form += c.kind;
    auto width = static_cast<int>(c.width);
    auto precision = static_cast<int>(c.precision.value_or(0));
    auto print = [&](char* to, std::size_t size) {
      return c.precision ? std::snprintf(to, size, form.c_str(), width, precision, number) // NOLINT
                         : std::snprintf(to, size, form.c_str(), width, number);           // NOLINT
    };
    int length = print(nullptr, 0);
    if (length < 0) throw Undefined{};
    std::string body(static_cast<std::size_t>(length) + 1, ' ');
    print(body.data(), body.size());
    body.pop_back();
    text_ += body;
  }

  static std::string digits(Integer value, int base, bool upper) {
    constexpr std::string_view lower_digits = "0123456789abcdef";
    constexpr std::string_view upper_digits = "0123456789ABCDEF";
    std::string result;
    do {
      result += (upper ? upper_digits : lower_digits)[static_cast<std::size_t>(value % base)];
      value /= base;
    } while (value != 0);
    std::ranges::reverse(result);
    return result;
  }

  void unsigned_number(const Conversion& c, Integer value) {
    int base = c.kind == 'u' ? 10 : c.kind == 'o' ? 8 : 16;
    std::string body = digits(value, base, c.kind == 'X');
    std::string_view prefix;
    if (c.alternate && base == 16 && value != 0) prefix = c.kind == 'X' ? "0X" : "0x";
    if (c.alternate && base == 8) return octal(c, body);
    number(c, prefix, body);
  }

  /// With #, the first digit is 0, if need be by a higher precision.
  void octal(Conversion c, const std::string& body) {
    if (body != "0" && c.precision.value_or(0) <= body.size() && !fills_with_zeros(c, body))
      c.precision = body.size() + 1;
    if (body == "0" && c.precision == 0) c.precision = 1;
    number(c, "", body);
  }
  static bool fills_with_zeros(const Conversion& c, const std::string& body) {
    return !c.precision && c.zero && !c.left && c.width > body.size();
  }

  void pointer(const Conversion& c) {
    Integer value = wrap(Type::machine(pointer_width_, false), argument());
    if (value == 0) return pad(c, "(nil)");
    std::string sign = c.sign ? "+" : c.space ? " " : "";
    number(c, sign + "0x", digits(value, 16, false));
  }

  const ByteReader& read_;
  std::uint64_t at_;
  const std::vector<PrintArgument>& arguments_;
  unsigned pointer_width_;
  std::size_t next_ = 0;
  std::string text_;
};

} // namespace

std::optional<std::string> print(const ByteReader& read,
                                 std::uint64_t format,
                                 const std::vector<PrintArgument>& arguments,
                                 unsigned pointer_width) {
  try {
    return Printer(read, format, arguments, pointer_width).run();
  } catch (const Undefined&) {
    return std::nullopt;
  }
}

} // namespace kleene::ir::vm
