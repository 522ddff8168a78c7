package org.sealflow.bfcl.check;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.sealflow.bfcl.simulator.Directory;
import org.sealflow.bfcl.simulator.File;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.PyList;
import org.sealflow.python.PySet;
import org.sealflow.python.PyStrings;
import org.sealflow.python.PyText;
import org.sealflow.python.PyTuple;
import org.sealflow.schemas.digest.Sha256;

/**
 * The state of a simulator as canonical JSON: keys sorted, ASCII only, no blanks. Values JSON does
 * not have become objects whose one key begins with {@code $}. Two states have one text exactly
 * when they are equal and of the same types ({@code 1} and {@code 1.0} differ here).
 */
public final class CanonicalState {
  /** Characters; a hundred times what the states of the benchmark take. */
  private static final int LONGEST = 1 << 22;

  private static final int BRACKETS = 2;

  private final Deque<Object> open = new ArrayDeque<>();
  private int left = LONGEST;

  private CanonicalState() {}

  /**
   * The canonical text of all public attributes of an instance.
   *
   * @throws PyLimitException if it would be too long: directories that copies share are written
   *     once for each path to them
   */
  public static String text(Simulator simulator) {
    List<String> names = simulator.type().publicAttributes();
    List<Object> values = simulator.publicState();
    CanonicalState writer = new CanonicalState();
    List<String> members = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).startsWith("_")) {
        members.add(PyJson.dumps(names.get(i)) + ":" + writer.value(values.get(i)));
      }
    }
    members.sort(Comparator.naturalOrder());
    return "{" + String.join(",", members) + "}";
  }

  /**
   * SHA-256 (hex) of the canonical text.
   *
   * @throws PyLimitException as {@link #text}
   */
  public static String sha256(Simulator simulator) {
    return Sha256.hex(text(simulator));
  }

  private String value(Object value) {
    if (value instanceof Double number) {
      return Double.isNaN(number) || Double.isInfinite(number)
          ? "{\"$float\":\"" + PyText.floatRepr(number) + "\"}"
          : PyText.floatRepr(number);
    }
    if (value instanceof String
        || value instanceof Long
        || value instanceof BigInteger
        || value instanceof Boolean
        || Py.isNone(value)) {
      return counted(PyJson.dumps(value));
    }
    int levels = levelsUp(value);
    if (levels > 0) {
      return "{\"$cycle\":" + levels + "}";
    }
    spend(BRACKETS);
    open.push(value);
    String text = container(value);
    open.pop();
    return text;
  }

  private String counted(String text) {
    spend(text.length());
    return text;
  }

  private void spend(int characters) {
    left -= characters;
    if (left < 0) {
      throw new PyLimitException("the state is longer than " + LONGEST + " characters");
    }
  }

  private int levelsUp(Object value) {
    int level = 0;
    for (Object outer : open) {
      level++;
      if (outer == value) {
        return level;
      }
    }
    return 0;
  }

  private String container(Object value) {
    if (value instanceof PyList list) {
      return items(list);
    }
    if (value instanceof PyTuple tuple) {
      return "{\"$tuple\":" + items(tuple) + "}";
    }
    if (value instanceof PySet set) {
      List<String> members = new ArrayList<>();
      set.forEach(member -> members.add(value(member)));
      members.sort(Comparator.naturalOrder());
      return "{\"$set\":[" + String.join(",", members) + "]}";
    }
    if (value instanceof PyDict dict) {
      return dict(dict);
    }
    if (value instanceof File file) {
      return object(
          List.of("\"$file\":" + value(file.name()), "\"content\":" + value(file.content())));
    }
    if (value instanceof Directory directory) {
      Directory parent = directory.parent();
      return object(
          List.of(
              "\"$dir\":" + value(directory.name()),
              "\"parent\":" + (parent == null ? "null" : value(parent.name())),
              "\"contents\":" + dict(directory.contents())));
    }
    return object(
        List.of(
            "\"$obj\":" + PyJson.dumps(Py.typeName(value)),
            "\"repr\":" + PyJson.dumps(Py.repr(value))));
  }

  private String items(Iterable<Object> values) {
    List<String> items = new ArrayList<>();
    values.forEach(item -> items.add(value(item)));
    return "[" + String.join(",", items) + "]";
  }

  private String dict(PyDict dict) {
    boolean plain = true;
    for (Object key : dict) {
      plain &= key instanceof String text && !text.startsWith("$");
    }
    if (plain) {
      List<PyDict.Entry> entries = new ArrayList<>(dict.entries());
      entries.sort((a, b) -> PyStrings.compare((String) a.key(), (String) b.key()));
      List<String> members = new ArrayList<>();
      for (PyDict.Entry entry : entries) {
        members.add(counted(PyJson.dumps(entry.key())) + ":" + value(entry.value()));
      }
      return "{" + String.join(",", members) + "}";
    }
    List<String[]> pairs = new ArrayList<>();
    for (PyDict.Entry entry : dict.entries()) {
      pairs.add(new String[] {value(entry.key()), value(entry.value())});
    }
    pairs.sort(Comparator.comparing(pair -> pair[0]));
    List<String> written = new ArrayList<>();
    pairs.forEach(pair -> written.add("[" + pair[0] + "," + pair[1] + "]"));
    return "{\"$dict\":[" + String.join(",", written) + "]}";
  }

  private static String object(List<String> members) {
    List<String> sorted = new ArrayList<>(members);
    sorted.sort(Comparator.naturalOrder());
    return "{" + String.join(",", sorted) + "}";
  }
}
