package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.bfcl.simulator.TestingFiles.assertContent;
import static org.sealflow.bfcl.simulator.TestingFiles.assertEntries;
import static org.sealflow.bfcl.simulator.TestingFiles.assertFound;
import static org.sealflow.bfcl.simulator.TestingFiles.assertPath;
import static org.sealflow.bfcl.simulator.TestingFiles.directory;
import static org.sealflow.bfcl.simulator.TestingFiles.file;
import static org.sealflow.bfcl.simulator.TestingFiles.root;
import static org.sealflow.bfcl.simulator.TestingFiles.walk;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;

class FileTreeLoaderTest {
  private static final Map<String, Object> EXTENSION =
      Map.of(
          "FILE_CONTENT_EXTENSION", "EXTRA words",
          "FILES_TAIL_USED", PyList.of("log.txt"),
          "POPULATE_FILE_EXTENSION", PyList.of("p1.jpg", "p2.jpg"));

  private static TestingInstance<GorillaFileSystem> longHome(Object... namesAndItems) {
    return TestingInstance.longContext(
        GorillaFileSystem.TYPE, EXTENSION, "root", PyDict.of("home", directory(namesAndItems)));
  }

  @Test
  void withoutARootThereIsOneEmptyDirectoryNamedSlash() {
    TestingInstance<GorillaFileSystem> files = TestingInstance.of(GorillaFileSystem.TYPE);
    assertPath(files, "//");
    assertEntries(files);
    files.call("mkdir", "a");
    walk(files, "a");
    assertPath(files, "///a");
  }

  @Test
  void onlyTheFirstRootAndKnownTypesAreLoaded() {
    TestingInstance<GorillaFileSystem> files =
        TestingInstance.of(
            GorillaFileSystem.TYPE,
            "root",
            PyDict.of(
                "first",
                PyDict.of(
                    "contents", PyDict.of("link", PyDict.of("type", "symlink"), "f", file("x"))),
                "second",
                directory("g", file("y"))));
    assertPath(files, "/first");
    assertEntries(files, "f");
  }

  @Test
  void brokenScenariosRaiseAsInPython() {
    Object[][] rows = {
      {PyDict.of(), "list index out of range"},
      {PyDict.of("r", PyDict.of("type", "directory")), "'contents'"},
      {PyDict.of("r", directory("f", PyDict.of("content", ""))), "'type'"},
      {PyDict.of("r", directory("f", PyDict.of("type", "file"))), "'content'"},
      {PyDict.of("r", directory("d", PyDict.of("type", "directory"))), "'contents'"},
      {PyDict.of("r", PyDict.of("contents", PyList.of())), "'list' object has no attribute 'items'"}
    };
    for (Object[] row : rows) {
      assertThatThrownBy(() -> TestingInstance.of(GorillaFileSystem.TYPE, "root", row[0]))
          .isInstanceOf(PyException.class)
          .hasMessage((String) row[1]);
    }
  }

  @Test
  void longScenariosExtendAllFilesButThoseWhoseTailIsUsed() {
    TestingInstance<GorillaFileSystem> files =
        longHome("log.txt", file("L"), "b", file("B\n"), "d", directory("log.txt", file("M")));
    assertContent(files, "L", "log.txt");
    assertContent(files, "B\nEXTRA words", "b");
    files.returns("{'count': 13, 'type': 'characters'}", "wc", "b", "c");
    files.returns("{'disk_usage': '15 bytes'}", "du");
    files.holds("True", "long_context");
  }

  @Test
  void longScenariosFillTheBottommostDirectories() {
    TestingInstance<GorillaFileSystem> files =
        longHome("f", file(""), "d", directory("g", file(""), "e", directory()), "c", directory());
    assertEntries(files, "f", "d", "c");
    assertFound(
        files,
        List.of(
            "/f",
            "/d",
            "/d/g",
            "/d/e",
            "/d/e/p1.jpg",
            "/d/e/p2.jpg",
            "/c",
            "/c/p1.jpg",
            "/c/p2.jpg"),
        "/");
    walk(files, "c");
    assertContent(files, "", "p1.jpg");
    files.refuses("touch: cannot touch 'p2.jpg': File exists", "touch", "p2.jpg");
    files.call("touch", "new");
    assertContent(files, "", "new");
    assertEntries(files, "p1.jpg", "p2.jpg", "new");
  }

  @Test
  void aFileNamedLikeOneThatIsAddedFailsTheLoading() {
    assertThatThrownBy(() -> longHome("d", directory("p2.jpg", file(""))))
        .isInstanceOf(PyException.class)
        .hasMessage("File 'p2.jpg' already exists in directory 'd'.");
    assertThatThrownBy(() -> longHome("f", file(5L)))
        .isInstanceOf(PyException.class)
        .hasMessage("unsupported operand type(s) for +: 'int' and 'str'");
  }

  @Test
  void longScenariosWithoutARootAreNotExtended() {
    TestingInstance<GorillaFileSystem> files =
        TestingInstance.longContext(GorillaFileSystem.TYPE, Map.of());
    assertEntries(files);
    files.holds("True", "long_context");
  }

  @Test
  void whatIsMadeLateIsEqualToWhatIsNotMadeYet() {
    TestingInstance<GorillaFileSystem> read = longHome("f", file("x"));
    TestingInstance<GorillaFileSystem> unread = longHome("f", file("x"));
    assertThat(Py.eq(root(read), root(unread))).isTrue();
    read.call("cat", "f");
    read.call("ls");
    assertThat(Py.eq(root(read), root(unread))).isTrue();
    assertThat(Py.eq(root(longHome("f", file("x"))), root(read))).isTrue();
    assertThat(Py.eq(root(longHome("f", file("y"))), root(unread))).isFalse();
    read.call("echo", "changed", "p1.jpg");
    assertThat(Py.eq(root(unread), root(read))).isFalse();
  }

  @Test
  void writingReplacesTheExtensionToo() {
    TestingInstance<GorillaFileSystem> files = longHome("f", file("x"));
    files.call("echo", "y", "f");
    assertContent(files, "y", "f");
  }
}
