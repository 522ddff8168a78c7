package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyStrings;
import org.sealflow.python.PyTuple;
import org.sealflow.python.call.LiveInstance;

/**
 * A file system with a current directory. Most methods take the name of an entry of the current
 * directory, not a path. A method that refuses answers with a dict of the one key {@code error}; a
 * success without an answer is None.
 *
 * <p>Source: gorilla-file-system.md. The tree is one of references: moved and copied directories
 * share nodes with what they were made from.
 */
public final class GorillaFileSystem implements Simulator {
  /** Methods and attributes of the class. */
  public static final SimulatorClass<GorillaFileSystem> TYPE =
      SimulatorClass.named("GorillaFileSystem", GorillaFileSystem::load)
          .publicAttributes("root", "long_context")
          .privateAttributes("_current_dir")
          .method("pwd", (self, a) -> self.pwd())
          .method("ls", (self, a) -> self.ls(a[0]), optional("a", false))
          .method("cd", (self, a) -> self.cd(a[0]), required("folder"))
          .method("mkdir", (self, a) -> self.mkdir(a[0]), required("dir_name"))
          .method("touch", (self, a) -> self.touch(a[0]), required("file_name"))
          .method(
              "echo",
              (self, a) -> self.echo(a[0], a[1]),
              required("content"),
              optional("file_name", PyNone.NONE))
          .method("cat", (self, a) -> self.cat(a[0]), required("file_name"))
          .method(
              "find",
              (self, a) -> self.find(a[0], a[1]),
              optional("path", "."),
              optional("name", PyNone.NONE))
          .method(
              "wc", (self, a) -> self.wc(a[0], a[1]), required("file_name"), optional("mode", "l"))
          .method("sort", (self, a) -> self.sort(a[0]), required("file_name"))
          .method(
              "grep",
              (self, a) -> self.grep(a[0], a[1]),
              required("file_name"),
              required("pattern"))
          .method("du", (self, a) -> self.du(a[0]), optional("human_readable", false))
          .method(
              "tail",
              (self, a) -> self.tail(a[0], a[1]),
              required("file_name"),
              optional("lines", 10L))
          .method(
              "diff",
              (self, a) -> self.diff(a[0], a[1]),
              required("file_name1"),
              required("file_name2"))
          .method(
              "mv", (self, a) -> self.mv(a[0], a[1]), required("source"), required("destination"))
          .method("rm", (self, a) -> self.rm(a[0]), required("file_name"))
          .method("rmdir", (self, a) -> self.rmdir(a[0]), required("dir_name"))
          .method(
              "cp", (self, a) -> self.cp(a[0], a[1]), required("source"), required("destination"))
          .build();

  private static final String INVALID_CHARACTERS = "|/\\?%*:\"><";
  private static final List<Object> INVALID_MEMBERS =
      List.copyOf(PyStrings.characters(INVALID_CHARACTERS));
  private static final List<String> SIZE_UNITS = List.of("B", "KB", "MB", "GB", "TB");
  private static final double SIZE_STEP = 1024;
  private static final int SIZE_DECIMALS = 2;

  private final Directory root;
  private final boolean longContext;
  private Directory current;

  private GorillaFileSystem(Directory root, boolean longContext) {
    this.root = root;
    this.longContext = longContext;
    this.current = root;
  }

  private static GorillaFileSystem load(PyDict scenario, boolean longContext, SharedWorld world) {
    return new GorillaFileSystem(FileTreeLoader.load(scenario, longContext, world), longContext);
  }

  private GorillaFileSystem(GorillaFileSystem other, WorldCopy copy) {
    this.root = copy.of(other.root);
    this.longContext = other.longContext;
    this.current = copy.of(other.current);
  }

  @Override
  public LiveInstance<GorillaFileSystem> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new GorillaFileSystem(this, copy));
  }

  @Override
  public SimulatorClass<GorillaFileSystem> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(root, longContext);
  }

  /** The path of the current directory, and whether the tree still holds that directory. */
  @Override
  public List<Object> privateState() {
    return List.of(PyTuple.of(path(), FileTreeWalk.reaches(root, current)));
  }

  private PyDict pwd() {
    return PyDict.of("current_working_directory", path());
  }

  /** The names up to the root, by parents: where a directory was made, not where it is now. */
  private String path() {
    Deque<String> names = new ArrayDeque<>();
    for (Directory at = current; at != null; at = at.parent()) {
      names.push(Py.str(at.name()));
    }
    return "/" + String.join("/", names);
  }

  private PyDict ls(Object all) {
    boolean hiddenToo = Py.isTrue(all);
    PyList names = new PyList();
    for (Object name : current.liveContents()) {
      if (hiddenToo || !isHidden(name)) {
        names.add(name);
      }
    }
    return PyDict.of("current_directory_content", names);
  }

  private static boolean isHidden(Object name) {
    if (name instanceof String text) {
      return text.startsWith(".");
    }
    throw PyException.noAttribute(name, "startswith");
  }

  private PyDict cd(Object folder) {
    String stripped = withoutLastSlashes(folder);
    String path = stripped.isEmpty() ? "/" : stripped;
    if (path.indexOf('/') >= 0 && !path.equals("/")) {
      return error(
          "cd: " + path + ": Unsupported path. Only one folder level at a time is supported.");
    }
    if (path.equals("..")) {
      return cdUp();
    }
    Directory target = resolve(path);
    if (target == null) {
      return error("cd: '" + path + "': No such file or directory");
    }
    current = target;
    return PyDict.of("current_working_directory", target.name());
  }

  private PyDict cdUp() {
    Directory parent = current.parent();
    if (parent == null) {
      return error("Current directory is already the root. Cannot go back.");
    }
    current = parent;
    return new PyDict();
  }

  private static String withoutLastSlashes(Object path) {
    if (path instanceof String text) {
      return PyStrings.stripRight(text, "/");
    }
    throw PyException.noAttribute(path, "rstrip");
  }

  /** The directory at a path; null if there is none. {@code ..} is a name like any other. */
  private @Nullable Directory resolve(Object path) {
    if (Py.isNone(path) || path.equals(".")) {
      return current;
    }
    if (path.equals("/")) {
      return root;
    }
    if (!(path instanceof String text)) {
      throw PyException.noAttribute(path, "strip");
    }
    Directory at = text.startsWith("/") ? root : current;
    for (String name : PyStrings.split(PyStrings.strip(text, "/"), "/")) {
      if (name.equals(".")) {
        continue;
      }
      if (!(at.liveContents().get(name) instanceof Directory next)) {
        return null;
      }
      at = next;
    }
    return at;
  }

  private Object mkdir(Object name) {
    if (!isValid(name)) {
      return error("mkdir: cannot create directory '" + Py.str(name) + "': Invalid character");
    }
    if (exists(name)) {
      return error("mkdir: cannot create directory '" + Py.str(name) + "': File exists");
    }
    current.addDirectory(name);
    return PyNone.NONE;
  }

  private Object touch(Object name) {
    if (!isValid(name)) {
      return error("touch: cannot touch '" + Py.str(name) + "': Invalid character");
    }
    if (exists(name)) {
      return error("touch: cannot touch '" + Py.str(name) + "': File exists");
    }
    current.addFile(name, "");
    return PyNone.NONE;
  }

  private Object echo(Object content, Object name) {
    if (Py.isNone(name)) {
      return PyDict.of("terminal_output", content);
    }
    if (!isValid(name)) {
      return error("echo: cannot write to '" + Py.str(name) + "': Invalid character");
    }
    if (!Py.isTrue(name)) {
      return PyDict.of("terminal_output", content);
    }
    if (!exists(name)) {
      return error("echo: cannot write to '" + Py.str(name) + "': No such file");
    }
    Object node = fetch(name);
    if (!(node instanceof File file)) {
      throw PyException.noAttribute(node, "_write");
    }
    file.write(content);
    return PyNone.NONE;
  }

  private PyDict cat(Object name) {
    if (!isValid(name)) {
      return error("cat: '" + Py.str(name) + "': Invalid character");
    }
    if (!exists(name)) {
      return error("cat: '" + Py.str(name) + "': No such file or directory");
    }
    return fetch(name) instanceof File file
        ? PyDict.of("file_content", file.keptContent())
        : error("cat: '" + Py.str(name) + "': Is a directory");
  }

  private PyDict find(Object path, Object name) {
    Directory start = resolve(path);
    if (start == null) {
      return error("find: '" + Py.str(path) + "': No such file or directory");
    }
    return PyDict.of("matches", FileTreeWalk.find(start, withoutLastSlashes(path), name));
  }

  private PyDict wc(Object name, Object mode) {
    if (!mode.equals("l") && !mode.equals("w") && !mode.equals("c")) {
      return error("wc: invalid mode '" + Py.str(mode) + "'");
    }
    File file = file(name);
    if (file == null) {
      return noFile("wc", name);
    }
    if (mode.equals("l")) {
      return PyDict.of("count", FileText.countLines(file.keptContent()), "type", "lines");
    }
    return mode.equals("w")
        ? PyDict.of("count", FileText.countWords(file.keptContent()), "type", "words")
        : PyDict.of("count", Py.length(file.keptContent()), "type", "characters");
  }

  private PyDict sort(Object name) {
    File file = file(name);
    return file == null
        ? noFile("sort", name)
        : PyDict.of("sorted_content", FileText.sorted(file.keptContent()));
  }

  private PyDict grep(Object name, Object pattern) {
    File file = file(name);
    return file == null
        ? noFile("grep", name)
        : PyDict.of("matching_lines", FileText.matching(file.keptContent(), pattern));
  }

  private PyDict du(Object humanReadable) {
    long bytes = FileTreeWalk.diskUsage(current);
    return PyDict.of("disk_usage", Py.isTrue(humanReadable) ? inUnits(bytes) : bytes + " bytes");
  }

  private static String inUnits(long bytes) {
    double size = bytes;
    for (String unit : SIZE_UNITS) {
      if (size < SIZE_STEP) {
        return PyNumbers.fixed(size, SIZE_DECIMALS) + " " + unit;
      }
      size /= SIZE_STEP;
    }
    return PyNumbers.fixed(size, SIZE_DECIMALS) + " PB";
  }

  private PyDict tail(Object name, Object lines) {
    File file = file(name);
    return file == null
        ? noFile("tail", name)
        : PyDict.of("last_lines", FileText.last(file.keptContent(), lines));
  }

  private PyDict diff(Object name1, Object name2) {
    boolean exist = exists(name1) && exists(name2);
    if (exist && fetch(name1) instanceof File file1 && fetch(name2) instanceof File file2) {
      return PyDict.of(
          "diff_lines", FileText.differences(file1.keptContent(), file2.keptContent()));
    }
    return error("diff: " + Py.str(name1) + " or " + Py.str(name2) + ": No such file or directory");
  }

  private PyDict mv(Object source, Object destination) {
    if (!exists(source)) {
      return error("mv: cannot move '" + Py.str(source) + "': No such file or directory");
    }
    Object node = fetch(source);
    if (Py.contains(destination, "/")) {
      return error("mv: path not allowed in destination. Provide only a file or directory name.");
    }
    if (!exists(destination)) {
      move(source, node, current, destination);
      return PyDict.of("result", "'" + Py.str(source) + "' moved to '" + Py.str(destination) + "'");
    }
    if (!(fetch(destination) instanceof Directory target)) {
      return error(refusal("mv: cannot move", source, Py.str(destination), "Not a directory"));
    }
    String path = Py.str(destination) + "/" + Py.str(source);
    if (target.liveContents().containsKey(source)) {
      return error(refusal("mv: cannot move", source, path, "File exists"));
    }
    move(source, node, target, source);
    return PyDict.of("result", "'" + Py.str(source) + "' moved to '" + path + "'");
  }

  private void move(Object source, Object node, Directory target, Object name) {
    current.liveContents().deleteItem(source);
    if (node instanceof File file) {
      target.addFile(name, file.keptContent());
    } else if (node instanceof Directory directory) {
      target.addDirectory(name).shareContentsOf(directory);
    }
  }

  private PyDict cp(Object source, Object destination) {
    if (!exists(source)) {
      return error("cp: cannot copy '" + Py.str(source) + "': No such file or directory");
    }
    Object node = fetch(source);
    if (Py.contains(destination, "/")) {
      return error("cp: path not allowed in destination. Provide only a file or directory name.");
    }
    if (!exists(destination)) {
      copy(node, current, destination);
      return PyDict.of(
          "result", "'" + Py.str(source) + "' copied to '" + Py.str(destination) + "'");
    }
    if (!(fetch(destination) instanceof Directory target)) {
      return error(refusal("cp: cannot copy", source, Py.str(destination), "Not a directory"));
    }
    // The reference asks the directory for the whole path, so a taken name raises in copy.
    String path = Py.str(destination) + "/" + Py.str(source);
    if (target.liveContents().containsKey(path)) {
      return error(refusal("cp: cannot copy", source, path, "File exists"));
    }
    copy(node, target, source);
    return PyDict.of("result", "'" + Py.str(source) + "' copied to '" + path + "'");
  }

  private static void copy(Object node, Directory target, Object name) {
    if (node instanceof File file) {
      target.addFile(name, file.keptContent());
    } else if (node instanceof Directory directory) {
      target.addDirectory(name).copyContentsOf(directory);
    }
  }

  private static String refusal(String action, Object source, String path, String reason) {
    return action + " '" + Py.str(source) + "' to '" + path + "': " + reason;
  }

  private PyDict rm(Object name) {
    if (!exists(name)) {
      return error("rm: cannot remove '" + Py.str(name) + "': No such file or directory");
    }
    return remove(name);
  }

  private PyDict rmdir(Object name) {
    if (!exists(name)) {
      return error("rmdir: cannot remove '" + Py.str(name) + "': No such file or directory");
    }
    if (!(fetch(name) instanceof Directory directory)) {
      return error("rmdir: cannot remove '" + Py.str(name) + "': Not a directory");
    }
    if (!directory.liveContents().isEmpty()) {
      return error("rmdir: cannot remove '" + Py.str(name) + "': Directory not empty");
    }
    return remove(name);
  }

  private PyDict remove(Object name) {
    current.liveContents().deleteItem(name);
    return PyDict.of("result", "'" + Py.str(name) + "' removed");
  }

  private boolean exists(Object name) {
    return current.liveContents().containsKey(name);
  }

  /** The node of an entry that exists; an entry named {@code .} is never reached. */
  private Object fetch(Object name) {
    return name.equals(".") ? current : current.liveContents().getItem(name);
  }

  private @Nullable File file(Object name) {
    return exists(name) && fetch(name) instanceof File file ? file : null;
  }

  /** Non-texts are tested as Python's {@code in} does: by member, or TypeError. */
  private static boolean isValid(Object name) {
    if (name instanceof String text) {
      for (int i = 0; i < text.length(); i++) {
        if (INVALID_CHARACTERS.indexOf(text.charAt(i)) >= 0) {
          return false;
        }
      }
      return true;
    }
    for (Object character : INVALID_MEMBERS) {
      if (Py.contains(name, character)) {
        return false;
      }
    }
    return true;
  }

  private static PyDict noFile(String method, Object name) {
    return error(method + ": " + Py.str(name) + ": No such file or directory");
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }
}
