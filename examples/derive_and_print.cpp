// Reads a model, prints its equations of motion in two forms, and has the agreement of all forms proved.

#include <anholon/anholon.hpp>
#include <iostream>

const char* const sleigh = R"(
model Sleigh {
  "a sleigh on a blade under its mass centre"
  param m = 1, J = 1
  coord x, y, theta
  kinetic m*(x'^2 + y'^2)/2 + J*theta'^2/2
  constraint blade: x'*sin(theta) = y'*cos(theta)
  quasi v = x'*cos(theta) + y'*sin(theta), w = theta'
}
)";

int main() try {
    const anholon::Model model = anholon::Model::parse(sleigh, "sleigh.anh");
    std::cout << anholon::derive(model, {.form = "hamel"}) << '\n'
              << anholon::derive(model, {.form = "hamel", .format = anholon::Format::latex}) << '\n';
    for (const anholon::Verification::Form& row : anholon::verify(model).forms)
        if (row.applies && row.must_agree) std::cout << row.form << ": " << row.how << '\n';
} catch (const anholon::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
