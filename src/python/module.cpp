// What the Python package sees of the library: names and types, no decisions. Those are in /python/smsvm.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "cli/application.hpp"
#include "cli/loading.hpp"
#include "cli/resources.hpp"
#include "cli/result/result_page.hpp"
#include "cli/train_options.hpp"
#include "cli/training_groups.hpp"
#include "data/table_text.hpp"
#include "python/arrow_table.hpp"
#include "python/errors.hpp"
#include "python/interruptible.hpp"
#include "python/native.hpp"
#include "python/words.hpp"
#include "select/folds.hpp"
#include "select/held_out_scores.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::python {
namespace {

using nb::literals::operator""_a;
/// For properties: the array they return has an owner already.
constexpr auto own = nb::rv_policy::move;

/// Empty where there is none.
std::string text_of_table(const TableSchema* table) { return table == nullptr ? std::string() : table_text(*table); }

std::shared_ptr<const TableSchema> table_from_text(const std::string& text, std::int64_t features) {
  TextCursor from("the table of the data", text);
  return std::make_shared<const TableSchema>(read_table_text(from, features));
}

void bind_data(nb::module_& module) {
  nb::class_<NativeData>(module, "Data", "Rows as the library keeps them, with or without labels.")
      .def_prop_ro("rows", [](const NativeData& self) { return self.data->rows; })
      .def_prop_ro("features", [](const NativeData& self) { return self.data->features; })
      .def_prop_ro("width", [](const NativeData& self) { return self.data->width; })
      .def_prop_ro("nonzeros", [](const NativeData& self) { return self.data->nonzeros(); })
      .def_prop_ro("precision",
                   [](const NativeData& self) { return cli::word_for(cli::precisions, self.data->precision()); })
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
  module.def("keep_rows", [](const NativeData& data, const Numbers<std::int64_t>& rows) {
    const std::vector<std::int64_t> kept = to_vector(rows);
    auto chosen = std::make_shared<Dataset>();
    {
      const nb::gil_scoped_release others_may_run;
      *chosen = keep_rows(*data.data, kept);
    }
    return NativeData{std::move(chosen), data.owner};
  });
  module.def("read_arrow", &read_arrow, "stream"_a,
             "The columns of an Arrow stream: names, and rows × columns numbers.");

  nb::class_<ReadOptions> reading(module, "ReadOptions");
  def_word(reading, "precision", &ReadOptions::precision, cli::precisions, "--precision");
  def_word(reading, "index_base", &ReadOptions::index_base, cli::index_bases, "--index-base");
  def_word(reading, "missing", &ReadOptions::missing, cli::missing_treatments, "--missing");
  def_word(reading, "text_format", &ReadOptions::text_format, cli::text_formats, "--format");
  def_word(reading, "header", &ReadOptions::header, cli::headers, "--header");
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

void bind_problem(nb::module_& module) {
  nb::class_<Penalty>(module, "Penalty")
      .def(
          "__init__",
          [](Penalty* self, double l2, double l1, const std::string& word) {
            new (self) Penalty{.l2 = l2, .l1 = l1, .intercept = intercept(word), .factor = {}, .scale = {}};
          },
          "l2"_a, "l1"_a, "intercept"_a)
      .def_rw("l2", &Penalty::l2)
      .def_rw("l1", &Penalty::l1)
      .def_prop_rw(
          "factor", [](const Penalty& self) { return to_array(self.factor); },
          [](Penalty& self, const Numbers<double>& factor) { self.factor = to_vector(factor); }, nb::for_getter(own))
      .def_prop_rw(
          "scale", [](const Penalty& self) { return to_array(self.scale); },
          [](Penalty& self, const Numbers<double>& scale) { self.scale = to_vector(scale); }, nb::for_getter(own))
      .def_prop_ro("l1_ratio", &Penalty::l1_ratio)
      .def("c", &Penalty::c)
      .def("check", &Penalty::check);
  module.def("feature_scale", [](const NativeData& data, const std::string& word, const Numbers<double>& row_weight) {
    return to_array(feature_scale(*data.data, scale(word), to_vector(row_weight)));
  });

  nb::class_<SolverOptions> solving(module, "SolverOptions");
  def_word(solving, "solver", &SolverOptions::solver, cli::solvers, "--solver");
  solving.def(nb::init<>())
      .def_rw("tolerance", &SolverOptions::tolerance)
      .def_rw("max_passes", &SolverOptions::max_passes)
      .def_rw("max_seconds", &SolverOptions::max_seconds)
      .def_rw("seed", &SolverOptions::seed)
      .def_rw("threads", &SolverOptions::threads)
      .def_rw("memory", &SolverOptions::memory)
      .def("check", &SolverOptions::check);
  module.def("relative_gap", &relative_gap, "primal"_a, "dual"_a.none());
  module.def("problems_at_once", &cli::problems_at_once, "As many as share sweeps.");
  nb::class_<cli::TrainOptions> training(module, "TrainOptions", "The command's, for its checks and their words.");
  def_word(training, "intercept", &cli::TrainOptions::intercept, cli::intercepts, "--intercept");
  def_word(training, "device", &cli::TrainOptions::device, cli::devices, "--device");
  training.def(nb::init<>())
      .def_rw("l2", &cli::TrainOptions::l2)
      .def_rw("l1", &cli::TrainOptions::l1)
      .def_rw("c", &cli::TrainOptions::c)
      .def_rw("l1_ratio", &cli::TrainOptions::l1_ratio)
      .def_rw("stopping", &cli::TrainOptions::stopping)
      .def_prop_rw(
          "threads", [](const cli::TrainOptions& self) { return self.reading.threads; },
          [](cli::TrainOptions& self, int threads) { self.reading.threads = threads; })
      .def("complete", &cli::TrainOptions::complete)
      .def("penalty", &cli::TrainOptions::penalty);

  nb::class_<Target>(module, "Target", "Which rows are +1, and what each weighs (empty: 1).")
      .def("__init__", [](Target* self, const Numbers<std::int8_t>& sign, const Numbers<double>& weight) {
        new (self) Target{to_vector(sign), to_vector(weight)};
      });
}

void bind_training(nb::module_& module) {
  nb::class_<Fit>(module, "Fit")
      .def_prop_ro("status", [](const Fit& self) { return std::string(name(self.status)); })
      .def_prop_ro(
          "weights", [](Fit& self) { return view_of(self.weights, self); }, own)
      .def_prop_ro(
          "dual_point", [](Fit& self) { return view_of(self.dual_point, self); }, own)
      .def_prop_ro("history", &history_of, own)
      .def_prop_ro("relative_gap", &Fit::relative_gap)
      .def_ro("intercept", &Fit::intercept)
      .def_ro("primal", &Fit::primal)
      .def_ro("dual", &Fit::dual)
      .def_ro("passes", &Fit::passes)
      .def_ro("hessian_rows", &Fit::hessian_rows)
      .def_ro("iterations", &Fit::iterations)
      .def_ro("nonzero_weights", &Fit::nonzero_weights)
      .def_ro("seconds", &Fit::seconds);
  nb::class_<BatchFit>(module, "BatchFit")
      .def_ro("fit", &BatchFit::fit)
      .def_ro("passes", &BatchFit::passes)
      .def_ro("seconds", &BatchFit::seconds);
  module.def(
      "train",
      [](const NativeData& data, const std::vector<Target>& targets, const Penalty& penalty,
         const SolverOptions& options, nb::object listener) {
        return run_interruptibly<BatchFit>(std::move(listener), data.owner, [=, rows = data.data](Job& job) {
          const Batch batch{targets, std::vector<Penalty>(targets.size(), penalty)};
          return train(*rows, batch, options, [&](std::size_t problem, const Progress& now) {
            return job.tell({problem, 0, now});
          });
        });
      },
      "data"_a, "targets"_a, "penalty"_a, "options"_a, "listener"_a.none());

  nb::class_<PathPoint>(module, "PathPoint")
      .def_prop_ro("status", [](const PathPoint& self) { return std::string(name(self.status)); })
      .def_prop_ro(
          "feature", [](const PathPoint& self) { return to_array(self.weights.feature); }, own)
      .def_prop_ro(
          "value", [](const PathPoint& self) { return to_array(self.weights.value); }, own)
      .def_prop_ro("relative_gap", &PathPoint::relative_gap)
      .def_ro("strength", &PathPoint::strength)
      .def_ro("l1", &PathPoint::l1)
      .def_ro("l2", &PathPoint::l2)
      .def_ro("intercept", &PathPoint::intercept)
      .def_ro("primal", &PathPoint::primal)
      .def_ro("dual", &PathPoint::dual)
      .def_ro("loss", &PathPoint::loss)
      .def_ro("passes", &PathPoint::passes);
  nb::class_<PathOptions>(module, "PathOptions")
      .def(nb::init<>())
      .def_rw("points", &PathOptions::points)
      .def_rw("min_ratio", &PathOptions::min_ratio)
      .def_rw("l1_ratio", &PathOptions::l1_ratio)
      .def_rw("strengths", &PathOptions::strengths)
      .def_rw("stop_early", &PathOptions::stop_early)
      .def("check", &PathOptions::check);
  nb::class_<PathGroup>(module, "PathGroup", "Targets that follow one path; the first of them decide where it begins.")
      .def("__init__", [](PathGroup* self, const PathOptions& path, std::vector<Target> targets, std::size_t leading) {
        new (self) PathGroup{path, std::move(targets), leading};
      });
  nb::class_<GroupPaths>(module, "GroupPaths")
      .def_ro("path", &GroupPaths::path)
      .def_prop_ro("largest", [](const GroupPaths& self) { return std::pair(self.largest.lower, self.largest.upper); });
  nb::class_<PathFit>(module, "PathFit")
      .def_ro("group", &PathFit::group)
      .def_ro("passes", &PathFit::passes)
      .def_ro("seconds", &PathFit::seconds);
  module.def(
      "fit_paths",
      [](const NativeData& data, const std::vector<PathGroup>& groups, const Penalty& base,
         const SolverOptions& options, nb::object listener) {
        return run_interruptibly<PathFit>(std::move(listener), data.owner, [=, rows = data.data](Job& job) {
          return fit_paths(*rows, groups, base, options, [&](std::size_t target, int point, const Progress& now) {
            return job.tell({target, point, now});
          });
        });
      },
      "data"_a, "groups"_a, "base"_a, "options"_a, "listener"_a.none());

  module.def("stratified_folds", [](const Numbers<std::int32_t>& class_of_row, int folds, std::uint64_t seed) {
    check_folds("--calibration-folds", folds, static_cast<std::int64_t>(class_of_row.size()));
    return to_array(stratified_folds(to_vector(class_of_row), folds, seed).of_row);
  });
  nb::class_<LinearModel>(module, "LinearModel", "Weights of which most may be zero, and the intercept.")
      .def("__init__",
           [](LinearModel* self, const Numbers<std::int32_t>& feature, const Numbers<double>& value, double intercept) {
             new (self) LinearModel{{to_vector(feature), to_vector(value)}, intercept};
           });
  module.def("held_out_scores", [](const NativeData& data, const Numbers<std::int32_t>& fold_of_row,
                                   const std::vector<std::vector<LinearModel>>& models_of_fold, int threads) {
    const auto rows = static_cast<std::size_t>(data.data->rows);
    std::vector<double> scores = [&] {
      const nb::gil_scoped_release others_may_run;
      return held_out_scores(*data.data, {fold_of_row.data(), fold_of_row.size()}, models_of_fold, threads);
    }();
    const std::size_t columns = scores.size() / std::max<std::size_t>(1, rows);
    return to_array(std::move(scores), {rows, columns});
  });
}

void bind_models(nb::module_& module) {
  nb::class_<PlattCalibration>(module, "PlattCalibration")
      .def("__init__",
           [](PlattCalibration* self, double slope, double offset) {
             new (self) PlattCalibration{slope, offset};
           })
      .def_ro("slope", &PlattCalibration::slope)
      .def_ro("offset", &PlattCalibration::offset);
  nb::class_<IsotonicCalibration>(module, "IsotonicCalibration")
      .def("__init__",
           [](IsotonicCalibration* self, std::vector<double> score, std::vector<double> probability) {
             new (self) IsotonicCalibration{std::move(score), std::move(probability)};
           })
      .def_ro("score", &IsotonicCalibration::score)
      .def_ro("probability", &IsotonicCalibration::probability);
  module.def("calibrate", [](const std::string& method, const Numbers<double>& score, const Numbers<std::int8_t>& sign,
                             const Numbers<double>& weight) {
    return calibrate(calibration(method).value(), {score.data(), score.size()}, {sign.data(), sign.size()},
                     {weight.data(), weight.size()});
  });
  module.def("class_probabilities", [](const std::vector<Calibration>& calibrations, const Table<double>& scores) {
    const std::size_t rows = scores.shape(0), columns = scores.shape(1), classes = columns == 1 ? 2 : columns;
    std::vector<double> probabilities(rows * classes);
    for (std::size_t i = 0; i < rows; ++i)
      class_probabilities(calibrations, {scores.data() + i * columns, columns}, {&probabilities[i * classes], classes});
    return to_array(std::move(probabilities), {rows, classes});
  });

  nb::class_<ClassFacts>(module, "ClassFacts")
      .def(nb::init<std::string, double, std::optional<double>, double>())
      .def_ro("status", &ClassFacts::status)
      .def_ro("primal", &ClassFacts::primal)
      .def_ro("dual", &ClassFacts::dual)
      .def_ro("passes", &ClassFacts::passes);
  nb::class_<TrainingFacts>(module, "TrainingFacts")
      .def(nb::init<>())
      .def_rw("status", &TrainingFacts::status)
      .def_rw("l2", &TrainingFacts::l2)
      .def_rw("l1", &TrainingFacts::l1)
      .def_rw("c", &TrainingFacts::c)
      .def_rw("l1_ratio", &TrainingFacts::l1_ratio)
      .def_rw("intercept", &TrainingFacts::intercept)
      .def_rw("precision", &TrainingFacts::precision)
      .def_rw("tolerance", &TrainingFacts::tolerance)
      .def_rw("primal", &TrainingFacts::primal)
      .def_rw("dual", &TrainingFacts::dual)
      .def_rw("rows", &TrainingFacts::rows)
      .def_rw("total_weight", &TrainingFacts::total_weight)
      .def_rw("passes", &TrainingFacts::passes)
      .def_rw("data_checksum", &TrainingFacts::data_checksum)
      .def_rw("classes", &TrainingFacts::classes)
      .def_rw("scale", &TrainingFacts::scale)
      .def_rw("feature_scale", &TrainingFacts::feature_scale)
      .def_prop_ro("class_weights",
                   [](const TrainingFacts& self) {
                     std::vector<std::pair<std::string, double>> weights;
                     for (const ClassWeight& each : self.class_weights)
                       weights.emplace_back(each.label.text, each.weight);
                     return weights;
                   })
      .def("set_class_weights", [](TrainingFacts& self, const std::vector<std::pair<std::string, double>>& weights) {
        for (const auto& [label, weight] : weights) self.class_weights.push_back({Label::parse(label), weight});
      });
  nb::class_<Model>(module, "Model")
      .def(nb::init<>())
      .def_prop_rw(
          "labels", [](const Model& self) { return texts_of(self.labels); },
          [](Model& self, const std::vector<std::string>& texts) { self.labels = to_labels(texts); })
      .def_prop_rw(
          "weights", [](const Model& self) { return to_array(self.weights); },
          [](Model& self, const Numbers<double>& weights) { self.weights = to_vector(weights); }, nb::for_getter(own))
      .def_prop_rw(
          "feature_ids", [](const Model& self) { return to_array(self.feature_ids); },
          [](Model& self, const Numbers<std::int64_t>& ids) { self.feature_ids = to_vector(ids); }, nb::for_getter(own))
      .def_rw("label_kind", &Model::label_kind)
      .def_prop_ro("table", [](const Model& self) { return text_of_table(self.table.get()); })
      .def("set_table", [](Model& self, const std::string& text) { self.table = table_from_text(text, self.features); })
      .def_rw("feature_names", &Model::feature_names)
      .def_rw("features", &Model::features)
      .def_rw("intercept", &Model::intercept)
      .def_rw("has_intercept", &Model::has_intercept)
      .def_rw("calibration", &Model::calibration)
      .def_rw("facts", &Model::facts);
  module.def("save_model", &save_model, nb::call_guard<nb::gil_scoped_release>());
  module.def("load_model", &load_model, nb::call_guard<nb::gil_scoped_release>());
  module.def("scores", [](const Model& model, const NativeData& data, int threads) {
    Predictions predictions = [&] {
      const nb::gil_scoped_release others_may_run;
      return predict(model, *data.data, threads);
    }();
    return std::pair(
        to_array(std::move(predictions.scores), {static_cast<std::size_t>(data.data->rows), model.columns()}),
        std::move(predictions.warnings));
  });
}

void bind_proofs(nb::module_& module) {
  nb::class_<ClassProof>(module, "ClassProof")
      .def("__init__", [](ClassProof* self, const std::string& positive, double primal, double dual,
                          const Numbers<double>& dual_point) {
        new (self) ClassProof{Label::parse(positive), primal, dual, to_vector(dual_point)};
      });
  nb::class_<Proof>(module, "Proof")
      .def("__init__", [](Proof* self, std::uint64_t data_checksum, std::int64_t rows, const std::string& word,
                          const Penalty& penalty, const Numbers<double>& row_weight, std::vector<ClassProof> classes) {
        new (self) Proof{data_checksum, rows, precision(word), penalty, to_vector(row_weight), std::move(classes)};
      });
  module.def("save_proof", &save_proof, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<ClassVerdict>(module, "ClassVerdict")
      .def_ro("primal", &ClassVerdict::primal)
      .def_ro("dual", &ClassVerdict::dual)
      .def_ro("relative_gap", &ClassVerdict::relative_gap);
  nb::class_<Verdict>(module, "Verdict")
      .def_ro("classes", &Verdict::classes)
      .def_ro("primal", &Verdict::primal)
      .def_ro("dual", &Verdict::dual)
      .def_ro("relative_gap", &Verdict::relative_gap)
      .def_ro("holds", &Verdict::holds)
      .def_ro("reason", &Verdict::reason);
  module.def("verify", [](const NativeData& data, const Model& model, const Proof& proof) {
    const nb::gil_scoped_release others_may_run;
    return verify(*data.data, model, proof);
  });
}

void bind_command(nb::module_& module) {
  module.def("main", [](std::vector<std::string> arguments) {
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const nb::gil_scoped_release others_may_run;
    return cli::run(static_cast<int>(arguments.size()), words.data());
  });
  module.def("result_page", &cli::result_page_of_text, "json"_a, "source"_a, "The page `smsvm report` makes of this.");
  module.def("wait_for_jobs_left_behind", &wait_for_jobs_left_behind);
  nb::module_::import_("atexit").attr("register")(module.attr("wait_for_jobs_left_behind"));
  module.def("peak_memory_bytes", &cli::peak_memory_bytes);
}

NB_MODULE(_core, module) {
  module.doc() = "smsvm's library and command.";
  module.attr("__version__") = std::string(version);
  translate_errors();
  bind_data(module);
  bind_problem(module);
  bind_training(module);
  bind_models(module);
  bind_proofs(module);
  bind_command(module);
}

}  // namespace
}  // namespace smsvm::python
