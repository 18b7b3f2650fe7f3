// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/observer.h"

namespace kleene {

Observer& silent_observer() {
  static Observer silent;
  return silent;
}

} // namespace kleene
