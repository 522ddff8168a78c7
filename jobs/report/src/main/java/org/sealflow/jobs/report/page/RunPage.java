package org.sealflow.jobs.report.page;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sealflow.jobs.settings.UserError;

/**
 * A page about training runs: like {@link HtmlReport}, one file that needs no network, whose
 * content security policy allows the scripts and the style that stand in it and nothing else.
 */
public final class RunPage {
  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/4.4.3/dist/chart.umd.js";

  /** A browser would ask for the file this names. */
  private static final Pattern SOURCE_MAP = Pattern.compile("//# sourceMappingURL=\\S*");

  /** The scripts every page needs, in the order of their dependencies. */
  private static final List<String> SCRIPTS =
      List.of(
          "dom.js",
          "text.js",
          "charts.js",
          "tables.js",
          "overview.js",
          "run-text.js",
          "run-charts.js");

  private final String template;
  private final List<String> scripts;

  /**
   * A page.
   *
   * @param template its document
   * @param scripts its own scripts, in the order they need each other
   */
  public RunPage(String template, String... scripts) {
    this.template = template;
    this.scripts = Stream.concat(SCRIPTS.stream(), Stream.of(scripts)).toList();
  }

  /**
   * Writes the page, in place of an older one.
   *
   * @param directory made where it does not exist
   * @param data what fills the document's other places
   * @return the page's path
   * @throws UserError if the directory cannot be written to
   */
  public Path write(Path directory, Map<String, PageTemplate.Part> data) {
    Path page = directory.resolve(HtmlReport.PAGE);
    Path unfinished = directory.resolve(HtmlReport.PAGE + ".part");
    try {
      Files.createDirectories(directory);
      try (BufferedWriter out = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
        new PageTemplate(PageResource.read("/report/" + template)).write(out, parts(data));
      }
      Files.move(unfinished, page, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException error) {
      throw new UserError(
          "the report cannot be written to "
              + directory
              + " ("
              + error.getClass().getSimpleName()
              + "): name a directory that can be written to with --output",
          error);
    }
    return page;
  }

  private Map<String, PageTemplate.Part> parts(Map<String, PageTemplate.Part> data) {
    String style = PageResource.read("/report/page.css") + PageResource.read("/report/run.css");
    String charts = SOURCE_MAP.matcher(PageResource.read(CHARTS)).replaceAll("");
    String script =
        scripts.stream()
            .map(name -> PageResource.read("/report/" + name))
            .collect(Collectors.joining("\n", "\"use strict\";\n(() => {\n", "\n})();\n"));
    Map<String, PageTemplate.Part> parts = new HashMap<>(data);
    parts.put("policy", to -> to.append(PageResource.securityPolicy(style, charts, script)));
    parts.put("style", to -> to.append(style));
    parts.put("charts", to -> to.append(charts));
    parts.put("script", to -> to.append(script));
    return parts;
  }
}
