#include <gtest/gtest.h>

// The main of all C++ tests. Release here, after the tests, what the leak checker should not see.
int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
