#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "cli/choices.hpp"

namespace smsvm::python {

// Options that take a word take the command's words, and complain in its words.

inline Intercept intercept(const std::string& word) { return cli::value_of(word, intercepts, "--intercept"); }
inline Precision precision(const std::string& word) { return cli::value_of(word, precisions, "--precision"); }
/// An attribute that is a word in Python.
template <class Owner, class Value, class Choices>
void def_word(nanobind::class_<Owner>& owner, const char* name, Value Owner::*member, const Choices& choices,
              const char* option) {
  owner.def_prop_rw(
      name, [member, &choices](const Owner& self) { return word_for(choices, self.*member); },
      [member, &choices, option](Owner& self, const std::string& word) {
        self.*member = cli::value_of(word, choices, option);
      });
}

}  // namespace smsvm::python
