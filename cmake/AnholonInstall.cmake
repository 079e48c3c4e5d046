# What `cmake --install` copies, and the Debian packages that `cpack` makes of it.
#
#   runtime   bin/anholon, bin/anholon-check, bin/anholon-coq, lib/libanholon.so.*, lib/anholon/*.so (the modules,
#             src/base/module.hpp), share/anholon/web (the page)                                        package anholon
#   dev       include/anholon/anholon.hpp, lib/libanholon.so, lib/cmake/anholon                         package libanholon-dev
#   python    lib/python3/dist-packages/anholon (apps/python), where pybind11 is there                  package python3-anholon
get_property(modules GLOBAL PROPERTY ANHOLON_MODULES)

if(TARGET anholon)
    install(TARGETS anholon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
    install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/anholon_check.py RENAME anholon-check
        DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
    install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/anholon_coq.py RENAME anholon-coq
        DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
endif()
# The page of the workbench, where tools/web has built it.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web DESTINATION ${CMAKE_INSTALL_DATADIR}/anholon COMPONENT runtime
    OPTIONAL PATTERN .built EXCLUDE)
install(TARGETS ${modules} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/anholon COMPONENT runtime)
install(TARGETS anholon_shared EXPORT anholon
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/anholon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(EXPORT anholon NAMESPACE anholon:: FILE anholonConfig.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/anholon COMPONENT dev)

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/anholonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/anholonConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/anholon COMPONENT dev)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anholon COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libanholon-dev COMPONENT dev)
if(TARGET anholon_python)
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-anholon COMPONENT python)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Anholon developers <anholon@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime dev)
if(TARGET anholon_python)
    list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME anholon)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "workbench for nonholonomic mechanics
 Derives equations of motion in many forms, proves that they agree, and simulates them.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libanholon-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "anholon (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_DEV_DESCRIPTION "workbench for nonholonomic mechanics: C++ library
 The public header, and the configuration for find_package(anholon).")
set(python_depends "anholon (= ${PROJECT_VERSION}), python3-numpy, python3 (>= 3.11), python3 (<< 3.12)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-anholon)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${python_depends}")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "workbench for nonholonomic mechanics: Python package
 Models, derivations, proofs, motions and studies from Python and from notebooks.")
# The libraries that the files need, where there is the tool that finds their packages.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
    # It has been seen to leave out LLVM's library, which has a folder of its own.
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libllvm${LLVM_VERSION_MAJOR}")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
