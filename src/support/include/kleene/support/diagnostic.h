// SPDX-License-Identifier: Apache-2.0
// What is wrong with an input, where, and how it is shown to a person: the message, the source
// line, and a caret.
#pragma once
#include "kleene/support/source.h"

#include <string>
#include <vector>

namespace kleene {

enum class Severity { Note, Warning, Error };

/// Which exit code an error leads to: a wrong command line, an input that does not parse, or a
/// construct that is legal but not covered.
enum class ErrorKind { Usage, Parse, Unsupported };

struct Diagnostic {
  Severity severity = Severity::Error;
  ErrorKind kind = ErrorKind::Parse;
  /// Name of the file, as the user gave it; empty if the message is not about a file.
  std::string file;
  SourcePoint begin;
  SourcePoint end;
  std::string message;
  /// The text of line `begin.line`; empty if unknown.
  std::string source_line;

  static Diagnostic error(ErrorKind kind, std::string message);
  static Diagnostic
  at(const SourceFiles& files, const SourceRange& range, ErrorKind kind, std::string message);

  /// `file:line:column`, as much of it as is known; empty without a file.
  std::string place() const;
};

/// `file:line:col: error: message`, then the source line and a caret below the range. Long lines are
/// cut around the caret. Colour uses ANSI escapes.
std::string render(const Diagnostic& diagnostic, bool colour = false);

} // namespace kleene
