// SPDX-License-Identifier: Apache-2.0
#include "libc_models.h"

#include <cctype>
#include <sstream>

namespace kleene::frontend::c {
namespace {

const std::string models =
#include "libc_c_text.inc"
    ;

const std::string environment =
#include "environment_c_text.inc"
    ;

const std::string at_exit =
#include "at_exit_c_text.inc"
    ;

const std::string threads =
#include "threads_c_text.inc"
    ;

bool is_identifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

} // namespace

std::string_view libc_models() {
  return models;
}

std::string_view environment_models() {
  return environment;
}

std::string_view at_exit_models() {
  return at_exit;
}

std::string_view thread_models() {
  return threads;
}

std::vector<std::string> environment_functions() {
  std::vector<std::string> names;
  std::istringstream lines(environment);
  for (std::string line; std::getline(lines, line);) {
    std::size_t open = line.find('(');
    bool definition = line.ends_with(") {") && is_identifier(line.front())
                      && !line.starts_with("static ") && open != std::string::npos;
    if (!definition) continue;
    std::size_t begin = open;
    while (begin > 0 && is_identifier(line[begin - 1]))
      --begin;
    std::string name = line.substr(begin, open - begin);
    if (!name.starts_with("__kleene_")) names.push_back(std::move(name));
  }
  return names;
}

bool mentions(std::string_view models, const std::string& function) {
  std::string call = function + "(";
  for (std::size_t at = models.find(call); at != std::string_view::npos;
       at = models.find(call, at + 1)) {
    if (at == 0 || !is_identifier(models[at - 1])) return true;
  }
  return false;
}

} // namespace kleene::frontend::c
