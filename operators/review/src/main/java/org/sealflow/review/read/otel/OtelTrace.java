package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.RecordProblems;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.ToolList;
import org.sealflow.review.read.TrajectoryListener;

/** The spans of one trace. Each agent in it is a record of its own. */
final class OtelTrace {
  static final String INPUT = "gen_ai.input.messages";
  static final String OUTPUT = "gen_ai.output.messages";
  private static final String CONVERSATION = "gen_ai.conversation.id";
  private static final String TOOLS = "gen_ai.tool.definitions";

  private final Map<String, OtelSpan> spans;
  private final List<OtelEvaluation> evaluations;
  private final List<OtelOrigin> logs;
  private final ReviewSettings settings;
  private final Map<String, NavigableSet<OtelSpan>> chatsByCall;
  private final String onlyConversation;

  /**
   * @param evaluations those of the whole file
   * @param logs the log records of this trace
   */
  OtelTrace(
      Map<String, OtelSpan> spans,
      List<OtelEvaluation> evaluations,
      List<OtelOrigin> logs,
      ReviewSettings settings) {
    this.spans = spans;
    this.evaluations = evaluations;
    this.logs = logs;
    this.settings = settings;
    this.chatsByCall = chatsByCall(spans.values());
    this.onlyConversation = onlyConversation(spans.values());
  }

  void read(TrajectoryListener listener) throws IOException {
    noteMissingParents(listener);
    Map<String, List<OtelSpan>> groups = new LinkedHashMap<>();
    for (OtelSpan span : spans.values()) {
      groups.computeIfAbsent(group(span), key -> new ArrayList<>()).add(span);
    }
    List<List<OtelSpan>> conversations =
        groups.values().stream()
            .filter(group -> group.stream().anyMatch(OtelSpan::isChat))
            .toList();
    List<JsonNode> originals = originals(conversations);
    for (int at = 0; at < conversations.size(); at++) {
      List<OtelSpan> group = conversations.get(at);
      group.sort(OtelSpan.IN_TIME);
      readGroup(group, originals.get(at), conversations.size() > 1, listener);
    }
  }

  /**
   * The sources of each conversation. Spans of no conversation, and log records of none, stand with
   * the first.
   */
  private List<JsonNode> originals(List<List<OtelSpan>> conversations) {
    Map<String, Integer> placed = new HashMap<>();
    List<List<OtelOrigin>> members = new ArrayList<>();
    for (List<OtelSpan> conversation : conversations) {
      conversation.forEach(span -> placed.put(span.id(), members.size()));
      members.add(new ArrayList<>());
    }
    if (members.isEmpty()) {
      return List.of();
    }
    for (OtelSpan span : spans.values()) {
      if (span.origin().list().equals("spans")) {
        members.get(placed.getOrDefault(span.id(), 0)).add(span.origin());
      }
    }
    for (OtelOrigin log : logs) {
      String span = OtelValue.id(Json.idOf(log.member(), "spanId"), 8);
      members.get(span == null ? 0 : placed.getOrDefault(span, 0)).add(log);
    }
    return members.stream().map(OtelOrigin::together).toList();
  }

  private void noteMissingParents(TrajectoryListener listener) throws IOException {
    List<OtelSpan> orphans =
        spans.values().stream()
            .filter(span -> span.parent() != null && !spans.containsKey(span.parent()))
            .toList();
    if (!orphans.isEmpty()) {
      OtelSpan first = orphans.get(0);
      listener.note(
          first.place()
              + ": trace "
              + first.trace()
              + ": "
              + orphans.size()
              + (orphans.size() == 1 ? " span has a" : " spans have a")
              + " parent not in the file");
    }
  }

  /**
   * The nearest agent above a span, else the nearest conversation, else the group of the chat that
   * made its call, else the only conversation of the trace, else the trace.
   */
  private String group(OtelSpan span) {
    Set<String> seen = new HashSet<>();
    String conversation = "";
    OtelSpan at = span;
    while (at != null && seen.add(at.id())) {
      if (at.isAgent()) {
        return "agent " + at.id();
      }
      conversation = conversation.isEmpty() ? at.text(CONVERSATION) : conversation;
      String parent = at.parent();
      at = parent == null ? null : spans.get(parent);
    }
    OtelSpan caller = conversation.isEmpty() ? caller(span) : null;
    if (caller != null) {
      return group(caller);
    }
    return "conversation " + (conversation.isEmpty() ? onlyConversation : conversation);
  }

  /**
   * The chat whose output holds the call of a tool's span: the latest before it, as ids may be used
   * again; null if there is none.
   */
  private @Nullable OtelSpan caller(OtelSpan span) {
    NavigableSet<OtelSpan> chats =
        span.isTool() ? chatsByCall.get(span.text("gen_ai.tool.call.id")) : null;
    if (chats == null) {
      return null;
    }
    OtelSpan before = chats.floor(span);
    return before == null ? chats.first() : before;
  }

  private static Map<String, NavigableSet<OtelSpan>> chatsByCall(Collection<OtelSpan> spans) {
    Map<String, NavigableSet<OtelSpan>> chats = new HashMap<>();
    for (OtelSpan span : spans) {
      JsonNode output = span.isChat() ? Json.arrayOf(span.attributes().get(OUTPUT)) : null;
      for (JsonNode message : output == null ? List.<JsonNode>of() : output) {
        for (JsonNode part : message.path("parts")) {
          String id = Json.idOf(part, "type").equals("tool_call") ? Json.idOf(part, "id") : "";
          if (!id.isEmpty()) {
            chats.computeIfAbsent(id, key -> new TreeSet<>(OtelSpan.IN_TIME)).add(span);
          }
        }
      }
    }
    return chats;
  }

  /** The conversation that spans name; empty if they name none or several. */
  private static String onlyConversation(Collection<OtelSpan> spans) {
    List<String> named =
        spans.stream()
            .map(span -> span.text(CONVERSATION))
            .filter(id -> !id.isEmpty())
            .distinct()
            .toList();
    return named.size() == 1 ? named.get(0) : "";
  }

  private void readGroup(
      List<OtelSpan> group, JsonNode original, boolean several, TrajectoryListener listener)
      throws IOException {
    RecordProblems problems = new RecordProblems(settings.strict());
    OtelConversation conversation = new OtelConversation(group, problems);
    List<RecordedMessage> messages = conversation.messages();
    OtelSpan first = group.get(0);
    String id = several ? first.trace() + "/" + first.id() : first.trace();
    if (problems.report(first.place(), id, listener)) {
      listener.trajectory(
          new RecordedTrajectory(
              id,
              first.place().toString(),
              tools(group),
              messages,
              reward(group),
              conversation.outcome(),
              original));
    }
  }

  private static @Nullable List<OfferedTool> tools(List<OtelSpan> group) {
    List<OfferedTool> tools = null;
    for (OtelSpan span : group) {
      JsonNode definitions = span.attributes().get(TOOLS);
      tools = tools == null ? ToolList.of(definitions) : tools;
    }
    return tools;
  }

  /** The score of the evaluation that the user named, of any span of the group. */
  private @Nullable Double reward(List<OtelSpan> group) {
    for (OtelEvaluation evaluation : evaluations) {
      if (evaluation.name().equals(settings.rewardKey())
          && group.stream()
              .anyMatch(
                  span ->
                      span.trace().equals(evaluation.trace())
                          && span.id().equals(evaluation.span()))) {
        return evaluation.score();
      }
    }
    return null;
  }
}
