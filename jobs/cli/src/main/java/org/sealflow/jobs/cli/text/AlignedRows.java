package org.sealflow.jobs.cli.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** Rows for people: columns as wide as their content, numbers to the right. */
public final class AlignedRows {
  private static final String GAP = "  ";
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

  private final List<List<String>> rows = new ArrayList<>();

  /** Columns with these names. */
  public AlignedRows(String... columns) {
    rows.add(List.of(columns));
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException if it has not a cell per column
   */
  public void row(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException(cells.length + " cells in " + rows.get(0).size());
    }
    rows.add(List.of(cells));
  }

  /** Writes the column names and the rows. */
  public void print(PrintWriter out) {
    List<Integer> widths = new ArrayList<>(Collections.nCopies(rows.get(0).size(), 0));
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths.set(column, Math.max(widths.get(column), width(row.get(column))));
      }
    }
    rows.forEach(row -> out.println(line(row, widths)));
    out.flush();
  }

  private String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      String padding = " ".repeat(widths.get(column) - width(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(isNumeric(column) ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private boolean isNumeric(int column) {
    return rows.size() > 1
        && rows.subList(1, rows.size()).stream()
            .allMatch(row -> NUMBER.matcher(row.get(column)).matches());
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
