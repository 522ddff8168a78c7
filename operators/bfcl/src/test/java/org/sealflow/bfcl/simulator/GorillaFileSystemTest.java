package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.bfcl.simulator.TestingFiles.LINES;
import static org.sealflow.bfcl.simulator.TestingFiles.assertContent;
import static org.sealflow.bfcl.simulator.TestingFiles.assertEntries;
import static org.sealflow.bfcl.simulator.TestingFiles.assertFound;
import static org.sealflow.bfcl.simulator.TestingFiles.assertPath;
import static org.sealflow.bfcl.simulator.TestingFiles.directory;
import static org.sealflow.bfcl.simulator.TestingFiles.file;
import static org.sealflow.bfcl.simulator.TestingFiles.home;
import static org.sealflow.bfcl.simulator.TestingFiles.sample;
import static org.sealflow.bfcl.simulator.TestingFiles.walk;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;
import org.sealflow.python.call.Method;

class GorillaFileSystemTest {
  @Test
  void attributesAndMethodsAreThoseOfTheReference() {
    assertThat(GorillaFileSystem.TYPE.publicAttributes()).containsExactly("root", "long_context");
    assertThat(GorillaFileSystem.TYPE.methods())
        .extracting(Method::name)
        .containsExactlyInAnyOrder(
            "pwd", "ls", "cd", "mkdir", "touch", "echo", "cat", "find", "wc", "sort", "grep", "du",
            "tail", "diff", "mv", "rm", "rmdir", "cp");
    sample().holds("False", "long_context");
  }

  @Test
  void cdTakesOneLevel() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.returns("{'current_working_directory': 'docs'}", "cd", "docs/");
    files.returns("{'current_working_directory': 'deep'}", "cd", "deep");
    assertPath(files, "/home/docs/deep");
    files.returns("{}", "cd", "..");
    files.returns("{}", "cd", "..//");
    files.refuses("Current directory is already the root. Cannot go back.", "cd", "..");
    for (String path : List.of("docs/deep", "/docs", "./docs", "../..")) {
      files.refuses(
          "cd: " + path + ": Unsupported path. Only one folder level at a time is supported.",
          "cd",
          path + "/");
    }
  }

  @Test
  void cdGivesTheNameOfTheDirectoryNotItsPath() {
    TestingInstance<GorillaFileSystem> files = sample();
    walk(files, "docs");
    files.returns("{'current_working_directory': 'docs'}", "cd", "./");
    for (String toRoot : List.of("/", "", "//")) {
      files.returns("{'current_working_directory': 'home'}", "cd", toRoot);
    }
  }

  @Test
  void cdFindsDirectoriesByTheirExactName() {
    TestingInstance<GorillaFileSystem> files = sample();
    for (String name : List.of("n.txt", "nope", "home", "...", " docs", "~", "DOCS")) {
      files.refuses("cd: '" + name + "': No such file or directory", "cd", name);
    }
    assertPath(files, "/home");
    files.raises("'int' object has no attribute 'rstrip'", "cd", 5L);
    files.raises("'NoneType' object has no attribute 'rstrip'", "cd", PyNone.NONE);
  }

  @Test
  void lsHidesNamesThatBeginWithADot() {
    TestingInstance<GorillaFileSystem> files = sample();
    for (Object no : List.of(false, 0L, "", PyNone.NONE, PyList.of())) {
      files.returns("{'current_directory_content': ['docs', 'n.txt']}", "ls", no);
    }
    for (Object yes : List.of(true, 1L, "-a", "False")) {
      files.returns("{'current_directory_content': ['docs', 'n.txt', '.hid']}", "ls", yes);
    }
    files.returns("{'current_directory_content': ['docs', 'n.txt']}", "ls");
  }

  @Test
  void mkdirAndTouchRefuseTakenAndInvalidNames() {
    TestingInstance<GorillaFileSystem> files = home("f", file(""));
    files.returns("None", "mkdir", "a b");
    files.returns("None", "touch", "t");
    for (String taken : List.of("a b", "t", "f")) {
      files.refuses("mkdir: cannot create directory '" + taken + "': File exists", "mkdir", taken);
      files.refuses("touch: cannot touch '" + taken + "': File exists", "touch", taken);
    }
    for (String c : List.of("|", "/", "\\", "?", "%", "*", ":", "\"", ">", "<")) {
      files.refuses(
          "mkdir: cannot create directory 'x" + c + "': Invalid character", "mkdir", "x" + c);
      files.refuses("touch: cannot touch '" + c + "y': Invalid character", "touch", c + "y");
    }
    assertEntries(files, "f", "a b", "t");
  }

  @Test
  void dotsAndNothingAreNamesLikeOthers() {
    TestingInstance<GorillaFileSystem> files = home();
    files.call("mkdir", "");
    files.call("mkdir", "..");
    files.call("touch", ".");
    assertEntries(files, "", "..", ".");
    files.refuses("Current directory is already the root. Cannot go back.", "cd", "..");
    assertFound(files, List.of(), "..");
    assertFound(files, List.of(), "");
  }

  @Test
  void anEntryNamedDotIsNeverReached() {
    TestingInstance<GorillaFileSystem> files = home();
    files.refuses("cat: '.': No such file or directory", "cat", ".");
    files.call("touch", ".");
    files.refuses("cat: '.': Is a directory", "cat", ".");
    files.refuses("wc: .: No such file or directory", "wc", ".");
    files.raises("'Directory' object has no attribute '_write'", "echo", "x", ".");
    files.refuses("rmdir: cannot remove '.': Directory not empty", "rmdir", ".");
    files.returns("{'result': \"'.' removed\"}", "rm", ".");
    assertEntries(files);
  }

  @Test
  void namesThatAreNoTextFailWherePythonFails() {
    TestingInstance<GorillaFileSystem> files = sample();
    for (String method : List.of("mkdir", "touch", "cat")) {
      files.raises("argument of type 'int' is not iterable", method, 5L);
      files.raises("argument of type 'NoneType' is not iterable", method, PyNone.NONE);
      files.raises("unhashable type: 'list'", method, PyList.of("q"));
      files.raises("unhashable type: 'dict'", method, PyDict.of("q", 1L));
    }
    files.refuses(
        "mkdir: cannot create directory '['/']': Invalid character", "mkdir", PyList.of("/"));
    for (String method : List.of("sort", "wc", "tail")) {
      files.refuses(method + ": 5: No such file or directory", method, 5L);
      files.raises("unhashable type: 'set'", method, new PySet());
    }
    files.refuses("rm: cannot remove 'None': No such file or directory", "rm", PyNone.NONE);
    files.raises("unhashable type: 'list'", "rmdir", PyList.of());
  }

  @Test
  void aTupleCanBeANameThatLsCannotShow() {
    TestingInstance<GorillaFileSystem> files = home();
    PyTuple name = PyTuple.of("a", "b");
    files.returns("None", "mkdir", name);
    files.raises("'tuple' object has no attribute 'startswith'", "ls");
    assertEntries(files, name);
    assertFound(files, List.of("./('a', 'b')"), ".", "a");
    files.returns("{'result': \"'('a', 'b')' moved to 'c'\"}", "mv", name, "c");
  }

  @Test
  void echoWithoutAFileGivesTheContentBack() {
    TestingInstance<GorillaFileSystem> files = sample();
    PyList content = PyList.of(1.0, true, PyNone.NONE);
    assertThat(Py.getItem(files.call("echo", content), "terminal_output")).isSameAs(content);
    files.returns("{'terminal_output': 'x'}", "echo", "x", "");
    files.returns("{'terminal_output': 'x'}", "echo", "x", PyList.of());
    files.raises("argument of type 'int' is not iterable", "echo", "x", 0L);
    files.raises("unhashable type: 'list'", "echo", "x", PyList.of("n.txt"));
  }

  @Test
  void echoWritesToFilesThatExist() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.returns("None", "echo", "hi", "n.txt");
    assertContent(files, "hi", "n.txt");
    files.refuses("echo: cannot write to 'None': No such file", "echo", "hi", "None");
    files.refuses("echo: cannot write to 'a/b': Invalid character", "echo", "hi", "a/b");
    files.raises("'Directory' object has no attribute '_write'", "echo", "hi", "docs");
  }

  @Test
  void aContentThatIsNoTextFailsWhereItIsRead() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.call("echo", 5L, "n.txt");
    assertContent(files, 5L, "n.txt");
    for (String method : List.of("wc", "sort", "tail")) {
      files.raises("'int' object has no attribute 'splitlines'", method, "n.txt");
    }
    files.raises("'int' object has no attribute 'splitlines'", "grep", "n.txt", "a");
    files.raises("'int' object has no attribute 'splitlines'", "diff", "n.txt", ".hid");
    files.raises("'int' object has no attribute 'split'", "wc", "n.txt", "w");
    files.raises("object of type 'int' has no len()", "wc", "n.txt", "c");
    files.raises("'int' object has no attribute 'encode'", "du");
  }

  @Test
  void catShowsWholeFiles() {
    TestingInstance<GorillaFileSystem> files = sample();
    assertContent(files, "1\n2\n3\n4", "n.txt");
    files.refuses("cat: 'docs': Is a directory", "cat", "docs");
    files.refuses("cat: '': No such file or directory", "cat", "");
    files.refuses("cat: 'docs/a.txt': Invalid character", "cat", "docs/a.txt");
  }

  @Test
  void findStartsEveryPathWithTheGivenText() {
    TestingInstance<GorillaFileSystem> files = sample();
    assertFound(
        files,
        List.of(
            "./docs",
            "./docs/a.txt",
            "./docs/empty",
            "./docs/deep",
            "./docs/deep/x.log",
            "./n.txt",
            "./.hid"));
    assertFound(files, List.of("docs/deep/x.log"), "docs/", "log");
    assertFound(files, List.of("docs/./deep/x.log"), "docs/./deep");
    walk(files, "docs");
    assertFound(files, List.of("/docs/deep/x.log"), "/docs/deep");
    assertFound(files, List.of("/n.txt"), "/", "n.");
  }

  @Test
  void findMatchesPartsOfNames() {
    TestingInstance<GorillaFileSystem> files = sample();
    assertFound(files, List.of("./docs/a.txt", "./n.txt"), ".", "txt");
    assertFound(
        files, List.of("docs/a.txt", "docs/empty", "docs/deep", "docs/deep/x.log"), "docs", "");
    assertFound(files, List.of(), ".", "*.txt");
    assertFound(files, List.of(), ".", "TXT");
    files.raises("'in <string>' requires string as left operand, not int", "find", ".", 5L);
    assertFound(home(), List.of(), ".", 5L);
  }

  @Test
  void findRefusesPathsThatAreNoDirectory() {
    TestingInstance<GorillaFileSystem> files = sample();
    for (String path : List.of("..", "", "//", "n.txt", "docs//deep", "/home", "docs/a.txt")) {
      files.refuses("find: '" + path + "': No such file or directory", "find", path);
    }
    files.raises("'NoneType' object has no attribute 'rstrip'", "find", PyNone.NONE);
    files.raises("'int' object has no attribute 'strip'", "find", 5L);
  }

  @Test
  void wcCountsLinesWordsAndCodePoints() {
    TestingInstance<GorillaFileSystem> files =
        home("a", file(LINES), "u", file("caf\u00e9 \ud83d\ude00\u00a0z\u3000w"), "e", file(""));
    files.returns("{'count': 6, 'type': 'lines'}", "wc", "a");
    files.returns("{'count': 6, 'type': 'words'}", "wc", "a", "w");
    files.returns("{'count': 4, 'type': 'words'}", "wc", "u", "w");
    files.returns("{'count': 10, 'type': 'characters'}", "wc", "u", "c");
    files.returns("{'count': 0, 'type': 'lines'}", "wc", "e");
    files.refuses("wc: invalid mode 'L'", "wc", "nope", "L");
    files.refuses("wc: invalid mode '['l']'", "wc", "a", PyList.of("l"));
    files.refuses("wc: nope: No such file or directory", "wc", "nope");
  }

  @Test
  void sortOrdersLinesByCodePointAndLeavesTheFile() {
    TestingInstance<GorillaFileSystem> files =
        home("a", file("b\nA\r\n\uffff\n\ud83d\ude00\na"), "d", directory());
    files.returns("{'sorted_content': 'A\\na\\nb\\n\\uffff\\n\ud83d\ude00'}", "sort", "a");
    assertContent(files, "b\nA\r\n\uffff\n\ud83d\ude00\na", "a");
    files.refuses("sort: d: No such file or directory", "sort", "d");
  }

  @Test
  void grepFindsPlainText() {
    TestingInstance<GorillaFileSystem> files = home("a", file("x.y\nxzy\nX.Y"), "e", file(""));
    files.returns("{'matching_lines': ['x.y']}", "grep", "a", "x.y");
    files.returns("{'matching_lines': ['x.y', 'xzy', 'X.Y']}", "grep", "a", "");
    files.raises("'in <string>' requires string as left operand, not int", "grep", "a", 5L);
    files.returns("{'matching_lines': []}", "grep", "e", 5L);
    files.refuses("grep: nope: No such file or directory", "grep", "nope", 5L);
  }

  @Test
  void duCountsBytesOfTheTreeBelow() {
    TestingInstance<GorillaFileSystem> files =
        home("a", file("\u00e9\u20ac\ud83d\ude00"), "d", directory("b", file("x".repeat(2000))));
    files.returns("{'disk_usage': '2009 bytes'}", "du");
    files.returns("{'disk_usage': '1.96 KB'}", "du", "False");
    files.call("rm", "d");
    files.returns("{'disk_usage': '9 bytes'}", "du", 0L);
    files.returns("{'disk_usage': '9.00 B'}", "du", true);
    files.call("echo", "ab\ud83d", "a");
    files.raises(
        "'utf-8' codec can't encode character '\\ud83d' in position 2: surrogates not allowed",
        "du");
  }

  @Test
  void duRoundsHalvesToEven() {
    TestingInstance<GorillaFileSystem> files = home("a", file("x".repeat(1024 + 128)));
    files.returns("{'disk_usage': '1.12 KB'}", "du", true);
    files.call("echo", "x".repeat(1024), "a");
    files.returns("{'disk_usage': '1.00 KB'}", "du", true);
    files.call("echo", "x".repeat(1024 * 1024 - 1), "a");
    files.returns("{'disk_usage': '1024.00 KB'}", "du", true);
  }

  @Test
  void tailCountsLinesAsAPythonSliceDoes() {
    TestingInstance<GorillaFileSystem> files = sample();
    Object[][] rows = {
      {2L, "3\\n4"},
      {true, "4"},
      {0L, "1\\n2\\n3\\n4"},
      {false, "1\\n2\\n3\\n4"},
      {-1L, "2\\n3\\n4"},
      {-9L, ""},
      {9L, "1\\n2\\n3\\n4"},
      {4.5, "1\\n2\\n3\\n4"},
      {new BigInteger("-100000000000000000000"), ""}
    };
    for (Object[] row : rows) {
      files.returns("{'last_lines': '" + row[1] + "'}", "tail", "n.txt", row[0]);
    }
    files.raises(
        "slice indices must be integers or None or have an __index__ method", "tail", "n.txt", 2.0);
    files.raises("'>' not supported between instances of 'str' and 'int'", "tail", "n.txt", "3");
    files.refuses("tail: nope: No such file or directory", "tail", "nope", "3");
    files.refuses("tail: docs: No such file or directory", "tail", "docs");
    walk(files, "docs");
    files.returns("{'last_lines': ''}", "tail", "empty");
  }

  @Test
  void diffComparesUpToTheShorterFile() {
    TestingInstance<GorillaFileSystem> files =
        home("a", file("1\n2\n3"), "b", file("1\nx\ny\nz"), "d", directory());
    files.returns("{'diff_lines': '- 2\\n+ x\\n- 3\\n+ y'}", "diff", "a", "b");
    files.returns("{'diff_lines': ''}", "diff", "a", "a");
    files.refuses("diff: a or d: No such file or directory", "diff", "a", "d");
    files.raises("unhashable type: 'list'", "diff", "a", PyList.of());
    files.refuses("diff: 5 or []: No such file or directory", "diff", 5L, PyList.of());
  }

  @Test
  void mvRenamesAtTheEndOrMovesIntoADirectory() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.returns("{'result': \"'n.txt' moved to 'm:?'\"}", "mv", "n.txt", "m:?");
    assertEntries(files, "docs", ".hid", "m:?");
    files.returns("{'result': \"'m:?' moved to 'docs/m:?'\"}", "mv", "m:?", "docs");
    assertEntries(files, "docs", ".hid");
    walk(files, "docs");
    assertEntries(files, "a.txt", "empty", "deep", "m:?");
  }

  @Test
  void mvAndCpRefuse() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.call("touch", "a.txt");
    files.refuses("mv: cannot move 'nope': No such file or directory", "mv", "nope", 5L);
    files.refuses("cp: cannot copy 'nope': No such file or directory", "cp", "nope", 5L);
    for (String method : List.of("mv", "cp")) {
      files.refuses(
          method + ": path not allowed in destination. Provide only a file or directory name.",
          method,
          "n.txt",
          "docs/");
      files.raises("argument of type 'int' is not iterable", method, "n.txt", 5L);
      files.raises("unhashable type: 'list'", method, "n.txt", PyList.of());
    }
    files.refuses("mv: cannot move 'n.txt' to 'n.txt': Not a directory", "mv", "n.txt", "n.txt");
    files.refuses("cp: cannot copy 'docs' to 'n.txt': Not a directory", "cp", "docs", "n.txt");
    files.refuses("mv: cannot move 'a.txt' to 'docs/a.txt': File exists", "mv", "a.txt", "docs");
    assertEntries(files, "docs", "n.txt", ".hid", "a.txt");
  }

  @Test
  void cpRaisesWhereTheDirectoryHoldsTheName() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.call("touch", "empty");
    files.raises("File 'empty' already exists in directory 'docs'.", "cp", "empty", "docs");
    files.call("mkdir", "deep");
    files.raises("Directory 'deep' already exists in directory 'docs'.", "cp", "deep", "docs");
  }

  @Test
  void cpLooksForTheWholePathAsAName() {
    TestingInstance<GorillaFileSystem> files =
        home("f", file(""), "d", directory("d/f", file("odd")));
    files.refuses("cp: cannot copy 'f' to 'd/f': File exists", "cp", "f", "d");
  }

  @Test
  void rmRemovesAlsoFullDirectories() {
    TestingInstance<GorillaFileSystem> files = sample();
    files.returns("{'result': \"'docs' removed\"}", "rm", "docs");
    files.returns("{'result': \"'n.txt' removed\"}", "rm", "n.txt");
    files.refuses("rm: cannot remove 'n.txt': No such file or directory", "rm", "n.txt");
    assertEntries(files, ".hid");
  }

  @Test
  void rmdirRemovesOnlyEmptyDirectories() {
    TestingInstance<GorillaFileSystem> files =
        home("d", directory("e", directory()), "f", file(""));
    files.refuses("rmdir: cannot remove 'd': Directory not empty", "rmdir", "d");
    files.refuses("rmdir: cannot remove 'f': Not a directory", "rmdir", "f");
    files.refuses("rmdir: cannot remove 'x': No such file or directory", "rmdir", "x");
    walk(files, "d");
    files.returns("{'result': \"'e' removed\"}", "rmdir", "e");
    walk(files, "..");
    files.returns("{'result': \"'d' removed\"}", "rmdir", "d");
  }
}
