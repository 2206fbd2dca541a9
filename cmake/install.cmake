# What `cmake --install` puts where, and how other projects find it: find_package(smsvm) or pkg-config.
# The library's own dependencies are linked into it privately; who uses it needs none of them.
include(CMakePackageConfigHelpers)

set(smsvm_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/smsvm)

# A component for those who run the command or a program, and one for those who build against the library.
install(TARGETS smsvm_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
# Programs called as LIBLINEAR's are, in a folder of their own for the PATH of who wants them.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/liblinear)
foreach(program liblinear-train liblinear-predict)
  file(RELATIVE_PATH smsvm_from_there /${CMAKE_INSTALL_LIBEXECDIR}/smsvm/liblinear /${CMAKE_INSTALL_BINDIR}/smsvm)
  file(CREATE_LINK ${smsvm_from_there} ${PROJECT_BINARY_DIR}/liblinear/${program} SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/liblinear/${program} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/smsvm/liblinear
          COMPONENT runtime)
endforeach()
install(TARGETS smsvm EXPORT smsvm_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development)
# README and docs/ side by side as in the source tree, so that the links between them hold.
install(FILES LICENSE README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime OPTIONAL)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime
        FILES_MATCHING PATTERN "*.md" PATTERN "*.py")

install(DIRECTORY include/smsvm ${PROJECT_BINARY_DIR}/generated/smsvm
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.hpp")

install(EXPORT smsvm_targets NAMESPACE smsvm:: FILE smsvm-targets.cmake
        DESTINATION ${smsvm_package_dir} COMPONENT development)
configure_package_config_file(cmake/smsvm-config.cmake.in ${PROJECT_BINARY_DIR}/package/smsvm-config.cmake
                              INSTALL_DESTINATION ${smsvm_package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change what the library offers, and the soname with it.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/smsvm-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/smsvm-config.cmake ${PROJECT_BINARY_DIR}/package/smsvm-config-version.cmake
        DESTINATION ${smsvm_package_dir} COMPONENT development)

# pkg-config finds the prefix from where smsvm.pc lies, so that the tree may be moved (or staged with DESTDIR).
set(smsvm_pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(smsvm_pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(smsvm_pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
  set(smsvm_pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${smsvm_pc_dir}
             OUTPUT_VARIABLE smsvm_pc_up)
  string(REGEX REPLACE "/$" "" smsvm_pc_up "${smsvm_pc_up}")
  set(smsvm_pc_prefix "\${pcfiledir}/${smsvm_pc_up}")
  set(smsvm_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(smsvm_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/smsvm.pc.in ${PROJECT_BINARY_DIR}/package/smsvm.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/smsvm.pc DESTINATION ${smsvm_pc_dir} COMPONENT development)
