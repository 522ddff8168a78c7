package org.sealflow.tau.state;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.digest.Sha256;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.PythonJsonText;

/**
 * The JSON text of a database as loaded, with the place of each record in it. The digest of a
 * changed database starts at the last checkpoint before the first change and takes the text of
 * unchanged records as it is. The text is written when the first digest is asked for.
 */
final class DatabaseText {
  private static final int STEP = 1 << 14;

  /** Text that takes the place of a part of the loaded text. */
  private record Edit(int from, int to, String text) {}

  /** Where a row stands: its key, its value and the end of it. */
  private record Place(int keyAt, int valueAt, int valueEnd) {}

  /** The rows of a table in the order of the text, and where the table closes. */
  private record Rows(List<String> keys, List<Place> places, int close) {}

  private final Map<String, Table> tables;
  private byte @Nullable [] bytes;
  private final Map<String, Rows> places = new HashMap<>();
  private final List<MessageDigest> checkpoints = new ArrayList<>();

  DatabaseText(Map<String, Table> tables) {
    this.tables = tables;
  }

  /** SHA-256 of the text of these tables, which are copies of the loaded ones. */
  String digest(Map<String, Table> current) {
    byte[] text = written();
    List<Edit> edits = new ArrayList<>();
    for (Map.Entry<String, Table> table : current.entrySet()) {
      Rows rows = places.get(table.getKey());
      if (rows != null) {
        addEdits(table.getValue(), rows, edits);
      }
    }
    edits.sort(Comparator.comparingInt(Edit::from));
    int at = edits.isEmpty() ? text.length : edits.get(0).from();
    int checkpoint = at / STEP;
    MessageDigest digest = clone(checkpoints.get(checkpoint));
    at = checkpoint * STEP;
    for (Edit edit : edits) {
      digest.update(text, at, edit.from() - at);
      digest.update(edit.text().getBytes(StandardCharsets.US_ASCII));
      at = edit.to();
    }
    digest.update(text, at, text.length - at);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void addEdits(Table table, Rows rows, List<Edit> edits) {
    for (Map.Entry<String, Entity> row : table.changed().entrySet()) {
      if (table.loaded().containsKey(row.getKey())) {
        int index = indexOf(table, rows, row.getKey());
        Place place = rows.places().get(index);
        edits.add(new Edit(place.valueAt(), place.valueEnd(), text(row.getValue())));
      }
    }
    List<String> added = new ArrayList<>(table.added());
    if (table.form() == Table.Form.MAP) {
      added.sort(PythonJsonText.BY_CODE_POINT);
    }
    boolean first = rows.keys().isEmpty();
    for (String key : added) {
      StringBuilder text = new StringBuilder();
      int index = rows.keys().size();
      if (table.form() == Table.Form.MAP) {
        index = -Collections.binarySearch(rows.keys(), key, PythonJsonText.BY_CODE_POINT) - 1;
        PythonJsonText.quote(text, key);
        text.append(": ");
      }
      PythonJsonText.appendSorted(text, table.find(key));
      if (index < rows.keys().size()) {
        int keyAt = rows.places().get(index).keyAt();
        edits.add(new Edit(keyAt, keyAt, text + ", "));
      } else {
        edits.add(new Edit(rows.close(), rows.close(), (first ? "" : ", ") + text));
        first = false;
      }
    }
  }

  private static int indexOf(Table table, Rows rows, String key) {
    return table.form() == Table.Form.MAP
        ? Collections.binarySearch(rows.keys(), key, PythonJsonText.BY_CODE_POINT)
        : rows.keys().indexOf(key);
  }

  private static String text(Entity entity) {
    StringBuilder text = new StringBuilder();
    PythonJsonText.appendSorted(text, entity);
    return text.toString();
  }

  private static List<String> digested(Map<String, Table> tables) {
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, Table> table : tables.entrySet()) {
      if (table.getValue().form() != Table.Form.HIDDEN) {
        names.add(table.getKey());
      }
    }
    names.sort(PythonJsonText.BY_CODE_POINT);
    return names;
  }

  private synchronized byte[] written() {
    if (bytes == null) {
      StringBuilder text = new StringBuilder("{");
      String comma = "";
      for (String name : digested(tables)) {
        text.append(comma).append('"').append(name).append("\": ");
        Table table = Objects.requireNonNull(tables.get(name));
        places.put(name, write(text, table.form(), table.loaded()));
        comma = ", ";
      }
      text.append('}');
      byte[] written = text.toString().getBytes(StandardCharsets.US_ASCII);
      mark(written);
      bytes = written;
    }
    return bytes;
  }

  private static Rows write(StringBuilder text, Table.Form form, Map<String, Entity> loaded) {
    List<String> keys = new ArrayList<>(loaded.keySet());
    List<Place> places = new ArrayList<>(keys.size());
    boolean map = form == Table.Form.MAP;
    if (map) {
      keys.sort(PythonJsonText.BY_CODE_POINT);
    }
    text.append(map ? "{" : form == Table.Form.LIST ? "[" : "");
    for (String key : keys) {
      text.append(places.isEmpty() ? "" : ", ");
      int keyAt = text.length();
      if (map) {
        PythonJsonText.quote(text, key);
        text.append(": ");
      }
      int valueAt = text.length();
      PythonJsonText.appendSorted(text, loaded.get(key));
      places.add(new Place(keyAt, valueAt, text.length()));
    }
    int close = text.length();
    text.append(map ? "}" : form == Table.Form.LIST ? "]" : "");
    return new Rows(keys, places, close);
  }

  private void mark(byte[] text) {
    MessageDigest digest = Sha256.start();
    for (int at = 0; at <= text.length; at += STEP) {
      checkpoints.add(clone(digest));
      digest.update(text, at, Math.min(STEP, text.length - at));
    }
  }

  private static MessageDigest clone(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
