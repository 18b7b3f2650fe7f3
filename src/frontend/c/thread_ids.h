// SPDX-License-Identifier: Apache-2.0
// Does a program look at the ids of its threads? One that only stores them where pthread_create puts them cannot tell
// its threads apart.
#pragma once

namespace kleene::frontend::c {

class Linkage;

bool looks_at_thread_ids(const Linkage& linkage);

} // namespace kleene::frontend::c
