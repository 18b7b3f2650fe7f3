// SPDX-License-Identifier: Apache-2.0
// Pragmas that change what a program means, and that Clang and gcc do not read in the same way.
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <sstream>

#include "dialect.h"

namespace kleene::frontend::c {
namespace {

/// The text of a pragma, behind the word.
std::string text_of(const clang::SourceManager& sources, clang::SourceLocation place) {
  bool invalid = false;
  llvm::StringRef text = sources.getBufferData(sources.getFileID(place), &invalid);
  if (invalid) return "";
  text = text.substr(sources.getFileOffset(place));
  bool is_operator = text.starts_with("_Pragma");
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      result += text[++i] == '\n' ? ' ' : text[i];
      continue;
    }
    if (is_operator ? text[i] == ')' : text[i] == '\n') break;
    bool blank =
        is_operator && (text[i] == '(' || (text[i] == '"' && result.ends_with("_Pragma ")));
    result += blank ? ' ' : text[i];
  }
  std::size_t word = result.find(is_operator ? "_Pragma" : "pragma");
  return word == std::string::npos ? "" : result.substr(word + (is_operator ? 7 : 6));
}

bool only_levels(std::istringstream& words) {
  std::string rest;
  std::getline(words, rest);
  std::string word;
  for (char c : rest + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '=') {
      word += c;
    } else {
      if (!is_optimisation_level(word)) return false;
      word.clear();
    }
  }
  return true;
}

bool is_covered(const std::string& text) {
  std::istringstream words(text);
  std::string first;
  std::string second;
  words >> first;
  while (first.starts_with("\""))
    first.erase(0, 1);
  if (first == "scalar_storage_order") return text.find("default") != std::string::npos;
  if (first == "weak") return text.find('=') == std::string::npos;
  if (first == "ms_struct" || first == "options" || first == "align") return false;
  if (first != "GCC" && first != "clang") return true;
  words >> second;
  if (first == "GCC") return second != "optimize" || only_levels(words);
  for (const char* harmless :
       {"diagnostic", "loop", "assume_nonnull", "optimize", "unsafe_buffer_usage", "system_header"})
    if (second == harmless) return true;
  return false;
}

class Pragmas : public clang::PPCallbacks {
public:
  explicit Pragmas(clang::CompilerInstance& compiler) : compiler_(compiler) {}

  void PragmaDirective(clang::SourceLocation place, clang::PragmaIntroducerKind /*kind*/) override {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    place = sources.getSpellingLoc(place);
    if (sources.isInSystemHeader(place)) return;
    std::string text = text_of(sources, place);
    if (is_covered(text)) return;
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    unsigned id = diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0pragma%1");
    diagnostics.Report(place, id) << std::string(uncovered_mark) << text;
  }

private:
  clang::CompilerInstance& compiler_;
};

} // namespace

void watch_pragmas(clang::CompilerInstance& compiler) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Pragmas>(compiler));
}

} // namespace kleene::frontend::c
