// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kleene/support/budget.h"

namespace kleene {

/// An integer of more than Integer::most_bits would have been the result.
class NumberTooLarge : public ResourceOut {
public:
  NumberTooLarge();
};

} // namespace kleene
