#include "serve/token.hpp"

#include <sys/random.h>

#include <stdexcept>

namespace anholon::serve {

std::string random_token() {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        throw std::runtime_error("the system gives no random numbers");
    std::string out;
    for (const unsigned char byte : bytes) {
        out += "0123456789abcdef"[byte >> 4];
        out += "0123456789abcdef"[byte & 15];
    }
    return out;
}

bool is_same_token(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    volatile unsigned char difference = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        difference = static_cast<unsigned char>(
            difference | (static_cast<unsigned char>(a[k]) ^ static_cast<unsigned char>(b[k])));
    return difference == 0;
}

}  // namespace anholon::serve
