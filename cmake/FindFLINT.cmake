# Finds FLINT with the GMP and MPFR it stands on, and defines FLINT::FLINT.
find_path(FLINT_INCLUDE_DIR flint/flint.h)
find_library(FLINT_LIBRARY flint)
find_library(GMP_LIBRARY gmp)
find_library(MPFR_LIBRARY mpfr)
if(FLINT_INCLUDE_DIR AND EXISTS ${FLINT_INCLUDE_DIR}/flint/flint.h)
    file(STRINGS ${FLINT_INCLUDE_DIR}/flint/flint.h version_line REGEX "^#define FLINT_VERSION \"")
    string(REGEX MATCH "[0-9]+(\\.[0-9]+)*" FLINT_VERSION "${version_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLINT
    REQUIRED_VARS FLINT_LIBRARY FLINT_INCLUDE_DIR GMP_LIBRARY MPFR_LIBRARY
    VERSION_VAR FLINT_VERSION)
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_LIBRARY GMP_LIBRARY MPFR_LIBRARY)

if(FLINT_FOUND AND NOT TARGET FLINT::FLINT)
    add_library(FLINT::FLINT UNKNOWN IMPORTED)
    set_target_properties(FLINT::FLINT PROPERTIES
        IMPORTED_LOCATION ${FLINT_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${FLINT_INCLUDE_DIR}
        INTERFACE_LINK_LIBRARIES "${MPFR_LIBRARY};${GMP_LIBRARY}")
endif()
