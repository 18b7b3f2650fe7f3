// SPDX-License-Identifier: Apache-2.0
// Types of two files.
#pragma once

namespace clang {
class ValueDecl;
} // namespace clang

namespace kleene::frontend::c {

/// Are the types of two declarations, of two files, clearly different?
bool types_differ(const clang::ValueDecl* a, const clang::ValueDecl* b);

} // namespace kleene::frontend::c
