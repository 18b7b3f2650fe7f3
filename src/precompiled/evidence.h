// Precompiled: questions and evidence, for modules that may use `evidence`.
#include "kleene/evidence/evidence.h"
#include "kleene/evidence/problem.h"

#include "ir.h"
