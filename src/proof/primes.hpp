#pragma once

#include <cstdint>
#include <set>

namespace anholon::proof {

// A random prime p of 62 bits with p ≡ 3 mod 4, such that roots of these odd degrees exist and are unique modulo p. Each prime of
// this kind has about the same chance.
std::uint64_t random_prime(std::uint64_t seed, const std::set<long>& odd_roots);

// The seed where none is given: from the operating system, or what the environment variable ANHOLON_SEED says, so that a whole
// session can be repeated. Never 0.
std::uint64_t seed_of_run();

}  // namespace anholon::proof
