# Flags of every target of this project, and of nothing that merely uses it.
add_library(smsvm_compiler INTERFACE)
target_compile_options(smsvm_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  # The same bits on every instruction set: no fused multiply-add behind our back, no reassociation.
  -ffp-contract=off
  # Square roots as instructions, also in vectors: nothing here looks at errno.
  -fno-math-errno)

if(CMAKE_UNITY_BUILD)
  # It would take every file of a larger unit for a header.
  target_compile_options(smsvm_compiler INTERFACE -Wno-subobject-linkage)
endif()

if(SMSVM_SANITIZE)
  target_compile_options(smsvm_compiler INTERFACE
    -fsanitize=${SMSVM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_link_options(smsvm_compiler INTERFACE -fsanitize=${SMSVM_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
