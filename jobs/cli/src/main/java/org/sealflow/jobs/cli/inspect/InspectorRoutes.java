package org.sealflow.jobs.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.report.inspect.EpisodeFacet;
import org.sealflow.jobs.report.inspect.EpisodeFilter;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.inspect.WhatIf;
import org.sealflow.jobs.report.page.ServedPage;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpRefusal;

/** Answers what the inspector's page asks for. Thread-safe. */
final class InspectorRoutes implements HttpHandler {
  private static final Pattern EPISODE = Pattern.compile("/api/episodes/(\\d{1,9})");
  private static final Pattern WHAT_IF = Pattern.compile("/api/episodes/(\\d{1,9})/what-if");
  private static final Pattern LOCAL =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);
  private static final String KNOWN =
      "/, /api/overview, /api/size, /api/episodes, /api/breakdown, /api/group, /api/notes";
  private static final int USUAL_LINES = 100;
  private static final int LONGEST_NOTE = 10_000;
  private static final int LONGEST_VALUE = 1_000;

  private final ServedPage page = ServedPage.read();
  private final InspectedEpisodes episodes;
  private final Supplier<ObjectNode> summary;
  private final @Nullable NotesFile notes;
  private final Clock clock;
  private final boolean local;

  /**
   * Routes over episodes.
   *
   * @param summary the numbers of all episodes so far, as the report page has them
   * @param notes null if none are kept
   * @param local whether only this computer may call: requests that name another host are refused,
   *     such as those of a page whose name was made to lead here
   */
  InspectorRoutes(
      InspectedEpisodes episodes,
      Supplier<ObjectNode> summary,
      @Nullable NotesFile notes,
      Clock clock,
      boolean local) {
    this.episodes = episodes;
    this.summary = summary;
    this.notes = notes;
    this.clock = clock;
    this.local = local;
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    try {
      requireLocal(call);
      return secured(routed(call));
    } catch (DetailError error) {
      return secured(error.answer());
    } catch (IllegalArgumentException wrong) {
      return secured(DetailError.wrong(Causes.oneLine(wrong.getMessage())).answer());
    }
  }

  private void requireLocal(HttpCall call) {
    String host = call.header("Host");
    if (local && host != null && !LOCAL.matcher(host).matches()) {
      throw DetailError.wrong("the request names another host than this computer");
    }
  }

  private Answer routed(HttpCall call) throws IOException {
    String path = call.path();
    Matcher episode = EPISODE.matcher(path);
    Matcher whatIf = WHAT_IF.matcher(path);
    if (path.equals("/")) {
      require(call, "GET");
      return Answer.text("text/html; charset=utf-8", page.html());
    }
    if (path.equals("/api/overview")) {
      require(call, "GET");
      ObjectNode overview = episodes.overview().put("notes", notes != null);
      overview.set("summary", summary.get());
      return Answer.json(overview);
    }
    if (path.equals("/api/size")) {
      require(call, "GET");
      return Answer.json(JsonNodeFactory.instance.objectNode().put("episodes", episodes.size()));
    }
    if (path.equals("/api/breakdown")) {
      require(call, "GET");
      return Answer.json(episodes.breakdown(filter(call), facets(call)));
    }
    if (path.equals("/api/episodes")) {
      require(call, "GET");
      return Answer.json(
          episodes.list(filter(call), whole(call, "from", 0), whole(call, "most", USUAL_LINES)));
    }
    if (episode.matches()) {
      require(call, "GET");
      int position = position(episode);
      return executed(() -> episodes.episode(position));
    }
    if (whatIf.matches()) {
      require(call, "POST");
      WhatIf edited = WhatIf.read(call.json().get("turns"));
      int position = position(whatIf);
      return executed(() -> episodes.whatIf(position, edited));
    }
    if (path.equals("/api/group")) {
      require(call, "GET");
      String group = call.query("group");
      EpisodeFacet by = group == null ? EpisodeFacet.TASK : EpisodeFacet.GROUP;
      String value = group == null ? call.query("task") : group;
      return executed(() -> episodes.group(by, bounded(by.key(), value == null ? "" : value)));
    }
    if (path.equals("/api/notes")) {
      return notes(call);
    }
    throw DetailError.unknownPath(shortened(path), KNOWN);
  }

  private interface Execution {
    ObjectNode run();
  }

  private static Answer executed(Execution execution) {
    try {
      return Answer.json(execution.run());
    } catch (IllegalArgumentException wrong) {
      throw wrong;
    } catch (RuntimeException | StackOverflowError notExecutable) {
      throw DetailError.malformed(
          "", "the episode cannot be executed: " + Causes.oneLine(notExecutable.getMessage()));
    }
  }

  private static void require(HttpCall call, String method) {
    if (!call.method().equals(method)) {
      throw DetailError.wrongMethod(call.method(), call.path(), method);
    }
  }

  private int position(Matcher matched) {
    int position = Integer.parseInt(matched.group(1));
    if (!episodes.holds(position)) {
      throw DetailError.unknownPath(matched.group(), "episodes 0 to " + (episodes.size() - 1));
    }
    return position;
  }

  private static EpisodeFilter filter(HttpCall call) {
    Map<EpisodeFacet, String> values = new EnumMap<>(EpisodeFacet.class);
    for (EpisodeFacet facet : EpisodeFacet.values()) {
      String value = call.query(facet.key());
      if (value != null) {
        values.put(facet, bounded(facet.key(), value));
      }
    }
    String text = call.query("text");
    return new EpisodeFilter(values, text == null ? "" : bounded("text", text));
  }

  private static List<EpisodeFacet> facets(HttpCall call) {
    String by = call.query("by");
    List<EpisodeFacet> facets = new ArrayList<>();
    for (String key : by == null || by.isEmpty() ? new String[0] : by.split(",", -1)) {
      facets.add(
          EpisodeFacet.of(key)
              .orElseThrow(
                  () ->
                      DetailError.wrong(
                          "by names '"
                              + shortened(key)
                              + "', expected some of "
                              + Stream.of(EpisodeFacet.values())
                                  .map(EpisodeFacet::key)
                                  .collect(Collectors.joining(", ")))));
    }
    return facets;
  }

  private static String bounded(String name, String value) {
    if (value.length() > LONGEST_VALUE) {
      throw DetailError.wrong(
          name + " has " + value.length() + " characters, expected at most " + LONGEST_VALUE);
    }
    return value;
  }

  private static int whole(HttpCall call, String name, int otherwise) {
    String value = call.query(name);
    try {
      return value == null ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException noNumber) {
      throw DetailError.wrong(
          name + " is '" + shortened(value == null ? "" : value) + "', expected a whole number");
    }
  }

  private Answer notes(HttpCall call) throws IOException {
    NotesFile kept = notes;
    if (kept == null) {
      throw DetailError.wrong("no notes are kept: start the inspector with --notes FILE");
    }
    if (call.method().equals("GET")) {
      return Answer.json(kept.all());
    }
    require(call, "POST");
    ObjectNode note = note(call.json());
    kept.add(note);
    return Answer.json(note);
  }

  private ObjectNode note(JsonNode body) {
    JsonNode position = body.path("episode");
    JsonNode text = body.path("text");
    if (!position.isInt() || !episodes.holds(position.intValue())) {
      throw DetailError.malformed("episode", "expected the position of an episode");
    }
    if (!text.isTextual()
        || text.textValue().isBlank()
        || text.textValue().length() > LONGEST_NOTE) {
      throw DetailError.malformed(
          "text", "expected a text of 1 to " + LONGEST_NOTE + " characters");
    }
    ObjectNode note = JsonNodeFactory.instance.objectNode();
    note.put("at", clock.instant().toString()).put("episode", position.intValue());
    note.setAll(episodes.named(position.intValue()));
    note.set("text", text);
    if (body.has("turns")) {
      note.set("turns", WhatIf.read(body.get("turns")).node());
    }
    return note;
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  @Override
  public boolean isOpen(String path) {
    return false;
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    return secured(DetailError.of(refusal).answer());
  }

  private Answer secured(Answer answer) {
    Map<String, String> headers = new TreeMap<>(answer.headers());
    headers.putAll(
        Map.of(
            "Content-Security-Policy",
            page.policy(),
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-store"));
    // A browser asks its user for a password only if it is told so; the key is one.
    headers.computeIfPresent("WWW-Authenticate", (name, bearer) -> "Basic realm=\"sealflow\"");
    return answer.with(headers);
  }
}
