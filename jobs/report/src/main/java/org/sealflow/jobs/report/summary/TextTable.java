package org.sealflow.jobs.report.summary;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of text: the first columns hold names, the others numbers, aligned at their right. */
public final class TextTable {
  private static final int WIDEST = 60;

  private final List<ColumnData<List<String>>> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final String title;

  /**
   * A table without rows.
   *
   * @param names how many columns hold names
   */
  public TextTable(String title, int names, String... headers) {
    this.title = title;
    for (int i = 0; i < headers.length; i++) {
      columns.add(column(i, headers[i], i < names ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT));
    }
  }

  private static ColumnData<List<String>> column(int index, String header, HorizontalAlign align) {
    return new Column()
        .header(header)
        .headerAlign(align)
        .dataAlign(align)
        .maxWidth(WIDEST, OverflowBehaviour.ELLIPSIS_RIGHT)
        .with(row -> row.get(index));
  }

  /** Adds a row with a cell for each column. */
  public void row(String... cells) {
    rows.add(Arrays.stream(cells).map(Texts::printable).toList());
  }

  /** Appends the table under its title; nothing where it has no rows. */
  public void appendTo(StringBuilder text) {
    if (rows.isEmpty()) {
      return;
    }
    String table =
        AsciiTable.builder()
            .lineSeparator("\n")
            .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER)
            .data(rows, columns)
            .asString();
    text.append(title).append('\n');
    table.lines().forEach(line -> text.append(line.stripTrailing()).append('\n'));
    text.append('\n');
  }
}
