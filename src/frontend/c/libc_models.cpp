// SPDX-License-Identifier: Apache-2.0
#include "libc_models.h"

#include <cctype>

namespace kleene::frontend::c {
namespace {

const std::string models =
#include "libc_text.inc"
    ;

const std::string environment =
#include "environment_text.inc"
    ;

const std::string threads =
#include "threads_text.inc"
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

std::string_view thread_models() {
  return threads;
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
