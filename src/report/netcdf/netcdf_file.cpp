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

// HDF5 knows that it failed; the system knows why.
template <class F>
void check(const std::string& shown, F&& operation) {
    errno = 0;
    const int status = operation();
    if (status == NC_NOERR) return;
    const bool has_reason = errno != 0 && (status == NC_EHDFERR || status > 0);
    throw std::runtime_error("'" + shown + "' cannot be written: " +
                             (has_reason ? std::generic_category().message(errno) : nc_strerror(status)));
}

int put_attribute(int file, int variable, const std::string& name,
                  const std::variant<double, std::string>& value) {
    if (const auto* text = std::get_if<std::string>(&value))
        return nc_put_att_text(file, variable, name.c_str(), text->size(), text->data());
    return nc_put_att_double(file, variable, name.c_str(), NC_DOUBLE, 1, &std::get<double>(value));
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
    template <class F>
    void check(F&& operation) const {
        anholon::check(shown_, operation);
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
        check([&] { return put_attribute(id_, variable, name, value); });
    }

    std::string shown_;
    int id_ = 0;
    bool is_open_ = false;
    std::vector<int> variables_;
    Names attribute_names_;
    std::size_t written_ = 0;
    std::vector<double> values_;  // one column of a block
};

class GridFile {
  public:
    GridFile(const std::string& file, std::string shown, const NetcdfGrid& grid) : shown_(std::move(shown)) {
        check([&] { return nc_create(file.c_str(), NC_NETCDF4 | NC_CLOBBER, &id_); });
        is_open_ = true;
        write(grid);
        is_open_ = false;
        check([&] { return nc_close(id_); });
    }
    ~GridFile() {
        if (is_open_) nc_close(id_);
    }

  private:
    template <class F>
    void check(F&& operation) const {
        anholon::check(shown_, operation);
    }

    void write(const NetcdfGrid& grid) {
        Names names, attribute_names;
        std::vector<int> dimensions;
        for (const NetcdfGrid::Axis& axis : grid.axes) {
            const std::string name = allowed(axis.name, names);
            int& dimension = dimensions.emplace_back();
            check([&] { return nc_def_dim(id_, name.c_str(), axis.values.size(), &dimension); });
            const int v = define(name, axis.name, NC_DOUBLE, {dimension});
            check([&] { return nc_put_var_double(id_, v, axis.values.data()); });
        }
        const int values = define(allowed(grid.measure, names), grid.measure, NC_DOUBLE, dimensions);
        const int statuses = define(allowed("status", names), "status", NC_BYTE, dimensions);
        describe(statuses, "flag_meanings", grid.status_meanings);
        for (const Attribute& a : grid.attributes)
            describe(NC_GLOBAL, allowed(a.name, attribute_names), a.value);
        check([&] { return nc_put_var_double(id_, values, grid.values.data()); });
        check([&] { return nc_put_var_schar(id_, statuses, grid.statuses.data()); });
    }

    int define(const std::string& name, const std::string& stated, nc_type type,
               const std::vector<int>& dimensions) {
        int v = 0;
        check([&] {
            return nc_def_var(id_, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(),
                              &v);
        });
        check([&] { return nc_def_var_deflate(id_, v, 1, 1, 1); });
        if (name != stated) describe(v, "name", stated);
        return v;
    }

    void describe(int variable, const std::string& name,
                  const std::variant<double, std::string>& value) const {
        check([&] { return put_attribute(id_, variable, name, value); });
    }

    std::string shown_;
    int id_ = 0;
    bool is_open_ = false;
};

}  // namespace

ANHOLON_MODULE_ENTRY NetcdfFile* anholon_create_netcdf(const std::string& file, const std::string& shown,
                                                       const std::vector<Column>& columns) {
    // After a failed write, a full disk say, HDF5 crashes when it tidies up at the end of the program.
    static const int once = H5dont_atexit();
    static_cast<void>(once);
    return new File(file, shown, columns);
}

ANHOLON_MODULE_ENTRY void anholon_write_netcdf_grid(const std::string& file, const std::string& shown,
                                                    const NetcdfGrid& grid) {
    H5dont_atexit();
    GridFile(file, shown, grid);
}
static_assert(std::is_same_v<decltype(anholon_write_netcdf_grid), WriteNetcdfGrid>);

static_assert(std::is_same_v<decltype(anholon_create_netcdf), CreateNetcdf>);

}  // namespace anholon
