package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** Scenarios of the file system, and what its methods shall answer. */
final class TestingFiles {
  static final String LINES = "one\nTwo\r\nthree\u000bfour\u0085five\u2028six\n";

  private TestingFiles() {}

  static PyDict file(Object content) {
    return PyDict.of("type", "file", "content", content);
  }

  static PyDict directory(Object... namesAndItems) {
    return PyDict.of("type", "directory", "contents", PyDict.of(namesAndItems));
  }

  /** A file system whose root {@code home} has these entries. */
  static TestingInstance<GorillaFileSystem> home(Object... namesAndItems) {
    return TestingInstance.of(
        GorillaFileSystem.TYPE, "root", PyDict.of("home", directory(namesAndItems)));
  }

  /** {@code docs/{a.txt, empty, deep/{x.log}}}, {@code n.txt}, {@code .hid}. */
  static TestingInstance<GorillaFileSystem> sample() {
    return home(
        "docs",
        directory("a.txt", file(LINES), "empty", file(""), "deep", directory("x.log", file("x"))),
        "n.txt",
        file("1\n2\n3\n4"),
        ".hid",
        file("secret"));
  }

  static Directory root(TestingInstance<GorillaFileSystem> files) {
    return (Directory) files.attribute("root");
  }

  /** The content of a file in the current directory. */
  static void assertContent(TestingInstance<GorillaFileSystem> files, Object content, String name) {
    files.returns(Py.repr(PyDict.of("file_content", content)), "cat", name);
  }

  /** All names in the current directory, in order. */
  static void assertEntries(TestingInstance<GorillaFileSystem> files, Object... names) {
    files.returns(Py.repr(PyDict.of("current_directory_content", PyList.of(names))), "ls", true);
  }

  /** The path of the current directory. */
  static void assertPath(TestingInstance<GorillaFileSystem> files, String path) {
    files.returns(Py.repr(PyDict.of("current_working_directory", path)), "pwd");
  }

  /** The paths that {@code find} gives for the arguments. */
  static void assertFound(
      TestingInstance<GorillaFileSystem> files, List<String> paths, Object... arguments) {
    files.returns(Py.repr(PyDict.of("matches", new PyList(paths))), "find", arguments);
  }

  /** Goes from directory to directory, each of which has to exist. */
  static void walk(TestingInstance<GorillaFileSystem> files, String... folders) {
    for (String folder : folders) {
      assertThat(Py.contains(files.call("cd", folder), "error")).as(folder).isFalse();
    }
  }
}
