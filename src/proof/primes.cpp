#include "proof/primes.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string_view>

#include "algebra/prime_field.hpp"

namespace anholon::proof {

std::uint64_t random_prime(std::uint64_t seed, const std::set<long>& odd_roots) {
    for (std::uint64_t k = 0;; ++k) {
        const std::uint64_t p = (mix(seed, k) & 0x1fffffffffffffff) | 0x2000000000000003;
        const bool has_roots = std::ranges::all_of(
            odd_roots, [&](long n) { return std::gcd(p - 1, static_cast<std::uint64_t>(n)) == 1; });
        if (has_roots && is_prime(p)) return p;
    }
}

std::uint64_t seed_of_run() {
    if (const char* given = std::getenv("ANHOLON_SEED")) {
        const std::string_view text = given;
        std::uint64_t seed = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
        if (error == std::errc{} && end == text.data() + text.size() && seed != 0) return seed;
    }
    std::random_device device;
    const std::uint64_t bits = static_cast<std::uint64_t>(device()) << 32 | device();
    return (bits & 0xfffffffffffff) | 1;  // exact as a number of JSON
}

}  // namespace anholon::proof
