package org.sealflow.jobs.report.page;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
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
          "inspector-file.js",
          "inspector-data.js",
          "inspector-first.js",
          "inspector-list.js",
          "inspector-trend.js",
          "inspector-learner.js",
          "inspector-what-if.js",
          "inspector-group.js",
          "inspector-episode.js",
          "inspector-page.js");

  /** A browser would ask for the file this names. */
  private static final Pattern SOURCE_MAP = Pattern.compile("//# sourceMappingURL=\\S*");

  /** The page, read from what comes with the program. */
  public static ServedPage read() {
    StringWriter html = new StringWriter();
    try {
      Parts parts = Parts.read();
      write(html, parts, "", to -> {});
      return new ServedPage(
          html.toString(),
          "default-src 'none'; img-src data:; connect-src 'self'; base-uri 'none'; form-action"
              + " 'none'; frame-ancestors 'none'; "
              + parts.allowed());
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory cannot refuse text", impossible);
    }
  }

  /**
   * Writes the page as a file of its own, which needs no server.
   *
   * @param data writes the elements that hold what the page shows
   */
  public static void write(Writer out, Data data) throws IOException {
    Parts parts = Parts.read();
    String policy =
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
            + parts.allowed()
            + "\">\n";
    write(out, parts, policy, data);
  }

  private static void write(Writer out, Parts parts, String policy, Data data) throws IOException {
    new PageTemplate(PageResource.read("/report/inspector.html"))
        .write(
            out,
            Map.of(
                "policy", to -> to.append(policy),
                "data", data::writeTo,
                "style", to -> to.append(parts.style()),
                "charts", to -> to.append(parts.charts()),
                "script", to -> to.append(parts.script())));
  }

  /** Writes what a page holds beside its scripts. */
  public interface Data {
    void writeTo(Writer out) throws IOException;
  }

  private record Parts(String style, String charts, String script) {
    static Parts read() {
      return new Parts(
          PageResource.read("/report/page.css") + PageResource.read("/report/inspector.css"),
          SOURCE_MAP.matcher(PageResource.read(CHARTS)).replaceAll(""),
          SCRIPTS.stream()
              .map(name -> PageResource.read("/report/" + name))
              .collect(Collectors.joining("\n", "\"use strict\";\n(() => {\n", "\n})();\n")));
    }

    /** The sources of the policy by which these alone may run. */
    String allowed() {
      return "style-src "
          + PageResource.securityHash(style)
          + "; script-src "
          + PageResource.securityHash(charts)
          + " "
          + PageResource.securityHash(script);
    }
  }
}
