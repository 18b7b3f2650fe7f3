// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clang {
class ASTContext;
class InitListExpr;
} // namespace clang

namespace kleene::frontend::c {

/// Is one value, which is not constant, written to several elements (`[0 ... 3] = …`) whose initialisers differ
/// otherwise, because of a later designator for a part of one (`[1].b = 5`)? gcc drops the other parts of that
/// element then, clang compiles nothing.
bool shares_values_in_part(const clang::InitListExpr* list, const clang::ASTContext& context);

} // namespace kleene::frontend::c
