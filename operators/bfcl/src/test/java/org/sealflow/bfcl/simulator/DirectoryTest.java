package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.bfcl.simulator.TestingFiles.assertContent;
import static org.sealflow.bfcl.simulator.TestingFiles.assertEntries;
import static org.sealflow.bfcl.simulator.TestingFiles.assertFound;
import static org.sealflow.bfcl.simulator.TestingFiles.assertPath;
import static org.sealflow.bfcl.simulator.TestingFiles.directory;
import static org.sealflow.bfcl.simulator.TestingFiles.file;
import static org.sealflow.bfcl.simulator.TestingFiles.home;
import static org.sealflow.bfcl.simulator.TestingFiles.root;
import static org.sealflow.bfcl.simulator.TestingFiles.sample;
import static org.sealflow.bfcl.simulator.TestingFiles.walk;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.PyList;

class DirectoryTest {
  @Test
  void childrenOfAMovedDirectoryKeepTheOldParent() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.call("mv", "docs", "papers");
    walk(files, "papers", "deep");
    assertPath(files, "/home/docs/deep");
    walk(files, "..");
    assertPath(files, "/home/docs");
    files.call("touch", "seenInBoth");
    walk(files, "/", "papers");
    assertPath(files, "/home/papers");
    assertEntries(files, "a.txt", "empty", "deep", "seenInBoth");
  }

  @Test
  void aDirectoryMovedIntoItselfIsGone() {
    TestingInstance<GorillaFileSystem> files = sample();
    walk(files, "docs", "deep");
    files.call("cd", "/");
    files.returns("{'result': \"'docs' moved to 'docs/docs'\"}", "mv", "docs", "docs");
    assertEntries(files, "n.txt", ".hid");
  }

  @Test
  void copiedFilesAreIndependent() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.returns("{'result': \"'n.txt' copied to 'docs/n.txt'\"}", "cp", "n.txt", "docs");
    files.returns("{'result': \"'n.txt' copied to 'm.txt'\"}", "cp", "n.txt", "m.txt");
    files.call("echo", "changed", "n.txt");
    assertContent(files, "1\n2\n3\n4", "m.txt");
    walk(files, "docs");
    assertContent(files, "1\n2\n3\n4", "n.txt");
  }

  @Test
  void copiedDirectoriesShareWhatTheyHold() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.returns("{'result': \"'docs' copied to 'copy'\"}", "cp", "docs", "copy");
    walk(files, "copy");
    files.call("echo", "changed", "a.txt");
    files.call("touch", "onlyHere");
    walk(files, "deep");
    files.call("touch", "inBoth");
    walk(files, "..");
    assertPath(files, "/home/docs");
    assertContent(files, "changed", "a.txt");
    assertEntries(files, "a.txt", "empty", "deep");
    assertFound(files, List.of("deep/x.log", "deep/inBoth"), "deep");
  }

  @Test
  void aDirectoryCopiedIntoItselfEndsWalksAsPythonDoes() {
    TestingInstance<GorillaFileSystem> files = home("d", directory("f", file("x")));
    files.returns("{'result': \"'d' copied to 'd/d'\"}", "cp", "d", "d");
    files.raises("maximum recursion depth exceeded", "du");
    files.raises("maximum recursion depth exceeded while calling a Python object", "find");
    files.raises("'in <string>' requires string as left operand, not int", "find", ".", 5L);
    walk(files, "d", "d", "d");
    assertPath(files, "/home/d/d");
    files.returns("{'current_directory_content': ['f', 'd']}", "ls");
    assertThat(root(files).repr())
        .isEqualTo(
            "<Directory: home, Parent: None, Contents: {'d': <Directory: d, Parent: home,"
                + " Contents: {'f': <<File: f, Content: x>>, 'd': <Directory: d, Parent: d,"
                + " Contents: {'f': <<File: f, Content: x>>, 'd': <Directory: d, Parent: d,"
                + " Contents: {...}>}>}>}>");
  }

  @Test
  void anErrorBeforeTheCycleComesFirst() {
    TestingInstance<GorillaFileSystem> files = home("d", directory("f", file("x")));
    files.call("cp", "d", "d");
    walk(files, "d");
    files.call("echo", 5L, "f");
    files.raises("'int' object has no attribute 'encode'", "du");
  }

  @Test
  void cyclesOnBothSidesEndTheComparison() {
    TestingInstance<GorillaFileSystem> one = home("d", directory());
    TestingInstance<GorillaFileSystem> other = home("d", directory());
    one.call("cp", "d", "d");
    assertThat(Py.eq(root(one), root(other))).isFalse();
    other.call("cp", "d", "d");
    assertThatThrownBy(() -> Py.eq(root(one), root(other)))
        .isInstanceOf(PyException.class)
        .hasMessage("maximum recursion depth exceeded in comparison");
    assertThat(Py.eq(root(one), root(one))).isTrue();
  }

  @Test
  void aTreeThatCopiesHaveMadeHugeIsNotListed() {
    TestingInstance<GorillaFileSystem> files = home("d", directory("f", file("xy")));
    for (int i = 0; i < 20; i++) {
      files.call("cp", "d", "e");
      files.call("mkdir", "next");
      files.call("mv", "d", "next");
      files.call("mv", "e", "next");
      files.call("mv", "next", "d");
    }
    assertThatThrownBy(() -> files.call("find")).isInstanceOf(PyLimitException.class);
    assertFound(files, List.of(), ".", "z");
    files.returns("{'disk_usage': '2097152 bytes'}", "du");
  }

  @Test
  void pathsOfHugeNamesAreNotListed() {
    TestingInstance<GorillaFileSystem> files = home();
    files.call("mkdir", "a".repeat(500_000));
    files.call("cd", "a".repeat(500_000));
    for (int i = 0; i < 100; i++) {
      files.call("touch", "f" + i);
    }
    files.call("cd", "/");
    assertThatThrownBy(() -> files.call("find")).isInstanceOf(PyLimitException.class);
    assertFound(files, List.of("./" + "a".repeat(500_000) + "/f99"), ".", "f99");
  }

  @Test
  void deepTreesAreWalked() {
    TestingInstance<GorillaFileSystem> files = home();
    for (int i = 0; i < 300; i++) {
      files.call("mkdir", "d");
      files.call("cd", "d");
    }
    files.call("touch", "f");
    files.call("cd", "/");
    PyList found = (PyList) Py.getItem(files.call("find", ".", "f"), "matches");
    assertThat(found.get(0)).isEqualTo("." + "/d".repeat(300) + "/f");
  }

  @Test
  void wideTreesAreWalked() {
    TestingInstance<GorillaFileSystem> files = home();
    for (int i = 0; i < 1100; i++) {
      files.call("mkdir", "d" + i);
    }
    assertFound(files, List.of("./d1099"), ".", "1099");
  }

  @Test
  void treesAreEqualByNamesAndContents() {
    TestingInstance<GorillaFileSystem> left = home("f", file("5"), "d", directory());
    TestingInstance<GorillaFileSystem> right = home("d", directory(), "f", file("5"));
    right.call("cd", "d");
    assertThat(Py.eq(root(left), root(right))).isTrue();
    left.call("echo", 5L, "f");
    assertThat(Py.eq(root(left), root(right))).isFalse();
    walk(right, "/");
    right.call("echo", 5.0, "f");
    assertThat(Py.eq(root(left), root(right))).isTrue();
    assertThat(Py.eq(root(home("x", file(""))), root(home("x", directory())))).isFalse();
    assertThat(Py.eq(root(home("x", file(""))), root(home("y", file(""))))).isFalse();
    assertThat(Py.eq(root(home()), root(TestingInstance.of(GorillaFileSystem.TYPE)))).isFalse();
    assertThat(Py.eq(root(left), "home")).isFalse();
  }

  @Test
  void staleParentsDoNotMakeTreesDiffer() {
    TestingInstance<GorillaFileSystem> moved = sample();
    moved.call("mv", "docs", "papers");
    moved.call("mv", "papers", "docs");
    assertThat(Py.eq(root(moved), root(sample()))).isTrue();
  }

  @Test
  void thePrivateStateIsWhereOneIs() {
    TestingInstance<GorillaFileSystem> files = sample();
    assertThat(GorillaFileSystem.TYPE.privateAttributes()).containsExactly("_current_dir");
    walk(files, "docs", "deep");
    assertThat(files.privateState()).hasToString("[('/home/docs/deep', True)]");
    walk(files, "/");
    files.call("mv", "docs", "papers");
    walk(files, "papers", "deep");
    assertThat(files.privateState()).hasToString("[('/home/docs/deep', True)]");
    walk(files, "..");
    assertThat(files.privateState()).hasToString("[('/home/docs', False)]");
  }

  @Test
  void nodesNameTheirTypeAndAreNoKeys() {
    TestingInstance<GorillaFileSystem> files = sample();
    Object node = root(files).contents().getItem("n.txt");
    assertThat(Py.typeName(node)).isEqualTo("File");
    assertThat(Py.typeName(root(files))).isEqualTo("Directory");
    assertThatThrownBy(() -> PyDict.of(node, 1L))
        .isInstanceOf(PyException.class)
        .hasMessage("unhashable type: 'File'");
  }
}
