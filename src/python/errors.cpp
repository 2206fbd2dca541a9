#include "python/errors.hpp"

#include <nanobind/nanobind.h>

#include <CLI/Error.hpp>
#include <exception>
#include <new>

#include "cli/run_command.hpp"
#include "smsvm/error.hpp"

namespace smsvm::python {
namespace {

PyObject* type_for(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::bad_data:
      return PyExc_ValueError;
    case ErrorKind::out_of_memory:
      return PyExc_MemoryError;
    case ErrorKind::no_input:
    case ErrorKind::unavailable:
    case ErrorKind::cannot_create:
    case ErrorKind::input_output:
    case ErrorKind::interrupted:
      break;
  }
  return PyExc_OSError;
}

void translate(const std::exception_ptr& failure, void*) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    PyErr_SetString(type_for(error.kind()), error.what());
  } catch (const CLI::Error& error) {  // a word that an option does not know
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::bad_alloc&) {
    PyErr_SetString(PyExc_MemoryError, cli::out_of_memory_message().c_str());
  }
}

}  // namespace

void translate_errors() { nanobind::register_exception_translator(translate); }

}  // namespace smsvm::python
