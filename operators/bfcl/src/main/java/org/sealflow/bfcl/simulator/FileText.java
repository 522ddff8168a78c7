package org.sealflow.bfcl.simulator;

import java.math.BigInteger;
import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyStrings;

/**
 * Computes for {@link GorillaFileSystem} what depends on the content of files. A content that is no
 * text raises AttributeError.
 *
 * <p>Source: gorilla-file-system.md, sections 4.9 to 4.14.
 */
final class FileText {
  private FileText() {}

  static long countLines(Object content) {
    return lines(content).size();
  }

  static long countWords(Object content) {
    if (content instanceof String text) {
      return PyStrings.split(text).size();
    }
    throw PyException.noAttribute(content, "split");
  }

  static String sorted(Object content) {
    List<String> lines = lines(content);
    lines.sort(PyStrings::compare);
    return String.join("\n", lines);
  }

  /** The lines that contain {@code pattern}; TypeError where it is no text and there is a line. */
  static PyList matching(Object content, Object pattern) {
    PyList matching = new PyList();
    for (String line : lines(content)) {
      if (Py.contains(line, pattern)) {
        matching.add(line);
      }
    }
    return matching;
  }

  /**
   * {@code lines[-count:]}: zero gives all lines, a negative count drops lines at the front.
   *
   * @throws PyException TypeError where {@code count} has no order with ints, or is a float that
   *     does not exceed the number of lines
   */
  static String last(Object content, Object count) {
    List<String> lines = lines(content);
    int size = lines.size();
    int start = Py.greater(count, (long) size) ? 0 : startOfLast(count, size);
    return String.join("\n", lines.subList(start, size));
  }

  private static int startOfLast(Object count, int size) {
    if (!Py.isInt(count)) {
      throw PyException.typeError(
          "slice indices must be integers or None or have an __index__ method");
    }
    int wanted = PyNumbers.toBigInteger(count).max(BigInteger.valueOf(-size)).intValueExact();
    return wanted > 0 ? size - wanted : -wanted;
  }

  /** The lines that differ, compared up to the length of the shorter content. */
  static String differences(Object left, Object right) {
    List<String> leftLines = lines(left);
    List<String> rightLines = lines(right);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(leftLines.size(), rightLines.size()); i++) {
      if (!leftLines.get(i).equals(rightLines.get(i))) {
        out.append(out.length() == 0 ? "- " : "\n- ").append(leftLines.get(i));
        out.append("\n+ ").append(rightLines.get(i));
      }
    }
    return out.toString();
  }

  private static List<String> lines(Object content) {
    if (content instanceof String text) {
      return PyStrings.splitLines(text);
    }
    throw PyException.noAttribute(content, "splitlines");
  }
}
