package org.sealflow.jobs.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class AlignedRowsTest {
  @Test
  void columnsAreAsWideAsTheirContentAndNumbersStandRight() {
    AlignedRows rows = new AlignedRows("name", "n", "what");
    rows.row("a", "5", "x");
    rows.row("größer😀", "1000", "");
    StringWriter out = new StringWriter();
    rows.print(new PrintWriter(out));
    assertThat(out.toString().lines())
        .containsExactly("name        n  what", "a           5  x", "größer😀  1000");
  }

  @Test
  void aRowHasACellPerColumn() {
    AlignedRows rows = new AlignedRows("a", "b");
    assertThatThrownBy(() -> rows.row("1")).isInstanceOf(IllegalArgumentException.class);
  }
}
