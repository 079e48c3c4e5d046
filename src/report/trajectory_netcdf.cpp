#include "base/module.hpp"
#include "base/pending_file.hpp"
#include "report/netcdf_file.hpp"

namespace anholon {

namespace {

class NetcdfSink final : public TrajectorySink {
  public:
    NetcdfSink(PendingFile& file, const TrajectoryHeader& header) {
        const auto create = module_function<CreateNetcdf>(netcdf_module, netcdf_entry);
        file_.reset(create(file.temporary(), file.path(), header.columns));
        file_->describe(attributes(header));
    }

    void append(std::span<const double> rows) override { file_->append(rows); }

    void finish(const TrajectoryEnd& end) override {
        file_->describe(attributes(end));
        file_->close();
    }

  private:
    std::unique_ptr<NetcdfFile> file_;
};

}  // namespace

std::unique_ptr<TrajectorySink> netcdf_sink(PendingFile& file, const TrajectoryHeader& header) {
    return std::make_unique<NetcdfSink>(file, header);
}

}  // namespace anholon
