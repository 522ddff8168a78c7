package org.sealflow.jobs.report.page;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The page of the inspector: the report page's scripts over a server's JSON. Its content security
 * policy allows the scripts and the style that stand in it, and requests to its own server.
 *
 * @param html the document
 * @param policy its content security policy
 */
public record ServedPage(String html, String policy) {
  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/4.4.3/dist/chart.umd.js";

  /** The scripts in the order they need each other. */
  private static final List<String> SCRIPTS =
      List.of(
          "dom.js",
          "text.js",
          "charts.js",
          "tables.js",
          "overview.js",
          "causes.js",
          "trajectory.js",
          "inspector-data.js",
          "inspector-first.js",
          "inspector-list.js",
          "inspector-what-if.js",
          "inspector-group.js",
          "inspector-episode.js",
          "inspector-page.js");

  /** A browser would ask for the file this names. */
  private static final Pattern SOURCE_MAP = Pattern.compile("//# sourceMappingURL=\\S*");

  /** The page, read from what comes with the program. */
  public static ServedPage read() {
    String style =
        PageResource.read("/report/page.css") + PageResource.read("/report/inspector.css");
    String charts = SOURCE_MAP.matcher(PageResource.read(CHARTS)).replaceAll("");
    String script =
        SCRIPTS.stream()
            .map(name -> PageResource.read("/report/" + name))
            .collect(Collectors.joining("\n", "\"use strict\";\n(() => {\n", "\n})();\n"));
    String policy =
        "default-src 'none'; img-src data:; connect-src 'self'; base-uri 'none'; form-action"
            + " 'none'; frame-ancestors 'none'; style-src "
            + PageResource.securityHash(style)
            + "; script-src "
            + PageResource.securityHash(charts)
            + " "
            + PageResource.securityHash(script);
    StringWriter html = new StringWriter();
    try {
      new PageTemplate(PageResource.read("/report/inspector.html"))
          .write(
              html,
              Map.of(
                  "style", to -> to.append(style),
                  "charts", to -> to.append(charts),
                  "script", to -> to.append(script)));
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory cannot refuse text", impossible);
    }
    return new ServedPage(html.toString(), policy);
  }
}
