package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sealflow.jobs.report.page.EmbeddedJson;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.jobs.report.page.ServedPage;

/** Writes the inspector's page with its episodes into one file that needs no server. */
public final class InspectorFile {
  private final InspectedEpisodes episodes;
  private final ReportLimits limits;
  private final EmbeddedJson json = new EmbeddedJson();
  private final ArrayNode lines = JsonNodeFactory.instance.arrayNode();

  /** A file of these episodes, failed ones first, as far as the limits reach. */
  public InspectorFile(InspectedEpisodes episodes, ReportLimits limits) {
    this.episodes = episodes;
    this.limits = limits;
  }

  /**
   * Writes the file.
   *
   * @param summary the numbers of all episodes, as the report page has them
   * @return number of episodes in it
   * @throws IOException if it cannot be written
   */
  public int write(Path file, ObjectNode summary) throws IOException {
    ObjectNode overview = episodes.overview().put("notes", false);
    overview.set("summary", summary);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      ServedPage.write(
          out,
          to -> {
            write(to);
            overview.put("inFile", lines.size());
            ObjectNode shelf = JsonNodeFactory.instance.objectNode();
            shelf.set("overview", overview);
            shelf.set("lines", lines);
            element(to, "shelf", json.write(shelf));
          });
    }
    return lines.size();
  }

  private void write(Writer out) throws IOException {
    long bytes = 0;
    for (int position : episodes.failedFirst()) {
      if (lines.size() >= limits.trajectories() || bytes >= limits.bytes()) {
        return;
      }
      JsonNode episode;
      try {
        episode = episodes.episode(position);
      } catch (RuntimeException notExecutable) {
        // It stays among those that are left out.
        continue;
      }
      String text = json.write(episode);
      element(out, "episode-" + position, text);
      bytes += text.length();
      lines.add(episodes.line(position));
    }
  }

  private static void element(Writer out, String id, String text) throws IOException {
    out.append("<script type=\"application/json\" id=\"")
        .append(id)
        .append("\">")
        .append(text)
        .append("</script>\n");
  }
}
