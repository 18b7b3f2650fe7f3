// SPDX-License-Identifier: Apache-2.0
// Precompiled, for tests.
#pragma once
#include <gtest/gtest.h>

#include <gmock/gmock.h>
#include <random>

#include "std.h"
