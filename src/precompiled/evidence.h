// SPDX-License-Identifier: Apache-2.0
// Precompiled: questions and evidence, for modules that may use `evidence`.
#pragma once
#include "kleene/evidence/evidence.h"
#include "kleene/evidence/problem.h"

#include "ir.h"
