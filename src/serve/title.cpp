#include "serve/title.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace anholon::serve {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) {
    return is_upper(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

// "Béghin" as "beghin": letters of Latin-1 without their accents, as file names have them.
std::string plain(const std::string& word) {
    static const std::map<std::string, const char*> accents{
        {"é", "e"},  {"è", "e"},  {"ê", "e"},  {"á", "a"},  {"à", "a"}, {"â", "a"},
        {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"ô", "o"},  {"ç", "c"}, {"ñ", "n"},
        {"ß", "ss"}, {"É", "e"},  {"Ä", "ae"}, {"Ö", "oe"}, {"Ü", "ue"}};
    std::string out;
    for (std::size_t k = 0; k < word.size(); ++k) {
        const auto accent = accents.find(word.substr(k, 2));
        if (accent != accents.end()) {
            out += accent->second;
            ++k;
        } else {
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(word[k])));
        }
    }
    return out;
}

// Names of people by how they are written plainly: words with a capital letter that own something, as in "Suslov's", or follow
// initials, as in "G. K. Suslov".
std::map<std::string, std::string> people_in(const std::vector<std::string>& texts) {
    std::map<std::string, std::string> out;
    for (const std::string& text : texts)
        for (std::size_t k = 0; k < text.size();) {
            if (!is_letter(text[k]) || (k > 0 && is_letter(text[k - 1]))) {
                ++k;
                continue;
            }
            std::size_t end = k;
            while (end < text.size() && is_letter(text[end])) ++end;
            const std::string word = text.substr(k, end - k);
            const bool owns = text.compare(end, 2, "'s") == 0;
            const bool follows_initial = k >= 3 && text[k - 1] == ' ' && text[k - 2] == '.' &&
                                         is_upper(text[k - 3]) && (k == 3 || !is_letter(text[k - 4]));
            const bool is_capital = !std::islower(static_cast<unsigned char>(word[0]));
            if (is_capital && word.size() > 1 && (owns || follows_initial)) out.emplace(plain(word), word);
            k = end;
        }
    return out;
}

}  // namespace

std::string title_of(const std::string& name, const std::vector<std::string>& words_of_model) {
    const std::map<std::string, std::string> people = people_in(words_of_model);
    std::string title;
    bool was_person = false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('-', begin), name.size());
        std::string word = name.substr(begin, end - begin);
        begin = end + 1;
        auto person = people.find(word);
        const bool owns = person == people.end() && word.ends_with('s') && word.size() > 2;
        if (owns) person = people.find(word.substr(0, word.size() - 1));
        const bool is_person = person != people.end();
        if (is_person) word = person->second + (owns ? "'s" : "");
        if (title.empty() && !word.empty() && static_cast<unsigned char>(word[0]) < 0x80)
            word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
        if (!title.empty()) title += is_person && was_person ? "–" : " ";
        title += word;
        was_person = is_person && !owns;
    }
    return title;
}

}  // namespace anholon::serve
