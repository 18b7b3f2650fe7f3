// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/linear/linear_frontend.h"

#include "lower.h"
#include "parser.h"

namespace kleene::frontend::linear {

Result<ir::Program> read_linear(const std::string& name, std::string text) {
  SourceFiles files;
  FileId file = files.add(name, std::move(text));
  auto tokens = tokenize(files, file);
  if (!tokens) return tokens.error();
  auto tree = parse(files, *tokens);
  if (!tree) return tree.error();
  return lower(*tree, std::move(files));
}

Result<ir::Program> read_linear_file(const std::string& path) {
  ReadFile read = read_file(path);
  if (!read.text) {
    Diagnostic d = Diagnostic::error(ErrorKind::Parse, read.error);
    d.file = path;
    return d;
  }
  return read_linear(path, std::move(*read.text));
}

} // namespace kleene::frontend::linear
