package org.sealflow.jobs.report.page;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.settings.UserError;

/**
 * A page with the numbers of a run and its trajectories to browse. It is one file that needs no
 * network: scripts and styles stand in it, and its content security policy allows no others. What
 * comes from the input stands in it as JSON only (see {@link EmbeddedJson}); the scripts put it on
 * the screen as text. Trajectories are read from the JSON when they are opened.
 */
public final class HtmlReport {
  /** The file's name in its directory. */
  public static final String PAGE = "index.html";

  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/4.4.3/dist/chart.umd.js";

  /** The page's scripts in the order they need each other. */
  private static final List<String> SCRIPTS =
      List.of(
          "dom.js",
          "text.js",
          "charts.js",
          "tables.js",
          "overview.js",
          "causes.js",
          "trajectory.js",
          "browser.js",
          "page.js");

  /** A browser would ask for the file this names. */
  private static final Pattern SOURCE_MAP = Pattern.compile("//# sourceMappingURL=\\S*");

  private final EmbeddedJson json = new EmbeddedJson();

  /**
   * Writes the page, in place of an older one.
   *
   * @param directory made where it does not exist
   * @return the page's path
   * @throws UserError if the directory cannot be written to
   */
  public Path write(
      Path directory, DiagnosisSummary summary, KeptTrajectories trajectories, RunTotals totals) {
    Path page = directory.resolve(PAGE);
    Path unfinished = directory.resolve(PAGE + ".part");
    try {
      Files.createDirectories(directory);
      try (BufferedWriter out = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
        write(out, summary, trajectories, totals);
      }
      Files.move(unfinished, page, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException error) {
      throw new UserError(
          "the report cannot be written to "
              + directory
              + " ("
              + error.getClass().getSimpleName()
              + "): name a directory that can be written to",
          error);
    }
    return page;
  }

  private void write(
      Writer out, DiagnosisSummary summary, KeptTrajectories trajectories, RunTotals totals)
      throws IOException {
    String style = PageResource.read("/report/page.css");
    String charts = SOURCE_MAP.matcher(PageResource.read(CHARTS)).replaceAll("");
    String script =
        SCRIPTS.stream()
            .map(name -> PageResource.read("/report/" + name))
            .collect(Collectors.joining("\n", "\"use strict\";\n(() => {\n", "\n})();\n"));
    Map<String, PageTemplate.Part> parts =
        Map.of(
            "policy", to -> to.append(PageResource.securityPolicy(style, charts, script)),
            "style", to -> to.append(style),
            "charts", to -> to.append(charts),
            "script", to -> to.append(script),
            "summary", to -> to.append(json.write(SummaryJson.node(summary, totals))),
            "shelf", to -> to.append(json.write(trajectories.node())),
            "index", to -> trajectories.writeIndex(to),
            "trajectories", to -> trajectories.writeTrajectories(to));
    new PageTemplate(PageResource.read("/report/page.html")).write(out, parts);
  }
}
