#include <gtest/gtest.h>

// The main of all C++ tests. Whatever must be released before the leak checker looks belongs after RUN_ALL_TESTS().
int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
