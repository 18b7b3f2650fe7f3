// SPDX-License-Identifier: Apache-2.0
// Runs Clang on one file, in this process, and keeps its syntax tree.
#pragma once
#include "kleene/frontend/c/c_frontend.h"
#include "kleene/support/result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace kleene::frontend::c {

/// An attribute behind the definition of what it belongs to: gcc obeys it, Clang drops it.
struct LateAttribute {
  unsigned place = 0; ///< Clang's encoding
  std::string name;
  std::optional<int> priority;
};

/// A translation unit that Clang accepted; the tree lives as long as this object.
class TranslationUnit {
public:
  TranslationUnit();
  ~TranslationUnit();
  TranslationUnit(const TranslationUnit&) = delete;
  TranslationUnit& operator=(const TranslationUnit&) = delete;

  clang::ASTContext& context() const;
  std::string name; ///< of the file
  /// The models of libc functions, not a file of the user.
  bool library = false;
  /// Those of functions that ask the world.
  bool world = false;
  /// Definitions without initialiser may stand in several files (-fcommon).
  bool common = false;
  /// Constructors and destructors.
  std::vector<LateAttribute> late;

private:
  friend Result<std::unique_ptr<TranslationUnit>> parse(const std::string& name,
                                                        const std::string& text,
                                                        const Options& options,
                                                        const std::vector<std::string>& flags);
  struct Clang;
  std::unique_ptr<Clang> clang_;
};

/// Parses `text` as the file `name`, with further options of a compiler. The error is the first one Clang reports.
Result<std::unique_ptr<TranslationUnit>> parse(const std::string& name,
                                               const std::string& text,
                                               const Options& options,
                                               const std::vector<std::string>& flags = {});

} // namespace kleene::frontend::c
