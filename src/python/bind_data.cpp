#include <algorithm>

#include "cli/loading.hpp"
#include "python/arrow_table.hpp"
#include "python/bindings.hpp"
#include "python/words.hpp"
#include "smsvm/read.hpp"

namespace smsvm::python {

void bind_data(nb::module_& module) {
  nb::class_<NativeData>(module, "Data", "Rows as the library keeps them, with or without labels.")
      .def_prop_ro("rows", [](const NativeData& self) { return self.data->rows; })
      .def_prop_ro("features", [](const NativeData& self) { return self.data->features; })
      .def_prop_ro("width", [](const NativeData& self) { return self.data->width; })
      .def_prop_ro("nonzeros", [](const NativeData& self) { return self.data->nonzeros(); })
      .def_prop_ro("precision", [](const NativeData& self) { return word_for(precisions, self.data->precision()); })
      .def_prop_ro("labels", [](const NativeData& self) { return texts_of(self.data->labels.distinct); })
      .def_prop_ro(
          "label_of_row", [](const NativeData& self) { return to_array(self.data->labels.of_row); }, own)
      .def_prop_ro(
          "row_weight", [](const NativeData& self) { return to_array(self.data->row_weight); }, own)
      .def_prop_ro(
          "feature_ids", [](const NativeData& self) { return to_array(self.data->feature_ids); }, own)
      .def_prop_ro("feature_names", [](const NativeData& self) { return self.data->feature_names; })
      .def_prop_ro("warnings", [](const NativeData& self) { return self.data->warnings; })
      .def_prop_ro("table", [](const NativeData& self) { return text_of_table(self.data->table.get()); })
      .def_prop_ro("columns", [](const NativeData& self) { return cli::describe_columns(*self.data); })
      .def("set_labels",
           [](NativeData& self, const std::vector<std::string>& distinct, const Numbers<std::int32_t>& of_row) {
             self.data->labels = {to_labels(distinct), to_vector(of_row)};
           })
      .def(
          "checksum", [](const NativeData& self, int threads) { return self.data->checksum(threads); }, "threads"_a,
          nb::call_guard<nb::gil_scoped_release>());

  module.def("are_distinct", [](const std::vector<std::string>& texts) {
    std::vector<Label> labels = to_labels(texts);
    std::sort(labels.begin(), labels.end());
    return std::adjacent_find(labels.begin(), labels.end()) == labels.end();
  });
  module.def("borrow_dense", &borrow_dense<float>, "values"_a.noconvert(), "owner"_a, "threads"_a);
  module.def("borrow_dense", &borrow_dense<double>, "values"_a.noconvert(), "owner"_a, "threads"_a);
  const auto sparse = [&](auto function) {
    module.def("borrow_sparse", function, "start"_a.noconvert(), "column"_a.noconvert(), "value"_a.noconvert(),
               "columns"_a, "owner"_a, "threads"_a);
  };
  sparse(&borrow_sparse<float, std::int32_t>);
  sparse(&borrow_sparse<float, std::int64_t>);
  sparse(&borrow_sparse<double, std::int32_t>);
  sparse(&borrow_sparse<double, std::int64_t>);
  module.def("read_arrow", &read_arrow, "stream"_a,
             "The columns of an Arrow stream: names, and rows × columns numbers.");
}

void bind_reading(nb::module_& module) {
  nb::class_<ReadOptions> reading(module, "ReadOptions");
  def_word(reading, "precision", &ReadOptions::precision, precisions, "--precision");
  def_word(reading, "index_base", &ReadOptions::index_base, index_bases, "--index-base");
  def_word(reading, "missing", &ReadOptions::missing, missing_treatments, "--missing");
  def_word(reading, "text_format", &ReadOptions::text_format, text_formats, "--format");
  def_word(reading, "header", &ReadOptions::header, headers, "--header");
  reading.def(nb::init<>())
      .def_rw("delimiter", &ReadOptions::delimiter)
      .def_rw("sort_indices", &ReadOptions::sort_indices)
      .def_rw("label_column", &ReadOptions::label_column)
      .def_rw("labels_file", &ReadOptions::labels_file)
      .def_rw("ignore_columns", &ReadOptions::ignore_columns)
      .def_rw("categorical", &ReadOptions::categorical)
      .def_rw("model_features", &ReadOptions::model_features)
      .def("set_table", [](ReadOptions& self, const std::string& text,
                           std::int64_t features) { self.table = table_from_text(text, features); })
      .def_rw("weight_column", &ReadOptions::weight_column)
      .def_rw("labels_required", &ReadOptions::labels_required)
      .def_rw("threads", &ReadOptions::threads);
  module.def("read_bytes", [](const nb::bytes& given, const std::string& name, const ReadOptions& options) {
    std::string bytes(given.c_str(), given.size());
    const nb::gil_scoped_release others_may_run;
    return NativeData{std::make_shared<Dataset>(read_bytes(std::move(bytes), name, options))};
  });
  module.def("read", [](const std::string& path, const ReadOptions& options) {
    auto [data, raised] = run_interruptibly<Dataset>(nb::none(), nb::none(), [=](Job&) { return read(path, options); });
    return std::pair(NativeData{std::make_shared<Dataset>(std::move(data))}, raised);
  });
}

}  // namespace smsvm::python
