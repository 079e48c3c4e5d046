# What `cmake --install` copies, and the Debian packages that `cpack` makes of it.
#
#   runtime   bin/anholon, lib/libanholon.so.*, lib/anholon/*.so (the modules, src/base/module.hpp),
#             share/anholon/web (the page)                                                              package anholon
#   dev       include/anholon/anholon.hpp, lib/libanholon.so, lib/cmake/anholon                         package libanholon-dev
get_property(modules GLOBAL PROPERTY ANHOLON_MODULES)

if(TARGET anholon)
    install(TARGETS anholon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
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

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Anholon developers <anholon@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime dev)
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
# The libraries that the files need, where there is the tool that finds their packages.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
    # It has been seen to leave out LLVM's library, which has a folder of its own.
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libllvm${LLVM_VERSION_MAJOR}")
endif()
include(CPack)
