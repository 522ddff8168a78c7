package org.sealflow.bfcl.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyStrings;

/**
 * Walks through a directory tree: depth first, entries in order. A directory that leads back to
 * itself ends a walk with Python's RecursionError; one that repeated copying has made huge ends it
 * with a {@link PyLimitException}.
 */
final class FileTreeWalk {
  /** Python allows 1,000 nested calls, those of the walk's caller included. */
  private static final int MAX_LEVELS = 960;

  private static final long MAX_PATHS = 100_000;
  private static final long MAX_CHARACTERS = 1 << 24;
  private static final long MAX_BYTES = 1L << 50;
  private static final String TOO_DEEP = "maximum recursion depth exceeded";

  /** Adds one entry to a sum; raises the walk's error at that entry. */
  private interface Measure {
    long of(Object entryName, Object node);
  }

  private final Measure measure;
  private final long limit;
  private final String tooDeep;
  private final Set<Directory> open = new HashSet<>();
  private final Map<Directory, Long> sums = new HashMap<>();
  private long characters;

  private FileTreeWalk(Measure measure, long limit, String tooDeep) {
    this.measure = measure;
    this.limit = limit;
    this.tooDeep = tooDeep;
  }

  /**
   * The paths of the entries below a directory.
   *
   * @param base the text all paths begin with
   * @param name what the names of the entries have to contain, None for all entries
   * @throws PyException TypeError where {@code name} is neither and there is an entry
   */
  static PyList find(Directory start, String base, Object name) {
    // Counting first raises whatever the search raises: on a cycle there are paths without end.
    // In Python 3.11 the innermost call fails where it asks for the items of the contents.
    FileTreeWalk matches =
        new FileTreeWalk(
            (entryName, node) -> matches(entryName, name) ? 1 : 0,
            MAX_PATHS,
            TOO_DEEP + " while calling a Python object");
    PyList paths = new PyList();
    if (matches.sum(start) > 0) {
      matches.collect(start, base, paths);
    }
    return paths;
  }

  /** Adds the paths of the entries that count, without a look into directories that hold none. */
  private void collect(Directory directory, String base, PyList paths) {
    PyDict contents = directory.liveContents();
    for (Object entryName : contents) {
      Object node = contents.getItem(entryName);
      if (measure.of(entryName, node) > 0) {
        paths.add(counted(base + "/" + Py.str(entryName)));
      }
      if (node instanceof Directory child && sum(child) > 0) {
        collect(child, base + "/" + Py.str(entryName), paths);
      }
    }
  }

  /** Few paths are long all the same if the names are. */
  private String counted(String path) {
    characters += path.length();
    if (characters > MAX_CHARACTERS) {
      throw tooLarge();
    }
    return path;
  }

  private static PyLimitException tooLarge() {
    return new PyLimitException("the directory tree is too large to walk through");
  }

  private static boolean matches(Object entryName, Object name) {
    return Py.isNone(name) || Py.contains(entryName, name);
  }

  /**
   * How many bytes of UTF-8 the files below a directory hold.
   *
   * @throws PyException AttributeError where a content is no text, UnicodeEncodeError where a text
   *     holds lone surrogates
   */
  static long diskUsage(Directory start) {
    return new FileTreeWalk((entryName, node) -> bytes(node), MAX_BYTES, TOO_DEEP).sum(start);
  }

  private static long bytes(Object node) {
    if (!(node instanceof File file)) {
      return 0;
    }
    if (file.keptContent() instanceof String text) {
      return PyStrings.utf8Length(text);
    }
    throw PyException.noAttribute(file.keptContent(), "encode");
  }

  /**
   * A directory met again gives its sum without a second walk: what copies share is shared here.
   */
  private long sum(Directory directory) {
    Long known = sums.get(directory);
    if (known != null) {
      return known;
    }
    if (open.size() > MAX_LEVELS || !open.add(directory)) {
      throw new PyException(PyException.Kind.RECURSION_ERROR, tooDeep);
    }
    PyDict contents = directory.liveContents();
    long sum = 0;
    for (Object entryName : contents) {
      Object node = contents.getItem(entryName);
      sum += measure.of(entryName, node);
      if (node instanceof Directory child) {
        sum += sum(child);
      }
      if (sum > limit) {
        throw tooLarge();
      }
    }
    open.remove(directory);
    sums.put(directory, sum);
    return sum;
  }

  /** Whether a directory object is met on some way down from another. */
  static boolean reaches(Directory start, Directory wanted) {
    Set<Directory> met = new HashSet<>();
    Deque<Directory> open = new ArrayDeque<>();
    open.push(start);
    while (!open.isEmpty()) {
      Directory directory = open.pop();
      if (directory == wanted) {
        return true;
      }
      if (met.add(directory)) {
        directory.directories().forEach(open::push);
      }
    }
    return false;
  }
}
