# Installs into a temporary folder, builds examples/cpp against it as a stranger would, and runs both
# programs from a folder that has nothing to do with either. Called by ctest with
#   -DBUILD=<build folder> -DSOURCE=<repository> -DWORK=<temporary folder> -DCOMPILER=<C++ compiler>
foreach(name IN ITEMS BUILD SOURCE WORK COMPILER)
  if(NOT DEFINED ${name})
    message(FATAL_ERROR "${name} is missing")
  endif()
endforeach()

# do(<expected text> <command>...): must end with 0, and print the text.
function(do expected)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK}/elsewhere
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "ended with ${result}: ${ARGN}\n${output}")
  endif()
  if(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "no '${expected}' in the output of ${ARGN}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/elsewhere)
unset(ENV{OUTRIGGER_DATA})
do("Install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)

# The program finds machines and the viewer where they were installed.
do("times real time" ${WORK}/prefix/bin/outrigger run small-crane --duration 0.1)

# Other projects find the libraries, the headers and the machines.
file(COPY ${SOURCE}/examples/cpp DESTINATION ${WORK})
do("Build files have been written" ${CMAKE_COMMAND} -S ${WORK}/cpp -B ${WORK}/build
  -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER})
do("crane" ${CMAKE_COMMAND} --build ${WORK}/build)
do("restored: t = 4.0 s, the same bits" ${WORK}/build/crane)

# Nothing that was installed for others names this machine's folders (the libraries of the program do).
file(GLOB texts ${WORK}/prefix/lib/*/cmake/outrigger/*.cmake ${WORK}/prefix/lib/cmake/outrigger/*.cmake)
if(NOT texts)
  message(FATAL_ERROR "no package files in ${WORK}/prefix")
endif()
foreach(text IN LISTS texts)
  file(READ ${text} content)
  string(FIND "${content}" "${SOURCE}/" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${text} names ${SOURCE}")
  endif()
endforeach()
file(REMOVE_RECURSE ${WORK})
