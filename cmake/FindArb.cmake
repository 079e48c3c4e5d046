# Finds Arb as Debian 12 ships it (arb.h, libflint-arb) or as it calls itself (libarb), and defines Arb::Arb.
find_package(FLINT QUIET)
find_path(ARB_INCLUDE_DIR arb.h)
find_library(ARB_LIBRARY NAMES flint-arb arb)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Arb REQUIRED_VARS ARB_LIBRARY ARB_INCLUDE_DIR FLINT_FOUND)
mark_as_advanced(ARB_INCLUDE_DIR ARB_LIBRARY)

if(Arb_FOUND AND NOT TARGET Arb::Arb)
    add_library(Arb::Arb UNKNOWN IMPORTED)
    set_target_properties(Arb::Arb PROPERTIES
        IMPORTED_LOCATION ${ARB_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${ARB_INCLUDE_DIR}
        INTERFACE_LINK_LIBRARIES FLINT::FLINT)
endif()
