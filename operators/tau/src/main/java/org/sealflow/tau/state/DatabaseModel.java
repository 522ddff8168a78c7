package org.sealflow.tau.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sealflow.tau.python.Entity;

/**
 * The tables of a database.
 *
 * @param name the name of the database's type in error texts
 * @param tables in declared order
 */
public record DatabaseModel(String name, List<TableModel> tables) {
  /**
   * One table.
   *
   * @param key the field of a record that identifies it in a list; empty for the other forms
   */
  public record TableModel(String name, Table.Form form, Model model, String key) {}

  public DatabaseModel {
    tables = List.copyOf(tables);
  }

  /** A model of tables given one by one. */
  public static DatabaseModel of(String name, TableModel... tables) {
    return new DatabaseModel(name, List.of(tables));
  }

  public static TableModel map(String name, Model model) {
    return new TableModel(name, Table.Form.MAP, model, "");
  }

  public static TableModel list(String name, Model model, String key) {
    return new TableModel(name, Table.Form.LIST, model, key);
  }

  public static TableModel single(String name, Model model) {
    return new TableModel(name, Table.Form.SINGLE, model, "");
  }

  public static TableModel hidden(String name, Model model) {
    return new TableModel(name, Table.Form.HIDDEN, model, "");
  }

  /**
   * The database that a JSON or TOML object describes.
   *
   * @throws org.sealflow.tau.python.CallException if a value does not fit its model
   */
  public Database read(Map<?, ?> data) {
    Map<String, Table> read = new LinkedHashMap<>();
    for (TableModel table : tables) {
      Object content = data.get(table.name());
      read.put(table.name(), new Table(table.form(), rows(table, content)));
    }
    return new Database(this, read);
  }

  TableModel table(String name) {
    for (TableModel table : tables) {
      if (table.name().equals(name)) {
        return table;
      }
    }
    throw new IllegalArgumentException(this.name + " has no table " + name);
  }

  private static Map<String, Entity> rows(
      TableModel table, @org.jspecify.annotations.Nullable Object content) {
    Map<String, Entity> rows = new LinkedHashMap<>();
    switch (table.form()) {
      case MAP -> {
        Map<?, ?> map = (Map<?, ?>) Objects.requireNonNull(content, table.name());
        for (Map.Entry<?, ?> row : map.entrySet()) {
          rows.put((String) row.getKey(), table.model().read((Map<?, ?>) row.getValue()));
        }
      }
      case LIST -> {
        for (Object row :
            new ArrayList<>((List<?>) Objects.requireNonNull(content, table.name()))) {
          Entity entity = table.model().read((Map<?, ?>) row);
          rows.putIfAbsent(entity.text(table.key()), entity);
        }
      }
      case SINGLE, HIDDEN ->
          rows.put("", table.model().read(content == null ? Map.of() : (Map<?, ?>) content));
    }
    return rows;
  }
}
