// SPDX-License-Identifier: Apache-2.0
// Precompiled: Clang's syntax trees, for the C front end.
#pragma once
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include "ir.h"
