package org.sealflow.bfcl.simulator;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;

/**
 * Makes the directory tree of a scenario.
 *
 * <p>Source: gorilla-file-system.md, sections 1.3 and 2.
 */
final class FileTreeLoader {
  private final @Nullable Extension extension;

  private FileTreeLoader(@Nullable Extension extension) {
    this.extension = extension;
  }

  /**
   * The additions of long scenarios: a text at the end of most files, files in the bottommost
   * directories.
   */
  private record Extension(String text, PyList filesWithoutText, PyList fileNames) {
    static Extension of(LongContext constants) {
      return new Extension(
          constants.text("FILE_CONTENT_EXTENSION"),
          constants.list("FILES_TAIL_USED"),
          constants.list("POPULATE_FILE_EXTENSION"));
    }
  }

  /**
   * The root directory.
   *
   * @param scenario {@code {"root": {name: {"contents": ...}}}}, of which only the first name
   *     counts; without {@code root} the tree is one empty directory, never extended
   * @throws PyException if the reference's loading raises: an empty root, a missing key, a file
   *     with the name of one that a long scenario adds
   */
  static Directory load(PyDict scenario, boolean longContext, SharedWorld world) {
    Object roots = scenario.get("root");
    if (roots == null) {
      return new Directory("/", null);
    }
    PyDict named = Receiver.dict(roots, "keys");
    Iterator<Object> names = named.iterator();
    if (!names.hasNext()) {
      throw PyException.indexError("list index out of range");
    }
    Object name = names.next();
    Directory root = new Directory(name, null);
    new FileTreeLoader(longContext ? Extension.of(world.longContext()) : null)
        .fill(root, contents(named.takeItem(name)));
    return root;
  }

  private void fill(Directory directory, Object contents) {
    PyDict items = Receiver.dict(contents, "items");
    boolean bottommost = true;
    for (Object name : items) {
      Object item = items.takeItem(name);
      Object type = Py.getItem(item, "type");
      if (type.equals("directory")) {
        Directory child = new Directory(name, directory);
        fill(child, contents(item));
        directory.attach(child);
        bottommost = false;
      } else if (type.equals("file")) {
        directory.attach(file(name, Py.getItem(item, "content")));
      }
    }
    if (extension != null && bottommost) {
      directory.populate(extension.fileNames);
    }
  }

  private static Object contents(Object item) {
    return item instanceof PyDict dict ? dict.takeItem("contents") : Py.getItem(item, "contents");
  }

  private File file(Object name, Object content) {
    if (extension == null || extension.filesWithoutText.contains(name)) {
      return new File(name, content);
    }
    return content instanceof String text
        ? new File(name, text, extension.text)
        : new File(name, PyNumbers.add(content, extension.text));
  }
}
