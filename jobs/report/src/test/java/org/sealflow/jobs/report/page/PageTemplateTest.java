package org.sealflow.jobs.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTemplateTest {
  @Test
  void placesAreFilledAndNotSearchedAgain() throws Exception {
    StringWriter out = new StringWriter();
    new PageTemplate("a {{one}} b {{two}}.")
        .write(out, Map.of("one", to -> to.append("{{two}} $1"), "two", to -> to.append("2")));
    assertThat(out).hasToString("a {{two}} $1 b 2.");
  }

  @Test
  void placeWithoutPartIsRefused() {
    assertThatThrownBy(() -> new PageTemplate("{{one}}").write(new StringWriter(), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing fills {{one}}");
  }
}
