# anholon_folder(FOLDER [MODULE] [ROOMS folder...] [USES folder...] [LINKS library...] [DEFINES definition...])
#
# One static library per folder of src/: `mechanics/forms` becomes the target anholon_mechanics_forms, made of
# src/mechanics/forms/*.cpp without the *.test.cpp. ROOMS are folders inside it whose sources belong to the same target. USES names other folders, whose headers may be included; LINKS names
# third-party libraries, which stay private to the folder. A folder that does not exist is passed over.
# A MODULE is a shared object beside the programs, loaded when it is first needed (src/base/module.hpp): of the folders it
# uses it has the headers only.
function(anholon_folder folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "MODULE" "" "ROOMS;USES;LINKS;DEFINES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "anholon_folder(${folder}): unexpected '${arg_UNPARSED_ARGUMENTS}'")
    endif()
    set(directory ${PROJECT_SOURCE_DIR}/src/${folder})
    if(NOT IS_DIRECTORY ${directory})
        return()
    endif()

    anholon_folder_target(target ${folder})
    set(patterns ${directory}/*.cpp)
    foreach(room IN LISTS arg_ROOMS)
        list(APPEND patterns ${directory}/${room}/*.cpp)
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    list(FILTER sources EXCLUDE REGEX "\\.test\\.cpp$")
    if(arg_MODULE)
        add_library(${target} MODULE ${sources})
        set_target_properties(${target} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
                                                    INSTALL_RPATH_USE_LINK_PATH ON)
        target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
        target_link_libraries(${target} PRIVATE ${arg_LINKS})
        target_compile_definitions(${target} PRIVATE ${arg_DEFINES})
        set_property(GLOBAL APPEND PROPERTY ANHOLON_MODULES ${target})
        return()
    elseif(sources)
        add_library(${target} STATIC ${sources})
        set(outward PUBLIC)
        set(inward PRIVATE)
    else()
        add_library(${target} INTERFACE)
        set(outward INTERFACE)
        set(inward INTERFACE)
    endif()

    target_include_directories(${target} ${outward} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    foreach(used IN LISTS arg_USES)
        anholon_folder_target(used_target ${used})
        if(TARGET ${used_target})
            target_link_libraries(${target} ${outward} ${used_target})
        elseif(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/${used})
            message(FATAL_ERROR "anholon_folder(${folder}): list '${used}' before '${folder}' in src/CMakeLists.txt")
        endif()
    endforeach()
    target_link_libraries(${target} ${inward} ${arg_LINKS})
    target_compile_definitions(${target} ${inward} ${arg_DEFINES})
    set_property(GLOBAL APPEND PROPERTY ANHOLON_FOLDERS ${target})
endfunction()

function(anholon_folder_target result folder)
    string(REPLACE "/" "_" name ${folder})
    set(${result} anholon_${name} PARENT_SCOPE)
endfunction()

# For the programs: links every folder there is, and has the modules stand beside it.
function(anholon_link_all_folders target)
    get_property(folders GLOBAL PROPERTY ANHOLON_FOLDERS)
    get_property(modules GLOBAL PROPERTY ANHOLON_MODULES)
    if(modules)
        add_dependencies(${target} ${modules})
    endif()
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target} PRIVATE ${folders})
    target_compile_definitions(${target} PRIVATE ANHOLON_VERSION="${PROJECT_VERSION}")
endfunction()

# The target anholon_shared: libanholon.so, made of all folders. It shows the public header of include/ and nothing else.
function(anholon_shared_library)
    get_property(folders GLOBAL PROPERTY ANHOLON_FOLDERS)
    get_property(modules GLOBAL PROPERTY ANHOLON_MODULES)
    list(REMOVE_ITEM folders anholon_library)
    add_library(anholon_shared SHARED $<TARGET_OBJECTS:anholon_library>)
    add_dependencies(anholon_shared ${modules})
    target_link_libraries(anholon_shared PRIVATE ${folders})
    target_link_options(anholon_shared PRIVATE -Wl,--exclude-libs,ALL -Wl,--no-undefined)
    target_compile_features(anholon_shared PUBLIC cxx_std_20)
    target_include_directories(anholon_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set_target_properties(anholon_shared PROPERTIES
        OUTPUT_NAME anholon EXPORT_NAME anholon
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
