// SPDX-License-Identifier: Apache-2.0
// Precompiled, for tests.
#pragma once
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>
#include <random>

#include "evidence.h"
