#include <gtest/gtest.h>

// What libraries never give back, for the leak checker of the sanitized build.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
    return "leak:libfontconfig\n";
}

// The main of all C++ tests. Release here, after the tests, what the leak checker should not see.
int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
