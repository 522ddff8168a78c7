package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyStrings;

/** A workspace of text files and folders, two levels deep, and the folder the user is in. */
final class FileStage implements ServiceStage {
  private static final String ROOT = "workspace";

  private final Draws draws;
  private final TaskWords values;
  private final boolean large;
  private final PyDict scenario;
  private Folder current;

  /** A folder as it is now: file name → text, folder name → folder. */
  private static final class Folder {
    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, Folder> folders = new LinkedHashMap<>();
  }

  FileStage(Draws draws, TaskWords values, boolean large) {
    this.draws = draws;
    this.values = values;
    this.large = large;
    this.current = filled(large ? 14 : 3, large ? 20 : 4);
    long folders = large ? draws.between(4, 6) : 2;
    for (int i = 0; i < folders; i++) {
      current.folders.put(values.name(), filled(large ? 3 : 1, large ? 5 : 2));
    }
    if (draws.chance(0.5)) {
      current.folders.put(values.name(), new Folder());
    }
    scenario =
        PyDict.of(
            "root", PyDict.of(ROOT, PyDict.of("type", "directory", "contents", contents(current))));
  }

  private Folder filled(int fewest, int most) {
    Folder folder = new Folder();
    for (long more = draws.between(fewest, most); more > 0; more--) {
      folder.files.put(values.fileName(), lines());
    }
    return folder;
  }

  private String lines() {
    List<String> lines = new ArrayList<>();
    for (long more = large ? draws.between(4, 10) : draws.between(1, 2); more > 0; more--) {
      lines.add(values.text(2, 3));
    }
    return String.join("\n", lines);
  }

  private static PyDict contents(Folder folder) {
    PyDict contents = new PyDict();
    folder.files.forEach(
        (name, text) -> contents.put(name, PyDict.of("type", "file", "content", text)));
    folder.folders.forEach(
        (name, inner) ->
            contents.put(name, PyDict.of("type", "directory", "contents", contents(inner))));
    return contents;
  }

  @Override
  public PyDict scenario() {
    return scenario;
  }

  String file() {
    return Stages.pick(draws, List.copyOf(current.files.keySet()));
  }

  /** A file other than this one. */
  String fileBeside(String file) {
    return Stages.pick(
        draws, current.files.keySet().stream().filter(name -> !name.equals(file)).toList());
  }

  /** A file of the current folder is gone. */
  void forget(String file) {
    current.files.remove(file);
  }

  String folder() {
    return Stages.pick(draws, List.copyOf(current.folders.keySet()));
  }

  /** A folder with files in it. */
  String filledFolder() {
    return Stages.pick(
        draws,
        current.folders.entrySet().stream()
            .filter(folder -> !folder.getValue().files.isEmpty())
            .map(Map.Entry::getKey)
            .toList());
  }

  /** A folder with nothing in it, gone from now on; none if folders are filled up. */
  String takeEmptyFolder() {
    String empty =
        Stages.pick(
            draws,
            large
                ? List.of()
                : current.folders.entrySet().stream()
                    .filter(entry -> isEmpty(entry.getValue()))
                    .map(Map.Entry::getKey)
                    .toList());
    current.folders.remove(empty);
    return empty;
  }

  private static boolean isEmpty(Folder folder) {
    return folder.files.isEmpty() && folder.folders.isEmpty();
  }

  /** A folder that does not hold a file of that name. */
  String folderWithout(String file) {
    return Stages.pick(
        draws,
        current.folders.entrySet().stream()
            .filter(folder -> !folder.getValue().files.containsKey(file))
            .map(Map.Entry::getKey)
            .toList());
  }

  /** Puts a file of the current folder into one of its folders, too. */
  void copy(String file, String folder) {
    Folder target = current.folders.get(folder);
    if (target != null) {
      target.files.put(file, textOf(file));
    }
  }

  /** Moves a file of the current folder into one of its folders. */
  void move(String file, String folder) {
    copy(file, folder);
    current.files.remove(file);
  }

  String textOf(String file) {
    return current.files.getOrDefault(file, "");
  }

  /** Makes or overwrites a file of the current folder. */
  void write(String file, String text) {
    current.files.put(file, text);
  }

  void addFolder(String name) {
    current.folders.put(name, new Folder());
  }

  /** Moves into a folder of the current one. */
  void enter(String folder) {
    Folder target = current.folders.get(folder);
    if (target != null) {
      current = target;
    }
  }

  /** A file that says something. */
  String fileWithText() {
    return Stages.pick(
        draws,
        current.files.entrySet().stream()
            .filter(file -> !file.getValue().isBlank())
            .map(Map.Entry::getKey)
            .toList());
  }

  /** A word of a file that says something. */
  String wordOf(String file) {
    return Stages.pick(draws, PyStrings.split(textOf(file)));
  }
}
