package org.sealflow.bfcl.simulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyObject;
import org.sealflow.python.PyText;

/**
 * A directory of {@link GorillaFileSystem}: mutable, with identity. Its parent is the directory it
 * was made in, which need not hold it any more; its contents map may be that of another directory
 * too, and may even lead back to itself.
 *
 * <p>Source: gorilla-file-system.md, sections 1.1, 4.15 and 4.18.
 */
public final class Directory implements PyObject {
  /** A level of comparison takes three of the 1,000 nested calls Python allows. */
  private static final int MAX_COMPARED_LEVELS = 325;

  private final Object name;
  private final @Nullable Directory parent;
  private PyDict entries = new PyDict();

  /** Names of empty files that come after the entries, not yet made. */
  private @Nullable PyList pending;

  Directory(Object name, @Nullable Directory parent) {
    this.name = name;
    this.parent = parent;
  }

  /** The directory in the copy of its world, with what it holds and where it was made. */
  Directory copy(WorldCopy copies) {
    Directory made = new Directory(name, parent == null ? null : copies.of(parent));
    copies.know(this, made);
    made.entries = copies.of(entries);
    made.pending = pending;
    return made;
  }

  /** The name: a text, or whatever else could serve as a key of the parent. */
  public Object name() {
    return name;
  }

  /** The directory it was made in, null for the root. */
  public @Nullable Directory parent() {
    return parent;
  }

  /**
   * Entry name to {@link File} or {@link Directory}, in the order of insertion, to read: any number
   * of threads may do so.
   */
  public PyDict contents() {
    PyList names = pending;
    return names == null ? entries : withEmptyFiles(entries.copy(), names);
  }

  /** The same, live. */
  PyDict liveContents() {
    PyList names = pending;
    if (names != null) {
      pending = null;
      return withEmptyFiles(entries, names);
    }
    return entries;
  }

  private static PyDict withEmptyFiles(PyDict entries, PyList names) {
    for (Object fileName : names) {
      entries.put(fileName, new File(fileName, ""));
    }
    return entries;
  }

  /**
   * Adds an empty directory.
   *
   * @throws PyException ValueError where the name is taken
   */
  Directory addDirectory(Object directoryName) {
    requireFree("Directory", directoryName);
    Directory added = new Directory(directoryName, this);
    entries.put(directoryName, added);
    return added;
  }

  /**
   * Adds a file.
   *
   * @throws PyException ValueError where the name is taken
   */
  void addFile(Object fileName, Object content) {
    requireFree("File", fileName);
    entries.put(fileName, new File(fileName, content));
  }

  private void requireFree(String kind, Object entryName) {
    if (liveContents().containsKey(entryName)) {
      throw PyException.valueError(
          kind
              + " '"
              + Py.str(entryName)
              + "' already exists in directory '"
              + Py.str(name)
              + "'.");
    }
  }

  /** Puts a loaded file at its place. */
  void attach(File file) {
    entries.put(file.name(), file);
  }

  /** Puts a loaded directory at its place. */
  void attach(Directory directory) {
    entries.put(directory.name, directory);
  }

  /**
   * Adds empty files. They are made when somebody looks into the directory: of the dozens that long
   * scenarios put into each directory, calls meet few.
   *
   * @param names shared by all instances, only read
   * @throws PyException ValueError where a name is taken
   */
  void populate(PyList names) {
    for (Object fileName : names) {
      requireFree("File", fileName);
    }
    pending = names;
  }

  /** {@code mv}: both directories have one contents map from now on. */
  void shareContentsOf(Directory other) {
    entries = other.liveContents();
  }

  /** {@code cp}: a contents map of its own, which holds the very nodes of the other. */
  void copyContentsOf(Directory other) {
    entries = other.liveContents().copy();
  }

  /** The directories among the entries. */
  List<Directory> directories() {
    List<Directory> directories = new ArrayList<>();
    for (Object entryName : entries) {
      if (entries.get(entryName) instanceof Directory directory) {
        directories.add(directory);
      }
    }
    return directories;
  }

  /**
   * Equal names and equal contents, whatever the order and the parents.
   *
   * @throws PyException RecursionError where both directories lead back to themselves
   */
  @Override
  public boolean pyEquals(Object other) {
    return sameNode(this, other, 0);
  }

  private static boolean sameNode(@Nullable Object a, @Nullable Object b, int level) {
    if (a == b) {
      return true;
    }
    if (a instanceof File file && b instanceof File other) {
      return file.pyEquals(other);
    }
    return a instanceof Directory directory
        && b instanceof Directory other
        && Py.eq(directory.name, other.name)
        && directory.hasContentsOf(other, level);
  }

  private boolean hasContentsOf(Directory other, int level) {
    if (level > MAX_COMPARED_LEVELS) {
      throw new PyException(
          PyException.Kind.RECURSION_ERROR, "maximum recursion depth exceeded in comparison");
    }
    boolean samePending = pending == other.pending;
    PyDict left = samePending ? entries : contents();
    PyDict right = samePending ? other.entries : other.contents();
    if (left == right) {
      return true;
    }
    if (left.size() != right.size()) {
      return false;
    }
    for (Object entryName : left) {
      Object counterpart = right.get(entryName);
      if (counterpart == null || !sameNode(left.get(entryName), counterpart, level + 1)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String typeName() {
    return "Directory";
  }

  @Override
  public String repr() {
    return Py.repr(this);
  }

  /** A contents map that is met again inside itself is written as Python writes such dicts. */
  @Override
  public void writeRepr(PyText text) {
    text.write("<Directory: ");
    text.writeStr(name);
    text.write(", Parent: ");
    text.writeStr(parent == null ? PyNone.NONE : parent.name);
    text.write(", Contents: ");
    text.writeRepr(contents());
    text.write(">");
  }

  @Override
  public String toString() {
    return repr();
  }
}
