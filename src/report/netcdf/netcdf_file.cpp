#include "report/netcdf_file.hpp"

#include <H5public.h>
#include <netcdf.h>

#include <cctype>
#include <cerrno>
#include <limits>
#include <set>
#include <stdexcept>
#include <system_error>

#include "base/module.hpp"

namespace anholon {

namespace {

using Names = std::set<std::string>;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// A name by the rules of NetCDF that is not among the used ones: no '/', no control characters, no blank at the end, and at
// the beginning a letter, a digit, '_' or a character beyond ASCII.
std::string allowed(std::string name, Names& used) {
    const auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c >= 0x80; };
    if (name.empty() || !is_letter(static_cast<unsigned char>(name[0]))) name.insert(0, 1, '_');
    for (char& c : name)
        if (c == '/' || c == '\x7f' || (c >= 0 && c < ' ')) c = '_';
    if (name.size() > NC_MAX_NAME - 8) {
        std::size_t size = NC_MAX_NAME - 8;
        while (is_continuation(name[size])) --size;
        name.resize(size);
    }
    if (name.back() == ' ') name.back() = '_';
    const std::string stem = name;
    for (int n = 2; !used.insert(name).second; ++n) name = stem + "_" + std::to_string(n);
    return name;
}

class File final : public NetcdfFile {
  public:
    File(const std::string& file, std::string shown, const std::vector<Column>& columns)
        : shown_(std::move(shown)), values_(rows_in_block) {
        check([&] { return nc_create(file.c_str(), NC_NETCDF4 | NC_CLOBBER, &id_); });
        is_open_ = true;
        try {
            define(columns);
        } catch (...) {
            nc_close(id_);
            throw;
        }
    }

    ~File() override {
        if (is_open_) nc_close(id_);
    }

    void describe(const std::vector<Attribute>& attributes) override {
        for (const Attribute& a : attributes) describe(NC_GLOBAL, allowed(a.name, attribute_names_), a.value);
    }

    void append(std::span<const double> rows) override {
        const std::size_t width = variables_.size(), count = rows.size() / width;
        values_.resize(count);
        for (std::size_t k = 0; k < width; ++k) {
            for (std::size_t i = 0; i < count; ++i) values_[i] = rows[i * width + k];
            check([&] { return nc_put_vara_double(id_, variables_[k], &written_, &count, values_.data()); });
        }
        written_ += count;
    }

    void close() override {
        is_open_ = false;  // whatever comes: HDF5 may not be asked twice
        check([&] { return nc_close(id_); });
    }

  private:
    // HDF5 knows that it failed; the system knows why.
    template <class F>
    void check(F&& operation) const {
        errno = 0;
        const int status = operation();
        if (status == NC_NOERR) return;
        const bool has_reason = errno != 0 && (status == NC_EHDFERR || status > 0);
        throw std::runtime_error("'" + shown_ + "' cannot be written: " +
                                 (has_reason ? std::generic_category().message(errno) : nc_strerror(status)));
    }

    void define(const std::vector<Column>& columns) {
        Names names;
        int dimension = 0;
        for (const Column& column : columns) {
            const std::string name = allowed(column.name, names);
            if (variables_.empty())
                check([&] { return nc_def_dim(id_, name.c_str(), NC_UNLIMITED, &dimension); });
            const int v = define_variable(name, dimension);
            if (!column.unit.empty()) describe(v, "units", column.unit);
            if (!column.description.empty()) describe(v, "long_name", column.description);
            if (name != column.name) describe(v, "name", column.name);
        }
    }

    int define_variable(const std::string& name, int dimension) {
        int& v = variables_.emplace_back();
        check([&] { return nc_def_var(id_, name.c_str(), NC_DOUBLE, 1, &dimension, &v); });
        const std::size_t chunk = rows_in_block;
        check([&] { return nc_def_var_chunking(id_, v, NC_CHUNKED, &chunk); });
        check([&] { return nc_def_var_deflate(id_, v, 1, 1, 1); });
        // What is missing is NaN, which is never written: by default a number, 9.97e36, would read as missing.
        const double missing = std::numeric_limits<double>::quiet_NaN();
        check([&] { return nc_def_var_fill(id_, v, NC_FILL, &missing); });
        // Chunks are written whole and in order: a cache would only hold memory.
        check([&] { return nc_set_var_chunk_cache(id_, v, 2 * chunk * sizeof(double), 7, 0); });
        return v;
    }

    void describe(int variable, const std::string& name,
                  const std::variant<double, std::string>& value) const {
        check([&] {
            if (const auto* text = std::get_if<std::string>(&value))
                return nc_put_att_text(id_, variable, name.c_str(), text->size(), text->data());
            return nc_put_att_double(id_, variable, name.c_str(), NC_DOUBLE, 1, &std::get<double>(value));
        });
    }

    std::string shown_;
    int id_ = 0;
    bool is_open_ = false;
    std::vector<int> variables_;
    Names attribute_names_;
    std::size_t written_ = 0;
    std::vector<double> values_;  // one column of a block
};

}  // namespace

ANHOLON_MODULE_ENTRY NetcdfFile* anholon_create_netcdf(const std::string& file, const std::string& shown,
                                                       const std::vector<Column>& columns) {
    // After a failed write, a full disk say, HDF5 crashes when it tidies up at the end of the program.
    static const int once = H5dont_atexit();
    static_cast<void>(once);
    return new File(file, shown, columns);
}

static_assert(std::is_same_v<decltype(anholon_create_netcdf), CreateNetcdf>);

}  // namespace anholon
