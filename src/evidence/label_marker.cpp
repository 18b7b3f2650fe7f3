// SPDX-License-Identifier: Apache-2.0
#include "label_marker.h"

#include <cctype>

namespace kleene::evidence {
namespace {

bool is_identifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Walks over the tokens of a C text, as far as labels need it.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// The next identifier or punctuation character; empty at the end.
  std::string_view next() {
    skip_blanks();
    if (at_ >= text_.size()) return {};
    std::size_t begin = at_;
    char c = text_[at_];
    if (c == '"' || c == '\'') {
      skip_literal(c);
    } else if (is_identifier(c)) {
      while (at_ < text_.size() && is_identifier(text_[at_]))
        ++at_;
    } else {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }
  std::size_t position() const { return at_; }

private:
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void skip_to(std::string_view end, std::size_t from) {
    std::size_t found = text_.find(end, from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void skip_directive() {
    do {
      skip_to("\n", at_);
    } while (at_ >= 2 && at_ < text_.size() && text_[at_ - 2] == '\\');
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (starts("//"))
        skip_to("\n", at_);
      else if (starts("/*"))
        skip_to("*/", at_ + 2);
      else if (text_[at_] == '#' && line_start_)
        skip_directive();
      else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        line_start_ |= text_[at_++] == '\n';
      else
        break;
      if (at_ > 0 && at_ <= text_.size() && text_[at_ - 1] == '\n') line_start_ = true;
    }
    line_start_ = false;
  }

  void skip_literal(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_start_ = true;
};

bool may_precede_a_label(std::string_view token) {
  return token.empty() || token == ";" || token == "{" || token == "}" || token == ":"
         || token == ")" || token == "else" || token == "do";
}

} // namespace

std::optional<std::string>
mark_labels(std::string_view source, std::string_view label, std::string_view marker) {
  std::string result;
  std::size_t copied = 0;
  Scanner scanner(source);
  std::string_view before;
  int open_questions = 0;
  bool candidate = false;
  while (true) {
    std::string_view token = scanner.next();
    if (token.empty()) break;
    if (token == ":" && candidate) {
      result += source.substr(copied, scanner.position() - copied);
      result += marker;
      copied = scanner.position();
    } else if (token == "?") {
      ++open_questions;
    } else if (token == ":" && open_questions > 0) {
      --open_questions;
    } else if (token == ";") {
      open_questions = 0;
    }
    candidate = token == label && open_questions == 0 && may_precede_a_label(before);
    before = token;
  }
  if (copied == 0) return std::nullopt;
  result += source.substr(copied);
  return result;
}

} // namespace kleene::evidence
