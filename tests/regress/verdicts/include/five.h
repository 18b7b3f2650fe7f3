// SPDX-License-Identifier: Apache-2.0
#define FIVE 5
