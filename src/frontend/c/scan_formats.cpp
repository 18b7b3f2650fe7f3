// SPDX-License-Identifier: Apache-2.0
#include "scan_formats.h"

#include <clang/AST/Expr.h>
#include <fmt/core.h>

#include <cctype>
#include <vector>

#include "builtin_names.h"

namespace kleene::frontend::c {
namespace {

/// Characters from the first to the second, both in it.
using Range = std::pair<unsigned, unsigned>;

struct Conversion {
  char letter = 0;
  bool unused = false;
  unsigned width = 0; ///< 0: none
  std::string type = "unsigned int";
  int is_long = 0; ///< 1: long, 2: long long
  bool inverted = false;
  std::vector<Range> set;
};

bool is_blank(char c) {
  return c == ' ' || (9 <= c && c <= 13);
}

unsigned code(char c) {
  return static_cast<unsigned char>(c);
}

class Text {
public:
  Text(std::string_view function, std::string_view format)
      : is_text_(function == "sscanf"), format_(format) {}

  std::optional<std::string> body() {
    while (!format_.empty()) {
      if (is_blank(format_.front())) {
        blanks();
      } else if (format_.front() != '%' || format_.starts_with("%%")) {
        literal();
      } else {
        format_.remove_prefix(1);
        std::optional<Conversion> conversion = read();
        if (!conversion || !convert(*conversion)) return std::nullopt;
      }
    }
    return text_ + fmt::format("  return {};\n", done_);
  }

  unsigned pointers() const { return pointers_; }

private:
  void add(const std::string& line) { text_ += "  " + line + "\n"; }
  bool take(char c) {
    bool here = format_.starts_with(c);
    if (here) format_.remove_prefix(1);
    return here;
  }

  /// What is read has to be there, or the function ends.
  void require(const std::string& call) {
    add(fmt::format("result = {};", call));
    add(done_ > 0 ? fmt::format("if (result != 1) return {};", done_)
                  : "if (result != 1) return result < 0 ? -1 : 0;");
  }

  /// Most conversions skip blanks themselves.
  void blanks() {
    while (!format_.empty() && is_blank(format_.front()))
      format_.remove_prefix(1);
    std::size_t letter = format_.find_first_not_of("*0123456789hljzt", 1);
    bool skipped = format_.starts_with('%') && letter != std::string_view::npos
                   && std::string_view("c[n").find(format_[letter]) == std::string_view::npos;
    if (!skipped) add("__kleene_scan_blanks(stream, text);");
  }

  void literal() {
    bool percent = format_.front() == '%';
    require(fmt::format(
        "__kleene_scan_literal(stream, text, {}, {})", code(format_.front()), percent ? 1 : 0));
    format_.remove_prefix(percent ? 2 : 1);
  }

  std::optional<Conversion> read() {
    Conversion c;
    c.unused = take('*');
    while (!format_.empty() && std::isdigit(code(format_.front())) != 0) {
      c.width = 10 * c.width + code(format_.front()) - '0';
      if (c.width > 1000000) return std::nullopt;
      format_.remove_prefix(1);
    }
    if (take('h')) {
      c.type = take('h') ? "unsigned char" : "unsigned short";
    } else if (take('l')) {
      c.is_long = take('l') ? 2 : 1;
    } else if (take('j')) {
      c.is_long = 2;
    } else if (take('z') || take('t')) {
      c.is_long = 1;
    }
    if (c.is_long > 0) c.type = c.is_long == 2 ? "unsigned long long" : "unsigned long";
    if (format_.empty()) return std::nullopt;
    c.letter = format_.front();
    format_.remove_prefix(1);
    if (c.letter == '[' && !read_set(c)) return std::nullopt;
    return c;
  }

  bool read_set(Conversion& c) {
    c.inverted = take('^');
    for (bool first = true; !format_.empty() && (first || format_.front() != ']'); first = false) {
      char low = format_.front();
      format_.remove_prefix(1);
      bool range = format_.size() > 1 && format_[0] == '-' && format_[1] != ']';
      c.set.emplace_back(code(low), code(range ? format_[1] : low));
      if (range) format_.remove_prefix(2);
    }
    return take(']');
  }

  bool convert(const Conversion& c) {
    const std::string to = c.unused ? "0" : fmt::format("to{}", pointers_);
    const unsigned most = c.width > 0 ? c.width : 0x7fffffffU;
    std::string_view letters(&c.letter, 1);
    if (std::string_view("diuxXo").find(c.letter) != std::string_view::npos) {
      bool decimal = c.letter == 'd' || c.letter == 'u';
      require(fmt::format("__kleene_scan_{}(stream, text, '{}', {}, {}{})",
                          decimal ? "decimal" : "based",
                          letters,
                          c.width,
                          decimal ? fmt::format("sizeof({}), ", c.type) : "",
                          c.is_long));
      if (!c.unused) add(fmt::format("*({0} *){1} = ({0})__kleene_scanned;", c.type, to));
    } else if (std::string_view("fFeEgGaA").find(c.letter) != std::string_view::npos) {
      const char* type = c.is_long > 0 ? "double" : "float";
      require(fmt::format("__kleene_scan_float(stream, text, {}, {})", c.width, c.is_long));
      if (!c.unused) add(fmt::format("*({0} *){1} = __kleene_scanned_{0};", type, to));
    } else if (c.letter == 's' || c.letter == 'c') {
      if (c.is_long > 0) return false;
      require(fmt::format("__kleene_scan_{}(stream, text, {}, {}, {})",
                          c.letter == 's' ? "word" : "characters",
                          c.letter == 'c' && c.width == 0 ? 1 : most,
                          c.unused ? 1 : 0,
                          to));
    } else if (c.letter == '[') {
      if (c.is_long > 0) return false;
      convert_set(c, to, most);
    } else if (c.letter == 'n') {
      if (!is_text_ || c.type != "unsigned int") return false;
      if (!c.unused) add(fmt::format("*(int *){} = (int)(from - begin);", to));
    } else {
      return false;
    }
    if (c.unused) return true;
    ++pointers_;
    if (c.letter != 'n') ++done_;
    return true;
  }

  void convert_set(const Conversion& c, const std::string& to, unsigned most) {
    std::string member;
    for (auto [low, high] : c.set)
      member +=
          fmt::format("{}({} <= next && next <= {})", member.empty() ? "" : " || ", low, high);
    add("used = 0;");
    add("next = __kleene_scan_next(stream, text);");
    add(fmt::format("if (next < 0) return {};", done_ > 0 ? static_cast<int>(done_) : -1));
    add(fmt::format(
        "while (used < {} && next >= 0 && {}({})) {{", most, c.inverted ? "!" : "", member));
    if (!c.unused) add(fmt::format("  ((char *){})[used] = (char)next;", to));
    add("  used++;");
    add(fmt::format("  next = used < {} ? __kleene_scan_next(stream, text) : -2;", most));
    add("}");
    add("__kleene_scan_back(stream, text, next);");
    add(fmt::format("if (used == 0) return {};", done_));
    if (!c.unused) add(fmt::format("((char *){})[used] = 0;", to));
  }

  bool is_text_;
  std::string_view format_;
  std::string text_;
  unsigned pointers_ = 0;
  unsigned done_ = 0; ///< what the call gives so far
};

} // namespace

std::optional<std::string> known_scan_format(std::string_view function,
                                             const clang::CallExpr* call) {
  unsigned at = function == "scanf" ? 0 : 1;
  if (at == 1 && function != "fscanf" && function != "sscanf") return std::nullopt;
  if (call->getNumArgs() <= at) return std::nullopt;
  const auto* literal =
      llvm::dyn_cast<clang::StringLiteral>(call->getArg(at)->IgnoreParenImpCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) return std::nullopt;
  llvm::StringRef text = literal->getString();
  return text.substr(0, text.find('\0')).str();
}

constexpr std::string_view name_prefix = "__kleene_format_";

std::string scan_function_name(std::string_view function, std::size_t number) {
  return fmt::format("{}{}_{}", name_prefix, function, number);
}

std::string shown_function(const std::string& name) {
  if (!name.starts_with(name_prefix)) return name;
  const std::string rest = name.substr(name_prefix.size());
  return rest.substr(0, rest.find('_'));
}

std::string_view scan_declarations() {
  return R"(struct _IO_FILE;
struct _IO_FILE *__kleene_scan_from(struct _IO_FILE *stream);
int __kleene_scan_next(struct _IO_FILE *stream, const char **text);
void __kleene_scan_back(struct _IO_FILE *stream, const char **text, int c);
void __kleene_scan_blanks(struct _IO_FILE *stream, const char **text);
int __kleene_scan_literal(struct _IO_FILE *stream, const char **text, int wanted, int behind_blanks);
int __kleene_scan_decimal(struct _IO_FILE *stream, const char **text, int letter, int width, int size, int is_long);
int __kleene_scan_based(struct _IO_FILE *stream, const char **text, int letter, int width, int is_long);
const char **__kleene_scan_text(const char **text);
int __kleene_scan_float(struct _IO_FILE *stream, const char **text, int width, int is_long);
int __kleene_scan_word(struct _IO_FILE *stream, const char **text, int width, int unused, char *to);
int __kleene_scan_characters(struct _IO_FILE *stream, const char **text, int width, int unused, char *to);
extern unsigned long long __kleene_scanned;
extern double __kleene_scanned_double;
extern float __kleene_scanned_float;
)";
}

std::optional<std::string>
scan_function(const std::string& name, std::string_view function, std::string_view format) {
  Text made(function, format);
  std::optional<std::string> body = made.body();
  if (!body) return std::nullopt;
  std::string text = fmt::format("int {}(", name);
  if (function == "fscanf") text += "struct _IO_FILE *file, ";
  if (function == "sscanf") text += "const char *from, ";
  text += "const char *format";
  for (unsigned i = 0; i < made.pointers(); ++i)
    text += fmt::format(", void *to{}", i);
  text += ") {\n  int result, used, next;\n";
  const bool file = function == "fscanf";
  text += fmt::format("  struct _IO_FILE *stream = {};\n", file ? "__kleene_scan_from(file)" : "0");
  if (function == "sscanf")
    text += "  const char *begin = from;\n  const char **text = __kleene_scan_text(&from);\n";
  else
    text += "  const char **text = 0;\n";
  return text + *body + "}\n";
}

} // namespace kleene::frontend::c
